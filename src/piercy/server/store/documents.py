"""Columns that hold JSON. One that cannot be read is handed out as damaged, and its neighbours are read."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, Dialect, Text
from sqlalchemy.types import TypeDecorator, TypeEngine


@dataclass(frozen=True, slots=True)
class Damaged:
    """What stands in the place of a text that is not JSON."""

    reason: str


class Document(TypeDecorator[Any]):
    """JSON, read by ourselves where the database does not watch over it."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else JSON())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return json.dumps(value) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        # SQLite turns a text that is a number into one
        return read(value) if isinstance(value, str | bytes) and dialect.name == "sqlite" else value


def read(text: str | bytes) -> Any:
    """The value of a JSON text, or ``Damaged``: also where no page could show the value."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = _DECODER.decode(text)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        return Damaged(str(error)[:100])
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is not a number")
    return number


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)
