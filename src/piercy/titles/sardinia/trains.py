"""Step 5 of a company's turn: buy trains, from the bank or from other companies [R65-4.6, R65-4.7]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.train_moves import Purchase
from piercy.rail.train_sales import DealRules, SaleRules, SellerTerms, TrainSales
from piercy.rail.trains import DEPOT, on_sale
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.funding import seek_money
from piercy.titles.sardinia.purchase import complete_purchase, train_limit
from piercy.titles.sardinia.state import (
    Company,
    ForcedPurchase,
    SardiniaState,
    company_on_turn,
    player_on_turn,
)

Ctx = Context[SardiniaState]


def must_buy(company: Company) -> bool:
    """Whoever has traffic must own a train [R65-4.6.17, R65-4.6.18]."""
    return company.traffic > 0 and not company.trains


class Shop(TrainSales[SardiniaState]):
    """Any number of trains, one after the other, up to the limit [R65-4.6.1, R65-4.6.4]."""

    rules = SaleRules(depot="R65-4.6.7", pool="R65-4.6.8", limit="R65-4.6.2", price="R65-4.6.15")

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def known(self, train: str) -> bool:
        return train in self._facts.trains

    def price(self, train: str) -> int:
        return self._facts.trains[train].price

    def purse(self, state: SardiniaState) -> Company:
        return state.companies[company_on_turn(state)]

    def limit(self, state: SardiniaState) -> int:
        return train_limit(self._facts, state)

    def stays(self, state: SardiniaState) -> bool:
        """As long as there is something to give or to repay, and where a train is missing."""
        company = self.purse(state)
        can_repay = company.loans > 0 and company.cash >= self._facts.sums.loan
        return bool(state.players[player_on_turn(state)].maritimes) or can_repay or must_buy(company)

    def duty(self, state: SardiniaState) -> IllegalAction | None:
        if not must_buy(self.purse(state)):
            return None
        return IllegalAction(
            "R65-4.6.18", "{company} has traffic and must own a train", company=company_on_turn(state)
        )

    def unhelped(self, state: SardiniaState, train: str, source: str) -> IllegalAction | None:
        """The president helps only a company that cannot pay for any train on sale [R65-4.7.1]."""
        company = self.purse(state)
        if not must_buy(company):
            return super().unhelped(state, train, source)
        cheapest = min(self.price(other) for other, _ in on_sale(state.depot))
        if cheapest <= company.cash and not state.rulings.help_for_better_train:
            return IllegalAction(
                "R65-4.7.1",
                "{company} can pay for a train, and its president may not help",
                company=company_on_turn(state),
            )
        if not self._allowed_when_forced(state, train, source):
            return IllegalAction("R65-4.7.6", "a forced purchase cannot take the discounted card")
        return None

    def help(self, ctx: Ctx, bought: Purchase) -> None:
        ctx.state.forced = ForcedPurchase(bought)
        seek_money(ctx, self._facts)

    def buy(self, ctx: Ctx, bought: Purchase) -> None:
        complete_purchase(ctx, self._facts, bought)

    def _allowed_when_forced(self, state: SardiniaState, train: str, source: str) -> bool:
        """By default a discounted card may be chosen; else only one alone of its phase [R65-4.7.6]."""
        if state.rulings.discounted_when_forced:
            return True
        kinds = self._facts.trains
        beside = [other for other, _ in on_sale(state.depot)]
        if state.rulings.no_discounted_of_the_pool:
            beside = [] if source == DEPOT else list(kinds)
        return not any(
            kinds[other].price > kinds[train].price
            for other in beside
            if kinds[other].phase == kinds[train].phase
        )


class Sellers(SellerTerms[SardiniaState]):
    """The president of the seller agrees or does not; nobody is obliged to sell [R65-4.6.12]."""

    rules = DealRules(itself="R65-4.6.11", owned="R65-4.6.11", least="R65-4.6.11", price="R65-4.6.15")

    def asks(self, state: SardiniaState, president: str) -> bool:
        return president != player_on_turn(state)
