"""Finding room for names, values and other marks on a hex, beside its track and stops."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from piercy.rail.hexes import EDGES, Layout
from piercy.rail.tiles import Track
from piercy.render.shape import (
    APOTHEM,
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
_SCALES = (1.0, 0.9, 0.8, 0.7, 0.62)
"""How much a mark may shrink to find room."""
LEAST, LAST = 6.6, 6.0
"""The smallest type on a map, and what is smaller still where a mark would cover another one otherwise."""
_WIDTHS = {
    0.3: "iljtfI|.,:;'!()[] -",
    0.42: 'rsz1/"',
    0.9: "mwMW@%",
    0.72: "ABCDEFGHKLNOPQRSTUVXYZ&",
}
"""How wide letters are, as a share of the size of the type; all others are in between."""
_LETTER = 0.56
_WIDE = {letter: share for share, letters in _WIDTHS.items() for letter in letters}
Box = tuple[float, float, float, float]
"""Middle, half width, half height."""


def scales_for(size: float) -> tuple[float, ...]:
    """How much type of a size may shrink."""
    larger = [scale for scale in _SCALES if size * scale > LEAST]
    return (*larger, min(1.0, LEAST / size))


class Space:
    """What is taken on one hex. Marks are put one after the other, the important ones first.

    Stops, tokens and other marks are never covered as long as there is any other place on the hex; track is
    covered only where all else is full.
    """

    def __init__(self, layout: Layout, track: Track, seats: list[Seat]) -> None:
        self._layout = layout
        self._solid: list[Box] = []
        self._track: list[Box] = []
        lines = [path_arc(layout, a, b) for a, b in track.paths]
        for stop, seat in zip(track.stops, seats, strict=True):
            lines += [arc_from_edge(layout, edge, seat.point) for edge in stop.edges]
            radius = SLOT * 0.95 if stop.slots else SIZE * 0.13
            if stop.slots > 2:
                ring = math.dist(seat.point, seat.slot_points(stop.slots)[0]) + SLOT
                self.take(seat.point, ring * 0.85, ring * 0.85)
            for point in seat.slot_points(stop.slots) or [seat.point]:
                self.take(point, radius, radius)
        for line in lines:
            for share in range(13):
                self._track.append((*line.at(share / 12)[0], 2.5, 2.5))

    def take(self, middle: Point, half_width: float, half_height: float) -> None:
        self._solid.append((*middle, half_width, half_height))

    def put(
        self,
        candidates: Iterable[Point],
        half_width: float,
        half_height: float,
        scales: Sequence[float] = (1.0,),
        last: float = 1.0,
    ) -> tuple[Point, float]:
        """The place for a mark, and how much it shrinks: first where it likes to be, then anywhere.

        A free place in a smaller size comes before one on top of track, and that before one in the size that
        is the last resort.
        """
        wanted = list(candidates)
        anywhere = [*wanted, *_GRID]
        tries = [(tracks, at, s) for tracks, at in _TRIES for s in scales] + [(False, True, last)]
        for tracks, grid, scale in tries:
            places = anywhere if grid else wanted
            found = self._free(places, half_width * scale, half_height * scale, tracks=tracks)
            if found is not None:
                return self._taken(found, half_width, half_height, scale)
        scale = min(*scales, last)
        box = half_width * scale, half_height * scale
        roomiest = max(anywhere, key=lambda at: (self._inside(at, *box), _room(at, *box, self._solid)))
        return self._taken(roomiest, half_width, half_height, scale)

    def _taken(self, at: Point, half_width: float, half_height: float, scale: float) -> tuple[Point, float]:
        self.take(at, half_width * scale, half_height * scale)
        return at, scale

    def _free(
        self, places: Iterable[Point], half_width: float, half_height: float, *, tracks: bool
    ) -> Point | None:
        """The first place with room enough; where track may be covered, the one that covers least of it."""
        best, most = None, float("-inf")
        for at in places:
            box = at, half_width, half_height
            if not self._inside(*box) or _room(*box, self._solid) < _APART:
                continue
            room = _room(*box, self._track)
            if tracks and room >= _APART:
                return at
            if not tracks and room > most:
                best, most = at, room
        return best

    def _inside(self, at: Point, half_width: float, half_height: float) -> bool:
        """Whether all four corners of a box lie on the hex."""
        x, y = abs(at[0]) + half_width, abs(at[1]) + half_height
        along, across = (x, y) if self._layout.flat else (y, x)
        return across <= APOTHEM - _RIM and along * APOTHEM / SIZE + across / 2 <= APOTHEM - _RIM


_TRIES = ((True, False), (True, True), (False, True))
"""Whether track is kept free, and whether any place will do."""
_APART = 0.5
"""How far marks stay from each other."""
_RIM = 1.0
"""How far marks stay from the border of their hex."""
_GRID = sorted(
    ((x * 3.0, y * 3.0) for x in range(-14, 15) for y in range(-14, 15)),
    key=lambda at: (-abs(at[1]), abs(at[0]), at),
)


def _room(at: Point, half_width: float, half_height: float, taken: Iterable[Box]) -> float:
    """How far a box is from all others; below 0 it overlaps one."""
    x, y = at
    return min(
        (
            max(abs(x - left) - wide - half_width, abs(y - top) - high - half_height)
            for left, top, wide, high in taken
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


def width(content: str, size: float, *, bold: bool = False) -> float:
    """About how wide a line of text is, rather more than less."""
    plain = sum(_WIDE.get(letter, _LETTER) for letter in content) * size
    return plain * 1.08 if bold else plain
