"""Money that is borrowed, repaid, or added by a president. What is owed, and how, is the title's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from piercy.core.flow import Context, HasFlow
from piercy.rail.events import LoansRepaid, LoansTaken, PresidentHelped
from piercy.rail.money import Bank, Purse, pay


class HasPurses(HasFlow, Protocol):
    """A state in which the bank, players and companies have money of their own."""

    bank: Bank

    @property
    def players(self) -> Mapping[str, Purse]: ...

    @property
    def companies(self) -> Mapping[str, Purse]: ...


def borrow(ctx: Context[HasPurses], borrower: str, purse: Purse, amount: int) -> None:
    """The bank lends. A title whose bank may break looks at it afterwards."""
    ctx.emit(LoansTaken(borrower=borrower, amount=amount))
    pay(ctx.state.bank, purse, amount)


def repay(ctx: Context[HasPurses], borrower: str, purse: Purse, amount: int) -> None:
    """The bank gets back what it has lent."""
    pay(purse, ctx.state.bank, amount)
    ctx.emit(LoansRepaid(borrower=borrower, amount=amount))


def help_out(ctx: Context[HasPurses], president: str, company: str, amount: int, loan: int = 0) -> None:
    """A president adds to the treasury: cash of his own, and what he has borrowed for it."""
    pay(ctx.state.players[president], ctx.state.companies[company], amount + loan)
    ctx.emit(PresidentHelped(player=president, company=company, amount=amount, loan=loan))
