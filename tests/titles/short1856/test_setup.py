"""Scope and set-up: chapters 0 and 1 of the digest."""

from __future__ import annotations

from collections import Counter

import pytest

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.routes import Route
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names
from piercy.testing.moves import player
from piercy.testing.scenario import scenario
from piercy.titles.short1856.book import book

TABLE: dict[int, tuple[dict[str, int], list[str]]] = {
    2: ({"2": 4, "3": 3, "4": 3}, ["LPS", "CA"]),
    3: ({"2": 4, "3": 5, "4": 4}, ["BBG", "WGB", "TGB"]),
    4: ({"2": 4, "3": 5, "4": 4, "5": 1}, ["BBG", "LPS", "WGB", "CA"]),
    5: ({"2": 5, "3": 5, "4": 4, "5": 1}, ["BBG", "LPS", "WGB", "CA", "TGB"]),
    6: ({"2": 6, "3": 5, "4": 4, "5": 3}, ["BBG", "GT", "LPS", "WGB", "CA", "TGB"]),
}
HOMES = {"BBG": "J15", "CA": "D17", "GT": "P9", "LPS": "C14", "TGB": "K8", "WGB": "J11"}


def fresh(players: int, seed: int = 1) -> Game:
    return new_game("1856-short", players=player_names(players), seed=seed)


@pytest.mark.rule("R56-0.1")
@pytest.mark.parametrize("players", range(2, 7))
def test_every_player_runs_exactly_one_company(players: int) -> None:
    game = fresh(players)
    owners = {name: ask.president(game, name) for name in ask.companies(game)}
    assert sorted(map(str, owners.values())) == sorted(ask.players(game))
    assert {owner: name for name, owner in owners.items()} == {
        name: ask.company_of(game, name) for name in ask.players(game)
    }


@pytest.mark.rule("R56-0.2", "R56-6.3")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("B13/0", "C14/0"), 50),  # red location and large city
        (("D19/0", "C18", "C16", "C14/0"), 30),  # small town and large city
    ],
)
def test_city_town_and_red_location_all_fill_a_two_train(path: tuple[str, ...], value: int) -> None:
    base = scenario("1856-short", players=2, seed=1).tiles("C14 6@3, C16 9@0, C18 8@0, D19 58@3")
    game = base.trains("LPS", "2").on_turn("LPS").at_step("run").game()
    owner = player(game, "LPS")
    with pytest.raises(IllegalAction) as refused:
        game.check(RunTrains(owner, (Route("2", ("B13/0", "C14/0", "C16", "C18", "D19/0")),)))
    assert refused.value.rule == "R56-6.3"
    after = game.apply(RunTrains(owner, (Route("2", path),)))
    assert ask.cash(after, owner) == 140 + value


@pytest.mark.rule("R56-0.3")
def test_income_and_costs_go_through_one_purse() -> None:
    base = scenario("1856-short", players=2, seed=1).tiles("C14 5@4, B15 8@1").trains("LPS", "2")
    game = base.cash("LPS", 60).on_turn("LPS").at_step("run").game()
    owner = player(game, "LPS")
    game = game.apply(RunTrains(owner, (Route("2", ("B13/0", "C14/0")),)))
    assert ask.cash(game, owner) == 110
    game = game.apply(BuyTrain(owner, "2", "depot"))
    assert ask.cash(game, owner) == 10


@pytest.mark.rule("R56-0.4")
def test_a_round_is_one_turn_of_everybody() -> None:
    game = fresh(3)
    companies: list[str] = []
    while ask.round_number(game) == 1:
        company = str(ask.on_turn(game))
        if not companies or companies[-1] != company:
            companies.append(company)
        assert game.actor is not None
        game = game.apply(Pass(game.actor))
    assert companies == ["BBG", "WGB", "TGB"]
    assert (ask.round_number(game), ask.on_turn(game)) == (2, "BBG")


@pytest.mark.rule("R56-0.5")
def test_cash_is_public() -> None:
    before = scenario("1856-short", players=2).cash("LPS", 177).on_turn("LPS").at_step("trains").game()
    game = before.apply(BuyTrain(player(before, "LPS"), "2", "depot"))
    assert game.scores()[player(game, "LPS")] == 77
    assert game.scores()[player(game, "CA")] == 140


@pytest.mark.rule("R56-1.1")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_other_numbers_of_players_are_invalid(players: int) -> None:
    with pytest.raises(InvalidAction):
        fresh(players)


@pytest.mark.rule("R56-1.1", "R56-1.2")
@pytest.mark.parametrize("players", range(2, 7))
def test_trains_and_companies_by_number_of_players(players: int) -> None:
    game = fresh(players)
    trains, companies = TABLE[players]
    assert Counter(ask.depot(game)) == trains
    assert ask.depot(game) == sorted(ask.depot(game))
    assert ask.companies(game) == companies


