"""Launching and floating, minors and majors (3.6 to 3.8)."""

from __future__ import annotations

import dataclasses

import pytest
from tests.titles.sardinia.openings import FULL, owned, position

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import BuyShare, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import RelaunchCompany
from piercy.titles.sardinia.state import Company


def buy(player: str, company: str) -> BuyShare:
    return BuyShare(player, company, "offer")


@pytest.mark.rule("R65-3.6.1", "R65-3.5.2")
def test_the_president_picks_the_price_and_pays_two_shares() -> None:
    game = play(position(2).begin("stock"), StartCompany("Alan", "FMS", 90))
    assert ask.cash(game, "Alan") == 360 - 180
    assert (ask.cash(game, "FMS"), ask.president(game, "FMS")) == (180, "Alan")
    assert ask.price(game, "FMS") == 90
    assert broken_rule(game, StartCompany("Bob", "FMS", 60)) == "R65-3.6.1"
    with pytest.raises(InvalidAction):
        game.apply(StartCompany("Bob", "XYZ", 60))


@pytest.mark.rule("R65-3.6.1")
def test_a_launch_must_be_paid_from_private_cash() -> None:
    game = position(2).cash("Alan", 139).begin("stock")
    assert broken_rule(game, StartCompany("Alan", "FMS", 70)) == "R65-3.6.1"
    game.check(StartCompany("Alan", "FMS", 60))


@pytest.mark.rule("R65-3.6.3")
def test_the_value_token_goes_under_the_stack() -> None:
    game = position(2).company("FA", 60, "Bob").company("SFS", 60, "Bob").begin("stock")
    game = play(game, StartCompany("Alan", "FMS", 60))
    assert ask.stack(game, 60) == ["FA", "SFS", "FMS"]


@pytest.mark.rule("R65-3.6.4")
def test_a_company_that_has_not_floated_keeps_its_money_and_waits() -> None:
    game = play(position(2).begin("stock"), StartCompany("Alan", "FMS", 60), Pass("Bob"), Pass("Alan"))
    assert ask.set_number(game) == 2, "nothing operates, the next stock round is here"
    assert (
        ask.cash(game, "FMS"),
        ask.traffic(game, "FMS"),
        ask.tokens_left(game, "FMS"),
        ask.floated(game, "FMS"),
    ) == (120, 0, 0, False)
    assert ask.tokens_of(game, "FMS") == [("E35", 0)]
    game.check(buy(game.actor or "", "FMS"))


@pytest.mark.rule("R65-3.6.5", "R65-3.6.6", "R65-3.7.1", "R65-3.7.2", "R65-3.7.4", "R65-3.6.7", "T65-10")
def test_launching_a_minor() -> None:
    made = position(3).cash("Alan", 400).cash("Carl", 400)
    game = play(made.begin("stock"), StartCompany("Alan", "CFD", 90), Pass("Bob"), Pass("Carl"))
    assert not ask.floated(game, "CFD")
    game = play(game, buy("Alan", "CFD"))
    assert (ask.floated(game, "CFD"), ask.major(game, "CFD"), ask.row(game, "CFD")) == (True, False, 2)
    assert (ask.tokens_left(game, "CFD"), ask.traffic(game, "CFD")) == (2, 3)
    assert ask.tokens_of(game, "CFD") == [("E11", 0)]
    assert ask.rank(game, "CFD") == 1
    game = play(game, Pass("Bob"), buy("Carl", "CFD"))
    assert (ask.cash(game, "CFD"), ask.offer(game, "CFD"), ask.price(game, "CFD")) == (360, 1, 90)
    assert (owned(game, "Alan", "CFD"), owned(game, "Carl", "CFD")) == ((True, 1), (False, 1))
    assert ask.traffic(game, "CFD") == 3, "home traffic comes once"


@pytest.mark.rule("R65-3.8.1", "R65-3.8.3", "R65-3.8.4", "R65-3.8.5", "R65-3.8.6", "R65-3.6.5", "T65-11")
def test_launching_a_major() -> None:
    made = position(2).phase(5).cash("Bob", 700).cash("Alan", 700).priority("Bob")
    game = play(made.begin("stock"), StartCompany("Bob", "FMS", 110))
    for _ in range(3):
        game = play(game, Pass("Alan"), buy("Bob", "FMS"))
    assert not ask.floated(game, "FMS"), "50 % are sold"
    game = play(game, buy("Alan", "FMS"))
    assert (ask.floated(game, "FMS"), ask.major(game, "FMS"), ask.row(game, "FMS")) == (True, True, 3)
    assert (ask.cash(game, "FMS"), ask.offer(game, "FMS"), ask.tokens_left(game, "FMS")) == (660, 4, 6)
    assert (owned(game, "Bob", "FMS"), owned(game, "Alan", "FMS")) == ((True, 3), (False, 1))
    assert ask.price(game, "FMS") == 110


@pytest.mark.rule("R65-3.6.7")
def test_home_traffic_is_what_the_home_shows_now() -> None:
    """Cagliari was upgraded before FMS floats: it gets the green value, once."""
    game = position(2).phase(3).tiles("E35 L03@4").company("FMS", 60, "Alan", floated=False).begin("stock")
    assert ask.traffic(game, "FMS") == 0
    assert ask.traffic(play(game, buy("Alan", "FMS")), "FMS") == 4


