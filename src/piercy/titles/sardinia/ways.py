"""Direct routes under the rulings on what borders and sea links cost [R65-4.4.9, R65-4.4.10]."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from piercy.rail.atlas import Atlas
from piercy.rail.board import Ground
from piercy.rail.direct import DirectRoutes
from piercy.titles.sardinia.book import Book, book
from piercy.titles.sardinia.state import Rulings


def direct_routes(facts: Book, rulings: Rulings) -> DirectRoutes:
    """The direct routes of a game; those of games with the same rulings share what they have worked out."""
    return _routes(facts.short, rulings.sea_shores_cost, rulings.both_terrains)


@cache
def _routes(short: bool, shores_cost: bool, both_terrains: bool) -> DirectRoutes:
    facts = book(short=short)
    ground = facts.ground
    borders = dict(ground.atlas.borders)
    for pair, border in borders.items():
        if not both_terrains and border.terrain == "river+mountain":
            mountain = max(b.cost for b in borders.values() if b.terrain == "mountain")
            borders[pair] = replace(border, cost=mountain)
        elif shores_cost and len(facts.islands.keys() & set(pair)) == 1:
            borders[pair] = replace(border, cost=border.cost + ground.atlas.plain_border.cost)
    atlas = Atlas(ground.atlas.layout, ground.atlas.hexes.values(), borders, ground.atlas.plain_border)
    return DirectRoutes(Ground(atlas, ground.tiles))
