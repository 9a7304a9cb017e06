"""What lies between two hexes, and how it is read from a title's data."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rail.boards import FLAT

from piercy.rail import loading
from piercy.rail.atlas import FREE_BORDER, Atlas, Border, Hex
from piercy.rail.loading import load_borders

RIVER = Border("river", 40)
HEXES = [Hex("B2", "plain"), Hex("B4", "plain"), Hex("B6", "plain")]


def test_a_border_is_the_same_from_both_sides() -> None:
    atlas = Atlas(FLAT, HEXES, {("B4", "B2"): RIVER}, Border(None, 10))
    assert atlas.border("B2", "B4") == atlas.border("B4", "B2") == RIVER
    assert atlas.border("B4", "B6") == Border(None, 10)
    assert atlas.crossing_costs["B4"] == (40, 0, 0, 10, 0, 0)
    assert atlas.problems() == []


def test_without_borders_crossing_is_free() -> None:
    atlas = Atlas(FLAT, HEXES)
    assert atlas.border("B2", "B4") == FREE_BORDER
    assert set(atlas.crossing_costs["B4"]) == {0}


def test_hexes_that_are_no_neighbours_have_no_border() -> None:
    atlas = Atlas(FLAT, HEXES, {("B2", "B6"): RIVER})
    assert atlas.problems() == ["B2 and B6 have no common border"]


BORDERS = """
[plain]
cost = 10

[river]
cost = 40
between = ["B4-B2"]

[west-link]
terrain = "sea"
cost = 80
between = ["B4-B6"]
"""


def test_borders_are_read_from_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "files", lambda package: tmp_path / package)
    assert load_borders("without") == ({}, FREE_BORDER)
    (tmp_path / "game" / "data").mkdir(parents=True)
    (tmp_path / "game" / "data" / "borders.toml").write_text(BORDERS, encoding="utf-8")
    borders, plain = load_borders("game")
    assert borders == {("B4", "B2"): RIVER, ("B4", "B6"): Border("sea", 80)}
    assert plain == Border(None, 10)
