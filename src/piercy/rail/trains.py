"""Trains, the depot that sells them, and the phases that their sale opens.

A train is written as its kind. Where a title writes more of it, such as the card that it is printed on, its
strategies know the kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

DEPOT, POOL = "depot", "pool"
"""Where new trains lie, and what others gave back."""


@dataclass(frozen=True, slots=True)
class TrainKind:
    """What a train can do and what it costs."""

    name: str
    price: int
    stops: int | None
    """Most stops it counts; None: no limit."""
    cities: int | None = None
    """Most cities among them, for trains that tell cities from towns."""
    skips_towns: bool = False
    """Whether it may leave towns on its way out of the count."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of the game between two first trains."""

    name: str
    opened_by: str | None
    """The train whose first sale opens the phase; None: the phase of the start."""
    colours: tuple[str, ...]
    train_limit: int
    band: int = 0
    """Which of several printed values counts."""
    rusts: tuple[str, ...] = ()
    """Trains that leave the game when the phase opens."""


@dataclass(slots=True)
class Depot:
    """Where the trains are that nobody owns: part of the state."""

    stack: list[str] = field(default_factory=list)
    """New trains, the next one first."""
    pool: list[str] = field(default_factory=list)
    """Discarded trains that may be bought."""
    gone: list[str] = field(default_factory=list)
    """Trains that have left the game."""
    endless: str = ""
    """What is sold after the stack and never runs out; empty: nothing."""
    drawn: int = 0
    """How many of the endless ones have been taken."""


def stack_of(kinds: Iterable[str], counts: Mapping[str, int]) -> list[str]:
    """A stack of new trains: each kind as often as it is counted, in order."""
    return [kind for kind in kinds for _ in range(counts[kind])]


def new_trains(depot: Depot) -> list[str]:
    """All new trains in the order of sale, the endless one last."""
    return [*depot.stack, depot.endless] if depot.endless else list(depot.stack)


def next_new(depot: Depot) -> str | None:
    """The new train that is sold next."""
    return depot.stack[0] if depot.stack else depot.endless or None


def on_sale(depot: Depot) -> list[tuple[str, str]]:
    """What can be bought and where: the next new train, and each kind in the pool."""
    new = next_new(depot)
    return [*([(new, DEPOT)] if new else []), *((train, POOL) for train in sorted(set(depot.pool)))]


def kinds_on_sale(depot: Depot) -> list[str]:
    """The kinds of trains that can be bought, wherever they are."""
    return list(dict.fromkeys(train for train, _ in on_sale(depot)))


def take_new(depot: Depot) -> str:
    """Take the next new train out of the depot."""
    if depot.stack:
        return depot.stack.pop(0)
    if not depot.endless:
        raise ValueError("the depot is empty")
    depot.drawn += 1
    return depot.endless
