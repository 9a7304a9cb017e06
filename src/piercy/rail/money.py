"""Money moves here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Purse(Protocol):
    """Anything that holds money: the bank, a player, a company."""

    cash: int


@dataclass(slots=True)
class Bank:
    """The bank's money. It may fall below zero where a title lets it go on paying."""

    cash: int


def pay(payer: Purse, payee: Purse, amount: int) -> None:
    """Move money. Whether the payer can afford it is for the rules to say."""
    if amount < 0:
        raise ValueError("money moves forwards")
    payer.cash -= amount
    payee.cash += amount
