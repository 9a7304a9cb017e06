"""Why something cannot be done: the engine is asked, and its refusals are collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

from piercy.core.actions import Action
from piercy.core.errors import EngineError, IllegalAction
from piercy.core.flow import Context, Referee
from piercy.core.game import Game
from piercy.core.offers import Values
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.rail_title import RailTitle, TellsTerms, board_of, ground_of

MOST = 4
"""How many different reasons are told."""
SOURCES = ("depot", "bank", "offer", "pool", "dragons")
"""Where something may be bought from, in any title."""


def why_not(game: Game, spot: str) -> list[EngineError]:
    """Why nothing can be done on a hex, one reason for each rule, the one that really stops it first.

    Where no line comes nothing else matters; then come the rules that stop most of what could be tried.
    """
    by_rule: dict[str, IllegalAction] = {}
    counts: Counter[str] = Counter()
    shut = _out_of_reach(game, spot)
    for action in _tries(game, spot):
        try:
            game.check(action)
        except IllegalAction as error:
            by_rule.setdefault(error.rule, error)
            counts[error.rule] += 1
        except EngineError:
            continue
    found: list[EngineError] = [by_rule[rule] for rule, _ in counts.most_common(MOST)]
    if shut is None:
        return found
    # of what cannot be reached no tile is told that would not fit either
    return [shut, *(error for error in found if error.rule != shut.rule and "tile" not in error.fields)]


def _out_of_reach(game: Game, spot: str) -> IllegalAction | None:
    """The rule on connection, if tiles are laid now and none can come to the hex."""
    title = game.title
    referee: Referee[Any] = title.referee
    if not isinstance(title, TellsTerms) or LayTile not in referee.understood(Context(game.state)):
        return None
    return title.terms.out_of_reach(game, spot) if spot in ground_of(title).atlas else None


@dataclass(frozen=True, slots=True)
class NotOffered:
    """Something that is not offered, and the rule that says why."""

    kind: str
    values: Values
    error: IllegalAction


def refused(game: Game) -> list[NotOffered]:
    """What a player might look for and cannot do now, each with its reason."""
    referee: Referee[Any] = game.title.referee
    actor = game.actor
    if actor is None:
        return []
    found = []
    for kind in referee.understood(Context(game.state)):
        for values in _candidates(game, kind):
            try:
                game.check(kind(player=actor, **values))
            except IllegalAction as error:
                found.append(NotOffered(kind.type, values, error))
            except EngineError:
                continue
    return found


def _candidates(game: Game, kind: type[Action]) -> Iterator[Values]:
    """Plausible values for the fields of an action; none for actions with fields that cannot be guessed."""
    names = [field.name for field in fields(kind) if field.name != "player"]
    universe = {name: _universe(game, name) for name in names}
    if names and all(universe.values()):
        for picked in product(*universe.values()):
            yield dict(zip(names, picked, strict=True))


def _universe(game: Game, name: str) -> Sequence[int | str]:
    if name == "count":
        return [1]
    if name == "source":
        return SOURCES
    title = game.title
    return title.named(game.state).get(name, ()) if isinstance(title, RailTitle) else ()


def _tries(game: Game, spot: str) -> Iterator[Action]:
    ground = ground_of(game.title)
    actor = game.actor
    if actor is None or spot not in ground.atlas:
        return
    for tile in ground.tiles:
        for rotation in range(6):
            yield LayTile(actor, spot, tile, rotation)
    for city in range(len(ground.track(board_of(game), spot).stops)):
        yield PlaceToken(actor, spot, city)
