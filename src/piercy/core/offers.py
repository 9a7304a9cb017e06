"""Offers: what may be done now, as actions with blanks and the domain of every blank.

A page or a program fills the blanks; ``check`` alone decides. A domain covers one field, or several whose
values hang together, and can list or sample the values it allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any, Protocol

from piercy.core.actions import Action
from piercy.core.chance import Chance

Values = dict[str, Any]


class Domain(Protocol):
    """The values that one or more fields of an action may take."""

    def values(self) -> Iterator[Values]:
        """All allowed values, or a fair sample where there are too many to list."""

    def draw(self, chance: Chance) -> Values:
        """One allowed value at random."""

    def to_dict(self) -> dict[str, Any]:
        """The domain as plain data for a page."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One field, one of the listed values."""

    name: str
    options: tuple[Any, ...]

    def values(self) -> Iterator[Values]:
        for option in self.options:
            yield {self.name: option}

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(self.options)}

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "one_of", "fields": [self.name], "options": list(self.options)}


@dataclass(frozen=True, slots=True)
class Range:
    """One field, a whole number from low to high in steps."""

    name: str
    low: int
    high: int
    step: int = 1

    def values(self) -> Iterator[Values]:
        """The ends and some numbers between them: ranges of money are too long to list."""
        span = range(self.low, self.high + 1, self.step)
        picks = sorted({0, len(span) // 4, len(span) // 2, 3 * len(span) // 4, len(span) - 1})
        for pick in picks:
            yield {self.name: span[pick]}

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(range(self.low, self.high + 1, self.step))}

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "range", "fields": [self.name], "low": self.low, "high": self.high, "step": self.step}


@dataclass(frozen=True, slots=True)
class Subset:
    """One field, a tuple of distinct options within a size range."""

    name: str
    options: tuple[Any, ...]
    least: int = 0
    most: int | None = None

    def values(self) -> Iterator[Values]:
        most = len(self.options) if self.most is None else self.most
        for size in range(self.least, most + 1):
            for chosen in combinations(self.options, size):
                yield {self.name: chosen}

    def draw(self, chance: Chance) -> Values:
        most = len(self.options) if self.most is None else self.most
        size = self.least + chance.below(most - self.least + 1)
        kept = sorted(chance.shuffled(range(len(self.options)))[:size])
        return {self.name: tuple(self.options[i] for i in kept)}

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": "subset",
            "fields": [self.name],
            "options": list(self.options),
            "least": self.least,
            "most": self.most,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """Several fields whose values hang together: the rows that are allowed, e.g. tile placements."""

    names: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def values(self) -> Iterator[Values]:
        for row in self.rows:
            yield dict(zip(self.names, row, strict=True))

    def draw(self, chance: Chance) -> Values:
        return dict(zip(self.names, chance.choice(self.rows), strict=True))

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "table", "fields": list(self.names), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True)
class Solved:
    """One field whose good values must be computed, such as the best routes: done only when asked for."""

    name: str
    solve: Callable[[], tuple[Any, ...]] = field(compare=False)
    """Gives the worthwhile values, best first."""

    def values(self) -> Iterator[Values]:
        for value in self.solve():
            yield {self.name: value}

    def draw(self, chance: Chance) -> Values:
        return {self.name: chance.choice(self.solve())}

    def to_dict(self) -> dict[str, Any]:
        return {"kind": "solved", "fields": [self.name]}


@dataclass(frozen=True, slots=True)
class Open:
    """One field, a whole number of at least ``low`` and without a highest: its values cannot be listed."""

    name: str
    low: int
    usual: int
    """What hardly any value exceeds; samples are taken up to here."""

    def values(self) -> Iterator[Values]:
        """A sample."""
        yield from Range(self.name, self.low, self.usual).values()

    def draw(self, chance: Chance) -> Values:
        return Range(self.name, self.low, self.usual).draw(chance)

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
