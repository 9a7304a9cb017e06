"""What is drawn on the map and beside it, explained: samples with words, which are English as all labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from piercy.core.game import Game
from piercy.present.languages import Vocabulary
from piercy.rail.rail_title import ground_of
from piercy.rail.sheets import Sheet
from piercy.render.legend import map_signs, sheet_signs

Entry = tuple[str, str]
"""A sample as SVG, and what it means."""


def map_legend(game: Game, words: Vocabulary) -> list[Entry]:
    """What is drawn on the map of a game."""
    return explained(map_signs(ground_of(game.title)), words.labels)


def sheets_legend(sheets: Sequence[Sheet], words: Vocabulary) -> list[Entry]:
    """What the colours of sheets mean."""
    return list(dict.fromkeys(explained((s for sheet in sheets for s in sheet_signs(sheet)), words.labels)))


def explained(signs: Iterable[tuple[str, str]], labels: Mapping[str, str]) -> list[Entry]:
    """Signs with their words; one without words speaks for itself."""
    return [(sample, labels[key]) for key, sample in signs if key in labels]
