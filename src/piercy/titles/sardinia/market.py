"""The market: one row of cells with stacks of value tokens [R65-3.11].

``state.market`` lists the tokens from the highest cell down and each stack from top to bottom, which is the
operating order; ``company.cell`` says which cell a token is in. A token that arrives goes to the bottom of
the stack, that is behind everybody in its cell.
"""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.events import PriceMoved
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.state import NOWHERE, SardiniaState

Ctx = Context[SardiniaState]


def price(facts: Book, state: SardiniaState, company: str) -> int:
    """The market price of a share; 0 without a value token."""
    cell = state.companies[company].cell
    return 0 if cell == NOWHERE else facts.cells[cell].price


def stack(state: SardiniaState, cell: int) -> list[str]:
    """The value tokens in a cell from top to bottom."""
    return [name for name in state.market if state.companies[name].cell == cell]


def place(state: SardiniaState, company: str, cell: int) -> None:
    """Put a value token under the stack of a cell [R65-3.6.3, R65-3.11.9]."""
    remove(state, company)
    behind = sum(1 for name in state.market if state.companies[name].cell >= cell)
    state.market.insert(behind, company)
    state.companies[company].cell = cell


def remove(state: SardiniaState, company: str) -> None:
    """Take a value token off the market [R65-5.3.12]."""
    if company in state.market:
        state.market.remove(company)
    state.companies[company].cell = NOWHERE


def move(ctx: Ctx, facts: Book, company: str, cells: int, reason: str) -> None:
    """Move a token up or down in one go; what would lead off the row is lost [R65-3.11.8, R65-3.11.10]."""
    state = ctx.state
    old = state.companies[company].cell
    new = max(0, min(len(facts.cells) - 1, old + cells))
    if new != old or (cells and state.rulings.stuck_token_goes_under):
        place(state, company, new)
    if cells:
        ctx.emit(
            PriceMoved(
                company=company, after=facts.cells[new].price, before=facts.cells[old].price, reason=reason
            )
        )


def move_up(ctx: Ctx, facts: Book, company: str, reason: str) -> None:
    """One cell up: a dividend or a new train [R65-3.11.1, R65-3.11.2]."""
    move(ctx, facts, company, 1, reason)


def move_down(ctx: Ctx, facts: Book, company: str, reason: str, cells: int = 1) -> None:
    """Down: no revenue, or one cell for each share sold by the president or the Dragons [R65-3.11.4]."""
    move(ctx, facts, company, -cells, reason)
