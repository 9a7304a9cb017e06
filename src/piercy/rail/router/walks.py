"""An upper bound on what a route can still earn: the best walk, allowed to repeat stops.

A walk forgets which stops it has counted, except that it never goes straight back to the last one.
That makes it cheap to tabulate for every stop and every allowance, and it can only earn more than a
route does. It moves in hops from one counted stop to the next; a train that skips towns hops over
any number of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from piercy.rail.router.kind import Counting
from piercy.rail.router.track import Track

Hops = list[tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class Walks:
    """``best[r][v]``: the most a walk going on from stop v with allowance r can add; ``onward[r][v]``
    the first stop it counts, and ``other[r][v]`` the most when that first stop is forbidden."""

    best: list[list[int]]
    onward: list[list[int]]
    other: list[list[int]]


def tabulate_walks(
    track: Track, counting: Counting, values: Sequence[int], costs: Sequence[int] | None
) -> Walks:
    """Fill the tables, smallest allowance first. ``costs`` are prices of links, if any."""
    size = len(values)
    hops = _cheapest_steps(track, costs)
    if any(len(ways) > 1 for ways in counting.enter[0]):
        hops = _hops_over_towns(track, hops)
    walks = Walks([[0] * size], [[-1] * size], [[0] * size])
    for allowance in range(1, counting.allowance + 1):
        _add_layer(track, counting, values, hops, walks, allowance)
    return walks


def _cheapest_steps(track: Track, costs: Sequence[int] | None) -> Hops:
    if costs is None:
        return [tuple((other, 0) for other in around) for around in track.neighbours]
    steps = []
    for around in track.steps:
        cheapest: dict[int, int] = {}
        for _, other, link in around:
            if costs[link] < cheapest.get(other, costs[link] + 1):
                cheapest[other] = costs[link]
        steps.append(tuple(sorted(cheapest.items())))
    return steps


def _hops_over_towns(track: Track, steps: Hops) -> Hops:
    """For each stop, the stops that can be counted next and the least price of getting there."""
    hops: Hops = [() for _ in steps]
    for start in track.reached:
        least: dict[int, int] = {start: 0}
        waiting = [(0, start)]
        while waiting:
            cost, stop = heappop(waiting)
            if cost > least[stop]:
                continue
            for other, price in steps[stop]:
                if cost + price < least.get(other, cost + price + 1):
                    least[other] = cost + price
                    if track.through[other] and not track.city[other]:
                        heappush(waiting, (cost + price, other))
        del least[start]
        hops[start] = tuple(sorted(least.items()))
    return hops


def _add_layer(
    track: Track, counting: Counting, values: Sequence[int], hops: Hops, walks: Walks, allowance: int
) -> None:
    """Extend the tables by one allowance; every hop leads to a smaller one, already known."""
    size = len(values)
    bests, onwards, others = [0] * size, [-1] * size, [0] * size
    left = [ways[allowance][0][0] if ways[allowance] else -1 for ways in counting.enter]
    city, through = track.city, track.through
    for stop in track.reached:
        if not through[stop]:
            continue
        first, second, towards = 0, 0, -1
        for target, cost in hops[stop]:
            after = left[city[target]]
            if after < 0:
                continue
            gain = values[target] - cost
            gain += (
                walks.other[after][target]
                if walks.onward[after][target] == stop
                else walks.best[after][target]
            )
            if gain > first:
                first, second, towards = gain, first, target
            elif gain > second:
                second = gain
        bests[stop], onwards[stop], others[stop] = first, towards, second
    walks.best.append(bests)
    walks.onward.append(onwards)
    walks.other.append(others)
