"""Step 4 of a company's turn: pay the whole revenue or keep it [RCZ-VIII.8]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.paying_out import Due, Payouts
from piercy.titles.cz.book import Book
from piercy.titles.cz.market import move_left, move_right
from piercy.titles.cz.state import VACLAV, CzState, company_on_turn, president_on_turn

Ctx = Context[CzState]


def dividend(revenue: int, held: int, shares: int) -> int:
    """What the holder of some of a company's shares gets: rounded up, once [RCZ-VIII.8.9]."""
    return -(-revenue * held // shares)


class Dividends(Payouts[CzState]):
    """All or nothing [RCZ-VIII.8.8]; Vaclav pays everything out [RCZ-XI.1.24]."""

    rule = "RCZ-VIII.8.8"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def begun(self, ctx: Ctx) -> None:
        ctx.state.companies[ctx.state.on_turn].revenue = ctx.state.turn.revenue

    def president(self, state: CzState) -> str | None:
        return president_on_turn(state)

    def revenue(self, state: CzState) -> int:
        return state.turn.revenue

    def dues(self, state: CzState, revenue: int) -> list[Due]:
        """The bank keeps what belongs to its own shares and to Vaclav's [RCZ-VIII.8.10, RCZ-XI.1.25]."""
        shares = self._facts.size(company_on_turn(state)).shares
        return [
            (holder, state.players[holder], dividend(revenue, held, shares))
            for holder, held in state.companies[state.on_turn].shares.items()
            if holder != VACLAV and held
        ]

    def paid(self, ctx: Ctx, company: str) -> None:
        move_right(self._facts, ctx, company, self._facts.size(company).dividend)

    def withheld(self, ctx: Ctx, company: str) -> None:
        move_left(self._facts, ctx, company, "withheld")

    def nothing(self, ctx: Ctx, company: str) -> None:
        move_left(self._facts, ctx, company, "no_revenue")
