"""What only 1865 Sardinia tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piercy.core.events import Event


@dataclass(frozen=True, slots=True)
class Compared:
    """A company that the Dragons could buy, with what they compare."""

    company: str
    certificates: int
    rank: int
    price: int


class MaritimeTaken(Event, key="maritime_taken"):
    """A player took a maritime card."""

    player: str
    card: str


class MaritimeGiven(Event, key="maritime_given"):
    """A player gave a maritime card to a company."""

    player: str
    company: str
    card: str


class MaritimeIncome(Event, key="maritime_income"):
    """A player was paid for maritime cards."""

    player: str
    cards: int
    income: int


class MaritimeBonus(Event, key="maritime_bonus"):
    """A company gained traffic with a maritime card."""

    company: str
    card: str
    traffic: int


class MaritimesDiscarded(Event, key="maritimes_discarded"):
    """Maritime cards left the game."""

    player: str | None
    """Whose they were, if anybody's."""
    cards: tuple[str, ...]


class MineDowngraded(Event, key="mine_downgraded"):
    """A mine yields less."""

    hex: str
    tile: str
    colour: str


class MineVacated(Event, key="mine_vacated"):
    """An acquirer left one of its mines."""

    company: str
    hex: str


class RankRowMoved(Event, key="rank_row_moved"):
    """A rank marker fell a row."""

    company: str
    row: int
    rank: int
    region: str
    before: str
    """The region from which it came."""


class CompanyRanked(Event, key="company_ranked"):
    """A company that floats came to the chart."""

    company: str
    row: int
    traffic: int


class CompanyConverted(Event, key="company_converted"):
    """A minor became a major."""

    player: str
    company: str
    tokens: int


class CompanyReturned(Event, key="company_returned"):
    """An absorbed company came back with a new home."""

    company: str
    home: str


class TrafficGained(Event, key="traffic_gained"):
    """A company gained traffic."""

    company: str
    traffic: int
    reason: str
    hex: str | None


class DragonsBought(Event, key="dragons_bought"):
    """The Dragons bought a certificate."""

    company: str
    source: str
    price: int
    reason: str
    rank: int
    row: int
    candidates: tuple[Compared, ...]


class DragonsBoughtNothing(Event, key="dragons_bought_nothing"):
    """The Dragons bought nothing."""

    reason: str
    owned: int
    limit: int
    hindrances: Mapping[str, str | None]


class DragonsSold(Event, key="dragons_sold"):
    """The Dragons sold a block."""

    company: str
    count: int
    kept: int
    rank: int
    row: int


class Bankrupt(Event, key="bankrupt"):
    """A president could not pay for a train."""

    player: str
    missing: int
    loans: int


class ActiveAbsorption(Event, key="active_absorption"):
    """The company on turn absorbs another."""

    player: str
    acquirer: str
    target: str


class PassiveAbsorption(Event, key="passive_absorption"):
    """The company on turn lets itself be absorbed."""

    player: str
    acquirer: str
    target: str


class Absorbed(Event, key="absorbed"):
    """An absorption was paid for."""

    acquirer: str
    target: str
    compensation: int
    certificates: int
    loans: int


class OwnCertificatesSold(Event, key="own_certificates_sold"):
    """A company sold certificates of its own."""

    company: str
    count: int
    proceeds: int


class SharesCompensated(Event, key="shares_compensated"):
    """A player was paid for shares of an absorbed company."""

    company: str
    player: str
    shares: int
    amount: int


class AssetsHandedOver(Event, key="assets_handed_over"):
    """An acquirer took over what its target had."""

    acquirer: str
    target: str
    traffic: int
    trains: tuple[str, ...]
    maritimes: tuple[str, ...]
    loans: int


class TokenMerged(Event, key="token_merged"):
    """Two tokens in one place became one."""

    company: str
    hex: str
    amount: int
