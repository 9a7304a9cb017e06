"""What the router answers: a route for each train that runs, and what is known about the total."""

from __future__ import annotations

from dataclasses import dataclass

from piercy.rail.router.network import Network, Runner
from piercy.rail.router.track import stop_values


@dataclass(frozen=True, slots=True)
class Run:
    """The route of one train. ``counted`` are the stops that pay, in the order of the route."""

    runner: int
    stops: tuple[int, ...]
    links: tuple[int, ...]
    counted: tuple[int, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """No set of routes earns more than ``bound``; it equals ``total`` exactly when that is proven."""

    total: int
    bound: int
    proven: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The best runs found, by number of runner; trains that earn nothing have none."""

    runs: tuple[Run, ...]
    certificate: Certificate


def describe_run(network: Network, runner: Runner, number: int, links: tuple[int, ...]) -> Run:
    """Put the links of a route in order, and choose the stops that pay."""
    stops, ordered = _in_order(network, links)
    values = stop_values(network, runner)
    counted = set(stops)
    if runner.skips_towns and runner.stops is not None and len(stops) > runner.stops:
        towns = [stop for stop in stops if not network.stops[stop].city]
        # The dearest towns pay; among equals the ends of the route go first, for an end must count.
        towns.sort(key=lambda stop: (-values[stop], stop not in (stops[0], stops[-1])))
        counted -= set(towns[max(0, runner.stops - len(stops) + len(towns)) :])
        first = next(index for index, stop in enumerate(stops) if stop in counted)
        last = max(index for index, stop in enumerate(stops) if stop in counted)
        stops, ordered = stops[first : last + 1], ordered[first:last]
    paying = tuple(stop for stop in stops if stop in counted)
    return Run(number, stops, ordered, paying, sum(values[stop] for stop in paying))


def _in_order(network: Network, links: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    at: dict[int, list[int]] = {}
    for number in links:
        at.setdefault(network.links[number].a, []).append(number)
        at.setdefault(network.links[number].b, []).append(number)
    here = min(stop for stop, around in at.items() if len(around) == 1)
    stops = [here]
    ordered: list[int] = []
    while True:
        onward = [number for number in at[here] if not ordered or number != ordered[-1]]
        if not onward:
            return tuple(stops), tuple(ordered)
        link = network.links[onward[0]]
        here = link.a + link.b - here
        stops.append(here)
        ordered.append(onward[0])
