"""Actions: what a player does, as small frozen dataclasses with a JSON form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
Kinds = Mapping[str, type[Action]]
"""Kinds of action by their names."""

_SHARED: dict[str, type[Action]] = {}


def action_type(kind: A) -> A:
    """Class decorator of the actions that titles share: for all of them the name means this action alone.

    A title's own actions need none: the title's steps name them.
    """
    if not kind.type or kind.type in _SHARED:
        raise ValueError(f"an action needs a type name of its own, not {kind.type!r}")
    _SHARED[kind.type] = kind
    return kind


def vocabulary(own: Iterable[type[Action]]) -> Kinds:
    """The actions of a title that has these of its own, and those that all titles share.

    :raises ValueError: a name is missing, reserved, or given twice.
    """
    found = dict(_SHARED)
    for kind in own:
        if not kind.type or found.setdefault(kind.type, kind) is not kind:
            raise ValueError(f"an action needs a type name of its own, not {kind.type!r}")
    return found


def action_types(title: str | None = None) -> dict[str, type[Action]]:
    """The kinds of action of a title by name; without one, all that need no title to be read.

    :raises InvalidAction: there is no such title.
    """
    if title is not None:
        return dict(sorted(_of(title).items()))
    named = {name: {kind} for name, kind in _SHARED.items()}
    for known in _known():
        for name, kind in known.items():
            named.setdefault(name, set()).add(kind)
    return {name: kinds.pop() for name, kinds in sorted(named.items()) if len(kinds) == 1}


def read_action(data: object, title: str | None = None) -> Action:
    """The action that a plain dict describes.

    :param title: the game it is of, which needs to be known where several have an action of that name.
    :raises InvalidAction: it describes none; the message names the field that is wrong.
    """
    if not isinstance(data, dict):
        raise InvalidAction("an action must be an object with a 'type', not {got}", got=type(data).__name__)
    name = data.get("type")
    kind = _named(name, title) if isinstance(name, str) else None
    if kind is None:
        raise InvalidAction("unknown action type {name}", name=plain.show(name))
    fields = {key: value for key, value in data.items() if key != "type"}
    try:
        return plain.decode(kind, fields)
    except plain.PlainError as error:
        raise InvalidAction("{type}: {problem}", type=kind.type, problem=str(error)) from None


def _named(name: str, title: str | None) -> type[Action] | None:
    if name in _SHARED:
        return _SHARED[name]
    if title is not None:
        return _of(title).get(name)
    found = {known[name] for known in _known() if name in known}
    if len(found) > 1:
        raise InvalidAction("several titles have an action {name}: say which title it is of", name=name)
    return found.pop() if found else None


def _of(title: str) -> Kinds:
    from piercy.core import registry  # titles are made of actions: they cannot be known before these

    return registry.title(title).vocabulary


def _known() -> Iterator[Kinds]:
    from piercy.core import registry

    return map(_of, registry.titles())


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
