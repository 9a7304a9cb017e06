"""The router against OR-Tools CP-SAT on late boards of real titles, about fifty stops each."""

from __future__ import annotations

import pytest
from tests.rail.router.brute import check_solution
from tests.rail.router.cpsat import best_total

from piercy.bench.late_boards import COUNTRIES, late_network
from piercy.rail.router.network import Runner
from piercy.rail.router.solve import best_routes

TRAINS = {
    "3": Runner("3", 3),
    "4": Runner("4", 4),
    "5": Runner("5", 5),
    "6": Runner("6", 6),
    "8": Runner("8", 8),
    "2+2": Runner("2+2", 4, cities=2),
    "3+3": Runner("3+3", 6, cities=3),
    "5+5": Runner("5+5", 10, cities=5),
    "3E": Runner("3E", 3, skips_towns=True),
    "4E": Runner("4E", 4, skips_towns=True),
    "5E": Runner("5E", 5, skips_towns=True),
    "8E": Runner("8E", 8, skips_towns=True),
    "D": Runner("D", None),
}
TEAMS: dict[str, tuple[str, ...]] = {
    "18cz": ("3 3", "2+2 3", "3E 3E", "3+3", "5E", "5", "3E 4E", "2+2 2+2", "4 4", "3+3 2+2"),
    "1856": ("3 4", "4", "3 3", "6", "3 3"),
}
LONG_TEAMS: dict[str, tuple[str, ...]] = {
    "18cz": ("8E", "5+5", "5E 4E", "8 8"),
    "1856": ("8", "5 5", "6 6", "D"),
}


def _boards(teams: dict[str, tuple[str, ...]], rounds: int) -> list[tuple[str, int, str]]:
    return [
        (title, 100 + 20 * number + index, team)
        for title, crews in teams.items()
        for number in range(rounds)
        for index, team in enumerate(crews)
    ]


def _compare(title: str, seed: int, team: str) -> None:
    network = late_network(COUNTRIES[title], seed, red_home="E" in team)
    runners = [TRAINS[name] for name in team.split()]
    if seed % 3 == 0:
        # a bonus at the dearest stop, for the first train only
        dearest = max(range(len(network.stops)), key=lambda stop: network.stops[stop].value)
        first = runners[0]
        runners[0] = Runner(first.name, first.stops, first.cities, first.skips_towns, ((dearest, 50),))
    solution = best_routes(network, runners)
    check_solution(network, runners, solution)
    assert solution.certificate.proven
    assert solution.certificate.total == solution.certificate.bound == best_total(network, runners)


@pytest.mark.parametrize(("title", "seed", "team"), _boards(TEAMS, 4))
def test_late_boards(title: str, seed: int, team: str) -> None:
    _compare(title, seed, team)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "seed", "team"), _boards(LONG_TEAMS, 3))
def test_late_boards_with_long_trains(title: str, seed: int, team: str) -> None:
    _compare(title, seed, team)
