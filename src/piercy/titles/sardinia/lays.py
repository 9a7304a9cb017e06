"""Which tiles fit on a hex: new tiles, traffic upgrades and competitive upgrades [R65-4.2.7 to R65-4.2.23].

Everything here follows from the map, the tiles on and around the hex, and the rulings. Phase, supply, money
and connection are asked elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from piercy.core.errors import IllegalAction
from piercy.rail.atlas import Hex
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import EDGES, opposite
from piercy.rail.laying import Change, Laid, Row, Verdicts, compare, no_rotation
from piercy.rail.tiles import Tile, Track
from piercy.titles.sardinia.state import Rulings

NEW, TRAFFIC, COMPETITIVE = "new", "traffic", "competitive"
COLOURS = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True, slots=True)
class Lay(Change):
    """A tile operation that fits."""

    gain: int = 0
    """What each token on the hex gains in traffic [R65-4.2.10, R65-4.2.12, R65-4.2.17]."""


Situation = tuple[str, Laid, frozenset[int], bool, bool]
"""A hex, what lies on it, its connected edges, and the two rulings on competitive upgrades."""
KEPT = (0,)
"""Hexes have one stop at most, which stays the same whatever is laid."""


class Lays:
    """Judges tile operations; what has been judged once is remembered."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._verdicts = Verdicts(self._candidates, self._verdict)

    def judge(self, rulings: Rulings, board: Board, name: str, tile: str, rotation: int) -> Lay:
        """What the operation does.

        :raises IllegalAction: it does not fit; the error names the rule.
        """
        lay = self._verdicts.change(self._situation(rulings, board, name), tile, rotation)
        if not self._has_room(board, name, tile):
            template = "tile {tile} has no room for all tokens on {hex}"
            raise IllegalAction("R65-4.2.18", template, tile=tile, hex=name)
        return lay

    def on(self, rulings: Rulings, board: Board, name: str) -> list[Row[Lay]]:
        """All (tile, rotation, lay) that fit on the hex as it is now."""
        found = self._verdicts.fitting(self._situation(rulings, board, name))
        return [row for row in found if self._has_room(board, name, row[0])]

    def _situation(self, rulings: Rulings, board: Board, name: str) -> Situation:
        laid = board.tiles.get(name)
        edges = frozenset[int]() if laid is None else connected_edges(self._ground, board, name)
        return name, laid, edges, rulings.keep_joints, rulings.rotate_same_tile

    def _has_room(self, board: Board, name: str, tile: str) -> bool:
        """All tokens keep their places [R65-4.2.18]."""
        tokens = board.tokens.get(name, ())
        return not tokens or len(tokens) <= self._ground.tiles[tile].track.stops[0].slots

    def _candidates(self, situation: Situation) -> Sequence[str]:
        (name, laid), tiles = situation[:2], self._ground.tiles
        place = self._ground.atlas[name]
        named: Sequence[str] = place.first_tiles
        if laid is not None:
            colour = tiles[laid[0]].colour
            named = [t.id for t in tiles.values() if t.colour == colour] + list(tiles[laid[0]].upgrades)
        # what fits in no rotation is not tried in six
        return [tile for tile in named if self._misfit(place, laid, tiles[tile]) is None]

    def _verdict(self, situation: Situation, tile: str, rotation: int) -> Lay | IllegalAction:
        name, laid = situation[:2]
        place, new = self._ground.atlas[name], self._ground.tiles[tile]
        if rotation not in EDGES:
            return no_rotation("R65-4.2.27", rotation)
        if refusal := self._misfit(place, laid, new):
            return refusal
        if new.turned[rotation].edges & place.blocked:
            template = "tile {tile} would have track into the open sea on {hex}"
            return IllegalAction("R65-4.2.22", template, tile=tile, hex=name)
        if laid is not None and self._ground.tiles[laid[0]].colour == new.colour:
            return self._competitive(situation, laid, new, rotation)
        return self._kept_track(place, laid, new, rotation)

    def _misfit(self, place: Hex, laid: Laid, new: Tile) -> IllegalAction | None:
        """Why a tile of that kind and colour cannot lie on that hex, whatever its rotation."""
        if not place.first_tiles:
            rule = "R65-6.1.2" if place.kind == "closed" else "R65-4.2.20"
            return IllegalAction(rule, "no tile can be laid on {hex}", hex=place.id)
        old = place.colour if laid is None else self._ground.tiles[laid[0]].colour
        if laid is not None and place.kind == "mine":
            return IllegalAction("R65-4.2.23", "players never replace the tile of a mine")
        if refusal := _wrong_colour(place.id, old, new, competitive=laid is not None):
            return refusal
        if not _suits(place, new):
            template = "tile {tile} is not made for a hex like {hex}"
            return IllegalAction("R65-4.2.20", template, tile=new.id, hex=place.id)
        if new.only and place.id not in new.only:
            return IllegalAction("R65-4.2.21", "tile {tile} is not for {hex}", tile=new.id, hex=place.id)
        return None

    def _kept_track(self, place: Hex, laid: Laid, new: Tile, rotation: int) -> Lay | IllegalAction:
        """A new tile or a traffic upgrade: all track stays [R65-4.2.9]."""
        old = place.printed if laid is None else self._ground.tiles[laid[0]].turned[laid[1]]
        change = compare(old, new.turned[rotation])
        if change is None:
            template = "tile {tile} does not keep all track on {hex}"
            return IllegalAction("R65-4.2.9", template, tile=new.id, hex=place.id)
        kind = NEW if laid is None and place.colour is None else TRAFFIC
        if kind == TRAFFIC and laid is not None and new.id not in self._ground.tiles[laid[0]].upgrades:
            template = "tile {tile} does not replace the tile on {hex}"
            return IllegalAction("R65-4.2.27", template, tile=new.id, hex=place.id)
        return Lay(KEPT, change.new, (), kind, _city_value(new.track) - _city_value(old))

    def _competitive(
        self, situation: Situation, laid: tuple[str, int], new: Tile, rotation: int
    ) -> Lay | IllegalAction:
        """Another tile of the same colour, which keeps what is connected [R65-4.2.14 to R65-4.2.19]."""
        name, _, edges, keep_joints, rotate_same = situation
        before, after = self._ground.tiles[laid[0]].turned[laid[1]], new.turned[rotation]
        if after == before or (new.id == laid[0] and not rotate_same):
            template = "tile {tile} on {hex} would not be another tile"
            return IllegalAction("R65-4.2.19", template, tile=new.id, hex=name)
        if not edges <= after.edges:
            template = "tile {tile} would cut a connection of {hex}"
            return IllegalAction("R65-4.2.15", template, tile=new.id, hex=name)
        joints = combinations(sorted(edges), 2)
        if keep_joints and any(_joined(before, a, b) and not _joined(after, a, b) for a, b in joints):
            template = "tile {tile} would part what is joined on {hex}"
            return IllegalAction("R65-4.2.16", template, tile=new.id, hex=name)
        return Lay(KEPT, after.segments - before.segments, (), COMPETITIVE)


