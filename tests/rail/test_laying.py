"""Laying track: what fits, what is kept, what is connected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import ground, lines
from tests.rail.test_lines import HEXES, PIECES, random_boards

from piercy.core.errors import IllegalAction
from piercy.rail.board import Board, has_token, place_token, token_places
from piercy.rail.laying import (
    REMEMBERED,
    Change,
    Laid,
    LayingRules,
    Placements,
    compare,
    connects,
    quick_answer,
)
from piercy.rail.tiles import Tile, parse_track

RULES = LayingRules("takes_tiles", "first_tile", "upgrade", "keeps_track", "blocked", "rotation")


def change(old: str, new: str, *, merge: bool = False) -> tuple[object, ...] | None:
    found = compare(parse_track(old), parse_track(new), merge=merge)
    return None if found is None else (found.stops, set(found.new), found.raised)


def test_plain_track_is_kept() -> None:
    assert change("", "track: 0-3") == ((), {("path", 0, 3)}, ())
    assert change("track: 0-3", "track: 0-3 0-4") == ((), {("path", 0, 4)}, ())
    assert change("track: 0-3", "track: 0-4") is None
    assert change("track: 0-3", "town 10: 0 3") is None


def test_stops_are_kept() -> None:
    two = "city 40 slots 2: 0 1 3"
    assert change("city 20 slots 1: 0 3", two) == ((0,), {("stop", 1, 0)}, (0,))
    assert change("city 40 slots 1: 0 3", two) == ((0,), {("stop", 1, 0)}, ())
    assert change("city 20 slots 1: 0 4", two) is None
    assert change("town 10: 0 3", two) is None
    assert change("city 20 slots 1: 0", "") is None
    assert change("city 0 slots 1:", "city 20 slots 1: 0 3") == ((0,), {("stop", 0, 0), ("stop", 3, 0)}, (0,))


def test_two_stops_stay_apart_unless_they_may_merge() -> None:
    old, apart, merged = (
        "city 40 slots 1: 0; city 40 slots 1: 3",
        "city 50 slots 1: 3 4; city 50 slots 1: 0 1",
        "city 60 slots 2: 0 1 3 4",
    )
    assert change(old, apart) == ((1, 0), {("stop", 4, 0), ("stop", 1, 1)}, (0, 1))
    assert change(old, merged) is None
    assert change(old, merged, merge=True) == ((0, 0), {("stop", 1, 0), ("stop", 4, 0)}, (0,))


def test_stops_without_track_keep_their_order() -> None:
    old = "city 0 slots 1:; city 0 slots 1:"
    found = change(old, "city 30 slots 1: 0; city 30 slots 1: 3")
    assert found is not None
    assert found[0] == (0, 1)
    assert change("town 0:; town 0:", "town 10: 0") is None


TILES = (
    Tile("9", "yellow", 4, parse_track("track: 0-3"), upgrades=("23", "missing")),
    Tile("23", "green", 4, parse_track("track: 0-3 0-4")),
    Tile("57", "yellow", 4, parse_track("city 20 slots 1: 0 3"), label="L"),
)


def no_labels(name: str, laid: Laid, tile: Tile) -> IllegalAction | None:
    return IllegalAction("label", "{hex} takes no {tile}", hex=name, tile=tile.id) if tile.label else None


def placements() -> Placements:
    bare = {"B2": "", "B4": "", "B6": ""}
    board = ground(bare, tiles=TILES, first=("9", "57"), blocked={"B4": frozenset({1, 4})})
    return Placements(board, RULES, no_labels)


@pytest.mark.parametrize(
    ("laid", "tile", "rotation", "rule"),
    [
        (None, "9", 6, "rotation"),
        (None, "9", -1, "rotation"),
        (None, "23", 0, "first_tile"),
        (None, "57", 0, "label"),
        (None, "9", 1, "blocked"),
        (("9", 0), "9", 0, "upgrade"),
        (("9", 0), "23", 1, "blocked"),
        (("9", 0), "23", 2, "keeps_track"),
        (("23", 0), "9", 0, "upgrade"),
    ],
)
def test_refused_placements(laid: tuple[str, int] | None, tile: str, rotation: int, rule: str) -> None:
    board = Board(tiles={"B4": laid} if laid else {})
    judge = placements()
    for _ in range(2):
        with pytest.raises(IllegalAction) as caught:
            judge.change(board, "B4", tile, rotation)
        assert caught.value.rule == rule
    assert (tile, rotation) not in [found[:2] for found in judge.on(board, "B4")]


def test_a_hex_that_takes_no_tile() -> None:
    judge = Placements(ground({"B2": ""}, tiles=TILES), RULES, no_labels)
    assert judge.on(Board(), "B2") == ()
    with pytest.raises(IllegalAction, match="B2 takes no tile"):
        judge.change(Board(), "B2", "9", 0)


def test_listed_placements_are_those_that_pass() -> None:
    judge = placements()
    for board in (Board(), Board(tiles={"B4": ("9", 0), "B2": ("9", 2)})):
        for name in ("B2", "B4"):
            listed = judge.on(board, name)
            assert listed or name == "B4"
            assert judge.on(board, name) is listed
            for tile, rotation, found in listed:
                assert judge.change(board, name, tile, rotation) == found


def test_the_board_in_play() -> None:
    board = Board(tiles={"B4": ("57", 1)})
    place = ground({"B2": "city 20 slots 2: 3", "B4": ""}, tiles=TILES)
    place_token(board, "B2", 0, "X")
    assert place.track(board, "B4").stops[0].edges == (1, 4)
    assert place.colour(board, "B4") == "yellow"
    assert place.colour(board, "B2") is None
    assert place.stop(board, "B2", 0).slots == 2
    assert place.free_slots(board, "B2", 0) == 1
    assert place.free_slots(board, "B4", 0) == 1
    assert has_token(board, "B2", 0, "X")
    assert not has_token(board, "B4", 0, "X")
    assert token_places(board, "X") == [("B2", 0)]


HOME = ("B2", 0, "X")


def changed(old: str, new: str, *, raised: bool = True) -> Change:
    """What a lay changes; some titles make nothing of a city that is raised."""
    found = compare(parse_track(old), parse_track(new))
    assert found is not None
    return found if raised else replace(found, raised=())


def connected(old: str, new: str, *, raised: bool = True, beside: str = "city 20 slots 1: 3") -> bool:
    tracks = {"B2": beside, "B4": new, "B6": "town 10: 0"}
    return connects(lines(tracks, HOME), "B4", changed(old, new, raised=raised))


def test_what_is_connected() -> None:
    assert connected("", "track: 0-3")
    assert connected("", "track: 0-2")
    assert not connected("", "track: 1-3")
    assert connected("track: 1-3", "track: 0-3 1-3")
    assert not connected("track: 0-3", "track: 0-3 1-3"), "the new track is not along a line"
    assert connected("town 10: 0", "town 10: 0 3"), "through the town, along the new piece"
    assert not connected("red 10: 0", "red 10: 0 3"), "not through a place that ends every line"


def test_a_raised_city_is_enough_where_the_rules_say_so() -> None:
    old, new = "city 20 slots 1: 0 3", "city 30 slots 2: 0 3"
    assert connected(old, new)
    assert not connected(old, new, raised=False)
    old, new = "city 20 slots 1: 1 3", "city 30 slots 2: 1 3"
    assert not connected(old, new)


def test_a_home_is_connected_with_itself() -> None:
    old, new = "city 20 slots 1: 0", "city 30 slots 1: 0 3"
    board = lines({"B2": new}, HOME)
    assert connects(board, "B2", changed(old, new))
    assert connects(board, "B2", changed(old, new, raised=False))


LAYS = [
    (old, new)
    for old in PIECES
    for new in (*PIECES, "track: 0-3 1-4", "city 30 slots 2: 0 1 2 3 4", "town 10: 0 1 3")
    if old != new and compare(parse_track(old), parse_track(new)) is not None
]


@settings(max_examples=500, deadline=None)
@given(random_boards, st.permutations(HEXES), st.sampled_from(LAYS), st.booleans())
def test_the_quick_answer_is_never_wrong(
    tracks: dict[str, str], places: list[str], lay: tuple[str, str], raised: bool
) -> None:
    """What the old board tells about a lay agrees with the exact answer on the new one."""
    home, name, rival, *_ = places
    old = tracks | {home: "city 20 slots 1: 0 3", name: lay[0], rival: "city 20 slots 1: 0 1 3"}
    tokens = (home, 0, "X"), (rival, 0, "Y")
    found = changed(*lay, raised=raised)
    before, after = lines(old, *tokens), lines(old | {name: lay[1]}, *tokens)
    quick = quick_answer(before, before.from_tokens(), name, parse_track(lay[1]), found)
    assert quick in (None, connects(after, name, found))


def test_the_quick_answer_leaves_homes_open() -> None:
    new = "track: 0-3"
    board = lines({"B2": "city 20 slots 1: 3"}, HOME)
    assert quick_answer(board, board.from_tokens(), "B2", parse_track(new), changed("", new)) is None


def test_verdicts_on_rotations_that_nobody_has_are_not_kept_for_ever() -> None:
    judge = Placements(ground({"B2": ""}, tiles=TILES), RULES, no_labels)
    for rotation in range(6, REMEMBERED + 200):
        with pytest.raises(IllegalAction):
            judge.change(Board(), "B2", "9", rotation)
    assert len(judge._verdicts._judged) == REMEMBERED
