"""Every text that a reader can meet exists in every language, with the words that a number wants."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.brought import found, install

from piercy import action_types
from piercy.core import registry
from piercy.core.errors import IllegalAction
from piercy.core.events import event_types
from piercy.core.wording import counted, english
from piercy.present.languages import LANGUAGES, Speaker, catalogue, home_of, preferred, vocabulary
from piercy.present.refusals import told
from piercy.present.words import blanks, event_words, time_words
from piercy.testing import words

OTHERS = [language for language in LANGUAGES if language != "en"]
OURS = [place for place in words.places() if place.startswith("piercy.")]
PAGES = "piercy.server"


def speaker(language: str, title: str = "18cz") -> Speaker:
    return Speaker(language, PAGES).about(registry.title(title))


def test_nothing_is_missing_and_nothing_is_left_over() -> None:
    assert len(OURS) > 5
    assert words.gaps(OURS) == []


@pytest.mark.parametrize("place", OURS)
@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_the_same_blanks(language: str, place: str) -> None:
    needed = words.wanted(place)
    for key, forms in catalogue(place, language).messages.items():
        number = counted(needed[key])
        same = blanks(number.other) if number is not None else blanks(needed[key])
        assert [blanks(form) for form in forms] == [same] * len(forms), key


@pytest.mark.parametrize("language", OTHERS)
def test_what_goes_by_a_number_has_all_forms(language: str) -> None:
    wanted = {"it": 2, "pl": 3}[language]
    found = 0
    for place in OURS:
        for key, message in words.wanted(place).items():
            if counted(message) is not None:
                found += 1
                assert len(catalogue(place, language).messages[key]) == wanted, key
    assert found > 20


def test_every_action_has_a_name_and_every_event_has_words() -> None:
    known = vocabulary(tuple(OURS))
    ours = {name for name, kind in action_types().items() if kind.__module__.startswith("piercy.")}
    told = {key for key, kind in event_types().items() if kind.__module__.startswith("piercy.")}
    assert (ours - known.actions.keys(), told - known.events.keys()) == (set(), set())
    assert (known.actions.keys() - ours, known.events.keys() - told) == (set(), set())


def test_an_event_in_three_languages() -> None:
    event = {"event": "train_bought", "company": "LPS", "train": "2", "price": 100, "player": "Ann"}
    said = {language: event_words(speaker(language), event, "${}") for language in LANGUAGES}
    assert said == {
        "en": "LPS buys a 2-train for $100",
        "it": "LPS compra un treno 2 per $100",
        "pl": "LPS kupuje pociąg 2 za $100",
    }


def test_a_refusal_in_the_readers_language() -> None:
    error = IllegalAction("R56-4.22", "no tile {tile} is left", tile="57")
    assert told(error, speaker("it", "1856-short")).message == "non restano tessere 57"
    assert told(error, speaker("pl", "1856-short")).rule == "R56-4.22"


@pytest.mark.parametrize(
    ("count", "english_words", "italian", "polish"),
    [
        (1, "1 certificate and", "1 certificato", "1 certyfikat"),
        (2, "2 certificates and", "2 certificati", "2 certyfikaty"),
        (5, "5 certificates and", "5 certificati", "5 certyfikatów"),
        (12, "12 certificates and", "12 certificati", "12 certyfikatów"),
        (22, "22 certificates and", "22 certificati", "22 certyfikaty"),
    ],
)
def test_words_go_by_their_number(count: int, english_words: str, italian: str, polish: str) -> None:
    template = "{player} has {limit} {limit:certificate|certificates}, and no more are allowed"
    error = IllegalAction("R65-3.4.2", template, player="Ann", limit=count)
    assert error.message == f"Ann has {english_words.removesuffix(' and')}, and no more are allowed"
    assert told(error, speaker("en", "1865")).message == error.message
    assert f"Ann ha {italian}, " in told(error, speaker("it", "1865")).message
    assert f"Ann ma {polish} " in told(error, speaker("pl", "1865")).message


def test_an_event_goes_by_its_number() -> None:
    event = {"event": "company_floated", "company": "FMS", "capital": 500, "tokens": 1}
    assert event_words(speaker("en"), event, "L{}") == "FMS floats with L500 and 1 token"
    assert event_words(speaker("it"), event, "L{}") == "FMS parte con L500 e 1 segnalino"
    assert event_words(speaker("pl"), {**event, "tokens": 3}, "L{}") == "FMS rusza: L500 i 3 znaczniki"


def test_how_long_a_game_takes() -> None:
    said = [time_words(speaker("pl"), minutes) for minutes in ((30, 30), (120, 120), (180, 240))]
    assert said == ["około 30 minut", "około 2 godzin", "od 3 do 4 godzin"]
    assert time_words(speaker("en"), None) == ""
    assert english("about {count} {count:hour|hours}", {"count": 1}) == "about 1 hour"


def test_names_of_players_and_companies_are_never_translated() -> None:
    italian = speaker("it")
    assert italian("Bank") == "Banca"
    assert italian("all") != "all"
    error = IllegalAction("R56-1.5", "{player} has only {cash}", player="Bank", cash=5)
    assert told(error, italian).message == "Bank ha solo 5"
    event = {"event": "president_changed", "company": "all", "before": "Bot", "player": "Bank"}
    assert event_words(speaker("it"), event, "{}") == "Bank diventa presidente di all"


def test_a_reason_inside_a_refusal_is_translated() -> None:
    error = IllegalAction("R56-1.5", "the title {title!r} is broken: {reason}", title="x", reason="Bank")
    assert told(error, speaker("it")).message.endswith(": Banca")


def test_the_words_of_a_title_go_first_and_what_is_missing_is_said_in_english(tmp_path: Path) -> None:
    text = "from tests.core.toy import Toy\nclass Beans(Toy):\n    id = 'beans'\n"
    install(tmp_path, "beans", {"beans": "beans_title.game:Beans"})
    package = tmp_path / "beans_title"
    (package / "words").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "game.py").write_text(text + "BOX = None\n", "utf-8")
    english_words = '[actions]\nlay_tile = "Plant a bean"\npass = "Pass"\nbuy_train = "Buy a bean"\n'
    (package / "words" / "en.toml").write_text(english_words, "utf-8")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    italian = head + 'msgid "Plant a bean"\nmsgstr "Pianta un fagiolo"\n\nmsgid "Pass"\nmsgstr "Avanti"\n'
    (package / "words" / "it.po").write_text(italian, "utf-8")
    with found(tmp_path):
        title = registry.title("beans")
        assert home_of(title) == "beans_title"
        say = Speaker("it", PAGES).about(title)
        assert [say(say.words.actions[name]) for name in ("lay_tile", "pass", "buy_train", "run_trains")] == [
            "Pianta un fagiolo",
            "Avanti",
            "Buy a bean",
            "Fai correre i treni",
        ]
        assert [gap.language for gap in words.gaps(["beans_title"])] == ["it", "pl"]
        lines = words.report().splitlines()
        assert "beans_title, Italiano:" in lines
        assert "  missing: Buy a bean" in lines
        assert "  left over: Pass" in lines
        assert Speaker("it", PAGES)("Pass") != "Avanti"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("en.toml", b"[actions\n"),
        ("en.toml", b"\xff"),
        (
            "it.po",
            b'msgid ""\nmsgstr "Content-Type: text; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "\xff"\n',
        ),
        ("it.po", b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=import os;\\n"\n'),
    ],
)
def test_words_that_cannot_be_read_are_said_in_the_words_of_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, content: bytes
) -> None:
    package = f"torn_{abs(hash((name, content)))}"
    (tmp_path / package / "words").mkdir(parents=True)
    (tmp_path / package / "__init__.py").touch()
    (tmp_path / package / "words" / name).write_bytes(content)
    with found(tmp_path):
        say = Speaker("it", PAGES, package)
        assert say(say.words.actions["lay_tile"]) == speaker("it")("Lay track") != "Lay track"
    assert f"the words of {package}" in caplog.text
    assert "cannot be read" in caplog.text


def test_which_language_is_preferred() -> None:
    assert preferred("pl", "it") == "pl"
    assert preferred("xx", "cs, it-CH;q=0.8, en;q=0.5") == "it"
    assert preferred(None, None) == "en"
