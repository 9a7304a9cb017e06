"""What titles tell of their offers before these are taken is what then happens, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from piercy.bots import RandomBot
from piercy.core import registry
from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.events import Event
from piercy.core.game import Game, new_game
from piercy.core.offers import Values
from piercy.core.standstill import AnswerEnd, ProposeEnd
from piercy.present.labels import Labels
from piercy.present.languages import LANGUAGES, Speaker
from piercy.present.tables import view_of
from piercy.rail.rail_title import TellsTerms
from piercy.rail.terms import OfferTerms, Term

TITLES = ("1856-short", "18cz", "18cz-bohemia", "18cz-moravia", "1865", "1865-short")
LONG = 300
PLAIN = (Pass, ProposeEnd, AnswerEnd)
"""What says enough by its name."""


@cache
def played(title: str) -> tuple[tuple[Game, Action], ...]:
    """Positions of a random game, each with what was done there."""
    names = [f"P{seat}" for seat in range(min(3, registry.title(title).player_counts[-1]))]
    game, bot, chance = new_game(title, players=names, seed=4), RandomBot(), Chance(4)
    found: list[tuple[Game, Action]] = []
    while not game.over and len(found) < LONG:
        action = bot.choose(game, chance)
        found.append((game, action))
        game = game.apply(action)
    return tuple(found)


def terms_of(game: Game) -> OfferTerms:
    assert isinstance(game.title, TellsTerms)
    return game.title.terms


def values(action: Action) -> Values:
    return {f.name: getattr(action, f.name) for f in fields(action) if f.name != "player"}


def one(told: dict[str, Term], key: str, field: str) -> Any:
    return told[key].fields[field] if key in told else None


def happened(game: Game, action: Action) -> dict[str, Event]:
    """The first event of each kind that the action leads to."""
    found: dict[str, Event] = {}
    for event in game.apply(action).latest_events:
        found.setdefault(event.key, event)
    return found


def told_by(game: Game, action: Action) -> tuple[Event, ...]:
    """The events that the action leads to, those of the company it is about."""
    about = getattr(action, "company", None)
    events = game.apply(action).latest_events
    return tuple(e for e in events if about is None or e.fields.get("company") == about)


def deeds(title: str) -> Iterator[tuple[Game, Action, dict[str, Term], dict[str, Event]]]:
    for game, action in played(title):
        told = {term.key: term for term in terms_of(game).of(game, type(action), values(action))}
        yield game, action, told, happened(game, action)


@pytest.mark.parametrize("title", TITLES)
def test_what_a_choice_is_said_to_cost_is_what_is_paid(title: str) -> None:
    seen = set()
    for _, action, told, events in deeds(title):
        cost = 0 if "free" in told else one(told, "cost", "cost")
        for key, field in (
            ("tile_laid", "cost"),
            ("token_placed", "cost"),
            ("train_bought", "price"),
            ("share_bought", "price"),
            ("local_drafted", "price"),
            ("train_converted", "cost"),
        ):
            if cost is not None and key in events:
                assert events[key][field] == cost, (action, told)
                seen.add(key)
        if "company_started" in events and cost is not None:
            assert cost == 2 * events["company_started"]["par"]
    assert {"tile_laid", "train_bought"} <= seen


@pytest.mark.parametrize("title", TITLES)
def test_what_a_choice_is_said_to_bring_is_what_is_got(title: str) -> None:
    seen = set()
    for game, action, told, events in deeds(title):
        if "earns" in told:
            assert events["trains_run"]["revenue"] == one(told, "earns", "revenue")
            seen.add("earns")
        if "dividend_paid" in events and "you_get" in told:
            got = events["dividend_paid"]["paid"].get(action.player, 0)
            assert got == one(told, "you_get", "amount")
            seen.add("pays")
        if "revenue_withheld" in events and "treasury_gets" in told:
            assert events["revenue_withheld"]["revenue"] == one(told, "treasury_gets", "amount")
            seen.add("keeps")
        if "shares_sold" in events and "brings" in told:
            sold = events["shares_sold"]
            assert sold["count"] * sold["price"] == one(told, "brings", "total")
            seen.add("sells")
        moved = next((e for e in told_by(game, action) if e.key == "price_moved"), None)
        if "price_moves" in told and moved is not None:
            assert (moved["before"], moved["after"]) == (
                one(told, "price_moves", "before"),
                one(told, "price_moves", "after"),
            )
            seen.add("moves")
        if "local_sold" in events:
            assert events["local_sold"]["price"] == one(told, "brings", "total")
    assert seen >= ({"earns"} if title == "1856-short" else {"moves"})


@pytest.mark.parametrize("title", TITLES)
def test_what_follows_a_choice_is_said_before(title: str) -> None:
    for _, action, told, events in deeds(title):
        if action.type == "buy_train" and "shares_to_sell" not in told:
            assert ("phase_opened" in events) == ("opens" in told), action
            if "opens" in told:
                assert events["phase_opened"]["phase"] == one(told, "opens", "phase")
            if "trains_rusted" in events:
                assert set(events["trains_rusted"]["trains"]) <= set(one(told, "rusts", "trains"))
            if "president_helped" in events:
                assert events["president_helped"]["amount"] == one(told, "you_add", "amount")
        if action.type == "buy_share":
            assert ("company_floated" in events) == ("floats_now" in told), action
            assert ("president_changed" in events) == ("presidency" in told), action
        if action.type == "absorb":
            assert events["absorbed"]["compensation"] == one(told, "pays", "compensation")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_every_offer_says_in_a_sentence_what_it_is_about(title: str, language: str) -> None:
    say = Speaker(language, "piercy.server").about(registry.title(title))
    asked: dict[type[Action], str] = {}
    for game, action in played(title):
        if isinstance(action, PLAIN) or type(action) in asked:
            continue
        labels = Labels(game, view_of(game), say)
        asked[type(action)] = labels.question(type(action))
        for words in (asked[type(action)], *labels.terms(type(action), values(action))):
            assert words, action
            assert "{" not in words
            assert "_" not in words
    assert len(asked) >= (4 if title == "1856-short" else 10)


@pytest.mark.parametrize("title", TITLES)
def test_every_term_has_words(title: str) -> None:
    words = Speaker("en").about(registry.title(title)).words
    for game, _ in played(title):
        for offer in game.offers():
            asked = terms_of(game).asked(game, offer.action)
            assert asked is None or asked.key in words.questions
        stage = terms_of(game).stage(game)
        if stage is not None:
            assert stage.now in stage.steps
            assert all(step in words.steps for step in stage.steps)


@pytest.mark.parametrize("title", TITLES)
def test_the_sensible_number_is_allowed_or_above_what_there_is(title: str) -> None:
    """Nobody is led to give something away: never below the least that may be said."""
    seen = 0
    for game, action in played(title):
        for name, value in values(action).items():
            if name not in ("price", "amount") or not isinstance(value, int):
                continue
            usual = terms_of(game).usual(game, type(action), name, values(action))
            if usual is not None:
                assert usual >= 1
                seen += 1
    assert seen or title == "1856-short"
