"""Actions: what a player does, as small frozen dataclasses with a JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from piercy.core import plain
from piercy.core.errors import InvalidAction


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player does. Concrete actions add their own fields and register under a name."""

    type: ClassVar[str] = ""

    player: str

    def to_dict(self) -> dict[str, Any]:
        """The action as plain data; ``read_action`` is the way back."""
        return {"type": self.type, **plain.encode(self)}


A = TypeVar("A", bound=type[Action])

_TYPES: dict[str, type[Action]] = {}


def action_type(kind: A) -> A:
    """Class decorator: make the action readable by its ``type`` name."""
    if not kind.type or kind.type in _TYPES:
        raise ValueError(f"an action needs a type name of its own, not {kind.type!r}")
    _TYPES[kind.type] = kind
    return kind


def action_types() -> dict[str, type[Action]]:
    """All registered action types by name."""
    return dict(sorted(_TYPES.items()))


def read_action(data: object) -> Action:
    """The action that a plain dict describes.

    :raises InvalidAction: it describes none; the message names the field that is wrong.
    """
    if not isinstance(data, dict):
        raise InvalidAction("an action must be an object with a 'type', not {got}", got=type(data).__name__)
    name = data.get("type")
    kind = _TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidAction("unknown action type {name}", name=plain.show(name))
    fields = {key: value for key, value in data.items() if key != "type"}
    try:
        return plain.decode(kind, fields)
    except plain.PlainError as error:
        raise InvalidAction("{type}: {problem}", type=kind.type, problem=str(error)) from None


@action_type
@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline what is optional: leave the step, or let a turn go by."""

    type = "pass"


@action_type
@dataclass(frozen=True, slots=True)
class Undo(Action):
    """Take back the latest action that still stands. Part of the log, not of any step."""

    type = "undo"


@action_type
@dataclass(frozen=True, slots=True)
class Redo(Action):
    """Do again what the latest undo took back."""

    type = "redo"
