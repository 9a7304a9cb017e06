"""Direct routes: track that joins two stations and meets no other station on the way.

Stations are the stops with spaces for markers; towns and plain track may be passed. Whose markers stand where
has no influence, so everything here follows from the tiles alone and is kept for as long as they lie. The
track is contracted to links from stop to stop; each link remembers the borders that it crosses, because a
route may cross no border twice.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import opposite
from piercy.rail.lines import Place, Side
from piercy.rail.routes import place_name
from piercy.rail.tiles import Track

_KEPT = 256
"""How many layouts of tiles are remembered."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way over plain track from one stop to the next."""

    end: Place
    borders: int
    """The borders crossed, one bit for each."""
    cost: int
    trail: tuple[str, ...]
    """The hexes between the two stops."""


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


class DirectRoutes:
    """The direct routes of a board, layout by layout."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kept: dict[frozenset[tuple[str, tuple[str, int]]], DirectNet] = {}

    def on(self, board: Board) -> DirectNet:
        """The direct routes over the tiles as they lie now."""
        key = frozenset(board.tiles.items())
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            tracks = {name: self._ground.track(board, name) for name in self._ground.atlas.hexes}
            found = self._kept[key] = DirectNet(self._ground, tracks)
        return found

    def judge(self, board: Board, path: tuple[str, ...], rules: DirectRules) -> DirectRoute:
        """A route that a player has written down, with its cost and value; see ``DirectJudge``."""
        return DirectJudge(self._ground, board, rules).judge(path)


class DirectNet:
    """The direct routes over one layout of tiles."""

    def __init__(self, ground: Ground, tracks: Mapping[str, Track]) -> None:
        self._beside = ground.atlas.beside
        self._costs = ground.atlas.crossing_costs
        self._tracks = tracks
        self._bits: dict[Side, int] = {}
        self._links: dict[Place, tuple[Link, ...]] = {}
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
        sources = frozenset(start for start in starts if target in self.reach(start))
        return BestChoices(self, sources, target, budget).routes() if sources else ()

    def is_station(self, place: Place) -> bool:
        return self._tracks[place[0]].stops[place[1]].slots > 0

    def value(self, place: Place) -> int:
        return self._tracks[place[0]].stops[place[1]].values[0]

    def links(self, place: Place) -> tuple[Link, ...]:
        """The links that leave a stop."""
        found = self._links.get(place)
        if found is None:
            found = self._links[place] = tuple(self._ways(place))
        return found

    def _ways(self, start: Place) -> Iterator[Link]:
        name, index = start
        pending: list[tuple[Side, int, int, tuple[str, ...]]] = [
            ((name, edge), 0, 0, ()) for edge in self._tracks[name].stops[index].edges
        ]
        while pending:
            (hex_name, edge), borders, cost, trail = pending.pop()
            neighbour = self._beside[hex_name][edge]
            if neighbour is None:
                continue
            arrival = opposite(edge)
            bit = self._bit((hex_name, edge), (neighbour, arrival))
            if borders & bit:
                continue
            borders |= bit
            cost += self._costs[hex_name][edge]
            track = self._tracks[neighbour]
            for stop in track.stops_at[arrival]:
                if (neighbour, stop) != start:
                    yield Link((neighbour, stop), borders, cost, trail)
            further = (*trail, neighbour)
            pending += [((neighbour, onward), borders, cost, further) for onward in track.onward[arrival]]

    def _bit(self, one: Side, other: Side) -> int:
        return 1 << self._bits.setdefault(min(one, other), len(self._bits))

    def _explore(self, start: Place) -> frozenset[Place]:
        """Breadth first, remembering for each stop the borders of one route to it.

        A link that crosses a border of that one route proves nothing; its end is set aside and, if no other
        link leads there, looked for exhaustively.
        """
        used: dict[Place, int] = {start: 0}
        queue, doubtful = [start], dict[Place, None]()
        while queue:
            for place in queue:
                if place != start and self.is_station(place):
                    continue
                for link in self.links(place):
                    if link.end in used:
                        continue
                    if link.borders & used[place]:
                        doubtful[link.end] = None
                    else:
                        used[link.end] = used[place] | link.borders
                        queue.append(link.end)
            queue = []
            while doubtful and not queue:
                place = doubtful.popitem()[0]
                borders = None if place in used else self._trail(start, place, 0)
                if borders is not None:
                    used[place] = borders
                    queue.append(place)
        return frozenset(place for place in used if place != start and self.is_station(place))

    def _trail(self, place: Place, goal: Place, used: int, first: bool = True) -> int | None:
        """The borders of some route to the goal that crosses none of those used; None if there is none."""
        if place == goal:
            return used
        if not first and self.is_station(place):
            return None
        for link in self.links(place):
            if not link.borders & used:
                found = self._trail(link.end, goal, used | link.borders, False)
                if found is not None:
                    return found
        return None


class BestChoices:
    """Searches the routes between a target and some starts, backwards from the target, with bounds.

    A branch is cut when whatever it can still become is bettered by a route already found: going on to ``n``
    more towns takes at least ``n + 1`` links and adds at most the ``n`` best values left.
    """

    def __init__(self, net: DirectNet, starts: frozenset[Place], target: Place, budget: int | None) -> None:
        self._net = net
        self._starts = starts
        self._target = target
        self._most = float("inf") if budget is None else budget
        self._front: list[DirectRoute] = []

    def routes(self) -> tuple[DirectRoute, ...]:
        self._walk(self._target, 0, 0, 0, self._net.value(self._target), (), ())
        return tuple(sorted(self._front, key=lambda route: route.cost))

    @cached_property
    def _home(self) -> dict[Place, int]:
        """For each stop, the least that the way from it to a start can cost."""
        home: dict[Place, int] = {}
        queue: list[tuple[int, Place]] = [(0, start) for start in sorted(self._starts)]
        while queue:
            cost, place = heapq.heappop(queue)
            if place in home:
                continue
            home[place] = cost
            if place in self._starts or not self._net.is_station(place):
                for link in self._net.links(place):
                    if link.end not in home:
                        heapq.heappush(queue, (cost + link.cost, link.end))
        return home

    @cached_property
    def _towns(self) -> dict[Place, int]:
        """The towns that a route could meet, each with its bit; the most valuable first."""
        towns = [place for place in self._home if not self._net.is_station(place)]
        towns.sort(key=lambda place: (-self._net.value(place), place))
        return {place: 1 << at for at, place in enumerate(towns)}

    @cached_property
    def _least_link(self) -> int:
        return min((link.cost for town in self._towns for link in self._net.links(town)), default=0)

    def _walk(
        self,
        place: Place,
        used: int,
        met: int,
        cost: int,
        value: int,
        links: tuple[Link, ...],
        stops: tuple[Place, ...],
    ) -> None:
        stops = (*stops, place)
        for link in sorted(self._net.links(place), key=self._nearest_first):
            end, spent = link.end, cost + link.cost
            if link.borders & used or end not in self._home or end == self._target:
                continue
            if end in self._starts:
                self._note(spent, value, (*links, link), (*stops, end))
            elif not self._net.is_station(end):
                bit = self._towns[end]
                worth = value if met & bit else value + self._net.value(end)
                if self._promising(end, met | bit, spent, worth):
                    self._walk(end, used | link.borders, met | bit, spent, worth, (*links, link), stops)

    def _nearest_first(self, link: Link) -> tuple[int, Place, int]:
        return link.cost + self._home.get(link.end, 0), link.end, link.borders

    def _note(self, cost: int, value: int, links: tuple[Link, ...], stops: tuple[Place, ...]) -> None:
        if cost > self._most or self._bettered(cost, value):
            return
        self._front = [old for old in self._front if old.cost < cost or old.value > value]
        path = [place_name(*stops[-1])]
        for link, stop in zip(reversed(links), reversed(stops[:-1]), strict=True):
            path += [*reversed(link.trail), place_name(*stop)]
        self._front.append(DirectRoute(tuple(path), cost, value))

    def _bettered(self, cost: float, value: int) -> bool:
        return any(found.cost <= cost and found.value >= value for found in self._front)

    def _promising(self, place: Place, met: int, cost: int, value: int) -> bool:
        """Whether a route that has come this far can still become one worth choosing."""
        least = cost + self._home[place]
        if least > self._most:
            return False
        if not self._bettered(least, value):
            return True
        links = 1
        for town, bit in self._towns.items():
            if met & bit or cost + self._home[town] > self._most:
                continue
            links += 1
            value += self._net.value(town)
            least = max(least, cost + links * self._least_link)
            if least > self._most:
                return False
            if not self._bettered(least, value):
                return True
        return False


def read_place(text: str) -> Place:
    """The stop that a path names as ``C14/0``."""
    name, _, index = text.partition("/")
    return name, int(index)


@dataclass(frozen=True, slots=True)
class DirectRules:
    """The ids of the rules that a direct route can break."""

    stations: str
    """It joins two stations and meets no other."""
    track: str
    """It follows track, turns nowhere back and uses no track twice."""


class DirectJudge:
    """Checks and prices a route that a player has written down."""

    def __init__(self, ground: Ground, board: Board, rules: DirectRules) -> None:
        self._ground = ground
        self._board = board
        self._rules = rules
        self._costs = ground.atlas.crossing_costs

    def judge(self, path: tuple[str, ...]) -> DirectRoute:
        """The route with its cost and value.

        :raises InvalidAction: a place is unknown, or two places that follow each other are not neighbours.
        :raises IllegalAction: it is not a direct route.
        """
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
                        self._rules.track, "the route crosses the border of {one} and {other} twice",
                        one=name, other=following[0],
                    )  # fmt: skip
                crossed.add(border)
                cost += self._costs[name][left]
                entered = opposite(left)
        return cost

    def _leads(self, name: str, stop: int | None, entered: int | None, left: int | None) -> bool:
        track = self._track(name)
        if stop is None:
            return entered is not None and left in track.onward[entered]
        edges = track.stops[stop].edges
        return entered != left and all(edge is None or edge in edges for edge in (entered, left))
