"""The actions of 18CZ beyond those that 18xx games share.

From ``rail.actions``: ``LayTile`` (track step, red home tile, MW's home tile), ``PlaceToken`` (station step,
ATE's city), ``RunTrains``, ``BuyTrain`` (``source``: ``bank`` or ``pool``; ``train``: type and card, as in
``3+3d``), ``DiscardTrain`` (return a train to the pool), ``BuyShare`` and ``SellShares``.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.actions import Action


@dataclass(frozen=True, slots=True)
class DraftLocal(Action):
    """Pre-stock round: buy a Local at the price of its position."""

    type = "draft_local"

    local: str


@dataclass(frozen=True, slots=True)
class OpenAuction(Action):
    """Auction round: name a private company and bid for it; a bid of 0 names it and passes."""

    type = "open_auction"

    private: str
    bid: int


@dataclass(frozen=True, slots=True)
class RaiseBid(Action):
    """Auction round: bid more for the private company on the block."""

    type = "raise_bid"

    bid: int


@dataclass(frozen=True, slots=True)
class BuyLocal(Action):
    """Operating round: the company buys a Local (or MW) from a player, who is asked if not the Director."""

    type = "buy_local"

    local: str
    price: int


@dataclass(frozen=True, slots=True)
class SellLocal(Action):
    """Operating round: the company sells a Local to the bank for the current price."""

    type = "sell_local"

    local: str


@dataclass(frozen=True, slots=True)
class LayPurple(Action):
    """Ability 1 of a Local: lay a purple-edged tile beside the normal track action."""

    type = "lay_purple"

    local: str
    hex: str
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class LayWaived(Action):
    """Ability 2 of a Local: lay a tile of the normal track action without its terrain cost."""

    type = "lay_waived"

    local: str
    hex: str
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class LendTrain(Action):
    """Moravia-Silesia: the owner of the 3E card lends it to his company for this run."""

    type = "lend_train"


@dataclass(frozen=True, slots=True)
class RecordedRun(Action):
    """A run whose sum is taken from a record; only where the option ``recorded_runs`` is on."""

    type = "recorded_run"

    revenue: int


@dataclass(frozen=True, slots=True)
class OfferAcquisition(Action):
    """Offer to acquire a smaller company at a price per share; another Director than one's own is asked."""

    type = "acquire"

    company: str
    price: int


@dataclass(frozen=True, slots=True)
class ScrapTrain(Action):
    """Scrap a train just acquired."""

    type = "scrap_train"

    train: str


@dataclass(frozen=True, slots=True)
class ConvertTrain(Action):
    """Turn the card of a train just acquired to the acquirer's own colour."""

    type = "convert_train"

    train: str
