"""Prices for contested borders, so that trains bound separately do not all count on the same track.

When each border costs something and each train runs the route that is best after paying, then the
sum of what the trains keep plus all the prices is an upper bound on what they can earn together
(Lagrangian duality). Raising the prices of borders that several trains want, and lowering those of
borders that nobody takes, brings that bound down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from piercy.rail.router.budget import Budget
from piercy.rail.router.counted import CountedSearch, Route
from piercy.rail.router.kind import Kind
from piercy.rail.router.network import Network
from piercy.rail.router.track import Track

# Prices and values are whole numbers of this fraction, so that every bound is exact.
SCALE = 64
ROUNDS = 40
PATIENCE = 4


@dataclass(frozen=True, slots=True)
class Priced:
    """The trains at given prices: one search and the best priced worth for each kind of train."""

    bound: int
    prices: dict[int, int]
    searches: list[CountedSearch]
    tops: list[int]
    routes: list[Route | None]


def border_bits(mask: int) -> list[int]:
    """The single borders of a mask."""
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits


def falling_bounds(
    network: Network,
    track: Track,
    kinds: Sequence[Kind],
    counts: Sequence[int],
    budget: Budget,
    goal: Callable[[], int],
) -> Iterator[Priced]:
    """The best prices so far, round after round. ``goal`` tells the total that would be an improvement;
    there is no need to go on once the bound is below it."""
    prices: dict[int, float] = {}
    best: Priced | None = None
    stride, stale = 1.0, 0
    for _ in range(ROUNDS):
        priced = run_at_prices(network, track, kinds, counts, budget, _whole(prices))
        if best is None or priced.bound < best.bound:
            best, stale = priced, 0
        else:
            stale += 1
            if stale >= PATIENCE:
                stride, stale = stride / 2, 0
        yield best
        # Aim a little below the goal: the bound may fall further than the optimum seen so far.
        gap = max(priced.bound - goal() * SCALE, 0) + SCALE
        if not _adjust(prices, priced, counts, stride, gap):
            return


def run_at_prices(
    network: Network,
    track: Track,
    kinds: Sequence[Kind],
    counts: Sequence[int],
    budget: Budget,
    prices: dict[int, int],
) -> Priced:
    """Each kind's best route after paying, and the bound that follows."""
    costs = [0] * len(network.links)
    for link in track.links:
        mask = network.links[link].mask
        costs[link] = sum(price for border, price in prices.items() if border & mask)
    searches, tops, routes = [], [], []
    bound = sum(prices.values())
    for kind, count in zip(kinds, counts, strict=True):
        values = [value * SCALE for value in kind.values]
        search = CountedSearch(track, kind.counting, values, budget, costs)
        route = search.best()
        searches.append(search)
        routes.append(route)
        tops.append(route.worth if route else 0)
        bound += tops[-1] * count
    return Priced(bound, prices, searches, tops, routes)


def _whole(prices: dict[int, float]) -> dict[int, int]:
    return {border: round(price) for border, price in prices.items() if round(price) > 0}


def _adjust(prices: dict[int, float], priced: Priced, counts: Sequence[int], stride: float, gap: int) -> bool:
    """A step against the subgradient; False when no price wants to move."""
    takers: dict[int, int] = {}
    for route, count in zip(priced.routes, counts, strict=True):
        for border in border_bits(route.mask if route else 0):
            takers[border] = takers.get(border, 0) + count
    slope = {border: takers.get(border, 0) - 1 for border in {*takers, *priced.prices}}
    norm = sum(excess * excess for excess in slope.values())
    if not norm:
        return False
    step = stride * gap / norm
    for border in sorted(slope):
        prices[border] = max(0.0, prices.get(border, 0.0) + step * slope[border])
    return True
