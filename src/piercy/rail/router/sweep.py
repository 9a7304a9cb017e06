"""The order in which a sweep meets the stops, and what it must remember at each point.

A sweep decides the links pair of stops by pair of stops. Between two decisions it must remember only
the stops that have links on both sides of the cut; a good order keeps that frontier short.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.rail.router.track import UsableTrack

# Trying every stop as the first is seldom worth its time.
MOST_STARTS = 12


@dataclass(frozen=True, slots=True)
class Meeting:
    """One decision of the sweep: which links between stops ``a`` and ``b`` are used.

    ``leaving`` lists the stops that have no later decision.
    """

    a: int
    b: int
    links: tuple[int, ...]
    leaving: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The decisions in order, and for each stop its place in the frontier while it is there."""

    meetings: tuple[Meeting, ...]
    slots: dict[int, int]
    width: int


def plan_sweep(track: UsableTrack) -> Sweep:
    """Find an order of the stops with a short frontier, and lay out the decisions along it."""
    order = _best_order(track)
    position = {stop: index for index, stop in enumerate(order)}
    between: dict[tuple[int, int], list[int]] = {}
    for stop in order:
        for _, other, link in track.steps[stop]:
            if position[other] < position[stop]:
                between.setdefault((position[stop], position[other]), []).append(link)
    last: dict[int, int] = {}
    pairs = sorted(between)
    for index, (late, early) in enumerate(pairs):
        last[order[late]] = last[order[early]] = index
    meetings = []
    for index, (late, early) in enumerate(pairs):
        ends = (order[late], order[early])
        leaving = tuple(stop for stop in ends if last[stop] == index)
        meetings.append(Meeting(*ends, tuple(between[late, early]), leaving))
    slots, width = _assign_slots(meetings)
    return Sweep(tuple(meetings), slots, width)


def _assign_slots(meetings: list[Meeting]) -> tuple[dict[int, int], int]:
    slots: dict[int, int] = {}
    free: list[int] = []
    width = 0
    for meeting in meetings:
        for stop in (meeting.a, meeting.b):
            if stop not in slots:
                if not free:
                    free.append(width)
                    width += 1
                slots[stop] = free.pop()
        free += [slots[stop] for stop in meeting.leaving]
    return slots, width


def _best_order(track: UsableTrack) -> list[int]:
    stops = [stop for stop in track.reached if track.neighbours[stop]]
    stops.sort(key=lambda stop: len(track.neighbours[stop]))
    best: list[int] = []
    best_cost = 0.0
    for start in stops[:MOST_STARTS]:
        order, cost = _order_from(track, [start, *stops])
        if not best or cost < best_cost:
            best, best_cost = order, cost
    return best


def _order_from(track: UsableTrack, starts: list[int]) -> tuple[list[int], float]:
    """Always take the stop that lengthens the frontier least, the longest waiting first."""
    neighbours = track.neighbours
    unseen = {stop: len(neighbours[stop]) for stop in starts}
    unplaced = dict(unseen)
    waiting: dict[int, None] = {}
    seen: set[int] = set()
    order: list[int] = []
    open_stops: set[int] = set()
    cost = 0.0
    for start in starts:
        newly = [] if start in seen else [start]
        while newly or waiting:
            for stop in newly:
                seen.add(stop)
                waiting[stop] = None
                for other in neighbours[stop]:
                    unseen[other] -= 1
            stop = min(waiting, key=unseen.__getitem__)
            del waiting[stop]
            order.append(stop)
            open_stops.add(stop)
            for other in neighbours[stop]:
                unplaced[other] -= 1
            newly = [other for other in neighbours[stop] if other not in seen]
            open_stops = {placed for placed in open_stops if unplaced[placed]}
            cost += 2.0 ** len(open_stops)
    return order, cost
