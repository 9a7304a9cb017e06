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
from piercy.rail.router.terms import Terms
from piercy.rail.router.track import UsableTrack

Hops = list[tuple[tuple[int, int], ...]]
Arm = tuple[int, int]
"""How an arm of a walk sets out: its allowance and the first stop it counts (-1: none)."""


@dataclass(frozen=True, slots=True)
class Walks:
    """``best[r][v]``: the most a walk going on from stop v with allowance r can add; ``onward[r][v]``
    the first stop it counts. ``other`` and ``sideways``: the same when that first stop is forbidden."""

    hops: Hops
    best: list[list[int]]
    onward: list[list[int]]
    other: list[list[int]]
    sideways: list[list[int]]


def tabulate_walks(track: UsableTrack, counting: Counting, values: Sequence[int], hops: Hops) -> Walks:
    """Fill the tables, smallest allowance first."""
    size = len(values)
    around = [(stop, hops[stop]) for stop in track.reached if track.through[stop]]
    walks = Walks(hops, [[0] * size], [[-1] * size], [[0] * size], [[-1] * size])
    for allowance in range(1, counting.allowance + 1):
        _add_layer(track, counting, values, around, walks, allowance)
    return walks


def cheapest_hops(track: UsableTrack, costs: Sequence[int] | None, *, skips: bool) -> Hops:
    """For each stop, those that a train may count next, and the least price of getting there.

    ``costs`` are prices of links, if any.
    """
    steps = _cheapest_steps(track, costs)
    return _hops_over_towns(track, steps) if skips else steps


def _cheapest_steps(track: UsableTrack, costs: Sequence[int] | None) -> Hops:
    if costs is None:
        return [tuple((other, 0) for other in around) for around in track.neighbours]
    steps = []
    for around in track.steps:
        cheapest: dict[int, int] = {}
        for _, other, link in around:
            if costs[link] < cheapest.get(other, costs[link] + 1):
                cheapest[other] = costs[link]
        steps.append(tuple(cheapest.items()))
    return steps


def _hops_over_towns(track: UsableTrack, steps: Hops) -> Hops:
    hops: Hops = [() for _ in steps]
    passing = [through and not city for through, city in zip(track.through, track.city, strict=True)]
    for start in track.reached:
        least: dict[int, int] = {start: 0}
        waiting = [(0, start)]
        while waiting:
            cost, stop = heappop(waiting)
            if cost > least[stop]:
                continue
            for other, price in steps[stop]:
                total = cost + price
                if total < least.get(other, total + 1):
                    least[other] = total
                    if passing[other]:
                        heappush(waiting, (total, other))
        del least[start]
        hops[start] = tuple(least.items())
    return hops


def _add_layer(
    track: UsableTrack,
    counting: Counting,
    values: Sequence[int],
    around: list[tuple[int, tuple[tuple[int, int], ...]]],
    walks: Walks,
    allowance: int,
) -> None:
    """Extend the tables by one allowance; every hop leads to a smaller one, already known."""
    size = len(values)
    town, city = (ways[allowance][0][0] if ways[allowance] else -1 for ways in counting.enter)
    lefts = [city if is_city else town for is_city in track.city]
    gains, turned, ahead = [-1] * size, [-1] * size, [-1] * size
    for stop in track.reached:
        left = lefts[stop]
        if left >= 0:
            gains[stop] = values[stop] + walks.best[left][stop]
            turned[stop] = values[stop] + walks.other[left][stop]
            ahead[stop] = walks.onward[left][stop]
    bests, onwards, others, sideways = [0] * size, [-1] * size, [0] * size, [-1] * size
    for stop, hops in around:
        first = second = 0
        towards = aside = -1
        for target, cost in hops:
            gain = (turned[target] if ahead[target] == stop else gains[target]) - cost
            if gain > second:
                if gain > first:
                    second, aside = first, towards
                    first, towards = gain, target
                else:
                    second, aside = gain, target
        bests[stop], onwards[stop], others[stop], sideways[stop] = first, towards, second, aside
    walks.best.append(bests)
    walks.onward.append(onwards)
    walks.other.append(others)
    walks.sideways.append(sideways)


def best_walk(
    track: UsableTrack, counting: Counting, terms: Terms, walks: Walks
) -> tuple[int, tuple[list[int], ...]]:
    """The best walk through a station: what it keeps, tolls given back, and its two arms from there."""
    most = 0
    choice: tuple[int, tuple[Arm, ...]] | None = None
    for anchor in track.anchors:
        for left, _ in counting.enter[track.city[anchor]][counting.allowance]:
            if track.through[anchor]:
                ways = [_two_arms(walks, anchor, first, second) for first, second in counting.splits[left]]
            else:
                ways = [_one_arm(track, counting, terms, walks, anchor, left)]
            for gain, arms in ways:
                keeps = gain + terms.reduced[anchor] + terms.spare
                if keeps > most:
                    most, choice = keeps, (anchor, arms)
    if choice is None:
        return 0, ()
    anchor, chosen = choice
    return most, tuple(_trace(track, counting, walks, anchor, arm) for arm in chosen)


def _one_arm(
    track: UsableTrack, counting: Counting, terms: Terms, walks: Walks, anchor: int, left: int
) -> tuple[int, tuple[Arm, ...]]:
    """The most that an arm adds from a station that cannot be passed."""
    most, head = 0, -1
    for target, cost in walks.hops[anchor]:
        ways = counting.enter[track.city[target]][left]
        if ways:
            after = ways[0][0]
            ahead = walks.other if walks.onward[after][target] == anchor else walks.best
            gain = terms.reduced[target] - cost + ahead[after][target]
            if gain > most:
                most, head = gain, target
    return most, ((left, head),)


def _two_arms(walks: Walks, anchor: int, first: int, second: int) -> tuple[int, tuple[Arm, ...]]:
    """The most that two arms add that set out towards different stops."""
    one, two = walks.best[first][anchor], walks.best[second][anchor]
    head, tail = walks.onward[first][anchor], walks.onward[second][anchor]
    if head != tail or head < 0:
        return one + two, ((first, head), (second, tail))
    aside, beside = walks.other[first][anchor] + two, one + walks.other[second][anchor]
    if aside > beside:
        return aside, ((first, walks.sideways[first][anchor]), (second, tail))
    return beside, ((first, head), (second, walks.sideways[second][anchor]))


def _trace(track: UsableTrack, counting: Counting, walks: Walks, anchor: int, arm: Arm) -> list[int]:
    """The stops that an arm counts, its anchor first."""
    left, here = arm
    before, stops = anchor, [anchor]
    while here >= 0:
        stops.append(here)
        left = counting.enter[track.city[here]][left][0][0]
        onward = walks.onward[left][here]
        if onward == before:
            onward = walks.sideways[left][here]
        before, here = here, onward
    return stops


def cheapest_way(track: UsableTrack, costs: Sequence[int], start: int, end: int, skips: bool) -> list[int]:
    """The links of a cheapest hop; a train that skips towns may pass some on the way."""
    if not skips:
        return [min((costs[link], link) for _, other, link in track.steps[start] if other == end)[1]]
    least, came = {start: 0}, {}
    waiting = [(0, start)]
    while waiting:
        cost, stop = heappop(waiting)
        if stop == end:
            break
        if cost > least[stop] or (stop != start and (track.city[stop] or not track.through[stop])):
            continue
        for _, other, link in track.steps[stop]:
            total = cost + costs[link]
            if total < least.get(other, total + 1):
                least[other], came[other] = total, (stop, link)
                heappush(waiting, (total, other))
    links = []
    while end != start:
        end, link = came[end]
        links.append(link)
    return links
