"""Routes: how trains run. Written out stop by stop, checked against the rules, and priced.

A route is a list of places in the order the train meets them: ``C14/0`` is the first stop of hex C14,
``D15`` plain track on D15.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail.board import has_token
from piercy.rail.hexes import opposite
from piercy.rail.lines import Lines, Place, Side
from piercy.rail.tiles import Stop, Track
from piercy.rail.trains import TrainKind

Visit = tuple[str, int | None, Track]
"""A hex on the way, the stop made there, if any, and the track that lies on it."""


@dataclass(frozen=True, slots=True)
class Route:
    """The run of one train, as part of an action."""

    train: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RouteRules:
    """The ids of the rules that a route can break."""

    token: str
    two_stops: str
    length: str
    stop_twice: str
    track_twice: str
    reversal: str
    red: str
    area: str
    closed: str
    ends_at_stops: str
    shared_track: str
    owned_train: str
    skipped_stop: str | None = None
    """A stop on the way left out; None: it is refused as track that does not join."""


@dataclass(frozen=True, slots=True)
class Priced:
    """A legal route with what it earns."""

    route: Route
    stops: tuple[Place, ...]
    counted: tuple[int, ...]
    """Which of the stops pay, by position."""
    values: tuple[int, ...]
    """What each counted stop pays."""
    borders: frozenset[Side]

    @property
    def value(self) -> int:
        return sum(self.values)


Bonuses = Mapping[str, Mapping[Place, int]]
"""Train -> place -> what that place pays such a train beside its value."""
NO_BONUSES: Bonuses = {}


def place_name(name: str, stop: int | None) -> str:
    return name if stop is None else f"{name}/{stop}"


@lru_cache(maxsize=4096)
def _parse(text: str) -> tuple[str, int | None]:
    """The hex that a place names and its stop, if any; -1 for what cannot be a stop."""
    name, slash, index = text.partition("/")
    if not slash:
        return name, None
    return name, int(index) if len(index) == 1 and index.isascii() and index.isdigit() else -1


class RouteJudge:
    """Checks and prices the routes of one company."""

    def __init__(
        self,
        lines: Lines,
        kinds: Mapping[str, TrainKind],
        rules: RouteRules,
        band: int,
        bonuses: Bonuses = NO_BONUSES,
        length_rules: Mapping[str, str] | None = None,
    ) -> None:
        """``length_rules`` names the rule on a train's length where it differs from train to train."""
        self._lines = lines
        self._kinds = kinds
        self._rules = rules
        self._band = band
        self._bonuses = bonuses
        self._length_rules = length_rules or {}

    def judge_all(self, routes: Sequence[Route], owned: Sequence[str]) -> list[Priced]:
        """Price a set of routes run together.

        :raises InvalidAction: a place or train is unknown.
        :raises IllegalAction: a rule forbids one of them, or all of them together.
        """
        left = list(owned)
        used: set[Side] = set()
        priced = []
        for route in routes:
            if route.train not in self._kinds:
                raise InvalidAction("unknown train {train!r}", train=route.train)
            if route.train not in left:
                raise IllegalAction(
                    self._rules.owned_train, "no {train}-train is left to run", train=route.train
                )
            left.remove(route.train)
            run = self.judge(route)
            if used & run.borders:
                raise IllegalAction(self._rules.shared_track, "two trains would use the same track")
            used |= run.borders
            priced.append(run)
        return priced

    def judge(self, route: Route) -> Priced:
        """Price one route."""
        visits = [self._read(text) for text in route.path]
        if not visits:
            raise IllegalAction(self._rules.two_stops, "a route needs at least two stops")
        borders = self._borders(visits)
        stops = [(name, stop) for name, stop, _ in visits if stop is not None]
        faces = [track.stops[stop] for _, stop, track in visits if stop is not None]
        self._check_stops(stops, faces)
        return self._price(route, stops, faces, borders)

    def _read(self, text: str) -> Visit:
        name, index = _parse(text)
        if name not in self._lines.ground.atlas.hexes:
            raise InvalidAction("unknown hex {hex!r}", hex=name)
        track = self._lines.track(name)
        if index is not None and not 0 <= index < len(track.stops):
            raise InvalidAction("hex {hex} has no stop {index!r}", hex=name, index=text.partition("/")[2])
        return name, index, track

    def _borders(self, visits: list[Visit]) -> frozenset[Side]:
        """The borders that the route crosses; refuses what is not connected track."""
        crossed: set[Side] = set()
        entered: int | None = None
        edge_between = self._lines.ground.atlas.edge_between
        for visit, (following, _, _) in pairwise(visits):
            name = visit[0]
            left = edge_between(name, following)
            if left is None:
                raise InvalidAction("{one} and {other} are not neighbours", one=name, other=following)
            self._check_passage(visit, entered, left)
            entered = opposite(left)
            border = min((name, left), (following, entered))
            if border in crossed:
                raise IllegalAction(
                    self._rules.track_twice,
                    "the track between {one} and {other} is used twice",
                    one=name,
                    other=following,
                )
            crossed.add(border)
        self._check_passage(visits[-1], entered, None)
        return frozenset(crossed)

    def _check_passage(self, visit: Visit, entered: int | None, left: int | None) -> None:
        """Whether track on the hex leads from the edge entered to the edge left, or to the stop."""
        name, stop, track = visit
        if stop is None:
            self._check_plain_track(name, track, entered, left)
            return
        for edge in (entered, left):
            if edge is not None and edge not in track.stops[stop].edges:
                raise IllegalAction(
                    self._rules.reversal,
                    "no track on {hex} joins edge {edge} to the stop",
                    hex=name,
                    edge=edge,
                )
        if entered is not None and entered == left:
            raise IllegalAction(self._rules.track_twice, "a train cannot leave {hex} as it came", hex=name)

    def _check_plain_track(self, name: str, track: Track, entered: int | None, left: int | None) -> None:
        if entered is None or left is None:
            raise IllegalAction(
                self._rules.ends_at_stops, "a route begins and ends at stops, not on {hex}", hex=name
            )
        if left in track.onward[entered]:
            return
        skipped = left != entered and set(track.stops_at[entered]) & set(track.stops_at[left])
        if skipped and self._rules.skipped_stop:
            raise IllegalAction(self._rules.skipped_stop, "the stop on {hex} cannot be skipped", hex=name)
        raise IllegalAction(
            self._rules.reversal,
            "no track on {hex} leads from edge {a} to edge {b}",
            hex=name,
            a=entered,
            b=left,
        )

    def _check_stops(self, stops: list[Place], faces: list[Stop]) -> None:
        rules, lines = self._rules, self._lines
        if len(stops) < 2:
            raise IllegalAction(rules.two_stops, "a route needs at least two stops")
        if len(set(stops)) < len(stops):
            raise IllegalAction(rules.stop_twice, "a train may not stop twice at the same place")
        areas = [area for name, _ in stops if (area := lines.ground.atlas[name].area)]
        if len(set(areas)) < len(areas):
            raise IllegalAction(
                rules.area, "a train may stop only once in {area}", area=max(areas, key=areas.count)
            )
        for (name, index), face in zip(stops[1:-1], faces[1:-1], strict=True):
            if face.terminal:
                raise IllegalAction(rules.red, "a train cannot pass through {hex}", hex=name)
            if not lines.open(name, index):
                raise IllegalAction(rules.closed, "{hex} is full of other companies' stations", hex=name)
        if not any(has_token(lines.board, name, index, lines.company) for name, index in stops):
            raise IllegalAction(rules.token, "the route has no station of {company}", company=lines.company)

    def _price(self, route: Route, stops: list[Place], faces: list[Stop], borders: frozenset[Side]) -> Priced:
        """Count the stops that the train can count; one that skips towns counts the dearest of them."""
        kind = self._kinds[route.train]
        length = self._length_rules.get(kind.name, self._rules.length)
        extra = self._bonuses.get(kind.name, {})
        values = [
            face.value(self._band) + extra.get(place, 0) for face, place in zip(faces, stops, strict=True)
        ]
        cities = [at for at, face in enumerate(faces) if face.city]
        if kind.cities is not None and len(cities) > kind.cities:
            raise IllegalAction(
                length,
                "a {train}-train has at most {most} {most:city|cities}, not {got}",
                train=kind.name,
                most=kind.cities,
                got=len(cities),
            )
        counted = list(range(len(faces)))
        if kind.skips_towns and kind.stops is not None and len(cities) <= kind.stops:
            towns = sorted((at for at in counted if at not in cities), key=lambda at: (-values[at], at))
            counted = sorted(cities + towns[: kind.stops - len(cities)])
        if kind.stops is not None and len(counted) > kind.stops:
            raise IllegalAction(
                length,
                "a {train}-train has at most {most} {most:stop|stops}, not {got}",
                train=kind.name,
                most=kind.stops,
                got=len(cities) if kind.skips_towns else len(counted),
            )
        return Priced(route, tuple(stops), tuple(counted), tuple(values[at] for at in counted), borders)
