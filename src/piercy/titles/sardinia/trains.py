"""Step 5 of a company's turn: buy trains, from the bank or from other companies [R65-4.6, R65-4.7]."""

from __future__ import annotations

from typing import Any

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf, Range, Table
from piercy.rail.actions import DEPOT, POOL, Answer, BuyTrain, OfferForTrain
from piercy.rail.events import DealProposed, DealRefused, TrainTraded
from piercy.rail.money import pay
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.funding import seek_money
from piercy.titles.sardinia.purchase import NOTED, complete_purchase, train_limit, trains_on_sale
from piercy.titles.sardinia.state import (
    Company,
    ForcedPurchase,
    SardiniaState,
    TrainTrade,
    company_on_turn,
    player_on_turn,
    president_of,
)

Ctx = Context[SardiniaState]


def must_buy(company: Company) -> bool:
    """Whoever has traffic must own a train [R65-4.6.17, R65-4.6.18]."""
    return company.traffic > 0 and not company.trains


class BuyTrains(Step[SardiniaState, BuyTrain | OfferForTrain]):
    """Any number of trains, one after the other, up to the limit [R65-4.6.1, R65-4.6.4]."""

    name = "trains"
    actions = (BuyTrain, OfferForTrain)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        """As long as there is something to buy, to give or to repay, the president is asked."""
        state = ctx.state
        player = player_on_turn(state)
        company = state.companies[company_on_turn(state)]
        can_repay = company.loans > 0 and company.cash >= self._facts.sums.loan
        last_moment = state.players[player].maritimes or can_repay
        busy = last_moment or must_buy(company) or self._rows(state) or self._sellers(state)
        return player if busy else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        player, cash = player_on_turn(state), state.companies[company_on_turn(state)].cash
        offers = []
        if rows := self._rows(state):
            offers.append(Offer(BuyTrain, player, (Table(("train", "source"), rows),)))
        if sellers := self._sellers(state):
            domains = (Table(("seller", "train"), sellers), Range("price", 1, cash))
            offers.append(Offer(OfferForTrain, player, domains))
        return offers

    def check(self, ctx: Ctx, action: BuyTrain | OfferForTrain) -> None:
        if action.train not in self._facts.trains:
            raise InvalidAction("unknown train {train!r}", train=action.train)
        if isinstance(action, BuyTrain):
            self._check_purchase(ctx.state, action)
        else:
            self._check_trade(ctx.state, action)

    def check_pass(self, ctx: Ctx) -> None:
        company = company_on_turn(ctx.state)
        if must_buy(ctx.state.companies[company]):
            raise IllegalAction("R65-4.6.18", "{company} has traffic and must own a train", company=company)

    def apply(self, ctx: Ctx, action: BuyTrain | OfferForTrain) -> None:
        state = ctx.state
        company = company_on_turn(state)
        if isinstance(action, OfferForTrain):
            state.trade = TrainTrade(company, action.seller, action.train, action.price)
            ctx.emit(
                DealProposed(
                    company=company,
                    target=action.seller,
                    train=action.train,
                    price=action.price,
                    kind="train",
                    asked=president_of(state, action.seller),
                )
            )
            if president_of(state, action.seller) == action.player:
                conclude_trade(ctx)
        elif self._facts.trains[action.train].price <= state.companies[company].cash:
            complete_purchase(ctx, self._facts, company, action.train, action.source)
        else:
            state.forced = ForcedPurchase(company, action.train, NOTED[action.source])
            seek_money(ctx, self._facts)

    def _check_purchase(self, state: SardiniaState, action: BuyTrain) -> None:
        if action.source not in (DEPOT, POOL):
            raise InvalidAction(
                "trains come from 'depot' or 'pool', not from {source!r}", source=action.source
            )
        if (action.train, action.source) not in trains_on_sale(state):
            rule = "R65-4.6.7" if action.source == DEPOT else "R65-4.6.8"
            raise IllegalAction(
                rule, "no {train} is on sale in the {source}", train=action.train, source=action.source
            )
        self._check_limit(state)
        name = company_on_turn(state)
        company, price = state.companies[name], self._facts.trains[action.train].price
        if price <= company.cash:
            return
        if not must_buy(company):
            raise IllegalAction(
                "R65-4.6.15", "a {train} costs {price}; {company} has {cash}",
                train=action.train, price=price, company=name, cash=company.cash,
            )  # fmt: skip
        if not self._may_help(state, company):
            raise IllegalAction(
                "R65-4.7.1", "{company} can pay for a train, and its president may not help", company=name
            )
        if not self._allowed_when_forced(state, action.train, action.source):
            raise IllegalAction("R65-4.7.6", "a forced purchase cannot take the discounted card")

    def _check_trade(self, state: SardiniaState, action: OfferForTrain) -> None:
        buyer = company_on_turn(state)
        seller = state.companies.get(action.seller)
        if seller is None:
            raise InvalidAction("unknown company {company!r}", company=action.seller)
        if action.seller == buyer or action.train not in seller.trains:
            raise IllegalAction(
                "R65-4.6.11", "{seller} has no {train} to sell to {buyer}",
                seller=action.seller, train=action.train, buyer=buyer,
            )  # fmt: skip
        if action.price < 1:
            raise IllegalAction("R65-4.6.11", "a train costs at least 1, not {price}", price=action.price)
        self._check_limit(state)
        cash = state.companies[buyer].cash
        if action.price > cash:
            raise IllegalAction(
                "R65-4.6.15", "the train would cost {price}; {company} has {cash}",
                price=action.price, company=buyer, cash=cash,
            )  # fmt: skip

    def _check_limit(self, state: SardiniaState) -> None:
        name = company_on_turn(state)
        limit = train_limit(self._facts, state)
        if len(state.companies[name].trains) >= limit:
            raise IllegalAction(
                "R65-4.6.2",
                "{company} owns {limit} {limit:train|trains}, the limit",
                company=name,
                limit=limit,
            )

    def _has_room(self, state: SardiniaState, company: Company) -> bool:
        return len(company.trains) < train_limit(self._facts, state)

    def _rows(self, state: SardiniaState) -> tuple[tuple[str, str], ...]:
        """What the company may buy from the bank, with its president's help where that is allowed."""
        company = state.companies[company_on_turn(state)]
        if not self._has_room(state, company):
            return ()
        helped = must_buy(company) and self._may_help(state, company)
        return tuple(
            (train, source)
            for train, source in trains_on_sale(state)
            if self._facts.trains[train].price <= company.cash
            or (helped and self._allowed_when_forced(state, train, source))
        )

    def _may_help(self, state: SardiniaState, company: Company) -> bool:
        """The president helps only a company that cannot pay for any train on sale [R65-4.7.1]."""
        cheapest = min(self._facts.trains[train].price for train, _ in trains_on_sale(state))
        return cheapest > company.cash or state.rulings.help_for_better_train

    def _allowed_when_forced(self, state: SardiniaState, train: str, source: str) -> bool:
        """By default a discounted card may be chosen; else only one alone of its phase [R65-4.7.6]."""
        if state.rulings.discounted_when_forced:
            return True
        kinds = self._facts.trains
        beside = [other for other, _ in trains_on_sale(state)]
        if state.rulings.no_discounted_of_the_pool:
            beside = [] if source == DEPOT else list(kinds)
        return not any(
            kinds[other].price > kinds[train].price
            for other in beside
            if kinds[other].phase == kinds[train].phase
        )

    def _sellers(self, state: SardiniaState) -> tuple[tuple[str, str], ...]:
        """The trains of other companies that could be asked for."""
        buyer = company_on_turn(state)
        company = state.companies[buyer]
        if company.cash < 1 or not self._has_room(state, company):
            return ()
        return tuple(
            (name, train)
            for name, other in state.companies.items()
            if name != buyer
            for train in sorted(set(other.trains))
        )


