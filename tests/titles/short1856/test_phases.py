"""Phases: chapter 2 of the digest."""

from __future__ import annotations

import pytest

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, DiscardTrain, LayTile
from piercy.testing import questions as ask
from piercy.testing.moves import player
from piercy.testing.scenario import scenario
from piercy.titles.short1856.book import book


def buy(game: Game, company: str, train: str, source: str = "depot") -> Game:
    return game.apply(BuyTrain(player(game, company), train, source))


def discard(game: Game, company: str, train: str) -> Game:
    return game.apply(DiscardTrain(player(game, company), train))


def trains(game: Game, company: str) -> list[str]:
    return sorted(ask.trains(game, company))


@pytest.mark.rule("R56-2.1")
def test_the_table_of_phases() -> None:
    assert [(p.name, p.opened_by, p.colours, p.train_limit, p.band) for p in book().phases] == [
        ("1", None, ("yellow",), 4, 0),
        ("2", "3", ("yellow", "green"), 4, 0),
        ("3", "4", ("yellow", "green"), 3, 0),
        ("4", "5", ("yellow", "green", "brown"), 2, 1),
    ]


@pytest.mark.rule("R56-2.1")
@pytest.mark.parametrize(("train", "phase"), [("2", 1), ("3", 2), ("4", 3), ("5", 4)])
def test_the_first_train_of_a_kind_opens_its_phase(train: str, phase: int) -> None:
    base = scenario("1856-short", players=4, seed=1).phase(max(phase - 1, 1)).next_train(train)
    game = buy(base.cash("BBG", 600).on_turn("BBG").at_step("trains").game(), "BBG", train)
    assert ask.phase(game) == str(phase)


@pytest.mark.rule("R56-2.1", "R56-2.2")
def test_a_phase_is_opened_once() -> None:
    base = scenario("1856-short", players=4, seed=1).phase(2).next_train("3").cash("BBG", 1000)
    first = buy(base.on_turn("BBG").at_step("trains").game(), "BBG", "3")
    second = buy(first, "BBG", "3")
    opened = [[e.key for e in game.latest_events].count("phase_opened") for game in (first, second)]
    assert (opened, ask.phase(second)) == ([0, 0], "2")
    new = buy(base.next_train("4").game(), "BBG", "4")
    again = buy(new, "BBG", "4")
    opened = [[e.key for e in game.latest_events].count("phase_opened") for game in (new, again)]
    assert (opened, ask.phase(again)) == ([1, 0], "3")


@pytest.mark.rule("R56-2.1")
def test_a_train_from_the_market_opens_no_phase() -> None:
    base = scenario("1856-short", players=4).phase(2).pool("4").cash("BBG", 400)
    game = buy(base.on_turn("BBG").at_step("trains").game(), "BBG", "4", "pool")
    assert ask.phase(game) == "2"


@pytest.mark.rule("R56-2.2", "R56-2.4")
def test_a_phase_change_is_resolved_before_anything_else() -> None:
    base = scenario("1856-short", players=4).phase(2).trains("CA", "3", "3", "3", "3").next_train("4")
    game = buy(base.cash("BBG", 1000).on_turn("BBG").at_step("trains").game(), "BBG", "4")
    assert game.actor == player(game, "CA")
    with pytest.raises(IllegalAction) as refused:
        game.check(BuyTrain(player(game, "BBG"), "4", "depot"))
    assert refused.value.rule == "R56-2.4"
    with pytest.raises(IllegalAction) as refused:
        game.check(Pass(player(game, "CA")))
    assert refused.value.rule == "R56-2.4"
    game = discard(game, "CA", "3")
    assert game.actor == player(game, "BBG")
    assert trains(buy(game, "BBG", "4"), "BBG") == ["4", "4"]


@pytest.mark.rule("R56-2.3")
def test_two_trains_leave_the_game_everywhere() -> None:
    base = scenario("1856-short", players=4).phase(2).trains("BBG", "2").trains("CA", "2", "2", "3")
    game = base.pool("2").next_train("4").cash("BBG", 350).on_turn("BBG").at_step("trains").game()
    ca_cash = ask.cash(game, player(game, "CA"))
    game = buy(game, "BBG", "4")
    assert (trains(game, "BBG"), trains(game, "CA")) == (["4"], ["3"])
    assert ask.pool(game) == []
    assert ask.gone(game).count("2") == 4
    assert ask.cash(game, player(game, "CA")) == ca_cash


@pytest.mark.rule("R56-2.4")
def test_all_companies_over_the_limit_discard_in_turn_order_from_the_buyer() -> None:
    base = scenario("1856-short", players=5).phase(3)
    base = base.trains("WGB", "4", "4").trains("BBG", "3", "3", "3").trains("TGB", "3", "3", "4")
    game = base.next_train("5").cash("WGB", 600).on_turn("WGB").at_step("trains").game()
    game = buy(game, "WGB", "5")
    purses = list(ask.purses(game).values())
    order = []
    for company, train in (("WGB", "5"), ("TGB", "4"), ("BBG", "3")):
        order.append(game.actor)
        game = discard(game, company, train)
    assert order == [player(game, c) for c in ("WGB", "TGB", "BBG")]
    assert sorted(ask.pool(game)) == ["3", "4", "5"]
    assert [len(ask.trains(game, name)) for name in ask.companies(game)] == [2, 0, 2, 0, 2]
    assert list(ask.purses(game).values()) == purses


