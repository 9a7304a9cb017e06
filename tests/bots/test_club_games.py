"""Games of ``club``: the same on every Python, none of them spoilt, and better than those of ``greedy``.

One file for each title holds digests of its games; whoever changes on purpose what ``club`` plays writes them
anew: ``python -m tests.bots.test_club_games 1856-short``.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.bots.test_same_games import MOST_ACTIONS, told

import piercy
from piercy.bots import make_bot, play_out
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.core.game import Game
from piercy.rail.events import TrainsRun
from piercy.rail.outlook import HasOutlook

KEPT = Path(__file__).with_name("club_games")
PLAYERS = {"1856-short": 2, "18cz": 3, "18cz-bohemia": 2, "18cz-moravia": 3}
"""For each title: how many play the game that is kept."""
STRENGTH = {"1856-short": (1, 2, 3), "18cz-moravia": (1, 2, 3)}
"""The seeds of short matches against ``greedy``; docs/bots.md tells of long ones."""
EXPERTS = [name for name in piercy.titles() if isinstance(registry.title(name), HasOutlook)]


@cache
def played(title: str, players: int, seed: int, club: int | None) -> Game:
    """A whole game; ``club`` sits on the seat given, or on all of them."""
    rules = registry.title(title)
    seats = [f"P{seat + 1}" for seat in range(players)]
    bots = [make_bot("club" if club in (None, seat) else "greedy") for seat in range(players)]
    game = piercy.new_game(title, players=seats, seed=seed, options=rules.simulation_options())
    return play_out(game, bots, Chance(seed), MOST_ACTIONS)


def games(title: str) -> dict[str, object]:
    players = PLAYERS[title]
    return {f"{players} players, seed {seed}": told(played(title, players, seed, None)) for seed in (1,)}


@pytest.mark.parametrize("title", [title for title in PLAYERS if title in EXPERTS])
def test_the_same_seed_gives_the_same_game_of_club(title: str) -> None:
    assert games(title) == json.loads((KEPT / f"{title}.json").read_text("utf-8"))


@pytest.mark.parametrize("title", [title for title in PLAYERS if title in EXPERTS])
def test_no_game_of_club_is_ended_for_idling(title: str) -> None:
    game = played(title, PLAYERS[title], 1, None)
    assert game.over
    assert game.title.ending(game.state) not in ("idle_limit", "agreed")


@pytest.mark.parametrize("title", STRENGTH)
def test_club_beats_greedy_in_most_games(title: str) -> None:
    players, seeds = PLAYERS[title], STRENGTH[title]
    wins = 0
    for seed in seeds:
        game = played(title, players, seed, seed % players)
        wins += game.winners() == [game.players[seed % players]]
    assert wins * 3 >= len(seeds) * 2


def test_club_builds_railways_in_18cz() -> None:
    """What was aimed at, in one game: people had 7,437 points and 3,260 of revenue in theirs."""
    game = played("18cz", 3, 1, None)
    keys = [event.key for event in game.log]
    first_set = keys[: keys.index("operating_round_began")]
    assert "company_floated" in first_set
    last = len(keys) - keys[::-1].index("operating_round_began")
    assert sum(event.revenue for event in game.log[last:] if isinstance(event, TrainsRun)) >= 2000
    assert sum(game.scores().values()) >= 3 * 5200


if __name__ == "__main__":
    for name in sys.argv[1:] or PLAYERS:
        KEPT.mkdir(exist_ok=True)
        (KEPT / f"{name}.json").write_text(json.dumps(games(name), indent=1) + "\n", "utf-8")
