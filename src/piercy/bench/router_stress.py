"""Hard questions for the route optimiser: the densest late boards of real titles, and long trains.

The boards are laid with the maps and the whole tile sets of the titles, joined better than players would,
and contracted by the same code that serves a game. Every board is drawn from its seed alone.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from piercy.bench.late_boards import COUNTRIES, late_network
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.solve import best_routes

TRAINS: dict[str, Runner] = {
    "5": Runner("5", 5),
    "6": Runner("6", 6),
    "8": Runner("8", 8),
    "4+4": Runner("4+4", 8, cities=4),
    "5+5": Runner("5+5", 10, cities=5),
    "5E": Runner("5E", 5, skips_towns=True),
    "6E": Runner("6E", 6, skips_towns=True),
    "8E": Runner("8E", 8, skips_towns=True),
    "D": Runner("D", None),
}

# (title, first seed, trains of the company on each board in turn). A large company of 18CZ may own three
# trains until 8E trains are sold, and two from then on.
CASES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("18cz", 0, ("8E 8E", "5E 6E 6E", "6E 8E", "5E 5E 6E", "5+5 5+5", "4+4 4+4", "5 5", "5E 8E")),
    ("18cz", 10, ("8E 8E", "5E 6E 6E", "6E 8E", "5E 5E 6E", "5+5 5+5", "4+4 4+4", "5 5", "5E 8E")),
    ("18cz", 20, ("8E 8E", "5E 6E 6E", "6E 8E", "5E 5E 6E", "5+5 5+5", "4+4 4+4", "5 5", "5E 8E")),
    ("1856", 20, ("D", "D", "D")),
    ("1856", 0, ("8 8", "6 8", "5 6 8", "8 8 8", "6 6", "5 6", "5 5 6 6")),
    ("1856", 10, ("8 8", "6 8", "5 6 8", "8 8 8", "6 6", "5 6", "5 5 6 6")),
)


@dataclass(frozen=True, slots=True)
class StressBoard:
    """One hard question for the router."""

    name: str
    network: Network
    runners: tuple[Runner, ...]


@dataclass(frozen=True, slots=True)
class StressResult:
    """How the router fared on one board."""

    name: str
    stops: int
    links: int
    total: int
    proven: bool
    nodes: int
    seconds: float


def stress_boards() -> list[StressBoard]:
    """The whole stress set, the same on every machine."""
    boards = []
    for title, first, teams in CASES:
        for seed, team in enumerate(teams, first):
            # The companies that run E trains are at home in red places.
            network = late_network(COUNTRIES[title], seed, red_home="E" in team)
            runners = tuple(TRAINS[train] for train in team.split())
            boards.append(StressBoard(f"{title} {seed}: {team}", network, runners))
    return boards


def run_stress(boards: Sequence[StressBoard] | None = None, times: int = 3) -> list[StressResult]:
    """Solve the stress set; the shortest of several timings of each board counts."""
    results = []
    for board in stress_boards() if boards is None else boards:
        timings = []
        for _ in range(times):
            start = time.process_time()
            proof = best_routes(board.network, board.runners).certificate
            timings.append((time.process_time() - start, proof))
        seconds, proof = min(timings, key=lambda timing: timing[0])
        stops, links = len(board.network.stops), len(board.network.links)
        results.append(
            StressResult(board.name, stops, links, proof.total, proof.proven, proof.nodes, seconds)
        )
    return results


def summary(results: Sequence[StressResult]) -> dict[str, float]:
    """What the set as a whole says."""
    seconds = [result.seconds for result in results]
    return {
        "boards": len(results),
        "proven": sum(result.proven for result in results),
        "median in milliseconds": round(1e3 * statistics.median(seconds), 1),
        "worst in milliseconds": round(1e3 * max(seconds), 1),
    }
