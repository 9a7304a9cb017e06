"""What only 18CZ tells."""

from __future__ import annotations

from collections.abc import Mapping

from piercy.core.events import Event


class LocalsPriced(Event, key="locals_priced"):
    """The price of Locals for an operating round."""

    price: int


class PrestockRoundBegan(Event, key="prestock_round_began"):
    """The sale of Locals begins."""


class AuctionRoundBegan(Event, key="auction_round_began"):
    """The auction begins."""


class AuctionFailed(Event, key="auction_failed"):
    """Nothing was sold."""

    winner: str


class AuctionOpened(Event, key="auction_opened"):
    """A private company was put up."""

    player: str
    private: str
    bid: int


class BidMade(Event, key="bid_made"):
    """A player bid."""

    player: str
    private: str
    bid: int


class PrivateSold(Event, key="private_sold"):
    """A private company was sold in an auction."""

    player: str
    private: str
    price: int


class PrivatesClosed(Event, key="privates_closed"):
    """All private companies left the game."""


class LocalDrafted(Event, key="local_drafted"):
    """A player bought a Local of the bank."""

    player: str
    local: str
    price: int


class LocalBought(Event, key="local_bought"):
    """A company bought a Local of a player."""

    company: str
    player: str
    local: str
    price: int


class LocalSold(Event, key="local_sold"):
    """A company sold a Local to the bank."""

    company: str
    local: str
    price: int


class LocalPaid(Event, key="local_paid"):
    """A Local paid its owner."""

    local: str
    owner: str
    amount: int


class LocalUsed(Event, key="local_used"):
    """A company used the ability of a Local."""

    company: str
    local: str
    ability: str


class TrainLent(Event, key="train_lent"):
    """The 3E card runs for a company."""

    player: str
    company: str
    train: str


class RunRecorded(Event, key="run_recorded"):
    """A run was taken as recorded."""

    company: str
    revenue: int


class CompanyAcquired(Event, key="company_acquired"):
    """A company acquired another."""

    company: str
    target: str
    price: int
    paid: Mapping[str, int]


class TrainScrapped(Event, key="train_scrapped"):
    """A company scrapped an acquired train."""

    company: str
    train: str


class TrainConverted(Event, key="train_converted"):
    """A company converted an acquired train."""

    company: str
    train: str
    into: str
    cost: int


class TokenSettled(Event, key="token_settled"):
    """It was decided in which city a token stands."""

    player: str
    company: str
    hex: str
    city: int


class CardExported(Event, key="card_exported"):
    """A train card left the game unsold."""

    card: str


class VaclavCalled(Event, key="vaclav_called"):
    """Vaclav started a company."""

    company: str
    price: int
    shares: int


class VaclavCard(Event, key="vaclav_card"):
    """A company of Vaclav got a train."""

    company: str
    train: str
