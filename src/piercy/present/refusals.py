"""A refusal as a page shows it: words in the reader's language, and the rule to read."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.errors import EngineError
from piercy.present.languages import Speaker


@dataclass(frozen=True, slots=True)
class Refusal:
    message: str
    rule: str | None


def told(error: EngineError, say: Speaker) -> Refusal:
    """The refusal in words."""
    fields = {name: say(value) if isinstance(value, str) else value for name, value in error.fields.items()}
    try:
        message = say(error.template, **fields) if fields else say(error.template)
    except (KeyError, IndexError, ValueError):
        message = error.message
    return Refusal(message, error.rule)
