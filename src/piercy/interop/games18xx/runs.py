"""The recorded runs of a file: traced on our map, priced by us, compared, and booked [DCZ-5]."""

from __future__ import annotations

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


class Runs:
    """Handles every run of an import and keeps what is worth telling."""

    def __init__(self, table: Table, cards: Cards, *, optimum: bool) -> None:
        self._table = table
        self._cards = cards
        self.count = 0
        self.differences: list[Difference] = []
        self.better: list[BetterRun] | None = [] if optimum else None

    def run(self, source: SiteAction, fields: dict[str, Any]) -> None:
        """Book a run: as routes of ours where they earn what the file says, else by its sum."""
        company = names.our_company(source.entity)
        recorded = [_read_route(source, item) for item in fields["routes"]]
        total = sum(revenue for _, _, revenue in recorded)
        if self._runs_by_itself(company):
            return
        self._table.to_step(source, company, RunTrains)
        self.count += 1
        if self.better is not None:
            self._compare(source.number, company, total)
        routes = self._trace(source, company, recorded)
        booked = RecordedRun(self._table.actor(), total)
        if not routes:
            self._table.do(source, booked)
            return
        refusal = self._table.attempt(source, RunTrains(booked.player, routes))
        if refusal is not None:
            theirs = "; ".join(
                f"{r.train}: {' '.join(r.path)} = {value}"
                for r, (_, _, value) in zip(routes, recorded, strict=True)
            )
            self._differ(source, "illegal run", company, refusal.rule, theirs, refusal.message)
            self._table.do(source, booked)
        elif self._priced_differently(source, company, recorded):
            self._table.instead(source, booked)

    def _runs_by_itself(self, company: str) -> bool:
        """Whether our game has made, or will make, the run without being told: Vaclav's, by our own rules."""
        state = self._table.state
        return state.companies[company].director == VACLAV and not state.house.recorded_runs

    def _priced_differently(
        self, source: SiteAction, company: str, recorded: list[tuple[str, list[list[str]], int]]
    ) -> bool:
        """Note every route of the run just made that earns something else here."""
        found = False
        for run, (_, _, revenue) in zip(self._table.happened("trains_run")["routes"], recorded, strict=True):
            if run["value"] != revenue:
                found = True
                told = f"{run['train']}: {' '.join(run['path'])}"
                self._differ(
                    source,
                    "other revenue",
                    company,
                    "RCZ-VIII.8.1",
                    f"{told} = {revenue}",
                    f"it earns {run['value']}",
                )
        return found

    def _trace(
        self, source: SiteAction, company: str, recorded: list[tuple[str, list[list[str]], int]]
    ) -> tuple[Route, ...] | None:
        """The routes on our map; None, with a difference noted, where there is no such track."""
        routes = []
        for card, connections, revenue in recorded:
            if self._cards.holder(card) not in (company, None):
                raise ActionProblem(
                    source.number, "{company} has no train {card}", company=company, card=card
                )
            path = trace(self._table.facts.ground, self._table.state.board, connections)
            if path is None:
                hexes = " / ".join("-".join(leg) for leg in connections)
                self._differ(
                    source, "no such track", company, "RCZ-VIII.7.2", f"{card} earns {revenue} over {hexes}",
                    "no connected track runs there",
                )  # fmt: skip
                return None
            routes.append(Route(type_of(self._train(company, card)), path))
        return tuple(routes)

    def _train(self, company: str, card: str) -> str:
        """The train of a card; Vaclav's single ones were never bought and so are not on the list."""
        if self._cards.holder(card) == company:
            return self._cards.train(card)
        return self._table.state.companies[company].trains[0]

    def _differ(self, source: SiteAction, name: str, company: str, rule: str, theirs: str, ours: str) -> None:
        self.differences.append(Difference(source.number, name, company, rule, theirs, ours))

    def _compare(self, number: int, company: str, recorded: int) -> None:
        """Note where the best run earns more than the recorded one."""
        assert self.better is not None
        found = running.best(self._table.facts, self._table.state)
        best = found.certificate.total
        if best > recorded:
            told = tuple(
                f"{route.train}: {' '.join(route.path)} = {sum(value for _, value in stops)}"
                for route, stops in zip(found.routes, found.stops, strict=True)
            )
            self.better.append(
                BetterRun(
                    number, company, recorded, best, found.certificate.proven, told,
                    f"the site takes what is submitted; these routes earn {best - recorded} more",
                )
            )  # fmt: skip


def _read_route(source: SiteAction, item: Any) -> tuple[str, list[list[str]], int]:
    """Card, connections in our coordinates, and revenue of one recorded route."""
    if not isinstance(item, dict) or not isinstance(item.get("train"), str):
        raise ActionProblem(source.number, "a route without a train")
    legs, revenue = item.get("connections"), item.get("revenue")
    if not isinstance(legs, list) or type(revenue) is not int:
        raise ActionProblem(
            source.number, "the route of {train} lacks its connections or revenue", train=item["train"]
        )
    return item["train"], [[names.our_hex(name.split()[0]) for name in leg] for leg in legs], revenue
