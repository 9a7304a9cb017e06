"""Step 4 of a turn: revenue and dividends [RCZ-VIII.8]."""

from __future__ import annotations

import re

import pytest
from tests.titles.cz.turn import ADA, BRUNO, CARLA, TurnPosition, offered, refused, run, state_of, turn

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.render.charter import draw_revenue_table
from piercy.titles.cz.actions import PayDividend
from piercy.titles.cz.book import book
from piercy.titles.cz.dividends import dividend
from piercy.titles.cz.state import price_of

LINE = "D4 57@1, D2 57@1"


def earned(company: str, revenue: int, **shares: int) -> TurnPosition:
    """A company that has just earned something."""
    position = turn(company, cash=0).phase("d").shares(company, **shares)
    position.state.turn.revenue = revenue
    return position


def price(game: Game, company: str) -> int:
    return price_of(book(), state_of(game).companies[company])


def gains(before: Game, after: Game) -> dict[str, int]:
    old, new = state_of(before).players, state_of(after).players
    return {name: new[name].cash - old[name].cash for name in old}


@pytest.mark.rule("RCZ-VIII.8.8", "RCZ-IV.2a.3", "RCZ-VIII.3.1")
def test_everything_is_paid_or_everything_kept() -> None:
    game = earned("EKJ", 40, Ada=2, Bruno=1).at("dividend")
    assert offered(game, PayDividend) == [PayDividend(ADA, True), PayDividend(ADA, False)]
    refused(game, Pass(ADA), "RCZ-VIII.8.8")
    paid, kept = game.apply(PayDividend(ADA, True)), game.apply(PayDividend(ADA, False))
    assert state_of(paid).companies["EKJ"].cash == 0
    assert state_of(kept).companies["EKJ"].cash == 40
    assert not any(gains(game, kept).values())
    for after in (paid, kept):
        refused(after, PayDividend(ADA, True), "RCZ-VIII.3.1")


@pytest.mark.rule("RCZ-VIII.8.9", "WCZ-6")
def test_a_dividend_is_rounded_up_once_per_player() -> None:
    game = earned("EKJ", 110, Ada=3, Bruno=1).at("dividend")
    assert gains(game, game.apply(PayDividend(ADA, True))) == {ADA: 83, BRUNO: 28, CARLA: 0}
    two = earned("EKJ", 110, Ada=2, Bruno=2).at("dividend")
    assert gains(two, two.apply(PayDividend(ADA, True))) == {ADA: 55, BRUNO: 55, CARLA: 0}


@pytest.mark.rule("WCZ-7", "RCZ-VIII.8.9")
def test_the_dividend_table() -> None:
    quarter = [13, 15, 18, 20, 23, 25, 28, 30, 33, 35, 38, 40, 43, 45, 48, 50, 53, 55, 58, 60, 63, 65]
    three = [
        38,
        45,
        53,
        60,
        68,
        75,
        83,
        90,
        98,
        105,
        113,
        120,
        128,
        135,
        143,
        150,
        158,
        165,
        173,
        180,
        188,
        195,
    ]
    revenues = range(50, 270, 10)
    assert [dividend(revenue, 1, 4) for revenue in revenues] == quarter
    assert [dividend(revenue, 3, 4) for revenue in revenues] == three


@pytest.mark.rule("WCZ-8")
def test_medium_and_large_companies_never_round() -> None:
    assert (dividend(190, 1, 5), dividend(190, 3, 5), dividend(350, 1, 10)) == (38, 114, 35)
    for revenue in range(0, 1000, 10):
        for shares in (5, 10):
            assert all(
                dividend(revenue, held, shares) * shares == revenue * held for held in range(shares + 1)
            )


@pytest.mark.rule("RCZ-VIII.8.10", "RCZ-VIII.8.15")
def test_what_belongs_to_bank_shares_stays_in_the_bank() -> None:
    game = earned("EKJ", 100, Ada=2, Bruno=1).at("dividend")
    paid = game.apply(PayDividend(ADA, True))
    assert state_of(game).bank.cash - state_of(paid).bank.cash == 75
    assert state_of(paid).companies["EKJ"].cash == 0
    kept = game.apply(PayDividend(ADA, False))
    assert state_of(game).bank.cash - state_of(kept).bank.cash == 100


@pytest.mark.rule("RCZ-VIII.8.11", "RCZ-IX.2.1")
@pytest.mark.parametrize(("company", "before", "after"), [("EKJ", 50, 55), ("BTE", 60, 65), ("Sx", 90, 110)])
def test_a_dividend_moves_the_price_right(company: str, before: int, after: int) -> None:
    position = earned(company, 40, Ada=book().size(company).opens)
    if company == "Sx":
        position.tiles("A7 8896@2").home("Sx", "A7")
    game = position.at("dividend")
    assert price(game, company) == before
    assert price(game.apply(PayDividend(ADA, True)), company) == after


@pytest.mark.rule("RCZ-VIII.8.12", "RCZ-IX.2.2")
def test_keeping_moves_the_price_left() -> None:
    position = earned("EKJ", 40, Ada=2)
    position.state.companies["EKJ"].cell = book().cell_of[55]
    game = position.at("dividend")
    assert price(game.apply(PayDividend(ADA, False)), "EKJ") == 50


@pytest.mark.rule("RCZ-VIII.8.12", "RCZ-VIII.8.13", "RCZ-VIII.8.14", "RCZ-VIII.8.7")
def test_without_revenue_the_price_falls_and_nobody_is_asked() -> None:
    position = turn("EKJ", first=True).tiles(LINE)
    position.state.companies["EKJ"].cell = book().cell_of[55]
    game = position.at("run")
    assert not offered(game, PayDividend)
    assert price(game, "EKJ") == 50
    assert state_of(game).flow.step > 4


@pytest.mark.rule("RCZ-VIII.8.6", "WCZ-9")
def test_the_revenue_table_counts_in_tens() -> None:
    revenues = {"BN": 70, "ATE": 190, "OFE": 510, "Sx": 550}
    picture = draw_revenue_table(revenues, {})
    found: dict[str, int] = {}
    for space, body in re.findall(r'data-space="(\d+)"(.*?)(?=data-space|$)', picture, re.DOTALL):
        found |= dict.fromkeys(re.findall(r'data-company="(\w+)"', body), int(space))
    assert found == {"BN": 7, "ATE": 19, "OFE": 51, "Sx": 55}


@pytest.mark.rule("RCZ-VIII.8.6")
def test_the_company_remembers_what_it_earned() -> None:
    game = turn("EKJ").tiles(LINE).trains("EKJ", "2a").at("run")
    ran = game.apply(run(game, "2: D4/0 D2/0"))
    assert state_of(ran).companies["EKJ"].revenue == 40
    idle = turn("EKJ").tiles(LINE)
    idle.state.companies["EKJ"].revenue = 40
    assert state_of(idle.at("run")).companies["EKJ"].revenue == 0


@pytest.mark.rule("RCZ-XI.2.8")
def test_in_moravia_a_dividend_moves_one_space() -> None:
    position = turn("Sx", title="18cz-moravia", players=3, cash=0)
    position.state.turn.revenue = 50
    game = position.at("dividend")
    facts = book("moravia")
    assert price_of(facts, state_of(game).companies["Sx"]) == 50
    assert price_of(facts, state_of(game.apply(PayDividend(ADA, True))).companies["Sx"]) == 55
