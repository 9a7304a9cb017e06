"""What lies beside the map, as plain data for whoever draws it: market, charters, charts, round track."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from piercy.rail.values import Fact


@dataclass(frozen=True, slots=True)
class PriceRow:
    """One row of the market."""

    prices: Sequence[int]
    shift: float = 0.0
    """How far it is moved to the right, in spaces."""


@dataclass(frozen=True, slots=True)
class MarketSheet:
    """The share market."""

    rows: Sequence[PriceRow]
    stacks: Mapping[int, Sequence[str]]
    """Price -> the companies whose markers are there, the top one first."""
    pars: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Starting price -> the colours of the companies that may start there."""
    premiums: Mapping[int, Sequence[tuple[int, str]]] = field(default_factory=dict)
    """Price -> further prices printed in the cell, each with the colour that it belongs to."""


@dataclass(frozen=True, slots=True)
class Card:
    """A train or another card on a charter: its name, and the colour of its edge."""

    name: str
    colour: str | None = None
    used: bool = False
    """Turned over."""


@dataclass(frozen=True, slots=True)
class Charter:
    """All that a company's charter shows."""

    company: str
    name: str
    colour: str
    president: str | None = None
    price: int | None = None
    cash: int | None = None
    trains: Sequence[Card] = ()
    train_limit: int | None = None
    markers: Sequence[str] = ()
    """What is written at each marker that is not on the map: its price."""
    cards: Sequence[Card] = ()
    """Private companies."""
    revenue: int | None = None
    """What it earned when it last ran."""
    notes: Sequence[Fact] = ()
    """What else is on it."""
    president_key: str = "president"
    """What the game calls the one who runs a company."""
    cards_key: str = "privates"
    """What the game calls the cards."""


@dataclass(frozen=True, slots=True)
class Charters:
    """The charters that lie on the table."""

    charters: Sequence[Charter]


@dataclass(frozen=True, slots=True)
class TrackBox:
    """One box of the track that counts the rounds."""

    text: str
    kind: str
    """``stock``, ``operating``, ``export`` or ``end``."""
    current: bool = False


@dataclass(frozen=True, slots=True)
class RoundTrack:
    """The track that counts the rounds."""

    boxes: Sequence[TrackBox]


@dataclass(frozen=True, slots=True)
class RevenueTrack:
    """The track on which companies mark what they last earned."""

    earned: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One row of a chart: its label and the colours of its columns."""

    label: str
    colours: Sequence[str]


@dataclass(frozen=True, slots=True)
class ChartSheet:
    """A chart of coloured cells with the companies' markers, columns counted from 1."""

    title: str
    rows: Sequence[ChartRow]
    markers: Mapping[str, tuple[int, int]]
    """Company -> index of its row, and its column; a column beyond the last is shown in the last."""


Sheet: TypeAlias = MarketSheet | Charters | RoundTrack | RevenueTrack | ChartSheet
"""Whatever lies beside the map."""
