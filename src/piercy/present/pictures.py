"""Tiles, and what lies beside the map, as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from piercy.core.game import Game
from piercy.present.table_words import printed
from piercy.present.values import written
from piercy.rail.rail_title import ground_of
from piercy.rail.sheets import Charters, ChartSheet, MarketSheet, RevenueTrack, RoundTrack, Sheet
from piercy.render.chart import draw_chart
from piercy.render.charter import draw_charters, draw_revenue_table, draw_round_track
from piercy.render.market import draw_market
from piercy.render.shape import SIZE
from piercy.render.svg import FONTS, element, number
from piercy.render.tile import draw_tile


def tile_svg(game: Game, tile_id: str, rotation: int, size: int = 64) -> str:
    """One tile as it would lie."""
    ground = ground_of(game.title)
    tile = ground.tiles[tile_id]
    body = draw_tile(ground.atlas.layout, tile.turned[rotation % 6], tile.colour, tile.label)
    box = " ".join(number(x) for x in (-SIZE - 1, -SIZE - 1, 2 * SIZE + 2, 2 * SIZE + 2))
    return element(
        "svg",
        body,
        viewBox=box,
        width=float(size),
        height=float(size),
        aria_hidden="true",
        font_family=FONTS,
    )


def draw_sheet(sheet: Sheet, colours: Mapping[str, str], money: str) -> str:
    """What lies beside the map, as an SVG document."""
    match sheet:
        case MarketSheet():
            return draw_market(sheet, colours)
        case ChartSheet():
            return draw_chart(sheet, colours)
        case Charters(charters):
            return draw_charters(charters, printed, lambda value: written(value, money))
        case RoundTrack(boxes):
            return draw_round_track(boxes)
        case RevenueTrack(earned):
            return draw_revenue_table(earned, colours)
        case _:
            assert_never(sheet)
