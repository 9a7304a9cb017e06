"""All routes that could be part of a better set, thinned out by ever better prices.

A route stays only as long as, at every price tried, it loses no more than the slack: the distance from
the bound at those prices down to the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from piercy.rail.router.budget import Budget
from piercy.rail.router.counted import Course
from piercy.rail.router.descent import Descent
from piercy.rail.router.pack import Choice, Menu
from piercy.rail.router.relax import border_bits
from piercy.rail.router.terms import SCALE

ROUTES_PER_NODE = 3
# Thinning out goes on while so many rounds bring the slack down to this part of what it was.
WORTHWHILE = 0.95
LOOK_EVERY = 10
STRIDE = 0.5
SMALL = 60


class Entry(NamedTuple):
    """A route in the pool; ``value`` is scaled."""

    value: int
    links: tuple[int, ...]
    borders: tuple[int, ...]


class Pool:
    """The routes of each kind of train that are still in question, and the best prices for them."""

    def __init__(
        self,
        routes: Sequence[Sequence[Course]],
        counts: Sequence[int],
        prices: dict[int, int],
        budget: Budget,
    ) -> None:
        self._counts = counts
        self._budget = budget
        self._entries = [_entries(kind, prices) for kind in routes]
        self.prices = prices

    def size(self) -> int:
        return sum(map(len, self._entries))

    def thin_out(self, goal: int) -> bool:
        """Search for better prices and drop what they rule out; False when nothing is left."""
        descent: Descent[int] = Descent(
            {border: float(price) for border, price in self.prices.items()}, STRIDE
        )
        best, looked = 1 << 62, 1 << 62
        number = 0
        while True:
            self._budget.spend(1 + self.size() // ROUTES_PER_NODE)
            prices = descent.whole()
            bound, worths, over = self._round(prices, descent)
            descent.note(bound < best)
            if bound < best:
                best, self.prices = bound, prices
            slack = bound - goal * SCALE
            if slack < 0:
                return False
            self._drop(worths, slack)
            if number % LOOK_EVERY == 0:
                if self.size() < SMALL or best - goal * SCALE > looked * WORTHWHILE:
                    return True
                looked = best - goal * SCALE
            number += 1
            if not descent.step(over, slack + SCALE):
                return True

    def _round(
        self, prices: dict[int, int], descent: Descent[int]
    ) -> tuple[int, list[list[int]], dict[int, int]]:
        bound = sum(prices.values())
        get = prices.get
        over = dict.fromkeys(descent.prices, -1)
        worths = []
        for entries, count in zip(self._entries, self._counts, strict=True):
            kept = [entry.value - sum([get(border, 0) for border in entry.borders]) for entry in entries]
            worths.append(kept)
            top = max(kept)
            bound += top * count
            for border in entries[kept.index(top)].borders:
                over[border] = over.get(border, -1) + count
        return bound, worths, over

    def _drop(self, worths: list[list[int]], slack: int) -> None:
        for index, kept in enumerate(worths):
            floor = max(kept) - slack
            if min(kept) < floor:
                entries = self._entries[index]
                self._entries[index] = [
                    entry for entry, worth in zip(entries, kept, strict=True) if worth >= floor
                ]

    def menus(self) -> tuple[int, list[Menu]]:
        """The bound at the best prices, and what each kind of train may choose from."""
        bound = sum(self.prices.values())
        get = self.prices.get
        menus = []
        for entries, count in zip(self._entries, self._counts, strict=True):
            worths = [entry.value - sum([get(border, 0) for border in entry.borders]) for entry in entries]
            top = max(worths)
            bound += top * count
            order = sorted(range(len(entries)), key=lambda at: (-worths[at], entries[at].links))
            choices = [
                Choice(top - worths[at], entries[at].value // SCALE, entries[at].borders, entries[at].links)
                for at in order
            ]
            menus.append(Menu(choices, count))
        return bound, menus


def _entries(routes: Sequence[Course], prices: dict[int, int]) -> list[Entry]:
    """The best route over each set of borders, prices given back."""
    best: dict[int, Course] = {}
    for route in routes:
        if route.mask not in best or best[route.mask].worth < route.worth:
            best[route.mask] = route
    made = []
    for route in best.values():
        borders = border_bits(route.mask)
        made.append(
            Entry(route.worth + sum(prices.get(border, 0) for border in borders), route.links, borders)
        )
    return made
