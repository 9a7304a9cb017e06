"""Every text that a reader can meet exists in every language."""

from __future__ import annotations

import pytest
from tests.server.messages import emitted, page_messages, refusals

from piercy import action_types
from piercy.core.errors import IllegalAction
from piercy.present.languages import LANGUAGES, Speaker, catalogue, preferred
from piercy.present.phrases import ACTIONS, EVENTS
from piercy.present.refusals import told
from piercy.present.words import blanks, event_words

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing(language: str) -> None:
    known = Speaker(language)
    assert {text for text in page_messages() | refusals() if not known.knows(text)} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over(language: str) -> None:
    assert set(catalogue(language)) - page_messages() - refusals() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_the_same_blanks(language: str) -> None:
    wrong = {english for english, said in catalogue(language).items() if blanks(english) != blanks(said)}
    assert wrong == set()


def test_every_action_has_a_name_and_every_event_has_words() -> None:
    ours = {name for name, kind in action_types().items() if kind.__module__.startswith("piercy.")}
    assert ours - ACTIONS.keys() == set()
    assert emitted() == EVENTS.keys()


def test_an_event_in_three_languages() -> None:
    event = {"event": "train_bought", "company": "LPS", "train": "2", "price": 100, "player": "Ann"}
    said = {language: event_words(Speaker(language), event, "${}") for language in LANGUAGES}
    assert said == {
        "en": "LPS buys a 2-train for $100",
        "it": "LPS compra un treno 2 per $100",
        "pl": "LPS kupuje pociąg 2 za $100",
    }


def test_a_refusal_in_the_readers_language() -> None:
    error = IllegalAction("R56-4.22", "no tile {tile} is left", tile="57")
    assert told(error, Speaker("it")).message == "non restano tessere 57"
    assert told(error, Speaker("pl")).rule == "R56-4.22"


def test_which_language_is_preferred() -> None:
    assert preferred("pl", "it") == "pl"
    assert preferred("xx", "cs, it-CH;q=0.8, en;q=0.5") == "it"
    assert preferred(None, None) == "en"
