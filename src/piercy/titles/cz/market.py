"""Moves of the share prices [RCZ-IX].

Merged in ascending order the two rows of the market alternate, so a cell's neighbours in its own row are two
places away and its diagonal neighbours one.
"""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.events import PriceMoved
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, operating_order, player_shares, price_of

Ctx = Context[CzState]


def put_marker(ctx: Ctx, name: str, cell: int) -> None:
    """Put a price marker on a cell, under all that are there [RCZ-IX.1.3]; staying changes nothing."""
    state = ctx.state
    company = state.companies[name]
    if company.cell == cell:
        return
    state.arrivals += 1
    company.cell, company.arrival = cell, state.arrivals


def move_right(facts: Book, ctx: Ctx, name: str, spaces: int) -> None:
    """A dividend: along the row, up to its end [RCZ-IX.2.1, RCZ-IX.2.3]."""
    cell = ctx.state.companies[name].cell
    last = len(facts.prices) - 2 + cell % 2
    _move(facts, ctx, name, min(cell + 2 * spaces, last), "dividend")


def move_left(facts: Book, ctx: Ctx, name: str, reason: str) -> None:
    """No dividend: one space back along the row, down to its beginning [RCZ-IX.2.2, RCZ-IX.2.4]."""
    cell = ctx.state.companies[name].cell
    _move(facts, ctx, name, max(cell - 2, cell % 2), reason)


def drop(facts: Book, ctx: Ctx, name: str) -> None:
    """A sale: to the next lower price, which is in the other row [RCZ-IX.3.1, RCZ-IX.3.2]."""
    _move(facts, ctx, name, max(ctx.state.companies[name].cell - 1, 0), "sale")


def raise_sold_out(facts: Book, ctx: Ctx) -> None:
    """End of a stock round: companies fully in players' hands rise [RCZ-IX.3.4 to IX.3.7]."""
    state = ctx.state
    for name in operating_order(state):
        company = state.companies[name]
        if player_shares(company) == facts.size(name).shares:
            _move(facts, ctx, name, min(company.cell + 1, len(facts.prices) - 1), "sold_out")


def _move(facts: Book, ctx: Ctx, name: str, cell: int, reason: str) -> None:
    company = ctx.state.companies[name]
    before = price_of(facts, company)
    put_marker(ctx, name, cell)
    ctx.emit(PriceMoved(company=name, before=before, after=price_of(facts, company), reason=reason))
