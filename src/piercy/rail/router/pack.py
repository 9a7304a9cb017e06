"""Choose one route for each train so that no two share a border: exact, by branch and bound.

Every route has a loss, what it is worth less than the best of its train. The losses of a better set
sum to no more than the slack, the distance from the upper bound down to the next better total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from piercy.rail.router.budget import Budget

MENU_PER_NODE = 32


class Choice(NamedTuple):
    """A route that may be part of a better set."""

    loss: int
    rank: int  # its place on the menu
    mask: int
    value: int
    links: tuple[int, ...]


class Packer:
    """Walks all sets of choices within the slack, best first, and shows each to ``leaf``.

    ``leaf`` gets the chosen routes, one per train, and returns the slack that remains.
    """

    __slots__ = ("_budget", "_chosen", "_leaf", "_slack", "_twin")

    def __init__(
        self, twin: Sequence[bool], slack: int, budget: Budget, leaf: Callable[[list[Choice]], int]
    ) -> None:
        self._twin = twin
        self._slack = slack
        self._budget = budget
        self._leaf = leaf
        self._chosen: list[Choice] = []

    def pack(self, menus: Sequence[Sequence[Choice]]) -> None:
        """``menus`` holds the choices of each train by rising loss; a train that is the twin of the
        one before it (``twin``) has the same menu."""
        if all(menus):
            self._place(list(menus), 0)

    def _place(self, menus: list[Sequence[Choice]], loss: int) -> None:
        depth = len(self._chosen)
        if depth == len(menus):
            self._slack = self._leaf(self._chosen)
            return
        least = loss + sum(menu[0].loss for menu in menus[depth + 1 :])
        # Thinning out long menus is the real work of a node.
        work = 1 + sum(map(len, menus[depth + 1 :])) // MENU_PER_NODE
        for choice in menus[depth]:
            if least + choice.loss > self._slack:
                break
            self._budget.spend(work)
            rest = self._remaining(menus, choice, loss)
            if rest is not None:
                self._chosen.append(choice)
                self._place(rest, loss + choice.loss)
                self._chosen.pop()

    def _remaining(
        self, menus: list[Sequence[Choice]], choice: Choice, loss: int
    ) -> list[Sequence[Choice]] | None:
        """The later trains' menus without what collides; None when that costs too much."""
        mask, depth = choice.mask, len(self._chosen)
        rest = menus[: depth + 1]
        spent = loss + choice.loss + sum(menu[0].loss for menu in menus[depth + 1 :])
        twins = True
        for index in range(depth + 1, len(menus)):
            menu = menus[index]
            twins = twins and self._twin[index]
            # Twins choose in the order of their menu, or every set would be found several times.
            start = choice.rank if twins else 0
            most = self._slack - spent + menu[0].loss
            kept = [x for x in menu if not x.mask & mask and x.loss <= most and x.rank >= start]
            if not kept:
                return None
            spent += kept[0].loss - menu[0].loss
            rest.append(kept)
        return rest
