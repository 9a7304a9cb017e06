"""Where things lie on one hex: corners, curves of track and the places of its stops.

All points are relative to the middle of the hex; y grows southwards. Track meets every edge at a right angle,
so one rule gives each piece of it: the arc that leaves the edge straight inwards and ends at its target.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from piercy.rail.hexes import EDGES, Layout
from piercy.rail.tiles import Stop, Track
from piercy.render.svg import number

Point = tuple[float, float]

SIZE = 50.0
"""From the middle of a hex to its corners."""
APOTHEM = SIZE * math.sqrt(3) / 2
"""From the middle of a hex to the middles of its edges."""
SLOT = SIZE * 0.26
"""The radius of a space for a marker."""

_STRAIGHT = 1e-6


def polar(degrees: float, distance: float) -> Point:
    """The point in a direction, clockwise from east."""
    return distance * math.cos(math.radians(degrees)), distance * math.sin(math.radians(degrees))


def edge_point(layout: Layout, edge: int) -> Point:
    """The middle of an edge."""
    return polar(layout.edge_angle(edge), APOTHEM)


def corner_angle(layout: Layout, corner: int) -> float:
    """The direction of a corner; corner 0 is the one clockwise after edge 0."""
    return layout.edge_angle(corner) + 30


def corners(layout: Layout, size: float = SIZE) -> list[Point]:
    """The six corners, clockwise."""
    return [polar(corner_angle(layout, corner), size) for corner in EDGES]


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of track: part of a circle, or a straight line where the radius is 0."""

    start: Point
    end: Point
    radius: float
    clockwise: bool

    def command(self, origin: Point = (0.0, 0.0)) -> str:
        """The SVG path command that draws it from where the pen is."""
        end = f"{number(self.end[0] + origin[0])} {number(self.end[1] + origin[1])}"
        if not self.radius:
            return f"L{end}"
        radius = number(self.radius)
        return f"A{radius} {radius} 0 0 {int(self.clockwise)} {end}"

    def path(self) -> str:
        return f"M{number(self.start[0])} {number(self.start[1])}{self.command()}"

    def backwards(self) -> Arc:
        return Arc(self.end, self.start, self.radius, not self.clockwise)

    def at(self, share: float) -> tuple[Point, float]:
        """The point a share of the way along, and the direction across the track there in degrees."""
        (x, y), (end_x, end_y) = self.start, self.end
        if not self.radius:
            across = math.degrees(math.atan2(end_y - y, end_x - x)) + 90
            return (x + (end_x - x) * share, y + (end_y - y) * share), across
        centre_x, centre_y = self._centre()
        first = math.atan2(y - centre_y, x - centre_x)
        turn = (math.atan2(end_y - centre_y, end_x - centre_x) - first + math.pi) % math.tau - math.pi
        across = math.degrees(first + turn * share)
        away = polar(across, self.radius)
        return (centre_x + away[0], centre_y + away[1]), across

    def _centre(self) -> Point:
        (x, y), (end_x, end_y) = self.start, self.end
        half = math.dist(self.start, self.end) / 2
        height = math.sqrt(max(self.radius**2 - half**2, 0.0)) * (1 if self.clockwise else -1)
        along_x, along_y = (end_x - x) / (2 * half), (end_y - y) / (2 * half)
        return (x + end_x) / 2 - along_y * height, (y + end_y) / 2 + along_x * height


def arc_from_edge(layout: Layout, edge: int, target: Point) -> Arc:
    """The track from the middle of an edge to a point inside the hex or to another edge."""
    start = edge_point(layout, edge)
    inward = polar(layout.edge_angle(edge) + 180, 1.0)
    step = target[0] - start[0], target[1] - start[1]
    bend = inward[0] * step[1] - inward[1] * step[0]
    radius = (step[0] ** 2 + step[1] ** 2) / (2 * abs(bend)) if abs(bend) > _STRAIGHT else 0.0
    return Arc(start, target, radius, bend > 0)


def path_arc(layout: Layout, one: int, other: int) -> Arc:
    """Plain track from edge to edge."""
    return arc_from_edge(layout, one, edge_point(layout, other))


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a stop lies and how its long side is turned, in degrees."""

    point: Point
    tilt: float

    def slot_points(self, slots: int) -> list[Point]:
        """The middles of its spaces: up to two side by side, more of them in a ring."""
        x, y = self.point
        if slots <= 1:
            return [self.point] * slots
        away = SLOT if slots == 2 else SLOT / math.sin(math.pi / slots)
        first = self.tilt + 180 if slots == 2 else self.tilt - 90
        steps = [polar(first + 360 * slot / slots, away) for slot in range(slots)]
        return [(x + dx, y + dy) for dx, dy in steps]


def seats(layout: Layout, track: Track) -> list[Seat]:
    """A place for each stop, such that they stay apart from one another and from foreign track."""
    if len(track.stops) == 1 and not track.paths and not _is_bar(track.stops[0]):
        return [Seat((0.0, 0.0), 0.0)]
    choices = [list(_candidates(layout, track, index)) for index in range(len(track.stops))]
    best: tuple[Seat, ...] = max(product(*choices), key=lambda chosen: _room(layout, track, chosen))
    return list(best)


def _is_bar(stop: Stop) -> bool:
    """A town on a single line is drawn as a bar across it."""
    return stop.kind == "town" and len(stop.edges) == 2


def _candidates(layout: Layout, track: Track, index: int) -> Iterator[Seat]:
    stop = track.stops[index]
    if _is_bar(stop):
        line = path_arc(layout, *stop.edges)
        for share in (0.5, 0.28, 0.72):
            point, across = line.at(share)
            yield Seat(point, across)
        return
    if not stop.edges:
        yield _towards(180 + 360 * index / len(track.stops), SIZE * 0.42)
        return
    steps = [polar(layout.edge_angle(edge), 1.0) for edge in stop.edges]
    mean_x, mean_y = sum(x for x, _ in steps), sum(y for _, y in steps)
    angles = [math.degrees(math.atan2(mean_y, mean_x))]
    if math.hypot(mean_x, mean_y) < 0.3:
        angles = [layout.edge_angle(edge) for edge in stop.edges]
    # The nearer place leaves track to be seen before the city; cities side by side need the farther one.
    for share in (0.46,) if stop.slots > 1 else (0.46, 0.56):
        for angle in angles:
            yield _towards(angle, SIZE * share)


def _towards(angle: float, distance: float) -> Seat:
    # Turned by less than a quarter, so that the first of two spaces is always the left one.
    tilt = (angle + 180) % 180 - 90
    return Seat(polar(angle, distance), tilt)


def _room(layout: Layout, track: Track, chosen: Sequence[Seat]) -> float:
    """How free a choice of places is; more room than a marker needs counts for nothing."""
    apart = [min(math.dist(a.point, b.point), 2 * SLOT + 1) for a, b in combinations(chosen, 2)]
    lines = [
        (index, arc_from_edge(layout, edge, seat.point))
        for index, (stop, seat) in enumerate(zip(track.stops, chosen, strict=True))
        for edge in stop.edges
    ] + [(-1, path_arc(layout, a, b)) for a, b in track.paths]
    clear = [
        min(math.dist(seat.point, line.at(share / 6)[0]), SLOT)
        for index, seat in enumerate(chosen)
        for owner, line in lines
        if owner != index
        for share in range(7)
    ]
    return min(apart, default=0.0) + min(clear, default=0.0)
