"""Typed values to plain JSON values and back, and cheap copies, all driven by the type hints.

States, actions and events are dataclasses of strings, ints, bools, lists, tuples and string-keyed dicts (a
``Mapping`` in what is frozen). This module compiles, once per type, the three things everybody needs of them,
so that no class has to write (and forget a field in) its own.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

LONGEST_TEXT = 10_000
"""Characters of a text in a state or an action: far more than any name has."""
LARGEST_NUMBER = 2**64
"""What chance remembers has 64 bits; nothing else in a game comes near."""
LATER: Mapping[str, bool] = {"later": True}
"""Metadata of a field that a later version added. It is written only where it differs from its default, so
that states of earlier versions keep their text and their digest: the default must be what they meant.
"""


class PlainError(ValueError):
    """A plain value does not have the shape that its type asks for."""


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written, read and copied. ``copy`` is None for immutable values."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any, str], Any]
    copy: Callable[[Any], Any] | None


def encode(value: Any) -> Any:
    """The value as plain JSON-able data."""
    return codec(type(value)).encode(value)


def decode(kind: type[T], plain: Any) -> T:
    """The value of the given type that the plain data describes."""
    result: T = codec(kind).decode(plain, kind.__name__)
    return result


def copy(value: T) -> T:
    """An independent copy; immutable parts are shared."""
    copier = codec(type(value)).copy
    return value if copier is None else copier(value)


def canonical(plain: Any) -> str:
    """The one JSON text of a plain value."""
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: Any) -> str:
    """A short fingerprint of a value: equal values have equal digests."""
    return hashlib.sha256(canonical(encode(value)).encode()).hexdigest()[:32]


_CODECS: dict[Any, Codec] = {}


def codec(hint: Any) -> Codec:
    """The codec of a type hint."""
    found = _CODECS.get(hint)
    if found is None:
        found = _CODECS[hint] = _compile(hint)
    return found


def _compile(hint: Any) -> Codec:
    if hint in (str, int, bool, type(None)):
        return _scalar(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _record(hint)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _union(args)
    if origin is list:
        return _list(codec(args[0]))
    if origin is dict and args[0] is str:
        return _dict(codec(args[1]))
    if origin is Mapping and args[0] is str:
        shared = _dict(codec(args[1]))
        return Codec(shared.encode, shared.decode, None)
    if origin is tuple:
        return _sequence(codec(args[0])) if args[-1] is Ellipsis else _tuple([codec(a) for a in args])
    raise TypeError(f"states and actions cannot hold {hint!r}")


def _scalar(kind: type) -> Codec:
    def read(plain: Any, where: str) -> Any:
        if type(plain) is not kind:
            wanted = "null" if kind is type(None) else kind.__name__
            raise PlainError(f"{where} must be {wanted}, not {show(plain)}")
        return plain

    reader = {str: _read_text, int: _read_number}.get(kind, read)
    return Codec(lambda value: value, reader, None)


def _read_text(plain: Any, where: str) -> Any:
    if type(plain) is not str:
        raise PlainError(f"{where} must be str, not {show(plain)}")
    if len(plain) > LONGEST_TEXT or not is_text(plain):
        raise PlainError(f"{where} is not a text that can be used: {show(plain)}")
    return plain


def _read_number(plain: Any, where: str) -> Any:
    # bool is an int in Python; JSON true is not a number
    if type(plain) is not int:
        raise PlainError(f"{where} must be int, not {show(plain)}")
    if not -LARGEST_NUMBER <= plain <= LARGEST_NUMBER:
        raise PlainError(f"{where} is too large a number")
    return plain


def is_text(value: str) -> bool:
    """Whether it can be written: half of a surrogate pair cannot."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _record(kind: type) -> Codec:
    hints = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    names = [field.name for field in fields]
    later = {field.name: _default(field) for field in fields if field.metadata.get("later")}
    codecs = {name: codec(hints[name]) for name in names}
    frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    mutable = [(name, part.copy) for name, part in codecs.items() if part.copy is not None]
    shared = [name for name, part in codecs.items() if part.copy is None]
    if frozen and mutable:
        raise TypeError(f"{kind.__name__} is frozen but holds mutable {mutable[0][0]}")

    def write(value: Any) -> Any:
        written = {name: part.encode(getattr(value, name)) for name, part in codecs.items()}
        for name, default in later.items():
            if written[name] == codecs[name].encode(default):
                del written[name]
        return written

    def read(plain: Any, where: str) -> Any:
        if not isinstance(plain, dict):
            raise PlainError(f"{where} must be an object, not {show(plain)}")
        if unknown := plain.keys() - codecs.keys():
            raise PlainError(f"{where} has no field {show(min(unknown, key=str))}")
        if missing := [name for name in names if name not in plain and name not in later]:
            raise PlainError(f"{where} lacks the field {missing[0]!r}")
        return kind(**{n: codecs[n].decode(plain[n], f"{where}.{n}") for n in names if n in plain})

    def duplicate(value: Any) -> Any:
        twin: Any = object.__new__(kind)
        for name in shared:
            setattr(twin, name, getattr(value, name))
        for name, copier in mutable:
            setattr(twin, name, copier(getattr(value, name)))
        return twin

    return Codec(write, read, None if frozen else duplicate)


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    if field.default is dataclasses.MISSING:
        raise TypeError(f"the later field {field.name} needs a default")
    return field.default


