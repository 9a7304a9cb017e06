"""Finished games in the project's own format: they must replay to their end, and tell what they told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import piercy
from piercy.core import plain, registry
from piercy.core.events import Event

GAMES = Path(__file__).parent / "games"
TOLD: dict[str, list[str]] = json.loads((GAMES.parent / "told.json").read_text("utf-8"))
"""What the golden games tell in today's words: a change of it is one that people read."""
FILES = sorted(GAMES.glob("*/*.json"))


def digests_of_hundreds(log: Sequence[Event]) -> list[str]:
    """A digest of each hundred of events, so that a failure tells where the logs part."""
    told = [event.to_dict() for event in log]
    texts = [plain.canonical(told[start : start + 100]) for start in range(0, len(told), 100)]
    return [hashlib.sha256(text.encode()).hexdigest()[:12] for text in texts]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_replays_and_tells_what_it_told(path: Path) -> None:
    """Digests of earlier formats say nothing of today's states: every event is compared instead."""
    game = piercy.from_json(path.read_text("utf-8"))
    assert game.over
    assert game.setup.title == path.parent.name
    assert len(game.history) > 50
    assert digests_of_hundreds(game.log) == TOLD[f"{path.parent.name}/{path.stem}"]


@pytest.mark.parametrize("title", piercy.titles())
def test_every_title_has_a_golden_game_for_each_number_of_players(title: str) -> None:
    counts = {len(piercy.from_json(p.read_text("utf-8")).players) for p in FILES if p.parent.name == title}
    assert counts == set(registry.title(title).player_counts)
