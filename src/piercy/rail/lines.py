"""Lines: what a company can trace along the track from its stations.

A line starts at a station, follows track without reversing, uses no piece of track and no stop twice, and
does not pass through a stop that is closed to the company. Two pieces of track are the same exactly when
they share a hex border, so a line is simple when it crosses no border twice. Searching breadth first
finds a shortest line to every place; a shortest line can break that rule only by running back over its own
track through a loop. Such arrivals are set aside and, if nothing else reaches the place, decided by a
search that knows of loops (``trails``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from piercy.rail.board import Board, Ground, has_token, token_places
from piercy.rail.hexes import opposite
from piercy.rail.tiles import Track
from piercy.rail.trails import trail_ends

Side = tuple[str, int]
"""A hex and one of its edges."""
Place = tuple[str, int]
"""A hex and the index of one of its stops."""
NOWHERE: frozenset[Side] = frozenset()


@dataclass(slots=True)
class Reach:
    """Where lines lead: arrivals at hexes (by edge) and stops."""

    arrivals: dict[Side, Side | None] = field(default_factory=dict)
    """Side of a hex at which a line arrives -> the arrival before it (None: it comes from its start)."""
    stops: dict[Place, Side | None] = field(default_factory=dict)
    """Stop -> the arrival that leads to it; None for the company's own stations."""
    roundabout: set[Side] = field(default_factory=set)
    """Arrivals found only by the second search: how their lines run is not kept."""

    def may_pass(self, arrival: Side, name: str) -> bool:
        """Whether the line to an arrival has, as far as is known, run through the hex before."""
        if arrival in self.roundabout:
            return True
        before = self.arrivals[arrival]
        while before is not None:
            if before[0] == name:
                return True
            before = self.arrivals[before]
        return False


