"""Finding room for names, values and other marks on a hex, beside its track and stops."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from piercy.rail.hexes import EDGES, Layout
from piercy.rail.tiles import Track
from piercy.render.shape import (
    SIZE,
    SLOT,
    Point,
    Seat,
    arc_from_edge,
    corner_angle,
    path_arc,
    polar,
)

_ENOUGH = 2.0
_LETTER = 0.54
"""How wide a letter is on average, as a share of the size of the type."""


class Space:
    """What is taken on one hex. Marks are put one after the other, the important ones first."""

    def __init__(self, layout: Layout, track: Track, seats: list[Seat]) -> None:
        self._taken: list[tuple[float, float, float, float]] = []
        """Boxes: middle, half width, half height."""
        lines = [path_arc(layout, a, b) for a, b in track.paths]
        for stop, seat in zip(track.stops, seats, strict=True):
            lines += [arc_from_edge(layout, edge, seat.point) for edge in stop.edges]
            radius = SLOT * 0.9 if stop.slots else SIZE * 0.1
            if stop.slots > 2:
                ring = math.dist(seat.point, seat.slot_points(stop.slots)[0]) + SLOT
                self.take(seat.point, ring * 0.8, ring * 0.8)
            for x, y in seat.slot_points(stop.slots) or [seat.point]:
                self.take((x, y), radius, radius)
        for line in lines:
            for share in range(9):
                self.take(line.at(share / 8)[0], 2.0, 2.0)

    def take(self, middle: Point, half_width: float, half_height: float) -> None:
        self._taken.append((*middle, half_width, half_height))

    def put(self, candidates: Iterable[Point], half_width: float, half_height: float) -> Point:
        """Take the first place with room enough, else the roomiest."""
        best, most = (0.0, 0.0), float("-inf")
        for x, y in candidates:
            room = self._room(x, y, half_width, half_height)
            if room > most:
                best, most = (x, y), room
            if room >= _ENOUGH:
                break
        self.take(best, half_width, half_height)
        return best

    def fits(self, candidates: Iterable[Point], half_width: float, half_height: float) -> bool:
        """Whether one of the places is free."""
        return any(self._room(x, y, half_width, half_height) >= 0 for x, y in candidates)

    def _room(self, x: float, y: float, half_width: float, half_height: float) -> float:
        return min(
            (
                max(abs(x - left) - wide - half_width, abs(y - top) - high - half_height)
                for left, top, wide, high in self._taken
            ),
            default=_ENOUGH,
        )


def corner_spots(layout: Layout, *, narrow: bool = True) -> list[Point]:
    """Places for small marks: the corners, where no track can be, then the middles of the edges.

    Narrow marks may also go far into a corner.
    """
    order = (0, 4, 1, 3, 2, 5)
    near = [polar(corner_angle(layout, corner), SIZE * 0.7) for corner in order]
    outer = [polar(corner_angle(layout, corner), SIZE * 0.8) for corner in order]
    middles = [polar(layout.edge_angle(edge), SIZE * 0.62) for edge in EDGES]
    return near + (outer if narrow else []) + middles


def coordinate_spot(layout: Layout) -> Point:
    """Where every hex has its coordinate: in its top left corner, or in the top one."""
    return (-SIZE * 0.37, -SIZE * 0.74) if layout.flat else (0.0, -SIZE * 0.8)


def number_spot(layout: Layout) -> Point:
    """Where every laid tile has its number: opposite the coordinate."""
    x, y = coordinate_spot(layout)
    return -x, -y


def name_spots(lines: int) -> list[Point]:
    """Places for a name: below the middle, above it, closer, and last across the middle."""
    near = SIZE * (0.55 if lines == 1 else 0.52)
    return [(0.0, near), (0.0, -near), (0.0, near * 0.75), (0.0, -near * 0.75), (0.0, near * 1.2), (0.0, 0.0)]


def name_lines(name: str) -> list[str]:
    """A long name in two lines, broken at the space nearest to its middle."""
    name = " ".join(name.split())
    breaks = [found.end() for found in re.finditer(r"[ -](?!-)", name)]
    if len(name) <= 11 or not breaks:
        return [name]
    middle = min(breaks, key=lambda at: abs(at - len(name) / 2))
    return [name[:middle].strip(), name[middle:].strip()]


def width(content: str, size: float) -> float:
    """About how wide a line of text is."""
    return len(content) * size * _LETTER
