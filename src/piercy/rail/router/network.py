"""What the router is asked: a contracted track graph and the trains that run on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NetworkStop:
    """A revenue location of the contracted track graph.

    ``through`` is False where the running company may only end a route (a red place, a city full of
    other companies' stations). A route may use at most one stop of each ``group``.
    """

    id: str
    value: int
    city: bool
    through: bool
    token: bool
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A way between two different stops over plain track, with no stop in between.

    ``mask`` is the set of hex borders used, one bit each: two links collide exactly when their masks
    intersect. ``trail`` names the plain hexes from ``a`` to ``b``; it is for drawing only.
    """

    a: int
    b: int
    mask: int
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Network:
    """Stops and the links between them; links name stops by index."""

    stops: tuple[NetworkStop, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Runner:
    """One train, as far as the router cares.

    ``stops`` is the most stops it may count (None: no limit, a diesel); ``cities`` the most cities
    among them (an n+m train has ``stops=n+m, cities=n``). ``skips_towns`` marks E trains: towns on
    the way may be left out of the count, cities never. ``bonus`` holds (stop index, extra value).
    """

    name: str
    stops: int | None
    cities: int | None = None
    skips_towns: bool = False
    bonus: tuple[tuple[int, int], ...] = ()
