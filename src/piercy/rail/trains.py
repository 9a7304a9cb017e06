"""Trains, the depot that sells them, and the phases that their sale opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


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
    market: list[str] = field(default_factory=list)
    """Discarded trains that may be bought."""
    gone: list[str] = field(default_factory=list)
    """Trains that have left the game."""


def stack_of(kinds: Iterable[str], counts: Mapping[str, int]) -> list[str]:
    """A stack of new trains: each kind as often as it is counted, in order."""
    return [kind for kind in kinds for _ in range(counts[kind])]


def on_sale(depot: Depot) -> list[str]:
    """The kinds of trains that can be bought: the next new one and those in the market."""
    return list(dict.fromkeys(depot.stack[:1] + depot.market))


def rust(depot: Depot, owned: Iterable[list[str]], kinds: Iterable[str]) -> Counter[str]:
    """Remove trains of some kinds from the market and from all owners; tell how many of each went."""
    removed: Counter[str] = Counter()
    places = [depot.market, *owned]
    for kind in kinds:
        for trains in places:
            while kind in trains:
                trains.remove(kind)
                depot.gone.append(kind)
                removed[kind] += 1
    return removed
