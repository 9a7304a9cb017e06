"""The cards of the titles on the home page: what a game is, who should choose it, its seats and options."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from piercy.core.title import Audience, Option, Title
from piercy.present.languages import Speaker
from piercy.present.words import time_words
from piercy.server.store.rows import PERSON

NAMES = ("Anna", "Clara", "Hugo", "Ida", "Otto", "Vera")
_CODES = re.compile(r"\s*\(([A-Z][A-Z0-9]*-[A-Z0-9.-]+(?:, [A-Z][A-Z0-9]*-[A-Z0-9.-]+)*)\)(?=\.?$)")
"""The numbers of questions and rules at the end of an option's sentence."""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option as a sentence, and the rules that it is about."""

    option: Option
    sentence: str
    codes: tuple[str, ...]


def card(title: Title[Any], say: Speaker) -> dict[str, Any]:
    """All that the home page tells of a title."""
    counts, said = title.player_counts, say.about(title)
    return {
        "id": title.id,
        "name": said(title.name),
        "description": said(title.description),
        "advice": said(title.advice) if title.advice else "",
        "first": title.step == 1,
        "least": counts[0],
        "most": counts[-1],
        "length": time_words(say, title.minutes),
        "options": _grouped(title, said),
        "rules": title.box.name if title.box else None,
        "seats": [
            {
                "name": NAMES[at] if at < len(NAMES) else f"P{at + 1}",
                "kind": PERSON if at == 0 else "greedy" if at < max(counts[0], min(3, counts[-1])) else "",
            }
            for at in range(counts[-1])
        ],
    }


def _grouped(title: Title[Any], said: Speaker) -> list[tuple[str, list[OptionLine]]]:
    """The options that players choose, by what they are about."""
    found: dict[str, list[OptionLine]] = {}
    for option in title.options_for(Audience.PLAYERS):
        sentence, codes = apart(said(option.help))
        found.setdefault(option.group, []).append(OptionLine(option, sentence, codes))
    return [(said(group) if group else "", choices) for group, choices in found.items()]


def apart(text: str) -> tuple[str, tuple[str, ...]]:
    """A sentence, and the numbers of rules that stood behind it."""
    found = _CODES.search(text)
    if found is None:
        return text, ()
    return _CODES.sub("", text), tuple(found[1].split(", "))
