"""What sets trains apart for the search: how they count, and what stops pay them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from piercy.rail.router.network import Network, Runner
from piercy.rail.router.track import UsableTrack, stop_values

Ways = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class Counting:
    """How a train counts.

    What it may still count is one number, its allowance; 0 means nothing more. ``enter[city]`` gives
    for each allowance the ways to touch one more stop of that sort, as (allowance left, 1 if the stop
    pays else 0). ``splits`` gives the ways to share an allowance between two arms.
    """

    allowance: int
    enter: tuple[Ways, Ways]
    splits: Ways
    skips: bool


@dataclass(frozen=True, slots=True)
class Kind:
    """Trains that run alike. ``endless`` trains could count every stop they reach."""

    values: tuple[int, ...]
    counting: Counting
    endless: bool


def kind_of(network: Network, track: UsableTrack, runner: Runner) -> Kind:
    """How this train counts on this track; limits that cannot bind are no limits."""
    values = stop_values(network, runner)
    most = len(track.reached)
    all_cities = sum(track.city[stop] for stop in track.reached)
    stops = most if runner.stops is None else min(runner.stops, most)
    if runner.cities is not None and runner.cities < min(stops, all_cities):
        return Kind(values, _counting(stops, runner.cities, runner.skips_towns), False)
    # A train that could count every stop has no reason to skip one.
    return Kind(values, _counting(stops, stops, runner.skips_towns and stops < most), stops == most)


@lru_cache(maxsize=256)
def _counting(stops: int, cities: int, skips: bool) -> Counting:
    """Number the allowances; those of an n+m train are pairs (stops left, cities left)."""
    split = cities < stops
    pairs = [
        (left, part) for left in range(stops + 1) for part in range(min(left, cities) + 1 if split else 1)
    ]
    number = {pair: index for index, pair in enumerate(pairs)}
    town: list[tuple[tuple[int, int], ...]] = []
    city: list[tuple[tuple[int, int], ...]] = []
    for index, (left, part) in enumerate(pairs):
        counted = ((number[left - 1, min(part, left - 1)], 1),) if left else ()
        town.append((*counted, (index, 0)) if skips and left else counted)
        if not split:
            city.append(counted)
        else:
            city.append(((number[left - 1, part - 1], 1),) if part else ())
    splits = tuple(
        tuple(
            (number[pair], number[left - pair[0], part - pair[1]])
            for pair in pairs
            if (left - pair[0], part - pair[1]) in number
        )
        for left, part in pairs
    )
    return Counting(len(pairs) - 1, (tuple(town), tuple(city)), splits, skips)