@pytest.mark.rule("R65-3.6.8", "T65-27")
def test_a_home_without_a_tile_has_no_traffic_yet() -> None:
    game = position(2).company("FCS", 60, "Alan", floated=False).begin("stock")
    game = play(game, buy("Alan", "FCS"))
    assert (ask.floated(game, "FCS"), ask.traffic(game, "FCS")) == (True, 0)


@pytest.mark.rule("R65-3.6.9")
def test_a_home_tile_laid_before_floating_counts_on_floating() -> None:
    game = position(2).tiles("D30 57@0").company("FCS", 60, "Alan", floated=False).begin("stock")
    assert ask.traffic(game, "FCS") == 0
    assert ask.traffic(play(game, buy("Alan", "FCS")), "FCS") == 2


@pytest.mark.rule("R65-3.6.10")
def test_floating_is_permanent() -> None:
    """After a conversion only 40 % are sold, and a further purchase does not float it again."""
    made = position(2).company("FMS", 60, "Alan", {"Alan": 1, "Bob": 1}, major=True, traffic=9, row=2)
    game = play(made.begin("stock"), Pass("Alan"), buy("Bob", "FMS"))
    assert (ask.floated(game, "FMS"), ask.traffic(game, "FMS"), ask.row(game, "FMS")) == (True, 9, 2)


@pytest.mark.rule("R65-3.6.11")
def test_there_is_no_revenue_marker_in_the_state() -> None:
    """The revenue track has no effect on play, so nothing is kept for it."""
    fields = {field.name for field in dataclasses.fields(Company)}
    assert not any("revenue" in name for name in fields)


def returned(*, bare_city: bool = True) -> SardiniaScenario:
    """FMS has been absorbed and may be launched again."""
    return position(2, relaunch_on_bare_city=bare_city).cash("Alan", 400).absorbed("FMS")


@pytest.mark.rule("R65-3.8.1", "R65-5.3.13", "R65-5.3.14", "R65-3.6.2")
def test_a_company_that_comes_back_is_a_major_in_any_phase_with_a_new_home() -> None:
    game = returned().begin("stock")
    assert broken_rule(game, StartCompany("Alan", "FMS", 60)) == "R65-5.3.14"
    assert broken_rule(game, RelaunchCompany("Alan", "FA", 60, "E35")) == "R65-5.3.14"
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 110, "E35")) == "R65-3.6.2"
    game = play(game, RelaunchCompany("Alan", "FMS", 60, "B20"))
    assert (ask.major(game, "FMS"), ask.offer(game, "FMS"), ask.cash(game, "FMS"), ask.home(game, "FMS")) == (
        True,
        8,
        120,
        "B20",
    )
    assert ask.tokens_of(game, "FMS") == [("B20", 0)]


@pytest.mark.rule("R65-5.3.14", "R65-5.3.15", "R65-5.3.16", "R65-5.3.18")
def test_the_new_home_is_a_city_with_a_free_slot() -> None:
    game = returned().begin("stock")
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 60, "B36")) == "R65-5.3.15"
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 60, "D34")) == "R65-5.3.15"
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 60, "D30")) == "R65-5.3.14", "Isili is full"
    game.check(RelaunchCompany("Alan", "FMS", 60, "F18"))
    with pytest.raises(InvalidAction):
        game.apply(RelaunchCompany("Alan", "FMS", 60, "Z9"))
    strict = returned(bare_city=False).begin("stock")
    assert broken_rule(strict, RelaunchCompany("Alan", "FMS", 60, "F18")) == "R65-5.3.16"
    offers = {offer.type: offer for offer in game.offers()}
    homes = {row["home"] for row in offers["relaunch_company"].domains[0].values()}
    assert homes == {"E35", "B28", "B20", "E25", "F2", "E11", "F18", "D8", "D2"}


@pytest.mark.rule("R65-5.3.18", "R65-5.3.14")
def test_without_a_free_slot_nobody_comes_back() -> None:
    game = returned().begin("stock")
    board = ask.board(game)
    for place in FULL.ground.atlas.hexes.values():
        if place.kind in ("city", "large_city"):
            free = FULL.ground.free_slots(board, place.id, 0)
            board.tokens.setdefault(place.id, []).extend([("CFC", 0)] * free)
    assert "relaunch_company" not in {offer.type for offer in game.offers()}
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 60, "E35")) == "R65-5.3.14"


@pytest.mark.rule("R65-5.3.17", "R65-5.3.19", "R65-3.8.5")
def test_floating_again() -> None:
    """The traffic of the new home, seven tokens, and a row by the phase; nothing of its former life."""
    made = returned().phase(3).tiles("B20 L01@5")
    made.without_home("FMS")
    game = made.cash("Alan", 900).begin("stock")
    game = play(game, RelaunchCompany("Alan", "FMS", 60, "B20"))
    for _ in range(4):
        game = play(game, Pass("Bob"), buy("Alan", "FMS"))
    assert (
        ask.floated(game, "FMS"),
        ask.operated(game, "FMS"),
        ask.loan(game, "FMS"),
        ask.trains(game, "FMS"),
    ) == (True, False, 0, [])
    assert (ask.traffic(game, "FMS"), ask.tokens_left(game, "FMS"), ask.row(game, "FMS")) == (4, 6, 2)
