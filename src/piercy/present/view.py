"""A table as it is read: texts in place of values. Labels are English, the keys of their translations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from piercy.core.events import Event
from piercy.render.palette import UNKNOWN_COMPANY


@dataclass(frozen=True, slots=True)
class Badge:
    """A company's mark: its letters in its colour, so that neither is needed alone."""

    text: str
    colour: str = UNKNOWN_COMPANY

    @property
    def ink(self) -> str:
        """Black or white, whichever stands out more."""
        light = _luminance(self.colour)
        return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def _luminance(colour: str) -> float:
    """How bright a colour looks, from 0 to 1; of what is no colour, black."""
    digits = colour.removeprefix("#")
    try:
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    except ValueError:
        return 0.0
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet; numbers are set to the right."""

    key: str
    label: str
    number: bool = True
    raw: bool = False
    """Whether the label is a name that is not to be translated."""
    owning: bool = False
    """Whether it tells who holds shares, which matters where shares are traded."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet."""

    key: str
    cells: Mapping[str, str]
    badge: Badge | None = None
    acting: bool = False
    name: str = ""
    """What the row is called in full."""
    president: str = ""
    """Who runs a company, where its shares tell."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of players, companies, trains or tiles."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns that say anything."""
        return tuple(
            column
            for column in self.columns
            if not self.rows or any(row.cells.get(column.key) for row in self.rows)
        )

    @property
    def narrow(self) -> tuple[Column, ...]:
        """The columns that matter while trains run: without who holds what."""
        return tuple(column for column in self.shown if not column.owning)

    def row(self, key: str) -> Row | None:
        return next((row for row in self.rows if row.key == key), None)


@dataclass(frozen=True, slots=True)
class Chip:
    """A short fact about the game as a whole."""

    label: str
    value: str
    short: bool = False
    """Whether it is money that has run out, and more."""


@dataclass(frozen=True, slots=True)
class TrainStack:
    """Trains of one kind that can be bought, now or later."""

    name: str
    price: int
    left: int | None
    """None: without limit."""
    used: bool
    """Whether they were given up, and are bought from the pool."""
    note: str = ""
    types: tuple[tuple[str, int], ...] = ()
    """For a card that is bought as one of several trains: each with its price."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture beside the map, such as a market."""

    key: str
    label: str
    draw: Callable[[], str]
    """Draws it as SVG; asked only when it is looked at."""
    legend: Callable[[], list[tuple[str, str]]] = list
    """What its colours mean: samples as SVG, with words."""
    axes: str = ""
    """What its rows and columns are."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a choice of hexes is about, where the hexes alone would not say it."""

    action: str
    """The type of the action that answers it."""
    text: str
    """Its name among the questions of the title's words."""
    fields: Mapping[str, object]
    stakes: tuple[str, ...] = ()
    """Hexes of which those that are not chosen are lost."""


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a table shows beside map, log and offers."""

    money: str
    """How money is written: a template with ``{}`` for the number."""
    chips: tuple[Chip, ...]
    players: Sheet
    companies: Sheet
    trains: tuple[TrainStack, ...] = ()
    tiles: tuple[tuple[str, int | None], ...] = ()
    """Tile and copies left; None: without limit."""
    company: str | None = None
    """The company on turn."""
    badges: Mapping[str, Badge] = field(default_factory=dict)
    waiting: tuple[Badge, ...] = ()
    """Companies that nobody has started yet."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What to add to a name on a button: a price, a place."""
    train_prices: Mapping[str, int] = field(default_factory=dict)
    """What a train costs that is named in an offer."""
    forecast: Callable[[], list[tuple[str, tuple[Event, ...]]]] | None = None
    """What automatic investors will do: before whose turn, and the events."""
    focus: str = "map"
    """The pane that matters now."""
    drawings: tuple[Drawing, ...] = ()
    question: Question | None = None
