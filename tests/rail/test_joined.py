"""Where all track that meets is joined, lines are found without an exhaustive search, and are the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import ground

from piercy.rail.board import Board, place_token
from piercy.rail.joined import JoinedLines, is_joined
from piercy.rail.lines import Lines
from piercy.rail.tiles import parse_track

HEXES = ("B2", "B4", "B6", "C1", "C3", "C5", "D2", "D4", "D6")
PIECES = (
    "",
    "track: 0-3",
    "track: 1-4 2-5",
    "track: 0-2 0-4 2-4",
    "track: 1-3 1-5 3-5",
    "track: 0-1 0-3 1-3",
    "town 1: 0 1 2 3 4 5",
    "town 1: 1 4",
    "city 3 slots 1: 0 1 2 3 4 5",
    "city 2 slots 2: 1 3 5",
    "mine 2 slots 1: 3",
)


@pytest.mark.parametrize(
    ("track", "joined"),
    [(piece, True) for piece in PIECES]
    + [
        ("track: 0-3 0-4", False),
        ("city 2 slots 1: 0; track: 0-3", False),
        ("town 1: 0 1; town 1: 1 2", False),
    ],
)
def test_what_is_joined(track: str, joined: bool) -> None:
    assert is_joined(parse_track(track)) == joined


@settings(max_examples=200, deadline=None)
@given(
    st.tuples(*(st.sampled_from(PIECES) for _ in HEXES)),
    st.lists(st.tuples(st.sampled_from(HEXES), st.sampled_from("XXY")), min_size=1, max_size=4),
    st.sets(st.tuples(st.sampled_from(HEXES), st.integers(0, 5)), max_size=2),
)
def test_the_same_lines_as_by_exhaustive_search(
    pieces: tuple[str, ...], tokens: list[tuple[str, str]], avoid: set[tuple[str, int]]
) -> None:
    tracks = dict(zip(HEXES, pieces, strict=True))
    board = Board()
    for name, company in tokens:
        if "slots" in tracks[name] and not any(c == company for c, _ in board.tokens.get(name, ())):
            place_token(board, name, 0, company)
    base = ground(tracks)
    slow, fast = Lines(base, board, "X"), JoinedLines(base, board, "X")
    one, other = slow.from_tokens(), fast.from_tokens()
    assert one.arrivals.keys() == other.arrivals.keys()
    assert one.stops.keys() == other.stops.keys()
    for name in HEXES:
        for edge in range(6):
            for banned in (frozenset[tuple[str, int]](), frozenset(avoid)):
                exits = [(name, edge)]
                assert slow.finds_token(exits, banned) == fast.finds_token(exits, banned)
        sides = [(name, edge) for edge in range(6)]
        assert slow.finds_token(sides) == fast.finds_token(sides)
