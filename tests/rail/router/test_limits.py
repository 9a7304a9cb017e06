"""What the router answers when it may not search as long as it wants, and questions with a simple answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.rail.router.brute import check_solution

from piercy.bench.late_boards import COUNTRIES, late_network
from piercy.rail.router.network import Link, Network, NetworkStop, Runner
from piercy.rail.router.solve import best_routes

EXPRESS = Runner("8E", 8, skips_towns=True)


def _ticks() -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += 1.0


def test_a_struck_node_limit_leaves_routes_and_a_bound_that_holds() -> None:
    network = late_network(COUNTRIES["18cz"], 0)
    runners = [EXPRESS, EXPRESS]
    best = best_routes(network, runners).certificate
    assert best.proven
    for limit in (1, 100, 1000, 10_000):
        solution = best_routes(network, runners, node_limit=limit)
        check_solution(network, runners, solution)
        proof = solution.certificate
        assert not proof.proven
        assert proof.total <= best.total <= proof.bound
        assert limit < proof.nodes < limit + 1000
        assert solution == best_routes(network, runners, node_limit=limit)


def test_a_struck_time_limit_ends_the_search() -> None:
    network = late_network(COUNTRIES["18cz"], 0)
    ticks = _ticks()
    proof = best_routes(network, [EXPRESS] * 2, time_limit=20, clock=lambda: next(ticks)).certificate
    assert not proof.proven
    assert proof.total <= proof.bound
    assert next(ticks) < 30


def test_a_time_limit_that_is_not_struck_changes_nothing() -> None:
    network = late_network(COUNTRIES["1856"], 0)
    runners = [Runner("5", 5)]
    assert best_routes(network, runners, time_limit=1, clock=lambda: 0.0) == best_routes(network, runners)


def test_a_time_limit_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="clock"):
        best_routes(Network((), ()), [], time_limit=1)


@pytest.mark.parametrize(
    ("stops", "links", "runners"),
    [
        ((), (), (Runner("2", 2),)),
        ((NetworkStop("A1/0", 30, True, True, True),), (), (Runner("2", 2),)),
        (
            (NetworkStop("A1/0", 30, True, True, True), NetworkStop("A3/0", 30, True, True, False)),
            (Link(0, 1, 1),),
            (),
        ),
        (
            (NetworkStop("A1/0", 30, True, True, False), NetworkStop("A3/0", 30, True, True, False)),
            (Link(0, 1, 1),),
            (Runner("2", 2),),
        ),
    ],
    ids=("no board", "no track", "no train", "no station"),
)
def test_nothing_to_run(
    stops: tuple[NetworkStop, ...], links: tuple[Link, ...], runners: tuple[Runner, ...]
) -> None:
    solution = best_routes(Network(stops, links), runners)
    assert solution.runs == ()
    assert (solution.certificate.total, solution.certificate.bound) == (0, 0)
    assert solution.certificate.proven
