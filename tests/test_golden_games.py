"""Finished games in the project's own format: they must replay to the state they were saved in."""

from __future__ import annotations

from pathlib import Path

import pytest

import piercy
from piercy.core import registry

GAMES = Path(__file__).parent / "games"
FILES = sorted(GAMES.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_replays_to_its_digest(path: Path) -> None:
    game = piercy.from_json(path.read_text("utf-8"))
    assert game.over
    assert game.setup.title == path.parent.name
    assert len(game.history) > 50


@pytest.mark.parametrize("title", piercy.titles())
def test_every_title_has_a_golden_game_for_each_number_of_players(title: str) -> None:
    counts = {len(piercy.from_json(p.read_text("utf-8")).players) for p in FILES if p.parent.name == title}
    assert counts == set(registry.title(title).player_counts)
