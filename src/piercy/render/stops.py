"""The stops of one hex: spaces, towns, mines and red places, and the tokens in them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from piercy.rail.board import BARE
from piercy.rail.tiles import Stop
from piercy.render.face import INK, Face
from piercy.render.labels import Space, corner_spots, width
from piercy.render.palette import UNKNOWN_COMPANY, ink_on
from piercy.render.shape import SIZE, SLOT, Point, Seat
from piercy.render.svg import Attributes, clean, element, number, text

_BAND_FILLS = {2: ("#fff7c2", "#d9b48a"), 3: ("#fff7c2", "#d9b48a", "#b9bcbf")}
_ALL_BANDS = ("#fff7c2", "#bfe3b4", "#d9b48a", "#c3c5c7")


def tokens_at(face: Face, index: int) -> list[str]:
    return [company for company, stop in face.tokens if stop == index]


def homeless(face: Face) -> list[tuple[str, int]]:
    """Markers on a hex whose cities cannot be told apart yet."""
    return [token for token in face.tokens if token[1] == BARE or token[1] >= len(face.track.stops)]


def draw_homes(face: Face, space: Space) -> list[str]:
    """The names of companies whose home is still empty: in the last spaces of their city, or on the hex."""
    parts = []
    waiting = list(face.homes)
    for index, stop in enumerate(face.track.stops):
        here = [company for company, city in waiting if city == index]
        spaces = face.seats[index].slot_points(stop.slots)[len(tokens_at(face, index)) :]
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


def draw_stop(stop: Stop, seat: Seat, tokens: list[str]) -> str:
    slots = max(stop.slots, len(tokens))
    parts = []
    if stop.kind == "mine":
        parts.append(_mine(seat, slots))
    if slots:
        parts.append(_slots(seat, slots))
    elif stop.kind == "town":
        parts.append(_town(stop, seat))
    elif is_boxes(stop):
        parts.append(draw_bands(stop, seat.point))
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


def is_boxes(stop: Stop) -> bool:
    """Whether a stop is drawn as nothing but the boxes of its values."""
    return not stop.slots and stop.kind in ("red", "through")


def bands_size(stop: Stop) -> tuple[float, float]:
    """Half the width and half the height of the boxes of a stop."""
    return (9.5 if len(stop.values) < 3 else 7.5) * len(stop.values), 7.5


def draw_bands(stop: Stop, middle: Point) -> str:
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


def draw_token(company: str, middle: Point, colours: Mapping[str, str]) -> str:
    x, y = middle
    colour = colours.get(company, UNKNOWN_COMPANY)
    size = min(11.0, 1.75 * SLOT / width(company, 1.0, bold=True))
    disc = element("circle", cx=x, cy=y, r=SLOT - 0.6, fill=colour, stroke=INK, stroke_width=1.0)
    letters = text(company, x, y, size, font_weight="bold", fill=ink_on(colour))
    return element("g", element("title", clean(company)), disc, letters, class_="token", data_company=company)
