"""Maritime companies (2.6)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import position
from tests.titles.sardinia.steps import INCOME, TOKEN, TRACK, TRAINS, at

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import BuyTrain, PayDividend
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import GiveMaritime
from piercy.titles.sardinia.book import book
from piercy.titles.sardinia.maritime import pay_bonuses
from piercy.titles.sardinia.operating_actions import Absorb, PlaceTokenAlong

FACTS = book()


def fms(phase: int = 2, **more: Any) -> SardiniaScenario:
    """FMS operates; Alan is its president and holds M3, the card of its home."""
    return position(2).phase(phase).maritimes("Alan", "M3").company("FMS", 80, "Alan", {"Alan": 1}, **more)


@pytest.mark.rule("R65-2.6.1", "R65-4.1.1", "R65-2.7.5")
def test_cards_in_hand_earn_20_at_the_beginning_of_both_operating_rounds() -> None:
    made = position(2).maritimes("Alan", "M1", "M2").maritimes("Bob", "M4")
    made.company("FA", 60, "Bob", {"Bob": 1}, maritimes=["M5"])
    bank = ask.cash(made, ask.BANK)
    game = made.begin("operating")
    assert [ask.cash(game, name) for name in ("Alan", "Bob")] == [400, 380]
    assert ask.cash(game, ask.BANK) == bank - 60
    assert [event.key for event in game.log][:3] == [
        "operating_round_began", "maritime_income", "maritime_income",
    ]  # fmt: skip
    while ask.round_number(game) == 1:
        game = game.apply(game.offers()[-1].actions(1)[0])
    assert len(events(game, "maritime_income")) == 4, "once in each operating round"


@pytest.mark.rule("R65-2.6.3", "R65-2.6.6", "R65-2.6.5", "T65-02")
def test_a_card_brings_its_bonus_at_once_where_the_company_has_a_token() -> None:
    game = fms(4, trains=["PH3"]).begin("operating")
    cash, covered = ask.cash(game, "Alan"), ask.coverage(game, "FMS")
    game = play(game, GiveMaritime("Alan", "M3"))
    assert ask.traffic(game, "FMS") == 4
    assert ask.coverage(game, "FMS") == covered + 8
    assert ask.cash(game, "Alan") == cash
    assert ask.maritimes(game, "Alan") == []


@pytest.mark.rule("R65-2.6.3", "R65-4.1.4")
def test_only_the_president_gives_and_only_what_he_holds() -> None:
    made = position(2).maritimes("Bob", "M3").maritimes("Alan", "M1")
    game = made.company("FMS", 80, "Alan", {"Bob": 1}).company("FA", 60, "Bob", {"Bob": 1}).begin("operating")
    assert broken_rule(game, GiveMaritime("Bob", "M3")) == "R65-4.1.4"
    assert broken_rule(game, GiveMaritime("Alan", "M3")) == "R65-2.6.3"
    with pytest.raises(InvalidAction):
        game.apply(GiveMaritime("Alan", "M9"))
    game = play(game, GiveMaritime("Alan", "M1"))
    assert ask.maritimes(game, "FMS") == ["M1"]


@pytest.mark.rule("R65-2.6.4")
@pytest.mark.parametrize("step", [TRACK, TOKEN, INCOME, TRAINS])
def test_a_card_can_be_given_at_any_step_of_the_turn(step: str) -> None:
    made = fms(trains=["PH2"], traffic=3, cash=400).tiles("F34 8@3, F32 173@0")
    game = at(made.begin("operating"), step)
    assert ask.step(game) == step
    game = play(game, GiveMaritime("Alan", "M3"))
    assert ask.maritimes(game, "FMS") == ["M3"]


@pytest.mark.rule("R65-2.6.4", "R65-4.1.7")
def test_a_card_can_be_given_between_and_after_purchases() -> None:
    made = fms(traffic=3, cash=400).maritimes("Alan", "M1")
    game = at(made.begin("operating"), TRAINS)
    game = play(game, BuyTrain("Alan", "PH2", "depot"), GiveMaritime("Alan", "M3"))
    for _ in range(3):
        game = play(game, BuyTrain("Alan", "PH2", "depot"))
    assert (len(ask.trains(game, "FMS")), game.actor) == (4, "Alan"), "the limit is reached"
    game = play(game, GiveMaritime("Alan", "M1"))
    assert ask.maritimes(game, "FMS") == ["M3", "M1"]


@pytest.mark.rule("R65-2.6.4", "R65-2.6.13", "R65-2.2.5")
def test_the_purchase_that_starts_phase_5_takes_the_card_away() -> None:
    made = fms(4, traffic=3, cash=600, trains=["PH4", "PH3"]).next_train("PH5")
    made.company("FA", 60, "Bob", {"Bob": 1})
    game = made.begin("operating")
    while not ask.past(game, "dividend"):
        at_income = ask.step(game) == "dividend"
        game = game.apply(PayDividend("Alan", False) if at_income else Pass("Alan"))
    early = play(game, GiveMaritime("Alan", "M3"), BuyTrain("Alan", "PH5", "depot"))
    assert ask.maritimes(early, "FMS") == ["M3"]
    late = play(game, BuyTrain("Alan", "PH5", "depot"))
    assert ask.phase(late) == "5"
    assert "M3" in ask.gone_maritimes(late)
    assert ask.maritimes(late, "Alan") == []


@pytest.mark.rule("R65-2.6.6")
def test_a_home_token_on_a_hex_without_tile_earns_the_bonus() -> None:
    made = position(2).phase(3).maritimes("Alan", "M2").company("SFS", 80, "Alan", {"Alan": 1})
    game = play(made.begin("operating"), GiveMaritime("Alan", "M2"))
    assert ask.traffic(game, "SFS") == 3


def rcsf(phase: int) -> SardiniaScenario:
    """RCSF, with direct track from Oristano to Cagliari and the card of Cagliari."""
    made = position(2).phase(phase).company("RCSF", 80, "Alan", {"Alan": 1}, cash=300, maritimes=["M3"])
    return made.tiles("B30 8@5, C31 58@2, C33 8@5, D34 4@2")


@pytest.mark.rule("R65-2.6.7", "R65-4.4.13", "T65-03")
def test_the_phase_of_the_token_counts_not_that_of_the_gift() -> None:
    made = position(2).phase(4).maritimes("Alan", "M3").company("RCSF", 80, "Alan", {"Alan": 1})
    assert ask.traffic(play(made.begin("operating"), GiveMaritime("Alan", "M3")), "RCSF") == 0
    game = at(rcsf(6).begin("operating"), TOKEN)
    route = next(offer for offer in game.offers() if offer.type == "place_token_along").actions(1)[0]
    assert isinstance(route, PlaceTokenAlong)
    game = game.apply(route)
    placed = 1 + 1 + 3
    assert ask.traffic(game, "RCSF") == 6 + placed
    assert events(game, "maritime_bonus")[0]["traffic"] == 6


@pytest.mark.rule("R65-2.6.8")
def test_each_bonus_is_paid_once_in_the_game() -> None:
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, maritimes=["M3"]).still()
    for _ in range(2):
        pay_bonuses(made.context(), FACTS, "FMS")
    assert ask.traffic(made, "FMS") == 2
    made.maritime_moved("M3", "FMS", "FA").marker("E35", "FA")
    pay_bonuses(made.context(), FACTS, "FA")
    assert ask.traffic(made, "FA") == 0


@pytest.mark.rule("R65-2.6.9")
@pytest.mark.parametrize("mine", ["B36", "B34", "B32"])
def test_any_carbonia_mine_earns_the_bonus_of_m4(mine: str) -> None:
    made = position(2).phase(3).company("FMS", 80, "Alan", {"Alan": 1}, maritimes=["M4"], tokens=[mine])
    pay_bonuses(made.still().context(), FACTS, "FMS")
    assert ask.traffic(made, "FMS") == 3


@pytest.mark.rule("R65-2.6.11")
def test_without_a_train_cards_cover_nothing() -> None:
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=9, maritimes=["M1", "M2"])
    assert ask.revenue_of(made.still(), "FMS") == 0
    made = position(2).company(
        "FMS", 80, "Alan", {"Alan": 1}, traffic=30, trains=["PH2"], maritimes=["M1", "M2"]
    )
    assert ask.revenue_of(made.still(), "FMS") == 240


@pytest.mark.rule("R65-2.6.12", "R65-4.6.18")
def test_a_card_is_no_train() -> None:
    """It does not fulfil the duty to own one, counts for no limit and for no rank."""
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=3, cash=900, maritimes=["M1", "M2"])
    game = at(made.begin("operating"), TRAINS)
    assert broken_rule(game, Pass("Alan")) == "R65-4.6.18"
    assert ask.rank(game, "FMS") == 1
    for _ in range(4):
        game = play(game, BuyTrain("Alan", "PH2", "depot"))
    assert len(ask.trains(game, "FMS")) == 4


@pytest.mark.rule("R65-2.6.12")
def test_without_traffic_a_company_with_cards_needs_no_train() -> None:
    made = position(2).company("SFS", 80, "Alan", {"Alan": 1}, maritimes=["M1"]).maritimes("Alan", "M3")
    game = at(made.begin("operating"), TRAINS)
    game.check(Pass("Alan"))


@pytest.mark.rule("R65-2.6.14")
def test_cards_of_companies_outlast_every_phase() -> None:
    made = position(2).phase(6).company("FMS", 80, "Alan", {"Alan": 1}, traffic=3, cash=900, maritimes=["M1"])
    game = at(made.next_train("PH7").begin("operating"), TRAINS)
    game = play(game, BuyTrain("Alan", "PH7", "depot"))
    assert (ask.phase(game), ask.maritimes(game, "FMS")) == ("7", ["M1"])


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
    assert ask.maritimes(game, "RCSF") == ["M5"]
    assert ask.traffic(game, "RCSF") == traffic
    again = SardiniaScenario(game)
    pay_bonuses(again.context(), FACTS, "RCSF")
    assert ask.traffic(again, "RCSF") == traffic, "never again"
