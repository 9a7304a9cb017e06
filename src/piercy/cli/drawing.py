"""The pictures of a game: its map, and what lies beside it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from piercy.cli.common import screen, title_or_game
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.present.pictures import draw_sheet
from piercy.present.tables import colours_of, money_of, table_of
from piercy.rail.rail_title import ground_of
from piercy.rail.sheets import Charters, ChartSheet, MarketSheet, RevenueTrack, RoundTrack
from piercy.rail.sheets import Sheet as BesideMap
from piercy.render.position import draw_position
from piercy.render.sheet import draw_tiles


class Sheet(StrEnum):
    """What can be drawn; not every title has all of it."""

    MAP = "map"
    TILES = "tiles"
    MARKET = "market"
    CHARTERS = "charters"
    ROUNDS = "rounds"
    REVENUE = "revenue"
    CHART = "chart"


def draw(
    source: Annotated[str, typer.Argument(metavar="FILE|TITLE", help="A saved game or a title.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The SVG file to write.")],
    tiles: Annotated[bool, typer.Option("--tiles", help="Draw the tiles instead of the map.")] = False,
    sheet: Annotated[Sheet, typer.Option("--sheet", help="What to draw.")] = Sheet.MAP,
) -> None:
    """Draw the map of a game, or what lies beside it, as SVG."""
    game = title_or_game(source)
    output.write_text(_PICTURES[Sheet.TILES if tiles else sheet](game), encoding="utf-8")
    screen().print(str(output))


def _tiles(game: Game) -> str:
    return draw_tiles(ground_of(game.title))


def _beside(game: Game, kind: type[BesideMap]) -> str:
    """What lies beside the map.

    :raises InvalidAction: the game has no such sheet.
    """
    sheets = (sheet for pane in table_of(game).panes for sheet in pane.sheets)
    found = next((sheet for sheet in sheets if isinstance(sheet, kind)), None)
    if found is None:
        raise InvalidAction("{title} has no such sheet", title=game.title.id)
    return draw_sheet(found, colours_of(game), money_of(game))


_PICTURES: dict[Sheet, Callable[[Game], str]] = {
    Sheet.MAP: draw_position,
    Sheet.TILES: _tiles,
    Sheet.MARKET: lambda game: _beside(game, MarketSheet),
    Sheet.CHARTERS: lambda game: _beside(game, Charters),
    Sheet.ROUNDS: lambda game: _beside(game, RoundTrack),
    Sheet.REVENUE: lambda game: _beside(game, RevenueTrack),
    Sheet.CHART: lambda game: _beside(game, ChartSheet),
}
