"""The recorded runs of a file: traced on our map, priced by us, compared, and booked [DCZ-5]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from piercy.interop.games18xx import names
from piercy.interop.games18xx.cards import Cards
from piercy.interop.games18xx.problems import ActionProblem
from piercy.interop.games18xx.reader import SiteAction
from piercy.interop.games18xx.report import BetterRun, Difference
from piercy.interop.games18xx.table import Table
from piercy.interop.games18xx.tracing import trace
from piercy.rail.actions import RunTrains
from piercy.rail.routes import Route
from piercy.titles.cz import running
from piercy.titles.cz.actions import RecordedRun
from piercy.titles.cz.state import VACLAV, type_of

_LONGEST_ROUTE = 100
"""More connections than any route of 18CZ can have; a route is traced one call deeper for each."""


class Runs:
    """Handles every run of an import and keeps what is worth telling."""

    def __init__(self, table: Table, cards: Cards, *, optimum: bool) -> None:
        self._table = table
        self._cards = cards
        self.count = 0
        self.differences: list[Difference] = []
        self.better: list[BetterRun] | None = [] if optimum else None
        self.short: list[int] = []

    def run(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """Book a run: as routes of ours where they earn what the file says, else by its sum."""
        company = names.our_company(source.entity)
        recorded = [_read_route(source, item) for item in fields["routes"]]
        if self._runs_by_itself(company):
            return
        self._table.to_step(source, company, RunTrains)
        self.count += 1
        routes = self._trace(source, company, recorded)
        total = sum(route.revenue for route in recorded)
        if self.better is not None:
            self._compare(source.number, company, total, _told(routes or (), recorded))
        booked = RecordedRun(self._table.actor(), total)
        if not routes:
            self._table.do(source, booked)
            return
        refusal = self._table.attempt(RunTrains(booked.player, routes))
        if refusal is not None:
            theirs = "; ".join(_told(routes, recorded))
            self._differ(source, "illegal run", company, refusal.rule, theirs, refusal.message)
            self._table.do(source, booked)
        elif self._priced_differently(source, company, recorded):
            self._table.instead(source, booked)

    def _runs_by_itself(self, company: str) -> bool:
        """Whether our game has made, or will make, the run without being told: Vaclav's, by our own rules."""
        state = self._table.state
        return state.companies[company].president == VACLAV and not state.house.recorded_runs

    def _priced_differently(self, source: SiteAction, company: str, recorded: list[Recorded]) -> bool:
        """Note every route of the run just made that earns something else here."""
        found = False
        for run, theirs in zip(self._table.happened("trains_run")["routes"], recorded, strict=True):
            if run["value"] != theirs.revenue:
                found = True
                told = f"{run['train']}: {' '.join(run['path'])} = {theirs.revenue}"
                ours = f"it earns {run['value']}"
                self._differ(source, "other revenue", company, "RCZ-VIII.8.1", told, ours)
        return found

    def _trace(self, source: SiteAction, company: str, recorded: list[Recorded]) -> tuple[Route, ...] | None:
        """The routes on our map; None, with a difference noted, where there is no such track."""
        routes = []
        for route in recorded:
            train = self._train(source, company, route.card)
            path = trace(self._table.facts.ground, self._table.state.board, route.legs)
            if path is None:
                hexes = " / ".join("-".join(leg) for leg in route.legs)
                self._differ(
                    source,
                    "no such track",
                    company,
                    "RCZ-VIII.7.2",
                    f"{route.card} earns {route.revenue} over {hexes}",
                    "no connected track runs there",
                )
                return None
            routes.append(Route(type_of(train), path))
        return tuple(routes)

    def _train(self, source: SiteAction, company: str, card: str) -> str:
        """The train of a card; Vaclav's single ones were never bought and so are not on the list."""
        owner = self._table.state.companies[company]
        if owner.president == VACLAV and owner.trains:
            return owner.trains[0]
        if self._cards.holder(card) != company:
            raise ActionProblem(source.number, "{company} has no train {card}", company=company, card=card)
        return self._cards.train(card)

    def _differ(self, source: SiteAction, name: str, company: str, rule: str, theirs: str, ours: str) -> None:
        self.differences.append(Difference(source.number, name, company, rule, theirs, ours))

    def _compare(self, number: int, company: str, recorded: int, run: tuple[str, ...]) -> None:
        """Note where the best run earns more than the recorded one."""
        assert self.better is not None
        found = running.best(self._table.facts, self._table.state)
        best = found.certificate.total
        if best < recorded:
            self.short.append(number)
        elif best > recorded:
            routes = tuple(
                f"{route.train}: {' '.join(route.path)} = {sum(value for _, value in stops)}"
                for route, stops in zip(found.routes, found.stops, strict=True)
            )
            other = "; ".join(route for route in routes if route not in run)
            reason = f"the site takes what is submitted; {best - recorded} more by {other}"
            proven = found.certificate.proven
            self.better.append(BetterRun(number, company, recorded, best, proven, run, routes, reason))


@dataclass(frozen=True, slots=True)
class Recorded:
    """One route of the file: the card, the hexes of each connection in our coordinates, and the revenue."""

    card: str
    legs: tuple[tuple[str, ...], ...]
    revenue: int


def _read_route(source: SiteAction, item: Any) -> Recorded:
    if not isinstance(item, dict) or not isinstance(item.get("train"), str):
        raise ActionProblem(source.number, "a route without a train")
    legs, revenue = item.get("connections"), item.get("revenue")
    if not isinstance(legs, list) or type(revenue) is not int:
        raise ActionProblem(
            source.number, "the route of {train} lacks its connections or revenue", train=item["train"]
        )
    if not all(isinstance(leg, list) and all(isinstance(name, str) for name in leg) for leg in legs):
        raise ActionProblem(
            source.number, "the connections of {train} are not lists of hexes", train=item["train"]
        )
    if len(legs) > _LONGEST_ROUTE:
        raise ActionProblem(
            source.number,
            "the route of {train} has {count} connections",
            train=item["train"],
            count=len(legs),
        )
    ours = tuple(tuple(names.our_hex(name.partition(" ")[0]) for name in leg) for leg in legs)
    return Recorded(item["train"], ours, revenue)


def _told(routes: Sequence[Route], recorded: Sequence[Recorded]) -> tuple[str, ...]:
    """Recorded routes in words."""
    pairs = zip(routes, recorded, strict=False)
    return tuple(f"{route.train}: {' '.join(route.path)} = {noted.revenue}" for route, noted in pairs)
