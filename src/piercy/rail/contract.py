"""From the board to the router: contract the track to stops and the links between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from piercy.rail.board import has_token, token_places
from piercy.rail.hexes import opposite
from piercy.rail.lines import Lines, Place, Side
from piercy.rail.router.network import Link, Network, NetworkStop, Runner
from piercy.rail.router.solve import Certificate, Run, best_routes
from piercy.rail.routes import NO_BONUSES, Bonuses, Route, place_name
from piercy.rail.trains import TrainKind


@dataclass(frozen=True, slots=True)
class BestRun:
    """The routes that earn most, with the proof."""

    routes: tuple[Route, ...]
    stops: tuple[tuple[tuple[str, int], ...], ...]
    """For each route, the stops that pay and what they pay."""
    certificate: Certificate

    def to_dict(self) -> dict[str, object]:
        runs = [
            {
                "train": route.train,
                "path": list(route.path),
                "stops": [list(s) for s in stops],
                "value": sum(v for _, v in stops),
            }
            for route, stops in zip(self.routes, self.stops, strict=True)
        ]
        proof = self.certificate
        return {
            "total": proof.total,
            "bound": proof.bound,
            "proven": proof.proven,
            "nodes": proof.nodes,
            "routes": runs,
        }


def best_run(
    lines: Lines,
    trains: Sequence[TrainKind],
    band: int,
    bonuses: Bonuses = NO_BONUSES,
    *,
    node_limit: int | None = None,
) -> BestRun:
    """The most that the trains can earn together on the lines of their company.

    With ``node_limit`` the search stops after so many nodes, at the best routes found so far.
    """
    network = contract(lines, band)
    runners = [_runner(network, kind, bonuses) for kind in trains]
    solution = best_routes(network, runners, node_limit=node_limit)
    routes = tuple(_route(network, runners[run.runner], run) for run in solution.runs)
    stops = tuple(_paying(network, runners[run.runner], run) for run in solution.runs)
    return BestRun(routes, stops, solution.certificate)


def most_on(
    network: Network,
    trains: Sequence[TrainKind],
    bonuses: Bonuses = NO_BONUSES,
    *,
    node_limit: int | None = None,
) -> int:
    """What trains earn on a network that has been contracted before, without the routes."""
    runners = [_runner(network, kind, bonuses) for kind in trains]
    return best_routes(network, runners, node_limit=node_limit).certificate.total


def _runner(network: Network, kind: TrainKind, bonuses: Bonuses) -> Runner:
    extra = {place_name(*place): more for place, more in bonuses.get(kind.name, {}).items()}
    bonus = tuple((i, extra[stop.id]) for i, stop in enumerate(network.stops) if stop.id in extra)
    return Runner(kind.name, kind.stops, kind.cities, kind.skips_towns, bonus)


def _paying(network: Network, runner: Runner, run: Run) -> tuple[tuple[str, int], ...]:
    extra = dict(runner.bonus)
    return tuple((network.stops[i].id, network.stops[i].value + extra.get(i, 0)) for i in run.counted)


def contract(lines: Lines, band: int) -> Network:
    """The stops that the company's lines could reach and the ways between them.

    Whether a way can be part of a line from a station is left to the router, which asks that anyway.
    """
    bits: dict[Side, int] = {}
    ways: dict[tuple[Place, Place, int], tuple[str, ...]] = {}
    met = dict.fromkeys(place for place in token_places(lines.board, lines.company) if place[1] >= 0)
    for place in (waiting := list(met)):
        # a red home station is closed to traffic, yet its own company's routes start there
        if not lines.open(*place) and not has_token(lines.board, *place, lines.company):
            continue
        for end, borders, trail in _ways(lines, place):
            if end == place:
                continue
            if end not in met:
                met[end] = None
                waiting.append(end)
            mask = 0
            for border in borders:
                mask |= 1 << bits.setdefault(border, len(bits))
            if place < end:
                ways.setdefault((place, end, mask), trail)
            else:
                ways.setdefault((end, place, mask), trail[::-1])
    places = sorted(met)
    number = {place: i for i, place in enumerate(places)}
    links = tuple(Link(number[a], number[b], mask, trail) for (a, b, mask), trail in sorted(ways.items()))
    return Network(tuple(_stop(lines, place, band) for place in places), links)


def _stop(lines: Lines, place: Place, band: int) -> NetworkStop:
    name, index = place
    stop = lines.track(name).stops[index]
    return NetworkStop(
        id=place_name(name, index),
        value=stop.value(band),
        city=stop.city,
        through=lines.open(name, index),
        token=has_token(lines.board, name, index, lines.company),
        group=lines.ground.atlas[name].area,
    )


def _ways(lines: Lines, start: Place) -> Iterator[tuple[Place, tuple[Side, ...], tuple[str, ...]]]:
    """All ways over plain track from a stop to the next stops: where to, over which borders and hexes."""
    name, index = start
    beside = lines.ground.atlas.beside
    pending: list[tuple[Side, tuple[Side, ...], tuple[str, ...]]] = [
        ((name, edge), (), ()) for edge in lines.track(name).stops[index].edges
    ]
    while pending:
        side, borders, trail = pending.pop()
        neighbour = beside[side[0]][side[1]]
        if neighbour is None:
            continue
        arrival = (neighbour, opposite(side[1]))
        border = min(side, arrival)
        if border in borders:
            continue
        track = lines.track(neighbour)
        borders = (*borders, border)
        for stop in track.stops_at[arrival[1]]:
            yield (neighbour, stop), borders, trail
        pending += [((neighbour, edge), borders, (*trail, neighbour)) for edge in track.onward[arrival[1]]]


def _route(network: Network, runner: Runner, run: Run) -> Route:
    path = [network.stops[run.stops[0]].id]
    for at, link_number in enumerate(run.links):
        link = network.links[link_number]
        forwards = link.a == run.stops[at]
        path += link.trail if forwards else link.trail[::-1]
        path.append(network.stops[run.stops[at + 1]].id)
    return Route(runner.name, tuple(path))


def kinds_of(trains: Sequence[str], kinds: Mapping[str, TrainKind]) -> list[TrainKind]:
    """The kinds of the trains a company owns."""
    return [kinds[train] for train in trains]
