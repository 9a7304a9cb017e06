"""Tiles and the track on them.

Track is written in a small language, one part after the other, separated by semicolons:

- ``city 30 slots 2: 0 1 3 4`` a city worth 30 with two spaces, joined to four edges;
- ``town 10: 0 3`` a town, ``red 30/50: 2 3`` a red place (a value for each band of phases),
  ``through 30/50: 1 2 3`` a red place that may be passed, ``mine 2 slots 1: 3`` a mine;
- ``track: 0-3 0-4`` plain track from edge to edge.

A stop without edges (``city 0 slots 1:``) is printed on a hex that has no track yet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from piercy.rail.hexes import EDGES

KINDS = ("city", "town", "red", "through", "mine")

_STOP = re.compile(
    r"(?P<kind>[a-z]+) (?P<values>\d+(?:/\d+)*)(?: slots (?P<slots>\d+))?\s*:(?P<edges>[\d ]*)"
)
_PATHS = re.compile(r"track\s*:(?P<paths>(?: \d-\d)+)")


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on a tile where trains stop: a city, a town, a red place or a mine."""

    kind: str
    values: tuple[int, ...]
    slots: int
    edges: tuple[int, ...]

    def value(self, band: int) -> int:
        """What it pays in a band of phases."""
        return self.values[min(band, len(self.values) - 1)]

    @property
    def city(self) -> bool:
        """Whether it counts as a city, not as a town, for trains that tell them apart."""
        return self.kind != "town"

    @property
    def terminal(self) -> bool:
        """Whether every line ends here."""
        return self.kind == "red"


Segment = tuple[str, int, int]
"""One piece of track: ("path", edge, edge) or ("stop", edge, index of the stop)."""


@dataclass(frozen=True)
class Track:
    """The track of a tile as it lies, or of a printed hex: its stops and its plain paths."""

    stops: tuple[Stop, ...] = ()
    paths: tuple[tuple[int, int], ...] = ()

    @cached_property
    def edges(self) -> frozenset[int]:
        """The edges that track leads to."""
        found = {edge for path in self.paths for edge in path}
        return frozenset(found.union(*(stop.edges for stop in self.stops)))

    @cached_property
    def onward(self) -> tuple[tuple[int, ...], ...]:
        """For each edge, the edges that plain track leads on to from it."""
        return tuple(tuple(b if a == edge else a for a, b in self.paths if edge in (a, b)) for edge in EDGES)

    @cached_property
    def stops_at(self) -> tuple[tuple[int, ...], ...]:
        """For each edge, the indices of the stops that its track leads to."""
        return tuple(tuple(i for i, stop in enumerate(self.stops) if edge in stop.edges) for edge in EDGES)

    @cached_property
    def plain_segments(self) -> frozenset[Segment]:
        """The pieces of plain track."""
        return frozenset(("path", a, b) for a, b in self.paths)

    @cached_property
    def segments(self) -> frozenset[Segment]:
        """All pieces of track."""
        joints = {("stop", edge, i) for i, stop in enumerate(self.stops) for edge in stop.edges}
        return self.plain_segments | joints

    def turned(self, rotation: int) -> Track:
        """The same track on the tile turned clockwise by ``rotation`` sixths."""
        stops = tuple(
            Stop(stop.kind, stop.values, stop.slots, tuple(sorted((e + rotation) % 6 for e in stop.edges)))
            for stop in self.stops
        )
        paths = tuple(sorted(_pair((a + rotation) % 6, (b + rotation) % 6) for a, b in self.paths))
        return Track(stops, paths)


NO_TRACK = Track()


@dataclass(frozen=True)
class Tile:
    """A kind of tile: how many copies there are, what it shows, and what may replace it."""

    id: str
    colour: str
    count: int | None
    track: Track
    label: str | None = None
    upgrades: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    """The hexes it is meant for; none named: any that its kind fits."""

    @cached_property
    def turned(self) -> tuple[Track, ...]:
        """Its track in each of the six rotations."""
        return tuple(self.track.turned(rotation) for rotation in EDGES)


def parse_track(text: str) -> Track:
    """Read the track language.

    :raises ValueError: the text is not in it; the message names the part.
    """
    stops: list[Stop] = []
    paths: list[tuple[int, int]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if found := _PATHS.fullmatch(part):
            paths += [_pair(*map(int, path.split("-"))) for path in found["paths"].split()]
        elif (found := _STOP.fullmatch(part)) and found["kind"] in KINDS:
            values = tuple(map(int, found["values"].split("/")))
            edges = tuple(sorted(map(int, found["edges"].split())))
            stops.append(Stop(found["kind"], values, int(found["slots"] or 0), edges))
        else:
            raise ValueError(f"not track: {part!r}")
    track = Track(tuple(stops), tuple(sorted(paths)))
    if not track.edges <= set(EDGES) or any(a == b for a, b in paths):
        raise ValueError(f"track must join different edges from 0 to 5: {text!r}")
    return track


def write_track(track: Track) -> str:
    """The track in the track language; ``parse_track`` reads it back."""
    parts = []
    for stop in track.stops:
        slots = f" slots {stop.slots}" if stop.slots else ""
        edges = "".join(f" {edge}" for edge in stop.edges)
        parts.append(f"{stop.kind} {'/'.join(map(str, stop.values))}{slots}:{edges}")
    if track.paths:
        parts.append("track:" + "".join(f" {a}-{b}" for a, b in track.paths))
    return "; ".join(parts)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
