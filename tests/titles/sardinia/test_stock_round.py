"""The stock round: turns, passing, the end and the priority (3.1, 3.3, 3.13)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import position

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario

GREEN = {"trains": ["PH2", "PH2"], "tokens": ["F32"]}
"""Rank 6: green in the first row."""


def green_fms(players: int = 2, **options: object) -> SardiniaScenario:
    """FMS is green, and the Dragons can still buy one certificate of it."""
    return position(players, **options).company("FMS", 80, "Alan", {"Alan": 1}, dragons=1, **GREEN)  # type: ignore[arg-type]


def ended(game: Game) -> bool:
    """Whether the round with which the story began is over."""
    return bool(events(game, "priority_dealt"))


@pytest.mark.rule("R65-3.1.1", "R65-3.12.9")
def test_the_operations_before_the_round_come_first_and_are_empty_at_the_start() -> None:
    game = position().phase(3).company("FMS", 80, "Alan", {"Alan": 1}, row=2).begin("prelude")
    told = [event.key for event in game.log]
    assert told.index("rank_row_moved") < told.index("stock_round_began")
    fresh = position().begin("prelude")
    assert [event.key for event in fresh.log] == ["stock_round_began", "dragons_bought_nothing"]


@pytest.mark.rule("R65-3.1.2", "T65-05")
def test_the_dragons_have_a_turn_before_every_player() -> None:
    game = (
        position(3)
        .phase(5)
        .priority("Alan")
        .company("SFSS", 100, "Bob", {"Bob": 1}, major=True, row=2, trains=["PH3", "PH3"])
        .company("FCS", 80, "Bob", {"Alan": 1}, major=True, row=2, trains=["PH4"], dragons=1)
        .begin("stock")
    )
    assert [event["company"] for event in events(game, "dragons_bought")] == ["SFSS"]
    assert game.actor == "Alan"
    game = play(game, SellShares("Alan", "FCS", 1))
    assert len(events(game, "dragons_bought")) == 1, "his turn goes on"
    game = play(game, BuyShare("Alan", "SFSS", "offer"))
    assert len(events(game, "dragons_bought")) == 2
    assert game.actor == "Bob"
    game = play(game, Pass("Bob"))
    assert len(events(game, "dragons_bought")) == 3
    assert game.actor == "Carl"


@pytest.mark.rule("R65-3.1.3", "R65-3.1.5")
def test_who_passed_or_traded_has_another_turn() -> None:
    game = position(2).begin("stock")
    game = play(game, Pass("Alan"), StartCompany("Bob", "FMS", 60))
    assert game.actor == "Alan"
    game = play(game, BuyShare("Alan", "FMS", "offer"), Pass("Bob"))
    assert game.actor == "Alan", "whoever traded is certain to have one more turn"
    assert ended(play(game, Pass("Alan")))


@pytest.mark.rule("R65-3.1.4", "T65-39")
@pytest.mark.parametrize("restart", [True, False])
def test_the_round_ends_after_all_passed_since_the_last_trade(restart: bool) -> None:
    game = (
        position(2, dragons_restart_passes=restart)
        .company("FMS", 80, "Alan", {"Alan": 1}, **GREEN)  # type: ignore[arg-type]
        .begin("stock")
    )
    assert len(events(game, "dragons_bought")) == 1
    game = play(game, Pass("Alan"))
    assert len(events(game, "dragons_bought")) == 2, "the Dragons buy between the passes"
    game = play(game, Pass("Bob"))
    if restart:
        assert (game.actor, ended(game)) == ("Alan", False)
        game = play(game, Pass("Alan"))
    assert ended(game)


@pytest.mark.rule("R65-3.3.1", "R65-3.1.2")
def test_sales_come_before_the_one_purchase() -> None:
    made = position(2).company("FMS", 80, "Bob", {"Alan": 1}).company("FA", 70, "Bob", {"Alan": 1})
    game = play(made.begin("stock"), SellShares("Alan", "FMS", 1), SellShares("Alan", "FA", 1))
    game = play(game, StartCompany("Alan", "SFS", 60))
    assert game.actor == "Bob", "the purchase ends the turn"
    assert broken_rule(game, SellShares("Alan", "FMS", 1)) == "R65-3.1.2"


@pytest.mark.rule("R65-3.3.2")
def test_a_turn_with_a_sale_only_is_no_pass() -> None:
    game = position(2).company("FMS", 80, "Bob", {"Alan": 1, "Bob": 1}).begin("stock")
    game = play(game, SellShares("Alan", "FMS", 1), Pass("Alan"), Pass("Bob"))
    assert (ended(game), game.actor) == (False, "Alan")
    assert ended(play(game, Pass("Alan")))


@pytest.mark.rule("R65-3.13.1")
def test_the_priority_goes_to_the_left_of_the_last_who_traded() -> None:
    game = position(3).begin("stock")
    game = play(game, Pass("Alan"), StartCompany("Bob", "FMS", 60), Pass("Carl"), Pass("Alan"), Pass("Bob"))
    assert ask.priority(game) == "Carl"


@pytest.mark.rule("R65-3.13.1", "R65-3.2.25")
def test_the_dragons_do_not_move_the_priority() -> None:
    game = green_fms().priority("Bob").begin("stock")
    assert len(events(game, "dragons_bought")) == 1
    game = play(game, Pass("Bob"), Pass("Alan"))
    assert (ended(game), ask.priority(game)) == (True, "Bob")


@pytest.mark.rule("R65-3.13.2")
def test_the_priority_stays_if_nobody_trades() -> None:
    game = play(position(3).priority("Carl").begin("stock"), Pass("Carl"), Pass("Alan"), Pass("Bob"))
    assert ask.priority(game) == "Carl"


@pytest.mark.rule("R65-3.13.3", "R65-3.11.7")
def test_no_bonus_for_companies_that_are_sold_out() -> None:
    game = position(2).company("FMS", 80, "Alan", {"Alan": 1, "Bob": 1}).begin("stock")
    game = play(game, Pass("Alan"), BuyShare("Bob", "FMS", "offer"))
    assert ask.offer(game, "FMS") == 0
    game = play(game, Pass("Alan"), Pass("Bob"))
    assert ask.price(game, "FMS") == 80
