"""Which tiles fit on a hex: new tiles, traffic upgrades and competitive upgrades [R65-4.2.7 to R65-4.2.23].

Everything here follows from the map, the tiles on and around the hex, and the rulings. Phase, supply, money
and connection are asked elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction
from piercy.rail.atlas import Hex
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import EDGES, opposite
from piercy.rail.laying import REMEMBERED, Laid, Refusal, compare
from piercy.rail.tiles import Segment, Tile, Track
from piercy.titles.sardinia.state import Rulings

NEW, TRAFFIC, COMPETITIVE = "new", "traffic", "competitive"
COLOURS = ("yellow", "green", "brown", "gray")


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile operation that fits."""

    kind: str
    new: frozenset[Segment]
    """The pieces of track that were not there before."""
    gain: int
    """What each token on the hex gains in traffic [R65-4.2.10, R65-4.2.12, R65-4.2.17]."""


Situation = tuple[str, Laid, frozenset[int], bool, bool]
"""A hex, what lies on it, its connected edges, and the two rulings on competitive upgrades."""


class Lays:
    """Judges tile operations; what has been judged once is remembered."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._judged: Cache[tuple[Situation, str, int], Lay | Refusal] = Cache(REMEMBERED)
        self._listed: Cache[Situation, tuple[tuple[str, int, Lay], ...]] = Cache(REMEMBERED)

    def judge(self, rulings: Rulings, board: Board, name: str, tile: str, rotation: int) -> Lay:
        """What the operation does.

        :raises IllegalAction: it does not fit; the error names the rule.
        """
        key = (self._situation(rulings, board, name), tile, rotation)
        verdict = self._judged.get_or_make(key, lambda: self._verdict(*key))
        if not isinstance(verdict, Lay):
            rule, template, fields = verdict
            raise IllegalAction(rule, template, **fields)
        return self._with_room(board, name, tile, verdict)

    def on(self, rulings: Rulings, board: Board, name: str) -> list[tuple[str, int, Lay]]:
        """All (tile, rotation, lay) that fit on the hex as it is now."""
        situation = self._situation(rulings, board, name)
        found = self._listed.get_or_make(situation, lambda: self._fitting(situation))
        return [row for row in found if self._has_room(board, name, row[0])]

    def _fitting(self, situation: Situation) -> tuple[tuple[str, int, Lay], ...]:
        tried = [
            (tile, rotation, self._verdict(situation, tile, rotation))
            for tile, rotation in product(self._candidates(*situation[:2]), EDGES)
        ]
        return tuple((tile, rotation, lay) for tile, rotation, lay in tried if isinstance(lay, Lay))

    def _situation(self, rulings: Rulings, board: Board, name: str) -> Situation:
        laid = board.tiles.get(name)
        edges = frozenset[int]() if laid is None else connected_edges(self._ground, board, name)
        return name, laid, edges, rulings.keep_joints, rulings.rotate_same_tile

    def _has_room(self, board: Board, name: str, tile: str) -> bool:
        """All tokens keep their places [R65-4.2.18]."""
        tokens = board.tokens.get(name, ())
        return not tokens or len(tokens) <= self._ground.tiles[tile].track.stops[0].slots

    def _with_room(self, board: Board, name: str, tile: str, lay: Lay) -> Lay:
        if not self._has_room(board, name, tile):
            raise IllegalAction(
                "R65-4.2.18", "tile {tile} has no room for all tokens on {hex}", tile=tile, hex=name
            )
        return lay

    def _candidates(self, name: str, laid: Laid) -> list[str]:
        place, tiles = self._ground.atlas[name], self._ground.tiles
        if laid is None:
            return list(place.first_tiles)
        colour = tiles[laid[0]].colour
        return [t.id for t in tiles.values() if t.colour == colour] + list(tiles[laid[0]].upgrades)

    def _verdict(self, situation: Situation, tile: str, rotation: int) -> Lay | Refusal:
        name, laid = situation[:2]
        place, new = self._ground.atlas[name], self._ground.tiles[tile]
        fields: dict[str, object] = {"tile": tile, "hex": name}
        if rotation not in EDGES:
            return "R65-4.2.27", "a tile has the rotations 0 to 5, not {rotation}", {"rotation": rotation}
        if refusal := self._misfit(place, laid, new, fields):
            return refusal
        if new.turned[rotation].edges & place.blocked:
            return "R65-4.2.22", "tile {tile} would have track into the open sea on {hex}", fields
        if laid is not None and self._ground.tiles[laid[0]].colour == new.colour:
            return self._competitive(situation, laid, new, rotation, fields)
        return self._kept_track(place, laid, new, rotation, fields)

    def _misfit(self, place: Hex, laid: Laid, new: Tile, fields: dict[str, object]) -> Refusal | None:
        """Why a tile of that kind and colour cannot lie on that hex, whatever its rotation."""
        if not place.first_tiles:
            rule = "R65-6.1.2" if place.kind == "closed" else "R65-4.2.20"
            return rule, "no tile can be laid on {hex}", fields
        old = place.colour if laid is None else self._ground.tiles[laid[0]].colour
        if laid is not None and place.kind == "mine":
            return "R65-4.2.23", "players never replace the tile of a mine", {}
        if refusal := _wrong_colour(old, new.colour, competitive=laid is not None, fields=fields):
            return refusal
        if not _suits(place, new):
            return "R65-4.2.20", "tile {tile} is not made for a hex like {hex}", fields
        if new.only and place.id not in new.only:
            return "R65-4.2.21", "tile {tile} is not for {hex}", fields
        return None

    def _kept_track(
        self, place: Hex, laid: Laid, new: Tile, rotation: int, fields: dict[str, object]
    ) -> Lay | Refusal:
        """A new tile or a traffic upgrade: all track stays [R65-4.2.9]."""
        old = place.printed if laid is None else self._ground.tiles[laid[0]].turned[laid[1]]
        change = compare(old, new.turned[rotation])
        if change is None:
            return "R65-4.2.9", "tile {tile} does not keep all track on {hex}", fields
        kind = NEW if laid is None and place.colour is None else TRAFFIC
        if kind == TRAFFIC and laid is not None and new.id not in self._ground.tiles[laid[0]].upgrades:
            return "R65-4.2.27", "tile {tile} does not replace the tile on {hex}", fields
        return Lay(kind, change.new, _city_value(new.track) - _city_value(old))

    def _competitive(
        self,
        situation: Situation,
        laid: tuple[str, int],
        new: Tile,
        rotation: int,
        fields: dict[str, object],
    ) -> Lay | Refusal:
        """Another tile of the same colour, which keeps what is connected [R65-4.2.14 to R65-4.2.19]."""
        _, _, edges, keep_joints, rotate_same = situation
        before, after = self._ground.tiles[laid[0]].turned[laid[1]], new.turned[rotation]
        if after == before or (new.id == laid[0] and not rotate_same):
            return "R65-4.2.19", "tile {tile} on {hex} would not be another tile", fields
        if not edges <= after.edges:
            return "R65-4.2.15", "tile {tile} would cut a connection of {hex}", fields
        if keep_joints and any(
            _joined(before, a, b) and not _joined(after, a, b) for a, b in combinations(sorted(edges), 2)
        ):
            return "R65-4.2.16", "tile {tile} would part what is joined on {hex}", fields
        return Lay(COMPETITIVE, after.segments - before.segments, 0)


def connected_edges(ground: Ground, board: Board, name: str) -> frozenset[int]:
    """The edges where the track of a hex meets track of its neighbour [R65-4.2.16]."""
    beside = ground.atlas.beside[name]
    found = []
    for edge in ground.track(board, name).edges:
        neighbour = beside[edge]
        if neighbour is not None and opposite(edge) in ground.track(board, neighbour).edges:
            found.append(edge)
    return frozenset(found)


def _wrong_colour(
    old: str | None, new: str, *, competitive: bool, fields: dict[str, object]
) -> Refusal | None:
    """Yellow on bare hexes, then colour by colour; the same colour only in a competitive upgrade."""
    if old is None:
        return None if new == "yellow" else ("R65-4.2.7", "{hex} is unbuilt and takes a yellow tile", fields)
    if competitive and new == old:
        return None
    if new == "yellow":
        return "R65-4.2.7", "yellow tiles go on unbuilt hexes only, not on {hex}", fields
    if COLOURS.index(new) != COLOURS.index(old) + 1:
        return "R65-4.2.8", "tile {tile} is not of the next colour on {hex}", fields
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
