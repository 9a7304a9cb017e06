"""Step 4 of a company's turn: revenue, dividend or treasury [R65-4.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import PayDividend
from piercy.rail.events import DividendPaid, NoRevenue, RevenueWithheld
from piercy.titles.sardinia.bank import pay_out
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.market import move
from piercy.titles.sardinia.shares import share_facts, shares
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, player_on_turn

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


class Income(Step[SardiniaState, PayDividend]):
    """All of the revenue is paid out or all of it is withheld [R65-4.5.3, R65-4.5.4]."""

    name = "income"
    actions = (PayDividend,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def begin(self, ctx: Ctx) -> None:
        """Without revenue there is nothing to decide, and the price falls [R65-3.11.5, R65-4.5.10]."""
        company = company_on_turn(ctx.state)
        if not revenue(self._facts, ctx.state, company):
            ctx.emit(NoRevenue(company))
            move(ctx, self._facts, company, -1, "no_revenue")

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        return player_on_turn(state) if revenue(self._facts, state, company_on_turn(state)) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        return [Offer(PayDividend, player_on_turn(ctx.state), (OneOf("pay", (True, False)),))]

    def check(self, ctx: Ctx, action: PayDividend) -> None:
        """Both are always possible."""

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("R65-4.5.3", "the revenue must be declared, as dividend or withheld")

    def apply(self, ctx: Ctx, action: PayDividend) -> None:
        state, facts = ctx.state, self._facts
        company = company_on_turn(state)
        earned = revenue(facts, state, company)
        if action.pay:
            self._pay_dividend(ctx, company, earned)
            move(ctx, facts, company, 1, "dividend")
        else:
            ctx.emit(RevenueWithheld(company, earned))
            pay_out(ctx, state.companies[company], earned)
        ctx.next_step()

    def _pay_dividend(self, ctx: Ctx, company: str, earned: int) -> None:
        """The parts of the pool and the Dragons stay in the bank [R65-4.5.5 to R65-4.5.7]."""
        state = ctx.state
        charter = state.companies[company]
        each = earned * share_facts(self._facts, charter).percent // 100
        owned = {name: shares(state, name, company) for name in state.players}
        paid = {name: count * each for name, count in owned.items() if count}
        for name, amount in paid.items():
            pay_out(ctx, state.players[name], amount)
        if charter.offer:
            paid[company] = charter.offer * each
            pay_out(ctx, charter, paid[company])
        ctx.emit(DividendPaid(company, earned, paid))
