"""The actions of the draft and the stock round, and the gift of maritime cards."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action, action_type

OFFER, POOL, DRAGONS = "offer", "pool", "dragons"
SOURCES = (OFFER, POOL, DRAGONS)
"""Where a certificate can be bought: initial offer, bank pool, the Dragons' pool [R65-3.5.1]."""


@action_type
@dataclass(frozen=True, slots=True)
class TakeMaritime(Action):
    """Choose a maritime card in the draft."""

    type = "take_maritime"

    card: str


@action_type
@dataclass(frozen=True, slots=True)
class GiveMaritime(Action):
    """Give a maritime card from the hand to the company that operates."""

    type = "give_maritime"

    card: str


@action_type
@dataclass(frozen=True, slots=True)
class ConvertCompany(Action):
    """Turn a minor into a major before a stock round."""

    type = "convert_company"

    company: str


@action_type
@dataclass(frozen=True, slots=True)
class SellCertificates(Action):
    """Sell a block of single certificates of one company to the pool."""

    type = "sell_certificates"

    company: str
    count: int


@action_type
@dataclass(frozen=True, slots=True)
class BuyCertificate(Action):
    """Buy one single certificate from the initial offer, the pool or the Dragons."""

    type = "buy_certificate"

    company: str
    source: str


@action_type
@dataclass(frozen=True, slots=True)
class LaunchCompany(Action):
    """Buy the president's certificate of a company and set its starting price."""

    type = "launch_company"

    company: str
    price: int


@action_type
@dataclass(frozen=True, slots=True)
class RelaunchCompany(Action):
    """Launch a company again that was absorbed, with a new home city."""

    type = "relaunch_company"

    company: str
    price: int
    home: str
