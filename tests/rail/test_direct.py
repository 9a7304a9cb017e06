"""Direct routes between stations: what they may pass, what they cost, and which are worth choosing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import FLAT
from tests.threads import Ceding, together

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail import direct
from piercy.rail.atlas import Atlas, Border, Hex
from piercy.rail.board import Board, Ground
from piercy.rail.direct import DirectNet, DirectRoute, DirectRoutes, DirectRules
from piercy.rail.hexes import opposite
from piercy.rail.lines import Place
from piercy.rail.tiles import Tile, parse_track

RULES = DirectRules(stations="STATIONS", track="TRACK")

# A column of hexes B2 B4 B6 B8: edge 3 leads down, edge 0 up. C3, C5, C7 lie beside it: from B4 edge 1 leads
# to C3 and edge 2 to C5.
RIVER = {("B4", "B6"): Border("river", 40)}


def board(tracks: dict[str, str], borders: dict[tuple[str, str], Border] = RIVER) -> Ground:
    hexes = [Hex(name, "plain", parse_track(text)) for name, text in tracks.items()]
    return Ground(Atlas(FLAT, hexes, borders, Border(None, 10)), {})


def net(tracks: dict[str, str], borders: dict[tuple[str, str], Border] = RIVER) -> DirectNet:
    return DirectRoutes(board(tracks, borders)).on(Board())


def judged(tracks: dict[str, str], path: str) -> DirectRoute:
    return DirectRoutes(board(tracks)).judge(Board(), tuple(path.split()), RULES)


ROW = {
    "B2": "city 3 slots 1: 3",
    "B4": "town 1: 0 3",
    "B6": "track: 0-3",
    "B8": "mine 2 slots 1: 0",
}


def test_towns_are_passed_and_counted_and_borders_are_paid() -> None:
    (route,) = net(ROW).choices([("B2", 0)], ("B8", 0))
    assert route == DirectRoute(("B2/0", "B4/0", "B6", "B8/0"), cost=10 + 40 + 10, value=1 + 2)
    assert (route.start, route.target) == (("B2", 0), ("B8", 0))
    (back,) = net(ROW).choices([("B8", 0)], ("B2", 0))
    assert (back.path, back.cost, back.value) == (route.path[::-1], 60, 1 + 3)


@pytest.mark.parametrize("between", ["city 2 slots 1: 0 3", "mine 2 slots 1: 0 3"])
def test_a_station_ends_every_route(between: str) -> None:
    found = net(ROW | {"B6": between})
    assert found.reach(("B2", 0)) == {("B6", 0)}
    assert not found.joined(("B2", 0), ("B8", 0))
    assert found.reach_of_all([("B2", 0), ("B8", 0)]) == {("B6", 0)}
    assert found.choices([("B2", 0)], ("B8", 0)) == ()
    near, far = found.choices([("B2", 0), ("B8", 0)], ("B6", 0))
    assert (near.start, far.start) == (("B8", 0), ("B2", 0))


def test_a_station_without_track_is_not_reached() -> None:
    assert net(ROW | {"B8": "mine 0 slots 1:"}).reach(("B2", 0)) == frozenset()


FORK = {
    "B2": "city 3 slots 1: 2 3",
    "C3": "town 1: 3 5",
    "C5": "town 1: 0 4",
    "B4": "track: 0-3",
    "B6": "city 2 slots 1: 0 1",
}


def test_the_cheaper_and_the_richer_route_are_both_worth_choosing() -> None:
    """Down the column over the river for 50 and no town, or round by two towns."""
    cheap, rich = net(FORK, {("B4", "B6"): Border("river", 15)}).choices([("B2", 0)], ("B6", 0))
    assert (cheap.cost, cheap.value, cheap.path) == (25, 2, ("B2/0", "B4", "B6/0"))
    assert (rich.cost, rich.value, rich.path) == (30, 4, ("B2/0", "C3/0", "C5/0", "B6/0"))


def test_a_route_that_another_betters_is_not_worth_choosing_but_may_be_judged() -> None:
    (only,) = net(FORK).choices([("B2", 0)], ("B6", 0))
    assert (only.cost, only.value) == (30, 4)
    assert judged(FORK, "B2/0 B4 B6/0") == DirectRoute(("B2/0", "B4", "B6/0"), 50, 2)


def test_what_is_beyond_the_budget_does_not_count() -> None:
    routes = net(FORK, {("B4", "B6"): Border("river", 15)})
    assert [r.cost for r in routes.choices([("B2", 0)], ("B6", 0), 29)] == [25]
    assert routes.choices([("B2", 0)], ("B6", 0), 24) == ()


def test_a_town_met_twice_counts_once() -> None:
    """A loop through B4 and back to it brings the two towns of the loop, and B4 once."""
    loop = {
        "B2": "city 3 slots 1: 3",
        "B4": "town 1: 0 1 2 3",
        "C3": "town 2: 3 4",
        "C5": "town 2: 0 5",
        "B6": "city 2 slots 1: 0",
    }
    short, long = net(loop).choices([("B2", 0)], ("B6", 0))
    assert (short.cost, short.value) == (50, 3)
    assert (long.cost, long.value) == (80, 1 + 2 + 2 + 2)
    assert judged(loop, " ".join(long.path)) == long


def test_track_that_meets_must_be_joined() -> None:
    fork = Tile("23", "green", 1, parse_track("track: 0-3 0-4"))
    with pytest.raises(ValueError, match="joined"):
        DirectRoutes(Ground(board(ROW).atlas, {"23": fork}))


def test_a_printed_fork_to_one_station() -> None:
    """Both prongs of the fork in B6 lead to B8 and A7, and on to the one station in A9."""
    fork = ROW | {"B6": "track: 0-3 0-4", "B8": "track: 0-4", "A7": "track: 1-3", "A9": "city 2 slots 1: 0 1"}
    assert net(fork).reach(("A9", 0)) == {("B2", 0)}
    (route,) = net(fork).choices([("A9", 0)], ("B2", 0))
    assert (route.cost, route.value) == (10 + 40 + 10 + 10, 1 + 3)


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("B2/0", "STATIONS"),
        ("B2/0 B4/0 B2/0", "STATIONS"),
        ("B2/0 B4/0", "STATIONS"),
        ("B4/0 B6 B8/0", "STATIONS"),
        ("B2/0 B4/0 B6", "STATIONS"),
        ("B2/0 B4 B6 B8/0", "TRACK"),
        ("B2/0 B4/0 B6 B4/0 B6 B8/0", "TRACK"),
    ],
)
def test_what_is_no_direct_route(path: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        judged(ROW, path)
    assert refused.value.rule == rule


def test_a_route_may_not_pass_a_station() -> None:
    with pytest.raises(IllegalAction, match="meets no station on its way, but B6") as refused:
        judged(ROW | {"B6": "city 2 slots 1: 0 3"}, "B2/0 B4/0 B6/0 B8/0")
    assert refused.value.rule == "STATIONS"


def test_a_route_may_not_cross_a_border_twice() -> None:
    ring = ROW | {"B4": "town 1: 0 2 3", "C5": "town 1: 4 5", "B6": "town 1: 0 1 3"}
    assert judged(ring, "B2/0 B4/0 C5/0 B6/0 B8/0").value == 5
    with pytest.raises(IllegalAction, match="crosses the border of B4 and C5 twice") as refused:
        judged(ring, "B2/0 B4/0 C5/0 B6/0 B4/0 C5/0 B6/0 B8/0")
    assert refused.value.rule == "TRACK"


@pytest.mark.parametrize("path", ["Z9/0 B8/0", "B2/1 B4/0", "B2/x B4/0", "B2/0 B8/0", "B2/\u00b2 B8/0"])
def test_what_is_no_path_at_all(path: str) -> None:
    with pytest.raises(InvalidAction):
        judged(ROW, path)


def test_layouts_are_told_apart_and_remembered() -> None:
    tile = Tile("9", "yellow", 5, parse_track("track: 0-3"))
    ground = board(ROW | {"B6": ""})
    routes = DirectRoutes(Ground(ground.atlas, {"9": tile}))
    laid, bare = Board({"B6": ("9", 0)}), Board()
    assert routes.on(laid).joined(("B2", 0), ("B8", 0))
    assert not routes.on(bare).joined(("B2", 0), ("B8", 0))
    assert routes.on(Board({"B6": ("9", 0)})) is routes.on(laid)


# Every board of these hexes with random track: the search must agree with walking every route.

HEXES = ("B2", "B4", "B6", "C1", "C3", "C5", "D2", "D4", "D6")
PIECES = (
    "",
    "track: 0-3",
    "track: 1-4 2-5",
    "track: 0-2 0-4 2-4",
    "track: 1-3 1-5 3-5",
    "town 1: 0 1 2 3 4 5",
    "town 2: 0 2 3 5",
    "town 1: 1 4",
    "city 3 slots 1: 0 1 2 3 4 5",
    "city 2 slots 2: 1 3 5",
    "mine 2 slots 1: 3",
)


def every_route(ground: Ground, start: Place) -> Iterator[tuple[Place, int, int]]:
    """All direct routes from a station, as (target, cost, value), found by walking hex by hex."""

    def walk(
        name: str, edge: int, crossed: frozenset[frozenset[str]], cost: int, met: frozenset[Place]
    ) -> Iterator[tuple[Place, int, int]]:
        beside = ground.atlas.beside[name][edge]
        if beside is None or frozenset((name, beside)) in crossed:
            return
        crossed |= {frozenset((name, beside))}
        cost += ground.atlas.border(name, beside).cost
        track, entered = ground.atlas[beside].printed, opposite(edge)
        for onward in track.onward[entered]:
            yield from walk(beside, onward, crossed, cost, met)
        for index in track.stops_at[entered]:
            stop, place = track.stops[index], (beside, index)
            if stop.slots:
                if place != start:
                    towns = sum(ground.atlas[n].printed.stops[i].values[0] for n, i in met)
                    yield place, cost, towns + stop.values[0]
                continue
            for onward in stop.edges:
                if onward != entered:
                    yield from walk(beside, onward, crossed, cost, met | {place})

    name, index = start
    for edge in ground.atlas[name].printed.stops[index].edges:
        yield from walk(name, edge, frozenset(), 0, frozenset())


@settings(max_examples=150, deadline=None)
@given(st.tuples(*(st.sampled_from(PIECES) for _ in HEXES)), st.sampled_from([None, 40, 70]))
def test_the_search_agrees_with_walking_every_route(pieces: tuple[str, ...], budget: int | None) -> None:
    borders = {("B4", "C3"): Border("river", 40), ("C3", "D4"): Border("mountain", 60)}
    ground = board(dict(zip(HEXES, pieces, strict=True)), borders)
    found = DirectRoutes(ground).on(Board())
    stations = [(n, 0) for n in HEXES if any(stop.slots for stop in ground.atlas[n].printed.stops)]
    for start in stations:
        walked = list(every_route(ground, start))
        assert found.reach(start) == {place for place, _, _ in walked}
        for target in stations:
            points = {(c, v) for place, c, v in walked if place == target and c <= (budget or 10**6)}
            best = {
                (c, v)
                for c, v in points
                if not any(a <= c and b >= v and (a, b) != (c, v) for a, b in points)
            }
            routes = found.choices([start], target, budget)
            assert [(route.cost, route.value) for route in routes] == sorted(best)
            for route in routes:
                assert DirectRoutes(ground).judge(Board(), route.path, RULES) == route


def test_threads_share_the_routes_of_more_layouts_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "_KEPT", 2)
    monkeypatch.setattr(direct, "DirectNet", lambda ground, board: next(iter(board.tiles)))
    routes = DirectRoutes(board(ROW))

    def use(number: int) -> None:
        for turn in range(200):
            name = Ceding((number + turn) % 5)
            found: object = routes.on(Board({name: ("57", 0)}))
            assert found == name

    together(use)
