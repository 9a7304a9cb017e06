"""A chart of coloured cells with the companies' markers, such as the Dragons Chart."""

from __future__ import annotations

import math
from collections.abc import Mapping

from piercy.rail.sheets import ChartSheet
from piercy.render.labels import width
from piercy.render.palette import UNKNOWN_COMPANY, ink_on
from piercy.render.svg import clean, document, element, text, translated

_CELL, _LABEL, _HEAD = 46.0, 54.0, 20.0
_TOKEN = 12.0
REGION_FILLS = {"red": "#f0b3aa", "white": "#ffffff", "green": "#a9d8a0"}


def draw_chart(sheet: ChartSheet, company_colours: Mapping[str, str]) -> str:
    """The chart as an SVG document."""
    columns = max((len(row.colours) for row in sheet.rows), default=1)
    parts = [text(str(n + 1), _LABEL + (n + 0.5) * _CELL, _HEAD / 2, 10.0) for n in range(columns)]
    standing: dict[tuple[int, int], list[str]] = {}
    for company, (height, column) in sheet.markers.items():
        standing.setdefault((height, min(column, columns)), []).append(company)
    for line, row in enumerate(sheet.rows):
        y = _HEAD + line * _CELL
        parts.append(text(row.label, _LABEL / 2, y + _CELL / 2, 13.0, font_weight="bold"))
        for column, colour in enumerate(row.colours):
            here = standing.get((line, column + 1), [])
            markers = [_marker(name, at, len(here), company_colours) for at, name in enumerate(here)]
            place = _LABEL + column * _CELL, y
            parts.append(translated(*place, _cell(colour), *markers, class_=f"cell {colour}"))
    wide, tall = _LABEL + columns * _CELL + 16.0, _HEAD + len(sheet.rows) * _CELL + 16.0
    return document(-8.0, -8.0, wide, tall, element("g", *parts, class_="chart"), title=sheet.title)


def _cell(colour: str) -> str:
    shade = REGION_FILLS.get(colour, "#e8e8e0")
    return element("rect", width=_CELL, height=_CELL, fill=shade, stroke="#7d7f74", stroke_width=1.0)


def _marker(company: str, at: int, together: int, colours: Mapping[str, str]) -> str:
    """Markers that share a cell stand side by side in it, so that none covers another."""
    (x, y), radius = spot(at, together, _CELL, _TOKEN)
    return draw_marker(company, x, y, radius, colours.get(company, UNKNOWN_COMPANY))


def spot(at: int, together: int, side: float, largest: float) -> tuple[tuple[float, float], float]:
    """The middle of one of several markers in a square cell, and their radius."""
    abreast = math.isqrt(max(together, 1) - 1) + 1
    room = side / abreast
    rows = -(-together // abreast)
    line, column = divmod(at, abreast)
    return ((column + 0.5) * room, side / 2 + (line - (rows - 1) / 2) * room), min(largest, room / 2 - 1.0)


def draw_marker(company: str, x: float, y: float, radius: float, colour: str) -> str:
    """A company's round marker with its letters."""
    disc = element("circle", cx=x, cy=y, r=radius, fill=colour, stroke="#1a1a1a", stroke_width=1.0)
    size = min(9.5, 1.8 * radius / width(company, 1.0, bold=True))
    letters = text(company, x, y, size, font_weight="bold", fill=ink_on(colour))
    return element(
        "g", element("title", clean(company)), disc, letters, class_="marker", data_company=company
    )
