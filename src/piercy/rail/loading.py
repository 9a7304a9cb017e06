"""Reading a title's data files: the map and the tiles, with every mistake in them named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, TypeVar

from piercy.rail.atlas import FREE_BORDER, Atlas, Border, Hex
from piercy.rail.board import Ground
from piercy.rail.hexes import EDGES, Layout, is_coordinate
from piercy.rail.tiles import Tile, parse_track

T = TypeVar("T")


class DataError(ValueError):
    """A data file contradicts itself."""


def read_toml(package: str, name: str) -> dict[str, Any]:
    """A data file that lies in a package's ``data`` folder."""
    return tomllib.loads(files(package).joinpath("data", name).read_text("utf-8"))


def load_ground(
    package: str, *, flat: bool, board: str = "map.toml", without: Collection[str] = ()
) -> Ground:
    """The map and the tiles of a title; the board may leave out some of the hexes in its file.

    :raises DataError: the files contradict themselves.
    """
    layout = Layout(flat)
    hexes = [_read("hex", _hex, *item) for item in read_toml(package, board).items()]
    kept = [_fenced(place, layout, without) for place in hexes if place.id not in without]
    atlas = Atlas(layout, kept, *load_borders(package), load_scenery(package))
    tiles = {
        name: _read("tile", _tile, name, data) for name, data in read_toml(package, "tiles.toml").items()
    }
    ground = Ground(atlas, tiles)
    if problems := atlas.problems() + tile_problems(ground):
        raise DataError("; ".join(problems))
    return ground


def load_borders(package: str) -> tuple[dict[tuple[str, str], Border], Border]:
    """The borders with a terrain of their own and the plain ones, from ``borders.toml`` if there is one.

    The table ``plain`` has the cost of all borders that are not listed; every other table has a terrain (its
    own name, if not given), a cost, and its borders as ``"A19-B20"``.
    """
    if not files(package).joinpath("data", "borders.toml").is_file():
        return {}, FREE_BORDER
    found: dict[tuple[str, str], Border] = {}
    plain = FREE_BORDER
    for name, data in read_toml(package, "borders.toml").items():
        if name == "plain":
            plain = Border(None, data["cost"])
            continue
        for pair in data["between"]:
            one, _, other = pair.partition("-")
            found[one, other] = Border(data.get("terrain", name), data["cost"])
    return found, plain


def load_scenery(package: str) -> dict[str, list[str]]:
    """The waters around the board, from ``scenery.toml`` if there is one."""
    known = files(package).joinpath("data", "scenery.toml").is_file()
    return read_toml(package, "scenery.toml") if known else {}


def tile_problems(ground: Ground) -> list[str]:
    """Tiles and hexes that name tiles which do not exist, or upgrades that go backwards."""
    order = ["yellow", "green", "brown", "gray"]
    found = []
    for tile in ground.tiles.values():
        if tile.upgrades and tile.colour not in order:
            found.append(f"tile {tile.id} is {tile.colour} and cannot be replaced")
            continue
        for heir in tile.upgrades:
            if heir not in ground.tiles:
                found.append(f"tile {tile.id} is replaced by tile {heir}, which does not exist")
            elif ground.tiles[heir].colour not in order[order.index(tile.colour) + 1 :][:1]:
                found.append(f"tile {tile.id} is replaced by tile {heir}, which is not of the next colour")
    for place in ground.atlas.hexes.values():
        found += [
            f"hex {place.id} starts with tile {first}, which does not exist"
            for first in place.first_tiles
            if first not in ground.tiles
        ]
    return found


def _read(what: str, make: Callable[[str, Mapping[str, Any]], T], name: str, data: Mapping[str, Any]) -> T:
    """Make a thing of a table in a file.

    :raises DataError: something is missing or wrong in the table; the message names it.
    """
    try:
        return make(name, data)
    except KeyError as error:
        raise DataError(f"{what} {name} has no {error.args[0]}") from error
    except ValueError as error:
        raise DataError(f"{what} {name}: {error}") from error


def _hex(name: str, data: Mapping[str, Any]) -> Hex:
    if not is_coordinate(name):
        raise DataError(f"{name!r} is not a hex coordinate")
    extra = {key: data[key] for key in ("name", "label", "colour", "cost", "terrain", "area") if key in data}
    return Hex(
        id=name,
        kind=data["kind"],
        printed=parse_track(data.get("printed", "")),
        first_tiles=tuple(data.get("first_tiles", ())),
        blocked=frozenset(data.get("blocked", ())),
        stubs=frozenset(data.get("stubs", ())),
        **extra,
    )


def _fenced(place: Hex, layout: Layout, without: Collection[str]) -> Hex:
    """The hex with its edges towards hexes that are left out blocked."""
    gone = {edge for edge in EDGES if layout.neighbour(place.id, edge) in without}
    return replace(place, blocked=place.blocked | gone) if gone else place


def _tile(name: str, data: Mapping[str, Any]) -> Tile:
    return Tile(
        id=name,
        colour=data["colour"],
        count=data.get("count"),
        track=parse_track(data["track"]),
        label=data.get("label"),
        upgrades=tuple(data.get("upgrades", ())),
        flags=frozenset(data.get("flags", ())),
        only=frozenset(data.get("only", ())),
    )
