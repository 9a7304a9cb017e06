"""How value tokens move on the one row of the market [R65-3.11]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.stock import market
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]


def price(facts: Book, state: SardiniaState, company: str) -> int:
    """The market price of a share; 0 without a value token."""
    return market.price(facts.prices, state.companies[company])


def move(ctx: Ctx, facts: Book, company: str, cells: int, reason: str) -> None:
    """Move a token up or down in one go; what would lead off the row is lost [R65-3.11.8, R65-3.11.10]."""
    state = ctx.state
    old = state.companies[company].cell
    new = max(0, min(len(facts.prices) - 1, old + cells))
    market.move(ctx, facts.prices, company, new, reason)
    if new == old and state.rulings.stuck_token_goes_under:
        market.put_on(state, company, new)
