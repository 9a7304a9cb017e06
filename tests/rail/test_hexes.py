"""Hex grids and the printed board."""

from __future__ import annotations

import math

import pytest

from piercy.rail.atlas import Atlas, Hex
from piercy.rail.hexes import EDGES, Layout, is_coordinate, opposite
from piercy.rail.tiles import parse_track

FLAT, POINTY = Layout(flat=True), Layout(flat=False)


def test_neighbours_clockwise() -> None:
    assert [FLAT.neighbour("C5", edge) for edge in EDGES] == ["C3", "D4", "D6", "C7", "B6", "B4"]
    assert [POINTY.neighbour("C5", edge) for edge in EDGES] == ["B6", "C7", "D6", "D4", "C3", "B4"]


def test_beyond_the_letters_and_below_zero() -> None:
    assert FLAT.neighbour("A5", 4) is None
    assert FLAT.neighbour("Z5", 1) is None
    assert FLAT.neighbour("B1", 0) is None
    assert FLAT.neighbour("B2", 0) == "B0"


@pytest.mark.parametrize("layout", [FLAT, POINTY])
@pytest.mark.parametrize("edge", EDGES)
def test_borders_have_two_sides_and_a_direction(layout: Layout, edge: int) -> None:
    beside = layout.neighbour("M20", edge)
    assert beside is not None
    assert layout.neighbour(beside, opposite(edge)) == "M20"
    (x, y), (u, v) = layout.centre("M20", 10), layout.centre(beside, 10)
    assert math.isclose(math.hypot(u - x, v - y), 10 * math.sqrt(3))
    angle = math.degrees(math.atan2(v - y, u - x))
    assert math.isclose((angle - layout.edge_angle(edge)) % 360, 0, abs_tol=1e-6) or math.isclose(
        (angle - layout.edge_angle(edge)) % 360, 360, abs_tol=1e-6
    )


@pytest.mark.parametrize("name", ["A1", "C14", "Z0"])
def test_coordinates(name: str) -> None:
    assert is_coordinate(name)


@pytest.mark.parametrize("name", ["", "A", "a1", "1A", "A-1", "AA1", "Ä1", "A1/0", "A²", " A1"])
def test_not_coordinates(name: str) -> None:
    assert not is_coordinate(name)


def test_atlas_knows_its_neighbours() -> None:
    atlas = Atlas(FLAT, [Hex("B2", "plain"), Hex("B4", "plain"), Hex("C3", "plain")])
    assert atlas.beside["B2"] == (None, None, "C3", "B4", None, None)
    assert atlas.edge_between("B2", "C3") == 2
    assert atlas.edge_between("C3", "B2") == 5
    assert atlas.edge_between("B2", "B2") is None
    assert "B2" in atlas
    assert "B9" not in atlas
    assert atlas["B4"].id == "B4"


def test_problems_of_the_data() -> None:
    inner = frozenset({0, 1, 2, 4, 5})
    good = Atlas(
        FLAT,
        [
            Hex("B2", "plain", parse_track("town 10: 3"), first_tiles=("8",), blocked=inner),
            Hex("B4", "plain"),
        ],
    )
    assert good.problems() == []
    bad = Atlas(
        FLAT,
        [
            Hex("B2", "plain", parse_track("town 10: 1 3"), first_tiles=("8",), blocked=inner - {0}),
            Hex("B4", "lake", blocked=frozenset({0})),
        ],
    )
    assert bad.problems() == [
        "B2 edge 0 leads off the board but is not blocked",
        "B2 has printed track at edge 1, which leads nowhere",
        "B2 has printed track at edge 3, which leads nowhere",
    ]
