"""A refusal as people see it: words in the reader's language, and the rule to read."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core.errors import EngineError
from piercy.present.languages import Speaker
from piercy.present.words import action_words

_MESSAGES = ("problem", "reason")
"""Fields that hold a message themselves. Most others hold names and numbers, the same everywhere."""


@dataclass(frozen=True, slots=True)
class Refusal:
    message: str
    rule: str | None


def _field(name: str, value: object, say: Speaker) -> object:
    """A field in words: messages are translated, actions and places are called as on their buttons."""
    if not isinstance(value, str):
        return value
    if name in _MESSAGES:
        return say(value)
    if name == "action":
        return action_words(say, value)
    choice = say.words.choice(name, value)
    return value if choice is None else say(choice)


def told(error: EngineError, say: Speaker) -> Refusal:
    """The refusal in words."""
    fields = {name: _field(name, value, say) for name, value in error.fields.items()}
    try:
        message = say(error.template, **fields)
    except (KeyError, IndexError, ValueError):
        message = error.message
    return Refusal(message, error.rule)
