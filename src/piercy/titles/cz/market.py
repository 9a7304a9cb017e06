"""Where the share prices move [RCZ-IX].

Merged in ascending order the two rows of the market alternate, so a cell's neighbours in its own row are two
places away and its diagonal neighbours one.
"""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.stock.market import move
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, operating_order, player_shares

Ctx = Context[CzState]


def to_the_right(facts: Book, cell: int, spaces: int) -> int:
    """The cell that a dividend leads to."""
    return min(cell + 2 * spaces, len(facts.prices) - 2 + cell % 2)


def to_the_left(cell: int) -> int:
    """The cell that no dividend leads to."""
    return max(cell - 2, cell % 2)


def move_right(facts: Book, ctx: Ctx, name: str, spaces: int) -> None:
    """A dividend: along the row, up to its end [RCZ-IX.2.1, RCZ-IX.2.3]."""
    move(ctx, facts.prices, name, to_the_right(facts, ctx.state.companies[name].cell, spaces), "dividend")


def move_left(facts: Book, ctx: Ctx, name: str, reason: str) -> None:
    """No dividend: one space back along the row, down to its beginning [RCZ-IX.2.2, RCZ-IX.2.4]."""
    move(ctx, facts.prices, name, to_the_left(ctx.state.companies[name].cell), reason)


def drop(facts: Book, ctx: Ctx, name: str) -> None:
    """A sale: to the next lower price, which is in the other row [RCZ-IX.3.1, RCZ-IX.3.2]."""
    move(ctx, facts.prices, name, max(ctx.state.companies[name].cell - 1, 0), "sale")


def raise_sold_out(facts: Book, ctx: Ctx) -> None:
    """End of a stock round: companies fully in players' hands rise [RCZ-IX.3.4 to IX.3.7]."""
    for name in operating_order(ctx.state):
        company = ctx.state.companies[name]
        if player_shares(company) == facts.size(name).shares:
            move(ctx, facts.prices, name, min(company.cell + 1, len(facts.prices) - 1), "sold_out")
