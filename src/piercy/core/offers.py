"""Offers: what may be done now, as actions with blanks and the domain of every blank.

A page or a program fills the blanks; ``check`` alone decides. A domain covers one field, or several whose
values hang together, and can list or sample the values it allows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations, islice
from typing import Any, Protocol, TypeVar

from piercy.core.actions import Action
from piercy.core.chance import Chance

Values = dict[str, Any]


T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Filling(Protocol[T_co]):
    """Who fills blanks, such as a page or a terminal: asked in one of three ways, whatever the domain is."""

    def rows(self, fields: tuple[str, ...], rows: Sequence[Values]) -> T_co:
        """One of some rows of values, listed whole."""

    def number(self, name: str, low: int, high: int | None, step: int) -> T_co:
        """A whole number; ``high`` None: without a highest."""

    def several(self, name: str, options: tuple[Any, ...], least: int, most: int) -> T_co:
        """Some of the options, together one value."""


class Domain(ABC):
    """The values that one or more fields of an action may take."""

    __slots__ = ()

    @property
    @abstractmethod
    def fields(self) -> tuple[str, ...]:
        """The fields that it covers."""

    @property
    def computed(self) -> bool:
        """Whether its values must be worked out, which takes a while."""
        return False

    @abstractmethod
    def values(self) -> Iterator[Values]:
        """All allowed values, or a fair sample where there are too many to list."""

    @abstractmethod
    def contains(self, values: Values) -> bool:
        """Whether it allows these values of its fields; others may be among them."""

    @abstractmethod
    def draw(self, chance: Chance) -> Values:
        """One allowed value at random."""

    @abstractmethod
    def fill(self, by: Filling[T]) -> T:
        """Have its blanks filled, in the way that suits it."""

    def settled(self) -> Domain:
        """The same domain, its values worked out."""
        return self

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The domain as plain data for a page."""


@dataclass(frozen=True, slots=True)
class OneOf(Domain):
    """One field, one of the listed values."""

    name: str
    options: tuple[Any, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name,)

    def values(self) -> Iterator[Values]:
        for option in self.options:
            yield {self.name: option}

    def contains(self, values: Values) -> bool:
        return values[self.name] in self.options

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(self.options)}

    def fill(self, by: Filling[T]) -> T:
        return by.rows(self.fields, list(self.values()))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "one_of", "fields": [self.name], "options": list(self.options)}


@dataclass(frozen=True, slots=True)
class Range(Domain):
    """One field, a whole number from low to high in steps."""

    name: str
    low: int
    high: int
    step: int = 1

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def _span(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def values(self) -> Iterator[Values]:
        """The ends and some numbers between them: ranges of money are too long to list."""
        span = self._span
        picks = sorted({0, len(span) // 4, len(span) // 2, 3 * len(span) // 4, len(span) - 1})
        for pick in picks:
            yield {self.name: span[pick]}

    def contains(self, values: Values) -> bool:
        return values[self.name] in self._span

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(self._span)}

    def fill(self, by: Filling[T]) -> T:
        """The highest is a number that can be reached."""
        return by.number(self.name, self.low, self._span[-1], self.step)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "range", "fields": [self.name], "low": self.low, "high": self.high, "step": self.step}


@dataclass(frozen=True, slots=True)
class Subset(Domain):
    """One field, a tuple of distinct options within a size range."""

    name: str
    options: tuple[Any, ...]
    least: int = 0
    most: int | None = None

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def _most(self) -> int:
        return len(self.options) if self.most is None else self.most

    def values(self) -> Iterator[Values]:
        for size in range(self.least, self._most + 1):
            for chosen in combinations(self.options, size):
                yield {self.name: chosen}

    def contains(self, values: Values) -> bool:
        chosen = values[self.name]
        return self.least <= len(chosen) <= self._most and Counter(chosen) <= Counter(self.options)

    def draw(self, chance: Chance) -> Values:
        size = self.least + chance.below(self._most - self.least + 1)
        kept = sorted(chance.shuffled(range(len(self.options)))[:size])
        return {self.name: tuple(self.options[i] for i in kept)}

    def fill(self, by: Filling[T]) -> T:
        return by.several(self.name, self.options, self.least, self._most)

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": "subset",
            "fields": [self.name],
            "options": list(self.options),
            "least": self.least,
            "most": self.most,
        }


