"""Step 4 of a company's turn: revenue, dividend or treasury [R65-4.5]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.money import Purse
from piercy.rail.paying_out import Due, Payouts
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.market import move
from piercy.titles.sardinia.shares import share_facts, shares
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]


def coverage(facts: Book, state: SardiniaState, company: str) -> int:
    """What its trains and maritime cards cover; nothing without a train [R65-2.6.11, R65-4.5.1]."""
    charter = state.companies[company]
    if not charter.trains:
        return 0
    trains = sum(facts.trains[train].coverage for train in charter.trains)
    return trains + facts.sums.maritime_coverage * len(charter.maritimes)


def revenue(facts: Book, state: SardiniaState, company: str) -> int:
    """Money for the smaller of traffic and coverage [R65-4.5.1]."""
    served = min(state.companies[company].traffic, coverage(facts, state, company))
    return facts.sums.revenue_per_traffic * served


class Income(Payouts[SardiniaState]):
    """All of the revenue is paid out or all of it is withheld [R65-4.5.3, R65-4.5.4]."""

    rule = "R65-4.5.3"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def revenue(self, state: SardiniaState) -> int:
        return revenue(self._facts, state, state.on_turn)

    def dues(self, state: SardiniaState, revenue: int) -> list[Due]:
        """The parts of the pool and the Dragons stay in the bank [R65-4.5.5 to R65-4.5.7]."""
        company, charter = state.on_turn, state.companies[state.on_turn]
        each = revenue * share_facts(self._facts, charter).percent // 100
        owned = {name: shares(state, name, company) for name in state.players}
        dues: list[Due] = [(name, state.players[name], owned[name] * each) for name in owned if owned[name]]
        return [*dues, (company, charter, charter.offer * each)] if charter.offer else dues

    def pay(self, ctx: Ctx, purse: Purse, amount: int) -> None:
        pay_out(ctx, purse, amount)

    def paid(self, ctx: Ctx, company: str) -> None:
        move(ctx, self._facts, company, 1, "dividend")

    def withheld(self, ctx: Ctx, company: str) -> None:
        """The price stays [R65-3.11.6]."""

    def nothing(self, ctx: Ctx, company: str) -> None:
        """The price falls [R65-3.11.5, R65-4.5.10]."""
        move(ctx, self._facts, company, -1, "no_revenue")
