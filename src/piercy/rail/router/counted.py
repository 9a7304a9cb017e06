"""Routes of one train that counts its stops: depth first from each station, closed by bounds.

A route is anchored at its lowest-numbered station and consists of two arms from there. The first arm
is grown, then the second; a branch is closed when even the best walk from where it stands could not
lift it to the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from piercy.rail.router.budget import Budget
from piercy.rail.router.kind import Counting
from piercy.rail.router.track import Track
from piercy.rail.router.walks import tabulate_walks

Steps: TypeAlias = tuple[tuple[int, int, int], ...]

# (bound, worth, allowance left, dearest town skipped, last stop counted, stop reached, mask, link, links
# that may open the second arm)
_Branch: TypeAlias = tuple[int, int, int, int, int, int, int, int, Steps]


class Route(NamedTuple):
    """A way to run: what it is worth (less the prices of its links), its borders, and its links."""

    worth: int
    mask: int
    links: tuple[int, ...]


class CountedSearch:
    """All questions about the routes of one kind of train, at given prices of links."""

    __slots__ = (
        "_ahead_known", "_anchor", "_anchor_side", "_best_only", "_budget", "_costs", "_counting", "_enter",
        "_floor", "_forbidden", "_found", "_track", "_values", "_walks",
    )  # fmt: skip

    def __init__(
        self,
        track: Track,
        counting: Counting,
        values: Sequence[int],
        budget: Budget,
        costs: Sequence[int] | None = None,
    ) -> None:
        self._track = track
        self._counting = counting
        self._values = values
        self._budget = budget
        self._costs = costs
        self._enter = [counting.enter[city] for city in track.city]
        self._walks = tabulate_walks(track, counting, values, costs)
        self._ahead_known: dict[tuple[int, int, int], int] = {}
        self._anchor_side: list[int] = []
        self._anchor = self._floor = self._forbidden = 0
        self._found: list[Route] = []
        self._best_only = False

    def best(self, forbidden: int = 0, floor: int = 1) -> Route | None:
        """The route worth most, if it is worth at least ``floor`` and avoids forbidden borders."""
        self._best_only = True
        self._search(forbidden, floor)
        return self._found[-1] if self._found else None

    def above(self, floor: int, forbidden: int = 0) -> list[Route]:
        """Every route worth at least ``floor`` that avoids forbidden borders."""
        self._best_only = False
        self._search(forbidden, floor)
        return self._found

    def ceiling(self) -> int:
        """No route is worth more than this."""
        best, whole = self._walks.best, self._counting.allowance
        return max(
            (
                self._values[anchor] + best[first][anchor] + best[second][anchor]
                for anchor in self._track.stations
                for left, _ in self._enter[anchor][whole]
                for first, second in self._counting.splits[left]
            ),
            default=0,
        )

    def _search(self, forbidden: int, floor: int) -> None:
        self._forbidden, self._floor, self._found = forbidden, floor, []
        track, lower = self._track, 0
        for anchor in track.stations:
            self._anchor = anchor
            for left, _ in self._enter[anchor][self._counting.allowance]:
                self._search_from(anchor, lower | track.excludes[anchor], left)
            lower |= 1 << anchor

    def _search_from(self, anchor: int, banned: int, left: int) -> None:
        """Start the first arm on each link of the anchor; the second may only use later links."""
        track = self._track
        best, onward, other = self._walks.best, self._walks.onward, self._walks.other
        steps = track.steps[anchor]
        for position, step in enumerate(steps):
            head = step[1]
            self._ahead_known.clear()
            if track.through[anchor]:
                self._anchor_side = [
                    other[r][anchor] if onward[r][anchor] == head else best[r][anchor]
                    for r in range(left + 1)
                ]
                later = steps[position + 1 :]
            else:
                self._anchor_side = [0] * (left + 1)
                later = ()
            branches: list[_Branch] = []
            self._collect(
                branches, (step,), anchor, banned, self._forbidden, self._values[anchor], left, -1, (), later
            )
            self._follow(branches, banned, self._forbidden, ())

    def _grow(
        self,
        stop: int,
        last: int,
        banned: int,
        used: int,
        worth: int,
        left: int,
        skipped: int,
        links: tuple[int, ...],
        later: Steps,
    ) -> None:
        """Lengthen the arm that ends at ``stop``, or open the second arm with a link of ``later``."""
        self._budget.spend(1)
        branches: list[_Branch] = []
        if self._track.through[stop]:
            steps = self._track.steps[stop]
            self._collect(branches, steps, last, banned, used, worth, left, skipped, links, later)
        if later:
            self._collect(branches, later, self._anchor, banned, used, worth, left, skipped, links, ())
        self._follow(branches, banned, used, links)

    def _follow(self, branches: list[_Branch], banned: int, used: int, links: tuple[int, ...]) -> None:
        """Most promising first, so that the floor rises early."""
        if len(branches) > 1:
            branches.sort(key=_promise, reverse=True)
        excludes = self._track.excludes
        for bound, worth, left, skipped, last, stop, mask, link, later in branches:
            if bound >= self._floor:
                self._grow(
                    stop,
                    last,
                    banned | excludes[stop],
                    used | mask,
                    worth,
                    left,
                    skipped,
                    (*links, link),
                    later,
                )

    def _collect(
        self,
        branches: list[_Branch],
        steps: Steps,
        last: int,
        banned: int,
        used: int,
        worth: int,
        left: int,
        skipped: int,
        links: tuple[int, ...],
        later: Steps,
    ) -> None:
        """Try each step: keep the routes it completes and the branches worth growing."""
        values, costs, enter, walks = self._values, self._costs, self._enter, self._walks
        for mask, target, link in steps:
            if used & mask or banned >> target & 1:
                continue
            paid = worth if costs is None else worth - costs[link]
            ways = enter[target][left]
            for after, pays in ways:
                total, passed = paid, skipped
                if not pays:
                    passed = max(skipped, values[target])
                elif values[target] <= skipped and len(ways) > 1:
                    # Counting the town skipped before would have been as good.
                    continue
                else:
                    total += values[target]
                    if total >= self._floor:
                        self._keep(Route(total, (used | mask) ^ self._forbidden, (*links, link)))
                if not after:
                    continue
                if later:
                    bound = total + self._ahead(target, last, after)
                elif walks.onward[after][target] == last:
                    bound = total + walks.other[after][target]
                else:
                    bound = total + walks.best[after][target]
                if bound >= self._floor:
                    branches.append(
                        (bound, total, after, passed, target if pays else last, target, mask, link, later)
                    )

    def _keep(self, route: Route) -> None:
        self._found.append(route)
        if self._best_only:
            self._floor = route.worth + 1

    def _ahead(self, stop: int, last: int, left: int) -> int:
        """The most that both arms together can add, the first of them standing at ``stop``."""
        key = (stop, last, left)
        known = self._ahead_known.get(key)
        if known is None:
            best, onward, other = self._walks.best, self._walks.onward, self._walks.other
            side = self._anchor_side
            known = self._ahead_known[key] = max(
                (other[r][stop] if onward[r][stop] == last else best[r][stop]) + side[rest]
                for r, rest in self._counting.splits[left]
            )
        return known


def _promise(branch: _Branch) -> int:
    return branch[0]
