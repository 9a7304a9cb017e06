"""A position and its news in words for the terminal, for any title: told from the data alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.table import Table

from piercy.cli.common import one_line
from piercy.core import plain
from piercy.core.events import Event
from piercy.core.game import Game

_NOT_SHOWN = {"flow", "board"}
_WIDTH = 36


def event_words(event: Event) -> str:
    """What happened, in one line."""
    told = "; ".join(f"{name} {one_line(value)}" for name, value in event.fields.items())
    return f"* {event.key.replace('_', ' ')}" + (f": {told}" if told else "")


def summary(game: Game) -> Iterator[Table | str]:
    """The position: scores, then what the state says of itself."""
    scores = "  ".join(f"{name} {score}" for name, score in game.scores().items())
    yield f"{game.title.name}, round {game.state.flow.round}, action {game.seq}; if it ended now: {scores}"
    state = {name: value for name, value in plain.encode(game.state).items() if name not in _NOT_SHOWN}
    plainly = {name: value for name, value in state.items() if not isinstance(value, dict | list)}
    if plainly:
        yield one_line(plainly)
    for name, value in state.items():
        if _is_table(value):
            yield _table(name, value)


def _is_table(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(row, dict) and row for row in value.values())
    )


def _table(name: str, rows: dict[str, dict[str, Any]]) -> Table:
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    kept = [
        column
        for column in columns
        if any(row.get(column) not in (None, [], {}, "") for row in rows.values())
    ]
    table = Table(name, *(column.replace("_", " ") for column in kept), box=None)
    for key, row in rows.items():
        table.add_row(key, *(_cell(row.get(column)) for column in kept))
    return table


def _cell(value: Any) -> str:
    text = one_line(value)
    return text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..."
