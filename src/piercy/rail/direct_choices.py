"""The direct routes that are worth choosing: none costs no more and brings as much or more.

The track becomes a graph: stations, towns and junctions are its places, and a link is the track from one
place to the next. A route is a trail, which uses no link twice. The search goes backwards from the target; it
is exact because it only leaves out what cannot become a route worth choosing. How much the rest of a route
must cost at least if it is still to bring so and so much is known beforehand from walks that may repeat
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from piercy.rail.blocks import ahead, blocks
from piercy.rail.board import Board, Ground
from piercy.rail.hexes import opposite
from piercy.rail.lines import Place, Side
from piercy.rail.routes import place_name
from piercy.rail.tiles import Track

Found = tuple[tuple[str, ...], int, int]
"""The path of a route, its cost and its value."""
NEVER = 10**9
"""More than any route costs."""


@dataclass(frozen=True, slots=True)
class Leg:
    """The track from one place of the graph to another, in one direction. Its way back is ``number ^ 1``."""

    number: int
    end: int
    cost: int
    trail: tuple[str, ...]
    """The hexes in between."""


class RouteGraph:
    """The track of one layout as a graph. Places are numbered; dead ends have no link."""

    def __init__(self, ground: Ground, board: Board) -> None:
        self._ground = ground
        self._board = board
        self.names: list[str] = []
        """How a path writes each place."""
        self.values: list[int] = []
        self.stations: list[bool] = []
        self.leaving: list[list[Leg]] = []
        """The links that leave each place."""
        self.numbers: dict[Place, int] = {}
        """The numbers of stops."""
        self._at: dict[Side, int] = {}
        """The place that an arrival at a hex leads to."""
        for name in ground.atlas.hexes:
            self._add_places(name)
        self.least: dict[frozenset[int], _LeastCosts] = {}
        """What is known of the least costs, by starts."""
        self._count = 0
        done: set[Side] = set()
        for side, place in list(self._at.items()):
            if side not in done:
                self._add_link(side, place, done)

    def _track(self, name: str) -> Track:
        return self._ground.track(self._board, name)

    def _add_places(self, name: str) -> None:
        track = self._track(name)
        for index, stop in enumerate(track.stops):
            self.numbers[name, index] = len(self.names)
            self._add_place(place_name(name, index), stop.values[0], stop.slots > 0, name, stop.edges)
        for edge in sorted(track.edges, key=lambda edge: -len(track.onward[edge])):
            if len(track.onward[edge]) > 1 and (name, edge) not in self._at:
                self._add_place(name, 0, False, name, (edge, *track.onward[edge]))

    def _add_place(self, written: str, value: int, station: bool, name: str, edges: Iterable[int]) -> None:
        for edge in edges:
            self._at[name, edge] = len(self.names)
        self.names.append(written)
        self.values.append(value)
        self.stations.append(station)
        self.leaving.append([])

    def _add_link(self, side: Side, place: int, done: set[Side]) -> None:
        """Follow the track from a side of a place to the next place."""
        beside, costs = self._ground.atlas.beside, self._ground.atlas.crossing_costs
        (name, edge), cost = side, 0
        trail: list[str] = []
        while True:
            neighbour = beside[name][edge]
            if neighbour is None:
                return
            cost += costs[name][edge]
            name, entered = neighbour, opposite(edge)
            end = self._at.get((name, entered))
            if end is not None:
                break
            onward = self._track(name).onward[entered]
            if not onward:
                return
            trail.append(name)
            edge = onward[0]
        done.update((side, (name, entered)))
        self.leaving[place].append(Leg(self._count, end, cost, tuple(trail)))
        self.leaving[end].append(Leg(self._count + 1, place, cost, tuple(reversed(trail))))
        self._count += 2

    @property
    def link_count(self) -> int:
        return self._count

    @cached_property
    def inner(self) -> list[list[tuple[int, int]]]:
        """The graph without its stations, for the blocks of it."""
        return [
            []
            if self.stations[at]
            else [(link.number >> 1, link.end) for link in links if not self.stations[link.end]]
            for at, links in enumerate(self.leaving)
        ]

    @cached_property
    def blocks(self) -> list[int]:
        return blocks(self.inner)


def worth_choosing(
    graph: RouteGraph, starts: frozenset[Place], target: Place, budget: int | None
) -> list[Found]:
    """The routes to a target that are worth choosing, the cheapest first."""
    homes = frozenset(graph.numbers[start] for start in starts)
    most = NEVER - 1 if budget is None else min(budget, NEVER - 1)
    return _Search(graph, homes, graph.numbers[target], most).routes()


class _Search:
    def __init__(self, graph: RouteGraph, homes: frozenset[int], target: int, most: int) -> None:
        self._graph = graph
        self._homes = homes
        self._target = target
        self._most = most
        if homes not in graph.least:
            graph.least[homes] = _LeastCosts(graph, homes)
        self._least = graph.least[homes]
        self._goals = {link.end for home in homes for link in graph.leaving[home]}
        self._bits: dict[int, int] = {}
        self._ahead: dict[int, frozenset[int]] = {}
        """Block -> the towns that a route which has come there can still meet."""
        self._front: list[Found] = []
        self._seen: set[int] = set()

    def routes(self) -> list[Found]:
        graph = self._graph
        value = graph.values[self._target]
        self._bits = {
            at: 1 << at for at, worth in enumerate(graph.values) if worth and not graph.stations[at]
        }
        for link in graph.leaving[self._target]:
            if link.end in self._homes:
                self._note(link.cost, value, [link])
            elif not graph.stations[link.end] and link.cost <= self._most:
                useful = ahead(graph.inner, graph.blocks, link.end, self._goals)
                self._ahead = {block: frozenset(nodes & self._bits.keys()) for block, nodes in useful.items()}
                self._seen.clear()
                self._arrive(link, -1, 0, 0, link.cost, value, 0, [])
        return self._front

    def _arrive(
        self,
        link: Leg,
        block: int,
        used: int,
        met: int,
        cost: int,
        value: int,
        unmet: int,
        links: list[Leg],
    ) -> None:
        """Come to a place; ``unmet`` is the value of all towns that could still be met from the block."""
        graph, end = self._graph, link.end
        if graph.blocks[end] != block:
            block = graph.blocks[end]
            if block not in self._ahead:
                return
            unmet = sum(graph.values[town] for town in self._ahead[block] if not met & self._bits[town])
        bit = self._bits.get(end, 0)
        if bit and not met & bit:
            met |= bit
            value += graph.values[end]
            unmet -= graph.values[end]
        if self._promising(link.number, cost, value, unmet):
            links.append(link)
            self._leave(end, block, used, met, cost, value, unmet, links)
            links.pop()

    def _leave(
        self,
        place: int,
        block: int,
        used: int,
        met: int,
        cost: int,
        value: int,
        unmet: int,
        links: list[Leg],
    ) -> None:
        """Go on from a place by every link that is left."""
        for link in self._graph.leaving[place]:
            pair = 1 << (link.number >> 1)
            spent = cost + link.cost
            if used & pair or link.number == links[-1].number ^ 1 or spent > self._most:
                continue
            if link.end in self._homes:
                self._note(spent, value, [*links, link])
            elif not self._graph.stations[link.end]:
                # the same links in another order lead to the same place with the same cost and value
                state = (used | pair) << 16 | link.end
                if state not in self._seen:
                    self._seen.add(state)
                    self._arrive(link, block, used | pair, met, spent, value, unmet, links)

    def _promising(self, link: int, cost: int, value: int, unmet: int) -> bool:
        """Whether some way on from a link could lead to a route that none found so far betters."""
        levels, more = self._least.levels(unmet), 0
        for _, price, worth in self._front:
            if cost + levels[more][link] < price:
                return True
            if worth >= value:
                more = worth + 1 - value
                if more > unmet:
                    return False
        return cost + levels[more][link] <= self._most

    def _note(self, cost: int, value: int, links: list[Leg]) -> None:
        if cost > self._most or any(price <= cost and worth >= value for _, price, worth in self._front):
            return
        names = self._graph.names
        path: list[str] = []
        for link in reversed(links):
            path += [names[link.end], *reversed(link.trail)]
        path.append(names[self._target])
        kept = [route for route in self._front if route[1] < cost or route[2] > value]
        self._front = sorted([*kept, (tuple(path), cost, value)], key=lambda route: route[1])


class _LeastCosts:
    """For each link: the least that a walk from its end to a start costs if it is to bring so much more.

    The walk may use links and count towns again, but it does not turn round. Levels, one for each value that
    may be wanted, are worked out when they are asked for, each from those below it.
    """

    def __init__(self, graph: RouteGraph, homes: frozenset[int]) -> None:
        self._size = graph.link_count
        self._home: dict[int, int] = {}
        self._towns: dict[int, list[tuple[int, int, int]]] = {}
        """Leg -> the links that follow it to towns, with their costs and what the towns are worth."""
        self._others: dict[int, list[tuple[int, int]]] = {}
        """Leg -> the links that follow it to places worth nothing, with their costs."""
        for before in (link for links in graph.leaving for link in links):
            if before.end in homes or graph.stations[before.end]:
                continue
            for link in graph.leaving[before.end]:
                if link.number != before.number ^ 1:
                    self._sort(graph, homes, before.number, link)
        self._levels = [self._first_level()]

    def levels(self, wanted: int) -> list[list[int]]:
        """By what the walk must bring at least, up to what is wanted: the least costs by link."""
        while len(self._levels) <= wanted:
            self._levels.append(self._next_level())
        return self._levels

    def _sort(self, graph: RouteGraph, homes: frozenset[int], before: int, link: Leg) -> None:
        if link.end in homes:
            self._home[before] = min(link.cost, self._home.get(before, NEVER))
        elif graph.stations[link.end]:
            return
        elif value := graph.values[link.end]:
            self._towns.setdefault(before, []).append((link.number, link.cost, value))
        else:
            self._others.setdefault(before, []).append((link.number, link.cost))

    def _first_level(self) -> list[int]:
        level = [NEVER] * self._size
        for number, cost in self._home.items():
            level[number] = cost
        onward = {n: [(link, cost) for link, cost, _ in links] for n, links in self._towns.items()}
        for number, links in self._others.items():
            onward[number] = onward.get(number, []) + links
        _settle(level, onward)
        return level

    def _next_level(self) -> list[int]:
        below, wanted = self._levels, len(self._levels)
        level = [NEVER] * self._size
        for number, links in self._towns.items():
            level[number] = min(
                cost + (below[wanted - value] if value < wanted else below[0])[link]
                for link, cost, value in links
            )
        _settle(level, self._others)
        return level


def _settle(level: list[int], onward: dict[int, list[tuple[int, int]]]) -> None:
    """Pass costs on from link to link until none falls any more."""
    changed = True
    while changed:
        changed = False
        for number, links in onward.items():
            for link, cost in links:
                if level[link] + cost < level[number]:
                    level[number] = level[link] + cost
                    changed = True
