"""The second station marker (chapter 5)."""

from __future__ import annotations

import pytest

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.rail.actions import PlaceToken, RunTrains
from piercy.rail.place_token import PlaceTokens
from piercy.rail.routes import Route
from piercy.testing import moves
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.testing.moves import inside, player
from piercy.testing.scenario import Short1856Scenario, scenario
from piercy.titles.short1856.book import book
from piercy.titles.short1856.tokens import Tokens

TILES = "C14 14@1, D15 8@3"


def about_to_place(
    tiles: str, *, cash: int = 140, others: tuple[tuple[str, str], ...] = ()
) -> Short1856Scenario:
    made = scenario("1856-short", players=4, seed=1).phase(2).tiles(tiles).cash("LPS", cash)
    for company in ("BBG", "WGB", "CA"):
        made.cash(company, 600)
    for company, city in others:
        made.tokens(company, city)
    made.trains("LPS", "3")
    return made.on_turn("LPS").at_step("token")


def position(tiles: str, *, cash: int = 140, others: tuple[tuple[str, str], ...] = ()) -> Game:
    return about_to_place(tiles, cash=cash, others=others).game()


def place(game: Game, name: str, city: int = 0) -> Game:
    return game.apply(PlaceToken(player(game, "LPS"), name, city))


def broken_rule(game: Game, name: str, city: int = 0) -> str:
    return moves.broken_rule(game, PlaceToken(player(game, "LPS"), name, city))


@pytest.mark.rule("R56-5.1", "R56-3.1")
def test_the_second_marker_costs_40_and_is_the_last() -> None:
    game = position(TILES + ", D17 14@0", cash=40)
    after = place(game, "D17")
    assert ask.cash(after, player(game, "LPS")) == 0
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) + 40
    assert ask.tokens_left(after, "LPS") == 0
    assert ask.tokens_on(after, "D17") == [("CA", 0), ("LPS", 0)]
    assert ask.tokens_on(after, "C14") == [("LPS", 0)]
    assert broken_rule(after, "D17") == "R56-3.1", "the step is over"


@pytest.mark.rule("R56-5.1", "R56-3.1")
def test_once_a_game_and_not_in_a_later_turn_again() -> None:
    game = place(position(TILES + ", D17 14@0, F15 121@1", cash=600), "D17")
    owner = player(game, "LPS")
    while game.actor != owner or ask.round_number(game) < 4:
        assert game.actor is not None
        if game.actor == owner:
            assert "place_token" not in {offer.type for offer in game.offers()}
            with pytest.raises(IllegalAction):
                game.check(PlaceToken(owner, "F15", 0))
        game = game.apply(Pass(game.actor))
    check = PlaceTokens(Tokens(book())).check
    with pytest.raises(IllegalAction, match="no token left") as refusal:
        check(inside(game), PlaceToken(owner, "F15", 0))
    assert refusal.value.rule == "R56-5.1"


@pytest.mark.rule("R56-5.1")
def test_a_marker_that_cannot_be_paid_is_not_offered() -> None:
    game = position(TILES + ", D17 14@0", cash=40)
    assert "place_token" in {offer.type for offer in game.offers()}
    poor = about_to_place(TILES + ", D17 14@0", cash=39).context()
    with pytest.raises(IllegalAction, match="costs 40") as refusal:
        PlaceTokens(Tokens(book())).check(poor, PlaceToken(player(game, "LPS"), "D17", 0))
    assert refusal.value.rule == "R56-5.1"
    assert PlaceTokens(Tokens(book())).actor(poor) is None


@pytest.mark.rule("R56-5.1")
def test_in_the_very_first_turn() -> None:
    made = scenario("1856-short", players=3, seed=1).tiles("J15 57@0, J13 57@0").on_turn("BBG")
    game = made.at_step("token").game()
    assert ask.round_number(game) == 1
    assert PlaceToken(player(game, "BBG"), "J13", 0) in game.actions()


