"""The colours of the pictures."""

from __future__ import annotations

from piercy.rail.atlas import Hex
from piercy.rail.tiles import Tile

TILE_COLOURS = {
    "yellow": "#f7e06a",
    "green": "#8fc97d",
    "brown": "#c99a68",
    "gray": "#c3c5c7",
    "grey": "#c3c5c7",
    "red": "#ee8577",
    "blue": "#a9d3ea",
    "plain": "#f0f2de",
    "purple": "#8e44ad",
}
ROUTE_COLOURS = ("#d81b60", "#1e64d8", "#00897b", "#f57c00", "#7b1fa2", "#5d4037")
UNKNOWN_COMPANY = "#666666"
_WATER = ("lake", "sea", "port", "water")


def fill(colour: str | None) -> str:
    """What a tile or hex of that colour is filled with."""
    return TILE_COLOURS.get(colour or "plain", TILE_COLOURS["plain"])


def hex_colour(place: Hex) -> str:
    """The colour of a printed hex, also where it does not count as the colour of a tile."""
    if place.colour is not None:
        return place.colour
    if "red" in place.kind.split("_") or any(stop.kind in ("red", "through") for stop in place.printed.stops):
        return "red"
    return "blue" if is_water(place) else "plain"


def is_water(place: Hex) -> bool:
    """Whether there is no land to build on."""
    return any(word in place.kind.split("_") for word in _WATER)


def rim_of(tile: Tile | None) -> str | None:
    """The colour of the edge of a tile that is set apart by it."""
    return "purple" if tile is not None and "purple" in tile.flags else None


def ink_on(colour: str) -> str:
    """Black or white, whichever is read more easily on the colour, which is written #rgb or #rrggbb."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    try:
        red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    except ValueError:
        return "#ffffff"
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else "#ffffff"
