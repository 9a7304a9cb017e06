"""The second station marker (chapter 5)."""

from __future__ import annotations

import pytest

from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.rail.actions import PlaceToken
from piercy.testing.scenario import player, scenario

TILES = "C14 14@1, D15 8@3"


def position(tiles: str, *, cash: int = 140, others: tuple[tuple[str, str], ...] = ()) -> Game:
    made = scenario("1856-short", players=4, seed=1).phase(2).tiles(tiles).cash("LPS", cash)
    for company in ("BBG", "WGB", "CA"):
        made.cash(company, 600)
    for company, city in others:
        made.tokens(company, city)
    made.trains("LPS", "3")
    return made.on_turn("LPS").at_step("station").game()


def place(game: Game, name: str, city: int = 0) -> Game:
    return game.apply(PlaceToken(player(game, "LPS"), name, city))


def broken_rule(game: Game, name: str, city: int = 0) -> str:
    with pytest.raises(IllegalAction) as refusal:
        place(game, name, city)
    return refusal.value.rule


@pytest.mark.rule("R56-5.1", "R56-5.4")
def test_the_second_marker_costs_40_and_is_the_last() -> None:
    game = position(TILES + ", D17 14@0", cash=40)
    after = place(game, "D17")
    assert after.state.players[player(game, "LPS")].cash == 0
    assert after.state.bank.cash == game.state.bank.cash + 40
    assert after.state.companies["LPS"].markers == 0
    assert after.state.board.tokens["D17"] == [("CA", 0), ("LPS", 0)]
    assert after.state.board.tokens["C14"] == [("LPS", 0)]
    with pytest.raises(IllegalAction):
        place(after, "D17")


@pytest.mark.rule("R56-5.2")
def test_the_city_needs_a_free_space_and_a_line() -> None:
    assert broken_rule(position(TILES + ", D17 57@0"), "D17") == "R56-5.2"
    assert broken_rule(position("C14 14@1, D17 14@0"), "D17") == "R56-5.2"
    beyond = TILES + ", D19 3@0, E18 2@3, F17 57@1"
    assert broken_rule(position(beyond + ", D17 57@0"), "F17") == "R56-5.2"


@pytest.mark.rule("R56-5.3")
def test_one_marker_per_city() -> None:
    assert broken_rule(position(TILES), "C14") == "R56-5.3"


@pytest.mark.rule("R56-5.5")
def test_towns_and_red_locations_take_no_marker() -> None:
    game = position("C14 14@1, D13 8@2, E14 8@5, F13 56@4, F11 9@0")
    for name in ("F13", "F9", "B13"):
        assert broken_rule(game, name) == "R56-5.5"
    assert broken_rule(game, "D17") == "R56-5.2"


@pytest.mark.rule("R56-5.6", "R56-5.2")
def test_a_full_city_of_others_cannot_be_passed() -> None:
    game = position("C14 14@1, D15 8@3, D17 14@0, D19 4@0")
    assert place(game, "D17").state.companies["LPS"].markers == 0
    filled = position("C14 14@1, D15 8@3, D17 14@0", others=(("BBG", "D17"),))
    assert broken_rule(filled, "D17") == "R56-5.2"


@pytest.mark.rule("R56-5.5")
def test_printed_london_takes_a_marker() -> None:
    made = scenario("1856-short", players=4, seed=1).tiles("D17 57@2, E18 56@4, F17 6@4")
    game = made.on_turn("CA").at_step("station").game()
    after = game.apply(PlaceToken(player(game, "CA"), "F15", 0))
    assert after.state.board.tokens["F15"] == [("CA", 0)]


@pytest.mark.rule("R56-5.2", "R56-5.5")
def test_the_line_must_reach_that_very_city_of_toronto() -> None:
    made = scenario("1856-short", players=6, seed=1).tiles("P9 57@1, O10 9@1")
    game = made.on_turn("GT").at_step("station").game()
    with pytest.raises(IllegalAction) as refusal:
        game.apply(PlaceToken(player(game, "GT"), "N11", 0))
    assert refusal.value.rule == "R56-5.2"
    after = game.apply(PlaceToken(player(game, "GT"), "N11", 1))
    assert after.state.board.tokens["N11"] == [("GT", 1)]
