"""All trains of a company together: a good set of routes first, then the proof that none is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from piercy.rail.router.budget import Budget, FenceError
from piercy.rail.router.counted import CountedSearch, Course
from piercy.rail.router.frontier import FrontierSearch
from piercy.rail.router.kind import Kind, kind_of
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.pack import Choice, Packer
from piercy.rail.router.pool import Pool
from piercy.rail.router.relax import Deal, Relaxation
from piercy.rail.router.terms import SCALE, Terms
from piercy.rail.router.track import common_unit, lay_track
from piercy.rail.router.walks import best_walk

# How the work is shared out, in search nodes and in rounds of pricing.
FIRST_EFFORT = 600
SUGGEST_EFFORT = 400
TRY_EFFORT = 2000
ROUNDS = 120
SUGGEST_EVERY = 9
TRY_EVERY = 8
PARTS = (4, 1)
RETRY_WITHIN = 0.65

Search: TypeAlias = CountedSearch | FrontierSearch


class Team:
    """The search for the best routes of several trains. ``routes`` and ``bound`` hold at any time."""

    def __init__(self, network: Network, runners: Sequence[Runner], budget: Budget) -> None:
        self.network = network
        self.budget = budget
        self.track = lay_track(network)
        self.routes: dict[int, tuple[int, ...]] = {}
        self.earned = 0
        self.bound = 0
        kinds = [kind_of(network, self.track, runner) for runner in runners] if self.track.anchors else []
        self.unit = common_unit([kind.values for kind in kinds])
        self.kinds: list[Kind] = []
        self.members: list[list[int]] = []
        for number, kind in enumerate(kinds):
            if kind in self.kinds:
                self.members[self.kinds.index(kind)].append(number)
            else:
                self.kinds.append(kind)
                self.members.append([number])
        self.counts = [len(numbers) for numbers in self.members]

    def search(self) -> None:
        """Raise ``earned`` and lower ``bound`` until they meet."""
        plain = [Terms(kind.values, kind.values) for kind in self.kinds]
        counted = [
            CountedSearch(self.track, kind.counting, terms, self.budget, self.unit)
            for kind, terms in zip(self.kinds, plain, strict=True)
        ]
        tops = [
            best_walk(self.track, kind.counting, terms, search.walks)[0]
            for kind, terms, search in zip(self.kinds, plain, counted, strict=True)
        ]
        searches: list[Search] = list(counted)
        self._limit(tops)
        start: dict[int, Course] = {}
        for index, search in enumerate(counted):
            route = search.best(effort=FIRST_EFFORT)
            complete = search.complete
            if not complete and self.kinds[index].endless:
                sweep = FrontierSearch(self.network, self.track, plain[index], self.budget, self.unit)
                route, complete = sweep.best(), True
                searches[index] = sweep
            if complete:
                tops[index] = route.worth if route else 0
                self._limit(tops)
            if route is not None and not start:
                start[self.members[index][0]] = route
        self._settle(start, searches, 1)
        if self._open():
            self._close()
        self.bound = self.earned

    def _limit(self, tops: list[int]) -> None:
        self.bound = sum(top * count for top, count in zip(tops, self.counts, strict=True))

    def _open(self) -> bool:
        return self.bound >= self.earned + self.unit

    def _goal(self) -> int:
        return self.earned + self.unit

    def _close(self) -> None:
        """Price the contested borders until every set that could still be better can be tried."""
        effort, worthwhile = TRY_EFFORT, 1 << 62
        relaxation = Relaxation(self.network, self.track, self.kinds, self.counts, self.budget)
        best: Deal | None = None
        for number, (deal, best) in enumerate(relaxation.falling_bounds(self._goal, ROUNDS), 1):
            self.bound = min(self.bound, best.bound // SCALE)
            if number % SUGGEST_EVERY == 0:
                self._suggest(deal)
            if not self._open():
                return
            if number % TRY_EVERY == 0 and best.bound - self._goal() * SCALE <= worthwhile:
                if self._attempt(best, effort):
                    return
                effort += effort // 2
                # It takes a much smaller slack to do better with little more effort.
                worthwhile = int(RETRY_WITHIN * (best.bound - self._goal() * SCALE))
        if best is not None:
            self._attempt(best, None)

    def _attempt(self, deal: Deal, effort: int | None) -> bool:
        """Try sets of routes, those that lose least first; True when all that could be better were tried."""
        self.budget.fence(effort)
        try:
            for part in PARTS:
                slack = deal.bound - self._goal() * SCALE
                if slack < 0:
                    return True
                self._try(deal, slack // part, sharpen=part == 1)
        except FenceError:
            return False
        finally:
            self.budget.fence(None)
        return True

    def _try(self, deal: Deal, within: int, *, sharpen: bool) -> None:
        """Try all sets of routes none of which loses more than ``within``."""
        routes = []
        for index, kind in enumerate(self.kinds):
            top, terms = deal.tops[index], deal.terms[index]
            search = CountedSearch(self.track, kind.counting, terms, self.budget, 1, deal.walks[index])
            found = search.above(max(1, top - within))
            if top <= within:
                found.append(Course(0, 0, ()))
            if not found:
                return
            routes.append(found)
        pool = Pool(routes, self.counts, deal.prices, self.budget)
        if not sharpen or pool.thin_out(self._goal()):
            self._pack(pool)

    def _pack(self, pool: Pool) -> None:
        """Find the best set of routes of the pool, if it is better than the best so far."""

        def leaf(chosen: list[tuple[int, Choice]]) -> int:
            numbers = [iter(members) for members in self.members]
            self.earned = sum(choice.value for _, choice in chosen)
            self.routes = {next(numbers[kind]): choice.links for kind, choice in chosen}
            return self._goal()

        bound, menus = pool.menus()
        Packer(menus, pool.prices, bound, SCALE, self.budget, leaf).pack(self._goal())

    def _suggest(self, deal: Deal) -> None:
        """Let the trains choose at the prices of a deal, then look again without prices."""
        priced, free = [], []
        for index, kind in enumerate(self.kinds):
            terms = deal.terms[index]
            priced.append(CountedSearch(self.track, kind.counting, terms, self.budget, 1, deal.walks[index]))
            unpriced = Terms(terms.values, terms.reduced, terms.spare)
            free.append(CountedSearch(self.track, kind.counting, unpriced, self.budget, self.unit * SCALE))
        routes: dict[int, Course] = {}
        self._choose_in_turn(routes, priced)
        for number, route in routes.items():
            paid = sum(price for border, price in deal.prices.items() if border & route.mask)
            routes[number] = route._replace(worth=route.worth + paid)
        self._settle(routes, free, SCALE)

    def _settle(self, routes: dict[int, Course], searches: Sequence[Search], scale: int) -> None:
        """Let the trains choose one after another beside the others until that brings no more."""
        total = sum(route.worth for route in routes.values())
        while True:
            if total > self.earned * scale:
                self.earned = total // scale
                self.routes = {number: route.links for number, route in routes.items()}
            if not self._open():
                return
            before, total = total, self._choose_in_turn(routes, searches)
            if total <= before:
                return

    def _choose_in_turn(self, routes: dict[int, Course], searches: Sequence[Search]) -> int:
        """Each train in turn takes a better route beside the others, if there is one; returns the total."""
        for index, numbers in enumerate(self.members):
            for number in numbers:
                taken = 0
                for other, route in routes.items():
                    if other != number:
                        taken |= route.mask
                floor = routes[number].worth + 1 if number in routes else 1
                better = searches[index].best(taken, floor, SUGGEST_EFFORT)
                if better is not None:
                    routes[number] = better
        return sum(route.worth for route in routes.values())
