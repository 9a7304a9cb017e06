"""All trains of a company together: a good set of routes first, then the proof that none is better."""

from __future__ import annotations

from collections.abc import Sequence

from piercy.rail.router.budget import Budget, FenceError
from piercy.rail.router.counted import CountedSearch, Route
from piercy.rail.router.kind import Kind, kind_of
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.pack import Choice, Packer
from piercy.rail.router.prices import SCALE, Priced, falling_bounds
from piercy.rail.router.track import common_unit, lay_track

# How the work is shared out between lowering the bound and trying what is left, in search nodes and
# in rounds of pricing.
FIRST_EFFORT = 2000
TRY_EVERY = 3
SUGGEST_EVERY = 5


class Team:
    """The search for the best routes of several trains. ``routes`` and ``bound`` hold at any time."""

    def __init__(self, network: Network, runners: Sequence[Runner], budget: Budget) -> None:
        self.network = network
        self.budget = budget
        self.track = lay_track(network)
        self.routes: dict[int, tuple[int, ...]] = {}
        self.earned = 0
        self.bound = 0
        kinds = [kind_of(network, self.track, runner) for runner in runners] if self.track.stations else []
        self.unit = common_unit([kind.values for kind in kinds])
        self.kinds: list[Kind] = []
        self.members: list[list[int]] = []
        for number, kind in enumerate(kinds):
            if kind in self.kinds:
                self.members[self.kinds.index(kind)].append(number)
            else:
                self.kinds.append(kind)
                self.members.append([number])
        self.searches = [CountedSearch(self.track, kind.counting, kind.values, budget) for kind in self.kinds]
        self.counts = [len(numbers) for numbers in self.members]

    def search(self) -> None:
        """Raise ``earned`` and lower ``bound`` until they meet."""
        ceilings = [search.ceiling() for search in self.searches]
        self._limit(ceilings)
        solo: list[Route | None] = []
        for index, search in enumerate(self.searches):
            solo.append(search.best())
            route = solo[-1]
            ceilings[index] = route.worth if route else 0
            self._limit(ceilings)
        if not any(solo):
            return
        self._improve()
        if self._open(self.bound):
            self._close()
        self.bound = self.earned

    def _limit(self, tops: list[int]) -> None:
        self.bound = sum(top * count for top, count in zip(tops, self.counts, strict=True))

    def _open(self, bound: int) -> bool:
        return bound >= self.earned + self.unit

    def _close(self) -> None:
        """Price the contested borders until every set that could still be better can be tried."""
        effort = FIRST_EFFORT
        rounds = falling_bounds(self.network, self.track, self.kinds, self.counts, self.budget, self._goal)
        priced = next(rounds)
        for number, priced in enumerate(rounds, 1):
            self.bound = min(self.bound, priced.bound // SCALE)
            if not self._open(self.bound):
                return
            if number % SUGGEST_EVERY == 1:
                self._improve(priced)
            if number % TRY_EVERY == 0:
                self.budget.fence(effort)
                try:
                    self._try_all(priced)
                    return
                except FenceError:
                    effort += effort // 2
                finally:
                    self.budget.fence(None)
        self._try_all(priced)

    def _goal(self) -> int:
        return self.earned + self.unit

    def _try_all(self, priced: Priced) -> None:
        """Try every set of routes that could be better than the best so far."""
        slack = priced.bound - self._goal() * SCALE
        if slack < 0:
            return
        menus = [self._menu(index, priced, slack) for index in range(len(self.kinds))]
        order = sorted(range(len(menus)), key=lambda index: len(menus[index]))
        crew = [(index, number) for index in order for number in self.members[index]]
        twin = [place > 0 and crew[place - 1][0] == index for place, (index, _) in enumerate(crew)]

        def leaf(chosen: list[Choice]) -> int:
            total = sum(choice.value for choice in chosen)
            if total > self.earned:
                self.earned = total
                self.routes = {number: choice.links for (_, number), choice in zip(crew, chosen, strict=True)}
            return priced.bound - self._goal() * SCALE

        Packer(twin, slack, self.budget, leaf).pack([menus[index] for index, _ in crew])

    def _menu(self, index: int, priced: Priced, slack: int) -> list[Choice]:
        """The routes of one kind of train that could be part of a better set, and staying at home."""
        top = priced.tops[index]
        best: dict[int, Route] = {0: Route(0, 0, ())}
        for route in priced.searches[index].above(max(1, top - slack)):
            if route.mask not in best or best[route.mask].worth < route.worth:
                best[route.mask] = route
        routes = sorted(best.values(), key=lambda route: (-route.worth, route.links))
        return [
            Choice(top - route.worth, rank, route.mask, self._value(route, priced), route.links)
            for rank, route in enumerate(routes)
            if top - route.worth <= slack
        ]

    def _value(self, route: Route, priced: Priced) -> int:
        paid = sum(price for border, price in priced.prices.items() if border & route.mask)
        return (route.worth + paid) // SCALE

    def _improve(self, priced: Priced | None = None) -> None:
        """Let the trains choose one after another what the earlier ones left, then reconsider."""
        routes: dict[int, Route] = {}
        total = self._choose_in_turn(routes, priced)
        # What was chosen at prices is worth a second look without them.
        while (better := self._choose_in_turn(routes, None)) > total:
            total = better
        if total > self.earned:
            self.earned = total
            self.routes = {number: route.links for number, route in routes.items()}

    def _choose_in_turn(self, routes: dict[int, Route], priced: Priced | None) -> int:
        """Each train in turn takes its best route beside the others; returns what all earn."""
        for index, numbers in enumerate(self.members):
            for number in numbers:
                routes.pop(number, None)
                taken = 0
                for other in routes.values():
                    taken |= other.mask
                search = self.searches[index] if priced is None else priced.searches[index]
                route = search.best(taken)
                if route is not None and priced is not None:
                    route = route._replace(worth=self._value(route, priced))
                if route is not None:
                    routes[number] = route
        return sum(route.worth for route in routes.values())
