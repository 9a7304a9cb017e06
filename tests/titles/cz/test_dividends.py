"""Step 4 of a turn: revenue and dividends [RCZ-VIII.8]."""

from __future__ import annotations

import re

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, turn

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import PayDividend
from piercy.render.charter import draw_revenue_table
from piercy.testing import questions as ask
from piercy.testing.moves import offered, refused, run
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.book import book
from piercy.titles.cz.dividends import dividend

LINE = "D4 57@1, D2 57@1"


def earned(company: str, revenue: int, **shares: int) -> CzScenario:
    """A company that has just earned something."""
    position = turn(company, cash=0).phase("d").shares(company, **shares)
    position.earned(revenue)
    return position


def gains(before: Game, after: Game) -> dict[str, int]:
    return {name: ask.cash(after, name) - ask.cash(before, name) for name in ask.players(before)}


@pytest.mark.rule("RCZ-VIII.8.8", "RCZ-IV.2a.3", "RCZ-VIII.3.1")
def test_everything_is_paid_or_everything_kept() -> None:
    game = earned("EKJ", 40, Ada=2, Bruno=1).at("dividend")
    assert offered(game, PayDividend) == [PayDividend(ADA, True), PayDividend(ADA, False)]
    refused(game, Pass(ADA), "RCZ-VIII.8.8")
    paid, kept = game.apply(PayDividend(ADA, True)), game.apply(PayDividend(ADA, False))
    assert ask.cash(paid, "EKJ") == 0
    assert ask.cash(kept, "EKJ") == 40
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
    assert ask.cash(game, ask.BANK) - ask.cash(paid, ask.BANK) == 75
    assert ask.cash(paid, "EKJ") == 0
    kept = game.apply(PayDividend(ADA, False))
    assert ask.cash(game, ask.BANK) - ask.cash(kept, ask.BANK) == 100


@pytest.mark.rule("RCZ-VIII.8.11", "RCZ-IX.2.1")
@pytest.mark.parametrize(("company", "before", "after"), [("EKJ", 50, 55), ("BTE", 60, 65), ("Sx", 90, 110)])
def test_a_dividend_moves_the_price_right(company: str, before: int, after: int) -> None:
    position = earned(company, 40, Ada=book().size(company).opens)
    if company == "Sx":
        position.tiles("A7 8896@2").home("Sx", "A7")
    game = position.at("dividend")
    assert ask.price(game, company) == before
    assert ask.price(game.apply(PayDividend(ADA, True)), company) == after


@pytest.mark.rule("RCZ-VIII.8.12", "RCZ-IX.2.2")
def test_keeping_moves_the_price_left() -> None:
    position = earned("EKJ", 40, Ada=2)
    position.price("EKJ", 55)
    game = position.at("dividend")
    assert ask.price(game.apply(PayDividend(ADA, False)), "EKJ") == 50


@pytest.mark.rule("RCZ-VIII.8.12", "RCZ-VIII.8.13", "RCZ-VIII.8.14", "RCZ-VIII.8.7")
def test_without_revenue_the_price_falls_and_nobody_is_asked() -> None:
    position = turn("EKJ", first=True).tiles(LINE)
    position.price("EKJ", 55)
    game = position.at("run")
    assert not offered(game, PayDividend)
    assert ask.price(game, "EKJ") == 50
    assert ask.past(game, "dividend")


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
    assert ask.last_revenue(ran, "EKJ") == 40
    idle = turn("EKJ").tiles(LINE).last_revenue("EKJ", 40)
    assert ask.last_revenue(idle.at("run"), "EKJ") == 0


@pytest.mark.rule("RCZ-XI.2.8")
def test_in_moravia_a_dividend_moves_one_space() -> None:
    position = turn("Sx", title="18cz-moravia", players=3, cash=0)
    position.earned(50)
    game = position.at("dividend")
    book("moravia")
    assert ask.price(game, "Sx") == 50
    assert ask.price(game.apply(PayDividend(ADA, True)), "Sx") == 55
