"""From rows to values. A damaged row still gives a value: one that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from piercy.core import plain, registry
from piercy.core.errors import BrokenSave, EngineError
from piercy.core.formats import FORMAT, FORMATS
from piercy.server.store.documents import Damaged, read
from piercy.server.store.rows import BROKEN, GameInfo, LoggedAction, Place, Seat, Snapshot
from piercy.server.store.tables import ActionRow, GameRow, SnapshotRow

Check = Callable[[Any], bool]
"""Whether a value is what its place should hold."""


def info_of(row: GameRow, place: Place | None = None) -> GameInfo:
    """The game that a row tells of, and its place in the list of games, if that is known."""
    found, damaged = _sound(row, _GAME)
    problem = None
    if damaged:
        problem = BrokenSave("damaged in the database: {fields}", fields=", ".join(damaged)).message
    else:
        problem = _untitled(found["title"])
    seats = tuple(Seat(seat["name"], seat["kind"]) for seat in found.pop("seats") or ())
    if problem is not None:
        found["status"] = BROKEN
    if place is None:
        place = Place(row.moved, str(row.id)) if _is_number(row.moved) else Place.among_damaged(0)
    return GameInfo(id=str(row.id), seats=seats, place=place, problem=problem, **found)


def _untitled(title: str) -> str | None:
    """Why there is no such title, if there is none."""
    try:
        registry.title(title)
    except EngineError as error:
        return error.message
    return None


def action_of(row: ActionRow) -> LoggedAction:
    """The action that a row tells of."""
    found, damaged = _sound(row, _ACTION)
    problem = None
    if damaged:
        problem = BrokenSave(
            "action {seq} is damaged in the database: {fields}",
            seq=plain.show(row.seq),
            fields=", ".join(damaged),
        ).message
    return LoggedAction(problem=problem, **found)


def snapshot_of(row: SnapshotRow) -> Snapshot | None:
    """The snapshot in a row; of one that cannot be read the state is None. None, if its number is damaged."""
    if not _is_count(row.seq):
        return None
    text: object = row.state
    state = read(text) if isinstance(text, str | bytes) else None
    return Snapshot(row.seq, row.rules_version, None if isinstance(state, Damaged) else state)


def _sound(row: object, checks: Mapping[str, tuple[Check, Any]]) -> tuple[dict[str, Any], list[str]]:
    """The values that are what they should be, the others empty; and the names of those."""
    found: dict[str, Any] = {}
    damaged = []
    for name, (fits, empty) in checks.items():
        value = getattr(row, name)
        if fits(value):
            found[name] = value
        else:
            found[name] = empty
            damaged.append(name)
    return found, damaged


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_format(value: Any) -> bool:
    return type(value) is int and value in FORMATS


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _is_status(value: Any) -> bool:
    return value in ("active", "over")


def _are_seats(value: Any) -> bool:
    return type(value) is list and all(
        type(seat) is dict and _is_text(seat.get("name")) and _is_text(seat.get("kind")) for seat in value
    )


def _is_summary(value: Any) -> bool:
    return (
        type(value) is dict
        and value.keys() >= {"actor", "round", "scores"}
        and (value["actor"] is None or _is_text(value["actor"]))
        and _is_text(value["round"])
        and type(value["scores"]) is dict
        and all(map(_is_number, value["scores"].values()))
    )


def _are_events(value: Any) -> bool:
    return type(value) is list and all(type(told) is dict and _is_text(told.get("event")) for told in value)


def _are_figures(value: Any) -> bool:
    return type(value) is dict and all(
        type(line) is dict and all(point is None or type(point) is int for point in line.values())
        for line in value.values()
    )


_GAME: dict[str, tuple[Check, Any]] = {
    "title": (_is_text, "?"),
    "rules_version": (_is_number, 0),
    "options": (_is_object, {}),
    "seed": (_is_number, 0),
    "seats": (_are_seats, None),
    "status": (_is_status, BROKEN),
    "summary": (_is_summary, {}),
    "seq": (_is_count, 0),
    "created": (_is_text, ""),
    "updated": (_is_text, ""),
    "format": (_is_format, FORMAT),
}
_ACTION: dict[str, tuple[Check, Any]] = {
    "seq": (_is_count, 0),
    "actor": (_is_text, ""),
    "action": (_is_object, {}),
    "events": (_are_events, []),
    "figures": (_are_figures, {}),
    "digest": (_is_text, ""),
    "time": (_is_text, ""),
}
