"""Walking through the turn of a company in tests."""

from __future__ import annotations

from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, LayTile, PayDividend
from piercy.testing import questions as ask
from piercy.titles.sardinia.operating_actions import PlaceTokenAlong

STEPS = ("absorb", "track", "mines", "token", "dividend", "trains")
ABSORB, TRACK, MINES, TOKEN, INCOME, TRAINS = STEPS


def at(game: Game, step: str, *, dividend: bool = False) -> Game:
    """Pass on to a step of this turn, or to its end; income on the way is paid or withheld."""
    turn = _turn(game)
    while _turn(game) == turn and ask.step(game) != step and not ask.past(game, step):
        game = _go_on(game, dividend)
    return game


def end_turn(game: Game, *, dividend: bool = False) -> Game:
    """Pass until the turn is over."""
    turn = _turn(game)
    while _turn(game) == turn:
        game = _go_on(game, dividend)
    return game


def _go_on(game: Game, dividend: bool) -> Game:
    actor = str(game.actor)
    action: Action = PayDividend(actor, dividend) if ask.step(game) == INCOME else Pass(actor)
    return game.apply(action)


def _turn(game: Game) -> tuple[int, int, str | None]:
    return ask.set_number(game), ask.round_number(game), ask.on_turn(game)


def lay(name: str, tile: str, rotation: int, player: str = "Alan") -> LayTile:
    return LayTile(player, name, tile, rotation)


def token(route: str, player: str = "Alan") -> PlaceTokenAlong:
    return PlaceTokenAlong(player, tuple(route.split()))


def new(train: str, player: str = "Alan") -> BuyTrain:
    return BuyTrain(player, train, "depot")


def used(train: str, player: str = "Alan") -> BuyTrain:
    return BuyTrain(player, train, "pool")
