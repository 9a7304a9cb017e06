"""Maritime companies (2.6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.position import (
    Position,
    broken_rule,
    company_of,
    events,
    play,
    position,
    state_of,
)

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain
from piercy.titles.sardinia.actions import GiveMaritime
from piercy.titles.sardinia.book import book
from piercy.titles.sardinia.chart import rank
from piercy.titles.sardinia.income import coverage, revenue
from piercy.titles.sardinia.maritime import pay_bonuses
from piercy.titles.sardinia.operating_actions import Absorb, DeclareIncome, PlaceTokenAlong

FACTS = book()


def fms(phase: int = 2, **more: Any) -> Position:
    """FMS operates; Alan is its president and holds M3, the card of its home."""
    return position(2).phase(phase).maritimes("Alan", "M3").company("FMS", 80, "Alan", {"Alan": 1}, **more)


def steps_to(game: Game, step: int) -> Game:
    """Pass until the turn has come to a step."""
    while state_of(game).flow.step < step:
        game = game.apply(Pass(game.actor or ""))
    return game


@pytest.mark.rule("R65-2.6.1", "R65-4.1.1", "R65-2.7.5")
def test_cards_in_hand_earn_20_at_the_beginning_of_both_operating_rounds() -> None:
    made = position(2).maritimes("Alan", "M1", "M2").maritimes("Bob", "M4")
    made.company("FA", 60, "Bob", {"Bob": 1}, maritimes=["M5"])
    bank = made.state.bank.cash
    game = made.begin("operating")
    assert [state_of(game).players[name].cash for name in ("Alan", "Bob")] == [400, 380]
    assert state_of(game).bank.cash == bank - 60
    assert [event.key for event in game.log][:3] == [
        "operating_round_began", "maritime_income", "maritime_income",
    ]  # fmt: skip
    while state_of(game).operating_round == 1:
        game = game.apply(game.offers()[-1].actions(1)[0])
    assert len(events(game, "maritime_income")) == 4, "once in each operating round"


@pytest.mark.rule("R65-2.6.3", "R65-2.6.6", "R65-2.6.5", "T65-02")
def test_a_card_brings_its_bonus_at_once_where_the_company_has_a_token() -> None:
    game = fms(4, trains=["PH3"]).begin("operating")
    cash, covered = state_of(game).players["Alan"].cash, coverage(FACTS, state_of(game), "FMS")
    game = play(game, GiveMaritime("Alan", "M3"))
    assert company_of(game, "FMS").traffic == 4
    assert coverage(FACTS, state_of(game), "FMS") == covered + 8
    assert state_of(game).players["Alan"].cash == cash
    assert state_of(game).players["Alan"].maritimes == []


@pytest.mark.rule("R65-2.6.3", "R65-4.1.4")
def test_only_the_president_gives_and_only_what_he_holds() -> None:
    made = position(2).maritimes("Bob", "M3").maritimes("Alan", "M1")
    game = made.company("FMS", 80, "Alan", {"Bob": 1}).company("FA", 60, "Bob", {"Bob": 1}).begin("operating")
    assert broken_rule(game, GiveMaritime("Bob", "M3")) == "R65-4.1.4"
    assert broken_rule(game, GiveMaritime("Alan", "M3")) == "R65-2.6.3"
    with pytest.raises(InvalidAction):
        game.apply(GiveMaritime("Alan", "M9"))
    game = play(game, GiveMaritime("Alan", "M1"))
    assert company_of(game, "FMS").maritimes == ["M1"]


@pytest.mark.rule("R65-2.6.4")
@pytest.mark.parametrize("step", [1, 3, 4, 5])
def test_a_card_can_be_given_at_any_step_of_the_turn(step: int) -> None:
    made = fms(trains=["PH2"], traffic=3, cash=400).tiles("F34 8@3, F32 173@0")
    game = made.begin("operating")
    while state_of(game).flow.step < step:
        at_income = state_of(game).flow.step == 4
        game = game.apply(DeclareIncome("Alan", False) if at_income else Pass("Alan"))
    assert state_of(game).flow.step == step
    game = play(game, GiveMaritime("Alan", "M3"))
    assert company_of(game, "FMS").maritimes == ["M3"]


@pytest.mark.rule("R65-2.6.4", "R65-4.1.7")
def test_a_card_can_be_given_between_and_after_purchases() -> None:
    made = fms(traffic=3, cash=400).maritimes("Alan", "M1")
    game = steps_to(made.begin("operating"), 5)
    game = play(game, BuyTrain("Alan", "PH2", "bank"), GiveMaritime("Alan", "M3"))
    for _ in range(3):
        game = play(game, BuyTrain("Alan", "PH2", "bank"))
    assert (len(company_of(game, "FMS").trains), game.actor) == (4, "Alan"), "the limit is reached"
    game = play(game, GiveMaritime("Alan", "M1"))
    assert company_of(game, "FMS").maritimes == ["M3", "M1"]


@pytest.mark.rule("R65-2.6.4", "R65-2.6.13", "R65-2.2.5")
def test_the_purchase_that_starts_phase_5_takes_the_card_away() -> None:
    made = fms(4, traffic=3, cash=600, trains=["PH4", "PH3"]).next_train("PH5")
    made.company("FA", 60, "Bob", {"Bob": 1})
    game = made.begin("operating")
    while state_of(game).flow.step < 5:
        at_income = state_of(game).flow.step == 4
        game = game.apply(DeclareIncome("Alan", False) if at_income else Pass("Alan"))
    early = play(game, GiveMaritime("Alan", "M3"), BuyTrain("Alan", "PH5", "bank"))
    assert company_of(early, "FMS").maritimes == ["M3"]
    late = play(game, BuyTrain("Alan", "PH5", "bank"))
    assert state_of(late).phase == 5
    assert "M3" in state_of(late).gone_maritimes
    assert state_of(late).players["Alan"].maritimes == []


@pytest.mark.rule("R65-2.6.6")
def test_a_home_token_on_a_hex_without_tile_earns_the_bonus() -> None:
    made = position(2).phase(3).maritimes("Alan", "M2").company("SFS", 80, "Alan", {"Alan": 1})
    game = play(made.begin("operating"), GiveMaritime("Alan", "M2"))
    assert company_of(game, "SFS").traffic == 3


def rcsf(phase: int) -> Position:
    """RCSF, with direct track from Oristano to Cagliari and the card of Cagliari."""
    made = position(2).phase(phase).company("RCSF", 80, "Alan", {"Alan": 1}, cash=300, maritimes=["M3"])
    return made.tiles("B30 8@5, C31 58@2, C33 8@5, D34 4@2")


@pytest.mark.rule("R65-2.6.7", "R65-4.4.13", "T65-03")
def test_the_phase_of_the_token_counts_not_that_of_the_gift() -> None:
    made = position(2).phase(4).maritimes("Alan", "M3").company("RCSF", 80, "Alan", {"Alan": 1})
    assert company_of(play(made.begin("operating"), GiveMaritime("Alan", "M3")), "RCSF").traffic == 0
    game = steps_to(rcsf(6).begin("operating"), 3)
    route = next(offer for offer in game.offers() if offer.type == "place_token_along").actions(1)[0]
    assert isinstance(route, PlaceTokenAlong)
    game = game.apply(route)
    placed = 1 + 1 + 3
    assert company_of(game, "RCSF").traffic == 6 + placed
    assert events(game, "maritime_bonus")[0]["traffic"] == 6


@pytest.mark.rule("R65-2.6.8")
def test_each_bonus_is_paid_once_in_the_game() -> None:
    state = position(2).company("FMS", 80, "Alan", {"Alan": 1}, maritimes=["M3"]).still()
    for _ in range(2):
        pay_bonuses(Context(state), FACTS, "FMS")
    assert state.companies["FMS"].traffic == 2
    state.companies["FMS"].maritimes.remove("M3")
    state.companies["FA"].maritimes.append("M3")
    state.board.tokens["E35"].append(("FA", 0))
    pay_bonuses(Context(state), FACTS, "FA")
    assert state.companies["FA"].traffic == 0


@pytest.mark.rule("R65-2.6.9")
@pytest.mark.parametrize("mine", ["B36", "B34", "B32"])
def test_any_carbonia_mine_earns_the_bonus_of_m4(mine: str) -> None:
    state = (
        position(2).phase(3).company("FMS", 80, "Alan", {"Alan": 1}, maritimes=["M4"], tokens=[mine]).still()
    )
    pay_bonuses(Context(state), FACTS, "FMS")
    assert state.companies["FMS"].traffic == 3


@pytest.mark.rule("R65-2.6.11")
def test_without_a_train_cards_cover_nothing() -> None:
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=9, maritimes=["M1", "M2"])
    assert revenue(FACTS, made.still(), "FMS") == 0
    made = position(2).company(
        "FMS", 80, "Alan", {"Alan": 1}, traffic=30, trains=["PH2"], maritimes=["M1", "M2"]
    )
    assert revenue(FACTS, made.still(), "FMS") == 240


@pytest.mark.rule("R65-2.6.12", "R65-4.6.18")
def test_a_card_is_no_train() -> None:
    """It does not fulfil the duty to own one, counts for no limit and for no rank."""
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=3, cash=900, maritimes=["M1", "M2"])
    game = steps_to(made.begin("operating"), 5)
    assert broken_rule(game, Pass("Alan")) == "R65-4.6.18"
    assert rank(FACTS, state_of(game), "FMS") == 1
    for _ in range(4):
        game = play(game, BuyTrain("Alan", "PH2", "bank"))
    assert len(company_of(game, "FMS").trains) == 4


@pytest.mark.rule("R65-2.6.12")
def test_without_traffic_a_company_with_cards_needs_no_train() -> None:
    made = position(2).company("SFS", 80, "Alan", {"Alan": 1}, maritimes=["M1"]).maritimes("Alan", "M3")
    game = steps_to(made.begin("operating"), 5)
    game.check(Pass("Alan"))


@pytest.mark.rule("R65-2.6.14")
def test_cards_of_companies_outlast_every_phase() -> None:
    made = position(2).phase(6).company("FMS", 80, "Alan", {"Alan": 1}, traffic=3, cash=900, maritimes=["M1"])
    game = steps_to(made.next_train("PH7").begin("operating"), 5)
    game = play(game, BuyTrain("Alan", "PH7", "bank"))
    assert (state_of(game).phase, company_of(game, "FMS").maritimes) == (7, ["M1"])


@pytest.mark.rule("R65-2.6.15", "R65-2.6.3")
def test_a_card_once_given_cannot_be_given_again() -> None:
    game = play(fms().begin("operating"), GiveMaritime("Alan", "M3"))
    assert broken_rule(game, GiveMaritime("Alan", "M3")) == "R65-2.6.3"
    kinds = {offer.type for offer in game.offers()}
    assert "give_maritime" not in kinds


@pytest.mark.rule("R65-2.6.10", "R65-5.4.16")
@pytest.mark.parametrize(("paid", "traffic"), [(True, 3), (False, 0)])
def test_an_unpaid_bonus_is_paid_after_an_absorption(paid: bool, traffic: int) -> None:
    """FA holds the card of Oristano without a token there; RCSF, at home in Oristano, absorbs it."""
    made = position(2, bonus_after_absorption=paid).phase(3)
    made.company("RCSF", 80, "Alan", {"Alan": 1}, tokens=["E25"], cash=500)
    made.company("FA", 60, "Alan", {"Alan": 1}, maritimes=["M5"])
    game = play(made.begin("operating"), Absorb("Alan", "RCSF", "FA"))
    assert company_of(game, "RCSF").maritimes == ["M5"]
    assert company_of(game, "RCSF").traffic == traffic
    pay_bonuses(Context(state_of(game)), FACTS, "RCSF")
    assert company_of(game, "RCSF").traffic == traffic, "never again"
