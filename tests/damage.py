"""Damage to files, drawn from a seed: what a careless program, a broken disk or an ill will may do."""

from __future__ import annotations

import json
from random import Random
from typing import Any

_MANY_DIGITS = "@many digits@"
"""Stands for a number that Python would not write."""
_ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    10**9,
    2**53,
    2**70,
    -(2**70),
    1.5,
    1e300,
    _MANY_DIGITS,
    "",
    " ",
    "\ud800",
    "A\udfff",
    "nowhere",
    "undo",
    "pool",
    "-1",
    "0",
    "9" * 400,
    "Ž" * 300,
    "x" * 20_000,
    "\x00",
    [],
    {},
    [[]],
    [{}],
    {"": []},
    [None],
    ["A1", "A2"],
)


def damaged(document: Any, chance: Random) -> str:
    """The text of the document after one to three accidents."""
    spoiled = json.loads(json.dumps(document))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _spoil(spoiled, chance)
    text = json.dumps(spoiled).replace(f'"{_MANY_DIGITS}"', "9" * 5_000)
    if chance.random() < 0.02:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(("", "\\ud800", "[", "}", "NaN", '"', "9" * 5_000)) + text[at + 1 :]
    return text


def _spoil(document: Any, chance: Random) -> None:
    part, key = _place(document, chance)
    if key is None:
        return
    value = part[key]
    what = chance.randrange(10)
    if what == 0:
        del part[key]
    elif what == 1 and isinstance(part, list):
        part.insert(chance.randrange(len(part) + 1), value)
    elif what == 2:
        other = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
        part[key], part[other] = part[other], part[key]
    elif what == 3 and type(value) is int:
        part[key] = value + chance.choice((-1, 1, 10, -100, 1000))
    elif what == 4 and isinstance(part, dict):
        part[chance.choice(("type", "player", "entity", "id", "\ud800", "extra"))] = value
    elif what == 5:
        where, name = _place(document, chance)
        part[key] = json.loads(json.dumps(where[name])) if name is not None else None
    elif what == 6 and isinstance(value, list):
        del value[chance.randrange(len(value) + 1) :]
    elif what == 7:
        for _ in range(chance.choice((3, 30, 300))):
            value = [value]
        part[key] = value
    else:
        part[key] = chance.choice(_ODD)


def _place(document: Any, chance: Random) -> tuple[Any, Any]:
    """Somewhere in the document: what holds the value, and the key; no key where there is nothing."""
    part = document
    while True:
        inner = list(part) if isinstance(part, dict) else list(range(len(part)))
        if not inner:
            return part, None
        key = chance.choice(inner)
        deeper = isinstance(part[key], dict | list) and part[key]
        if not deeper or chance.random() < 0.12:
            return part, key
        part = part[key]
