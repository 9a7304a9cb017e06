"""What is offered is exactly what ``check`` lets through, tried out in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, DiscardTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.hexes import EDGES
from piercy.testing import questions as ask
from piercy.testing.conformance import choose
from piercy.testing.scenario import Short1856Scenario, scenario
from piercy.titles.short1856.book import book

LATE_BOARD = (
    "C14 14@1, D15 25@5, D17 14@0, E14 24@4, E16 23@2, F15 121@1, F17 15@4, F13 56@4, F11 9@0, G10 8@3, "
    "J15 14@0, J13 14@3, I12 59@1, J11 15@3, K10 23@0, K8 57@0, K14 9@1, L13 15@3, L15 59@0, N11 120@4, "
    "O10 9@1"
)

LISTED = LayTile | PlaceToken | BuyTrain | DiscardTrain
"""The actions that the offers list in full."""


def all_lays(player: str) -> Iterator[Action]:
    """Every tile in every rotation on every hex."""
    ground = book().ground
    for name, tile, rotation in product(ground.atlas.hexes, ground.tiles, EDGES):
        yield LayTile(player, name, tile, rotation)


def all_else(game: Game, player: str) -> Iterator[Action]:
    """Every other action with values that exist, but for routes."""
    for name in book().ground.atlas.hexes:
        stops = book().ground.track(ask.board(game), name).stops
        yield from (PlaceToken(player, name, city) for city in range(len(stops)))
    for train in book().trains:
        yield DiscardTrain(player, train)
        yield from (BuyTrain(player, train, source) for source in ("depot", "pool"))


def passes(game: Game, action: Action) -> bool:
    try:
        game.check(action)
    except IllegalAction:
        return False
    return True


def fresh(players: int) -> Short1856Scenario:
    return scenario("1856-short", players=players, seed=3)


def late() -> Short1856Scenario:
    made = fresh(6).phase(4).tiles(LATE_BOARD).trains("LPS", "3", "4").trains("BBG", "3").pool("3")
    for company in ("BBG", "LPS", "WGB", "CA", "TGB", "GT"):
        made.cash(company, 300)
    return made.next_train("5")


def middle() -> Short1856Scenario:
    made = fresh(4).phase(2).tiles(LATE_BOARD.replace("N11 120@4, ", "")).trains("LPS", "2", "3")
    for company in ("BBG", "LPS", "WGB", "CA"):
        made.cash(company, 500)
    return made


@pytest.mark.parametrize("made", [lambda: fresh(3), middle, late], ids=["start", "middle", "late"])
def test_offers_and_check_agree_on_everything(made: Callable[[], Short1856Scenario]) -> None:
    game, chance = made().game(), Chance(1)
    seen: set[str] = set()
    for number in range(60):
        if game.over or game.actor is None:
            break
        offered = {action for action in game.actions() if isinstance(action, LISTED)}
        tried = [*all_else(game, game.actor), *(all_lays(game.actor) if number % 15 == 0 else offered)]
        assert {action for action in tried if passes(game, action)} == offered
        seen.update(action.type for action in offered)
        game = game.apply(choose(game, chance))
    assert seen >= {"lay_tile", "place_token", "buy_train"}


@pytest.mark.parametrize("made", [middle, late])
def test_the_best_set_comes_first_and_then_each_of_its_routes(made: Callable[[], Short1856Scenario]) -> None:
    game = made().on_turn("LPS").at_step("run").game()
    runs = [action for action in game.actions() if isinstance(action, RunTrains)]
    assert len(runs) == 1 + len(runs[0].routes)
    best = ask.best_run(game)
    incomes = [game.apply(run).latest_events[0]["revenue"] for run in runs]
    assert incomes[0] == best.certificate.total == sum(incomes[1:]) == max(incomes)


def test_a_single_route_is_offered_once() -> None:
    made = fresh(4).phase(2).tiles("C14 14@1, D15 8@3, D17 14@0").trains("LPS", "3")
    game = made.on_turn("LPS").at_step("run").game()
    actions = [action for offer in game.offers() for action in offer.actions()]
    assert [len(action.routes) for action in actions if isinstance(action, RunTrains)] == [1]
