"""Lines over time: worth, prices and incomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piercy.present.languages import Speaker
from piercy.present.view import TableView
from piercy.rail.table import EARNED
from piercy.render.palette import ROUTE_COLOURS
from piercy.render.svg import element, number, text
from piercy.server.store import LoggedAction

WIDE, HIGH = 640.0, 220.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 96.0, 30.0, 24.0
NAMES = {"worth": "Worth", "prices": "Prices", "income": "Incomes"}
Points = list[tuple[int, int]]
Series = Mapping[str, Points]


def charts_of(rows: Sequence[LoggedAction], view: TableView, say: Speaker) -> str:
    """All charts of a game, one below the other."""
    charts = {**_followed(rows), "income": incomes(rows)}
    shown = [name for name in NAMES if any(len(points) > 1 for points in charts.get(name, {}).values())]
    if not shown:
        return element("p", say("There is nothing to draw yet."), class_="quiet")
    return "".join(draw_chart(say(NAMES[name]), charts[name], view) for name in shown)


def _followed(rows: Sequence[LoggedAction]) -> dict[str, dict[str, Points]]:
    """The figures stored with each action; only where they change."""
    found: dict[str, dict[str, Points]] = {}
    for row in rows:
        for kind, figures in row.figures.items():
            for name, value in figures.items():
                points = found.setdefault(kind, {}).setdefault(name, [])
                if value is not None and (not points or points[-1][1] != value or row is rows[-1]):
                    points.append((row.seq, int(value)))
    return found


def incomes(rows: Sequence[LoggedAction]) -> dict[str, Points]:
    """For each company after which actions it earned how much."""
    found: dict[str, Points] = {}
    for row in rows:
        for event in row.events:
            earned = event.get("revenue", 0)
            if event.get("event") in EARNED and isinstance(earned, int) and "company" in event:
                found.setdefault(str(event["company"]), []).append((row.seq, earned))
    return found


def draw_chart(title: str, series: Series, view: TableView) -> str:
    """One chart as an SVG document: stepped lines, named at their right end."""
    points = [point for line in series.values() for point in line]
    last = max((seq for seq, _ in points), default=1) or 1
    low = min(0, min((value for _, value in points), default=0))
    high = max((value for _, value in points), default=1) or 1
    across = (WIDE - _LEFT - _RIGHT) / last
    up = (HIGH - _TOP - _BOTTOM) / max(high - low, 1)
    parts: list[str] = [text(title, _LEFT, 14, 14.0, font_weight="bold", text_anchor="start", class_="ink")]
    for tick in _ticks(low, high):
        y = HIGH - _BOTTOM - (tick - low) * up
        parts.append(element("line", x1=_LEFT, y1=y, x2=WIDE - _RIGHT, y2=y, class_="grid"))
        parts.append(text(view.money.format(tick), _LEFT - 6, y, 11.0, text_anchor="end", class_="soft"))
    ranked = sorted(series.items(), key=lambda item: -item[1][-1][1])
    ends = []
    for at, (name, line) in enumerate(ranked):
        place = [(_LEFT + seq * across, HIGH - _BOTTOM - (value - low) * up) for seq, value in line]
        parts.append(_line(place, _colour(name, at, view), WIDE - _RIGHT))
        ends.append(place[-1][1])
    look: dict[str, Any] = {"text_anchor": "start", "class_": "ink", "font_weight": "bold"}
    for (name, _), y in zip(ranked, _apart(ends), strict=True):
        parts.append(text(name[:14], WIDE - _RIGHT + 6, y, 12.0, **look))
    box: dict[str, Any] = {"viewBox": f"0 0 {number(WIDE)} {number(HIGH)}", "class_": "chart", "role": "img"}
    return element("svg", element("title", title), *parts, **box)


def _apart(ends: Sequence[float]) -> list[float]:
    """Where names stand beside the ends of their lines: none on another, and none below the chart."""
    step = min(13.0, (HIGH - 20.0) / max(len(ends), 1))
    placed: list[float] = []
    for y in ends:
        placed.append(max(y, placed[-1] + step if placed else 12.0))
    lowest = HIGH - 6.0
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - step
    return placed


def _line(place: Sequence[tuple[float, float]], colour: str, right: float) -> str:
    (x, y), *rest = place
    path = f"M{number(x)} {number(y)}"
    path += "".join(f"H{number(a)}V{number(b)}" for a, b in rest) + f"H{number(right)}"
    return element("path", d=path, fill="none", stroke=colour, stroke_width=2.5, stroke_linejoin="round")


def _colour(name: str, at: int, view: TableView) -> str:
    badge = view.badges.get(name)
    return badge.colour if badge else ROUTE_COLOURS[at % len(ROUTE_COLOURS)]


def _ticks(low: int, high: int) -> list[int]:
    span = max(high - low, 1)
    step = 1
    while span / step > 5:
        step *= 2 if str(step)[0] == "1" else (5 if str(step)[0] == "2" else 2)
        step = _round_step(step)
    return list(range(low - low % step, high + 1, step))


def _round_step(step: int) -> int:
    """1, 2, 5, 10, 20, 50, ..."""
    scale = 10 ** (len(str(step)) - 1)
    lead = step / scale
    return int(scale * (1 if lead <= 1 else 2 if lead <= 2 else 5 if lead <= 5 else 10))
