"""Data files are read, and every mistake in them is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from piercy.rail import loading
from piercy.rail.loading import DataError, load_borders, load_ground

MAP = """
[A1]
kind = "city"
name = "Home"
cost = 20
printed = "city 20 slots 1: 3"
[A3]
kind = "plain"
first_tiles = ["9"]
blocked = [1, 2, 3, 4, 5]
"""
TILES = """
[9]
colour = "yellow"
count = 3
track = "track: 0-3"
upgrades = ["20"]
[20]
colour = "green"
track = "track: 0-3 1-4"
only = ["A3"]
"""
BORDERS = """
[plain]
cost = 10
[river]
cost = 40
between = ["A1-A3"]
[pass]
terrain = "mountain"
cost = 80
between = ["A3-A5"]
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(loading, "files", lambda package: tmp_path)
    (tmp_path / "data").mkdir()

    def write_files(board: str = MAP, tiles: str = TILES, borders: str | None = None) -> None:
        (tmp_path / "data" / "map.toml").write_text(board, encoding="utf-8")
        (tmp_path / "data" / "tiles.toml").write_text(tiles, encoding="utf-8")
        if borders is not None:
            (tmp_path / "data" / "borders.toml").write_text(borders, encoding="utf-8")

    return write_files


def test_a_map_and_its_tiles(write: Any) -> None:
    write()
    ground = load_ground("anywhere", flat=True)
    assert list(ground.atlas.hexes) == ["A1", "A3"]
    home = ground.atlas["A1"]
    assert (home.name, home.cost, home.printed.stops[0].slots) == ("Home", 20, 1)
    assert ground.tiles["9"].count == 3
    assert ground.tiles["20"].only == {"A3"}


def test_hexes_left_out_are_fenced_off(write: Any) -> None:
    write(MAP.replace("blocked = [1, 2, 3, 4, 5]", "blocked = [1, 2, 4, 5]") + '[A5]\nkind = "plain"\n')
    ground = load_ground("anywhere", flat=True, without=["A5"])
    assert "A5" not in ground.atlas
    assert ground.atlas["A3"].blocked == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[A1]", "[a1]", "hex a1: 'a1' is not a hex coordinate"),
        ('kind = "city"\n', "", "hex A1 has no kind"),
        ("city 20 slots 1: 3", "citty 20: 3", "hex A1: not track: 'citty 20: 3'"),
        ("city 20 slots 1: 3", "city 20 slots 1: 2", "A1 has printed track at edge 2, which leads nowhere"),
        ("blocked = [1, 2,", "blocked = [2,", "A3 edge 1 leads off the board but is not blocked"),
        ('first_tiles = ["9"]', 'first_tiles = ["8"]', "hex A3 starts with tile 8, which does not exist"),
    ],
)
def test_mistakes_in_the_map(write: Any, old: str, new: str, problem: str) -> None:
    write(board=MAP.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_ground("anywhere", flat=True)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('colour = "yellow"\n', "", "tile 9 has no colour"),
        ("track: 0-3 1-4", "track: 0-9", "tile 20: "),
        ('upgrades = ["20"]', 'upgrades = ["21"]', "tile 9 is replaced by tile 21, which does not exist"),
        ('"green"', '"brown"', "tile 9 is replaced by tile 20, which is not of the next colour"),
        ('"green"', '"pink"', "tile 9 is replaced by tile 20, which is not of the next colour"),
        ('"yellow"', '"pink"', "tile 9 is pink and cannot be replaced"),
    ],
)
def test_mistakes_in_the_tiles(write: Any, old: str, new: str, problem: str) -> None:
    write(tiles=TILES.replace(old, new))
    with pytest.raises(DataError) as caught:
        load_ground("anywhere", flat=True)
    assert problem in str(caught.value)


def test_borders(write: Any) -> None:
    write(borders=BORDERS)
    found, plain = load_borders("anywhere")
    assert (plain.terrain, plain.cost) == (None, 10)
    assert {pair: (border.terrain, border.cost) for pair, border in found.items()} == {
        ("A1", "A3"): ("river", 40),
        ("A3", "A5"): ("mountain", 80),
    }
    write()
