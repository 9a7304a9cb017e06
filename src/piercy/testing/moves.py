"""Moves in tests, written shortly.

::

    game = lay(game, "D2 6@2")                     # tile 6 on D2, turned by two sixths
    game = game.apply(token(game, "E11:2"))        # the third city of a hex; "D4": the first
    game = game.apply(run(game, "2: D2/0 D4/0"))
    refused(game, lay_tile(game, "D4 8@0"), "RCZ-VIII.5.1")

Who acts is the player whose decision the game awaits, unless an action says otherwise.
"""

from __future__ import annotations

from typing import Any, TypeVar

import pytest

from piercy.core import plain
from piercy.core.actions import Action, Pass
from piercy.core.errors import IllegalAction
from piercy.core.events import Event
from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.actions import LayTile, PlaceToken, RunTrains
from piercy.rail.routes import Route
from piercy.testing.questions import president
from piercy.testing.questions.answers import Position

A = TypeVar("A", bound=Action)


def player(game: Game, company: str) -> str:
    """Who runs a company that somebody runs."""
    name = president(game, company)
    if name is None:
        raise ValueError(f"nobody runs {company}")
    return name


def play(game: Game, *actions: Action) -> Game:
    """The game after some actions."""
    for action in actions:
        game = game.apply(action)
    return game


def passes(game: Game, count: int = 1) -> Game:
    """The game after so many players have passed."""
    for _ in range(count):
        game = game.apply(Pass(str(game.actor)))
    return game


def lay(game: Game, written: str) -> Game:
    """The game after a tile is laid."""
    return game.apply(lay_tile(game, written))


def lay_tile(game: Game, written: str) -> LayTile:
    """A tile that is laid, written ``D2 6@2``."""
    name, laid = written.split()
    tile, rotation = laid.split("@")
    return LayTile(str(game.actor), name, tile, int(rotation))


def token(game: Game, place: str) -> PlaceToken:
    """A token that is placed, written ``D4`` or ``E11:2``."""
    name, _, city = place.partition(":")
    return PlaceToken(str(game.actor), name, int(city or 0))


def run(game: Game, *routes: str) -> RunTrains:
    """A run, each route written ``2: D2/0 D4/0``."""
    found = []
    for route in routes:
        train, _, path = route.partition(":")
        found.append(Route(train, tuple(path.split())))
    return RunTrains(str(game.actor), tuple(found))


def offered(game: Game, kind: type[A]) -> list[A]:
    """All actions of a type that are offered."""
    offers = [offer for offer in game.offers() if offer.action is kind]
    return [action for offer in offers for action in offer.actions() if isinstance(action, kind)]


def lays_on(game: Game, name: str) -> set[tuple[str, int]]:
    """The tiles, with rotation, that are offered for a hex."""
    return {(action.tile, action.rotation) for action in offered(game, LayTile) if action.hex == name}


def refused(game: Game, action: Action, rule: str) -> IllegalAction:
    """Assert that the rule forbids the action, and give the refusal."""
    with pytest.raises(IllegalAction) as refusal:
        game.check(action)
    assert refusal.value.rule == rule, str(refusal.value)
    return refusal.value


def broken_rule(game: Game, action: Action) -> str:
    """The rule by which the action is refused; nothing changes."""
    before = game.digest()
    with pytest.raises(IllegalAction) as refusal:
        game.apply(action)
    assert game.digest() == before
    return refusal.value.rule


def events(game: Game, *keys: str) -> list[Event]:
    """The events with one of the keys, of the whole story."""
    return [event for event in game.log if event.key in keys]


def inside(position: Position) -> Context[Any]:
    """A look at a copy of the position, for a step or a rule that is tested alone."""
    return Context(plain.copy(position.state))
