"""Saying things in the reader's language. Messages are looked up by their English text.

A place is a package with a folder ``words``: in ``en.toml`` what its actions, events, fields and choices are
called in English, and beside it a catalogue for each language. The words of a title go before those that 18xx
games share, and these before those of the pages. A sentence that no place knows is said in English.
"""

from __future__ import annotations

import gettext
import logging
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from babel.messages.pofile import read_po

from piercy.core.title import Title
from piercy.core.wording import counted

_LOG = logging.getLogger(__name__)

LANGUAGES = {"en": "English", "it": "Italiano", "pl": "Polski"}
SHARED = ("piercy.rail", "piercy.present")
"""The places that are always asked."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a place says in one language."""

    messages: Mapping[str, tuple[str, ...]]
    """English text, of two forms the first -> the text in all its forms."""
    plural: Callable[[int], int]
    """Which form a number wants."""


_MANY = 5
"""For the words beside a number that is not whole."""
_EMPTY = Catalogue({}, lambda number: 0)


def words_of(place: str) -> Traversable:
    """The folder with the words of a place."""
    return files(place).joinpath("words")


@cache
def catalogue(place: str, language: str) -> Catalogue:
    """What a place says in a language; nothing if it has no catalogue for it."""
    path = words_of(place).joinpath(f"{language}.po")
    if language not in LANGUAGES or not path.is_file():
        return _EMPTY
    try:
        with path.open("rb") as file:
            read = read_po(file, locale=language)
        plural = gettext.c2py(read.plural_expr)
    except ValueError as error:  # no text in UTF-8, or plural forms that nobody understands
        _LOG.warning("the words of %s in %s cannot be read: %s", place, LANGUAGES[language], error)
        return _EMPTY
    found: dict[str, tuple[str, ...]] = {}
    for message in read:
        key = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string or ""
        forms = (string,) if isinstance(string, str) else tuple(string)
        if key and all(forms):
            found[key] = forms
    return Catalogue(found, plural)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What things are called in English. These texts are the keys of the catalogues."""

    actions: Mapping[str, str]
    events: Mapping[str, str]
    fields: Mapping[str, str]
    labels: Mapping[str, str]
    """Facts, columns and panes of tables."""
    questions: Mapping[str, str]
    """What is asked where the name of an action does not say enough."""
    reasons: Mapping[str, str]
    """Why a bot does something."""
    terms: Mapping[str, str]
    """What a choice costs or brings, in a few words."""
    steps: Mapping[str, str]
    """What the steps of a turn are called."""
    choices: Mapping[str, Mapping[str, str]]
    """Values that have words of their own, by field."""
    money: frozenset[str]
    """Fields that hold sums of money."""

    def choice(self, field: str, value: object) -> str | None:
        """The words for a value of a field, if it has some."""
        key = str(value).lower() if isinstance(value, bool) else value
        return self.choices.get(field, {}).get(key) if isinstance(key, str) else None

    def label(self, key: str) -> str:
        """The label of a fact, a column or a pane; a key without words speaks for itself."""
        return self.labels.get(key, key.replace("_", " ").capitalize())


@cache
def own_vocabulary(place: str) -> Vocabulary:
    """What a place names itself."""
    path = words_of(place).joinpath("en.toml")
    told: dict[str, Any] = {}
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except ValueError as error:
        _LOG.warning("the words of %s cannot be read: %s", place, error)
    return Vocabulary(
        actions=told.get("actions", {}),
        events=told.get("events", {}),
        fields=told.get("fields", {}),
        labels=told.get("labels", {}),
        questions=told.get("questions", {}),
        reasons=told.get("reasons", {}),
        terms=told.get("terms", {}),
        steps=told.get("steps", {}),
        choices=told.get("choices", {}),
        money=frozenset(told.get("money", ())),
    )


@cache
def vocabulary(places: tuple[str, ...]) -> Vocabulary:
    """What places name together; those that come first go before the others."""
    owned = [own_vocabulary(place) for place in reversed(places)]

    def together(texts: Callable[[Vocabulary], Mapping[str, str]]) -> dict[str, str]:
        return {key: text for own in owned for key, text in texts(own).items()}

    choices: dict[str, dict[str, str]] = {}
    for own in owned:
        for name, values in own.choices.items():
            choices.setdefault(name, {}).update(values)
    return Vocabulary(
        actions=together(lambda own: own.actions),
        events=together(lambda own: own.events),
        fields=together(lambda own: own.fields),
        labels=together(lambda own: own.labels),
        questions=together(lambda own: own.questions),
        reasons=together(lambda own: own.reasons),
        terms=together(lambda own: own.terms),
        steps=together(lambda own: own.steps),
        choices=choices,
        money=frozenset().union(*(own.money for own in owned)),
    )


def home_of(title: Title[Any]) -> str:
    """The package that a title lives in; nothing for one that lives in a lonely module."""
    return title.box.package if title.box is not None else type(title).__module__.rpartition(".")[0]


class Speaker:
    """Says things in one language, at some pages, about one title or about none."""

    def __init__(self, language: str, pages: str | None = None, title: str | None = None) -> None:
        self.language = language if language in LANGUAGES else "en"
        self.pages = pages
        self.places = tuple(place for place in (title, *SHARED, pages) if place)
        self.words = vocabulary(self.places)
        self._known = [catalogue(place, self.language) for place in self.places]

    def about(self, title: Title[Any]) -> Speaker:
        """The same speaker, with the words of a title."""
        return Speaker(self.language, self.pages, home_of(title))

    def __call__(self, message: str, /, **fields: object) -> str:
        """The message in this language, its blanks filled."""
        forms = counted(message)
        if forms is None:
            said = next((c.messages[message][0] for c in self._known if message in c.messages), message)
        else:
            said = forms.form(fields)
            known = next((c for c in self._known if forms.one in c.messages), None)
            number = fields.get(forms.field)
            if known is not None:
                many = abs(number) if isinstance(number, int) else _MANY
                said = known.messages[forms.one][known.plural(many)]
        return said.format(**fields) if fields else said

    def knows(self, message: str) -> bool:
        """Whether the message is said in this language, and not in English for want of a sentence."""
        forms = counted(message)
        key = message if forms is None else forms.one
        return self.language == "en" or any(key in known.messages for known in self._known)


def preferred(cookie: str | None, accepted: str | None) -> str:
    """The language that a browser asks for: its choice on the page, else the first we speak."""
    if cookie in LANGUAGES:
        return str(cookie)
    for part in (accepted or "").split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return language
    return "en"
