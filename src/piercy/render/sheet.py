"""All tiles of a game on one sheet."""

from __future__ import annotations

import re

from piercy.rail.board import Ground
from piercy.rail.tiles import Tile
from piercy.render.palette import rim_of
from piercy.render.shape import SIZE
from piercy.render.svg import document, element, text, translated
from piercy.render.tile import draw_tile

_COLUMNS = 10
_WIDTH = 2 * SIZE + 16
_HEIGHT = 2 * SIZE + 34
_COLOURS = ("yellow", "green", "brown", "gray", "grey", "red")


def draw_tiles(ground: Ground) -> str:
    """Every kind of tile with its number and how many copies there are, as an SVG document."""
    tiles = sorted(ground.tiles.values(), key=_order)
    cells = []
    for at, tile in enumerate(tiles):
        row, column = divmod(at, _COLUMNS)
        copies = "unlimited" if tile.count is None else f"\u00d7 {tile.count}"
        cells.append(
            translated(
                (column + 0.5) * _WIDTH,
                row * _HEIGHT + 24 + SIZE,
                draw_tile(ground.atlas.layout, tile.track, tile.colour, tile.label, rim=rim_of(tile)),
                text(tile.id, -SIZE * 0.1, -SIZE - 10, 13.0, font_weight="bold", text_anchor="end"),
                text(copies, SIZE * 0.1, -SIZE - 10, 12.0, fill="#5c5e55", text_anchor="start"),
                class_="tile",
                data_tile=tile.id,
            )
        )
    rows = max(1, -(-len(tiles) // _COLUMNS))
    columns = max(1, min(len(tiles), _COLUMNS))
    body = element("g", *cells, class_="tiles")
    return document(0.0, 0.0, columns * _WIDTH, rows * _HEIGHT, body, title="Tiles")


def _order(tile: Tile) -> tuple[int, list[tuple[int, str]]]:
    """By colour, then by number, where 9 comes before 10."""
    colour = _COLOURS.index(tile.colour) if tile.colour in _COLOURS else len(_COLOURS)
    pieces = re.findall(r"\d+|\D+", tile.id)
    return colour, [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces]
