"""State loans of companies: repayment at any moment of the company's turn [R65-5.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import RepayLoans
from piercy.rail.financing import repay
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.state import SardiniaState, company_on_turn, player_on_turn

Ctx = Context[SardiniaState]


class RepayCompanyLoans(Step[SardiniaState, RepayLoans]):
    """As many as the company on turn has and can pay in full [R65-5.5.6]."""

    name = "loans"
    actions = (RepayLoans,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        return player_on_turn(state) if state.turn is not None and self._most(state) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        loan, most = self._facts.sums.loan, self._most(ctx.state)
        amounts = tuple(loan * count for count in range(1, most + 1))
        return [Offer(RepayLoans, player_on_turn(ctx.state), (OneOf("amount", amounts),))]

    def check(self, ctx: Ctx, action: RepayLoans) -> None:
        state = ctx.state
        company = company_on_turn(state)
        count, rest = divmod(action.amount, self._facts.sums.loan)
        if count < 1 or rest:
            raise InvalidAction("loans of {loan} are repaid whole", loan=self._facts.sums.loan)
        if count > self._most(state):
            raise IllegalAction(
                "R65-5.5.6",
                "{company} has {loans} {loans:loan|loans} and {cash} in its treasury, not enough for {count}",
                company=company,
                loans=state.companies[company].loans,
                cash=state.companies[company].cash,
                count=count,
            )

    def apply(self, ctx: Ctx, action: RepayLoans) -> None:
        company = company_on_turn(ctx.state)
        charter = ctx.state.companies[company]
        charter.loans -= action.amount // self._facts.sums.loan
        repay(ctx, company, charter, action.amount)

    def _most(self, state: SardiniaState) -> int:
        charter = state.companies[company_on_turn(state)]
        return min(charter.loans, charter.cash // self._facts.sums.loan) if charter.loans else 0
