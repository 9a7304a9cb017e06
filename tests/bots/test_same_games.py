"""The same seed gives the same game of bots, on every Python: what they did is kept as digests.

Whoever changes rules, offers or a bot on purpose writes them anew: ``python -m tests.bots.test_same_games``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import piercy
from piercy.bots import make_bot, play_out
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.core.game import Game

KEPT = Path(__file__).with_name("same_games.json")
SEED = 1
MOST_ACTIONS = 5000
YARDSTICKS = ("greedy", "random")
"""These never change; what others play changes with what they learn."""
GAMES = [f"{title} {bot}" for title in piercy.titles() for bot in YARDSTICKS]


def played(title: str, bot: str) -> Game:
    """A whole game, of three where three may play: there are more ways to be equally good."""
    rules = registry.title(title)
    players = ["Ann", "Bob", "Cy"][: min(3, max(rules.player_counts))]
    game = piercy.new_game(title, players=players, seed=SEED, options=rules.simulation_options())
    return play_out(game, [make_bot(bot)], Chance(SEED), MOST_ACTIONS)


def told(game: Game) -> dict[str, object]:
    """What was done and how it ended. The state is left out: a new option must not look like another game."""
    done = json.dumps([action.to_dict() for action in game.history], sort_keys=True)
    digest = hashlib.sha256(done.encode()).hexdigest()[:32]
    return {"actions": len(game.history), "scores": game.scores(), "digest": digest}


@pytest.mark.parametrize("which", GAMES)
def test_the_same_seed_gives_the_same_game_of_bots(which: str) -> None:
    kept = json.loads(KEPT.read_text("utf-8"))
    assert told(played(*which.split())) == kept[which]


@pytest.mark.parametrize("title", piercy.titles())
def test_estimates_are_whole_numbers(title: str) -> None:
    """The last digits of a sum of broken numbers are not the same on every Python."""
    ended = played(title, "random")
    game = piercy.new_game(title, players=list(ended.players), seed=SEED, options=ended.setup.options)
    for action in ended.history:
        if game.seq % 10 == 0:
            estimates = [game.title.prospects(game.state, player) for player in game.players]
            assert {type(estimate) for estimate in estimates} == {int}
        game = game.apply(action)
    assert game.digest() == ended.digest()


if __name__ == "__main__":
    found = {which: told(played(*which.split())) for which in GAMES}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
