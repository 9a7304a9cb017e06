"""``greedy`` stays as it is: it is what other bots are measured against.

Digests of ten games for each title hold it. Should a change of rules alter what it does, the yardstick
changes with it, and every table that was measured against it wants measuring anew:
``python -m tests.bots.test_frozen_greedy``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.bots.test_same_games import MOST_ACTIONS, told

import piercy
from piercy.bots import GreedyBot, play_out
from piercy.core import registry
from piercy.core.chance import Chance

KEPT = Path(__file__).with_name("frozen_greedy.json")
SEEDS = range(101, 111)
GAMES = [f"{title} {seed}" for title in piercy.titles() for seed in SEEDS]


def played(title: str, seed: int) -> dict[str, object]:
    """A game of the fewest players, all of them greedy."""
    rules = registry.title(title)
    seats = [f"P{seat + 1}" for seat in range(rules.player_counts[0])]
    game = piercy.new_game(title, players=seats, seed=seed, options=rules.simulation_options())
    return told(play_out(game, [GreedyBot()], Chance(seed), MOST_ACTIONS))


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
    return found


@pytest.mark.parametrize("which", GAMES)
def test_greedy_plays_as_it_did_when_it_was_frozen(which: str, kept: dict[str, Any]) -> None:
    title, seed = which.split()
    assert played(title, int(seed)) == kept[which]


if __name__ == "__main__":
    found = {f"{title} {seed}": played(title, seed) for title in piercy.titles() for seed in SEEDS}
    KEPT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
