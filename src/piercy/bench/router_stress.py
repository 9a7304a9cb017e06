"""Hard boards for the route optimiser: dense late-game hex maps with long trains.

Every board is drawn from its seed alone: a hex map with track on its tiles, which is then contracted
to the stops and links that the router sees. The families differ in what makes them hard: rich boards
have many near-equal routes, poor ones reach the few dear places only through cheap ones, narrow ones
make trains fight for the same borders, and diesels turn the question into a longest path.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from piercy.rail.router.network import Link, Network, Runner, Stop
from piercy.rail.router.solve import best_routes

Hex = tuple[int, int]

# Axial neighbours; the edge opposite to d is (d + 3) % 6.
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

TRAINS: dict[str, Runner] = {
    "5": Runner("5", 5),
    "6": Runner("6", 6),
    "8": Runner("8", 8),
    "5+5": Runner("5+5", 10, cities=5),
    "6E": Runner("6E", 6, skips_towns=True),
    "8E": Runner("8E", 8, skips_towns=True),
    "D": Runner("D", None),
}


@dataclass(frozen=True, slots=True)
class StressBoard:
    """One hard question for the router."""

    name: str
    network: Network
    runners: tuple[Runner, ...]


@dataclass(frozen=True, slots=True)
class StressResult:
    """How the router fared on one board."""

    name: str
    total: int
    proven: bool
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Terrain:
    """What a family of boards looks like."""

    columns: int
    rows: int
    cities: int
    towns: int
    reds: int
    blocked: int
    stations: int
    city_values: tuple[int, ...]
    town_values: tuple[int, ...]
    red_values: tuple[int, ...]
    city_exits: tuple[int, ...] = (4, 5, 5, 6)
    town_exits: tuple[int, ...] = (2, 2, 3, 4)
    plain_exits: tuple[int, ...] = (2, 3, 3, 4, 4)


RICH = Terrain(10, 9, 28, 14, 6, 3, 3, (40, 40, 50, 50, 60, 70, 80), (10, 10, 20), (50, 60, 70, 80, 100))
POOR = Terrain(11, 9, 32, 22, 6, 5, 3, (20, 20, 20, 30, 30, 40, 90), (10,), (80, 100, 120), (4, 4, 5))
NARROW = Terrain(
    10, 8, 24, 18, 5, 4, 2, (30, 40, 40, 50, 60), (10, 20), (60, 80), (3, 4, 5), (2, 2, 3), (2, 3, 3)
)
VAST = Terrain(11, 10, 35, 25, 8, 4, 4, (30, 40, 50, 60, 70), (10, 10, 20, 30), (40, 60, 90))
FLAT = Terrain(10, 9, 30, 12, 4, 2, 3, (40, 50), (10,), (40, 50), (5, 6, 6))
ISLAND = Terrain(
    9, 8, 20, 12, 4, 3, 2, (20, 30, 40, 60, 80), (10, 20), (50, 70), (3, 4, 5, 6), (2, 3), (2, 3, 4)
)

# (family, terrain, seed, trains): 36 boards.
CASES: tuple[tuple[str, Terrain, int, str], ...] = (
    ("rich", RICH, 1, "5 6"),
    ("rich", RICH, 2, "8 8"),
    ("rich", RICH, 3, "6 8 5+5"),
    ("rich", RICH, 4, "6E 8E"),
    ("rich", RICH, 5, "5 5 6 6"),
    ("rich", RICH, 6, "8E 8E 8E"),
    ("rich", RICH, 7, "5+5 5+5"),
    ("rich", RICH, 8, "8 D"),
    ("poor", POOR, 11, "6 8"),
    ("poor", POOR, 12, "8 8 8"),
    ("poor", POOR, 13, "8E 8E"),
    ("poor", POOR, 14, "5+5 6E 8"),
    ("poor", POOR, 15, "6E 6E 8E 8E"),
    ("poor", POOR, 16, "5 8 8E"),
    ("poor", POOR, 17, "8E D"),
    ("narrow", NARROW, 21, "8 8"),
    ("narrow", NARROW, 22, "6 6 8"),
    ("narrow", NARROW, 23, "8E 8E 6"),
    ("narrow", NARROW, 24, "5+5 8"),
    ("narrow", NARROW, 25, "D D"),
    ("narrow", NARROW, 26, "6 8 D"),
    ("narrow", NARROW, 27, "5 5 5 5"),
    ("vast", VAST, 31, "8 8E"),
    ("vast", VAST, 32, "6 6 8 8"),
    ("vast", VAST, 33, "5+5 8E 8"),
    ("vast", VAST, 34, "8E D"),
    ("vast", VAST, 35, "8 8 8"),
    ("vast", VAST, 36, "D D"),
    ("flat", FLAT, 41, "8 8"),
    ("flat", FLAT, 42, "8E 6E 5"),
    ("flat", FLAT, 43, "5+5 8"),
    ("flat", FLAT, 44, "6 D"),
    ("island", ISLAND, 51, "8 8 8"),
    ("island", ISLAND, 52, "8E 5+5 6"),
    ("island", ISLAND, 53, "D D"),
    ("island", ISLAND, 54, "6 8E D"),
)


@dataclass(slots=True)
class _Tile:
    """One hex of the map: either a stop, or plain track as pairs of edges."""

    exits: set[int] = field(default_factory=set)
    stop: int | None = None
    paths: list[tuple[int, int]] = field(default_factory=list)


def stress_boards() -> list[StressBoard]:
    """The whole stress set, the same on every machine."""
    boards = []
    for family, terrain, seed, trains in CASES:
        network = draw_network(terrain, seed)
        runners = tuple(TRAINS[name] for name in trains.split())
        label = f"{family}-{seed} {trains.replace(' ', ',')}"
        boards.append(StressBoard(label, network, runners))
    return boards


def run_stress(boards: Sequence[StressBoard] | None = None) -> list[StressResult]:
    """Solve the stress set and time each board."""
    results = []
    for board in stress_boards() if boards is None else boards:
        start = time.perf_counter()
        certificate = best_routes(board.network, board.runners).certificate
        seconds = time.perf_counter() - start
        results.append(
            StressResult(board.name, certificate.total, certificate.proven, certificate.nodes, seconds)
        )
    return results


def draw_network(terrain: Terrain, seed: int) -> Network:
    """Draw a random board and contract it to what the router sees."""
    rng = random.Random(seed)
    hexes = [(column - row // 2, row) for row in range(terrain.rows) for column in range(terrain.columns)]
    inside = set(hexes)
    rim = [spot for spot in hexes if len(list(_neighbours(spot, inside))) <= 4]
    reds = _spread(rng, rim, terrain.reds, set())
    cities = _spread(rng, [spot for spot in hexes if spot not in reds], terrain.cities, set(reds))
    free = [spot for spot in hexes if spot not in reds and spot not in cities]
    towns = rng.sample(free, terrain.towns)
    stops = _draw_stops(rng, terrain, reds, cities, towns)
    tiles = _draw_tiles(rng, terrain, hexes, inside, reds, cities, towns)
    return Network(stops, contract(tiles))


def _neighbours(spot: Hex, inside: set[Hex]) -> Iterator[tuple[int, Hex]]:
    for edge, (dq, dr) in enumerate(DIRECTIONS):
        other = (spot[0] + dq, spot[1] + dr)
        if other in inside:
            yield edge, other


def _spread(rng: random.Random, pool: list[Hex], count: int, taken: set[Hex]) -> list[Hex]:
    """Choose hexes so that neighbours of earlier choices are taken only half of the time."""
    chosen: list[Hex] = []
    pool = list(pool)
    while len(chosen) < count:
        spot = rng.choice(pool)
        near = sum(other in chosen for _, other in _neighbours(spot, set(chosen)))
        if spot in taken or (near and rng.random() < 0.5):
            continue
        pool.remove(spot)
        chosen.append(spot)
    return chosen


def _draw_stops(
    rng: random.Random, terrain: Terrain, reds: list[Hex], cities: list[Hex], towns: list[Hex]
) -> tuple[Stop, ...]:
    stops = []
    pair = rng.random() < 0.5  # two of the reds are parts of one area
    for number, spot in enumerate(reds):
        group = "area" if pair and number < 2 else None
        value = rng.choice(terrain.red_values)
        stops.append(Stop(_name(spot), value, True, False, False, group))
    for number, spot in enumerate(cities):
        station = number < terrain.stations
        blocked = not station and number < terrain.stations + terrain.blocked
        value = rng.choice(terrain.city_values)
        stops.append(Stop(_name(spot), value, True, not blocked, station, None))
    for spot in towns:
        value = rng.choice(terrain.town_values)
        stops.append(Stop(_name(spot), value, False, True, False, None))
    return tuple(stops)


def _name(spot: Hex) -> str:
    column = spot[0] + spot[1] // 2
    return f"{chr(ord('A') + spot[1])}{column * 2 + spot[1] % 2 + 1}/0"


def _draw_tiles(
    rng: random.Random,
    terrain: Terrain,
    hexes: list[Hex],
    inside: set[Hex],
    reds: list[Hex],
    cities: list[Hex],
    towns: list[Hex],
) -> dict[Hex, _Tile]:
    numbers = {spot: index for index, spot in enumerate([*reds, *cities, *towns])}
    wanted = dict.fromkeys(hexes, terrain.plain_exits)
    wanted.update(dict.fromkeys(reds, (1, 2, 2)))
    wanted.update(dict.fromkeys(cities, terrain.city_exits))
    wanted.update(dict.fromkeys(towns, terrain.town_exits))
    room = {spot: rng.choice(wanted[spot]) for spot in hexes}
    tiles = {spot: _Tile(stop=numbers.get(spot)) for spot in hexes}
    borders = [(spot, edge) for spot in hexes for edge, _ in _neighbours(spot, inside) if edge < 3]
    rng.shuffle(borders)
    for spot, edge in borders:
        other = _beside(spot, edge)
        if room[spot] and room[other] and not (spot in reds and other in reds):
            tiles[spot].exits.add(edge)
            tiles[other].exits.add((edge + 3) % 6)
            room[spot] -= 1
            room[other] -= 1
    for spot in hexes:
        if tiles[spot].stop is None:
            tiles[spot].paths = _plain_paths(rng, sorted(tiles[spot].exits))
    return tiles


def _beside(spot: Hex, edge: int) -> Hex:
    return spot[0] + DIRECTIONS[edge][0], spot[1] + DIRECTIONS[edge][1]


def _plain_paths(rng: random.Random, exits: list[int]) -> list[tuple[int, int]]:
    """Plain track: a curve, a switch, a crossing, a double switch or a full junction."""
    shuffled = list(exits)
    rng.shuffle(shuffled)
    if len(shuffled) < 2:
        return []
    if len(shuffled) < 4:
        hub = shuffled[0]
        paths = [(hub, other) for other in shuffled[1:]]
        if len(shuffled) == 3 and rng.random() < 0.3:
            paths.append((shuffled[1], shuffled[2]))
        return paths
    a, b, c, d = shuffled[:4]
    kind = rng.random()
    if kind < 0.4:
        return [(a, b), (c, d)]
    if kind < 0.8:
        return [(a, b), (a, c), (d, b), (d, c)]
    return [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)]


def contract(tiles: dict[Hex, _Tile]) -> tuple[Link, ...]:
    """All ways between two stops over plain track, without those that another way dominates."""
    borders: dict[tuple[Hex, int], int] = {}
    count = 0
    for spot, tile in tiles.items():
        for edge in sorted(tile.exits):
            if (spot, edge) not in borders:
                borders[(spot, edge)] = borders[(_beside(spot, edge), (edge + 3) % 6)] = 1 << count
                count += 1
    found: dict[tuple[int, int], list[Link]] = {}
    for spot, tile in tiles.items():
        if tile.stop is None:
            continue
        for edge in sorted(tile.exits):
            for end, mask, trail in _ways(tiles, borders, spot, edge, 0, ()):
                if end > tile.stop:
                    link = Link(tile.stop, end, mask, trail)
                    found.setdefault((tile.stop, end), []).append(link)
    return tuple(link for ends in sorted(found) for link in _undominated(found[ends]))


def _ways(
    tiles: dict[Hex, _Tile],
    borders: dict[tuple[Hex, int], int],
    spot: Hex,
    edge: int,
    used: int,
    trail: tuple[str, ...],
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Leave a hex by an edge and follow plain track to every stop it leads to."""
    border = borders[(spot, edge)]
    if border & used:
        return
    used |= border
    spot, entry = _beside(spot, edge), (edge + 3) % 6
    tile = tiles[spot]
    if tile.stop is not None:
        yield tile.stop, used, trail
        return
    for path in tile.paths:
        if entry in path:
            onward = path[0] + path[1] - entry
            yield from _ways(tiles, borders, spot, onward, used, (*trail, _name(spot)))


def _undominated(links: list[Link]) -> list[Link]:
    kept: list[Link] = []
    for link in sorted(links, key=lambda link: (link.mask.bit_count(), link.mask)):
        if not any(link.mask & better.mask == better.mask for better in kept):
            kept.append(link)
    return kept
