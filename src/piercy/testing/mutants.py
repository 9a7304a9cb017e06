"""Actions that are almost right: what the conformance kit tries to slip past a title."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from typing import Any

from piercy.core.actions import Action, action_types

ODD_VALUES: tuple[Any, ...] = ("nowhere", "", -1, 0, 10**9, True, None, [], {}, ["nowhere"])
"""What a field is changed to: unknown names, numbers out of any range, and values of another kind."""

Path = tuple[str | int, ...]


def mutants(action: Action) -> Iterator[dict[str, Any]]:
    """The action as plain data with one thing changed in each copy."""
    data = action.to_dict()
    for path, value in leaves(data):
        if path == ("type",):
            continue
        odd = [x for x in ODD_VALUES if type(x) is not type(value) or x != value]
        if type(value) is int:
            odd += [value + 1, value - 1]
        yield from (_changed(data, path, x) for x in odd)
    for name in data:
        yield {key: value for key, value in data.items() if key != name}
    for path, listed in leaves(data, lists=True):
        yield _changed(data, path, listed + listed[-1:])
        yield _changed(data, path, listed[:-1])
        yield _changed(data, path, [])
        yield _changed(data, path, listed[::-1])
    yield {**data, "nowhere": 1}


def leaves(data: Any, at: Path = (), *, lists: bool = False) -> Iterator[tuple[Path, Any]]:
    """Every plain value within plain data, or every list that is not empty, with the way to it."""
    if isinstance(data, dict | list):
        if lists and isinstance(data, list) and data:
            yield at, data
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*at, key), lists=lists)
    elif not lists:
        yield at, data


def _changed(data: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    first, *rest = path
    if isinstance(data, dict):
        return {k: _changed(v, tuple(rest), value) if k == first else v for k, v in data.items()}
    return [_changed(v, tuple(rest), value) if i == first else v for i, v in enumerate(data)]


def blanks(player: str, title: str) -> list[Action]:
    """One action of every type but undo and redo, its blanks filled with nothing in particular.

    Those of other titles are there too.
    """
    kinds = action_types() | action_types(title)
    return [
        kind(**_fields(kind) | {"player": player})
        for name, kind in kinds.items()
        if name not in ("undo", "redo")
    ]


def _fields(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: _blank(hints[field.name]) for field in dataclasses.fields(kind)}


def _blank(hint: Any) -> Any:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return hint(**_fields(hint))
    if origin in (types.UnionType, typing.Union):
        return None
    if origin is tuple:
        return () if args[-1] is Ellipsis else tuple(_blank(part) for part in args)
    if hint is str:
        return "nowhere"
    return (origin or hint)()
