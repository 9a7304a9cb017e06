"""The printed board: its hexes, what is drawn on them, and which lie side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from piercy.rail.hexes import EDGES, Layout, opposite
from piercy.rail.tiles import NO_TRACK, Track


@dataclass(frozen=True)
class Hex:
    """One printed hex."""

    id: str
    kind: str
    """What the title calls it: plain, town, city, red, lake, ..."""
    printed: Track = NO_TRACK
    name: str | None = None
    label: str | None = None
    colour: str | None = None
    """The colour of the print where it counts as a tile colour, else None."""
    cost: int = 0
    terrain: str | None = None
    area: str | None = None
    """Hexes with the same area are one place: a train stops there once."""
    first_tiles: tuple[str, ...] = ()
    """The tiles that may be laid on the bare hex; none: it never takes a tile."""
    blocked: frozenset[int] = frozenset()
    """Edges that no track may point at."""
    stubs: frozenset[int] = frozenset()
    """Edges with a printed end of track: every tile laid here must have track to them."""


@dataclass(frozen=True, slots=True)
class Border:
    """What lies between two hexes, and what crossing it costs where a title charges for that."""

    terrain: str | None
    cost: int


NO_BORDERS: Mapping[tuple[str, str], Border] = MappingProxyType({})
FREE_BORDER = Border(None, 0)


class Atlas:
    """All hexes of a board and their neighbourhood."""

    def __init__(
        self,
        layout: Layout,
        hexes: Iterable[Hex],
        borders: Mapping[tuple[str, str], Border] = NO_BORDERS,
        plain_border: Border = FREE_BORDER,
        scenery: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self.layout = layout
        self.borders: Mapping[tuple[str, str], Border] = {_pair(*pair): b for pair, b in borders.items()}
        """The borders with a terrain of their own, by their two hexes in alphabetical order."""
        self.plain_border = plain_border
        self.scenery = scenery
        """Waters around the board by their names: coordinates that are no hexes of it, only drawn."""
        self.hexes: Mapping[str, Hex] = {place.id: place for place in hexes}
        self.beside: Mapping[str, tuple[str | None, ...]] = {
            name: tuple(self._known(layout.neighbour(name, edge)) for edge in EDGES) for name in self.hexes
        }
        """For each hex, its neighbours by edge."""

    def __getitem__(self, name: str) -> Hex:
        return self.hexes[name]

    def __contains__(self, name: object) -> bool:
        return name in self.hexes

    def edge_between(self, one: str, other: str) -> int | None:
        """The edge of ``one`` that borders ``other``; None if they are not neighbours."""
        return self._edges.get((one, other))

    def border(self, one: str, other: str) -> Border:
        """What lies between two neighbours."""
        return self.borders.get(_pair(one, other), self.plain_border)

    @cached_property
    def crossing_costs(self) -> Mapping[str, tuple[int, ...]]:
        """For each hex, what it costs to cross each of its edges."""
        return {
            name: tuple(0 if other is None else self.border(name, other).cost for other in around)
            for name, around in self.beside.items()
        }

    def problems(self) -> list[str]:
        """What is wrong with the data: borders, blocked edges and printed track must fit the hexes around."""
        found = [f"{a} and {b} have no common border" for a, b in self.borders if (a, b) not in self._edges]
        for name, place in self.hexes.items():
            for edge in EDGES:
                beside = self.beside[name][edge]
                pointing = edge in place.printed.edges
                if beside is None and place.first_tiles and edge not in place.blocked:
                    found.append(f"{name} edge {edge} leads off the board but is not blocked")
                if pointing and (beside is None or opposite(edge) in self.hexes[beside].blocked):
                    found.append(f"{name} has printed track at edge {edge}, which leads nowhere")
        return found

    @cached_property
    def _edges(self) -> dict[tuple[str, str], int]:
        return {
            (name, beside): edge
            for name, around in self.beside.items()
            for edge, beside in enumerate(around)
            if beside is not None
        }

    def _known(self, name: str | None) -> str | None:
        return name if name in self.hexes else None


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