@dataclass(frozen=True, slots=True)
class Table(Domain):
    """Several fields whose values hang together: the rows that are allowed, e.g. tile placements."""

    names: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        return self.names

    def values(self) -> Iterator[Values]:
        for row in self.rows:
            yield dict(zip(self.names, row, strict=True))

    def contains(self, values: Values) -> bool:
        return tuple(values[name] for name in self.names) in self.rows

    def draw(self, chance: Chance) -> Values:
        return dict(zip(self.names, chance.choice(self.rows), strict=True))

    def fill(self, by: Filling[T]) -> T:
        return by.rows(self.names, list(self.values()))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "table", "fields": list(self.names), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Solved(Domain):
    """One field whose good values must be computed, such as the best routes: done only when asked for."""

    name: str
    solve: Callable[[], tuple[Any, ...]] = field(compare=False)
    """Gives the worthwhile values, best first."""

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def computed(self) -> bool:
        return True

    def values(self) -> Iterator[Values]:
        for value in self.solve():
            yield {self.name: value}

    def contains(self, values: Values) -> bool:
        """Any value: only the good ones are listed, and ``check`` knows the others."""
        return self.name in values

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(self.solve())}

    def fill(self, by: Filling[T]) -> T:
        return by.rows(self.fields, list(self.values()))

    def settled(self) -> Domain:
        return OneOf(self.name, tuple(self.solve()))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "solved", "fields": [self.name]}


@dataclass(frozen=True, slots=True)
class Open(Domain):
    """One field, a whole number of at least ``low`` and without a highest: its values cannot be listed."""

    name: str
    low: int
    usual: int
    """What hardly any value exceeds; samples are taken up to here."""

    @property
    def fields(self) -> tuple[str, ...]:
        return (self.name,)

    def values(self) -> Iterator[Values]:
        """A sample."""
        yield from Range(self.name, self.low, self.usual).values()

    def contains(self, values: Values) -> bool:
        return bool(values[self.name] >= self.low)

    def draw(self, chance: Chance) -> Values:
        return Range(self.name, self.low, self.usual).draw(chance)

    def fill(self, by: Filling[T]) -> T:
        return by.number(self.name, self.low, None, 1)

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "open", "fields": [self.name], "low": self.low}


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be done now: its type, who may do it, and the domains of its other fields."""

    action: type[Action]
    player: str
    domains: tuple[Domain, ...] = ()

    @property
    def type(self) -> str:
        return self.action.type

    def actions(self, limit: int | None = None) -> list[Action]:
        """Concrete actions that fill the blanks (ranges are sampled), at most ``limit`` of them."""
        return list(islice(self._fill(0, {"player": self.player}), limit))

    def covers(self, action: Action) -> bool:
        """Whether the action fills the blanks with values that they allow."""
        if type(action) is not self.action or action.player != self.player:
            return False
        filled = {one.name: getattr(action, one.name) for one in fields(action)}
        return all(domain.contains(filled) for domain in self.domains)

    def settled(self) -> Offer:
        """The same offer, all its values worked out."""
        return replace(self, domains=tuple(domain.settled() for domain in self.domains))

    @property
    def computed(self) -> bool:
        """Whether values must be worked out to fill it."""
        return any(domain.computed for domain in self.domains)

    def draw(self, chance: Chance) -> Action:
        """One concrete action with the blanks filled at random."""
        values: Values = {"player": self.player}
        for domain in self.domains:
            values |= domain.draw(chance)
        return self.action(**values)

    def to_dict(self) -> dict[str, Any]:
        return {"type": self.type, "player": self.player, "domains": [d.to_dict() for d in self.domains]}

    def _fill(self, depth: int, values: Values) -> Iterator[Action]:
        if depth == len(self.domains):
            yield self.action(**values)
            return
        for more in self.domains[depth].values():
            yield from self._fill(depth + 1, values | more)
