"""The end of the game and the score (chapter 8)."""

from __future__ import annotations

import pytest

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, LayTile, RunTrains
from piercy.rail.routes import Route
from piercy.testing import questions as ask
from piercy.testing.moves import player
from piercy.testing.scenario import scenario


def last_run(bank: int, company: str = "LPS") -> Game:
    """The company runs for 60 against a nearly empty bank."""
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3").trains("CA", "3")
    made.tiles("C14 14@1, D15 8@3, D17 14@0").cash("LPS", 1000).bank(bank, against="CA")
    game = made.on_turn(company).at_step("run").game()
    path = ("B13/0", "C14/0") if company == "LPS" else ("C14/0", "D15", "D17/0")
    return game.apply(RunTrains(player(game, company), (Route("3", path),)))


def play_out(game: Game, company: str) -> Game:
    while not game.over and game.actor == player(game, company):
        game = game.apply(Pass(game.actor))
    return game


@pytest.mark.rule("T56-11", "R56-8.1", "R56-8.2", "R56-8.4", "R56-8.9")
def test_an_empty_bank_ends_the_game_after_the_round() -> None:
    game = last_run(60)
    assert ask.last_round(game)
    assert ask.cash(game, ask.BANK) == 1800
    assert sum(ask.purses(game).values()) == 3000
    game = play_out(game, "LPS")
    assert not game.over
    assert game.actor == player(game, "CA")
    ended = play_out(game, "CA")
    assert ended.over
    assert ask.ending(ended) == "end_triggered"


@pytest.mark.rule("T56-11", "R56-8.4")
def test_the_last_in_order_ends_it_with_his_turn() -> None:
    game = last_run(60, "CA")
    assert ask.last_round(game)
    assert play_out(game, "CA").over


@pytest.mark.rule("R56-8.2", "R56-8.9")
def test_payment_is_made_in_full_and_one_left_is_not_empty() -> None:
    assert ask.cash(last_run(10), ask.BANK) == 1750
    after = last_run(61)
    assert not ask.last_round(after)
    assert ask.cash(after, ask.BANK) == 1


@pytest.mark.rule("R56-8.3", "R56-8.1", "R56-8.10")
@pytest.mark.parametrize(("cash", "ends"), [(99, True), (100, False)])
def test_a_player_without_train_and_money(cash: int, ends: bool) -> None:
    game = scenario("1856-short", players=2, seed=1).cash("CA", cash).on_turn("LPS").game()
    game = play_out(game, "LPS")
    assert ask.last_round(game) is ends
    assert game.actor == player(game, "CA")
    assert play_out(game, "CA").over is ends


@pytest.mark.rule("R56-8.5")
def test_the_end_stays_though_money_returns() -> None:
    game = last_run(60)
    owner = player(game, "LPS")
    game = game.apply(BuyTrain(owner, "3", "depot"))
    assert ask.cash(game, ask.BANK) == 1800 + 225
    assert ask.last_round(game)
    assert play_out(play_out(game, "LPS"), "CA").over


@pytest.mark.rule("R56-8.6", "R56-8.9")
def test_the_bank_pays_on_below_nothing() -> None:
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3").tiles("C14 14@1")
    made.last_round().cash("LPS", 1000).bank(10, against="CA")
    game = made.on_turn("LPS").at_step("run").game()
    owner = player(game, "LPS")
    game = game.apply(RunTrains(owner, (Route("3", ("B13/0", "C14/0")),)))
    assert ask.cash(game, ask.BANK) == -50
    assert ask.cash(game, owner) == 1060


@pytest.mark.rule("R56-8.3")
def test_by_option_only_the_player_on_turn_is_tested() -> None:
    made = scenario("1856-short", players=2, seed=1, test_everybody=False).cash("CA", 99)
    game = play_out(made.on_turn("LPS").game(), "LPS")
    assert not ask.last_round(game), "it is not CA's turn"
    game = play_out(game, "CA")
    assert ask.last_round(game)
    assert game.over, "CA is the last in the order"


@pytest.mark.rule("R56-8.3")
def test_the_cheapest_train_on_sale_counts_the_market_included() -> None:
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3").next_train("4")
    made.cash("LPS", 600).cash("CA", 300)
    assert ask.last_round(play_out(made.on_turn("LPS").game(), "LPS"))
    cheap = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3").pool("3").next_train("4")
    cheap.cash("LPS", 600).cash("CA", 300)
    assert not ask.last_round(play_out(cheap.on_turn("LPS").game(), "LPS"))


@pytest.mark.rule("R56-8.3")
def test_the_test_waits_for_the_end_of_the_turn() -> None:
    """Between two purchases LPS has no money, but a train; CA is not tested before the turn ends."""
    made = scenario("1856-short", players=2, seed=1).cash("LPS", 300).cash("CA", 99)
    game = made.on_turn("LPS").at_step("trains").game()
    game = game.apply(BuyTrain(player(game, "LPS"), "2", "depot"))
    assert not ask.last_round(game)
    assert ask.last_round(play_out(game, "LPS"))


@pytest.mark.rule("R56-8.10")
def test_the_stranded_player_still_plays_his_turn() -> None:
    game = play_out(scenario("1856-short", players=2, seed=1).cash("CA", 50).on_turn("LPS").game(), "LPS")
    owner = player(game, "CA")
    assert ask.last_round(game)
    assert game.actor == owner
    game = game.apply(LayTile(owner, "D17", "57", 1))
    assert ask.tile_on(game, "D17") == ("57", 1)
    game = play_out(game, "CA")
    assert game.over
    assert game.scores()[owner] == 50, "he is scored like the others"


@pytest.mark.rule("R56-8.7", "R56-8.8")
@pytest.mark.parametrize(
    ("bbg", "lps", "winners"), [(500, 400, ["BBG"]), (500, 500, ["BBG", "LPS"]), (50, 60, ["WGB", "CA"])]
)
def test_the_richest_wins_and_equals_share_the_win(bbg: int, lps: int, winners: list[str]) -> None:
    made = scenario("1856-short", players=4, seed=1).cash("BBG", bbg).cash("LPS", lps)
    made.last_round().trains("CA", "2", "2")
    game = made.on_turn("CA").game()
    game = play_out(game, "CA")
    assert game.over
    assert set(game.winners()) == {player(game, company) for company in winners}


@pytest.mark.rule("R56-8.7")
def test_nothing_but_cash_counts() -> None:
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "3", "3").tokens("LPS", "D17")
    game = made.cash("LPS", 500).cash("CA", 500).game()
    assert set(game.scores().values()) == {500}
    richer = made.cash("CA", 501).game()
    assert richer.scores() == {player(richer, "LPS"): 500, player(richer, "CA"): 501}


@pytest.mark.rule("R56-8.11")
@pytest.mark.parametrize(("limit", "over"), [(1, True), (2, True), (3, False), (0, False)])
def test_idle_rounds_stop_the_game_only_by_the_guard(limit: int, over: bool) -> None:
    game = scenario("1856-short", players=2, seed=1, idle_limit=limit).game()
    for company in ("LPS", "CA") * 2:
        game = play_out(game, company)
    assert game.over is over
    stopped = [event.fields for event in game.latest_events if event.key == "game_stopped"]
    assert stopped == ([{"rounds": limit, "reason": "idle"}] if over else [])
    if over:
        assert ask.ending(game) == "idle_limit"
