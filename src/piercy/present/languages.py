"""The languages of the pages. Messages are looked up by their English text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from babel.messages.pofile import read_po

LANGUAGES = {"en": "English", "it": "Italiano", "pl": "Polski"}


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Message -> translation; English needs none."""
    if language == "en" or language not in LANGUAGES:
        return {}
    path = files("piercy.server").joinpath("locale", f"{language}.po")
    with path.open("rb") as file:
        return {
            message.id: message.string
            for message in read_po(file, locale=language)
            if isinstance(message.id, str)
            and isinstance(message.string, str)
            and message.id
            and message.string
        }


class Speaker:
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else "en"
        self._known = catalogue(self.language)

    def __call__(self, message: str, /, **fields: object) -> str:
        """The message in this language, its blanks filled."""
        said = self._known.get(message, message)
        return said.format(**fields) if fields else said

    def knows(self, message: str) -> bool:
        return self.language == "en" or message in self._known


def preferred(cookie: str | None, accepted: str | None) -> str:
    """The language that a browser asks for: its choice on the page, else the first we speak."""
    if cookie in LANGUAGES:
        return str(cookie)
    for part in (accepted or "").split(","):
        language = part.split(";")[0].strip().lower().split("-")[0]
        if language in LANGUAGES:
            return language
    return "en"
