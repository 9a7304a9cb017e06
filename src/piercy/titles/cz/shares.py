"""Shares change hands here and nowhere else: purchases, sales, Directors, opening [RCZ-VII.3 to VII.6]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.events import CompanyFloated, CompanyStarted, ShareBought, SharesSold
from piercy.rail.money import pay
from piercy.rail.stock.holdings import PRESIDENT, becomes_president, change_president, heir, held
from piercy.rail.stock.market import put_on
from piercy.titles.cz.book import Book
from piercy.titles.cz.market import drop
from piercy.titles.cz.state import Company, CzState, player_shares, price_of

Ctx = Context[CzState]

BANK = "bank"
"""Where all shares lie that no player has."""


def start(facts: Book, ctx: Ctx, name: str, player: str, price: int) -> None:
    """Sell the Director's certificate at a starting price of the buyer's choice [RCZ-VII.5.1]."""
    state = ctx.state
    company = state.companies[name]
    pay(state.players[player], state.bank, PRESIDENT * price)
    company.shares[player] = PRESIDENT
    company.president = player
    company.par = price
    put_on(state, name, facts.cell_of[price])
    ctx.emit(CompanyStarted(company=name, player=player, par=price))
    _open_if_due(facts, ctx, name)


def buy(facts: Book, ctx: Ctx, name: str, player: str) -> None:
    """Sell an ordinary certificate of the bank [RCZ-VII.3.5]."""
    state = ctx.state
    company = state.companies[name]
    price = price_of(facts, company)
    pay(state.players[player], state.bank, price)
    company.shares[player] = held(company, player) + 1
    ctx.emit(ShareBought(company=name, player=player, price=price, source=BANK))
    _pass_on(ctx, name)
    _open_if_due(facts, ctx, name)


def sell(facts: Book, ctx: Ctx, name: str, player: str, count: int) -> None:
    """Take shares back into the bank; the price falls once [RCZ-VII.6.3, RCZ-VII.6.6]."""
    state = ctx.state
    company = state.companies[name]
    price = price_of(facts, company)
    pay(state.bank, state.players[player], count * price)
    company.shares[player] -= count
    ctx.emit(SharesSold(company=name, player=player, count=count, price=price))
    _pass_on(ctx, name)
    if not company.shares[player]:
        del company.shares[player]
    drop(facts, ctx, name)


def certificates_after(count: int, company: Company, player: str) -> int:
    """The player's certificates after one more purchase, the exchange included [RCZ-VII.4.4]."""
    return count + (0 if becomes_president(company, player) else 1)


def _pass_on(ctx: Ctx, name: str) -> None:
    """Whoever has more than the Director takes over, the first after him in priority order [RCZ-VII.5b.6]."""
    change_president(ctx, name, heir(ctx.state.companies[name], ctx.state.order))


def _open_if_due(facts: Book, ctx: Ctx, name: str) -> None:
    """With half of it in players' hands a company gets capital and markers [RCZ-VII.5.4, RCZ-VII.5a.1]."""
    state = ctx.state
    company, size = state.companies[name], facts.size(name)
    if company.open or player_shares(company) < size.opens:
        return
    company.open = True
    company.tokens = size.tokens
    pay(state.bank, company, company.par * size.shares)
    ctx.emit(CompanyFloated(company=name, capital=company.cash, tokens=company.tokens))
