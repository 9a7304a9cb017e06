"""Prices that move in operating rounds, and what a new phase does to trains (2.2, 3.11)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import incomes, position
from tests.titles.sardinia.steps import TRAINS, at

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import BuyTrain, DiscardTrain, OfferForTrain
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario


def fms(price: int = 130, **more: Any) -> SardiniaScenario:
    made = position(2).phase(more.pop("phase", 3))
    return made.company("FMS", price, "Alan", {"Alan": 1}, cash=more.pop("cash", 900), **more)


def new(train: str) -> BuyTrain:
    return BuyTrain("Alan", train, "depot")


@pytest.mark.rule("R65-3.11.1", "R65-3.11.2", "R65-3.11.3", "R65-3.11.9", "T65-15")
def test_a_dividend_and_a_new_train_make_a_double_jump() -> None:
    made = fms(traffic=13, trains=["PH3"]).company("FA", 150, "Bob", floated=False)
    game = at(made.begin("operating"), TRAINS, dividend=True)
    assert incomes(game)[0] == 130
    game = play(game, new("PH3"))
    assert ask.price(game, "FMS") == 150
    assert ask.stack_of(game, "FMS") == ["FA", "FMS"]


@pytest.mark.rule("R65-3.11.1")
def test_a_dividend_raises_the_price_one_cell() -> None:
    game = at(fms(traffic=13, trains=["PH3"]).begin("operating"), TRAINS, dividend=True)
    assert ask.price(game, "FMS") == 140


@pytest.mark.rule("R65-3.11.2", "R65-4.7.9")
def test_new_trains_raise_the_price_one_cell_a_turn() -> None:
    game = at(fms().begin("operating"), TRAINS)
    before = ask.price(game, "FMS")
    once = play(game, new("PH3"))
    assert ask.price(once, "FMS") == before + 10
    assert ask.price(play(once, new("PH3")), "FMS") == before + 10


@pytest.mark.rule("R65-3.11.5", "R65-3.11.9", "T65-15")
def test_without_revenue_the_price_falls_and_a_new_train_brings_it_back_under_the_stack() -> None:
    made = fms(100).company("FA", 100, "Bob", {"Bob": 1}, traffic=3, trains=["PH3"])
    game = at(made.begin("operating"), TRAINS)
    assert ask.price(game, "FMS") == 90
    game = play(game, new("PH3"))
    assert ask.price(game, "FMS") == 100
    assert ask.stack_of(game, "FMS") == ["FA", "FMS"]


@pytest.mark.rule("R65-3.11.6", "R65-3.11.7", "R65-4.6.10", "T65-15")
def test_withheld_revenue_and_used_trains_move_nothing() -> None:
    made = fms(traffic=16, trains=["PH3", "PH2"]).company("FA", 60, "Alan", {"Alan": 1}, trains=["PH3"])
    game = at(made.pool("PH3").begin("operating"), TRAINS)
    assert ask.price(game, "FMS") == 130
    game = play(game, BuyTrain("Alan", "PH3", "pool"))
    assert ask.price(game, "FMS") == 130
    other = play(at(made.begin("operating"), TRAINS), OfferForTrain("Alan", "FA", "PH3", 1))
    assert ask.trains(other, "FMS").count("PH3") == 2
    assert (ask.price(other, "FMS"), ask.price(other, "FA")) == (130, 60)


@pytest.mark.rule("R65-2.2.4")
def test_a_train_from_the_pool_opens_no_phase() -> None:
    """A PH4 in the pool, as after an undone thought experiment: buying it leaves phase 3 as it is."""
    made = fms(trains=["PH2"]).pool("PH4")
    game = at(made.begin("operating"), TRAINS)
    game = play(game, BuyTrain("Alan", "PH4", "pool"))
    assert (ask.phase(game), ask.trains(game, "FMS")) == ("3", ["PH2", "PH4"])


@pytest.mark.rule("R65-2.2.4", "R65-2.2.5", "R65-2.2.6", "R65-2.2.7", "R65-4.6.5", "T65-32")
def test_scrapping_comes_before_the_limit() -> None:
    made = fms(phase=5, trains=["PH3", "PH4"])
    made.company("FA", 60, "Bob", {"Bob": 1}, major=True, trains=["PH4", "PH4d", "PH5"])
    game = at(made.next_train("PH6").begin("operating"), TRAINS)
    game = play(game, new("PH6"))
    assert ask.phase(game) == "6"
    assert ask.trains(game, "FMS") == ["PH4", "PH6"], "the PH3 is scrapped, nothing is discarded"
    assert game.actor == "Bob"
    assert broken_rule(game, DiscardTrain("Bob", "PH6")) == "R65-2.2.7"
    assert broken_rule(game, Pass("Bob")) == "R65-2.2.7"
    with pytest.raises(InvalidAction):
        game.apply(DiscardTrain("Bob", "PH9"))
    assert not [e for e in events(game, "price_moved") if e["reason"] == "new_train"], "the rise comes last"
    game = play(game, DiscardTrain("Bob", "PH5"))
    assert ask.trains(game, "FA") == ["PH4", "PH4d"]
    assert ask.pool(game) == ["PH5"]
    assert ask.cash(game, "FA") == 0, "without compensation"
    assert [e["company"] for e in events(game, "price_moved") if e["reason"] == "new_train"] == ["FMS"]


@pytest.mark.rule("R65-2.2.7")
def test_the_buyer_may_discard_the_train_it_has_just_bought_and_others_follow_in_operating_order() -> None:
    made = fms(phase=5, trains=["PH4", "PH4"])
    made.company("FA", 60, "Bob", {"Bob": 1}, major=True, trains=["PH4", "PH4d", "PH5"])
    game = play(at(made.next_train("PH6").begin("operating"), TRAINS), new("PH6"))
    assert game.actor == "Alan"
    game = play(game, DiscardTrain("Alan", "PH6"))
    assert (ask.trains(game, "FMS"), game.actor) == (["PH4", "PH4"], "Bob")


@pytest.mark.rule("R65-2.2.7")
def test_by_option_the_lowest_trains_go() -> None:
    made = position(2, discard_lowest=True).phase(5)
    made.company("FMS", 130, "Alan", {"Alan": 1}, cash=900, trains=["PH4"])
    made.company("FA", 60, "Bob", {"Bob": 1}, major=True, trains=["PH5", "PH4d", "PH4"])
    game = at(made.next_train("PH6").begin("operating"), TRAINS)
    game = play(game, new("PH6"))
    assert ask.trains(game, "FA") == ["PH5", "PH4"]
    assert ask.pool(game) == ["PH4d"]
