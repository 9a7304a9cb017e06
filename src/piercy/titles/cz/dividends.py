"""Step 4 of a company's turn: pay the whole revenue or keep it [RCZ-VIII.8]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import PayDividend
from piercy.rail.events import DividendPaid, NoRevenue, RevenueWithheld
from piercy.rail.money import pay
from piercy.titles.cz.book import Book
from piercy.titles.cz.market import move_left, move_right
from piercy.titles.cz.state import VACLAV, CzState, company_on_turn, president_on_turn, vaclavs

Ctx = Context[CzState]


def dividend(revenue: int, held: int, shares: int) -> int:
    """What the holder of some of a company's shares gets: rounded up, once [RCZ-VIII.8.9]."""
    return -(-revenue * held // shares)


class Dividends(Step[CzState, PayDividend]):
    """All or nothing [RCZ-VIII.8.8]; without revenue there is no decision [RCZ-VIII.8.13]."""

    name = "dividend"
    actions = (PayDividend,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        name = company_on_turn(state)
        state.companies[name].revenue = state.turn.revenue
        if state.turn.revenue == 0:
            ctx.emit(NoRevenue(company=name))
            move_left(self._facts, ctx, name, "no_revenue")
            ctx.next_step()
        elif vaclavs(state.companies[name]):
            self._pay_out(ctx)
            ctx.next_step()

    def actor(self, ctx: Ctx) -> str | None:
        return president_on_turn(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        president = president_on_turn(ctx.state)
        assert president is not None
        return [Offer(PayDividend, president, (OneOf("pay", (True, False)),))]

    def check(self, ctx: Ctx, action: PayDividend) -> None:
        """Both are always allowed."""

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("RCZ-VIII.8.8", "pay the revenue out or keep it")

    def apply(self, ctx: Ctx, action: PayDividend) -> None:
        state = ctx.state
        if action.pay:
            self._pay_out(ctx)
        else:
            name, revenue = company_on_turn(state), state.turn.revenue
            pay(state.bank, state.companies[name], revenue)
            ctx.emit(RevenueWithheld(company=name, revenue=revenue))
            move_left(self._facts, ctx, name, "withheld")
        ctx.next_step()

    def _pay_out(self, ctx: Ctx) -> None:
        """The bank keeps what belongs to its own shares and to Vaclav's [RCZ-VIII.8.10, RCZ-XI.1.25]."""
        state, facts = ctx.state, self._facts
        name, revenue = company_on_turn(state), state.turn.revenue
        size = facts.size(name)
        paid = {
            holder: dividend(revenue, held, size.shares)
            for holder, held in state.companies[name].shares.items()
            if holder != VACLAV and held
        }
        for holder, amount in paid.items():
            pay(state.bank, state.players[holder], amount)
        ctx.emit(DividendPaid(company=name, revenue=revenue, paid=paid))
        move_right(facts, ctx, name, size.dividend)
