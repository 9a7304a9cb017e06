"""Direct routes: track that joins two stations and meets no other station on the way.

Stations are the stops with spaces for markers; towns and plain track may be passed. Whose markers stand where
has no influence, so everything here follows from the tiles alone and is kept for as long as they lie. All
track that meets must be joined (see ``joined``): then a station is reached as soon as it is connected. A
printed fork whose prongs both lead to one station does no harm: no route runs from prong to prong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail.board import Board, Ground
from piercy.rail.direct_choices import RouteGraph, worth_choosing
from piercy.rail.hexes import opposite
from piercy.rail.joined import is_joined
from piercy.rail.lines import Place, Side
from piercy.rail.tiles import Track

_KEPT = 64
"""How many layouts of tiles are remembered: few come back, but those that do come soon, and each is large."""


@dataclass(frozen=True, slots=True)
class DirectRoute:
    """A direct route with what it costs to go along it and what it brings."""

    path: tuple[str, ...]
    """From the start to the target, written like the routes of trains: ``E35/0 F34 F32/0``."""
    cost: int
    value: int
    """The values of the towns on the way and of the target, each counted once."""

    @property
    def start(self) -> Place:
        return read_place(self.path[0])

    @property
    def target(self) -> Place:
        return read_place(self.path[-1])


@dataclass(frozen=True, slots=True)
class DirectRules:
    """The ids of the rules that a direct route can break."""

    stations: str
    """It joins two stations and meets no other."""
    track: str
    """It follows track, turns nowhere back and uses no track twice."""


class DirectRoutes:
    """The direct routes of a board, layout by layout.

    :raises ValueError: a tile or a hex that takes tiles has track that meets without being joined.
    """

    def __init__(self, ground: Ground) -> None:
        tracks = [tile.track for tile in ground.tiles.values()]
        tracks += [place.printed for place in ground.atlas.hexes.values() if place.first_tiles]
        if not all(map(is_joined, tracks)):
            raise ValueError("direct routes are for boards where all track that meets is joined")
        self._ground = ground
        self._kept: Cache[frozenset[tuple[str, tuple[str, int]]], DirectNet] = Cache(_KEPT)

    def on(self, board: Board) -> DirectNet:
        """The direct routes over the tiles as they lie now."""
        key = frozenset(board.tiles.items())
        return self._kept.get_or_make(key, lambda: DirectNet(self._ground, Board(board.tiles.copy())))

    def judge(self, board: Board, path: tuple[str, ...], rules: DirectRules) -> DirectRoute:
        """A route that a player has written down, with its cost and value.

        :raises InvalidAction: a place is unknown, or two places that follow each other are not neighbours.
        :raises IllegalAction: it is not a direct route.
        """
        return _Judge(self._ground, board, rules).judge(path)


class DirectNet:
    """The direct routes over one layout of tiles."""

    def __init__(self, ground: Ground, board: Board) -> None:
        self._ground = ground
        self._board = board
        self._beside = ground.atlas.beside
        self._tracks: dict[str, Track] = {}
        self._reached: dict[Place, frozenset[Place]] = {}

    def joined(self, one: Place, other: Place) -> bool:
        """Whether a direct route runs between two different stations."""
        return other in self.reach(one)

    def reach(self, start: Place) -> frozenset[Place]:
        """The other stations to which direct routes lead from a station."""
        found = self._reached.get(start)
        if found is None:
            found = self._reached[start] = self._explore(start)
        return found

    def reach_of_all(self, starts: Iterable[Place]) -> set[Place]:
        """The stations to which direct routes lead from at least one of the others named."""
        return {place for start in starts for place in self.reach(start)}

    def choices(
        self, starts: Iterable[Place], target: Place, budget: int | None = None
    ) -> tuple[DirectRoute, ...]:
        """The direct routes to a target worth choosing from, the cheapest first.

        One for each pair of cost and value that no other route betters in one and equals in the other; routes
        that cost more than the budget do not count.
        """
        sources = frozenset(start for start in starts if start != target)
        if target not in self.reach_of_all(sources):
            return ()
        return tuple(DirectRoute(*route) for route in worth_choosing(self._graph, sources, target, budget))

    @cached_property
    def _graph(self) -> RouteGraph:
        return RouteGraph(self._ground, self._board)

    def _track(self, name: str) -> Track:
        found = self._tracks.get(name)
        if found is None:
            found = self._tracks[name] = self._ground.track(self._board, name)
        return found

    def _explore(self, start: Place) -> frozenset[Place]:
        """Spread over everything that is no station."""
        found: set[Place] = set()
        seen: set[Side] = set()
        pending = [(start[0], edge) for edge in self._track(start[0]).stops[start[1]].edges]
        while pending:
            name, edge = pending.pop()
            beside = self._beside[name][edge]
            entered = opposite(edge)
            if beside is None or (beside, entered) in seen:
                continue
            seen.add((beside, entered))
            track = self._track(beside)
            onward = track.onward[entered]
            for index in track.stops_at[entered]:
                if track.stops[index].slots:
                    found.add((beside, index))
                else:
                    onward = track.stops[index].edges
            pending += [(beside, other) for other in onward if other != entered]
        found.discard(start)
        return frozenset(found)


class _Judge:
    """Checks and prices a route that a player has written down."""

    def __init__(self, ground: Ground, board: Board, rules: DirectRules) -> None:
        self._ground = ground
        self._board = board
        self._rules = rules

    def judge(self, path: tuple[str, ...]) -> DirectRoute:
        places = [self._read(text) for text in path]
        if len(places) < 2 or places[0] == places[-1]:
            raise IllegalAction(self._rules.stations, "a direct route joins two stations")
        self._check_stations(places)
        cost = self._walk(places)
        met = {(name, stop) for name, stop in places[1:] if stop is not None}
        value = sum(self._track(name).stops[stop].values[0] for name, stop in met)
        return DirectRoute(path, cost, value)

    def _track(self, name: str) -> Track:
        return self._ground.track(self._board, name)

    def _read(self, text: str) -> tuple[str, int | None]:
        name, slash, index = text.partition("/")
        if name not in self._ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=name)
        if not slash:
            return name, None
        if not (index.isascii() and index.isdigit() and int(index[:3]) < len(self._track(name).stops)):
            raise InvalidAction("hex {hex} has no stop {index!r}", hex=name, index=index)
        return name, int(index)

    def _check_stations(self, places: list[tuple[str, int | None]]) -> None:
        for at, (name, stop) in enumerate(places):
            station = stop is not None and self._track(name).stops[stop].slots > 0
            if at in (0, len(places) - 1):
                if not station:
                    raise IllegalAction(self._rules.stations, "{hex} is no station", hex=name)
            elif station:
                raise IllegalAction(
                    self._rules.stations, "a direct route meets no station on its way, but {hex}", hex=name
                )

    def _walk(self, places: list[tuple[str, int | None]]) -> int:
        """What the route costs, once it is sure that track leads along it."""
        atlas = self._ground.atlas
        crossed: set[frozenset[str]] = set()
        cost, entered = 0, None
        for (name, stop), following in zip(places, [*places[1:], None], strict=True):
            left = None if following is None else atlas.edge_between(name, following[0])
            if following is not None and left is None:
                raise InvalidAction("{one} and {other} are not neighbours", one=name, other=following[0])
            if not self._leads(name, stop, entered, left):
                raise IllegalAction(self._rules.track, "no track on {hex} leads that way", hex=name)
            if following is not None and left is not None:
                border = frozenset((name, following[0]))
                if border in crossed:
                    raise IllegalAction(
                        self._rules.track,
                        "the route crosses the border of {one} and {other} twice",
                        one=name,
                        other=following[0],
                    )
                crossed.add(border)
                cost += atlas.crossing_costs[name][left]
                entered = opposite(left)
        return cost

    def _leads(self, name: str, stop: int | None, entered: int | None, left: int | None) -> bool:
        track = self._track(name)
        if stop is None:
            return entered is not None and left in track.onward[entered]
        edges = track.stops[stop].edges
        return entered != left and all(edge is None or edge in edges for edge in (entered, left))


def read_place(text: str) -> Place:
    """The stop that a path names as ``C14/0``."""
    name, _, index = text.partition("/")
    return name, int(index)