@pytest.mark.rule("R56-5.4")
@pytest.mark.parametrize("players", [3, 6])
def test_markers_are_never_moved_or_removed(players: int) -> None:
    standing: dict[str, list[str]] = {}

    def look(game: Game) -> None:
        now = {name: [owner for owner, _ in tokens] for name, tokens in ask.tokens(game).items()}
        for name, owners in standing.items():
            assert now[name][: len(owners)] == owners
        standing.update(now)

    random_game("1856-short", players, 4, every_step=look)
    assert sum(map(len, standing.values())) > players, "somebody placed a second marker"


@pytest.mark.rule("R56-5.2")
def test_the_city_needs_a_free_space_and_a_line() -> None:
    assert broken_rule(position(TILES + ", D17 57@0"), "D17") == "R56-5.2"
    assert broken_rule(position("C14 14@1, D17 14@0"), "D17") == "R56-5.2"
    beyond = TILES + ", D19 3@0, E18 2@3, F17 57@1"
    assert broken_rule(position(beyond + ", D17 57@0"), "F17") == "R56-5.2"


@pytest.mark.rule("R56-5.3")
def test_one_marker_per_city() -> None:
    assert broken_rule(position(TILES), "C14") == "R56-5.3"


@pytest.mark.rule("R56-5.5", "R56-5.2")
def test_towns_and_red_locations_take_no_marker() -> None:
    game = position("C14 14@1, D13 8@2, E14 8@5, F13 56@4, F11 9@0")
    for name in ("F13", "F9", "B13"):
        assert broken_rule(game, name) == "R56-5.5"
    assert broken_rule(game, "D17") == "R56-5.2"


@pytest.mark.rule("R56-5.6", "R56-6.10")
@pytest.mark.parametrize(("company", "passes"), [("CA", True), ("BBG", True), ("LPS", False)])
def test_a_full_city_is_passed_only_by_companies_with_a_marker_there(company: str, passes: bool) -> None:
    made = scenario("1856-short", players=4, seed=1).phase(2).tiles(TILES + ", D17 14@0, D19 3@0")
    made.tokens("BBG", "D17").trains(company, "3")
    game = made.on_turn(company).at_step("run").game()
    owner = player(game, company)
    through = ("C14/0", "D15", "D17/0", "D19/0")
    game.check(RunTrains(owner, (Route("3", through[:-1]),)))  # all may end there
    if passes:
        game.check(RunTrains(owner, (Route("3", through),)))
    else:
        with pytest.raises(IllegalAction) as refusal:
            game.check(RunTrains(owner, (Route("3", through),)))
        assert refusal.value.rule == "R56-6.10"


@pytest.mark.rule("R56-5.6", "R56-5.2")
def test_no_marker_behind_a_city_full_of_others() -> None:
    beyond = TILES + ", D17 14@0, E16 8@2, F17 5@5"
    assert ask.tokens_left(place(position(beyond), "F17"), "LPS") == 0
    filled = position(beyond, others=(("BBG", "D17"),))
    assert broken_rule(filled, "F17") == "R56-5.2"
    assert broken_rule(filled, "D17") == "R56-5.2"


@pytest.mark.rule("R56-5.5")
def test_printed_london_takes_a_marker() -> None:
    made = scenario("1856-short", players=4, seed=1).tiles("D17 57@2, E18 56@4, F17 6@4")
    game = made.on_turn("CA").at_step("token").game()
    after = game.apply(PlaceToken(player(game, "CA"), "F15", 0))
    assert ask.tokens_on(after, "F15") == [("CA", 0)]


@pytest.mark.rule("R56-5.2", "R56-5.5")
def test_the_line_must_reach_that_very_city_of_toronto() -> None:
    made = scenario("1856-short", players=6, seed=1).tiles("P9 57@1, O10 9@1")
    game = made.on_turn("GT").at_step("token").game()
    with pytest.raises(IllegalAction) as refusal:
        game.apply(PlaceToken(player(game, "GT"), "N11", 0))
    assert refusal.value.rule == "R56-5.2"
    after = game.apply(PlaceToken(player(game, "GT"), "N11", 1))
    assert ask.tokens_on(after, "N11") == [("GT", 1)]
