"""Borders with terrain, sea links and the legend on the map of 1865."""

from __future__ import annotations

import re

import piercy
from piercy.core.registry import title
from piercy.rail.atlas import Atlas, Border
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import Layout
from piercy.rail.rail_title import board_of
from piercy.render.board import draw_map
from piercy.render.terrain import border_fees, terrain_borders, terrain_legend
from piercy.titles.sardinia.title import Sardinia

FACTS = Sardinia().facts


def picture(ground: Ground) -> str:
    return draw_map(ground, Board(), company_colours={})


def test_every_border_with_terrain_is_drawn_once() -> None:
    atlas = FACTS.ground.atlas
    centres = {name: atlas.layout.centre(name, 45.0) for name in atlas.hexes}
    drawn = "".join(terrain_borders(atlas, atlas.layout, centres))
    fees = "".join(border_fees(atlas, atlas.layout, centres))
    assert drawn.count('class="river"') == 44 + 2
    assert drawn.count('class="mountain"') == 45 + 2
    assert re.findall(r">(\d+)</text>", fees) == ["80", "30", "60"]


def test_the_legend_tells_what_each_border_costs() -> None:
    words = re.findall(r">([a-z ]+ \d+)</text>", "".join(terrain_legend(FACTS.ground.atlas, 0.0, 0.0)))
    assert words == ["plain 10", "river 40", "mountain 60", "river and mountain 100"]


def test_there_is_no_legend_where_borders_cost_nothing() -> None:
    assert terrain_legend(Atlas(Layout(flat=True), []), 0.0, 0.0) == []
    plain = Atlas(Layout(flat=True), [], plain_border=Border(None, 10))
    assert len(terrain_legend(plain, 0.0, 0.0)) == 2
    short = title("1856-short")
    game = piercy.new_game("1856-short", players=["Ada", "Bruno"])
    ground: Ground = getattr(short, "ground")  # noqa: B009
    assert 'class="legend"' not in draw_map(ground, board_of(game), company_colours={})


def test_sea_links_are_dotted_and_ports_bear_their_cards() -> None:
    drawn = picture(FACTS.ground)
    assert drawn.count("stroke-dasharray") == sum(
        len(place.printed.paths)
        for place in FACTS.ground.atlas.hexes.values()
        if place.kind in ("sea", "port")
    )
    for card in FACTS.maritimes:
        assert f">{card}</text>" in drawn
