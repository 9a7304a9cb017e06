"""One hex with what is printed or laid on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from piercy.rail.board import BARE
from piercy.rail.hexes import Layout
from piercy.rail.tiles import Stop, Track
from piercy.render.labels import (
    SCALES,
    Space,
    coordinate_spot,
    corner_spots,
    name_lines,
    name_spots,
    number_spot,
    width,
)
from piercy.render.palette import UNKNOWN_COMPANY, fill, ink_on
from piercy.render.shape import (
    SIZE,
    SLOT,
    Arc,
    Point,
    Seat,
    arc_from_edge,
    corners,
    path_arc,
    polar,
    seats,
)
from piercy.render.svg import Attributes, clean, element, number, text

INK = "#1a1a1a"
_SEA_STROKES = (("#2a5f8f", 7.0, None), ("#ffffff", 3.6, "5 5"))
_BAND_FILLS = {2: ("#fff7c2", "#d9b48a"), 3: ("#fff7c2", "#d9b48a", "#b9bcbf")}
_ALL_BANDS = ("#fff7c2", "#bfe3b4", "#d9b48a", "#c3c5c7")
_WATER_TERRAIN = ("water", "river", "lake", "swamp", "marsh")


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

    @cached_property
    def seats(self) -> list[Seat]:
        """Where the stops lie."""
        return seats(self.layout, self.track)

    def line(self, edge: int, stop: int) -> Arc:
        """The track from an edge to a stop."""
        return arc_from_edge(self.layout, edge, self.seats[stop].point)


def draw_tile(
    layout: Layout,
    track: Track,
    colour: str | None = None,
    label: str | None = None,
    *,
    number: str | None = None,
    name: str | None = None,
    rim: str | None = None,
) -> str:
    """A hex with its track as SVG text, around the origin; its corners are ``shape.SIZE`` away."""
    face = Face(layout, track, colour, label, number=number, name=name, rim=rim)
    return draw_ground(face) + draw_top(face)


def draw_ground(face: Face) -> str:
    """The lower layer: the hex and its track."""
    outline = " ".join(f"{number(x)},{number(y)}" for x, y in corners(face.layout))
    parts = [element("polygon", points=outline, fill=fill(face.colour), stroke="#7d7f74", stroke_width=1.2)]
    if face.rim:
        inner = " ".join(f"{number(x)},{number(y)}" for x, y in corners(face.layout, SIZE - 3.6))
        band: Attributes = {"fill": "none", "stroke": fill(face.rim), "stroke_width": 5.0}
        parts.append(element("polygon", points=inner, class_="rim", **band))
    # Over water it is a dotted white line on a dark one: ships, not rails.
    strokes = _SEA_STROKES if face.colour == "blue" else ((fill(face.colour), 13.0, None), (INK, 6.0, None))
    for lines in _joined_lines(face):
        # The pale borders first: lines that meet must not cut through each other's black. Those that only
        # cross do, so that one passes under the other.
        for colour, wide, dots in strokes:
            look: Attributes = {"stroke": colour, "stroke_width": wide, "stroke_dasharray": dots}
            parts += [element("path", d=line.path(), fill="none", class_="track", **look) for line in lines]
    return "".join(parts)


def _joined_lines(face: Face) -> list[list[Arc]]:
    """The track of a hex, together what trains can pass between."""
    pieces: list[tuple[set[object], list[Arc]]] = [
        ({a, b}, [path_arc(face.layout, a, b)]) for a, b in face.track.paths
    ]
    for index, stop in enumerate(face.track.stops):
        pieces.append(({("stop", index), *stop.edges}, [face.line(edge, index) for edge in stop.edges]))
    pieces += [({edge}, [_stub(face.layout, edge)]) for edge in sorted(face.stubs)]
    joined: list[tuple[set[object], list[Arc]]] = []
    for ends, lines in pieces:
        for other in [group for group in joined if group[0] & ends]:
            joined.remove(other)
            ends, lines = other[0] | ends, other[1] + lines
        joined.append((ends, lines))
    return [lines for _, lines in joined if lines]


def _stub(layout: Layout, edge: int) -> Arc:
    """A short end of track at an edge."""
    x, y = polar(layout.edge_angle(edge), SIZE * 0.6)
    return arc_from_edge(layout, edge, (x, y))


def draw_top(face: Face) -> str:
    """The upper layer: stops, markers and everything written. Routes go below it."""
    space = Space(face.layout, face.track, face.seats)
    for stop, seat in zip(face.track.stops, face.seats, strict=True):
        if _is_boxes(stop):
            space.take(seat.point, *_bands_size(stop))
    parts = [
        _draw_stop(stop, seat, _tokens_at(face, index))
        for index, (stop, seat) in enumerate(zip(face.track.stops, face.seats, strict=True))
    ]
    parts += _draw_homes(face, space)
    for company, _ in _homeless(face):
        spots = [(0.0, 0.0)] if not face.track.stops else corner_spots(face.layout, narrow=False)
        middle, _ = space.put(spots, SLOT, SLOT)
        parts.append(_token(company, middle, face.company_colours))
    for index, stop in enumerate(face.track.stops):
        points = face.seats[index].slot_points(max(stop.slots, len(_tokens_at(face, index))))
        for company, point in zip(_tokens_at(face, index), points, strict=False):
            parts.append(_token(company, point, face.company_colours))
    return "".join([*parts, *_marks(face, space)])


def _tokens_at(face: Face, index: int) -> list[str]:
    return [company for company, stop in face.tokens if stop == index]


def _homeless(face: Face) -> list[tuple[str, int]]:
    """Markers on a hex whose cities cannot be told apart yet."""
    return [token for token in face.tokens if token[1] == BARE or token[1] >= len(face.track.stops)]


def _draw_homes(face: Face, space: Space) -> list[str]:
    """The names of companies whose home is still empty: in the last spaces of their city, or on the hex."""
    parts = []
    waiting = list(face.homes)
    for index, stop in enumerate(face.track.stops):
        here = [company for company, city in waiting if city == index]
        spaces = face.seats[index].slot_points(stop.slots)[len(_tokens_at(face, index)) :]
        for company, (x, y) in zip(here, reversed(spaces), strict=False):
            waiting.remove((company, index))
            parts.append(_home_name(company, x, y))
    for at, (company, _) in enumerate(waiting):
        x, y = 0.0, (at - (len(waiting) - 1) / 2) * 14.0
        if any(stop.slots for stop in face.track.stops):
            (x, y), _ = space.put(corner_spots(face.layout, narrow=False), 12.0, 5.0)
        else:
            space.take((x, y), 12.0, 6.0)
        parts.append(_home_name(company, x, y))
    return parts


def _home_name(company: str, x: float, y: float) -> str:
    size = min(10.0, 1.75 * SLOT / width(company, 1.0))
    return text(company, x, y, size, fill="#6d6f66", font_style="italic", class_="home", data_home=company)


def _draw_stop(stop: Stop, seat: Seat, tokens: list[str]) -> str:
    slots = max(stop.slots, len(tokens))
    parts = []
    if stop.kind == "mine":
        parts.append(_mine(seat, slots))
    if slots:
        parts.append(_slots(seat, slots))
    elif stop.kind == "town":
        parts.append(_town(stop, seat))
    elif _is_boxes(stop):
        parts.append(_bands(stop, seat.point))
    elif stop.kind == "city":
        parts.append(element("circle", cx=seat.point[0], cy=seat.point[1], r=SLOT * 0.7, fill=INK))
    return element("g", *parts, class_=f"stop {stop.kind}")


def _slots(seat: Seat, slots: int) -> str:
    x, y = seat.point
    points = seat.slot_points(slots)
    frame: Attributes = {"fill": "#ffffff", "stroke": INK, "stroke_width": 1.6}
    if slots == 2:
        turn = f"rotate({number(seat.tilt)} {number(x)} {number(y)})"
        size = 2 * SLOT + 2
        box = element(
            "rect",
            x=x - size + 1,
            y=y - size / 2,
            width=2 * size - 2,
            height=size,
            rx=6.0,
            transform=turn,
            **frame,
        )
    else:
        box = element("circle", cx=x, cy=y, r=math.dist(seat.point, points[0]) + SLOT + 1, **frame)
    rings = [
        element(
            "circle", cx=px, cy=py, r=SLOT - 1, fill="#ffffff", stroke=INK, stroke_width=1.2, class_="slot"
        )
        for px, py in points
    ]
    return box + "".join(rings)


def _town(stop: Stop, seat: Seat) -> str:
    x, y = seat.point
    frame: Attributes = {"fill": INK, "stroke": "#ffffff", "stroke_width": 1.4}
    if len(stop.edges) != 2:
        return element("circle", cx=x, cy=y, r=SIZE * 0.13, **frame)
    turn = f"rotate({number(seat.tilt)} {number(x)} {number(y)})"
    return element("rect", x=x - 10.0, y=y - 4.0, width=20.0, height=8.0, rx=1.5, transform=turn, **frame)


def _mine(seat: Seat, slots: int) -> str:
    """A dark lozenge behind the space, or crossed picks where there is no space."""
    x, y = seat.point
    half = SLOT * (1.75 if slots else 1.1)
    points = " ".join(
        f"{number(x + dx)},{number(y + dy)}" for dx, dy in ((half, 0), (0, half), (-half, 0), (0, -half))
    )
    lozenge = element(
        "polygon", points=points, fill="#4a4038", stroke="#ffffff", stroke_width=1.2, class_="mine"
    )
    if slots:
        return lozenge
    arm = half * 0.4
    cross = f"M{number(x - arm)} {number(y + arm)}l{number(2 * arm)} {number(-2 * arm)}"
    cross += f"M{number(x - arm)} {number(y - arm)}l{number(2 * arm)} {number(2 * arm)}"
    return lozenge + element("path", d=cross, stroke="#ffffff", stroke_width=2.0)


def _is_boxes(stop: Stop) -> bool:
    """Whether a stop is drawn as nothing but the boxes of its values."""
    return not stop.slots and stop.kind in ("red", "through")


def _bands_size(stop: Stop) -> tuple[float, float]:
    """Half the width and half the height of the boxes of a stop."""
    return (9.5 if len(stop.values) < 3 else 7.5) * len(stop.values), 7.5


def _bands(stop: Stop, middle: Point) -> str:
    """The values of a red place side by side, one box for each band of phases."""
    wide, high = (19.0 if len(stop.values) < 3 else 15.0), 15.0
    left = middle[0] - wide * len(stop.values) / 2
    shades = _BAND_FILLS.get(len(stop.values), _ALL_BANDS)
    parts = []
    for band, value in enumerate(stop.values):
        x = left + band * wide
        shade = shades[min(band, len(shades) - 1)]
        box = {"x": x, "y": middle[1] - high / 2, "width": wide, "height": high}
        parts.append(element("rect", fill=shade, stroke=INK, stroke_width=1.0, **box))
        parts.append(text(str(value), x + wide / 2, middle[1], wide * 0.58, font_weight="bold"))
    return "".join(parts)


def _token(company: str, middle: Point, colours: Mapping[str, str]) -> str:
    x, y = middle
    colour = colours.get(company, UNKNOWN_COMPANY)
    size = min(11.0, 1.75 * SLOT / width(company, 1.0, bold=True))
    disc = element("circle", cx=x, cy=y, r=SLOT - 0.6, fill=colour, stroke=INK, stroke_width=1.0)
    letters = text(company, x, y, size, font_weight="bold", fill=ink_on(colour))
    return element("g", element("title", clean(company)), disc, letters, class_="token", data_company=company)


def _marks(face: Face, space: Space) -> list[str]:
    """Everything written on the hex, the important first since it gets the best place."""
    parts = []
    if face.coordinate:
        x, y = coordinate_spot(face.layout)
        space.take((x, y), 7.0, 3.0)
        parts.append(text(face.coordinate, x, y, 7.5, fill="#4f5149", class_="coordinate"))
    if face.number:
        half = width(face.number, 7.0) / 2
        (x, y), _ = space.put([number_spot(face.layout)], half, 3.0)
        parts.append(text(face.number, x, y, 7.0, fill="#3c3d38", class_="number"))
    if face.name:
        parts.append(_name(face.name, face.colour, space))
    parts += [
        _bands(stop, space.put(name_spots(1), *_bands_size(stop))[0])
        for stop in face.track.stops
        if len(stop.values) > 1 and not _is_boxes(stop)
    ]
    return parts + _corner_marks(face, space)


def _corner_marks(face: Face, space: Space) -> list[str]:
    parts = []
    spots = corner_spots(face.layout)
    for value in _values(face.track):
        (x, y), _ = space.put(spots, 8.5, 8.5)
        parts.append(element("circle", cx=x, cy=y, r=8.5, fill="#ffffff", stroke=INK, stroke_width=0.8))
        parts.append(text(value, x, y, 9.5 if len(value) < 3 else 7.5, font_weight="bold", class_="value"))
    if face.label and face.label != face.name:
        long = len(face.label) > 2
        size = 8.0 if long else 13.0
        places = name_spots(1) if long else corner_spots(face.layout, narrow=len(face.label) == 1)
        half = width(face.label, size, bold=True) / 2 + 1
        (x, y), scale = space.put(places, half, size / 2, SCALES)
        look = {"font_weight": "bold", **_halo(face.colour)}
        parts.append(text(face.label, x, y, size * scale, class_="label", **look))
    if face.cost:
        parts.append(_cost(face, space, spots))
    return parts


def _values(track: Track) -> list[str]:
    """The values to write beside the stops: each once. Values by band have boxes of their own."""
    written = [
        str(stop.values[0])
        for stop in track.stops
        if any(stop.values) and len(stop.values) == 1 and not _is_boxes(stop)
    ]
    return list(dict.fromkeys(written))


def _name(name: str, colour: str | None, space: Space) -> str:
    lines = name_lines(name)
    longest = max(width(line, 1.0) for line in lines)
    size = min(9.5, 76.0 / longest)
    half = longest * size / 2 + 1, size * 0.55 * len(lines)
    (x, y), scale = space.put(name_spots(len(lines)), *half, SCALES)
    size *= scale
    first = y - size * 0.55 * (len(lines) - 1)
    return "".join(
        text(line, x, first + at * size * 1.1, size, class_="name", fill=INK, **_halo(colour))
        for at, line in enumerate(lines)
    )


def _cost(face: Face, space: Space, spots: list[Point]) -> str:
    (x, y), _ = space.put(spots, 9.0, 10.0)
    if face.terrain in _WATER_TERRAIN:
        wave = f"M{number(x - 7)} {number(y - 5)}q3.5 -4 7 0t7 0"
        mark = element("path", d=wave, fill="none", stroke="#2a78b5", stroke_width=1.8)
    else:
        points = (
            f"{number(x - 6)},{number(y - 2)} {number(x)},{number(y - 10)} {number(x + 6)},{number(y - 2)}"
        )
        mark = element("polygon", points=points, fill="#8a6d4b")
    return element(
        "g", mark, text(str(face.cost), x, y + 4.0, 10.5, font_weight="bold", fill="#333333"), class_="cost"
    )


def _halo(colour: str | None) -> Attributes:
    """A rim in the colour of the ground keeps letters readable on top of track."""
    return {"stroke": fill(colour), "stroke_width": 2.5, "paint_order": "stroke", "stroke_linejoin": "round"}
