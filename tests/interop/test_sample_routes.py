"""The router against plain enumeration on every run of the public game 29247.

The enumeration shares nothing with the router: it follows the track hex by hex, lists every route of every
train, and packs them by trying all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest

from piercy.bench.cz_sample import SAMPLE, positions
from piercy.interop.games18xx.replay import import_text
from piercy.rail.actions import RunTrains
from piercy.rail.hexes import opposite
from piercy.rail.trains import TrainKind
from piercy.titles.cz import running
from piercy.titles.cz.actions import RecordedRun
from piercy.titles.cz.book import book
from piercy.titles.cz.state import CzState, company_on_turn, runnable, type_of

pytestmark = pytest.mark.skipif(not SAMPLE.exists(), reason=f"the sample game is not at {SAMPLE}")

Place = tuple[str, int]
Borders = frozenset[tuple[tuple[str, int], tuple[str, int]]]


@dataclass(frozen=True)
class Spot:
    """A stop as the company sees it."""

    value: int
    city: bool
    station: bool
    through: bool
    area: str | None


def spots(state: CzState, company: str) -> dict[Place, Spot]:
    facts = book()
    band = facts.phases[state.phase].band
    found = {}
    for name in facts.ground.atlas.hexes:
        tokens = state.board.tokens.get(name, [])
        for index, stop in enumerate(facts.ground.track(state.board, name).stops):
            own = (company, index) in tokens
            full = stop.slots and sum(city == index for _, city in tokens) >= stop.slots
            through = stop.kind != "red" and (own or not full)
            area = facts.ground.atlas[name].area
            found[name, index] = Spot(stop.value(band), stop.kind != "town", own, through, area)
    return found


def ways(state: CzState, start: Place) -> Iterator[tuple[Place, Borders]]:
    """Every way over plain track from a stop to another."""
    facts = book()
    pending: list[tuple[str, int, Borders]] = [
        (start[0], edge, frozenset())
        for edge in facts.ground.track(state.board, start[0]).stops[start[1]].edges
    ]
    while pending:
        name, edge, crossed = pending.pop()
        beside = facts.ground.atlas.beside[name][edge]
        if beside is None:
            continue
        entered = opposite(edge)
        border = min(((name, edge), (beside, entered)), ((beside, entered), (name, edge)))
        if border in crossed:
            continue
        crossed = crossed | {border}
        track = facts.ground.track(state.board, beside)
        for index, stop in enumerate(track.stops):
            if entered in stop.edges and (beside, index) != start:
                yield (beside, index), crossed
        pending += [(beside, b if a == entered else a, crossed) for a, b in track.paths if entered in (a, b)]


def earns(kind: TrainKind, path: Sequence[Spot], bonus: int) -> int | None:
    """What a train earns on a path; None if it is too long for it."""
    cities = [spot.value for spot in path if spot.city]
    towns = sorted((spot.value for spot in path if not spot.city), reverse=True)
    assert kind.stops is not None
    if kind.skips_towns:
        towns = towns[: max(0, kind.stops - len(cities))]
    too_many = kind.cities is not None and len(cities) > kind.cities
    if too_many or not 2 <= len(cities) + len(towns) <= kind.stops:
        return None
    return sum(cities) + sum(towns) + bonus


def routes(
    seen: dict[Place, Spot],
    links: dict[Place, list[tuple[Place, Borders]]],
    kind: TrainKind,
    bonuses: Mapping[Place, int],
) -> dict[Borders, int]:
    """Every route of a train, by the borders it crosses, with what it earns."""
    found: dict[Borders, int] = {}

    def extend(path: list[Place], crossed: Borders) -> None:
        there = [seen[place] for place in path]
        value = earns(kind, there, sum(bonuses.get(place, 0) for place in path))
        if value is not None and any(spot.station for spot in there):
            found[crossed] = max(value, found.get(crossed, 0))
        cities = sum(spot.city for spot in there)
        assert kind.stops is not None
        if (cities if kind.skips_towns else len(path)) > kind.stops or cities > (kind.cities or kind.stops):
            return
        if len(path) > 1 and not there[-1].through:
            return
        areas = {spot.area for spot in there if spot.area}
        for place, borders in links[path[-1]]:
            if place not in path and not borders & crossed and seen[place].area not in areas:
                extend([*path, place], crossed | borders)

    for place in seen:
        extend([place], frozenset())
    return found


def most(pools: Sequence[Sequence[tuple[Borders, int]]], used: Borders = frozenset()) -> int:
    """The best sum of routes that share no track, at most one for each train."""
    if not pools:
        return 0
    best = most(pools[1:], used)
    limit = sum(pool[0][1] for pool in pools[1:] if pool)
    for borders, value in pools[0]:
        if value + limit <= best:
            break
        if not borders & used:
            best = max(best, value + most(pools[1:], used | borders))
    return best


def test_the_router_finds_what_plain_enumeration_finds_at_every_run() -> None:
    facts = book()
    game, _ = import_text(SAMPLE.read_text(encoding="utf-8"))
    count = 0
    for state in positions(game, RunTrains, RecordedRun):
        company = company_on_turn(state)
        kinds = [facts.trains[type_of(train)] for train in runnable(facts, state, company)]
        seen = spots(state, company)
        links = {place: list(ways(state, place)) for place in seen}
        bonuses = running.bonuses(facts, state, company)
        found_routes = [routes(seen, links, kind, bonuses.get(kind.name, {})) for kind in kinds]
        pools = [sorted(found.items(), key=lambda item: -item[1]) for found in found_routes]
        answer = running.best(facts, state).certificate
        assert (answer.total, answer.proven) == (most(pools), True)
        count += 1
    assert count == 78
