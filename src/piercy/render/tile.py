"""One hex with what is printed or laid on it."""

from __future__ import annotations

from piercy.rail.hexes import Layout
from piercy.rail.tiles import Track
from piercy.render.face import GROUND, INK, Face, on_ground
from piercy.render.labels import Space, corner_spots
from piercy.render.marks import draw_marks
from piercy.render.palette import fill
from piercy.render.shape import SIZE, SLOT, Arc, arc_from_edge, corners, path_arc, polar
from piercy.render.stops import bands_size, draw_homes, draw_stop, draw_token, homeless, is_boxes, tokens_at
from piercy.render.svg import Attributes, element, number

_SEA_STROKES = (("#2a5f8f", 7.0, None), ("#ffffff", 3.6, "5 5"))


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
    return element("g", draw_ground(face), draw_track(face), draw_top(face), **on_ground(face))


def draw_ground(face: Face) -> str:
    """The lowest layer: the hex without anything on it."""
    outline = _outline(face.layout, SIZE)
    parts = [element("polygon", points=outline, fill=GROUND, stroke="#7d7f74", stroke_width=1.2)]
    if face.rim:
        band: Attributes = {"fill": "none", "stroke": fill(face.rim), "stroke_width": 5.0}
        parts.append(element("polygon", points=_outline(face.layout, SIZE - 3.6), class_="rim", **band))
    return "".join(parts)


def _outline(layout: Layout, size: float) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners(layout, size))


def draw_track(face: Face) -> str:
    """The track, which lies over the borders of its hex."""
    parts = []
    # Over water it is a dotted white line on a dark one: ships, not rails.
    strokes = _SEA_STROKES if face.colour == "blue" else ((GROUND, 13.0, None), (INK, 6.0, None))
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
        if is_boxes(stop):
            space.take(seat.point, *bands_size(stop))
    parts = [
        draw_stop(stop, seat, tokens_at(face, index))
        for index, (stop, seat) in enumerate(zip(face.track.stops, face.seats, strict=True))
    ]
    parts += draw_homes(face, space)
    for company, _ in homeless(face):
        spots = [(0.0, 0.0)] if not face.track.stops else corner_spots(face.layout, narrow=False)
        middle, _ = space.put(spots, SLOT, SLOT)
        parts.append(draw_token(company, middle, face.company_colours))
    for index, stop in enumerate(face.track.stops):
        points = face.seats[index].slot_points(max(stop.slots, len(tokens_at(face, index))))
        for company, point in zip(tokens_at(face, index), points, strict=False):
            parts.append(draw_token(company, point, face.company_colours))
    return "".join([*parts, *draw_marks(face, space)])
