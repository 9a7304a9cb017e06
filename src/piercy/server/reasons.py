"""Why something cannot be done: the engine is asked, and its refusals are collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from piercy.core.actions import Action
from piercy.core.errors import EngineError, IllegalAction
from piercy.core.game import Game
from piercy.rail.actions import LayTile, PlaceToken

MOST = 4
"""How many different reasons are told."""


def why_not(game: Game, spot: str) -> list[EngineError]:
    """The most frequent reasons why nothing can be done on a hex, one for each rule."""
    by_rule: dict[str, IllegalAction] = {}
    counts: Counter[str] = Counter()
    for action in _tries(game, spot):
        try:
            game.check(action)
        except IllegalAction as error:
            by_rule.setdefault(error.rule, error)
            counts[error.rule] += 1
        except EngineError:
            continue
    return [by_rule[rule] for rule, _ in counts.most_common(MOST)]


def _tries(game: Game, spot: str) -> Iterator[Action]:
    ground: Any = game.title.ground  # type: ignore[attr-defined]
    actor = game.actor
    if actor is None or spot not in ground.atlas:
        return
    for tile in ground.tiles:
        for rotation in range(6):
            yield LayTile(actor, spot, tile, rotation)
    for city in range(len(ground.track(game.state.board, spot).stops)):
        yield PlaceToken(actor, spot, city)