@pytest.mark.rule("R56-1.3", "R56-1.4")
@pytest.mark.parametrize(("players", "bank"), [(2, 2720), (3, 2580), (4, 2440), (5, 2300), (6, 2160)])
def test_starting_money_comes_out_of_the_3000(players: int, bank: int) -> None:
    game = fresh(players)
    assert ask.cash(game, ask.BANK) == bank
    assert list(ask.purses(game).values()) == [140] * players
    assert ask.cash(game, ask.BANK) + sum(ask.purses(game).values()) == 3000
    assert ask.conserved(game)["money"] == (3000, 3000)
    assert all(ask.trains(game, name) == [] for name in ask.companies(game))


@pytest.mark.rule("R56-1.5")
def test_companies_are_dealt_at_random_and_the_order_is_fixed() -> None:
    games = [fresh(3, seed) for seed in range(60)]
    deals = {tuple(ask.president(game, name) for name in ask.companies(game)) for game in games}
    assert len(deals) == 6
    assert all(ask.companies(fresh(3, seed)) == ["BBG", "WGB", "TGB"] for seed in range(5))


@pytest.mark.rule("R56-1.5")
def test_nobody_acts_out_of_turn() -> None:
    game = fresh(2)
    assert game.actor == player(game, "LPS")
    with pytest.raises(IllegalAction) as refused:
        game.check(LayTile(player(game, "CA"), "D17", "57", 0))
    assert refused.value.rule == "R56-1.5"


@pytest.mark.rule("R56-1.6")
@pytest.mark.parametrize("players", range(2, 7))
def test_first_markers_stand_on_the_homes(players: int) -> None:
    game = fresh(players)
    assert ask.tokens(game) == {HOMES[company]: [(company, 0)] for company in ask.companies(game)}
    assert all(ask.tokens_left(game, name) == 1 for name in ask.companies(game))


@pytest.mark.rule("R56-1.6")
def test_the_second_marker_costs_40_and_there_is_no_third() -> None:
    base = scenario("1856-short", players=3).tiles("J15 57@0, J13 57@0").on_turn("BBG").at_step("token")
    game = base.game()
    owner = player(game, "BBG")
    game = game.apply(PlaceToken(owner, "J13", 0))
    assert ask.cash(game, owner) == 140 - 40
    assert ask.tokens_left(game, "BBG") == 0
    assert ask.tokens_on(game, "J15") == [("BBG", 0)]


@pytest.mark.rule("R56-1.7")
@pytest.mark.parametrize(
    ("players", "company", "tiles", "name", "city"),
    [
        (4, "CA", "D17 57@2, E18 56@4, F17 6@4", "F15", 0),
        (3, "TGB", "K8 57@1, L7 9@1, M6 58@4", "M4", 0),
        (6, "GT", "P9 57@1, O10 9@1", "N11", 1),
        (3, "BBG", "J15 57@2, K16 58@5, L15 59@4", "L15", 0),
        (3, "BBG", "J15 57@2, K16 4@2, L17 9@2, M18 4@2, N19 8@5, O18 6@4, O16 5@3", "O16", 0),
        (4, "WGB", "J11 57@1, K10 8@4, K8 57@0", "K8", 0),  # the home of TGB, which four do not play
    ],
)
def test_a_space_of_a_company_not_in_play_is_free(
    players: int, company: str, tiles: str, name: str, city: int
) -> None:
    base = scenario("1856-short", players=players).tiles(tiles).on_turn(company).at_step("token")
    game = base.game()
    action = PlaceToken(player(game, company), name, city)
    assert action in game.actions()
    assert ask.tokens_on(game.apply(action), name) == [(company, city)]


@pytest.mark.rule("R56-1.8")
@pytest.mark.parametrize("name", ["L3", "H11", "I12"])
def test_hexes_of_private_companies_are_open(name: str) -> None:
    hexagon = book().ground.atlas[name]
    assert hexagon.first_tiles
    assert hexagon.cost == 0
    game = fresh(6)
    assert all(book().placements.on(ask.board(game), name))


@pytest.mark.rule("R56-1.9")
def test_the_census_and_the_empty_market() -> None:
    game = fresh(4)
    tiles = book().ground.tiles
    census: Counter[str] = Counter()
    for tile, count in ask.supply(game).items():
        census[tiles[tile].colour] += count
    assert census == {"yellow": 55, "green": 31, "brown": 34}
    assert ask.pool(game) == []
    assert {t: ask.copies_left(game, t) for t in ("7", "57", "14", "59", "63", "125")} == {
        "7": 7,
        "57": 4,
        "14": 4,
        "59": 2,
        "63": 4,
        "125": 4,
    }


@pytest.mark.rule("T56-3")
def test_setup_for_four_players() -> None:
    game = fresh(4)
    assert ask.cash(game, ask.BANK) == 2440
    assert ask.depot(game).count("2") == 4
    assert ask.companies(game) == ["BBG", "LPS", "WGB", "CA"]
    assert list(ask.tokens(game)) == ["J15", "C14", "J11", "D17"]
