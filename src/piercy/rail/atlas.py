"""The printed board: its hexes, what is drawn on them, and which lie side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

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


class Atlas:
    """All hexes of a board and their neighbourhood."""

    def __init__(self, layout: Layout, hexes: Iterable[Hex]) -> None:
        self.layout = layout
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

    def problems(self) -> list[str]:
        """What is wrong with the data: blocked edges and printed track must fit the neighbourhood."""
        found = []
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
