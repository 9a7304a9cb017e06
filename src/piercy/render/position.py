"""The map of a position, with what its title knows of colours and homes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from piercy.core.game import Game
from piercy.rail.board import ground_in
from piercy.render.board import draw_map


def draw_position(game: Game, routes: Sequence[Sequence[str]] = (), lit: Collection[str] = ()) -> str:
    """The map as SVG, with routes in colours and lit hexes."""
    title: Any = game.title
    homes = getattr(title, "homes", None)
    return draw_map(
        ground_in(title, game.state),
        game.state.board,
        company_colours=title.company_colours,
        routes=routes,
        highlight=lit,
        homes=None if homes is None else homes(game.state),
    )
