"""The router against brute force on small boards of every sort."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from tests.rail.router.brute import best_total, check_solution
from tests.rail.router.networks import questions

from piercy.rail.router import team
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.solve import best_routes

THOROUGH = settings(
    max_examples=600, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@THOROUGH
@given(questions())
def test_small_boards(question: tuple[Network, list[Runner]]) -> None:
    network, runners = question
    solution = best_routes(network, runners)
    check_solution(network, runners, solution)
    assert solution.certificate.proven
    assert solution.certificate.total == solution.certificate.bound == best_total(network, runners)


@settings(THOROUGH, max_examples=300)
@given(questions())
def test_small_boards_by_prices_alone(question: tuple[Network, list[Runner]]) -> None:
    """Small boards seldom get as far as prices and pools; make them."""
    network, runners = question
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(team, "FIRST_EFFORT", 0)
        patch.setattr(team, "SUGGEST_EFFORT", 0)
        solution = best_routes(network, runners)
    check_solution(network, runners, solution)
    assert solution.certificate.proven
    assert solution.certificate.total == best_total(network, runners)
