"""What lies on the borders between hexes: rivers, mountains, and fees that are written out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piercy.rail.atlas import Atlas, Border
from piercy.rail.hexes import Layout
from piercy.render.labels import width
from piercy.render.shape import Point, corners
from piercy.render.svg import Attributes, element, text

LEGEND_HEIGHT = 26.0
_STROKES = {"river": ("#3b7fc4", 6.0), "mountain": ("#8a5a2b", 6.0)}
_SAMPLE, _GAP, _SIZE = 26.0, 22.0, 12.0


def terrain_borders(atlas: Atlas, layout: Layout, centres: Mapping[str, Point]) -> list[str]:
    """Rivers and mountains on borders, side by side where there are both."""
    found = []
    for border, (a, b), (c, d), (x, y) in _borders(atlas, layout, centres):
        kinds = _drawn_kinds(border.terrain or "")
        for at, kind in enumerate(kinds):
            # towards one hex or the other, so that two kinds of terrain do not cover each other
            near = 1.0 if len(kinds) == 1 else 0.94 + 0.12 * at
            found.append(_line(kind, x + a * near, y + b * near, x + c * near, y + d * near))
    return found


def border_fees(atlas: Atlas, layout: Layout, centres: Mapping[str, Point]) -> list[str]:
    """Fees that are written out, on borders without a kind that is drawn."""
    return [
        _fee(border.cost, x + (a + c) / 2, y + (b + d) / 2)
        for border, (a, b), (c, d), (x, y) in _borders(atlas, layout, centres)
        if border.cost and not _drawn_kinds(border.terrain or "")
    ]


def _borders(
    atlas: Atlas, layout: Layout, centres: Mapping[str, Point]
) -> Iterator[tuple[Border, Point, Point, Point]]:
    """Borders with a terrain: both ends, as seen from the middle of one hex, and this middle."""
    around = corners(layout)
    for (one, other), border in atlas.borders.items():
        edge = atlas.edge_between(one, other)
        if edge is not None and border.terrain is not None and one in centres and other in centres:
            yield border, around[edge - 1], around[edge], centres[one]


def border_sample(atlas: Atlas, half: float) -> list[tuple[str, str]]:
    """Each kind of border that is drawn, with a sample of it."""
    kinds = dict.fromkeys(border.terrain for border in atlas.borders.values() if border.terrain)
    found = [kind for kind in kinds if "+" not in kind and _drawn_kinds(kind)]
    plain = ["plain"] if atlas.plain_border.cost else []
    return [(kind, _line(kind, -half, 0.0, half, 0.0, sample=True)) for kind in (*plain, *found)]


def terrain_legend(atlas: Atlas, left: float, top: float) -> list[str]:
    """What it costs to cross each kind of border, in a line; nothing where borders cost nothing."""
    costs = {border.terrain: border.cost for border in atlas.borders.values() if border.terrain}
    rows = [(kind, cost) for kind, cost in costs.items() if cost and _drawn_kinds(kind)]
    if atlas.plain_border.cost:
        rows.insert(0, ("plain", atlas.plain_border.cost))
    parts: list[str] = []
    x, y = left, top + LEGEND_HEIGHT / 2 - 4.0
    for kind, cost in rows:
        kinds = _drawn_kinds(kind) or [kind]
        for at, drawn in enumerate(kinds):
            shift = 0.0 if len(kinds) == 1 else 4.0 - 8.0 * at
            parts.append(_line(drawn, x, y - shift, x + _SAMPLE, y - shift, sample=True))
        words = f"{' and '.join(kinds)} {cost}"
        parts.append(text(words, x + _SAMPLE + 7.0, y, _SIZE, text_anchor="start", fill="#3c3d38"))
        x += _SAMPLE + 7.0 + width(words, _SIZE) + _GAP
    return parts


def _drawn_kinds(terrain: str) -> list[str]:
    return [kind for kind in terrain.split("+") if kind in _STROKES]


def _line(kind: str, x1: float, y1: float, x2: float, y2: float, *, sample: bool = False) -> str:
    colour, wide = _STROKES.get(kind, ("#7d7f74", 1.2))
    look: Attributes = {"stroke": colour, "stroke_width": wide, "stroke_linecap": "round"}
    return element("line", class_=f"sample {kind}" if sample else kind, x1=x1, y1=y1, x2=x2, y2=y2, **look)


def _fee(cost: int, x: float, y: float) -> str:
    frame: Attributes = {"x": x - 13.0, "y": y - 9.0, "width": 26.0, "height": 18.0, "rx": 4.0}
    box = element("rect", fill="#ffffff", stroke="#7d7f74", stroke_width=1.0, **frame)
    return element("g", box, text(str(cost), x, y, 13.0, font_weight="bold"), class_="fee")
