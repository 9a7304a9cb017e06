"""Choose one route for each train so that no two share a border: exact, by branch and bound.

Every route has a loss, what it keeps less than the best of its train after paying for its borders. The
losses of a better set sum to no more than the slack, the distance from the upper bound down to the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from piercy.rail.router.budget import Budget

MENU_PER_NODE = 64


class Choice(NamedTuple):
    """A route that may be part of a better set."""

    loss: int
    rank: int  # its place on the menu
    mask: int
    value: int
    links: tuple[int, ...]


AT_HOME = Choice(0, 0, 0, 0, ())


class Packer:
    """Walks all sets of choices that could reach the goal, best first, and shows each to ``leaf``.

    ``leaf`` gets the chosen routes, one per train, and returns the new goal. ``bound`` is what all would
    earn without any loss; ``scale`` relates it to values.
    """

    __slots__ = ("_bound", "_budget", "_chosen", "_goal", "_leaf", "_scale", "_twin")

    def __init__(
        self,
        twin: Sequence[bool],
        bound: int,
        goal: int,
        scale: int,
        budget: Budget,
        leaf: Callable[[list[Choice]], int],
    ) -> None:
        self._twin = twin
        self._bound = bound
        self._goal = goal
        self._scale = scale
        self._budget = budget
        self._leaf = leaf
        self._chosen: list[Choice] = []

    def pack(self, menus: Sequence[Sequence[Choice]]) -> None:
        """``menus`` holds the choices of each train by rising loss; a train that is the twin of the
        one before it (``twin``) has the same menu."""
        if all(menus):
            self._place(list(menus), 0, 0)

    def _slack(self) -> int:
        return self._bound - self._goal * self._scale

    def _place(self, menus: list[Sequence[Choice]], loss: int, value: int) -> None:
        """Choose for the first of the menus, which are those of the trains that have no route yet."""
        if len(menus) < 3:
            self._place_last(menus, loss, value)
            return
        least = loss + sum(menu[0].loss for menu in menus[1:])
        most = value + sum(max(x.value for x in menu) for menu in menus[1:])
        # Thinning out long menus is the real work of a node.
        work = 1 + sum(map(len, menus[1:])) // MENU_PER_NODE
        for choice in menus[0]:
            if least + choice.loss > self._slack():
                break
            if most + choice.value < self._goal:
                continue
            self._budget.spend(work)
            rest = self._remaining(menus, choice, loss)
            if rest is not None:
                self._chosen.append(choice)
                self._place(rest, loss + choice.loss, value + choice.value)
                self._chosen.pop()

    def _place_last(self, menus: list[Sequence[Choice]], loss: int, value: int) -> None:
        """Choose for the last two trains; for one alone, beside a train that stays at home."""
        ones, others = menus if len(menus) > 1 else ((AT_HOME,), menus[0])
        twins = len(menus) > 1 and self._twin[len(self._chosen) + 1]
        most = max(map(_value, others))
        for one in ones:
            room = self._slack() - loss - one.loss
            if room < others[0].loss:
                break
            need = self._goal - value - one.value
            if need > most:
                continue
            mask, tried = one.mask, 0
            for tried, other in enumerate(others, 1):
                if other.loss > room:
                    break
                if other.value >= need and not other.mask & mask and not (twins and other.rank < one.rank):
                    self._goal = self._leaf([*self._chosen, one, other] if len(menus) > 1 else [*self._chosen, other])
                    need = self._goal - value - one.value
                    room = self._slack() - loss - one.loss
            self._budget.spend(1 + tried // MENU_PER_NODE)

    def _remaining(
        self, menus: list[Sequence[Choice]], choice: Choice, loss: int
    ) -> list[Sequence[Choice]] | None:
        """The later trains' menus without what collides; None when that costs too much."""
        mask, depth = choice.mask, len(self._chosen)
        rest: list[Sequence[Choice]] = []
        spent = loss + choice.loss + sum(menu[0].loss for menu in menus[1:])
        slack = self._slack()
        twins = True
        for index, menu in enumerate(menus[1:], depth + 1):
            twins = twins and self._twin[index]
            # Twins choose in the order of their menu, or every set would be found several times.
            start = choice.rank if twins else 0
            most = slack - spent + menu[0].loss
            kept = [x for x in menu if not x.mask & mask and x.loss <= most and x.rank >= start]
            if not kept:
                return None
            spent += kept[0].loss - menu[0].loss
            rest.append(kept)
        return rest


def _value(choice: Choice) -> int:
    return choice.value
