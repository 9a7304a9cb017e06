"""The market: the companies' markers on a track of prices.

A cell is the place of a price on the track. Cells are numbered so that a higher one operates earlier; which
cell a marker moves to is for the title to say. A marker that arrives goes under those that are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from piercy.core.flow import Context, HasFlow
from piercy.rail.events import PriceMoved

NOWHERE = -1
"""The cell of a company without a marker."""


class Quoted(Protocol):
    """A company that may have a marker."""

    cell: int


class HasMarket(HasFlow, Protocol):
    """A state with a market."""

    market: list[str]
    """Companies with a marker: the highest cell first, each stack from top to bottom."""

    @property
    def companies(self) -> Mapping[str, Quoted]: ...


def price(prices: Sequence[int], company: Quoted) -> int:
    """What a share costs; 0 without a marker."""
    return 0 if company.cell == NOWHERE else prices[company.cell]


def all_prices(prices: Sequence[int], state: HasMarket) -> dict[str, int]:
    """The share price of every company on the market."""
    companies = state.companies.items()
    return {name: prices[company.cell] for name, company in companies if company.cell != NOWHERE}


def stacks(prices: Sequence[int], state: HasMarket) -> dict[int, list[str]]:
    """The markers at each price, from top to bottom."""
    found: dict[int, list[str]] = {}
    for name in state.market:
        found.setdefault(prices[state.companies[name].cell], []).append(name)
    return found


def put_on(state: HasMarket, name: str, cell: int) -> None:
    """Put a marker under the stack of a cell."""
    take_off(state, name)
    above = sum(state.companies[other].cell >= cell for other in state.market)
    state.market.insert(above, name)
    state.companies[name].cell = cell


def take_off(state: HasMarket, name: str) -> None:
    """Take a marker off the market."""
    if name in state.market:
        state.market.remove(name)
    state.companies[name].cell = NOWHERE


def move(ctx: Context[HasMarket], prices: Sequence[int], name: str, cell: int, reason: str) -> None:
    """Move a marker and tell it, even if it has to stay, which changes nothing."""
    company = ctx.state.companies[name]
    before = company.cell
    if cell != before:
        put_on(ctx.state, name, cell)
    ctx.emit(PriceMoved(company=name, before=prices[before], after=prices[cell], reason=reason))
