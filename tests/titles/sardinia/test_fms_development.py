"""The development of FMS in four figures, with its running totals (4.9, T65-22 to T65-25)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import incomes, position
from tests.titles.sardinia.steps import TRAINS, at, lay, new, token

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import PayDividend
from piercy.testing import questions as ask
from piercy.testing.moves import events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import ConvertCompany

TREASURY = 400
"""More than a minor can have, so that every step of the book can be paid."""


def start() -> Game:
    """FMS has just floated; RCSF stands in the same cell, launched but not floated."""
    made = position(2).company("RCSF", 100, "Bob", floated=False)
    made.company("FMS", 100, "Alan", {"Alan": 1}, operated=False, traffic=3, cash=TREASURY)
    return made.begin("operating")


def figure_1() -> Game:
    track = play(start(), lay("F34", "8", 3), lay("F32", "173", 0))
    return play(track, token("E35/0 F34 F32/0"), new("PH2"))


def figure_2() -> Game:
    track = play(figure_1(), Pass("Alan"), lay("D34", "4", 2), lay("C33", "8", 5))
    return play(at(track, TRAINS, dividend=True), new("PH2"))


def stock_round(game: Game) -> Game:
    game = game.apply(Pass("Alan"))
    while ask.round_name(game) != "operating":
        assert not offered(game, ConvertCompany)
        game = game.apply(Pass(game.actor or ""))
    return game


def figure_3_start() -> Game:
    return stock_round(figure_2())


def figure_3() -> Game:
    track = play(figure_3_start(), lay("C31", "58", 2), lay("B30", "8", 5))
    return play(track, token("E35/0 D34/0 C33 C31/0 B30 B28/0"), PayDividend("Alan", False))


def in_phase_3(game: Game) -> Game:
    """Others have bought all trains of phase 2 and the first one of phase 3, and lost them."""
    early = [train for train in ask.depot(game) if train.startswith("PH2")]
    return SardiniaScenario(game).phase(3).gone(*early, "PH3").game()


@pytest.mark.rule("T65-22", "R65-4.2.1", "R65-4.3.2", "R65-4.4.9", "R65-4.5.10")
def test_figure_1_a_mine_for_70_and_a_first_train() -> None:
    game = figure_1()
    assert ask.traffic(game, "FMS") == 3 + 2
    assert incomes(game) == [0]
    assert [event["after"] for event in events(game, "price_moved")] == [90, 100]
    assert ask.stack_of(game, "FMS") == ["RCSF", "FMS"]
    assert [event["cost"] for event in events(game, "tile_laid")] == [0, 20]
    assert [event["cost"] for event in events(game, "token_placed")] == [70]
    assert ask.cash(game, "FMS") == TREASURY - 190
    assert ask.trains(game, "FMS") == ["PH2"]


@pytest.mark.rule("T65-23", "R65-4.3.1", "R65-4.5.2")
def test_figure_2_the_mine_produces_and_the_price_jumps_twice() -> None:
    before, game = figure_1(), figure_2()
    assert ask.traffic(game, "FMS") == 5 + 2
    assert incomes(game)[-1] == 70
    assert ask.price(game, "FMS") == 120
    initial_offer = 2 * 14
    assert ask.cash(game, "FMS") == ask.cash(before, "FMS") - 20 - 100 + initial_offer
    assert ask.trains(game, "FMS") == ["PH2", "PH2"]


@pytest.mark.rule("T65-24", "R65-4.4.11", "R65-4.5.8")
def test_figure_3_a_token_in_oristano_through_two_towns() -> None:
    before, game = figure_3_start(), figure_3()
    assert ask.traffic(game, "FMS") == 7 + 2 + (3 + 1 + 1) == 14
    assert events(game, "token_placed")[-1]["cost"] == 40 + 4 * 10
    assert incomes(game)[-1] == 140
    assert ask.cash(game, "FMS") == ask.cash(before, "FMS") + 140 - 100
    assert ask.price(game, "FMS") == ask.price(before, "FMS")


@pytest.mark.rule("T65-25", "R65-4.2.10", "R65-4.2.24")
def test_figure_4_cagliari_becomes_green_without_new_track() -> None:
    before = in_phase_3(figure_3())
    game = before.apply(Pass("Alan"))
    assert ask.round_number(game) == 2
    cash = ask.cash(game, "FMS")
    game = play(game, lay("E35", "L03", 4))
    assert ask.traffic(game, "FMS") == 14 + 1
    assert ask.cash(game, "FMS") == cash
    game = at(game, TRAINS, dividend=True)
    assert ask.traffic(game, "FMS") == 14 + 1 + 2
    assert incomes(game)[-1] == 160
    assert ask.price(game, "FMS") == ask.price(before, "FMS") + 10
