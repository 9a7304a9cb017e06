"""What the bank pays, and the end of the game when it cannot [R65-2.7]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.events import EndTriggered, GameStopped
from piercy.rail.money import Purse, pay
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]


def pay_out(ctx: Ctx, purse: Purse, amount: int) -> None:
    """The bank pays, whatever it has; the first payment beyond its means makes this set the last one.

    [R65-2.7.1, R65-2.7.4]
    """
    pay(ctx.state.bank, purse, amount)
    has_paid(ctx, amount)


def has_paid(ctx: Ctx, amount: int) -> None:
    """Look whether the bank is broken by what it has just paid."""
    state = ctx.state
    left = state.bank.cash
    broken = left < 0 or (left == 0 and amount > 0 and state.rulings.empty_bank_ends)
    if broken and not state.ending:
        state.ending = "bank_broken"
        ctx.emit(EndTriggered(reason=state.ending))


def pay_in(ctx: Ctx, purse: Purse, amount: int) -> None:
    """Somebody pays the bank. It does not heal a broken bank [R65-2.7.4]."""
    pay(purse, ctx.state.bank, amount)


def after_operating(ctx: Ctx) -> str | None:
    """The round that follows an operating round; None: the game is over [R65-2.2.1, R65-2.7.2]."""
    state = ctx.state
    if state.operating_round == 1:
        return "operating"
    state.operating_round = 0
    if not last_set(state):
        return "prelude"
    if not state.ending:
        state.ending = "round_cap"
        ctx.emit(GameStopped(rounds=state.stock_round, reason="round_cap"))
    return None


def last_set(state: SardiniaState) -> bool:
    """Whether no stock round follows the operating rounds of this set [R65-2.7.2, R65-2.7.3]."""
    return bool(state.ending) or 0 < state.round_cap <= state.stock_round
