"""Lowering the bound: prices for contested borders and tolls for stops that walks count twice.

Every round lets each kind of train take its best walk on the present terms. Then the borders and stops
that are wanted too often become dearer, and those that nobody takes cheaper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from piercy.rail.router.budget import Budget
from piercy.rail.router.descent import Descent
from piercy.rail.router.kind import Kind
from piercy.rail.router.network import Network
from piercy.rail.router.terms import SCALE, Terms
from piercy.rail.router.track import UsableTrack
from piercy.rail.router.walks import Hops, Walks, best_walk, cheapest_hops, cheapest_way, tabulate_walks

# A border (a mask of one bit), or a stop as a kind of train sees it.
Key: TypeAlias = int | tuple[int, int]

# What a round is booked as, in search nodes for each kind of train.
ROUND_WORK = 100
FARTHEST = 16


@dataclass(frozen=True, slots=True)
class Deal:
    """Terms for every kind of train, and the bound they give. ``tops``: the most a walk of each keeps."""

    bound: int
    prices: dict[int, int]
    terms: list[Terms]
    walks: list[Walks]
    tops: list[int]


class Relaxation:
    """The trains' walks at changing terms."""

    def __init__(
        self,
        network: Network,
        track: UsableTrack,
        kinds: Sequence[Kind],
        counts: Sequence[int],
        budget: Budget,
    ) -> None:
        self._track = track
        self._kinds = kinds
        self._counts = counts
        self._budget = budget
        self._values = [[value * SCALE for value in kind.values] for kind in kinds]
        self._borders = {link: border_bits(network.links[link].mask) for link in track.links}
        self._links = len(network.links)
        # One toll serves all stops that exclude each other.
        self._place = [(excluded & -excluded).bit_length() - 1 for excluded in track.excludes]
        self._descent: Descent[Key] = Descent()

    def falling_bounds(self, goal: Callable[[], int], rounds: int) -> Iterator[tuple[Deal, Deal]]:
        """The last and the best deal, round after round. ``goal`` tells the next better total."""
        best: Deal | None = None
        for _ in range(rounds):
            self._budget.spend(ROUND_WORK * len(self._kinds))
            deal, over = self._round()
            lower = best is None or deal.bound < best.bound
            if best is None or lower:
                best = deal
            self._descent.note(lower)
            yield deal, best
            # Aim a little below the goal: the bound may fall further than the optimum seen so far. But a
            # goal far away only says that no good set was found yet.
            gap = min(max(deal.bound - goal() * SCALE, 0), deal.bound // FARTHEST) + SCALE
            if not self._descent.step(over, gap):
                return

    def _round(self) -> tuple[Deal, dict[Key, int]]:
        """The deal at the present prices, and what is wanted too often."""
        whole = self._descent.whole()
        prices = {key: price for key, price in whole.items() if isinstance(key, int)}
        costs = [0] * self._links
        for link, borders in self._borders.items():
            for border in borders:
                if border in prices:
                    costs[link] += prices[border]
        over: dict[Key, int] = dict.fromkeys(self._descent.prices, 0)
        terms, walks, tops = [], [], []
        hops: dict[bool, Hops] = {}
        bound = sum(prices.values())
        for index, kind in enumerate(self._kinds):
            term = self._terms(index, whole, costs)
            skips = kind.counting.skips
            if skips not in hops:
                hops[skips] = cheapest_hops(self._track, costs, skips=skips)
            table = tabulate_walks(self._track, kind.counting, term.reduced, hops[skips])
            top, arms = best_walk(self._track, kind.counting, term, table)
            self._count_uses(index, arms, costs, over)
            self._count_visits(index, arms, over)
            terms.append(term)
            walks.append(table)
            tops.append(top)
            bound += top * self._counts[index]
        # Each border is there once, and so is each stop for each train.
        for key in over:
            over[key] -= 1 if isinstance(key, int) else self._counts[key[0]]
        return Deal(bound, prices, terms, walks, tops), over

    def _terms(self, index: int, whole: dict[Key, int], costs: list[int]) -> Terms:
        tolls = {key[1]: toll for key, toll in whole.items() if not isinstance(key, int) and key[0] == index}
        values = self._values[index]
        if not tolls:
            return Terms(values, values, 0, costs)
        reduced = [value - tolls.get(place, 0) for value, place in zip(values, self._place, strict=True)]
        return Terms(values, reduced, sum(tolls.values()), costs)

    def _count_uses(
        self, index: int, arms: tuple[list[int], ...], costs: list[int], over: dict[Key, int]
    ) -> None:
        count, skips = self._counts[index], self._kinds[index].counting.skips
        for arm in arms:
            for start, end in pairwise(arm):
                for link in cheapest_way(self._track, costs, start, end, skips):
                    for border in self._borders[link]:
                        over[border] = over.get(border, 0) + count

    def _count_visits(self, index: int, arms: tuple[list[int], ...], over: dict[Key, int]) -> None:
        visits: dict[int, int] = {}
        for number, arm in enumerate(arms):
            for stop in arm[min(number, 1) :]:
                place = self._place[stop]
                visits[place] = visits.get(place, 0) + 1
        for place, times in visits.items():
            if times > 1 or (index, place) in over:
                over[index, place] = over.get((index, place), 0) + self._counts[index] * times


def border_bits(mask: int) -> tuple[int, ...]:
    """The single borders of a mask."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return tuple(bits)
