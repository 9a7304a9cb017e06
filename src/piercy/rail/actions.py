"""The actions that 18xx games share."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action, action_type
from piercy.rail.routes import Route


@action_type
@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """Lay a tile, or replace one."""

    type = "lay_tile"

    hex: str
    tile: str
    rotation: int


@action_type
@dataclass(frozen=True, slots=True)
class PlaceToken(Action):
    """Put a token into a city of a hex."""

    type = "place_token"

    hex: str
    city: int


@action_type
@dataclass(frozen=True, slots=True)
class RemoveToken(Action):
    """Take a token back from a city of a hex."""

    type = "remove_token"

    hex: str
    city: int


@action_type
@dataclass(frozen=True, slots=True)
class RunTrains(Action):
    """Run trains on routes."""

    type = "run_trains"

    routes: tuple[Route, ...]


@action_type
@dataclass(frozen=True, slots=True)
class PayDividend(Action):
    """Pay the revenue to the shareholders, or withhold it."""

    type = "dividend"

    pay: bool


@action_type
@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """Buy a new train (from the ``depot``) or a used one (from the ``pool``)."""

    type = "buy_train"

    train: str
    source: str


@action_type
@dataclass(frozen=True, slots=True)
class OfferForTrain(Action):
    """Offer another company a price for one of its trains; whoever decides for it is asked."""

    type = "offer_for_train"

    seller: str
    train: str
    price: int


@action_type
@dataclass(frozen=True, slots=True)
class Answer(Action):
    """Accept an offer, or refuse it."""

    type = "answer"

    accept: bool


@action_type
@dataclass(frozen=True, slots=True)
class DiscardTrain(Action):
    """Give up a train that is over the limit."""

    type = "discard_train"

    train: str


@action_type
@dataclass(frozen=True, slots=True)
class BuyShare(Action):
    """Buy one certificate of a company that is not the president's."""

    type = "buy_share"

    company: str
    source: str
    """Where it lies, such as ``offer``, ``pool`` or ``bank``."""


@action_type
@dataclass(frozen=True, slots=True)
class SellShares(Action):
    """Sell shares of one company."""

    type = "sell_shares"

    company: str
    count: int


@action_type
@dataclass(frozen=True, slots=True)
class StartCompany(Action):
    """Buy the president's certificate of a company and set its par."""

    type = "start_company"

    company: str
    par: int


@action_type
@dataclass(frozen=True, slots=True)
class RepayLoans(Action):
    """Pay back borrowed money, in whole loans where the game has loans of one size."""

    type = "repay_loans"

    amount: int
