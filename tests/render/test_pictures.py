"""Pictures are well-formed, show everything, and depend on their input alone."""

import math
from xml.etree import ElementTree as ET

import pytest

from piercy.rail.atlas import Atlas, Hex
from piercy.rail.board import BARE, Board, Ground
from piercy.rail.hexes import EDGES, Layout
from piercy.rail.tiles import Tile, parse_track
from piercy.render.board import draw_map
from piercy.render.palette import ink_on
from piercy.render.shape import SLOT, path_arc, seats
from piercy.render.sheet import draw_tiles
from piercy.render.svg import number
from piercy.render.tile import draw_tile

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<b>Bath & \"Wells\"</b><script>alert('x')</script>\x00"
COLOURS = {"GW": "#0a0", "LN": "#ffffff", "<&>": "#112233"}
LAYOUTS = pytest.mark.parametrize("flat", [True, False], ids=["flat", "pointy"])


def small_ground(flat: bool) -> Ground:
    layout = Layout(flat)
    names = ["C3", *(str(layout.neighbour("C3", edge)) for edge in EDGES)]
    printed = {
        names[1]: Hex(names[1], "red", parse_track("red 30/50: 3"), name="Off & Away"),
        names[2]: Hex(names[2], "lake", name="Deep Lake"),
        names[3]: Hex(names[3], "plain", cost=40, terrain="hill", first_tiles=("9",)),
        names[4]: Hex(names[4], "city", parse_track("city 0 slots 1:"), name=NASTY, label="Y"),
        names[5]: Hex(names[5], "double", parse_track("city 0 slots 1:; city 0 slots 1:"), label="OO"),
        names[6]: Hex(names[6], "mine", parse_track("mine 2 slots 1: 2"), cost=20, terrain="water"),
    }
    tiles = [
        Tile("9", "yellow", 3, parse_track("track: 0-3")),
        Tile("15", "green", 2, parse_track("city 30 slots 2: 0 1 2 3")),
        Tile("59", "green", None, parse_track("city 40 slots 1: 0; city 40 slots 1: 2"), label="OO"),
        Tile("2", "yellow", 1, parse_track("town 10: 0 3; town 10: 1 2")),
        Tile("L7", "brown", 1, parse_track("city 50 slots 4: 0 1 2 3 4 5")),
    ]
    hexes = [Hex("C3", "city", parse_track("city 0 slots 1:"), name="Middle"), *printed.values()]
    return Ground(Atlas(layout, hexes), {tile.id: tile for tile in tiles})


def small_board(ground: Ground) -> Board:
    around = list(ground.atlas.hexes)
    return Board(
        tiles={"C3": ("15", 0), around[3]: ("9", 2)},
        tokens={"C3": [("GW", 0), ("LN", 0)], around[5]: [("<&>", BARE)]},
    )


