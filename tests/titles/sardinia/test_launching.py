"""Launching and floating, minors and majors (3.6 to 3.8)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.position import (
    FULL,
    Position,
    broken_rule,
    company_of,
    owned,
    play,
    position,
    price_of,
    state_of,
)

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.board import token_places
from piercy.titles.sardinia import market
from piercy.titles.sardinia.actions import BuyCertificate, LaunchCompany, RelaunchCompany
from piercy.titles.sardinia.chart import rank


def buy(player: str, company: str) -> BuyCertificate:
    return BuyCertificate(player, company, "offer")


@pytest.mark.rule("R65-3.6.1", "R65-3.5.2")
def test_the_president_picks_the_price_and_pays_two_shares() -> None:
    game = play(position(2).begin("stock"), LaunchCompany("Alan", "FMS", 90))
    assert state_of(game).players["Alan"].cash == 360 - 180
    assert (company_of(game, "FMS").cash, company_of(game, "FMS").president) == (180, "Alan")
    assert price_of(game, "FMS") == 90
    assert broken_rule(game, LaunchCompany("Bob", "FMS", 60)) == "R65-3.6.1"
    with pytest.raises(InvalidAction):
        game.apply(LaunchCompany("Bob", "XYZ", 60))


@pytest.mark.rule("R65-3.6.1")
def test_a_launch_must_be_paid_from_private_cash() -> None:
    game = position(2).cash("Alan", 139).begin("stock")
    assert broken_rule(game, LaunchCompany("Alan", "FMS", 70)) == "R65-3.6.1"
    game.check(LaunchCompany("Alan", "FMS", 60))


@pytest.mark.rule("R65-3.6.3")
def test_the_value_token_goes_under_the_stack() -> None:
    game = position(2).company("FA", 60, "Bob").company("SFS", 60, "Bob").begin("stock")
    game = play(game, LaunchCompany("Alan", "FMS", 60))
    assert market.stack(state_of(game), 5) == ["FA", "SFS", "FMS"]


@pytest.mark.rule("R65-3.6.4")
def test_a_company_that_has_not_floated_keeps_its_money_and_waits() -> None:
    game = play(position(2).begin("stock"), LaunchCompany("Alan", "FMS", 60), Pass("Bob"), Pass("Alan"))
    assert state_of(game).stock_round == 2, "nothing operates, the next stock round is here"
    company = company_of(game, "FMS")
    assert (company.cash, company.traffic, company.tokens, company.floated) == (120, 0, 0, False)
    assert token_places(state_of(game).board, "FMS") == [("E35", 0)]
    game.check(buy(game.actor or "", "FMS"))


@pytest.mark.rule("R65-3.6.5", "R65-3.6.6", "R65-3.7.1", "R65-3.7.2", "R65-3.7.4", "R65-3.6.7", "T65-10")
def test_launching_a_minor() -> None:
    made = position(3).cash("Alan", 400).cash("Carl", 400)
    game = play(made.begin("stock"), LaunchCompany("Alan", "CFD", 90), Pass("Bob"), Pass("Carl"))
    assert not company_of(game, "CFD").floated
    game = play(game, buy("Alan", "CFD"))
    company = company_of(game, "CFD")
    assert (company.floated, company.major, company.row) == (True, False, 2)
    assert (company.tokens, company.traffic) == (2, 3)
    assert token_places(state_of(game).board, "CFD") == [("E11", 0)]
    assert rank(FULL.facts, state_of(game), "CFD") == 1
    game = play(game, Pass("Bob"), buy("Carl", "CFD"))
    company = company_of(game, "CFD")
    assert (company.cash, company.offer, price_of(game, "CFD")) == (360, 1, 90)
    assert (owned(game, "Alan", "CFD"), owned(game, "Carl", "CFD")) == ((True, 1), (False, 1))
    assert company.traffic == 3, "home traffic comes once"


@pytest.mark.rule("R65-3.8.1", "R65-3.8.3", "R65-3.8.4", "R65-3.8.5", "R65-3.8.6", "R65-3.6.5", "T65-11")
def test_launching_a_major() -> None:
    made = position(2).phase(5).cash("Bob", 700).cash("Alan", 700).priority("Bob")
    game = play(made.begin("stock"), LaunchCompany("Bob", "FMS", 110))
    for _ in range(3):
        game = play(game, Pass("Alan"), buy("Bob", "FMS"))
    assert not company_of(game, "FMS").floated, "50 % are sold"
    game = play(game, buy("Alan", "FMS"))
    company = company_of(game, "FMS")
    assert (company.floated, company.major, company.row) == (True, True, 3)
    assert (company.cash, company.offer, company.tokens) == (660, 4, 6)
    assert (owned(game, "Bob", "FMS"), owned(game, "Alan", "FMS")) == ((True, 3), (False, 1))
    assert price_of(game, "FMS") == 110


@pytest.mark.rule("R65-3.6.7")
def test_home_traffic_is_what_the_home_shows_now() -> None:
    """Cagliari was upgraded before FMS floats: it gets the green value, once."""
    game = position(2).phase(3).tiles("E35 L03@4").company("FMS", 60, "Alan", floated=False).begin("stock")
    assert company_of(game, "FMS").traffic == 0
    assert company_of(play(game, buy("Alan", "FMS")), "FMS").traffic == 4


@pytest.mark.rule("R65-3.6.8", "T65-27")
def test_a_home_without_a_tile_has_no_traffic_yet() -> None:
    game = position(2).company("FCS", 60, "Alan", floated=False).begin("stock")
    game = play(game, buy("Alan", "FCS"))
    assert (company_of(game, "FCS").floated, company_of(game, "FCS").traffic) == (True, 0)


@pytest.mark.rule("R65-3.6.9")
def test_a_home_tile_laid_before_floating_counts_on_floating() -> None:
    game = position(2).tiles("D30 57@0").company("FCS", 60, "Alan", floated=False).begin("stock")
    assert company_of(game, "FCS").traffic == 0
    assert company_of(play(game, buy("Alan", "FCS")), "FCS").traffic == 2


@pytest.mark.rule("R65-3.6.10")
def test_floating_is_permanent() -> None:
    """After a conversion only 40 % are sold, and a further purchase does not float it again."""
    made = position(2).company("FMS", 60, "Alan", {"Alan": 1, "Bob": 1}, major=True, traffic=9, row=2)
    game = play(made.begin("stock"), Pass("Alan"), buy("Bob", "FMS"))
    company = company_of(game, "FMS")
    assert (company.floated, company.traffic, company.row) == (True, 9, 2)


@pytest.mark.rule("R65-3.6.11")
def test_there_is_no_revenue_marker_in_the_state() -> None:
    """The revenue track has no effect on play, so nothing is kept for it."""
    fields = set(company_of(position(2).begin("stock"), "FMS").__dataclass_fields__)
    assert not any("revenue" in name for name in fields)


def returned(*, bare_city: bool = True) -> Position:
    """FMS has been absorbed and may be launched again."""
    return position(2, relaunch_on_bare_city=bare_city).cash("Alan", 400).absorbed("FMS")


@pytest.mark.rule("R65-3.8.1", "R65-5.3.13", "R65-5.3.14", "R65-3.6.2")
def test_a_company_that_comes_back_is_a_major_in_any_phase_with_a_new_home() -> None:
    game = returned().begin("stock")
    assert broken_rule(game, LaunchCompany("Alan", "FMS", 60)) == "R65-5.3.14"
    assert broken_rule(game, RelaunchCompany("Alan", "FA", 60, "E35")) == "R65-5.3.14"
    assert broken_rule(game, RelaunchCompany("Alan", "FMS", 110, "E35")) == "R65-3.6.2"
    game = play(game, RelaunchCompany("Alan", "FMS", 60, "B20"))
    company = company_of(game, "FMS")
    assert (company.major, company.offer, company.cash, company.home) == (True, 8, 120, "B20")
    assert token_places(state_of(game).board, "FMS") == [("B20", 0)]


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
    board = state_of(game).board
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
    made.state.companies["FMS"].home = ""
    game = made.cash("Alan", 900).begin("stock")
    game = play(game, RelaunchCompany("Alan", "FMS", 60, "B20"))
    for _ in range(4):
        game = play(game, Pass("Bob"), buy("Alan", "FMS"))
    company = company_of(game, "FMS")
    assert (company.floated, company.operated, company.loans, company.trains) == (True, False, 0, [])
    assert (company.traffic, company.tokens, company.row) == (4, 6, 2)
