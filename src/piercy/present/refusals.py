"""A refusal as people see it: words in the reader's language, and the rule to read."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.errors import EngineError
from piercy.present.languages import Speaker

_MESSAGES = ("problem", "reason")
"""Fields that hold a message themselves. All others hold names and numbers, which are the same everywhere."""


@dataclass(frozen=True, slots=True)
class Refusal:
    message: str
    rule: str | None


def told(error: EngineError, say: Speaker) -> Refusal:
    """The refusal in words."""
    fields = {
        name: say(value) if name in _MESSAGES and isinstance(value, str) else value
        for name, value in error.fields.items()
    }
    try:
        message = say(error.template, **fields)
    except (KeyError, IndexError, ValueError):
        message = error.message
    return Refusal(message, error.rule)
