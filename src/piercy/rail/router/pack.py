"""Choose one route for each train so that no two share a border: exact, by branch and bound.

Every route has a loss, what it keeps less than the best of its kind after paying for its borders. In a
set that reaches the goal, the losses and the prices of borders that nobody uses sum to no more than the
slack, the distance from the upper bound down to the goal. So a border dearer than that must be used by
someone: branching on the dear border that fewest routes use keeps the tree small.

Sets of routes are whole numbers, one bit for each route of a kind, the route of least loss lowest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from piercy.rail.router.budget import Budget

# Borders to look at when choosing where to branch.
MOST_BORDERS = 6


class Choice(NamedTuple):
    """A route that may be part of a better set."""

    loss: int
    value: int
    borders: tuple[int, ...]
    links: tuple[int, ...]


class Menu:
    """The routes of one kind of train by rising loss, and ``count`` trains to choose from them."""

    __slots__ = ("_losses", "choices", "count", "levels", "users")

    def __init__(self, choices: Sequence[Choice], count: int) -> None:
        self.choices = choices
        self.count = count
        self._losses = [choice.loss for choice in choices]
        by_value: dict[int, list[int]] = {}
        by_border: dict[int, list[int]] = {}
        for index, choice in enumerate(choices):
            by_value.setdefault(choice.value, []).append(index)
            for border in choice.borders:
                by_border.setdefault(border, []).append(index)
        self.users = {border: _bitset(indices) for border, indices in by_border.items()}
        self.levels: list[tuple[int, int]] = []
        reaching = 0
        for value in sorted(by_value, reverse=True):
            reaching |= _bitset(by_value[value])
            self.levels.append((value, reaching))

    def within(self, loss: int) -> int:
        """The routes that lose no more than this."""
        return (1 << bisect_right(self._losses, loss)) - 1

    def beside(self, routes: int, choice: Choice) -> int:
        """Those of the routes that share no border with the choice."""
        for border in choice.borders:
            routes &= ~self.users.get(border, 0)
        return routes

    def least_loss(self, routes: int) -> int:
        return self._losses[(routes & -routes).bit_length() - 1]

    def most_value(self, routes: int) -> tuple[int, int]:
        """The highest value among the routes, and which of them have it."""
        return next((value, found) for value, level in self.levels if (found := routes & level))


class Packer:
    """Walks all sets of choices that could reach the goal and shows each better one to ``leaf``.

    ``leaf`` gets the choices as (kind, choice) and returns the new goal.
    """

    __slots__ = ("_bound", "_budget", "_chosen", "_dear", "_goal", "_leaf", "_menus", "_scale")

    def __init__(
        self,
        menus: Sequence[Menu],
        prices: dict[int, int],
        bound: int,
        scale: int,
        budget: Budget,
        leaf: Callable[[list[tuple[int, Choice]]], int],
    ) -> None:
        self._menus = menus
        self._bound = bound
        self._scale = scale
        self._budget = budget
        self._leaf = leaf
        self._goal = 0
        self._dear = sorted(prices.items(), key=lambda item: -item[1])
        self._chosen: list[tuple[int, Choice]] = []

    def pack(self, goal: int) -> None:
        """Try all sets that reach the goal."""
        self._goal = goal
        routes = [(1 << len(menu.choices)) - 1 for menu in self._menus]
        self._place(routes, [menu.count for menu in self._menus], self._dear, 0, 0)

    def _place(
        self, routes: list[int], open_: list[int], dear: list[tuple[int, int]], loss: int, value: int
    ) -> None:
        """Choose one more route. ``routes`` are still possible for the ``open_`` trains of each kind."""
        self._budget.spend(1)
        kinds = [kind for kind, count in enumerate(open_) if count]
        room = self._bound - self._goal * self._scale - loss
        most = value
        for kind in kinds:
            if not routes[kind]:
                return
            room -= self._menus[kind].least_loss(routes[kind]) * open_[kind]
            most += self._menus[kind].most_value(routes[kind])[0] * open_[kind]
        if room < 0 or most < self._goal:
            return
        routes = list(routes)
        for kind in kinds:
            menu = self._menus[kind]
            routes[kind] &= menu.within(room + menu.least_loss(routes[kind]))
        if sum(open_) == 1:
            kind = kinds[0]
            best = self._menus[kind].most_value(routes[kind])
            if value + best[0] >= self._goal:
                last = self._menus[kind].choices[(best[1] & -best[1]).bit_length() - 1]
                self._goal = self._leaf([*self._chosen, (kind, last)])
            return
        for kind, candidates in self._branches(routes, kinds, dear, room):
            self._follow(kind, candidates, routes, open_, dear, loss, value)

    def _follow(
        self,
        kind: int,
        candidates: int,
        routes: list[int],
        open_: list[int],
        dear: list[tuple[int, int]],
        loss: int,
        value: int,
    ) -> None:
        """Give one train of a kind each of the candidates in turn."""
        left = list(open_)
        left[kind] -= 1
        while candidates:
            bit = candidates & -candidates
            candidates ^= bit
            choice = self._menus[kind].choices[bit.bit_length() - 1]
            rest = [
                menu.beside(mine, choice) if count else 0
                for menu, mine, count in zip(self._menus, routes, left, strict=True)
            ]
            unused = [item for item in dear if item[0] not in choice.borders]
            self._chosen.append((kind, choice))
            self._place(rest, left, unused, loss + choice.loss, value + choice.value)
            self._chosen.pop()
            # Every set with this route has been seen now.
            routes[kind] &= ~bit

    def _branches(
        self, routes: list[int], kinds: list[int], dear: list[tuple[int, int]], room: int
    ) -> list[tuple[int, int]]:
        """Sets of candidates, one of which must be chosen: the users of a dear border, or all of a kind."""
        kind = min(kinds, key=lambda kind: routes[kind].bit_count())
        best, fewest = [(kind, routes[kind])], routes[kind].bit_count()
        for border, price in dear[:MOST_BORDERS]:
            if price <= room:
                break
            users = [(kind, routes[kind] & self._menus[kind].users.get(border, 0)) for kind in kinds]
            count = sum(found.bit_count() for _, found in users)
            if count < fewest:
                best, fewest = users, count
        return best


def _bitset(indices: list[int]) -> int:
    bits = bytearray((indices[-1] >> 3) + 1)
    for index in indices:
        bits[index >> 3] |= 1 << (index & 7)
    return int.from_bytes(bits, "little")
