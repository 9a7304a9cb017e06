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
    """Put a station marker into a city of a hex."""

    type = "place_token"

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
class BuyTrain(Action):
    """Buy a train from the depot (``bank`` or ``market``)."""

    type = "buy_train"

    train: str
    source: str


@action_type
@dataclass(frozen=True, slots=True)
class DiscardTrain(Action):
    """Give up a train that is over the limit."""

    type = "discard_train"

    train: str


@action_type
@dataclass(frozen=True, slots=True)
class BuyShare(Action):
    """Buy one ordinary certificate of a company."""

    type = "buy_share"

    company: str


@action_type
@dataclass(frozen=True, slots=True)
class SellShares(Action):
    """Sell shares of one company."""

    type = "sell_shares"

    company: str
    count: int
