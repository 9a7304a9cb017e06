"""The exact route optimiser: the set of routes that earns most, and the proof that it does."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from piercy.rail.router.answer import Certificate, Run, Solution, describe_run
from piercy.rail.router.budget import Budget, OutOfBudgetError
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.team import Team

__all__ = ["Certificate", "Run", "Solution", "best_routes"]


def best_routes(
    network: Network,
    runners: Sequence[Runner],
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
    clock: Callable[[], float] | None = None,
) -> Solution:
    """Find the routes that together earn most.

    Without limits the answer is the proven optimum. A struck ``node_limit`` (or ``time_limit`` in
    seconds of ``clock``) leaves the best routes so far and an upper bound that holds.
    """
    budget = Budget(node_limit, time_limit, clock)
    team = Team(network, runners, budget)
    with contextlib.suppress(OutOfBudgetError):
        team.search()
    runs = tuple(
        describe_run(network, runners[number], number, links)
        for number, links in sorted(team.routes.items())
        if links
    )
    total = sum(run.value for run in runs)
    bound = max(total, team.bound)
    return Solution(runs, Certificate(total, bound, bound == total, budget.nodes))
