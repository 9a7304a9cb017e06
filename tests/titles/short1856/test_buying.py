"""Buying trains (chapter 7)."""

from __future__ import annotations

import pytest

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, DiscardTrain
from piercy.rail.train_sales import BuyTrains
from piercy.testing import moves
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.testing.moves import inside, player
from piercy.testing.scenario import Short1856Scenario, scenario
from piercy.titles.short1856.book import book
from piercy.titles.short1856.trains import Shop


def table(phase: int, cash: int) -> Short1856Scenario:
    return (
        scenario("1856-short", players=4, seed=1)
        .phase(phase)
        .cash("LPS", cash)
        .on_turn("LPS")
        .at_step("trains")
    )


def buy(game: Game, train: str, source: str = "depot") -> Game:
    return game.apply(BuyTrain(player(game, "LPS"), train, source))


def broken_rule(game: Game, train: str, source: str = "depot") -> str:
    return moves.broken_rule(game, BuyTrain(player(game, "LPS"), train, source))


@pytest.mark.rule("R56-7.1", "R56-7.7")
def test_any_number_that_can_be_paid() -> None:
    after = buy(buy(table(1, 330).game(), "2"), "2")
    assert ask.trains(after, "LPS") == ["2", "2"]
    assert after.actor == player(after, "LPS")
    assert broken_rule(table(2, 230).pool("4").game(), "4", "pool") == "R56-7.1"


@pytest.mark.rule("R56-7.2")
@pytest.mark.parametrize(
    ("kind", "phase", "price"), [("2", 1, 100), ("3", 1, 225), ("4", 2, 350), ("5", 3, 550)]
)
def test_list_prices(kind: str, phase: int, price: int) -> None:
    game = table(phase, 900).next_train(kind).game()
    after = buy(game, kind)
    assert ask.cash(after, player(game, "LPS")) == 900 - price
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) + price


@pytest.mark.rule("R56-7.3")
def test_no_train_from_another_company() -> None:
    game = table(1, 500).trains("CA", "2").game()
    assert broken_rule(game, "2", "CA") == "R56-7.3"
    assert broken_rule(game, "2", player(game, "CA")) == "R56-7.3"
    with pytest.raises(InvalidAction, match="not from 'a shop'"):
        buy(game, "2", "a shop")
    with pytest.raises(InvalidAction, match="unknown train '9'"):
        buy(game, "9")


@pytest.mark.rule("R56-7.4")
def test_the_bank_sells_by_type() -> None:
    assert broken_rule(table(1, 900).game(), "3") == "R56-7.4"
    game = table(1, 900).game()
    assert len(set(ask.depot(game))) > 1
    with pytest.raises(IllegalAction, match="the bank sells 2-trains now, not 3-trains"):
        game.check(BuyTrain(str(game.actor), "3", "depot"))
    nearly = table(1, 900)
    last = nearly.gone(*ask.depot(nearly)[1:]).game()
    with pytest.raises(IllegalAction, match="sells 2-trains"):
        last.check(BuyTrain(str(last.actor), "3", "depot"))


@pytest.mark.rule("R56-7.5")
def test_the_market_sells_in_any_order_and_opens_no_phase() -> None:
    game = table(2, 900).pool("4", "3").game()
    after = buy(game, "4", "pool")
    assert ask.phase(after) == ask.phase(game)
    assert ask.pool(after) == ["3"]
    assert broken_rule(after, "4", "pool") == "R56-7.5"


@pytest.mark.rule("R56-7.6", "T56-10")
def test_four_trains_in_phase_two_are_the_limit() -> None:
    full = table(2, 1500).trains("LPS", "2", "2", "2").next_train("4").pool("3").game()
    last = buy(full, "3", "pool")
    assert len(ask.trains(last, "LPS")) == 4
    assert last.actor != player(last, "LPS"), "there is nothing left to buy"


@pytest.mark.rule("R56-7.8")
def test_nobody_has_to_buy() -> None:
    game = table(1, 500).game()
    after = game.apply(Pass(player(game, "LPS")))
    assert ask.trains(after, "LPS") == []
    assert after.actor == player(game, "WGB")


@pytest.mark.rule("R56-7.9")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_last_phase_has_trains_enough_for_all(players: int) -> None:
    supply = book().tables[players].trains
    limit = book().phases[3 if supply["5"] else 2].train_limit
    assert sum(supply[kind] for kind in "345") >= limit * players


@pytest.mark.rule("R56-7.5")
def test_the_market_sells_what_was_discarded_in_this_turn() -> None:
    game = table(2, 900).trains("LPS", "2").trains("CA", "3", "3", "3", "3").next_train("4").game()
    game = buy(game, "4")
    assert game.actor == player(game, "CA")
    game = game.apply(DiscardTrain(player(game, "CA"), "3"))
    assert game.actor == player(game, "LPS")
    assert BuyTrain(player(game, "LPS"), "3", "pool") in game.actions()
    after = buy(game, "3", "pool")
    assert ask.phase(after) == ask.phase(game)
    assert ask.trains(after, "LPS") == ["4", "3"]
    assert ask.cash(after, player(game, "LPS")) == 900 - 350 - 225


@pytest.mark.rule("R56-7.9")
@pytest.mark.parametrize("players", range(2, 7))
def test_whoever_is_below_the_limit_finds_a_train_for_sale(players: int) -> None:
    last = 3 if book().tables[players].trains["5"] else 2
    seen: set[int] = set()

    def look(game: Game) -> None:
        phase = next(number for number, phase in enumerate(book().phases) if phase.name == ask.phase(game))
        limit = book().phases[phase].train_limit
        seen.add(phase)
        if phase < last:
            assert ask.depot(game), "the bank cannot be empty before the last phase"
        owned = [len(ask.trains(game, name)) for name in ask.companies(game)]
        if max(owned) <= limit and min(owned) < limit:  # while trains are being discarded nothing is sold
            assert ask.depot(game) or ask.pool(game)

    for seed in range(1, 9):
        random_game("1856-short", players, seed, every_step=look)
    assert len(seen) > 1


@pytest.mark.rule("R56-7.7", "R56-7.5")
def test_buying_goes_on_after_the_phase_has_changed() -> None:
    game = buy(table(2, 800).trains("LPS", "2", "2", "3").next_train("4").pool("3").game(), "3", "pool")
    assert game.actor != player(game, "LPS")
    game = buy(table(2, 800).trains("LPS", "2", "3").next_train("4").pool("3").game(), "4")
    assert ask.phase(game) == "3"
    assert ask.trains(game, "LPS") == ["3", "4"]
    after = buy(game, "3", "pool")
    assert ask.trains(after, "LPS") == ["3", "4", "3"]


@pytest.mark.rule("R56-7.6", "T56-10")
@pytest.mark.parametrize(("train", "source"), [("4", "depot"), ("3", "pool")])
def test_a_fifth_train_is_refused(train: str, source: str) -> None:
    made = table(2, 1500).trains("LPS", "2", "2", "2", "3").next_train("4").pool("3").at_step("run")
    game = made.game()
    action = BuyTrain(player(game, "LPS"), train, source)
    with pytest.raises(IllegalAction) as refusal:
        BuyTrains(Shop(book())).check(inside(game), action)
    assert refusal.value.rule == "R56-7.6"
