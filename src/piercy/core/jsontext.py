"""Reading JSON that comes from anywhere: files and requests of strangers.

What JSON allows and no game needs is refused here, so that nobody behind this door has to think of it:
numbers that no browser reads exactly or that take seconds to convert, halves of characters that cannot be
written again, texts without end, and lists in lists in lists.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from piercy.core.plain import LONGEST_TEXT, PlainError, is_text, show

LARGEST = 2**53 - 1
"""The largest whole number that every browser reads exactly."""
DEEPEST = 40
_MOST_DIGITS = len(str(-LARGEST))


class NotJson(PlainError):
    """The text is not JSON."""


def read_json(text: str) -> Any:
    """The value that a JSON text holds. A byte order mark before it does no harm.

    :raises NotJson: it is not JSON.
    :raises PlainError: it is, but something in it is too large, too deep, or not text.
    """
    try:
        data = json.loads(text.removeprefix("\ufeff"), parse_int=_whole, parse_constant=_no_number)
    except PlainError:
        raise
    except RecursionError:
        raise PlainError("it is nested too deeply") from None
    except ValueError as error:
        raise NotJson(str(error)) from None
    _look_through(data)
    return data


def _whole(digits: str) -> int:
    number = int(digits) if len(digits) <= _MOST_DIGITS else LARGEST + 1
    if abs(number) > LARGEST:
        raise PlainError(f"the number {show(digits)[1:-1]} is too large")
    return number


def _no_number(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a number of JSON")


def _look_through(data: Any) -> None:
    """Level by level, so that depth costs no stack."""
    level = [data]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str):
                _check_text(value)
        level = below
        if not level:
            return
    raise PlainError("it is nested too deeply")


def _check_text(value: str) -> None:
    if len(value) > LONGEST_TEXT:
        raise PlainError(f"a text has {len(value)} characters")
    if not is_text(value):
        raise PlainError(f"{show(value)} is not text: it holds half of a character")
