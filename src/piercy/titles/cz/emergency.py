"""Emergency finance: the Director helps to a compulsory train, if need be with a loan [RCZ-VIII.11]."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.flow import Context
from piercy.rail.financing import borrow, help_out
from piercy.titles.cz.state import CzState

Ctx = Context[CzState]


@dataclass(frozen=True, slots=True)
class Contributions:
    """Who pays how much of a train: the treasury first, then the Director's cash, then a loan."""

    treasury: int
    president: int
    loan: int


def contributions(state: CzState, company: str, president: str, price: int) -> Contributions:
    """Who pays a train that the treasury cannot pay alone [RCZ-VIII.11.2, RCZ-VIII.11.3, RCZ-VIII.11.8]."""
    treasury = min(price, state.companies[company].cash)
    own = min(price - treasury, state.players[president].cash)
    return Contributions(treasury, own, price - treasury - own)


def finance(ctx: Ctx, company: str, president: str, price: int) -> None:
    """Bring into the treasury what it lacks: the Director's cash, and a loan of exactly the rest."""
    state = ctx.state
    shares = contributions(state, company, president, price)
    if shares.loan:
        # its penalty of 100 % is due at the end of the game [RCZ-VIII.11.11]
        debtor = state.players[president]
        debtor.loan += shares.loan
        debtor.penalty += shares.loan
        borrow(ctx, president, debtor, shares.loan)
    state.turn.helped = True
    help_out(ctx, president, company, shares.president, shares.loan)
