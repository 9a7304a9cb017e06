"""Selling and buying certificates in a stock round [R65-3.4, R65-3.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context
from piercy.core.offers import Offer, Table
from piercy.rail.actions import BuyShare, SellShares
from piercy.rail.events import ShareBought
from piercy.rail.money import Purse, pay
from piercy.titles.sardinia import market
from piercy.titles.sardinia.actions import DRAGONS, OFFER, POOL, SOURCES
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import asked_price
from piercy.titles.sardinia.launching import check_cash, check_certificate_limit, float_if_sold
from piercy.titles.sardinia.shares import (
    certificates,
    check_block,
    largest_block,
    overtake,
    sell_block,
    share_facts,
    shares,
    would_overtake,
)
from piercy.titles.sardinia.state import Company, SardiniaState

Ctx = Context[SardiniaState]


class Selling:
    """Any number of blocks, one for each company, before the purchase [R65-3.3.1, R65-3.4.2]."""

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def offers(self, ctx: Ctx, player: str) -> list[Offer]:
        state = ctx.state
        rows = tuple(
            (name, count)
            for name in state.companies
            if name not in state.stock.sold
            for count in range(1, largest_block(self._facts, state, player, name) + 1)
        )
        return [Offer(SellShares, player, (Table(("company", "count"), rows),))] if rows else []

    def check(self, ctx: Ctx, action: SellShares) -> None:
        state = ctx.state
        if action.company not in state.companies:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        if action.count < 1:
            raise InvalidAction("a block has at least one certificate")
        if action.company in state.stock.sold:
            raise IllegalAction(
                "R65-3.4.3", "{player} has sold a block of {company} in this turn",
                player=action.player, company=action.company,
            )  # fmt: skip
        check_block(self._facts, state, action.player, action.company, action.count)

    def apply(self, ctx: Ctx, action: SellShares) -> None:
        stock = ctx.state.stock
        sell_block(ctx, self._facts, action.player, action.company, action.count)
        stock.sold.append(action.company)
        barred = stock.barred.setdefault(action.player, [])
        if action.company not in barred:
            barred.append(action.company)


class Buying:
    """One single certificate from the initial offer, the pool or the Dragons [R65-3.5.1]."""

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def offers(self, ctx: Ctx, player: str) -> list[Offer]:
        state, facts = ctx.state, self._facts
        limit = facts.certificates[len(state.players)]
        owned = certificates(state, player)
        if owned - 1 >= limit:
            return []
        barred = state.stock.barred.get(player, ())
        rows = tuple(
            (name, source)
            for name, company in state.companies.items()
            if company.president is not None and name not in barred
            if owned - _freed(state, name, player) < limit
            if shares(state, player, name) < share_facts(facts, company).player
            for source in SOURCES
            if singles_in(company, source) and self._cost(state, name, source) <= state.players[player].cash
        )
        return [Offer(BuyShare, player, (Table(("company", "source"), rows),))] if rows else []

    def check(self, ctx: Ctx, action: BuyShare) -> None:
        state, facts = ctx.state, self._facts
        company = state.companies.get(action.company)
        if company is None:
            raise InvalidAction("unknown company {company!r}", company=action.company)
        if action.source not in SOURCES:
            raise InvalidAction(
                "certificates come from {sources}, not from {source!r}",
                sources=", ".join(SOURCES), source=action.source,
            )  # fmt: skip
        self._check_there(company, action)
        if action.company in state.stock.barred.get(action.player, ()):
            raise IllegalAction(
                "R65-3.5.10", "{player} has sold {company} in this stock round",
                player=action.player, company=action.company,
            )  # fmt: skip
        most = share_facts(facts, company).player
        if shares(state, action.player, action.company) >= most:
            raise IllegalAction(
                "R65-3.5.8", "nobody may own more than {most} {most:share|shares} of {company}",
                most=most, company=action.company,
            )  # fmt: skip
        freed = _freed(state, action.company, action.player)
        check_certificate_limit(facts, state, action.player, freed=freed)
        check_cash(state, action.player, self._cost(state, action.company, action.source), "R65-3.5.1")

    def apply(self, ctx: Ctx, action: BuyShare) -> None:
        state = ctx.state
        name, player = action.company, action.player
        company = state.companies[name]
        cost = self._cost(state, name, action.source)
        payee: Purse = company if action.source == OFFER else state.bank
        pay(state.players[player], payee, cost)
        take_single(company, action.source)
        company.singles[player] += 1
        ctx.emit(ShareBought(player=player, company=name, source=action.source, price=cost))
        overtake(ctx, name, player)
        float_if_sold(ctx, self._facts, name)

    def _check_there(self, company: Company, action: BuyShare) -> None:
        if company.president is None:
            raise IllegalAction(
                "R65-3.5.2", "the president's certificate of {company} must be sold first",
                company=action.company,
            )  # fmt: skip
        if not singles_in(company, action.source):
            raise IllegalAction(
                "R65-3.5.1", "there is no certificate of {company} in the {source}",
                company=action.company, source=action.source,
            )  # fmt: skip

    def _cost(self, state: SardiniaState, name: str, source: str) -> int:
        """The market price, or what the Dragons ask [R65-3.5.2 to R65-3.5.5]."""
        if source == DRAGONS:
            return asked_price(self._facts, state, name)
        return market.price(self._facts, state, name)


def _freed(state: SardiniaState, name: str, buyer: str) -> int:
    """Two singles go for one president's certificate; by default the limit looks before that [R65-3.5.7]."""
    return int(state.rulings.limit_after_exchange and would_overtake(state, name, buyer))


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
