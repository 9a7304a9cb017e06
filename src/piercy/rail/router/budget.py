"""How much work a search may do before it has to answer with what it knows."""

from __future__ import annotations

from collections.abc import Callable

# Reading a clock costs more than a search node; look at it this rarely.
CLOCK_EVERY = 256


class OutOfBudgetError(Exception):
    """The node limit or the time limit was struck."""


class FenceError(Exception):
    """An attempt took more work than it was given; something else may be tried."""


class Budget:
    """Counts search nodes, and stops the search when a limit is struck."""

    __slots__ = ("_check", "_clock", "_deadline", "_fence", "_limit", "nodes")

    def __init__(
        self,
        node_limit: int | None = None,
        time_limit: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if (time_limit is None) != (clock is None):
            raise ValueError("a time limit needs a clock, and a clock a time limit")
        self.nodes = 0
        self._limit = node_limit
        self._clock = clock
        self._deadline = clock() + time_limit if clock is not None and time_limit is not None else 0.0
        self._fence: int | None = None
        self._check = 0
        self._plan_check()

    def spend(self, nodes: int) -> None:
        """Book the work just done."""
        self.nodes += nodes
        if self.nodes >= self._check:
            self._look()

    def fence(self, nodes: int | None) -> None:
        """Let the next attempt do this much work (None: as much as it needs)."""
        self._fence = None if nodes is None else self.nodes + nodes
        self._plan_check()

    def _look(self) -> None:
        if self._limit is not None and self.nodes > self._limit:
            raise OutOfBudgetError
        if self._clock is not None and self._clock() > self._deadline:
            raise OutOfBudgetError
        if self._fence is not None and self.nodes > self._fence:
            raise FenceError
        self._plan_check()

    def _plan_check(self) -> None:
        """The number of nodes at which some limit may be struck next."""
        checks = [1 << 62]
        if self._limit is not None:
            checks.append(self._limit + 1)
        if self._fence is not None:
            checks.append(self._fence + 1)
        if self._clock is not None:
            checks.append(self.nodes + CLOCK_EVERY)
        self._check = min(checks)
