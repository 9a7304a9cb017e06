"""Where trails can end: lines that cross no border twice, on any track, found without trying them one by one.

Every border has two sides, one in each hex. A trail crosses a border from one side to the other, runs along
a piece of track to another side of the hex, crosses that border, and so on. So the borders are a matching
between sides, the pieces of track are the other edges of a graph, and a trail is a simple path that
alternates between the two. Such paths from one start are found by Edmonds' search: a tree of alternating
paths is grown from the start, and where two of its branches meet head on they close a loop, which can be run
round either way, so that both sides of every border in it can be arrived at. The loop is treated as one from
then on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

Side = tuple[str, int]
"""A hex and one of its edges."""

_START: Side = ("", -1)


def trail_ends(
    exits: Iterable[Side],
    across: Callable[[Side], Side | None],
    leave: Callable[[Side], Iterable[Side]],
    closed: Collection[Side],
) -> set[Side]:
    """All sides at which a trail arrives that begins by crossing the border at one of the exits.

    ``across`` gives the other side of a border, None at the end of the board; ``leave`` the sides that track
    joins to a side of the same hex. Sides in ``closed`` are not crossed in either direction.
    """
    search = _Search(across, leave, closed)
    search.grow(exits)
    return search.arrivals


class _Search:
    """The tree of alternating paths. Its sides are departures or arrivals; in a loop they are both."""

    def __init__(
        self,
        across: Callable[[Side], Side | None],
        leave: Callable[[Side], Iterable[Side]],
        closed: Collection[Side],
    ) -> None:
        self._across = across
        self._leave = leave
        self._closed = closed
        self.arrivals: set[Side] = set()
        self._queue: list[Side] = []
        self._came_from: dict[Side, Side] = {}
        """Departure -> the arrival (or the start) from which track led to it."""
        self._loop: dict[Side, Side] = {}
        """Side in a loop -> a side nearer to where the loop hangs on the tree."""

    def grow(self, exits: Iterable[Side]) -> None:
        for side in exits:
            self._step(_START, side)
        for arrival in self._queue:
            for side in self._leave(arrival):
                self._step(arrival, side)

    def _step(self, arrival: Side, side: Side) -> None:
        """Run along a piece of track from an arrival to the side by which it leaves the hex."""
        if side in self.arrivals:
            self._close_loop(arrival, side)
            return
        beyond = self._across(side)
        if side in self._came_from or beyond is None or side in self._closed or beyond in self._closed:
            return
        self._came_from[side] = arrival
        self._arrive(beyond)

    def _arrive(self, side: Side) -> None:
        self.arrivals.add(side)
        self._queue.append(side)

    def _close_loop(self, one: Side, other: Side) -> None:
        """Two arrivals are joined by track: what lies between them and their common stem is a loop."""
        stem = self._meeting(one, other)
        for branch in (one, other):
            top = self._top(branch)
            while top != stem:
                departure = self._across(top)
                assert departure is not None
                self._loop[top] = self._loop[departure] = stem
                if departure not in self.arrivals:
                    self._arrive(departure)
                top = self._top(self._came_from[departure])

    def _meeting(self, one: Side, other: Side) -> Side:
        """The nearest loop or side of the tree through which the paths to both arrivals run."""
        seen = set()
        top = self._top(one)
        while top != _START:
            seen.add(top)
            top = self._before(top)
        top = self._top(other)
        while top != _START and top not in seen:
            top = self._before(top)
        return top

    def _before(self, top: Side) -> Side:
        departure = self._across(top)
        assert departure is not None
        return self._top(self._came_from[departure])

    def _top(self, side: Side) -> Side:
        """The side by which the path from the start comes to the loop that the side is in."""
        while side in self._loop:
            following = self._loop[side]
            if following in self._loop:
                self._loop[side] = self._loop[following]
            side = following
        return side
