"""Step 3 of a turn: run trains and take the income [R56-6]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piercy.core.errors import InvalidAction
from piercy.core.flow import Context, Memo, Step
from piercy.core.offers import Offer, Solved
from piercy.rail.actions import RunTrains
from piercy.rail.contract import BestRun, best_run, kinds_of
from piercy.rail.events import RouteRun, TrainsRun
from piercy.rail.lines import Lines
from piercy.rail.money import pay
from piercy.rail.routes import Priced, Route, RouteJudge
from piercy.titles.short1856.book import ROUTES, Book
from piercy.titles.short1856.ending import trigger_if_bank_is_empty
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn

Ctx = Context[ShortState]
LATEST = Memo[list[tuple[RunTrains, list[Priced]]]]("runs")


class RunTrainsStep(Step[ShortState, RunTrains]):
    """Any legal set of routes, or none; the best set is offered [R56-6.1]."""

    name = "run"
    actions = (RunTrains,)

    def __init__(self, book: Book) -> None:
        self._book = book

    def actor(self, ctx: Ctx) -> str | None:
        return player_on_turn(ctx.state) if ctx.state.companies[company_on_turn(ctx.state)].trains else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        best = best_routes(self._book, ctx.state)
        if not best.routes:
            return []
        fewer = tuple((route,) for route in best.routes) if len(best.routes) > 1 else ()
        sets: tuple[Any, ...] = (best.routes, *fewer)
        return [Offer(RunTrains, player_on_turn(ctx.state), (Solved("routes", lambda: sets),))]

    def check(self, ctx: Ctx, action: RunTrains) -> None:
        if not action.routes:
            raise InvalidAction("name at least one route, or pass")
        self._judge(ctx, action)

    def apply(self, ctx: Ctx, action: RunTrains) -> None:
        state = ctx.state
        runs = self._judge(ctx, action)
        income = sum(run.value for run in runs)
        pay(state.bank, state.players[action.player], income)
        state.acted = True
        ctx.emit(
            TrainsRun(
                player=action.player,
                company=company_on_turn(state),
                revenue=income,
                routes=tuple(RouteRun(run.route.train, run.route.path, run.value) for run in runs),
            )
        )
        trigger_if_bank_is_empty(ctx, self._book)
        ctx.next_step()

    def _judge(self, ctx: Ctx, action: RunTrains) -> list[Priced]:
        # an action is judged twice, to check it and to do it; knowing it by identity spares hashing routes
        latest = ctx.kept(LATEST, list)
        if not latest or latest[0][0] is not action:
            latest[:] = [(action, priced(self._book, ctx.state, action.routes))]
        return latest[0][1]


def priced(book: Book, state: ShortState, routes: Sequence[Route]) -> list[Priced]:
    """Check and price the routes of the company on turn.

    :raises IllegalAction: a rule of routes is broken.
    """
    company = company_on_turn(state)
    lines = Lines(book.grounds[state.printed_toronto], state.board, company)
    judge = RouteJudge(lines, book.trains, ROUTES, book.phases[state.phase].band)
    return judge.judge_all(routes, state.companies[company].trains)


def best_routes(book: Book, state: ShortState) -> BestRun:
    """The most that the company on turn can earn."""
    company = company_on_turn(state)
    lines = Lines(book.grounds[state.printed_toronto], state.board, company)
    kinds = kinds_of(state.companies[company].trains, book.trains)
    return best_run(lines, kinds, book.phases[state.phase].band)
