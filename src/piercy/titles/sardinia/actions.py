"""The actions of the draft and the stock round, and the gift of maritime cards."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action

OFFER, POOL, DRAGONS = "offer", "pool", "dragons"
SOURCES = (OFFER, POOL, DRAGONS)
"""Where a certificate can be bought: initial offer, bank pool, the Dragons' pool [R65-3.5.1]."""


@dataclass(frozen=True, slots=True)
class TakeMaritime(Action):
    """Choose a maritime card in the draft."""

    type = "take_maritime"

    card: str


@dataclass(frozen=True, slots=True)
class GiveMaritime(Action):
    """Give a maritime card from the hand to the company that operates."""

    type = "give_maritime"

    card: str


@dataclass(frozen=True, slots=True)
class ConvertCompany(Action):
    """Turn a minor into a major before a stock round."""

    type = "convert_company"

    company: str


@dataclass(frozen=True, slots=True)
class RelaunchCompany(Action):
    """Launch a company again that was absorbed, with a new home city."""

    type = "relaunch_company"

    company: str
    par: int
    home: str
