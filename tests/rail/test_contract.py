"""From the board to the router and back: what the router finds, the judge prices alike."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rail.boards import ground
from tests.rail.boards import lines as make_lines
from tests.rail.test_lines import STATION, random_boards

from piercy.core.errors import IllegalAction
from piercy.rail.board import Board, place_token
from piercy.rail.contract import best_run
from piercy.rail.laying import LayingRules, Placements
from piercy.rail.lines import Lines
from piercy.rail.routes import Route, RouteJudge, RouteRules
from piercy.rail.tiles import Tile, parse_track
from piercy.rail.trains import TrainKind

RULES = RouteRules(**{field.name: field.name for field in dataclasses.fields(RouteRules)})
KINDS = {
    "2": TrainKind("2", 0, 2),
    "2+2": TrainKind("2+2", 0, 4, cities=2),
    "2E": TrainKind("2E", 0, 2, skips_towns=True),
    "3E": TrainKind("3E", 0, 3, skips_towns=True),
    "D": TrainKind("D", 0, None),
}
ROW = {
    "B2": "city 20 slots 1: 3",
    "B4": "town 10: 0 3",
    "B6": "town 30: 0 3",
    "B8": "city 20 slots 1: 0 3",
    "B10": "town 10: 0 3",
    "B12": "red 30/60 slots 1: 0 3",
    "B14": "city 40 slots 1: 0",
}


def row(*tokens: tuple[str, int, str]) -> Lines:
    board = Board()
    for name, index, company in tokens or (("B2", 0, "X"),):
        place_token(board, name, index, company)
    return Lines(ground(ROW), board, "X")


@pytest.mark.parametrize(
    ("train", "path", "counted", "value"),
    [
        ("2E", "B2/0 B4/0 B6/0 B8/0", (0, 3), 40),
        ("3E", "B2/0 B4/0 B6/0 B8/0", (0, 2, 3), 70),
        ("3E", "B2/0 B4/0 B6/0", (0, 1, 2), 60),
        ("3E", "B2/0 B4/0 B6/0 B8/0 B10/0 B12/0", (0, 3, 5), 70),
        ("2+2", "B2/0 B4/0 B6/0 B8/0", (0, 1, 2, 3), 80),
    ],
)
def test_trains_that_skip_towns_count_all_cities_and_the_dearest_towns(
    train: str, path: str, counted: tuple[int, ...], value: int
) -> None:
    run = RouteJudge(row(), KINDS, RULES, 0).judge(Route(train, tuple(path.split())))
    assert (run.counted, run.value) == (counted, value)


def test_trains_that_skip_towns_cannot_skip_cities() -> None:
    path = ("B2/0", "B4/0", "B6/0", "B8/0", "B10/0", "B12/0")
    with pytest.raises(IllegalAction) as refused:
        RouteJudge(row(), KINDS, RULES, 0).judge(Route("2E", path))
    assert refused.value.rule == "length"


def test_a_bonus_is_paid_by_router_and_judge_alike() -> None:
    bonuses = {"3E": {("B12", 0): 50}}
    best = best_run(row(), [KINDS["3E"], KINDS["2"]], 0, bonuses)
    assert (best.certificate.total, best.stops[0][0]) == (120, ("B12/0", 80))
    runs = RouteJudge(row(), KINDS, RULES, 0, bonuses).judge_all(best.routes, ["3E", "2"])
    assert sum(run.value for run in runs) == 120
    assert best_run(row(), [KINDS["2+2"]], 0, bonuses).certificate.total == 80


def test_a_route_runs_from_a_red_home_to_a_closed_city() -> None:
    lines = row(("B12", 0, "X"), ("B14", 0, "Y"))
    best = best_run(lines, [KINDS["2"]], 1)
    assert best.routes == (Route("2", ("B12/0", "B14/0")),)
    assert best.certificate.total == 100


@settings(deadline=None)
@given(random_boards, st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=3))
def test_the_judge_prices_what_the_router_finds(tracks: dict[str, str], trains: list[str]) -> None:
    lines = make_lines(tracks | {"B2": "city 20 slots 1: 2 3"}, STATION)
    best = best_run(lines, [KINDS[train] for train in trains], 0)
    runs = RouteJudge(lines, KINDS, RULES, 0).judge_all(best.routes, trains)
    assert best.certificate.proven
    assert [run.value for run in runs] == [sum(value for _, value in stops) for stops in best.stops]
    assert sum(run.value for run in runs) == best.certificate.total


def test_printed_ends_of_track_must_be_served() -> None:
    rules = LayingRules("takes", "first", "upgrade", "keeps", "blocked", "rotation", stub="stub")
    tile = Tile("8", "yellow", 1, parse_track("track: 0-2"))
    board = ground({"B2": "", "B4": ""}, tiles=(tile,), first=("8",))
    hexes = board.atlas.hexes
    hexes |= {"B4": dataclasses.replace(hexes["B4"], stubs=frozenset({1}))}  # type: ignore[operator]
    placements = Placements(board, rules, lambda name, laid, tile: None)
    assert [rotation for _, rotation, _ in placements.on(Board(), "B4")] == [1, 5]
    with pytest.raises(IllegalAction) as refused:
        placements.change(Board(), "B4", "8", 0)
    assert refused.value.rule == "stub"
