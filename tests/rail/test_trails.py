"""Where trails can end, against trying all of them, on track with many loops."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import lines
from tests.rail.test_lines import HEXES, simple_arrivals

from piercy.rail.lines import Lines, Side
from piercy.rail.trails import trail_ends

# Triangles, double switches and crossings, as on brown tiles.
PIECES = (
    "track: 0-2 0-1 1-2",
    "track: 0-3 3-5 0-5",
    "track: 0-3 0-2 1-3 1-2",
    "track: 0-3 1-4 0-1 3-4",
    "track: 1-4 3-5 1-5 3-4",
    "track: 2-5 1-3 2-3 1-5",
    "track: 0-1 2-3 4-5",
    "track: 4-5 0-5",
    "track: 2-3 2-4",
    "town 10: 0 3; town 10: 1 4",
    "city 20 slots 1: 0 1 2 3 4 5",
    "",
)
boards = st.fixed_dictionaries({name: st.sampled_from(PIECES) for name in HEXES})


def ends(board: Lines, exits: list[Side], closed: frozenset[Side] = frozenset()) -> set[Side]:
    return trail_ends(exits, board._arrival, board._leave, closed)


@settings(max_examples=300, deadline=None)
@given(boards, st.sampled_from(HEXES), st.sets(st.integers(0, 5), min_size=1, max_size=3))
def test_against_trying_every_trail(tracks: dict[str, str], home: str, edges: set[int]) -> None:
    board = lines(tracks)
    exits = [(home, edge) for edge in sorted(edges)]
    assert ends(board, exits) == set(simple_arrivals(board, exits))


@settings(max_examples=200, deadline=None)
@given(boards, st.sampled_from(HEXES), st.integers(0, 5), st.sampled_from(HEXES), st.integers(0, 5))
def test_closed_borders_are_not_crossed(
    tracks: dict[str, str], home: str, edge: int, shut: str, shut_edge: int
) -> None:
    board = lines(tracks)
    side = (shut, shut_edge)
    found = ends(board, [(home, edge)], frozenset([side]))
    assert side not in found
    assert board._arrival(side) not in found
    assert found <= ends(board, [(home, edge)])


def test_a_loop_is_run_round_either_way() -> None:
    """B2 leads down to the switch on B4; the loop over C5 and B6 brings lines back to B4, and no further."""
    board = lines({"B2": "", "B4": "track: 0-2 0-3", "C5": "track: 4-5", "B6": "track: 0-1"})
    assert ends(board, [("B2", 3)]) == {
        ("B4", 0),
        ("C5", 5),
        ("B6", 1),
        ("B6", 0),
        ("C5", 4),
        ("B4", 2),
        ("B4", 3),
    }


def test_large_boards_full_of_loops_take_no_time() -> None:
    """Trying all trails of this board would never end."""
    names = [f"{chr(ord('A') + c)}{2 * r + 2 + (c + 1) % 2}" for c in range(16) for r in range(16)]
    board = lines(dict.fromkeys(names, "track: 0-3 1-4 0-1 3-4 2-5"))
    start = time.perf_counter()
    found = ends(board, [("H10", edge) for edge in range(6)])
    assert time.perf_counter() - start < 2
    assert len(found) > 300