def connected_edges(ground: Ground, board: Board, name: str) -> frozenset[int]:
    """The edges where the track of a hex meets track of its neighbour [R65-4.2.16]."""
    beside = ground.atlas.beside[name]
    found = []
    for edge in ground.track(board, name).edges:
        neighbour = beside[edge]
        if neighbour is not None and opposite(edge) in ground.track(board, neighbour).edges:
            found.append(edge)
    return frozenset(found)


def _wrong_colour(name: str, old: str | None, new: Tile, *, competitive: bool) -> IllegalAction | None:
    """Yellow on bare hexes, then colour by colour; the same colour only in a competitive upgrade."""
    if old is None and new.colour == "yellow":
        return None
    if old is None:
        return IllegalAction("R65-4.2.7", "{hex} is unbuilt and takes a yellow tile", hex=name)
    if competitive and new.colour == old:
        return None
    if new.colour == "yellow":
        template = "yellow tiles go on unbuilt hexes only, not on {hex}"
        return IllegalAction("R65-4.2.7", template, hex=name)
    if COLOURS.index(new.colour) != COLOURS.index(old) + 1:
        template = "tile {tile} is not of the next colour on {hex}"
        return IllegalAction("R65-4.2.8", template, tile=new.id, hex=name)
    return None


def _suits(place: Hex, tile: Tile) -> bool:
    """Towns take town tiles, and so on; large cities take the tiles with their letter [R65-4.2.20]."""
    if place.kind == "large_city":
        return tile.label == place.label
    kind = tile.track.stops[0].kind if tile.track.stops else "plain"
    return tile.label is None and kind == place.kind


def _city_value(track: Track) -> int:
    return sum(stop.values[0] for stop in track.stops if stop.kind == "city")


def _joined(track: Track, one: int, other: int) -> bool:
    """Whether track joins two edges, by itself or in a station or town."""
    return other in track.onward[one] or any(
        one in stop.edges and other in stop.edges for stop in track.stops
    )
