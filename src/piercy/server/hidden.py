"""What tells the draws to come, and so is shown to nobody but the host while a game runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_OPTIONS = ("draw_seed",)
_STATE = (("flow", "random"), ("draws",), ("house", "draw_seed"))
"""Where a state keeps the memory of a generator: its own, or that of the site which a game came from."""


def hidden_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game without those that tell its draws."""
    return {name: None if name in _OPTIONS else value for name, value in options.items()}


def hidden_state(state: dict[str, Any]) -> dict[str, Any]:
    """A state as plain data, with null for what tells the draws."""
    for path in _STATE:
        state = _blanked(state, path)
    return state


def hidden_row(row: dict[str, Any]) -> dict[str, Any]:
    """A logged action without its fingerprint, which would prove that a guess of the seed is right."""
    return {**row, "digest": None}


def _blanked(data: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    name, *rest = path
    if name not in data:
        return data
    return {**data, name: _blanked(data[name], rest) if rest else None}
