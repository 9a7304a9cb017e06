"""The development of FMS in four figures, with its running totals (4.9, T65-22 to T65-25)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.position import company_of, events, incomes, play, position, price_of, state_of
from tests.titles.sardinia.steps import at, edited, lay, new, offered, token

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.titles.sardinia import market
from piercy.titles.sardinia.actions import ConvertCompany
from piercy.titles.sardinia.operating_actions import DeclareIncome
from piercy.titles.sardinia.state import SardiniaState

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
    return play(at(track, 5, dividend=True), new("PH2"))


def stock_round(game: Game) -> Game:
    game = game.apply(Pass("Alan"))
    while state_of(game).flow.round != "operating":
        assert not offered(game, ConvertCompany)
        game = game.apply(Pass(game.actor or ""))
    return game


def figure_3_start() -> Game:
    return stock_round(figure_2())


def figure_3() -> Game:
    track = play(figure_3_start(), lay("C31", "58", 2), lay("B30", "8", 5))
    return play(track, token("E35/0 D34/0 C33 C31/0 B30 B28/0"), DeclareIncome("Alan", False))


def open_phase_3(state: SardiniaState) -> None:
    state.phase = 3
    sold = [train for train in state.depot.stack if train.startswith("PH2")] + ["PH3"]
    for train in sold:
        state.depot.stack.remove(train)
    state.depot.gone += sold


@pytest.mark.rule("T65-22", "R65-4.2.1", "R65-4.3.2", "R65-4.4.9", "R65-4.5.10")
def test_figure_1_a_mine_for_70_and_a_first_train() -> None:
    game = figure_1()
    fms = company_of(game, "FMS")
    assert fms.traffic == 3 + 2
    assert incomes(game) == [0]
    assert [event["after"] for event in events(game, "price_moved")] == [90, 100]
    assert market.stack(state_of(game), fms.cell) == ["RCSF", "FMS"]
    assert [event["cost"] for event in events(game, "tile_laid")] == [0, 20]
    assert [event["cost"] for event in events(game, "token_placed")] == [70]
    assert fms.cash == TREASURY - 190
    assert fms.trains == ["PH2"]


@pytest.mark.rule("T65-23", "R65-4.3.1", "R65-4.5.2")
def test_figure_2_the_mine_produces_and_the_price_jumps_twice() -> None:
    before, game = figure_1(), figure_2()
    fms = company_of(game, "FMS")
    assert fms.traffic == 5 + 2
    assert incomes(game)[-1] == 70
    assert price_of(game, "FMS") == 120
    initial_offer = 2 * 14
    assert fms.cash == company_of(before, "FMS").cash - 20 - 100 + initial_offer
    assert fms.trains == ["PH2", "PH2"]


@pytest.mark.rule("T65-24", "R65-4.4.11", "R65-4.5.8")
def test_figure_3_a_token_in_oristano_through_two_towns() -> None:
    before, game = figure_3_start(), figure_3()
    fms = company_of(game, "FMS")
    assert fms.traffic == 7 + 2 + (3 + 1 + 1) == 14
    assert events(game, "token_placed")[-1]["cost"] == 40 + 4 * 10
    assert incomes(game)[-1] == 140
    assert fms.cash == company_of(before, "FMS").cash + 140 - 100
    assert price_of(game, "FMS") == price_of(before, "FMS")


@pytest.mark.rule("T65-25", "R65-4.2.10", "R65-4.2.24")
def test_figure_4_cagliari_becomes_green_without_new_track() -> None:
    before = edited(figure_3(), open_phase_3)
    game = before.apply(Pass("Alan"))
    assert state_of(game).operating_round == 2
    cash = company_of(game, "FMS").cash
    game = play(game, lay("E35", "L03", 4))
    assert company_of(game, "FMS").traffic == 14 + 1
    assert company_of(game, "FMS").cash == cash
    game = at(game, 5, dividend=True)
    assert company_of(game, "FMS").traffic == 14 + 1 + 2
    assert incomes(game)[-1] == 160
    assert price_of(game, "FMS") == price_of(before, "FMS") + 10
