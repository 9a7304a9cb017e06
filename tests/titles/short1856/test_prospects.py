"""What a player may expect to end with, as bots see it."""

from __future__ import annotations

from piercy.core.game import Game
from piercy.core.title import POINT
from piercy.testing import questions as ask
from piercy.testing.moves import player
from piercy.testing.scenario import Short1856Scenario, scenario

TILES = "C14 14@1, B15 7@0, D15 8@3, D17 57@0"


def table(phase: int = 2) -> Short1856Scenario:
    made = scenario("1856-short", players=2, seed=1).phase(phase).tiles(TILES)
    return made.cash("CA", 600).on_turn("LPS").at_step("track")


def prospects(game: Game, company: str = "LPS") -> int:
    return ask.prospects(game, player(game, company))


def test_without_a_train_there_is_cash_and_hope() -> None:
    poor, rich = table().cash("LPS", 100).game(), table().cash("LPS", 200).game()
    assert prospects(rich) > prospects(poor) >= 100 * POINT


def test_a_train_is_worth_its_income() -> None:
    assert prospects(table().trains("LPS", "3").game()) > prospects(table().game())


def test_a_train_that_will_rust_is_worth_less_than_one_that_stays() -> None:
    # on this board both earn the same: Sarnia - Maudaumin
    made = scenario("1856-short", players=2, seed=1).tiles("C14 57@2").on_turn("LPS").at_step("track")
    rusting = made.trains("LPS", "2").next_train("3").game()
    made = scenario("1856-short", players=2, seed=1).tiles("C14 57@2").on_turn("LPS").at_step("track")
    lasting = made.trains("LPS", "3").next_train("3").game()
    assert prospects(lasting) > prospects(rusting)


def test_in_the_last_round_only_a_run_that_is_still_to_come_counts() -> None:
    made = table().trains("LPS", "3").cash("LPS", 900).last_round()
    game = made.at("run")
    cash = game.scores()[player(game, "LPS")]
    assert prospects(game) > cash * POINT
    assert prospects(made.at("trains")) == cash * POINT


def test_at_the_end_cash_is_all() -> None:
    game = table().trains("LPS", "3").cash("LPS", 321).over().game()
    assert prospects(game) == 321 * POINT
