"""Endless trains: the sweep against brute force and against the search for trains that count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.rail.router.brute import all_paths, check_solution, worth
from tests.rail.router.cpsat import best_total
from tests.rail.router.networks import networks
from tests.rail.router.test_brute_force import THOROUGH

from piercy.bench.late_boards import COUNTRIES, late_network
from piercy.rail.router.budget import Budget
from piercy.rail.router.frontier import FrontierSearch
from piercy.rail.router.network import Network, Runner
from piercy.rail.router.solve import best_routes
from piercy.rail.router.terms import Terms
from piercy.rail.router.track import lay_track, stop_values

ENDLESS = Runner("D", None)


@settings(THOROUGH, max_examples=300)
@given(networks())
def test_small_boards(network: Network) -> None:
    track = lay_track(network)
    if not track.anchors:
        return
    values = stop_values(network, ENDLESS)
    for forbidden in (0, 1, 3 << 3):
        paths = [path for path in all_paths(network) if not path.mask & forbidden]
        best = max((worth(network, ENDLESS, path.stops) or 0 for path in paths), default=0)
        route = FrontierSearch(network, track, Terms(values, values), Budget()).best(forbidden)
        assert (route.worth if route else 0) == best
        if route is not None:
            used = 0
            for number in route.links:
                used |= network.links[number].mask
            assert used == route.mask
            assert any(
                path.mask == route.mask and worth(network, ENDLESS, path.stops) == best for path in paths
            )


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_late_boards(seed: int) -> None:
    network = late_network(COUNTRIES["1856"], seed)
    solution = best_routes(network, [ENDLESS])
    check_solution(network, [ENDLESS], solution)
    assert solution.certificate.proven
    assert solution.certificate.total == best_total(network, [ENDLESS])
