"""Lines on boards where all track that meets is joined: every switch can be taken from every side.

There a tile falls into places (a stop, a junction, a single piece of track) whose arms are joined with each
other, and lines are the trails of an ordinary graph of such places. Whether a place can be reached without
crossing some border is then a matter of connection, and the exhaustive search that general track needs is
not called for.
"""

from __future__ import annotations

from collections.abc import Callable

from piercy.rail.lines import Lines, Side
from piercy.rail.tiles import Track


def is_joined(track: Track) -> bool:
    """Whether all arms that meet anywhere in the track are joined with each other."""
    for edge in track.edges:
        stops, onward = track.stops_at[edge], set(track.onward[edge])
        if len(stops) + bool(onward) != 1:
            return False
        if any({edge, *onward} - {other} != set(track.onward[other]) for other in onward):
            return False
    return True


class JoinedLines(Lines):
    """The lines of one company; every track on the board must be joined."""

    def _arrives(self, exits: list[Side], target: Side) -> bool:
        side = self._arrival(target)
        if side is None:
            return False
        if side in exits:
            return True
        shut = frozenset((side, target))
        starts = [
            start for first in exits if (start := self._arrival(first)) is not None and first not in shut
        ]
        return any(side in self._leave(arrival) for arrival in self._spread(starts, shut))

    def _search(self, exits: list[Side], goal: Callable[[Side], bool], avoid: frozenset[Side]) -> bool:
        return any(self._leads(first, goal, avoid) for first in exits)

    def _leads(self, first: Side, goal: Callable[[Side], bool], avoid: frozenset[Side]) -> bool:
        """Whether a line that leaves by a side comes to an arrival that is a goal."""
        start = self._arrival(first)
        if start is None or first in avoid or start in avoid:
            return False
        if goal(start):
            return True
        closed = avoid | {first, start}
        backwards: list[Side] = []
        for arrival in self._spread([start], closed):
            # the first way to a place crosses no border of the place but the last
            for side in self._leave(arrival):
                following = self._arrival(side)
                if following is None or side in closed or following in closed:
                    continue
                if goal(following):
                    return True
            before = self._arrival(arrival)
            if arrival != start and before is not None and goal(before):
                backwards.append(arrival)
        return any(self._returns(start, side, closed) for side in backwards)

    def _spread(self, starts: list[Side], closed: frozenset[Side]) -> list[Side]:
        """One arrival at every place that can be reached, the nearest first."""
        queue = list({self._place(start): start for start in starts}.values())
        seen = {self._place(start) for start in starts}
        for arrival in queue:
            for side in self._leave(arrival):
                following = self._arrival(side)
                if following is None or side in closed or following in closed:
                    continue
                place = self._place(following)
                if place not in seen:
                    seen.add(place)
                    queue.append(following)
        return queue

    def _returns(self, start: Side, side: Side, closed: frozenset[Side]) -> bool:
        """Whether a line comes to a place without crossing one of its borders, and may then leave by it."""
        across = self._arrival(side)
        shut = closed | {side} if across is None else closed | {side, across}
        return any(side in self._leave(arrival) for arrival in self._spread([start], shut))

    def _place(self, arrival: Side) -> tuple[str, int]:
        """The stop, junction or piece of track that an arrival leads to."""
        name, edge = arrival
        track = self.track(name)
        if stops := track.stops_at[edge]:
            return name, -1 - stops[0]
        return name, min((edge, *track.onward[edge]))
