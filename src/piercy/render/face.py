"""All that one hex shows, and the colours and sizes that its parts have in common."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from piercy.rail.hexes import Layout
from piercy.rail.tiles import Track
from piercy.render.palette import fill
from piercy.render.shape import Arc, Seat, arc_from_edge, seats
from piercy.render.svg import Attributes

INK = "#1a1a1a"
GROUND = "currentColor"
"""The colour of the ground: a group around each hex sets it, and the page may set another."""


@dataclass(frozen=True)
class Face:
    """All that one hex shows."""

    layout: Layout
    track: Track
    colour: str | None = None
    label: str | None = None
    number: str | None = None
    """The number of the tile that lies here."""
    coordinate: str | None = None
    name: str | None = None
    cost: int = 0
    terrain: str | None = None
    tokens: Sequence[tuple[str, int]] = ()
    """Markers as (company, index of the stop), in the order they came."""
    company_colours: Mapping[str, str] = field(default_factory=dict)
    homes: Sequence[tuple[str, int]] = ()
    """Companies that have their home here and no marker yet, with the index of the stop."""
    rim: str | None = None
    """The colour of a band along the edge of a special tile."""
    stubs: Collection[int] = ()
    """Edges with a printed end of track."""
    coming: Sequence[int] = ()
    """What the place will be worth, phase by phase, once its first tile lies."""

    @cached_property
    def seats(self) -> list[Seat]:
        """Where the stops lie."""
        return seats(self.layout, self.track)

    def line(self, edge: int, stop: int) -> Arc:
        """The track from an edge to a stop."""
        return arc_from_edge(self.layout, edge, self.seats[stop].point)


def on_ground(face: Face) -> Attributes:
    """What a group around a part of a hex says of the ground."""
    return {"class_": f"on-{face.colour or 'plain'}", "color": fill(face.colour)}
