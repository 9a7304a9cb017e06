"""The events that 18xx games share: each key with its fields, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piercy.core.events import Event


@dataclass(frozen=True, slots=True)
class RouteRun:
    """One train's part in a run."""

    train: str
    path: tuple[str, ...]
    value: int


class TurnBegan(Event, key="turn_began"):
    """A company is on turn."""

    company: str
    player: str | None
    """Who runs it, if anybody."""


class StockRoundBegan(Event, key="stock_round_began"):
    """A stock round begins."""

    number: int


class OperatingRoundBegan(Event, key="operating_round_began"):
    """An operating round begins."""

    set: int
    number: int


class PriorityDealt(Event, key="priority_dealt"):
    """The order of the players is new."""

    order: tuple[str, ...]


class TileLaid(Event, key="tile_laid"):
    """A tile was laid, or replaced another."""

    player: str
    company: str
    hex: str
    tile: str
    rotation: int
    cost: int
    kind: str = ""
    """What sort of lay it was, where a title tells them apart."""


class TokenPlaced(Event, key="token_placed"):
    """A token was put on the map."""

    player: str | None
    company: str
    hex: str
    city: int
    cost: int


class TokenRemoved(Event, key="token_removed"):
    """A token left the map."""

    company: str
    hex: str
    city: int


class TokenReplaced(Event, key="token_replaced"):
    """A company's token took the place of another's."""

    company: str
    target: str
    hex: str


class TrainsRun(Event, key="trains_run"):
    """A company ran its trains."""

    player: str | None
    company: str
    revenue: int
    routes: tuple[RouteRun, ...]


class NoRevenue(Event, key="no_revenue"):
    """A company earned nothing."""

    company: str


class DividendPaid(Event, key="dividend_paid"):
    """A company paid its revenue out."""

    company: str
    revenue: int
    paid: Mapping[str, int]
    """What each holder got, the company too if its own certificates earn."""


class RevenueWithheld(Event, key="revenue_withheld"):
    """A company kept its revenue."""

    company: str
    revenue: int


class TrainBought(Event, key="train_bought"):
    """A company bought a train of the depot or the pool."""

    company: str
    train: str
    source: str
    price: int


class TrainTraded(Event, key="train_traded"):
    """A company bought a train of another."""

    company: str
    seller: str
    train: str
    price: int


class TrainDiscarded(Event, key="train_discarded"):
    """A company gave up a train."""

    company: str
    train: str


class PhaseOpened(Event, key="phase_opened"):
    """A phase began."""

    phase: str
    train: str | None
    """The train that opened it, if one did."""


class TrainsRusted(Event, key="trains_rusted"):
    """Trains left the game."""

    trains: Mapping[str, int]
    """How many of each kind."""


class PriceMoved(Event, key="price_moved"):
    """A share price moved."""

    company: str
    before: int
    after: int
    reason: str


class CompanyStarted(Event, key="company_started"):
    """A player bought a president's certificate."""

    player: str
    company: str
    par: int


class CompanyFloated(Event, key="company_floated"):
    """A company got its capital and tokens."""

    company: str
    capital: int
    tokens: int


class ShareBought(Event, key="share_bought"):
    """A player bought an ordinary certificate."""

    player: str
    company: str
    source: str
    price: int


class SharesSold(Event, key="shares_sold"):
    """A player sold shares."""

    player: str
    company: str
    count: int
    price: int
    """For each share."""


class PresidentChanged(Event, key="president_changed"):
    """Another player runs a company."""

    company: str
    before: str
    player: str


class PresidentHelped(Event, key="president_helped"):
    """A president paid for a train of the company."""

    player: str
    company: str
    amount: int
    loan: int
    """How much of it was borrowed for this."""


class LoansTaken(Event, key="loans_taken"):
    """A player or a company borrowed."""

    borrower: str
    amount: int


class LoansRepaid(Event, key="loans_repaid"):
    """A player or a company repaid."""

    borrower: str
    amount: int


class DealProposed(Event, key="deal_proposed"):
    """A player is asked for consent."""

    kind: str
    """What it is about, such as ``train``."""
    company: str
    asked: str
    target: str
    train: str
    price: int


class DealRefused(Event, key="deal_refused"):
    """A player did not consent."""

    player: str
    kind: str
    target: str


class EndTriggered(Event, key="end_triggered"):
    """From now on it is known that the game will end."""

    reason: str
    player: str | None = None
    reserve: int = 0
    """Money that the bank gets for the rest of the game."""


class GameStopped(Event, key="game_stopped"):
    """A game that nobody watches was stopped."""

    reason: str
    rounds: int