@pytest.mark.rule("R56-2.4")
def test_only_an_owned_train_can_be_discarded() -> None:
    base = scenario("1856-short", players=4).phase(3).trains("CA", "3", "4").next_train("5")
    game = buy(base.cash("CA", 550).on_turn("CA").at_step("trains").game(), "CA", "5")
    with pytest.raises(IllegalAction) as refused:
        discard(game, "CA", "2")
    assert refused.value.rule == "R56-2.4"
    with pytest.raises(InvalidAction, match="unknown train '9'"):
        discard(game, "CA", "9")


@pytest.mark.rule("R56-2.5")
def test_later_trains_never_become_obsolete() -> None:
    base = scenario("1856-short", players=4).phase(3).trains("CA", "3", "4").trains("BBG", "3")
    game = buy(base.next_train("5").cash("BBG", 550).on_turn("BBG").at_step("trains").game(), "BBG", "5")
    assert (trains(game, "CA"), trains(game, "BBG")) == (["3", "4"], ["3", "5"])
    assert {rusted for phase in book().phases for rusted in phase.rusts} == {"2"}


@pytest.mark.rule("R56-2.6", "R56-7.4")
@pytest.mark.parametrize(("players", "company"), [(2, "CA"), (3, "BBG")])
def test_small_games_never_reach_phase_four(players: int, company: str) -> None:
    base = scenario("1856-short", players=players).phase(3).next_train("4").cash(company, 2000)
    game = base.on_turn(company).at_step("trains").game()
    left = len(ask.depot(game))
    for _ in range(min(left, 3)):
        game = buy(game, company, "4")
    assert "5" not in ask.depot(game)
    assert ask.phase(game) == "3"
    sold_out = scenario("1856-short", players=players).phase(3).next_train(None).pool("3")
    game = sold_out.cash(company, 1000).on_turn(company).at_step("trains").game()
    with pytest.raises(IllegalAction) as refused:
        buy(game, company, "5")
    assert refused.value.rule == "R56-7.4"


@pytest.mark.rule("R56-2.7")
def test_gray_is_never_laid() -> None:
    assert all("gray" not in phase.colours for phase in book().phases)
    base = scenario("1856-short", players=4).phase(4).tiles("F15 126@0").on_turn("LPS").at_step("track")
    game = base.game()
    for tile in ("123", "124"):
        with pytest.raises(IllegalAction) as refused:
            game.check(LayTile(player(game, "LPS"), "F15", tile, 0))
        assert refused.value.rule == "R56-2.7"
    with pytest.raises(InvalidAction, match="unknown tile"):
        game.check(LayTile(player(game, "LPS"), "F15", "999", 0))


@pytest.mark.rule("T56-8", "R56-7.5", "R56-7.7")
def test_first_four_train() -> None:
    base = scenario("1856-short", players=4).phase(2).trains("BBG", "2", "2", "3")
    base = base.trains("CA", "3", "3", "3", "3").next_train("4").cash("BBG", 575)
    game = buy(base.on_turn("BBG").at_step("trains").game(), "BBG", "4")
    assert ask.phase(game) == "3"
    assert trains(game, "BBG") == ["3", "4"]
    game = discard(game, "CA", "3")
    assert ask.pool(game) == ["3"]
    game = buy(game, "BBG", "3", "pool")
    assert trains(game, "BBG") == ["3", "3", "4"]
    assert ask.cash(game, player(game, "BBG")) == 0


@pytest.mark.rule("T56-9")
@pytest.mark.parametrize("given_up", ["3", "4", "5"])
def test_first_five_train(given_up: str) -> None:
    base = scenario("1856-short", players=4).phase(3).trains("BBG", "3", "4").next_train("5")
    game = buy(base.cash("BBG", 550).on_turn("BBG").at_step("trains").game(), "BBG", "5")
    assert ask.phase(game) == "4"
    assert game.actor == player(game, "BBG")
    game = discard(game, "BBG", given_up)
    assert trains(game, "BBG") == sorted({"3", "4", "5"} - {given_up})
    assert ask.pool(game) == [given_up]


@pytest.mark.rule("T56-12")
@pytest.mark.parametrize(
    ("given_up", "cash", "over"),
    [("3", 200, True), ("3", 224, True), ("3", 225, False), ("4", 349, True), ("4", 350, False)],
)
def test_a_stranded_player(given_up: str, cash: int, over: bool) -> None:
    base = scenario("1856-short", players=2).phase(2).trains("LPS", "2", "2").trains("CA", "3", "3", "3")
    base = base.next_train("4").cash("LPS", cash).cash("CA", 350).on_turn("CA").at_step("trains")
    game = buy(base.game(), "CA", "4")
    assert ask.phase(game) == "3"
    assert trains(game, "LPS") == []
    game = discard(game, "CA", given_up)
    while not game.over and game.actor == player(game, "CA"):
        game = game.apply(Pass(player(game, "CA")))
    assert (game.over, ask.last_round(game)) == (over, over)
