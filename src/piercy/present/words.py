"""Events and actions in the reader's words."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from piercy.core.wording import counted
from piercy.present.languages import Speaker
from piercy.rail.terms import Term

_HOUR = 60


def event_words(say: Speaker, event: Mapping[str, Any], money: str) -> str:
    """What happened, in one line."""
    key = str(event["event"])
    told_of = {name: value for name, value in event.items() if name != "event"}
    return _told(say, say.words.events.get(key), key, told_of, money)


def reason_words(say: Speaker, key: str, told_of: Mapping[str, Any], money: str) -> str:
    """Why somebody does something, in a sentence or two."""
    return _told(say, say.words.reasons.get(key), key, told_of, money)


def term_words(say: Speaker, term: Term, money: str) -> str:
    """What a choice costs or brings, in a few words."""
    return _told(say, say.words.terms.get(term.key), term.key, term.fields, money)


def question_words(say: Speaker, term: Term, money: str) -> str:
    """What an offer is about, in a sentence or two."""
    return _told(say, say.words.questions.get(term.key), term.key, term.fields, money)


def _told(say: Speaker, template: str | None, key: str, told_of: Mapping[str, Any], money: str) -> str:
    fields = {name: field_words(say, name, value, money) for name, value in told_of.items()}
    if template is not None and blanks(template) <= fields.keys():
        number = counted(template)
        if number is not None:
            fields[number.field] = told_of[number.field]
        return say(template, **fields)
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fields.items() if value)
    return key.replace("_", " ").capitalize() + (f": {told}" if told else "")


@cache
def blanks(template: str) -> frozenset[str]:
    """The fields that a template asks for."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)


def field_words(say: Speaker, name: str, value: Any, money: str) -> str:
    """A field of an event or an action."""
    if value is None:
        return "–"
    choice = say.words.choice(name, value)
    if choice is not None:
        return say(choice)
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, int) and name in say.words.money:
        return money.format(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {field_words(say, name, inner, money)}" for key, inner in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(field_words(say, name, inner, money) for inner in value)
    return str(value)


def action_words(say: Speaker, kind: str) -> str:
    """What an action is called on a button."""
    return say(say.words.actions.get(kind, kind.replace("_", " ").capitalize()))


def field_name(say: Speaker, name: str) -> str:
    """What a blank is called."""
    return say(say.words.fields.get(name, name.replace("_", " ").capitalize()))


def time_words(say: Speaker, minutes: tuple[int, int] | None) -> str:
    """How long a game takes."""
    if minutes is None:
        return ""
    least, most = minutes
    if most < 2 * _HOUR:
        return say("about {count} {count:minute|minutes}", count=most)
    if least == most:
        return say("about {count} {count:hour|hours}", count=most // _HOUR)
    return say("{least} to {most} hours", least=least // _HOUR, most=most // _HOUR)
