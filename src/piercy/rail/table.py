"""What a player sees of a game, as plain data: no formatted text, no picture, no language.

A title fills a ``TableModel`` in its own ``table.py``. ``present`` words it for people, ``render`` draws the
sheets that lie beside the map; the page, the terminal and the JSON API show the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass

from piercy.core.events import Event
from piercy.rail.sheets import Sheet
from piercy.rail.trains import Depot, new_trains
from piercy.rail.values import VALUES, Count, Fact, Held, Value


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of a ledger: its key, and what kind of value stands in it."""

    key: str
    of: type[Value]
    holder: str | None = None
    """The player whose shares the column tells: it is called by the player's name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player or company. A cell that has nothing to tell is left out."""

    key: str
    cells: Mapping[str, Value]
    name: str = ""
    """What it is called in full."""
    acting: bool = False


@dataclass(frozen=True, slots=True)
class Ledger:
    """The players or the companies, line by line."""

    columns: tuple[Heading, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class ForSale:
    """Trains of one kind, or cards of one letter, that can be bought now or later."""

    name: str
    price: int | None
    left: int | None
    """None: without limit."""
    used: bool = False
    """Whether they were given up, and are bought from the pool."""
    removes: tuple[str, ...] = ()
    """The trains that leave the game when the first of these is bought."""
    types: Mapping[str, int] = field(default_factory=dict)
    """For a card that is bought as one of several trains: each with its price."""


@dataclass(frozen=True, slots=True)
class Pane:
    """What is shown in one place beside the map."""

    key: str
    sheets: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a choice of hexes is about, where the hexes alone would not say it."""

    action: str
    """The type of the action that answers it."""
    key: str
    """Which question."""
    fields: Mapping[str, str | int]
    stakes: tuple[str, ...] = ()
    """Hexes of which those that are not chosen are lost."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """All that lies on the table."""

    facts: tuple[Fact, ...]
    players: Ledger
    companies: Ledger
    trains: tuple[ForSale, ...] = ()
    tiles: Mapping[str, int | None] = field(default_factory=dict)
    """Tile -> copies left; None: without limit."""
    company: str | None = None
    """The company on turn."""
    waiting: tuple[str, ...] = ()
    """Companies that nobody has started yet."""
    notes: Mapping[str, Value] = field(default_factory=dict)
    """What to add to a company or a card where it can be chosen."""
    train_prices: Mapping[str, int] = field(default_factory=dict)
    """What a train costs that is named in an offer."""
    panes: tuple[Pane, ...] = ()
    focus: str = "map"
    """The pane that matters now."""
    asked: Asked | None = None


def as_json(model: TableModel) -> dict[str, object]:
    """A table as JSON has it; every value tells its kind."""
    return {one.name: _plain(getattr(model, one.name)) for one in fields(model)}


def _plain(part: object) -> object:
    if isinstance(part, Heading):
        return {"key": part.key, "kind": part.of.kind, "holder": part.holder}
    if is_dataclass(part) and not isinstance(part, type):
        inner = {one.name: _plain(getattr(part, one.name)) for one in fields(part)}
        return {"kind": part.kind, **inner} if isinstance(part, VALUES) else inner
    if isinstance(part, Mapping):
        return {str(key): _plain(value) for key, value in part.items()}
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [_plain(value) for value in part]
    return part


def cells(**values: Value | None) -> dict[str, Value]:
    """The cells of a line, without those that have nothing to tell."""
    return {key: value for key, value in values.items() if value is not None}


def some(number: int) -> Count | None:
    """A number that is told only if it is not zero."""
    return Count(number) if number else None


def held_by(names: Iterable[str]) -> tuple[Heading, ...]:
    """A column for the shares of each player."""
    return tuple(Heading(f"of {name}", Held, holder=name) for name in names)


def hands(shares: Mapping[str, int], president: str | None) -> dict[str, Value]:
    """Who has how many shares."""
    return {f"of {name}": Held(count, name == president) for name, count in shares.items() if count}


def depot_for_sale(
    depot: Depot, prices: Mapping[str, int], removes: Mapping[str, tuple[str, ...]]
) -> tuple[ForSale, ...]:
    """The depot kind by kind: the pool, then what is left of the stack in its order."""
    pool = [
        ForSale(kind, prices[kind], left, used=True) for kind, left in sorted(Counter(depot.pool).items())
    ]
    stack = [
        ForSale(kind, prices[kind], None if kind == depot.endless else left, removes=removes.get(kind, ()))
        for kind, left in Counter(new_trains(depot)).items()
    ]
    return (*pool, *stack)


EARNED = frozenset(("trains_run", "run_recorded", "dividend_paid", "revenue_withheld", "no_revenue"))
"""The events that tell what a company earned."""


def last_incomes(log: Sequence[Event]) -> dict[str, int]:
    """For each company what it earned when it last ran."""
    found: dict[str, int] = {}
    for event in reversed(log):
        if event.key in EARNED and event["company"] not in found:
            found[str(event["company"])] = int(event.fields.get("revenue", 0))
    return found
