"""Companies run their trains on routes: any legal ones, or those that earn most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Memo, Step
from piercy.core.offers import Offer, Solved
from piercy.rail.actions import RunTrains
from piercy.rail.contract import BestRun
from piercy.rail.events import RouteRun, TrainsRun
from piercy.rail.routes import Priced, Route
from piercy.rail.train_moves import HasTrains

LATEST = Memo[list[tuple[RunTrains, list[Priced]]]]("runs")
EARNS = Memo[bool]("earns")

T = TypeVar("T", bound=HasTrains)
T_contra = TypeVar("T_contra", bound=HasTrains, contravariant=True)


class Runs(Protocol[T_contra]):
    """How a title runs trains. What is answered here is usual; a title says otherwise where it is not."""

    unnamed: str = ""
    """The rule against leaving routes to the router where there are none; empty: routes must be named."""

    def must_earn_most(self, state: T_contra) -> str:
        """The rule that has the trains run for the most they can earn; empty: any routes will do, or none."""
        return ""

    def president(self, state: T_contra) -> str | None:
        """Who chooses the routes of the company on turn."""
        return state.companies[state.on_turn].president

    def trains(self, state: T_contra) -> Sequence[str]:
        """What runs."""
        return state.companies[state.on_turn].trains

    def best(self, state: T_contra) -> BestRun:
        """The routes that earn most."""

    def judge(self, state: T_contra, routes: tuple[Route, ...]) -> list[Priced]:
        """What routes earn.

        :raises IllegalAction: they may not be run.
        """

    def values(self, state: T_contra, runs: Sequence[Priced]) -> list[int]:
        """What counts of it."""
        return [run.value for run in runs]

    def earned(self, ctx: Context[T_contra], revenue: int) -> None:
        """What becomes of the revenue, before it is told."""

    def told(self, ctx: Context[T_contra]) -> None:
        """What follows."""
        return


class RunAll(Step[T, RunTrains]):
    """A run is named route by route; some titles let it be left to the router by naming none."""

    name = "run"
    actions = (RunTrains,)

    def __init__(self, runs: Runs[T]) -> None:
        self._runs = runs

    def actor(self, ctx: Context[T]) -> str | None:
        must = self._runs.must_earn_most(ctx.state)
        runs = self.earns(ctx) if must else bool(self._runs.trains(ctx.state))
        return self._runs.president(ctx.state) if runs else None

    def offers(self, ctx: Context[T]) -> list[Offer]:
        best, president = self._runs.best(ctx.state).routes, self._runs.president(ctx.state)
        assert president is not None
        if not best:
            return []
        several = len(best) > 1 and not self._runs.unnamed
        sets: tuple[Any, ...] = (best, *((route,) for route in best if several))
        return [Offer(RunTrains, president, (Solved("routes", lambda: sets),))]

    def check(self, ctx: Context[T], action: RunTrains) -> None:
        must = self._runs.must_earn_most(ctx.state)
        if not action.routes:
            if not self._runs.unnamed:
                raise InvalidAction("name at least one route, or pass")
            if not self._runs.best(ctx.state).routes:
                raise IllegalAction(self._runs.unnamed, "no train has a route")
            return
        runs = self._judge(ctx, action)
        if must:
            self._check_best(ctx.state, must, sum(self._runs.values(ctx.state, runs)))

    def check_pass(self, ctx: Context[T]) -> None:
        must = self._runs.must_earn_most(ctx.state)
        if must and self.earns(ctx):
            raise IllegalAction(must, "running the trains is compulsory")

    def apply(self, ctx: Context[T], action: RunTrains) -> None:
        if action.routes:
            values = self._runs.values(ctx.state, self._judge(ctx, action))
            self._run(ctx, action.player, action.routes, values)
        else:
            self.run_best(ctx, action.player)
        ctx.next_step()

    def run_best(self, ctx: Context[T], player: str | None) -> None:
        """Run for the most that can be earned, whoever has chosen it."""
        best = self._runs.best(ctx.state)
        self._run(ctx, player, best.routes, [sum(value for _, value in stops) for stops in best.stops])

    def earns(self, ctx: Context[T]) -> bool:
        """Whether there is anything to be earned."""
        return ctx.kept(EARNS, lambda: self._runs.best(ctx.state).certificate.total > 0)

    def _run(
        self, ctx: Context[T], player: str | None, routes: Sequence[Route], values: Sequence[int]
    ) -> None:
        revenue = sum(values)
        self._runs.earned(ctx, revenue)
        told = tuple(
            RouteRun(route.train, route.path, value) for route, value in zip(routes, values, strict=True)
        )
        ctx.emit(TrainsRun(player=player, company=ctx.state.on_turn, revenue=revenue, routes=told))
        self._runs.told(ctx)

    def _check_best(self, state: T, must: str, total: int) -> None:
        best = self._runs.best(state)
        if total < best.certificate.total:
            raise IllegalAction(
                must,
                "these routes earn {total}; {most} can be earned by {routes}",
                total=total,
                most=best.certificate.total,
                routes="; ".join(f"{route.train}: {' '.join(route.path)}" for route in best.routes),
            )

    def _judge(self, ctx: Context[T], action: RunTrains) -> list[Priced]:
        # an action is judged twice, to check it and to do it; knowing it by identity spares hashing routes
        latest = ctx.kept(LATEST, list)
        if not latest or latest[0][0] is not action:
            latest[:] = [(action, self._runs.judge(ctx.state, action.routes))]
        return latest[0][1]
