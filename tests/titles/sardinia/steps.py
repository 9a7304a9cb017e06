"""Walking through the turn of a company in tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.titles.sardinia.position import state_of

from piercy.core import plain
from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.core.offers import Offer
from piercy.core.record import Record
from piercy.rail.actions import BuyTrain, LayTile
from piercy.titles.sardinia.operating_actions import DeclareIncome, PlaceTokenAlong
from piercy.titles.sardinia.state import SardiniaState

ABSORB, TRACK, MINES, TOKEN, INCOME, TRAINS = range(6)


def at(game: Game, step: int, *, dividend: bool = False) -> Game:
    """Pass on to a step of this turn, or to its end; income on the way is paid or withheld."""
    turn = _turn(game)
    while _turn(game) == turn and state_of(game).flow.step < step:
        actor = game.actor or ""
        declare = state_of(game).flow.step == INCOME
        action: Action = DeclareIncome(actor, dividend) if declare else Pass(actor)
        game = game.apply(action)
    return game


def end_turn(game: Game, *, dividend: bool = False) -> Game:
    """Pass until the turn is over."""
    return at(game, TRAINS + 1, dividend=dividend)


def _turn(game: Game) -> tuple[int, int, str]:
    state = state_of(game)
    return state.stock_round, state.operating_round, state.turn.company if state.turn else ""


def lay(name: str, tile: str, rotation: int, player: str = "Alan") -> LayTile:
    return LayTile(player, name, tile, rotation)


def token(route: str, player: str = "Alan") -> PlaceTokenAlong:
    return PlaceTokenAlong(player, tuple(route.split()))


def new(train: str, player: str = "Alan") -> BuyTrain:
    return BuyTrain(player, train, "bank")


def used(train: str, player: str = "Alan") -> BuyTrain:
    return BuyTrain(player, train, "market")


def offered(game: Game, kind: type[Action]) -> list[Any]:
    """All actions of a kind that are offered."""
    offers: list[Offer] = [offer for offer in game.offers() if offer.action is kind]
    return [action for offer in offers for action in offer.actions()]


def edited(game: Game, change: Callable[[SardiniaState], None]) -> Game:
    """The same position with something put otherwise; its history is forgotten."""
    state = plain.copy(state_of(game))
    change(state)
    return Game(game.setup, Record(game.title, plain.copy(state), (), state))
