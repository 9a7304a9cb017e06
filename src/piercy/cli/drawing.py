"""The pictures of a game: its map, and what lies beside it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from piercy.cli.common import screen, title_or_game
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.board import ground_of
from piercy.render.chart import draw_chart
from piercy.render.charter import draw_charters, draw_revenue_table, draw_round_track
from piercy.render.market import draw_market
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


def _market(game: Game) -> str:
    title: Any = game.title
    return draw_market(_part(game, "market_sheet"), title.company_colours)


def _charters(game: Game) -> str:
    return draw_charters(_part(game, "charters"))


def _rounds(game: Game) -> str:
    return draw_round_track(_part(game, "round_track"))


def _revenue(game: Game) -> str:
    title: Any = game.title
    earned = {charter.company: charter.revenue or 0 for charter in _part(game, "charters")}
    return draw_revenue_table(earned, title.company_colours)


def _chart(game: Game) -> str:
    title: Any = game.title
    return draw_chart(_part(game, "chart_sheet"), title.company_colours)


def _part(game: Game, name: str) -> Any:
    """What the title says of a sheet.

    :raises InvalidAction: it has no such sheet.
    """
    ask = getattr(game.title, name, None)
    if ask is None:
        raise InvalidAction("{title} has no such sheet", title=game.title.id)
    return ask(game.state)


_PICTURES: dict[Sheet, Callable[[Game], str]] = {
    Sheet.MAP: draw_position,
    Sheet.TILES: _tiles,
    Sheet.MARKET: _market,
    Sheet.CHARTERS: _charters,
    Sheet.ROUNDS: _rounds,
    Sheet.REVENUE: _revenue,
    Sheet.CHART: _chart,
}