def conclude_trade(ctx: Ctx) -> None:
    """Train and money change hands at once [R65-4.6.14]."""
    state = ctx.state
    trade = state.trade
    assert trade is not None
    state.trade = None
    buyer, seller = state.companies[trade.buyer], state.companies[trade.seller]
    pay(buyer, seller, trade.price)
    seller.trains.remove(trade.train)
    buyer.trains.append(trade.train)
    ctx.emit(TrainTraded(company=trade.buyer, seller=trade.seller, train=trade.train, price=trade.price))


class AnswerTrades(Step[SardiniaState, Answer]):
    """The president of the seller agrees or does not; nobody is obliged to sell [R65-4.6.12]."""

    name = "answer"
    actions = (Answer,)

    def actor(self, ctx: Ctx) -> str | None:
        trade = ctx.state.trade
        return None if trade is None else president_of(ctx.state, trade.seller)

    def decider_rule(self, ctx: Ctx) -> str:
        return "R65-4.6.12"

    def offers(self, ctx: Ctx) -> list[Offer]:
        trade = ctx.state.trade
        assert trade is not None
        return [Offer(Answer, president_of(ctx.state, trade.seller), (OneOf("accept", (True, False)),))]

    def check(self, ctx: Ctx, action: Any) -> None:
        """Either answer is possible."""

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("R65-4.6.12", "the president of the seller accepts or declines")

    def apply(self, ctx: Ctx, action: Answer) -> None:
        if action.accept:
            conclude_trade(ctx)
            return
        trade = ctx.state.trade
        assert trade is not None
        ctx.state.trade = None
        ctx.emit(DealRefused(player=action.player, target=trade.seller, kind="train"))
