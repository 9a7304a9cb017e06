"""What a company earned is paid to its holders, or kept in its treasury."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, HasFlow, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import PayDividend
from piercy.rail.events import DividendPaid, NoRevenue, RevenueWithheld
from piercy.rail.money import Bank, Purse, pay


class Payer(Purse, Protocol):
    """A company that pays its holders."""

    @property
    def president(self) -> str | None: ...


class HasPayers(HasFlow, Protocol):
    """A state with companies that pay."""

    bank: Bank

    @property
    def companies(self) -> Mapping[str, Payer]: ...

    @property
    def on_turn(self) -> str:
        """The company on turn."""


T = TypeVar("T", bound=HasPayers)
T_contra = TypeVar("T_contra", bound=HasPayers, contravariant=True)
Due = tuple[str, Purse, int]
"""A holder, what his part is paid into, and the part."""


class Payouts(Protocol[T_contra]):
    """How a title pays out. What is answered here is usual; a title says otherwise where it is not."""

    rule: str
    """The rule that asks for the decision."""

    def begun(self, ctx: Context[T_contra]) -> None:
        """The company has come to its dividend; most need not know."""
        return

    def president(self, state: T_contra) -> str | None:
        """Who decides; None: nobody, and all is paid out."""
        return state.companies[state.on_turn].president

    def revenue(self, state: T_contra) -> int:
        """What it has earned."""

    def dues(self, state: T_contra, revenue: int) -> Sequence[Due]:
        """What is due to each holder who gets anything, rounded as the title does."""

    def pay(self, ctx: Context[T_contra], purse: Purse, amount: int) -> None:
        """The bank pays."""
        pay(ctx.state.bank, purse, amount)

    def paid(self, ctx: Context[T_contra], company: str) -> None:
        """The price moves for a dividend."""

    def withheld(self, ctx: Context[T_contra], company: str) -> None:
        """The price moves, if it does, for a revenue that was kept."""

    def nothing(self, ctx: Context[T_contra], company: str) -> None:
        """The price moves for want of a revenue."""


class PayOut(Step[T, PayDividend]):
    """All of it or nothing; without a revenue there is nothing to decide."""

    name = "dividend"
    actions = (PayDividend,)

    def __init__(self, payouts: Payouts[T]) -> None:
        self._payouts = payouts

    def begin(self, ctx: Context[T]) -> None:
        payouts, company = self._payouts, ctx.state.on_turn
        payouts.begun(ctx)
        if not payouts.revenue(ctx.state):
            ctx.emit(NoRevenue(company=company))
            payouts.nothing(ctx, company)
        elif payouts.president(ctx.state) is None:
            self._pay_out(ctx)

    def actor(self, ctx: Context[T]) -> str | None:
        return self._payouts.president(ctx.state) if self._payouts.revenue(ctx.state) else None

    def offers(self, ctx: Context[T]) -> list[Offer]:
        president = self._payouts.president(ctx.state)
        assert president is not None
        return [Offer(PayDividend, president, (OneOf("pay", (True, False)),))]

    def check(self, ctx: Context[T], action: PayDividend) -> None:
        """Both are always allowed."""

    def check_pass(self, ctx: Context[T]) -> None:
        raise IllegalAction(self._payouts.rule, "pay the revenue out or keep it")

    def apply(self, ctx: Context[T], action: PayDividend) -> None:
        if action.pay:
            self._pay_out(ctx)
        else:
            self._keep(ctx)
        ctx.next_step()

    def _pay_out(self, ctx: Context[T]) -> None:
        payouts, company = self._payouts, ctx.state.on_turn
        revenue = payouts.revenue(ctx.state)
        paid: dict[str, int] = {}
        for holder, purse, amount in payouts.dues(ctx.state, revenue):
            payouts.pay(ctx, purse, amount)
            paid[holder] = amount
        ctx.emit(DividendPaid(company=company, revenue=revenue, paid=paid))
        payouts.paid(ctx, company)

    def _keep(self, ctx: Context[T]) -> None:
        payouts, company = self._payouts, ctx.state.on_turn
        revenue = payouts.revenue(ctx.state)
        ctx.emit(RevenueWithheld(company=company, revenue=revenue))
        payouts.pay(ctx, ctx.state.companies[company], revenue)
        payouts.withheld(ctx, company)
