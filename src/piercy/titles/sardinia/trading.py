"""Selling and buying certificates in a stock round [R65-3.4, R65-3.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.events import ShareBought
from piercy.rail.money import Purse, pay
from piercy.rail.stock.holdings import becomes_president, change_president, heir, held
from piercy.rail.stock.turn import Buying, Selling
from piercy.titles.sardinia import market
from piercy.titles.sardinia.actions import DRAGONS, OFFER, POOL, SOURCES
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import asked_price
from piercy.titles.sardinia.launching import cash_refusal, float_if_sold, limit_refusal
from piercy.titles.sardinia.shares import block_refusal, largest_block, sell_block, share_facts
from piercy.titles.sardinia.state import Company, SardiniaState

Ctx = Context[SardiniaState]


class Sales(Selling[SardiniaState]):
    """Any number of blocks, one for each company, before the purchase [R65-3.3.1, R65-3.4.2]."""

    once_rule = "R65-3.4.3"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def most(self, state: SardiniaState, player: str, name: str) -> int:
        return largest_block(self._facts, state, player, name)

    def refusal(self, state: SardiniaState, player: str, name: str, count: int) -> IllegalAction | None:
        return block_refusal(self._facts, state, player, name, count)

    def sell(self, ctx: Ctx, player: str, name: str, count: int) -> None:
        ctx.state.stock.last_trader = player
        sell_block(ctx, self._facts, player, name, count)


class Purchases(Buying[SardiniaState]):
    """One single certificate from the initial offer, the pool or the Dragons [R65-3.5.1]."""

    sources = SOURCES

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def refusal(self, ctx: Ctx, player: str, name: str, source: str) -> IllegalAction | None:
        state, facts = ctx.state, self._facts
        company, most = state.companies[name], share_facts(facts, state.companies[name]).player
        if company.president is None:
            template = "the president's certificate of {company} must be sold first"
            return IllegalAction("R65-3.5.2", template, company=name)
        if not singles_in(company, source):
            template = "there is no certificate of {company} in the {source}"
            return IllegalAction("R65-3.5.1", template, company=name, source=source)
        if name in state.stock.barred.get(player, ()):
            template = "{player} has sold {company} in this stock round"
            return IllegalAction("R65-3.5.10", template, player=player, company=name)
        if held(company, player) >= most:
            template = "nobody may own more than {most} {most:share|shares} of {company}"
            return IllegalAction("R65-3.5.8", template, most=most, company=name)
        freed = _freed(state, name, player)
        return limit_refusal(facts, state, player, freed=freed) or cash_refusal(
            state, player, self._cost(state, name, source), "R65-3.5.1"
        )

    def buy(self, ctx: Ctx, player: str, name: str, source: str) -> None:
        state = ctx.state
        company = state.companies[name]
        cost = self._cost(state, name, source)
        payee: Purse = company if source == OFFER else state.bank
        pay(state.players[player], payee, cost)
        take_single(company, source)
        company.shares[player] = held(company, player) + 1
        state.stock.last_trader = player
        ctx.emit(ShareBought(player=player, company=name, source=source, price=cost))
        change_president(ctx, name, heir(company, list(state.players)))
        float_if_sold(ctx, self._facts, name)

    def _cost(self, state: SardiniaState, name: str, source: str) -> int:
        """The market price, or what the Dragons ask [R65-3.5.2 to R65-3.5.5]."""
        if source == DRAGONS:
            return asked_price(self._facts, state, name)
        return market.price(self._facts, state, name)


def _freed(state: SardiniaState, name: str, buyer: str) -> int:
    """Two singles go for one president's certificate; by default the limit looks before that [R65-3.5.7]."""
    return int(state.rulings.limit_after_exchange and becomes_president(state.companies[name], buyer))


def singles_in(company: Company, source: str) -> int:
    """The single certificates that lie in one of the three places."""
    return {OFFER: company.offer, POOL: company.pool, DRAGONS: company.dragons}[source]


def take_single(company: Company, source: str) -> None:
    """Take one single certificate out of one of the three places."""
    if source == OFFER:
        company.offer -= 1
    elif source == POOL:
        company.pool -= 1
    else:
        company.dragons -= 1