def read(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def values_of(root: ET.Element, attribute: str) -> list[str]:
    return [found for each in root.iter() if (found := each.get(attribute)) is not None]


def words_of(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@LAYOUTS
def test_the_map_shows_every_hex_tile_marker_and_route(flat: bool) -> None:
    ground = small_ground(flat)
    around = list(ground.atlas.hexes)
    routes = [[f"{around[1]}/0", "C3/0", around[4]], ["C3/0"]]
    root = read(
        draw_map(ground, small_board(ground), company_colours=COLOURS, routes=routes, highlight={around[6]})
    )
    assert values_of(root, "data-hex") == around
    assert sorted(values_of(root, "data-tile")) == ["15", "9"]
    assert sorted(values_of(root, "data-company")) == ["<&>", "GW", "LN"]
    assert values_of(root, "data-route") == [" ".join(route) for route in routes]
    assert values_of(root, "data-highlight") == [around[6]]
    assert set(around) | {"Middle", "30", "50", "OO", "Y", "GW"} <= set(words_of(root))


@LAYOUTS
def test_terrain_costs_show_only_while_no_tile_is_laid(flat: bool) -> None:
    ground = small_ground(flat)
    bare = words_of(read(draw_map(ground, Board(), company_colours={})))
    built = words_of(read(draw_map(ground, small_board(ground), company_colours={})))
    assert "40" in bare
    assert "40" not in built
    assert "20" in built


@LAYOUTS
def test_names_are_written_and_never_become_markup(flat: bool) -> None:
    ground = small_ground(flat)
    svg = draw_map(ground, small_board(ground), company_colours={"GW": '"><script>'}, routes=[["<x>"]])
    root = read(svg)
    assert "<script" not in svg
    assert "<b>" not in svg
    assert "".join(words_of(root)).count("Bath") == 1


@LAYOUTS
def test_equal_input_gives_equal_pictures(flat: bool) -> None:
    one, other = small_ground(flat), small_ground(flat)
    assert draw_tiles(one) == draw_tiles(other)
    assert draw_map(one, small_board(one), company_colours=COLOURS, highlight={"C3"}) == draw_map(
        other, small_board(other), company_colours=COLOURS, highlight=["C3"]
    )


@LAYOUTS
def test_the_sheet_has_every_tile_with_its_copies(flat: bool) -> None:
    root = read(draw_tiles(small_ground(flat)))
    assert values_of(root, "data-tile") == ["2", "9", "15", "59", "L7"]
    assert {"2", "9", "15", "59", "L7", "\u00d7 3", "unlimited"} <= set(words_of(root))


def test_routes_that_do_not_hang_together_are_drawn_as_far_as_they_do() -> None:
    ground = small_ground(True)
    routes = [["Z9/0", "C3/7", "C3", "A1"], []]
    read(draw_map(ground, small_board(ground), company_colours={}, routes=routes))


@LAYOUTS
@pytest.mark.parametrize(("other", "radius"), [(1, 25.0), (2, 75.0), (3, 0.0), (4, 75.0), (5, 25.0)])
def test_plain_track_is_straight_or_part_of_a_circle(flat: bool, other: int, radius: float) -> None:
    assert path_arc(Layout(flat), 0, other).radius == pytest.approx(radius)


@LAYOUTS
@pytest.mark.parametrize(
    "track",
    [
        "city 40 slots 1: 0; city 40 slots 1: 2",
        "city 40 slots 1: 0 3; city 40 slots 1: 2 5",
        "city 50 slots 1: 0 1; city 50 slots 1: 2 4",
        "city 40 slots 1: 0 2; city 40 slots 1: 1 3",
        "city 0 slots 1:; city 0 slots 1:",
        "city 30 slots 1: 0; city 30 slots 1: 1; city 30 slots 1: 2; city 30 slots 1: 3; city 30 slots 1: 4",
    ],
)
def test_cities_of_one_tile_do_not_overlap(flat: bool, track: str) -> None:
    for rotation in EDGES:
        placed = [seat.point for seat in seats(Layout(flat), parse_track(track).turned(rotation))]
        gaps = [math.dist(a, b) for at, a in enumerate(placed) for b in placed[:at]]
        assert min(gaps) >= 2 * SLOT


def test_a_city_alone_lies_in_the_middle() -> None:
    assert seats(Layout(True), parse_track("city 20 slots 1: 0 1"))[0].point == (0.0, 0.0)


def test_a_tile_can_be_drawn_alone() -> None:
    drawn = draw_tile(Layout(False), parse_track("through 30/50: 1 2; track: 3-5"), "red", "B", number="X1")
    words = [each.text for each in ET.fromstring(f"<g>{drawn}</g>").iter("text")]
    assert words[:2] == ["30", "50"]
    assert {"X1", "B"} <= set(words)


@pytest.mark.parametrize(
    "stop", ["red 20/30/40/50 slots 1: 0 1", "town 20/30/40/50: 0 1", "red 20/30/40/50: 2"]
)
def test_values_by_band_are_all_shown(stop: str) -> None:
    drawn = draw_tile(Layout(True), parse_track(stop), "red")
    words = [each.text for each in ET.fromstring(f"<g>{drawn}</g>").iter("text")]
    assert words == ["20", "30", "40", "50"]


def test_letters_stand_out_from_their_colour() -> None:
    assert [ink_on(colour) for colour in ("#fff", "#f4d03f", "#102040", "navy")] == [
        "#000000", "#000000", "#ffffff", "#ffffff",
    ]  # fmt: skip


def test_numbers_are_written_in_one_way() -> None:
    assert [number(value) for value in (1.0, -0.001, 2.345678, -3.5, 100)] == [
        "1",
        "0",
        "2.35",
        "-3.5",
        "100",
    ]
