"""The map and the tiles of a game as pictures for pages."""

from __future__ import annotations

from piercy.core.game import Game
from piercy.rail.board import ground_of
from piercy.render.shape import SIZE
from piercy.render.svg import element, number
from piercy.render.tile import draw_tile


def tile_svg(game: Game, tile_id: str, rotation: int, size: int = 64) -> str:
    """One tile as it would lie."""
    ground = ground_of(game.title)
    tile = ground.tiles[tile_id]
    body = draw_tile(ground.atlas.layout, tile.turned[rotation % 6], tile.colour, tile.label)
    box = " ".join(number(x) for x in (-SIZE - 1, -SIZE - 1, 2 * SIZE + 2, 2 * SIZE + 2))
    return element(
        "svg", body, viewBox=box, width=float(size), height=float(size), aria_hidden="true",
        font_family="Helvetica, Arial, sans-serif",
    )  # fmt: skip
