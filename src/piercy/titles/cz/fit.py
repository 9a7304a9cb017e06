"""Which tiles suit which hexes [RCZ-VIII.4, RCZ-VIII.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.rail.board import Ground
from piercy.rail.laying import Laid
from piercy.rail.tiles import Tile

RED = "red"
COLOURS = ("yellow", "green", "brown", "gray")
_FIRST_TILE_RULES = {
    "plain": "RCZ-VIII.4.12",
    "town": "RCZ-VIII.4.9",
    "double_town": "RCZ-VIII.4.10",
    "city": "RCZ-VIII.4.11",
    "praha": "RCZ-VIII.4.11",
    "oo": "RCZ-VIII.4.5",
    RED: "RCZ-VIII.4.28",
}


def misfit(ground: Ground, name: str, laid: Laid, tile: Tile) -> IllegalAction | None:
    """Why the hex, or the tile on it, does not take the tile."""
    place = ground.atlas[name]
    if place.kind == RED != tile.colour:
        return IllegalAction("RCZ-VIII.4.27", "{hex} is kept for the red tile of its company", hex=name)
    if laid is None and tile.id not in place.first_tiles:
        rule = _FIRST_TILE_RULES[place.kind]
        return IllegalAction(rule, "tile {tile} cannot be the first on {hex}", tile=tile.id, hex=name)
    if laid is not None and tile.id not in ground.tiles[laid[0]].upgrades:
        return _no_upgrade(ground.tiles[laid[0]], tile)
    # a lettered tile belongs on hexes with its letter, a red one on its company's
    if tile.only and name not in tile.only:
        return IllegalAction("RCZ-VIII.4.28", "tile {tile} is not for {hex}", tile=tile.id, hex=name)
    if tile.label != place.label:
        template = "tile {tile} and {hex} have different letters"
        return IllegalAction("RCZ-VIII.4.28", template, tile=tile.id, hex=name)
    return None


def _no_upgrade(old: Tile, new: Tile) -> IllegalAction:
    """Which rule keeps one tile from replacing another."""
    rank = {colour: at for at, colour in enumerate(COLOURS)}
    if rank.get(new.colour, -1) != rank.get(old.colour, -1) + 1:
        template = "a {new} tile does not replace a {old} one"
        return IllegalAction("RCZ-VIII.5.1", template, new=new.colour, old=old.colour)
    if old.label != new.label:
        rule, template = "RCZ-VIII.4.28", "tile {new} has another letter than tile {old}"
    elif {stop.kind for stop in old.track.stops} == {stop.kind for stop in new.track.stops}:
        rule, template = "RCZ-VIII.5.7", "tile {new} does not keep the track of tile {old}"
    else:
        rule, template = "RCZ-VIII.5.8", "tile {new} does not keep the places on tile {old}"
    return IllegalAction(rule, template, new=new.id, old=old.id)
