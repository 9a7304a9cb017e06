"""Step 3 of a turn: run trains and take the income [R56-6]."""

from __future__ import annotations

from collections.abc import Sequence

from piercy.core.flow import Context
from piercy.rail.contract import BestRun, best_run, kinds_of
from piercy.rail.lines import Lines
from piercy.rail.money import pay
from piercy.rail.routes import Priced, Route, RouteJudge
from piercy.rail.running import Runs
from piercy.titles.short1856.book import ROUTES, Book
from piercy.titles.short1856.ending import trigger_if_bank_is_empty
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn

Ctx = Context[ShortState]


class AnyRuns(Runs[ShortState]):
    """Any legal set of routes, or none; the best set is offered [R56-6.1]."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def best(self, state: ShortState) -> BestRun:
        return best_routes(self._book, state)

    def judge(self, state: ShortState, routes: tuple[Route, ...]) -> list[Priced]:
        return priced(self._book, state, routes)

    def earned(self, ctx: Ctx, revenue: int) -> None:
        state = ctx.state
        pay(state.bank, state.players[player_on_turn(state)], revenue)
        state.acted = True

    def told(self, ctx: Ctx) -> None:
        trigger_if_bank_is_empty(ctx, self._book)


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
