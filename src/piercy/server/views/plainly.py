"""A table told from the state's own shape, for titles that have no view of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piercy.core import plain
from piercy.core.game import Game
from piercy.rail.trains import Depot
from piercy.server.views.common import badges_of, trains_left
from piercy.server.views.model import Badge, Chip, Column, Row, Sheet, TableView

_CELL = 40


def view(game: Game) -> TableView:
    state = game.state
    told: dict[str, Any] = plain.encode(state)
    badges = badges_of(game.title)
    depot = getattr(state, "depot", None)
    supply = told.get("supply")
    return TableView(
        money="{}",
        chips=tuple(
            Chip(name.replace("_", " "), str(value))
            for name, value in told.items()
            if isinstance(value, str | int) and not isinstance(value, bool)
        )[:6],
        players=_sheet(told.get("players"), badges, game.actor),
        companies=_sheet(told.get("companies"), badges, None),
        trains=trains_left(depot, {}, {}) if isinstance(depot, Depot) else (),
        tiles=tuple(supply.items()) if isinstance(supply, dict) else (),
        badges=badges,
    )


def _sheet(rows: Any, badges: Mapping[str, Badge], acting: str | None) -> Sheet:
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        return Sheet((), ())
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    columns = tuple(Column(name, name.replace("_", " "), number=False, raw=True) for name in names)
    return Sheet(
        columns,
        tuple(
            Row(key, {name: _cell(row.get(name)) for name in names}, badges.get(key), acting=key == acting)
            for key, row in rows.items()
        ),
    )


def _cell(value: Any) -> str:
    if value is None or value in ([], {}, ""):
        return "–"
    if isinstance(value, dict):
        text = ", ".join(f"{key} {_cell(inner)}" for key, inner in value.items())
    elif isinstance(value, list):
        text = " ".join(_cell(inner) for inner in value)
    else:
        text = str(value)
    return text if len(text) <= _CELL else text[: _CELL - 1] + "…"
