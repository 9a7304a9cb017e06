"""The order of an operating round and the income of companies (4.1, 4.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import FULL, incomes, position
from tests.titles.sardinia.steps import INCOME, TRACK, TRAINS, at, end_turn, lay, new

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import PayDividend, RepayLoans, SellShares
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import GiveMaritime
from piercy.titles.sardinia.operating import OperatingRound
from piercy.titles.sardinia.state import TURN

PAY, KEEP = PayDividend("Alan", True), PayDividend("Alan", False)


def fms(**more: Any) -> SardiniaScenario:
    made = position(more.pop("players", 2)).phase(more.pop("phase", 2))
    return made.company("FMS", more.pop("price", 100), "Alan", more.pop("singles", {"Alan": 1}), **more)


@pytest.mark.rule("R65-4.1.1")
def test_the_round_begins_with_maritime_income() -> None:
    made = fms().maritimes("Alan", "M1", "M2").maritimes("Bob", "M3")
    game = made.begin("operating")
    assert [event.key for event in game.log][:3] == [
        "operating_round_began",
        "maritime_income",
        "maritime_income",
    ]
    assert ask.cash(game, "Alan") == ask.cash(made, "Alan") + 40
    assert ask.cash(game, "Bob") == ask.cash(made, "Bob") + 20


@pytest.mark.rule("R65-4.1.2", "R65-4.1.3", "R65-4.1.4", "R65-4.1.8")
def test_every_floated_company_operates_once_highest_first() -> None:
    made = position(3).company("FA", 80, "Bob", {"Bob": 1}).company("FMS", 100, "Alan", {"Alan": 1})
    made.company("RCSF", 100, "Carl", {"Carl": 1}).company("SFS", 90, "Bob", floated=False)
    game = made.begin("operating")
    order = []
    while ask.round_number(game) == 1:
        order.append(ask.on_turn(game))
        game = end_turn(game)
    assert order == ["FMS", "RCSF", "FA"]
    assert ask.round_number(game) == 2
    while ask.round_number(game) == 2:
        game = end_turn(game)
    assert ask.round_name(game) in ("prelude", "stock")


def overtaken(**options: Any) -> Game:
    """FMS must buy; for the money Alan can sell RCSF, which would fall under FA. Both have yet to operate."""
    made = position(3, **options).phase(3).cash("Alan", 0)
    made.company("FMS", 150, "Alan", {"Alan": 1}, traffic=3, cash=100)
    made.company("RCSF", 100, "Alan", {"Alan": 1, "Bob": 1}, cash=0)
    made.company("FA", 90, "Carl", {"Carl": 1})
    game = at(made.begin("operating"), TRAINS)
    return play(game, new("PH3"))


@pytest.mark.rule("R65-4.1.5", "R65-4.8.8")
def test_the_order_is_determined_afresh() -> None:
    game = play(overtaken(), SellShares("Alan", "RCSF", 1))
    assert ask.trains(game, "FMS") == ["PH3"]
    assert ask.price(game, "RCSF") == 90
    assert ask.on_turn(game) == "FA"


@pytest.mark.rule("R65-4.1.5")
def test_the_order_may_be_fixed_by_ruling() -> None:
    game = play(overtaken(fixed_order=True), SellShares("Alan", "RCSF", 1))
    assert ask.on_turn(game) == "RCSF"


@pytest.mark.rule("R65-4.1.6")
def test_the_steps_have_a_fixed_order() -> None:
    assert tuple(step.name for step in OperatingRound(FULL.facts).steps) == TURN
    game = fms(traffic=3, trains=["PH2"], cash=300).begin("operating")
    assert ask.step(game) == "track"
    assert broken_rule(game, PAY) == "R65-4.1.6"
    assert broken_rule(game, new("PH2")) == "R65-4.1.6"
    game = play(at(game, INCOME), KEEP)
    assert broken_rule(game, lay("E33", "9", 0)) == "R65-4.1.6"
    assert broken_rule(game, KEEP) == "R65-4.1.6"


@pytest.mark.rule("R65-4.1.4")
def test_only_the_president_of_the_company_on_turn_acts() -> None:
    game = fms().begin("operating")
    assert broken_rule(game, Pass("Bob")) == "R65-4.1.4"
    assert broken_rule(game, lay("E33", "9", 0, "Bob")) == "R65-4.1.4"


@pytest.mark.rule("R65-4.1.7")
@pytest.mark.parametrize("step", [TRACK, INCOME, TRAINS])
def test_cards_are_given_and_loans_repaid_at_any_moment(step: str) -> None:
    made = fms(traffic=3, trains=["PH2"], cash=720, loans=1).maritimes("Alan", "M1")
    game = at(made.begin("operating"), step)
    assert ask.step(game) == step
    after = play(game, GiveMaritime("Alan", "M1"), RepayLoans("Alan", 500))
    assert ask.step(after) == step
    assert ask.maritimes(after, "FMS") == ["M1"]
    assert ask.loan(after, "FMS") == 0


@pytest.mark.rule("T65-21", "R65-4.5.1")
@pytest.mark.parametrize(
    ("traffic", "trains", "expected"),
    [(14, ["PH2", "PH2"], 140), (30, ["PH2", "PH3"], 220), (16, ["PH2", "PH2"], 160), (5, [], 0)],
)
def test_revenue_is_the_smaller_of_traffic_and_coverage(
    traffic: int, trains: list[str], expected: int
) -> None:
    made = fms(phase=3, traffic=traffic, trains=trains).still()
    assert ask.revenue_of(made, "FMS") == expected


@pytest.mark.rule("R65-4.5.1", "R65-2.6.11")
def test_maritime_cards_cover_eight_each_but_not_without_a_train() -> None:
    with_train = fms(traffic=30, trains=["PH2"], maritimes=["M1", "M2"]).still()
    assert ask.coverage(with_train, "FMS") == 8 + 8 + 8
    assert ask.revenue_of(with_train, "FMS") == 240
    without = fms(traffic=30, maritimes=["M1", "M2"]).still()
    assert ask.coverage(without, "FMS") == 0
    assert ask.revenue_of(without, "FMS") == 0


@pytest.mark.rule("R65-4.5.2")
def test_running_uses_up_no_traffic() -> None:
    game = end_turn(fms(traffic=7, trains=["PH2"]).begin("operating"))
    assert ask.traffic(game, "FMS") == 7
    assert incomes(end_turn(game)) == [70, 70]


@pytest.mark.rule("R65-4.5.3", "R65-4.5.4")
def test_all_is_paid_or_all_is_withheld() -> None:
    game = at(fms(traffic=7, trains=["PH2"]).begin("operating"), INCOME)
    assert broken_rule(game, Pass("Alan")) == "R65-4.5.3"
    assert sorted(offered(game, PayDividend), key=str) == sorted([PAY, KEEP], key=str)
    kept, paid = play(game, KEEP), play(game, PAY)
    assert ask.cash(kept, "FMS") == 70
    assert ask.cash(paid, "FMS") == 70 * 2 // 5


@pytest.mark.rule("T65-31", "R65-4.5.5", "R65-4.5.6", "R65-4.5.7")
def test_the_dividend_of_a_minor() -> None:
    made = fms(traffic=7, trains=["PH2"], dragons=1)
    game = at(made.begin("operating"), INCOME)
    bank, alan = ask.cash(game, ask.BANK), ask.cash(game, "Alan")
    game = play(game, PAY)
    assert ask.cash(game, "Alan") == alan + 42
    assert ask.cash(game, "FMS") == 14
    assert ask.cash(game, ask.BANK) == bank - 42 - 14


@pytest.mark.rule("R65-4.5.5", "R65-4.5.6", "R65-4.5.7")
def test_the_dividend_of_a_major() -> None:
    made = fms(
        traffic=13, trains=["PH2", "PH2"], major=True, pool=2, dragons=1, singles={"Alan": 1, "Bob": 2}
    )
    game = at(made.begin("operating"), INCOME)
    before = ask.purses(game)
    game = play(game, PAY)
    assert ask.cash(game, "Alan") - before["Alan"] == 3 * 13
    assert ask.cash(game, "Bob") - before["Bob"] == 2 * 13
    assert ask.cash(game, "FMS") == 2 * 13


@pytest.mark.rule("R65-4.5.8")
def test_withheld_revenue_comes_from_the_bank() -> None:
    game = at(fms(traffic=7, trains=["PH2"]).begin("operating"), INCOME)
    after = play(game, KEEP)
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) - 70


@pytest.mark.rule("R65-4.5.9")
def test_how_the_price_moves() -> None:
    game = at(fms(traffic=7, trains=["PH2"]).begin("operating"), INCOME)
    assert ask.price(play(game, PAY), "FMS") == 110
    assert ask.price(play(game, KEEP), "FMS") == 100
    assert ask.price(at(fms().begin("operating"), TRAINS), "FMS") == 90


@pytest.mark.rule("R65-4.5.10")
def test_a_company_without_trains_falls_in_its_first_turn_too() -> None:
    game = at(fms(operated=False, traffic=3, cash=100).begin("operating"), TRAINS)
    assert incomes(game)[0] == 0
    assert ask.price(game, "FMS") == 90
    assert not ask.operated(game, "FMS")
