"""The map and the tiles of a game as pictures for pages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from piercy.core.game import Game
from piercy.rail.tiles import Tile
from piercy.render.board import draw_map
from piercy.render.shape import SIZE
from piercy.render.svg import element, number
from piercy.render.tile import draw_tile


def map_svg(game: Game, routes: Sequence[Sequence[str]] = (), lit: Collection[str] = ()) -> str:
    """The map of a position."""
    title: Any = game.title
    own = getattr(title, "draw_map", None)
    if own is not None:
        return str(own(game.state, routes=routes, highlight=lit))
    homes = getattr(title, "homes", None)
    return draw_map(
        title.ground,
        game.state.board,
        company_colours=title.company_colours,
        routes=routes,
        highlight=lit,
        homes=None if homes is None else homes(game.state),
    )


def tile_svg(game: Game, tile_id: str, rotation: int, size: int = 64) -> str:
    """One tile as it would lie."""
    title: Any = game.title
    tile: Tile = title.ground.tiles[tile_id]
    body = draw_tile(title.ground.atlas.layout, tile.turned[rotation % 6], tile.colour, tile.label)
    box = " ".join(number(x) for x in (-SIZE - 1, -SIZE - 1, 2 * SIZE + 2, 2 * SIZE + 2))
    return element(
        "svg", body, viewBox=box, width=float(size), height=float(size), aria_hidden="true",
        font_family="Helvetica, Arial, sans-serif",
    )  # fmt: skip
