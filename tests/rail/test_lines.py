"""What a company can trace from its stations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import lines

from piercy.rail.hexes import opposite
from piercy.rail.lines import Lines, Side

# A column of hexes B2 B4 B6 ...: edge 3 leads down, edge 0 up. C3 lies between B2 (edge 2) and B4 (edge 1).
STATION = ("B2", 0, "X")


def test_plain_track_leads_to_a_town_and_on() -> None:
    reach = lines({"B2": "city 20 slots 1: 3", "B4": "track: 0-3", "B6": "town 10: 0 3", "B8": ""}, STATION)
    found = reach.from_tokens()
    assert set(found.stops) == {("B2", 0), ("B6", 0)}
    assert found.stops["B2", 0] is None
    assert found.stops["B6", 0] == ("B6", 0)
    assert found.arrivals == {("B4", 0): None, ("B6", 0): ("B4", 0), ("B8", 0): ("B6", 0)}
    assert found.may_pass(("B8", 0), "B4")
    assert not found.may_pass(("B6", 0), "B6")


CHAIN = {"B2": "city 20 slots 1: 3", "B4": "city 20 slots 1: 0 3", "B6": "city 20 slots 1: 0"}


@pytest.mark.parametrize(
    ("middle", "tokens", "passes"),
    [
        ("city 20 slots 1: 0 3", [], True),
        ("city 20 slots 1: 0 3", ["Y"], False),
        ("city 20 slots 2: 0 3", ["Y"], True),
        ("city 20 slots 2: 0 3", ["Y", "Z"], False),
        ("city 20 slots 2: 0 3", ["Y", "X"], True),
        ("city 20: 0 3", [], True),
        ("town 10: 0 3", [], True),
        ("red 30: 0 3", [], False),
        ("through 30: 0 3", [], True),
        ("mine 10 slots 1: 0 3", ["Y"], False),
    ],
)
def test_what_blocks(middle: str, tokens: list[str], passes: bool) -> None:
    found = lines(CHAIN | {"B4": middle}, STATION, *(("B4", 0, name) for name in tokens)).from_tokens()
    assert ("B4", 0) in found.stops
    assert (("B6", 0) in found.stops) == passes


def test_a_bare_marker_starts_no_line() -> None:
    assert lines(CHAIN, ("B2", -1, "X")).from_tokens().stops == {}


def test_no_reversal_at_a_junction() -> None:
    """B4 joins B2 and C3 to B6: from B2 a line reaches B6 but not C3."""
    board = {
        "B2": "city 20 slots 1: 3",
        "B4": "track: 0-3 1-3",
        "B6": "city 20 slots 1: 0",
        "C3": "town 10: 4",
    }
    found = lines(board, STATION).from_tokens()
    assert set(found.stops) == {("B2", 0), ("B6", 0)}


BALLOON = {
    # B2 - B4 - loop (B4 C5 B6 and back to B4): the only way back to C3 is over the line's own track
    "B2": "city 20 slots 1: 3",
    "B4": "track: 0-2 0-3",
    "C5": "track: 4-5",
    "B6": "track: 0-1",
}


def test_a_line_does_not_run_back_over_its_own_track() -> None:
    """Through the balloon a train would come back to B2, over the track it came by: that is no line."""
    board = BALLOON | {"A3": "town 10: 1 3"}
    board["B2"] = "city 20 slots 1: 3; town 10: 0"
    found = lines(board, STATION).from_tokens()
    assert ("B2", 3) not in found.arrivals
    assert {("B4", 0), ("C5", 5), ("B6", 0), ("B4", 3), ("B4", 2)} <= set(found.arrivals)


def test_the_switch_before_a_balloon() -> None:
    """A3 is joined only for trains that come up from B4: they would have to come back out of the balloon."""
    board = {
        "B0": "city 20 slots 1: 3",
        "B2": "track: 0-3 3-4",
        "A3": "town 10: 1",
        **{name: text for name, text in BALLOON.items() if name != "B2"},
    }
    tokens = ("B0", 0, "X")
    found = lines(board, tokens).from_tokens()
    assert ("A3", 0) not in found.stops
    assert not lines(board, tokens).finds_token([("A3", 1)])


DOUBLES_BACK = {
    # A town A3 as above, but the loop can also be entered a longer way: B0 - C1 - D2 - D4 - C5
    "B0": "city 20 slots 1: 2 3",
    "B2": "track: 0-3 3-4",
    "A3": "town 10: 1",
    "B4": "track: 0-2 0-3",
    "C5": "track: 1-5 4-5",
    "B6": "track: 0-1",
    "C1": "track: 2-5",
    "D2": "track: 3-5",
    "D4": "track: 0-4",
}


def test_another_line_where_the_quick_one_doubles_back() -> None:
    """The shortest way up through B2 is through the balloon; a longer one round the outside is simple."""
    found = lines(DOUBLES_BACK, ("B0", 0, "X")).from_tokens()
    assert ("A3", 0) in found.stops
    assert found.arrivals.keys() == set(
        simple_arrivals(lines(DOUBLES_BACK, ("B0", 0, "X")), [("B0", 2), ("B0", 3)])
    )
    for arrival in found.roundabout:
        assert found.may_pass(arrival, "anything")
    assert lines(DOUBLES_BACK, ("B0", 0, "X")).finds_token([("A3", 1)])


def test_borders_to_be_avoided() -> None:
    board = lines(CHAIN, STATION)
    assert board.finds_token([("B6", 0)])
    assert not board.finds_token([("B6", 0)], frozenset([("B2", 3)]))
    assert not board.finds_token([("B6", 0)], frozenset([("B6", 0)]))
    assert not board.finds_token([("B6", 3)])
    assert not board.finds_token([])


def simple_arrivals(board: Lines, exits: list[Side]) -> Iterator[Side]:
    """Every arrival of every simple line, by trying all of them."""
    beside = board.ground.atlas.beside

    def walk(side: Side, used: frozenset[Side]) -> Iterator[Side]:
        name = beside[side[0]][side[1]]
        if name is None or side in used:
            return
        edge = opposite(side[1])
        yield name, edge
        track = board.track(name)
        onward = set(track.onward[edge])
        for index in track.stops_at[edge]:
            if board.open(name, index):
                onward |= set(track.stops[index].edges) - {edge}
        for other in sorted(onward):
            yield from walk((name, other), used | {side, (name, edge)})

    for side in exits:
        yield from walk(side, frozenset())


HEXES = ("B2", "B4", "B6", "C1", "C3", "C5", "C7", "A3", "A5")
PIECES = (
    "",
    "track: 0-3",
    "track: 1-4",
    "track: 2-5",
    "track: 0-2 0-3",
    "track: 1-3 3-5",
    "track: 0-1 0-5",
    "track: 0-1",
    "track: 2-3",
    "track: 4-5",
    "track: 2-4 3-4",
    "track: 1-5 4-5",
    "town 10: 0 3",
    "city 20 slots 1: 0 2 4",
    "city 20 slots 1: 1 3",
    "red 30: 0 3",
    "track: 0-2 1-3",
    "track: 0-4 1-4",
    "track: 0-5 1-2 3-4",
    "track: 0-3 1-3 2-5",
)
random_boards = st.fixed_dictionaries({name: st.sampled_from(PIECES) for name in HEXES})


@settings(max_examples=300, deadline=None)
@given(random_boards, st.sampled_from(HEXES), st.sampled_from(HEXES))
def test_against_trying_every_line(tracks: dict[str, str], home: str, rival: str) -> None:
    tracks = tracks | {home: "city 20 slots 1: 0 3"}
    board = lines(tracks, (home, 0, "X"), *([(rival, 0, "Y")] if rival != home else []))
    exits = [(home, 0), (home, 3)]
    expected = set(simple_arrivals(board, exits))
    found = board.from_tokens()
    assert found.arrivals.keys() == expected
    assert found.stops.keys() == {(home, 0)} | {
        (name, index) for name, edge in expected for index in board.track(name).stops_at[edge]
    }


@settings(max_examples=200, deadline=None)
@given(random_boards, st.sampled_from(HEXES), st.sampled_from(HEXES), st.integers(0, 5))
def test_finding_a_station_against_trying_every_line(
    tracks: dict[str, str], home: str, start: str, edge: int
) -> None:
    board = lines(tracks | {home: "city 20 slots 1: 0 3"}, (home, 0, "X"))
    expected = any(
        name == home and arrived in (0, 3) for name, arrived in simple_arrivals(board, [(start, edge)])
    )
    assert board.finds_token([(start, edge)]) == expected
