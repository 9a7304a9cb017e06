"""The short game (chapter 6)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import FULL, SHORT, position

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail.actions import LayTile
from piercy.rail.board import Board, place_token
from piercy.rail.lines import Lines
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, play
from piercy.titles.sardinia.actions import RelaunchCompany
from piercy.titles.sardinia.book import book
from piercy.titles.sardinia.ways import direct_routes

FACTS, FULL_FACTS = book(short=True), book()


@pytest.mark.rule("R65-6.1.1")
def test_two_or_three_players() -> None:
    assert list(SHORT.player_counts) == [2, 3]
    assert FACTS.cash == {2: 360, 3: 330}


@pytest.mark.rule("R65-6.1.2")
def test_nothing_can_be_laid_on_corsica() -> None:
    game = position(2, short=True).company("SFSS", 80, "Alan", {"Alan": 1}).begin("operating")
    for name, island in FULL_FACTS.islands.items():
        if island == "corsica":
            assert not SHORT.ground.atlas[name].first_tiles
    assert broken_rule(game, LayTile("Alan", "D4", "9", 0)) == "R65-6.1.2"


@pytest.mark.rule("R65-6.1.2", "T65-44")
def test_an_arm_may_point_at_a_sea_link_but_nothing_runs_over_it() -> None:
    """Olbia and Sassari take their six-armed tiles; no line leaves the island."""
    made = position(2, short=True).phase(7).tiles("F18 15@2")
    made.company("SFSS", 80, "Alan", {"Alan": 1}, tokens=["F18"], trains=["PH7"], cash=20)
    game = made.tiles("B20 L01@2").begin("operating")
    game = play(game, LayTile("Alan", "F18", "63", 0), LayTile("Alan", "B20", "L07", 0))
    board = ask.board(game)
    assert (board.tiles["F18"], board.tiles["B20"]) == (("63", 0), ("L07", 0))
    reached = {name for name, _ in Lines(SHORT.ground, board, "SFSS").from_tokens().stops}
    assert all(FACTS.islands.get(name) == "sardinia" for name in reached)
    grey = made.tiles("B20 L07@0").begin("operating")
    grey.check(LayTile("Alan", "B20", "L13", 0))


@pytest.mark.rule("R65-6.1.2")
def test_no_direct_route_over_the_sea() -> None:
    board = Board(tiles={"F18": ("63", 0), "E11": ("L11", 0)})
    place_token(board, "F18", 0, "FA")
    rulings = ask.rulings(position(2))
    assert ("E11", 0) in direct_routes(FULL_FACTS, rulings).on(board).reach(("F18", 0))
    short_board = Board(tiles={"F18": ("63", 0)})
    assert not direct_routes(FACTS, rulings).on(short_board).reach(("F18", 0))


@pytest.mark.rule("R65-6.1.2", "R65-5.3.15")
def test_no_company_comes_back_on_corsica() -> None:
    game = position(2, short=True).absorbed("FMS").begin("stock")
    with pytest.raises(IllegalAction):
        game.apply(RelaunchCompany("Alan", "FMS", 60, "F2"))
    game.check(RelaunchCompany("Alan", "FMS", 60, "E35"))


@pytest.mark.rule("R65-6.1.3")
def test_m7_and_m8_are_removed() -> None:
    assert list(FACTS.maritimes) == ["M1", "M2", "M3", "M4", "M5", "M6"]


@pytest.mark.rule("R65-6.1.4")
def test_the_corsican_companies_are_removed_with_their_tokens() -> None:
    game = position(2, short=True).begin("stock")
    assert ask.companies(game) == ["FMS", "RCSF", "SFSS", "FCS", "SFS", "FA"]
    homes = {FACTS.companies[name].home for name in FACTS.companies}
    assert set(ask.tokens(game)) == homes
    assert not {"CFC", "CFD"} & set(ask.companies(game))


@pytest.mark.rule("R65-6.1.5")
def test_one_train_less_of_four_kinds() -> None:
    pile = list(FACTS.stack)
    counts = {
        kind: sum(train.startswith(kind) for train in pile) for kind in ("PH2", "PH3", "PH4", "PH5", "PH6")
    }
    assert counts == {"PH2": 5, "PH3": 4, "PH4": 3, "PH5": 2, "PH6": 2}
    assert [pile.count(f"PH{phase}d") for phase in (2, 3, 4)] == [1, 1, 1]


@pytest.mark.rule("R65-6.1.6")
def test_certificate_limits_of_players_and_dragons() -> None:
    assert FACTS.certificates == {2: 27, 3: 18}
    assert [phase.dragons_limit for phase in FACTS.phases.values()] == [6, 10, 10, 16, 16, 16]


@pytest.mark.rule("R65-6.1.8")
def test_some_tiles_have_no_place() -> None:
    mines = [place for place in SHORT.ground.atlas.hexes.values() if place.kind == "mine"]
    assert len(mines) == 6, "two of the eight tiles of each colour are not needed"
    labels = {place.label for place in SHORT.ground.atlas.hexes.values() if place.label and place.first_tiles}
    assert labels == {"C", "O", "N", "S"}


@pytest.mark.rule("R65-6.1.9")
def test_everything_else_is_the_same() -> None:
    assert SHORT.options == FULL.options
    assert [type(step) for step in SHORT.rounds["operating"].steps] == [
        type(step) for step in FULL.rounds["operating"].steps
    ]
    assert (FACTS.cells, FACTS.chart, FACTS.phases) == (FULL_FACTS.cells, FULL_FACTS.chart, FULL_FACTS.phases)
    assert FACTS.sums == FULL_FACTS.sums
    with pytest.raises(InvalidAction):
        SHORT.read_options({"no_such_option": True})
