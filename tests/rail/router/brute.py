"""The router's question answered the slow way: all simple paths, all sets of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from piercy.rail.router.network import Network, Runner
from piercy.rail.router.solve import Solution


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the network that breaks no rule about track and stops."""

    stops: tuple[int, ...]
    mask: int


def all_paths(network: Network) -> list[Path]:
    """Every path with a station on it, once in each direction."""
    found: list[Path] = []
    for start in range(len(network.stops)):
        found += _from(network, Path((start,), 0))
    return [path for path in found if any(network.stops[stop].token for stop in path.stops)]


def _from(network: Network, path: Path) -> Iterator[Path]:
    here = path.stops[-1]
    if len(path.stops) > 1 and not network.stops[here].through:
        return
    for link in network.links:
        if here not in (link.a, link.b) or link.mask & path.mask:
            continue
        there = link.a + link.b - here
        if there in path.stops or _same_group(network, path.stops, there):
            continue
        longer = Path((*path.stops, there), path.mask | link.mask)
        yield longer
        yield from _from(network, longer)


def _same_group(network: Network, stops: Sequence[int], there: int) -> bool:
    group = network.stops[there].group
    return group is not None and any(network.stops[stop].group == group for stop in stops)


def worth(network: Network, runner: Runner, stops: Sequence[int]) -> int | None:
    """What a path earns for a train; None if the train cannot run it."""
    bonus = dict(runner.bonus)
    cities = [i for i in stops if network.stops[i].city]
    towns = [i for i in stops if not network.stops[i].city]
    if runner.cities is not None and len(cities) > runner.cities:
        return None
    values = sorted((network.stops[i].value + bonus.get(i, 0) for i in towns), reverse=True)
    if runner.stops is not None:
        if len(cities) > runner.stops or (len(stops) > runner.stops and not runner.skips_towns):
            return None
        values = values[: runner.stops - len(cities)]
    return sum(values) + sum(network.stops[i].value + bonus.get(i, 0) for i in cities)


def best_total(network: Network, runners: Sequence[Runner]) -> int:
    """The most that the trains can earn together."""
    paths = all_paths(network)
    menus = []
    for runner in runners:
        best: dict[int, int] = {0: 0}
        for path in paths:
            earned = worth(network, runner, path.stops)
            if earned is not None:
                best[path.mask] = max(earned, best.get(path.mask, 0))
        menus.append(sorted(best.items(), key=lambda item: -item[1]))
    return _pack(menus, 0)


def _pack(menus: list[list[tuple[int, int]]], used: int) -> int:
    if not menus:
        return 0
    ceiling = sum(menu[0][1] for menu in menus[1:])
    best = 0
    for mask, value in menus[0]:
        if value + ceiling <= best:
            break
        if not mask & used:
            best = max(best, value + _pack(menus[1:], used | mask))
    return best


def check_solution(network: Network, runners: Sequence[Runner], solution: Solution) -> None:
    """The runs break no rule, pay what they say, and add up to the total."""
    used = 0
    assert len({run.runner for run in solution.runs}) == len(solution.runs)
    for run in solution.runs:
        assert len(run.stops) == len(run.links) + 1 >= 2
        path = Path(run.stops[:1], 0)
        for number, there in zip(run.links, run.stops[1:], strict=True):
            link = network.links[number]
            assert {link.a, link.b} == {path.stops[-1], there}
            assert not link.mask & path.mask
            assert there not in path.stops
            assert not _same_group(network, path.stops, there)
            path = Path((*path.stops, there), path.mask | link.mask)
        assert all(network.stops[stop].through for stop in run.stops[1:-1])
        assert any(network.stops[stop].token for stop in run.stops)
        assert not path.mask & used
        used |= path.mask
        runner = runners[run.runner]
        assert run.value == worth(network, runner, run.stops)
        bonus = dict(runner.bonus)
        assert run.value == sum(network.stops[i].value + bonus.get(i, 0) for i in run.counted)
        assert set(run.counted) >= {i for i in run.stops if network.stops[i].city}
        assert runner.stops is None or len(run.counted) <= runner.stops
    assert solution.certificate.total == sum(run.value for run in solution.runs)
