"""The best route of a train that counts every stop: a sweep over the board that forgets what lies behind.

The sweep decides link after link. Of all ways to decide it remembers only what matters for the rest: how
the pieces of the route laid so far end among the stops of the frontier, which shared borders and groups
of stops are taken, and whether a station was met. Of all ways that agree in this, the best is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from piercy.rail.router.budget import Budget
from piercy.rail.router.counted import Course
from piercy.rail.router.network import Network
from piercy.rail.router.sweep import Meeting, plan_sweep
from piercy.rail.router.terms import Terms
from piercy.rail.router.track import UsableTrack

# What a stop of the frontier is: its own place there (not met yet), the place of the other end of its
# piece of route (an end), passed by the route, or the end of a piece whose other end lies behind.
PASSED, LAST = -1, -2

Mates: TypeAlias = tuple[int, ...]
State: TypeAlias = tuple[Mates, int]
# What a state is worth, the state before it, and the link used in between (-1: none).
Layer: TypeAlias = dict[State, tuple[int, State | None, int]]

STATIONED = 1
STATES_PER_NODE = 2


class FrontierSearch:
    """The best route of an endless train, on given terms."""

    def __init__(
        self, network: Network, track: UsableTrack, terms: Terms, budget: Budget, step: int = 1
    ) -> None:
        self._track = track
        self._values = terms.values
        self._costs: Sequence[int] = terms.costs or [0] * len(network.links)
        self._budget = budget
        self._step = step
        self._masks = [link.mask for link in network.links]
        self._meetings = plan_sweep(track).meetings
        self._first_met: dict[int, int] = {}
        for number, meeting in enumerate(self._meetings):
            for stop in (meeting.a, meeting.b):
                self._first_met.setdefault(stop, number)
        self._marks = {stop: self._mark(stop) for stop in self._first_met}
        self._shared, self._forget = self._live_marks()
        self._ahead = self._worth_ahead()
        self._forbidden = self._floor = 0
        self._found: tuple[int, State, int] | None = None
        self._found_at = 0

    def best(self, forbidden: int = 0, floor: int = 1, effort: int | None = None) -> Course | None:
        """The route worth most, if it is worth at least ``floor`` and avoids forbidden borders.

        Half a sweep finds nothing, so any ``effort`` means a whole one.
        """
        self._forbidden, self._floor, self._found = forbidden, floor, None
        layers: list[Layer] = [{((), 0): (0, None, -1)}]
        frontier: list[int] = []
        for number, meeting in enumerate(self._meetings):
            self._budget.spend(1 + len(layers[-1]) // STATES_PER_NODE)
            frontier += [stop for stop in (meeting.a, meeting.b) if self._first_met[stop] == number]
            before = self._found
            layers.append(self._decide(layers[-1], meeting, frontier, number))
            if self._found is not before:
                self._found_at = number
            frontier = [stop for stop in frontier if stop not in meeting.leaving]
        return self._route(layers)

    def _mark(self, stop: int) -> int:
        """What a state remembers when the route meets the stop: a station, or a group with other stops."""
        mark = STATIONED if stop in self._track.anchors else 0
        excluded = self._track.excludes[stop]
        if excluded.bit_count() > 1:
            # The lowest stop of a group stands for it; marks of groups lie below those of borders.
            mark |= 2 << (excluded & -excluded).bit_length()
        return mark

    def _live_marks(self) -> tuple[list[int], list[int]]:
        """For each link its marks (of borders that other links share); for each meeting what may go."""
        groups = len(self._track.excludes) + 3
        users: dict[int, int] = {}
        for link in self._track.links:
            for bit in range(self._masks[link].bit_length()):
                users[bit] = users.get(bit, 0) + (self._masks[link] >> bit & 1)
        contested = sum(1 << bit for bit, count in users.items() if count > 1)
        shared = [(mask & contested) << groups for mask in self._masks]
        later, forget = 0, []
        for meeting in reversed(self._meetings):
            forget.append(later | STATIONED)
            for link in meeting.links:
                later |= shared[link]
            later |= self._marks[meeting.a] | self._marks[meeting.b]
        return shared, forget[::-1]

    def _worth_ahead(self) -> list[int]:
        """After each meeting, what stops not met yet could add; two ends may be stops that end routes."""
        through, values = self._track.through, self._values
        ends = sorted((values[stop] for stop in self._first_met if not through[stop]), reverse=True)
        ahead = [sum(ends[:2])]
        for number in range(len(self._meetings) - 1, 0, -1):
            new = [stop for stop, first in self._first_met.items() if first == number and through[stop]]
            ahead.append(ahead[-1] + sum(values[stop] for stop in new))
        return ahead[::-1]

    def _decide(self, layer: Layer, meeting: Meeting, frontier: list[int], number: int) -> Layer:
        """All states after one meeting."""
        place = {stop: index for index, stop in enumerate(frontier)}
        leaving = [place[stop] for stop in meeting.leaving]
        kept = [index for index in range(len(frontier)) if index not in leaving]
        moved = {index: new for new, index in enumerate(kept)} | {PASSED: PASSED, LAST: LAST}
        hopes = [self._values[stop] if self._track.through[stop] else 0 for stop in frontier]
        made: Layer = {}
        for state, (worth, _, _) in layer.items():
            mates = state[0] + tuple(range(len(state[0]), len(frontier)))
            for after, marks, total, link in self._ways(mates, state, worth, meeting, place):
                left = self._leave(after, leaving, marks, (total, state, link)) if leaving else after
                if left is None:
                    continue
                hope = total + self._ahead[number]
                for index in kept:
                    if left[index] == index:
                        hope += hopes[index]
                if hope >= self._floor:
                    key = (tuple([moved[left[index]] for index in kept]), marks & self._forget[number])
                    if key not in made or made[key][0] < total:
                        made[key] = (total, state, link)
        return made

    def _ways(
        self, mates: Mates, state: State, worth: int, meeting: Meeting, place: dict[int, int]
    ) -> list[tuple[Mates, int, int, int]]:
        """Use none of the links between two stops, or one of them."""
        marks = state[1]
        ways = [(mates, marks, worth, -1)]
        a, b = place[meeting.a], place[meeting.b]
        one, other = mates[a], mates[b]
        through = self._track.through
        if one in (PASSED, b) or other == PASSED:
            return ways
        if (one != a and not through[meeting.a]) or (other != b and not through[meeting.b]):
            return ways
        for stop, fresh in ((meeting.a, one == a), (meeting.b, other == b)):
            if fresh:
                if marks & self._marks[stop] & ~STATIONED:
                    return ways
                marks |= self._marks[stop]
                worth += self._values[stop]
        joined = list(mates)
        joined[a] = joined[b] = PASSED
        if one >= 0:
            joined[one] = other
        if other >= 0:
            joined[other] = one
        for link in meeting.links:
            if not (self._shared[link] & marks or self._masks[link] & self._forbidden):
                total = worth - self._costs[link]
                if one == other == LAST:
                    self._finish(joined, marks, (total, state, link))
                else:
                    ways.append((tuple(joined), marks | self._shared[link], total, link))
        return ways

    def _leave(
        self, mates: Mates, leaving: list[int], marks: int, step: tuple[int, State, int]
    ) -> Sequence[int] | None:
        """Let stops go that no later link touches; None if the route is complete or cannot become one."""
        left = list(mates)
        for index in leaving:
            mate = left[index]
            if mate in (index, PASSED):
                continue
            left[index] = PASSED
            if mate == LAST:
                self._finish(left, marks, step)
                return None
            left[mate] = LAST
        return left if left.count(LAST) < 3 else None

    def _finish(self, mates: Sequence[int], marks: int, step: tuple[int, State, int]) -> None:
        """Keep a complete route, unless another piece of route is left over."""
        if step[0] < self._floor or not marks & STATIONED:
            return
        if all(mate in (here, PASSED) for here, mate in enumerate(mates)):
            self._found = step
            self._floor = step[0] + self._step

    def _route(self, layers: list[Layer]) -> Course | None:
        """Trace the best route back through the layers."""
        if self._found is None:
            return None
        worth, before, link = self._found
        links = [link]
        state: State | None = before
        for layer in layers[self._found_at :: -1]:
            assert state is not None
            _, state, link = layer[state]
            links.append(link)
        used = tuple(link for link in reversed(links) if link >= 0)
        mask = 0
        for link in used:
            mask |= self._masks[link]
        return Course(worth, mask, used)