def _union(kinds: tuple[Any, ...]) -> Codec:
    """Only ``X | None`` is needed, and only that is allowed: it stays unambiguous in JSON."""
    some = [kind for kind in kinds if kind is not type(None)]
    if len(some) != 1 or len(kinds) != 2:
        raise TypeError(f"only optional values are allowed, not {kinds!r}")
    inner = codec(some[0])
    copier = inner.copy
    return Codec(
        lambda value: None if value is None else inner.encode(value),
        lambda plain, where: None if plain is None else inner.decode(plain, where),
        None if copier is None else lambda value: None if value is None else copier(value),
    )


def _list(item: Codec) -> Codec:
    def read(plain: Any, where: str) -> Any:
        return [item.decode(x, f"{where}[{i}]") for i, x in enumerate(_listed(plain, where))]

    copier = item.copy
    return Codec(
        lambda value: [item.encode(x) for x in value],
        read,
        (lambda value: value[:]) if copier is None else (lambda value: [copier(x) for x in value]),
    )


def _dict(item: Codec) -> Codec:
    def read(plain: Any, where: str) -> Any:
        if not isinstance(plain, dict):
            raise PlainError(f"{where} must be an object, not {show(plain)}")
        return {_read_text(key, where): item.decode(x, f"{where}[{key!r}]") for key, x in plain.items()}

    copier = item.copy
    return Codec(
        lambda value: {key: item.encode(x) for key, x in value.items()},
        read,
        (lambda value: value.copy())
        if copier is None
        else (lambda value: {key: copier(x) for key, x in value.items()}),
    )


def _sequence(item: Codec) -> Codec:
    def read(plain: Any, where: str) -> Any:
        return tuple(item.decode(x, f"{where}[{i}]") for i, x in enumerate(_listed(plain, where)))

    _demand_immutable(item)
    return Codec(lambda value: [item.encode(x) for x in value], read, None)


def _tuple(items: list[Codec]) -> Codec:
    def read(plain: Any, where: str) -> Any:
        listed = _listed(plain, where)
        if len(listed) != len(items):
            raise PlainError(f"{where} must have {len(items)} entries, not {len(listed)}")
        return tuple(
            part.decode(x, f"{where}[{i}]") for i, (part, x) in enumerate(zip(items, listed, strict=True))
        )

    for item in items:
        _demand_immutable(item)
    return Codec(lambda value: [p.encode(x) for p, x in zip(items, value, strict=True)], read, None)


def _demand_immutable(item: Codec) -> None:
    if item.copy is not None:
        raise TypeError("a tuple in a state must hold immutable values")


def _listed(plain: Any, where: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(plain, list | tuple):
        raise PlainError(f"{where} must be a list, not {show(plain)}")
    return plain


def show(plain: Any) -> str:
    """A value as a message can quote it: short, whatever it is."""
    try:
        text = ascii(plain)
    except (RecursionError, ValueError):
        text = f"a {type(plain).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
