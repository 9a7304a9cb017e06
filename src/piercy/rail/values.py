"""The values that tables tell: each knows what it is, none knows a language or how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias, get_args


@dataclass(frozen=True, slots=True)
class Money:
    """A sum of money."""

    kind: ClassVar[str] = "money"
    amount: int


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things."""

    kind: ClassVar[str] = "count"
    number: int


@dataclass(frozen=True, slots=True)
class Price:
    """A share price: a place on the market, told without the sign of money."""

    kind: ClassVar[str] = "price"
    amount: int


@dataclass(frozen=True, slots=True)
class OutOf:
    """A number of things, and how many there may be or are needed."""

    kind: ClassVar[str] = "out_of"
    number: int
    limit: int


@dataclass(frozen=True, slots=True)
class Percent:
    """A part of a whole."""

    kind: ClassVar[str] = "percent"
    number: int


@dataclass(frozen=True, slots=True)
class Held:
    """Shares of a company in one hand."""

    kind: ClassVar[str] = "held"
    shares: int
    president: bool = False


@dataclass(frozen=True, slots=True)
class OfPlayer:
    """A player."""

    kind: ClassVar[str] = "player"
    name: str


@dataclass(frozen=True, slots=True)
class OfCompany:
    """A company."""

    kind: ClassVar[str] = "company"
    name: str


@dataclass(frozen=True, slots=True)
class Trains:
    """Trains in the order they were bought, and how many their company may have where that matters."""

    kind: ClassVar[str] = "trains"
    names: tuple[str, ...]
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Hexes:
    """Hexes with a company's tokens, and how many it has left to place."""

    kind: ClassVar[str] = "hexes"
    names: tuple[str, ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens of a company are on the map, and how many it has left to place."""

    kind: ClassVar[str] = "tokens"
    placed: int
    left: int


@dataclass(frozen=True, slots=True)
class Cards:
    """Private companies or other cards, by name."""

    kind: ClassVar[str] = "cards"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A place on a chart and the colour of its region there."""

    kind: ClassVar[str] = "rank"
    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class InPhase:
    """A phase, by the name that the game gives it."""

    kind: ClassVar[str] = "phase"
    name: str


@dataclass(frozen=True, slots=True)
class RoundNumber:
    """The number of a round, or of a set of rounds and of the round in it."""

    kind: ClassVar[str] = "round"
    number: int
    within: int | None = None


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a company, by its key."""

    kind: ClassVar[str] = "size"
    key: str


@dataclass(frozen=True, slots=True)
class Pays:
    """What something costs, and what it pays again and again."""

    kind: ClassVar[str] = "pays"
    price: int
    income: int


@dataclass(frozen=True, slots=True)
class Called:
    """What somebody or something is called in full; a name is never translated."""

    kind: ClassVar[str] = "name"
    name: str


Value: TypeAlias = (
    Money
    | Count
    | Price
    | OutOf
    | Percent
    | Held
    | OfPlayer
    | OfCompany
    | Trains
    | Hexes
    | Tokens
    | Cards
    | Rank
    | InPhase
    | RoundNumber
    | Size
    | Pays
    | Called
)
"""One thing that a cell, a fact or a note tells."""

VALUES: tuple[type[Value], ...] = get_args(Value)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value and the key of its label."""

    key: str
    value: Value
