"""Step 4 of a turn: buy trains; and giving up trains over a new limit [R56-7, R56-2.4]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.discarding import TrainLimits
from piercy.rail.train_moves import Purchase, open_phase, rust
from piercy.rail.train_sales import SaleRules, TrainSales
from piercy.rail.trains import DEPOT
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import Player, ShortState, player_on_turn

Ctx = Context[ShortState]


class Shop(TrainSales[ShortState]):
    """Any number of trains, one after the other, at list price [R56-7.1, R56-7.2]."""

    rules = SaleRules(depot="R56-7.4", pool="R56-7.5", limit="R56-7.6", price="R56-7.1", between="R56-7.3")

    def __init__(self, book: Book) -> None:
        self._book = book

    def known(self, train: str) -> bool:
        return train in self._book.trains

    def price(self, train: str) -> int:
        return self._book.trains[train].price

    def purse(self, state: ShortState) -> Player:
        return state.players[player_on_turn(state)]

    def limit(self, state: ShortState) -> int:
        return self._book.phases[state.phase].train_limit

    def buy(self, ctx: Ctx, bought: Purchase) -> None:
        super().buy(ctx, bought)
        ctx.state.acted = True
        if bought.source == DEPOT:
            self._open_phase(ctx, bought.train)

    def _open_phase(self, ctx: Ctx, train: str) -> None:
        """The first train of a kind opens its phase, at once and completely [R56-2.2, R56-2.3]."""
        opened = phase_opened(self._book, ctx.state, train)
        if opened is not None:
            open_phase(ctx, opened, self._book.phases[opened].name, train)
            rust(ctx, self._book.phases[opened].rusts)


def phase_opened(book: Book, state: ShortState, train: str) -> int | None:
    """The phase that a new train of the kind would open; None if it is open."""
    opened = next((i for i, phase in enumerate(book.phases) if phase.opened_by == train), 0)
    return opened if opened > state.phase else None


class Limits(TrainLimits[ShortState]):
    """A new limit holds for all companies, the buyer first; the open market takes what goes [R56-2.4]."""

    rule = choice_rule = "R56-2.4"

    def __init__(self, book: Book) -> None:
        self._book = book

    def over(self, ctx: Ctx) -> str | None:
        state = ctx.state
        limit = self._book.phases[state.phase].train_limit
        order = list(state.companies)
        for company in order[state.turn :] + order[: state.turn]:
            if len(state.companies[company].trains) > limit:
                return company
        return None

    def known(self, train: str) -> bool:
        return train in self._book.trains
