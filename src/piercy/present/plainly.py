"""A table told from the state's own shape, for titles that are no rail titles."""

from __future__ import annotations

from piercy.core import plain
from piercy.core.game import Game
from piercy.rail.table import Heading, Ledger, Line, TableModel
from piercy.rail.values import Called, Fact

_CELL = 40
_FACTS = 6


def plain_table(game: Game) -> TableModel:
    """What the state has to tell: words and numbers as facts, players and companies as ledgers."""
    told: dict[str, object] = plain.encode(game.state)
    facts = [
        Fact(name, Called(str(value)))
        for name, value in told.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    ]
    supply = told.get("supply")
    return TableModel(
        facts=tuple(facts[:_FACTS]),
        players=_ledger(told.get("players"), game.actor),
        companies=_ledger(told.get("companies"), None),
        tiles=dict(supply) if isinstance(supply, dict) else {},
    )


def _ledger(rows: object, acting: str | None) -> Ledger:
    if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
        return Ledger()
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines = (
        Line(key, {name: Called(_cell(row.get(name))) for name in names}, acting=key == acting)
        for key, row in rows.items()
    )
    return Ledger(tuple(Heading(name, Called) for name in names), tuple(lines))


def _cell(value: object) -> str:
    if value is None or value in ([], {}, ""):
        return "–"
    if isinstance(value, dict):
        text = ", ".join(f"{key} {_cell(inner)}" for key, inner in value.items())
    elif isinstance(value, list):
        text = " ".join(_cell(inner) for inner in value)
    else:
        text = str(value)
    return text if len(text) <= _CELL else text[: _CELL - 1] + "…"
