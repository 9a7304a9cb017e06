"""Everything written on one hex: coordinate, number, name, values, labels and costs."""

from __future__ import annotations

from piercy.rail.tiles import Stop, Track
from piercy.render.face import GROUND, INK, Face
from piercy.render.labels import (
    LAST,
    LEAST,
    Space,
    coordinate_spot,
    corner_spots,
    name_lines,
    name_spots,
    number_spot,
    scales_for,
    width,
)
from piercy.render.shape import Point
from piercy.render.stops import bands_size, draw_bands, is_boxes
from piercy.render.svg import Attributes, element, number, text

_SMALL, _COST = 7.5, 10.0
_WATER_TERRAIN = ("water", "river", "lake", "swamp", "marsh")
_HALO: Attributes = {
    "stroke": GROUND,
    "stroke_width": 2.5,
    "paint_order": "stroke",
    "stroke_linejoin": "round",
}
"""A rim in the colour of the ground keeps letters readable on top of track."""


def draw_marks(face: Face, space: Space) -> list[str]:
    """Everything written on the hex, the important first since it gets the best place."""
    parts = []
    if face.coordinate:
        x, y = coordinate_spot(face.layout)
        space.take((x, y), 7.0, 3.0)
        parts.append(text(face.coordinate, x, y, _SMALL, fill="#4f5149", class_="coordinate"))
    if face.number:
        half = width(face.number, _SMALL) / 2
        (x, y), _ = space.put([number_spot(face.layout)], half, 3.2)
        parts.append(text(face.number, x, y, _SMALL, fill="#3c3d38", class_="number"))
    if face.name:
        parts.append(_name(face.name, space))
    if face.coming:
        boxes = Stop("red", tuple(face.coming), 0, ())
        parts.append(draw_bands(boxes, space.put(name_spots(1), *bands_size(boxes))[0]))
    parts += [
        draw_bands(stop, space.put(name_spots(1), *bands_size(stop))[0])
        for stop in face.track.stops
        if len(stop.values) > 1 and not is_boxes(stop)
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
        half = width(face.label, size, bold=True) / 2 + 1.5
        (x, y), scale = space.put(places, half, size / 2, scales_for(size), LAST / size)
        look: Attributes = {"font_weight": "bold", **_HALO}
        parts.append(text(face.label, x, y, size * scale, class_="label", **look))
    if face.cost:
        parts.append(_cost(face, space, spots))
    return parts


def _values(track: Track) -> list[str]:
    """The values to write beside the stops: each once. Values by band have boxes of their own."""
    written = [
        str(stop.values[0])
        for stop in track.stops
        if any(stop.values) and len(stop.values) == 1 and not is_boxes(stop)
    ]
    return list(dict.fromkeys(written))


def _name(name: str, space: Space) -> str:
    lines = name_lines(name)
    longest = max(width(line, 1.0) for line in lines)
    size = max(LEAST, min(9.5, 76.0 / longest))
    half = longest * size / 2 + 1, size * 0.55 * len(lines)
    (x, y), scale = space.put(name_spots(len(lines)), *half, scales_for(size), LAST / size)
    size *= scale
    first = y - size * 0.55 * (len(lines) - 1)
    return "".join(
        text(line, x, first + at * size * 1.1, size, class_="name", fill=INK, **_HALO)
        for at, line in enumerate(lines)
    )


def _cost(face: Face, space: Space, spots: list[Point]) -> str:
    half = width(str(face.cost), _COST, bold=True) / 2 + 3.0
    at, _ = space.put(spots, half + 1.0, 10.5)
    return cost_sign(face.cost, at, wet=face.terrain in _WATER_TERRAIN)


def cost_sign(cost: int, at: Point = (0.0, 0.0), *, wet: bool) -> str:
    """What building here costs: on the colour of its terrain, so that nobody reads it as a value."""
    words, (x, y) = str(cost), at
    half = width(words, _COST, bold=True) / 2 + 3.0
    colour = "#1f5f96" if wet else "#6f5133"
    peak = "q3.5 -5 7 0t7 0" if wet else "l7 -7l7 7z"
    mark = f"M{number(x - 7)} {number(y - 6.5 if wet else y - 3)}{peak}"
    look: Attributes = {"fill": "none" if wet else colour, "stroke": colour, "stroke_width": 1.8}
    frame: Attributes = {"x": x - half, "y": y - 3.0, "width": 2 * half, "height": 13.0, "rx": 3.0}
    letters = text(words, x, y + 3.5, _COST, font_weight="bold", fill="#ffffff", class_="fee")
    parts = element("path", d=mark, **look), element("rect", fill=colour, **frame), letters
    return element("g", *parts, class_="cost")
