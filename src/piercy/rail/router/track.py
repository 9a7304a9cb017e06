"""The network made ready for searching: only what a route could use, as flat tables of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from piercy.rail.router.network import Network, NetworkStop, Runner


@dataclass(frozen=True, slots=True)
class UsableTrack:
    """The part of a network that routes can use.

    Stops and links keep the numbers they have in the network. ``steps[v]`` lists the links at stop v
    as (mask, other stop, link); ``excludes[v]`` is the set of stops that a route touching v may not
    touch again, v itself and the rest of its group.
    """

    steps: tuple[tuple[tuple[int, int, int], ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    excludes: tuple[int, ...]
    through: tuple[bool, ...]
    city: tuple[bool, ...]
    anchors: tuple[int, ...]
    reached: tuple[int, ...]
    links: tuple[int, ...]


def lay_track(network: Network) -> UsableTrack:
    """Drop what no route needs, and index the rest."""
    stops = network.stops
    steps: list[list[tuple[int, int, int]]] = [[] for _ in stops]
    for number in _needed_links(network):
        link = network.links[number]
        steps[link.a].append((link.mask, link.b, number))
        steps[link.b].append((link.mask, link.a, number))
    anchors = tuple(i for i, stop in enumerate(stops) if stop.token and steps[i])
    reached = _reached(network, steps, anchors)
    for here, around in enumerate(steps):
        steps[here] = [step for step in around if reached >> here & reached >> step[1] & 1]
    members: dict[str, int] = {}
    for index, stop in enumerate(stops):
        if stop.group is not None:
            members[stop.group] = members.get(stop.group, 0) | 1 << index
    neighbours = tuple(tuple(sorted({step[1] for step in here})) for here in steps)
    return UsableTrack(
        steps=tuple(tuple(sorted(here, key=lambda step: step[2])) for here in steps),
        neighbours=neighbours,
        excludes=tuple(
            1 << index if stop.group is None else members[stop.group] for index, stop in enumerate(stops)
        ),
        through=tuple(
            stop.through and len(neighbours[index]) > 1 and not _one_exit(steps[index])
            for index, stop in enumerate(stops)
        ),
        city=tuple(stop.city for stop in stops),
        anchors=anchors,
        reached=tuple(index for index in range(len(stops)) if reached >> index & 1),
        links=tuple(sorted({step[2] for here in steps for step in here})),
    )


def _one_exit(steps: list[tuple[int, int, int]]) -> bool:
    """All links leave over the same border, so that a route can only end here."""
    common = -1
    for mask, _, _ in steps:
        common &= mask
    return common != 0


def _needed_links(network: Network) -> list[int]:
    """Links whose mask does not contain the mask of another link between the same stops."""
    links = network.links
    beside: dict[tuple[int, int], list[int]] = {}
    for number, link in enumerate(links):
        ends = (link.a, link.b) if link.a < link.b else (link.b, link.a)
        beside.setdefault(ends, []).append(number)
    needed: list[int] = []
    for (a, b), numbers in beside.items():
        if not (_is_start(network.stops[a]) or _is_start(network.stops[b])):
            continue
        if len(numbers) == 1:
            needed += numbers
            continue
        kept: list[int] = []
        for number in sorted(numbers, key=lambda number: links[number].mask.bit_count()):
            mask = links[number].mask
            if not any(links[other].mask & ~mask == 0 for other in kept):
                kept.append(number)
        needed += kept
    return needed


def _is_start(stop: NetworkStop) -> bool:
    """A route may lead on from here: one can pass, or it is a anchor and the route begins here."""
    return stop.through or stop.token


def _reached(network: Network, steps: list[list[tuple[int, int, int]]], anchors: tuple[int, ...]) -> int:
    """The set of stops that some route through a anchor could touch."""
    reached = 0
    waiting = list(anchors)
    for anchor in anchors:
        reached |= 1 << anchor
    while waiting:
        here = waiting.pop()
        if not _is_start(network.stops[here]):
            continue
        for _, other, _ in steps[here]:
            if not reached >> other & 1:
                reached |= 1 << other
                waiting.append(other)
    return reached


def stop_values(network: Network, runner: Runner) -> tuple[int, ...]:
    """What each stop pays this train, bonus included."""
    values = [stop.value for stop in network.stops]
    for index, extra in runner.bonus:
        values[index] += extra
    return tuple(values)


def common_unit(value_lists: list[tuple[int, ...]]) -> int:
    """The largest number that divides every total that could be earned."""
    return gcd(*(value for values in value_lists for value in values)) or 1
