"""Routes of one train that counts its stops: depth first from each station, closed by bounds.

A route is anchored at its lowest-numbered station and consists of two arms from there. The first arm
is grown, then the second; a branch is closed when even the best walk from where it stands could not
lift it to the floor.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from piercy.rail.router.budget import Budget, FenceError
from piercy.rail.router.kind import Counting
from piercy.rail.router.terms import Terms
from piercy.rail.router.track import UsableTrack
from piercy.rail.router.walks import Walks, cheapest_hops, tabulate_walks

Steps: TypeAlias = tuple[tuple[int, int, int], ...]


class Course(NamedTuple):
    """A way to run: what it is worth (less the prices of its borders), its borders, and its links."""

    worth: int
    mask: int
    links: tuple[int, ...]


# A route begun: (bound, promise, worth, allowance left, dearest town skipped, last stop counted, stop
# reached, stops banned, borders used, links, links that may open the second arm). The promise is its
# worth plus the tolls of all stops it has not counted. A plain tuple, for speed.
_Branch: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, tuple[int, ...], Steps]


class CountedSearch:
    """All questions about the routes of one kind of train, on given terms."""

    __slots__ = (
        "_ahead_known",
        "_anchor",
        "_anchor_side",
        "_best_only",
        "_budget",
        "_counting",
        "_enter",
        "_floor",
        "_forbidden",
        "_found",
        "_reduced",
        "_step",
        "_terms",
        "_track",
        "complete",
        "walks",
    )

    def __init__(
        self,
        track: UsableTrack,
        counting: Counting,
        terms: Terms,
        budget: Budget,
        step: int = 1,
        walks: Walks | None = None,
    ) -> None:
        self._track = track
        self._counting = counting
        self._terms = terms
        self._budget = budget
        self._step = step
        self._enter = [counting.enter[city] for city in track.city]
        self._reduced = terms.reduced
        self.walks = walks or tabulate_walks(
            track, counting, terms.reduced, cheapest_hops(track, terms.costs, skips=counting.skips)
        )
        self.complete = True
        self._ahead_known: dict[tuple[int, int, int], int] = {}
        self._anchor_side: list[int] = []
        self._anchor = self._floor = self._forbidden = 0
        self._found: list[Course] = []
        self._best_only = False

    def best(self, forbidden: int = 0, floor: int = 1, effort: int | None = None) -> Course | None:
        """The route worth most, if it is worth at least ``floor`` and avoids forbidden borders.

        With a limited ``effort`` it may miss the best; ``complete`` tells.
        """
        self._best_only = True
        self.complete = True
        self._budget.fence(effort)
        try:
            self._search(forbidden, floor)
        except FenceError:
            self.complete = False
        finally:
            self._budget.fence(None)
        return self._found[-1] if self._found else None

    def above(self, floor: int, forbidden: int = 0) -> list[Course]:
        """Every route worth at least ``floor`` that avoids forbidden borders."""
        self._best_only = False
        self._search(forbidden, floor)
        return self._found

    def _search(self, forbidden: int, floor: int) -> None:
        self._forbidden, self._floor, self._found = forbidden, floor, []
        track, lower = self._track, 0
        for anchor in track.anchors:
            self._anchor = anchor
            for left, _ in self._enter[anchor][self._counting.allowance]:
                self._search_from(anchor, lower | track.excludes[anchor], left)
            lower |= 1 << anchor

    def _search_from(self, anchor: int, banned: int, left: int) -> None:
        """Start the first arm on each link of the anchor; the second may only use later links."""
        track = self._track
        best, onward, other = self.walks.best, self.walks.onward, self.walks.other
        steps = track.steps[anchor]
        promise, worth = self._terms.spare + self._reduced[anchor], self._terms.values[anchor]
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
            start = (0, promise, worth, left, -1, anchor, anchor, banned, self._forbidden, (), later)
            branches: list[_Branch] = []
            self._collect(branches, start, (step,), anchor, later)
            self._follow(branches)

    def _grow(self, branch: _Branch) -> None:
        """Lengthen the arm, or open the second arm."""
        self._budget.spend(1)
        branches: list[_Branch] = []
        last, stop, later = branch[5], branch[6], branch[10]
        if self._track.through[stop]:
            self._collect(branches, branch, self._track.steps[stop], last, later)
        if later:
            self._collect(branches, branch, later, self._anchor, ())
        self._follow(branches)

    def _follow(self, branches: list[_Branch]) -> None:
        """Most promising first, so that the floor rises early."""
        if len(branches) > 1:
            branches.sort(key=_bound, reverse=True)
        for branch in branches:
            if branch[0] < self._floor:
                break
            self._grow(branch)

    def _collect(
        self, branches: list[_Branch], branch: _Branch, steps: Steps, last: int, later: Steps
    ) -> None:
        """Try each step: keep the routes it completes and the branches worth growing."""
        _, promise, worth, left, skipped, _, _, banned, used, links, _ = branch
        values, costs, reduced, enter = self._terms.values, self._terms.costs, self._reduced, self._enter
        best, onward, other = self.walks.best, self.walks.onward, self.walks.other
        for mask, target, link in steps:
            if used & mask or banned >> target & 1:
                continue
            cost = 0 if costs is None else costs[link]
            value = values[target]
            ways = enter[target][left]
            for after, pays in ways:
                if not pays:
                    hope, total, counted = promise - cost, worth - cost, last
                    dearest = max(skipped, value)
                elif value <= skipped and len(ways) > 1:
                    # Counting the town skipped before would have been as good.
                    continue
                else:
                    hope, total = promise + reduced[target] - cost, worth + value - cost
                    dearest, counted = skipped, target
                    if total >= self._floor:
                        self._keep(Course(total, (used | mask) ^ self._forbidden, (*links, link)))
                if not after:
                    continue
                if later:
                    bound = hope + self._ahead(target, last, after)
                else:
                    bound = hope + (other if onward[after][target] == last else best)[after][target]
                if bound >= self._floor:
                    barred, over, way = banned | self._track.excludes[target], used | mask, (*links, link)
                    branches.append(
                        (bound, hope, total, after, dearest, counted, target, barred, over, way, later)
                    )

    def _keep(self, route: Course) -> None:
        self._found.append(route)
        if self._best_only:
            self._floor = route.worth + self._step

    def _ahead(self, stop: int, last: int, left: int) -> int:
        """The most that can still be added by the arm at ``stop`` and the second arm together."""
        key = (stop, last, left)
        known = self._ahead_known.get(key)
        if known is None:
            best, onward, other, side = (
                self.walks.best,
                self.walks.onward,
                self.walks.other,
                self._anchor_side,
            )
            known = self._ahead_known[key] = max(
                [
                    (other[r][stop] if onward[r][stop] == last else best[r][stop]) + side[rest]
                    for r, rest in self._counting.splits[left]
                ]
            )
        return known


def _bound(branch: _Branch) -> int:
    return branch[0]
