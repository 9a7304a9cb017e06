"""How the tests of chapter 4 write tiles: ``C14 57@2`` is tile 57 on C14, turned by two sixths."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.rail.actions import LayTile
from piercy.testing import moves
from piercy.testing.moves import lay_tile
from piercy.testing.scenario import Short1856Scenario, scenario


def table(
    company: str, tiles: str = "", *, players: int = 6, phase: int = 1, second: tuple[str, ...] = ()
) -> Short1856Scenario:
    """A company about to lay track."""
    made = scenario("1856-short", players=players, seed=1).phase(phase)
    if tiles:
        made.tiles(tiles)
    return made.tokens(company, *second).on_turn(company).at_step("track")


def is_legal(game: Game, written: str) -> bool:
    """Whether the lay passes the check; what is offered must say the same."""
    action = lay_tile(game, written)
    try:
        game.check(action)
    except IllegalAction:
        legal = False
    else:
        legal = True
    assert (action in game.actions()) is legal
    return legal


def broken_rule(game: Game, written: str) -> str:
    """The rule that forbids the lay, which is not offered either."""
    action = lay_tile(game, written)
    assert action not in game.actions()
    return moves.broken_rule(game, action)


def offered(game: Game, name: str | None = None) -> set[str]:
    """All lays that are offered, or those on one hex."""
    lays = [action for action in game.actions() if isinstance(action, LayTile)]
    return {f"{a.hex} {a.tile}@{a.rotation}" for a in lays if name in (None, a.hex)}
