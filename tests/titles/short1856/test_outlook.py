"""What the expert of the 1856 short game thinks of positions."""

from __future__ import annotations

from collections.abc import Sequence

from piercy.core import registry
from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.core.title import POINT
from piercy.rail.actions import BuyTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.outlook import Advice, HasOutlook
from piercy.testing import questions as ask
from piercy.testing.moves import player
from piercy.testing.scenario import Short1856Scenario, scenario

TILES = "C14 14@1, B15 7@0, D15 8@3, D17 57@0"


def table(phase: int = 2) -> Short1856Scenario:
    return scenario("1856-short", players=2, seed=1).phase(phase).tiles(TILES).on_turn("LPS")


def advice(game: Game) -> Sequence[Advice]:
    title = registry.title("1856-short")
    assert isinstance(title, HasOutlook)
    return title.advise(game)


def best(game: Game) -> Action:
    return advice(game)[0].action


def lead(game: Game, company: str) -> int:
    return ask.outlook(game, player(game, company))


def test_cash_and_trains_make_a_lead() -> None:
    even = table().trains("LPS", "3").trains("CA", "3").at("run")
    rich = table().trains("LPS", "3").trains("CA", "3").cash("LPS", 400).at("run")
    strong = table().trains("LPS", "3", "4").trains("CA", "3").at("run")
    assert lead(rich, "LPS") > lead(even, "LPS")
    assert lead(strong, "LPS") > lead(even, "LPS")
    assert lead(even, "LPS") == -lead(even, "CA")


def test_when_the_game_is_over_the_lead_is_the_lead() -> None:
    game = table().cash("LPS", 700).cash("CA", 500).over().game()
    assert lead(game, "LPS") == 200 * POINT


def test_the_first_tile_joins_the_home_to_a_place_that_pays() -> None:
    game = (
        scenario("1856-short", players=2, seed=1).on_turn("LPS").trains("LPS", "2").cash("LPS", 0).at("track")
    )
    tile = best(game)
    assert isinstance(tile, LayTile)
    after = game.apply(tile)
    # Sarnia lies beside Maudaumin: a train can run at once
    assert ask.best_run(after).certificate.total == 50


def test_a_train_that_runs_for_many_rounds_is_bought() -> None:
    game = scenario("1856-short", players=2, seed=1).tiles("C14 57@2").on_turn("LPS").at("trains")
    assert isinstance(best(game), BuyTrain)


def test_no_train_is_bought_that_will_not_run_again() -> None:
    game = table().trains("LPS", "3").trains("CA", "3").cash("LPS", 900).last_round().at("trains")
    assert isinstance(best(game), Pass)


def test_who_leads_breaks_the_bank() -> None:
    game = table().trains("LPS", "3").trains("CA", "3").cash("LPS", 1900).cash("CA", 1050).at("run")
    assert isinstance(best(game), RunTrains)
    assert advice(game)[0].reason.key == "run_to_the_end"


def test_a_first_train_that_rusts_those_of_others_is_bought_and_the_reason_says_so() -> None:
    made = table(2).trains("LPS", "3", "3").trains("CA", "2", "2", "2").cash("LPS", 500).cash("CA", 400)
    game = made.next_train("4").at("trains")
    first = advice(game)[0]
    assert isinstance(first.action, BuyTrain)
    assert first.reason.key == "train_that_rusts"


def test_no_train_is_bought_that_ends_the_game_while_behind() -> None:
    # the first 4-train would leave CA without any, and unable to buy another: the game would end, 150 to 200
    made = table(2).trains("LPS", "3", "3").trains("CA", "2", "2", "2").cash("LPS", 500).cash("CA", 200)
    assert isinstance(best(made.next_train("4").at("trains")), Pass)


def test_a_station_in_the_last_round_is_not_worth_its_price() -> None:
    game = table().trains("LPS", "3").cash("LPS", 900).last_round().at("token")
    assert not isinstance(best(game), PlaceToken)


def test_advice_is_on_offer_and_the_same_again() -> None:
    game = table().trains("LPS", "3").cash("LPS", 500).at("track")
    found = advice(game)
    assert list(found) == list(advice(game))
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    for one in found:
        game.check(one.action)
