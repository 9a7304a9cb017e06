"""Late boards of real titles: the tile set of a game laid as densely and as well joined as it allows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from piercy.core.errors import IllegalAction
from piercy.rail.board import Board, Ground, place_token
from piercy.rail.contract import contract
from piercy.rail.hexes import EDGES, opposite
from piercy.rail.laying import LayingRules, Placements
from piercy.rail.lines import Lines
from piercy.rail.loading import load_ground
from piercy.rail.router.network import Network
from piercy.rail.tiles import Tile, Track

OURS = "ours"
STATIONS = 3
FULL_CITIES = 0.15
SWEEPS = 12
UNNAMED = LayingRules("", "", "", "", "", "")
Laid = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Country:
    """Where a title's map and tiles are, and which of several printed values counts at the end."""

    package: str
    flat: bool
    band: int


COUNTRIES = {
    "18cz": Country("piercy.titles.cz", flat=False, band=3),
    "1856": Country("piercy.titles.short1856", flat=True, band=1),
}


class _Choice(NamedTuple):
    """A tile as it may lie on a hex. ``edges`` is a set of bits."""

    tile: str
    rotation: int
    edges: int
    richness: int


def late_network(country: Country, seed: int, *, red_home: bool = False) -> Network:
    """A late board, contracted to what the router sees."""
    return contract(late_board(country, seed, red_home=red_home), country.band)


def late_board(country: Country, seed: int, *, red_home: bool = False) -> Lines:
    """A dense board with stations of one company; a share of the other cities is full of rivals.

    A company with a red home has its first station at a red place, where no train passes through.
    """
    rng = random.Random(seed)
    ground = _ground(country)
    board = Board(tiles=_Builder(country, rng).build())
    places = [
        (name, index)
        for name in sorted(ground.atlas.hexes)
        for index in range(len(ground.track(board, name).stops))
    ]
    cities = [place for place in places if (stop := ground.stop(board, *place)).slots and not stop.terminal]
    # A company that reaches the whole board stands in well joined cities.
    cities.sort(key=lambda place: -len(ground.stop(board, *place).edges))
    chosen = rng.sample(cities[: len(cities) // 2], STATIONS)
    if red_home:
        reds = [place for place in places if ground.stop(board, *place).terminal]
        chosen[0] = rng.choice(reds)
    for name, index in chosen:
        place_token(board, name, index, OURS)
    for name, index in cities:
        if (name, index) not in chosen and rng.random() < FULL_CITIES:
            for slot in range(ground.stop(board, name, index).slots):
                place_token(board, name, index, f"rival {slot}")
    return Lines(ground, board, OURS)


@cache
def _ground(country: Country) -> Ground:
    return load_ground(country.package, flat=country.flat)


@cache
def _choices(country: Country) -> dict[str, tuple[_Choice, ...]]:
    """For each hex, all that can come to lie on it by a row of legal upgrades."""
    ground = _ground(country)

    def fit(name: str, laid: Laid | None, tile: Tile) -> IllegalAction | None:
        label = ground.atlas[name].label
        wrong = (tile.only and name not in tile.only) or (tile.label is not None and tile.label != label)
        return IllegalAction("", "") if wrong else None

    placements = Placements(ground, UNNAMED, fit, merge_stops=True)
    found = {}
    for name in sorted(ground.atlas.hexes):
        seen: dict[Laid | None, None] = {None: None}
        waiting: list[Laid | None] = [None]
        for laid in waiting:
            board = Board(tiles={} if laid is None else {name: laid})
            for tile, rotation, _ in placements.on(board, name):
                if (tile, rotation) not in seen:
                    seen[tile, rotation] = None
                    waiting.append((tile, rotation))
        found[name] = tuple(_choice(ground, laid) for laid in seen if laid is not None)
    return found


def _choice(ground: Ground, laid: Laid) -> _Choice:
    track = ground.tiles[laid[0]].turned[laid[1]]
    richness = len(track.paths) + sum(stop.values[-1] for stop in track.stops) // 20
    return _Choice(*laid, _bits(track), richness)


def _bits(track: Track) -> int:
    return sum(1 << edge for edge in track.edges)


class _Builder:
    """Chooses a tile for every hex, again and again, so that track meets track."""

    def __init__(self, country: Country, rng: random.Random) -> None:
        self._ground = _ground(country)
        self._choices = _choices(country)
        self._rng = rng
        self._left = {name: tile.count for name, tile in self._ground.tiles.items()}
        self._laid: dict[str, _Choice] = {}

    def build(self) -> dict[str, Laid]:
        names = [name for name, choices in self._choices.items() if choices]
        for sweep in range(SWEEPS):
            self._rng.shuffle(names)
            for name in names:
                self._lay(name, sweep)
        return {name: (choice.tile, choice.rotation) for name, choice in sorted(self._laid.items())}

    def _lay(self, name: str, sweep: int) -> None:
        old = self._laid.pop(name, None)
        if old is not None:
            self._take(old.tile, -1)
        wanted, empty = self._around(name)
        best, points = None, -1.0
        for choice in self._choices[name]:
            if self._left[choice.tile] == 0:
                continue
            joined = (choice.edges & wanted).bit_count()
            hopeful = (choice.edges & empty).bit_count()
            loose = choice.edges.bit_count() - joined - hopeful
            whim = self._rng.random() * (SWEEPS - sweep)
            got = 8 * joined + 4 * hopeful - 3 * loose + choice.richness + whim
            if got > points:
                best, points = choice, got
        if best is not None:
            self._laid[name] = best
            self._take(best.tile, 1)

    def _around(self, name: str) -> tuple[int, int]:
        """The edges at which a neighbour's track waits, and those behind which nothing lies yet."""
        wanted = empty = 0
        for edge in EDGES:
            beside = self._ground.atlas.beside[name][edge]
            if beside is None:
                continue
            if beside in self._laid:
                wanted |= (self._laid[beside].edges >> opposite(edge) & 1) << edge
            elif self._choices[beside]:
                empty |= 1 << edge
            else:
                wanted |= (opposite(edge) in self._ground.atlas[beside].printed.edges) << edge
        return wanted, empty

    def _take(self, tile: str, count: int) -> None:
        stock = self._left[tile]
        if stock is not None:
            self._left[tile] = stock - count
