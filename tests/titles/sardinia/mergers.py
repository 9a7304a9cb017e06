"""Absorptions that have just been paid, for tests of what follows."""

from __future__ import annotations

from typing import Any

from tests.titles.sardinia.openings import position

from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.testing.moves import offered, play
from piercy.titles.sardinia.operating_actions import Absorb, ReplaceTokens, VacateMines

ROUTE = "B30 8@5, C31 58@2, C33 8@5, D34 4@2"
"""A direct route from Oristano (B28) to Cagliari (E35)."""
MINES = "F32 173@0, E27 173@3, A21 173@3, E9 173@0, E1 173@0"
"""All these mines have tiles; F32 and E27 are open to the south and to Nuoro (E25)."""


def merger(
    own: list[str],
    theirs: list[str],
    *,
    target: str = "RCSF",
    tiles: str = ROUTE,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Game:
    """FMS, with these tokens beside Cagliari, has just taken over a company with these beside its home."""
    made = position(3, **(options or {})).phase(more.pop("phase", 3)).tiles(tiles)
    fms: dict[str, Any] = {"price": 120, "cash": 900, "tokens": own, "charter": more.pop("charter", 0)}
    other: dict[str, Any] = {"price": 100, "tokens": theirs, "charter": 0}
    fms |= {name[4:]: value for name, value in more.items() if name.startswith("fms_")}
    other |= {name[6:]: value for name, value in more.items() if name.startswith("other_")}
    made.company("FMS", fms.pop("price"), "Alan", {"Alan": 1}, **fms)
    made.company(target, other.pop("price"), "Alan", {"Alan": 1}, **other)
    return play(made.begin("operating"), Absorb("Alan", "FMS", target))


def places(game: Game, company: str) -> set[str]:
    return {name for name, _ in ask.tokens_of(game, company)}


def vacate(*hexes: str) -> VacateMines:
    return VacateMines("Alan", hexes)


def replace(*hexes: str) -> ReplaceTokens:
    return ReplaceTokens("Alan", hexes)


def choices(game: Game) -> list[set[str]]:
    return [set(action.hexes) for action in offered(game, ReplaceTokens)]