class Lines:
    """The lines of one company on one board."""

    def __init__(self, ground: Ground, board: Board, company: str) -> None:
        self.ground = ground
        self.board = board
        self.company = company
        self._beside = ground.atlas.beside
        self._open: dict[Place, bool] = {}
        self._tracks: dict[str, Track] = {}
        self._seen: tuple[Reach, list[Side], set[Side]] | None = None
        self._ends: set[Side] | None = None

    def track(self, name: str) -> Track:
        found = self._tracks.get(name)
        if found is None:
            found = self._tracks[name] = self.ground.track(self.board, name)
        return found

    def open(self, name: str, index: int) -> bool:
        """Whether the company may pass through a stop."""
        known = self._open.get((name, index))
        if known is None:
            known = self._open[name, index] = self._is_open(name, index)
        return known

    def first_sight(self) -> Reach:
        """What the company's lines surely reach; what only a roundabout line reaches may be missing."""
        if self._seen is None:
            reach = Reach()
            exits: list[Side] = []
            for name, index in token_places(self.board, self.company):
                if index >= 0:
                    reach.stops[name, index] = None
                    exits += [(name, edge) for edge in self.track(name).stops[index].edges]
            self._seen = reach, exits, self._explore(exits, reach, NOWHERE)
        return self._seen[0]

    def from_tokens(self) -> Reach:
        """Everything that the company's lines reach."""
        self.first_sight()
        assert self._seen is not None
        reach, exits, doubtful = self._seen
        self._settle_doubts(exits, reach, doubtful)
        self._seen = reach, exits, set()
        return reach

    def finds_token(self, exits: Iterable[Side], avoid: frozenset[Side] = NOWHERE) -> bool:
        """Whether a line leaving by one of the sides, and crossing none to be avoided, meets a station."""
        exits = list(exits)
        found = Reach()
        doubtful = self._explore(exits, found, avoid, stop_at_token=True)
        if any(self._own(place) for place in found.stops):
            return True
        return bool(doubtful) and self._search(exits, self._at_own_token, avoid)

    def _own(self, place: Place) -> bool:
        return has_token(self.board, place[0], place[1], self.company)

    def _at_own_token(self, arrival: Side) -> bool:
        name, edge = arrival
        return any(self._own((name, i)) for i in self.track(name).stops_at[edge])

    def _is_open(self, name: str, index: int) -> bool:
        stop = self.track(name).stops[index]
        if stop.terminal:
            return False
        if not stop.slots:
            return True
        tokens = self.board.tokens.get(name, ())
        return sum(1 for _, city in tokens if city == index) < stop.slots or (self.company, index) in tokens

    def _arrival(self, side: Side) -> Side | None:
        """Where a train that leaves by a side arrives."""
        beside = self._beside[side[0]][side[1]]
        return None if beside is None else (beside, opposite(side[1]))

    def _leave(self, arrival: Side) -> list[Side]:
        """The sides by which a line that arrives may leave the hex again."""
        name, edge = arrival
        track = self.track(name)
        sides = [(name, onward) for onward in track.onward[edge]]
        for index in track.stops_at[edge]:
            if self.open(name, index):
                sides += [(name, other) for other in track.stops[index].edges if other != edge]
        return sides

    def _explore(
        self, exits: list[Side], reach: Reach, avoid: frozenset[Side], *, stop_at_token: bool = False
    ) -> set[Side]:
        """Fill in what lines from the exits reach; return the arrivals that only doubled back."""
        arrivals, beside = reach.arrivals, self._beside
        doubtful: set[Side] = set()
        queue: list[tuple[Side, Side | None]] = [(side, None) for side in exits]
        for side, before in queue:
            name = beside[side[0]][side[1]]
            if name is None:
                continue
            edge = opposite(side[1])
            arrival = (name, edge)
            if arrival in arrivals or (avoid and (side in avoid or arrival in avoid)):
                continue
            if side in arrivals and _on_the_way(arrivals, before, side):
                doubtful.add(arrival)
                continue
            arrivals[arrival] = before
            track = self.track(name)
            queue += [((name, onward), arrival) for onward in track.onward[edge]]
            for index in track.stops_at[edge]:
                reach.stops.setdefault((name, index), arrival)
                if stop_at_token and self._own((name, index)):
                    return set()
                if self.open(name, index):
                    queue += [((name, other), arrival) for other in track.stops[index].edges if other != edge]
        return {arrival for arrival in doubtful if arrival not in arrivals}

    def _settle_doubts(self, exits: list[Side], reach: Reach, doubtful: set[Side]) -> None:
        """Decide what the quick search left open, until nothing new turns up."""
        decided: set[Side] = set()
        while pending := sorted(doubtful - decided - reach.arrivals.keys()):
            target = pending[0]
            decided.add(target)
            if self._arrives(exits, target):
                reach.arrivals[target] = None
                reach.roundabout.add(target)
                name, edge = target
                for index in self.track(name).stops_at[edge]:
                    reach.stops.setdefault((name, index), target)
                further = [s for s in self._leave(target) if self._arrival(s) not in reach.arrivals]
                doubtful |= {a for s in further if (a := self._arrival(s)) is not None}

    def _arrives(self, exits: list[Side], target: Side) -> bool:
        """Whether a line from a station, leaving by one of the sides, arrives at the target."""
        if self._ends is None:
            self._ends = self._trails(exits, NOWHERE)
        return target in self._ends

    def _search(self, exits: list[Side], goal: Callable[[Side], bool], avoid: frozenset[Side]) -> bool:
        """Whether a line that leaves by one of the sides comes to an arrival that is a goal."""
        return any(map(goal, self._trails(exits, avoid)))

    def _trails(self, exits: list[Side], avoid: frozenset[Side]) -> set[Side]:
        return trail_ends(exits, self._arrival, self._leave, avoid)


def _on_the_way(arrivals: dict[Side, Side | None], last: Side | None, side: Side) -> bool:
    while last is not None:
        if last == side:
            return True
        last = arrivals[last]
    return False
