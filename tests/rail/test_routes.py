"""Routes are checked and priced; every refusal names its rule. Money."""

from __future__ import annotations

import dataclasses

import pytest
from tests.rail.boards import ground

from piercy.core.errors import EngineError, IllegalAction, InvalidAction
from piercy.rail.board import Board, place_token
from piercy.rail.lines import Lines
from piercy.rail.money import Bank, pay
from piercy.rail.routes import Route, RouteJudge, RouteRules, place_name
from piercy.rail.trains import TrainKind

RULES = RouteRules(**{field.name: field.name for field in dataclasses.fields(RouteRules)})
KINDS = {
    "2": TrainKind("2", 100, 2),
    "3": TrainKind("3", 200, 3),
    "1+1": TrainKind("1+1", 150, None, cities=1),
    "D": TrainKind("D", 1000, None),
}
TRACKS = {
    "B2": "city 20 slots 1: 2 3",
    "B4": "city 30 slots 1: 0 1 3",
    "B6": "town 10: 0 3",
    "B8": "red 30/60: 0 1",
    "C3": "track: 4-5 3-5",
    "C5": "track: 0-3 3-4",
    "C7": "city 40 slots 1: 0 4",
    "A5": "",
}


def judge(*tokens: tuple[str, int, str], band: int = 0, areas: dict[str, str] | None = None) -> RouteJudge:
    board = Board()
    for name, index, company in tokens or (("B2", 0, "X"),):
        place_token(board, name, index, company)
    return RouteJudge(Lines(ground(TRACKS, areas=areas), board, "X"), KINDS, RULES, band)


def route(train: str, path: str) -> Route:
    return Route(train, tuple(path.split()))


def test_a_route_is_priced() -> None:
    run = judge().judge(route("D", "B2/0 B4/0 B6/0 B8/0"))
    assert run.values == (20, 30, 10, 30)
    assert run.value == 90
    assert run.stops == (("B2", 0), ("B4", 0), ("B6", 0), ("B8", 0))
    assert run.borders == {("B2", 3), ("B4", 3), ("B6", 3)}
    assert judge(band=1).judge(route("D", "B8/0 B6/0 B4/0 B2/0")).value == 120


def test_plain_track_and_direction() -> None:
    assert judge().judge(route("2", "B2/0 C3 B4/0")).value == 50
    assert judge().judge(route("2", "B4/0 C3 B2/0")).borders == {("B2", 2), ("B4", 1)}
    assert judge().judge(route("2", "B2/0 C3 C5 C7/0")).value == 60


@pytest.mark.parametrize(
    ("train", "path", "rule"),
    [
        ("2", "B2/0", "two_stops"),
        ("2", "", "two_stops"),
        ("2", "B2/0 B4/0 B6/0", "length"),
        ("1+1", "B2/0 B4/0", "length"),
        ("D", "B2/0 B4/0 C3 B2/0", "stop_twice"),
        ("D", "B4/0 B2/0 B4/0", "track_twice"),
        ("D", "B2/0 C3 B2/0", "reversal"),
        ("D", "B2/0 B4/0 C3 C5 C7/0", "reversal"),
        ("D", "B2/0 B4/0 B6/0 B8/0 C7/0", "red"),
        ("D", "B4/0 B6/0 B8/0", "token"),
        ("D", "B2/0 C3", "ends_at_stops"),
        ("D", "C3 B2/0 B4/0", "ends_at_stops"),
        ("D", "C3", "ends_at_stops"),
        ("D", "B4/0 A5 B6/0", "reversal"),
    ],
)
def test_refused_by_a_rule(train: str, path: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        judge().judge(route(train, path))
    assert caught.value.rule == rule


def test_full_cities_are_closed() -> None:
    crowded = judge(("B2", 0, "X"), ("B4", 0, "Y"))
    assert crowded.judge(route("2", "B2/0 B4/0")).value == 50
    with pytest.raises(IllegalAction) as caught:
        crowded.judge(route("3", "B2/0 B4/0 B6/0"))
    assert caught.value.rule == "closed"


def test_one_stop_in_an_area() -> None:
    with pytest.raises(IllegalAction, match="only once in Bay") as caught:
        judge(areas={"B2": "Bay", "B6": "Bay"}).judge(route("3", "B2/0 B4/0 B6/0"))
    assert caught.value.rule == "area"
    assert judge(areas={"B2": "Bay"}).judge(route("3", "B2/0 B4/0 B6/0")).value == 60


@pytest.mark.parametrize(
    "path",
    [
        "Z9/0 B2/0",
        "B2/1 B4/0",
        "B2/x B4/0",
        "B2/ B4/0",
        "B2/00 B4/0",
        "B2/² B4/0",
        "C3/0 B2/0",
        "B2/0 B6/0",
        "B2/0 B2/0",
    ],
)
def test_what_is_no_route(path: str) -> None:
    with pytest.raises(InvalidAction):
        judge().judge(route("D", path))


def test_a_set_of_routes() -> None:
    one, other = route("2", "B2/0 B4/0"), route("2", "B2/0 C3 B4/0")
    priced = judge().judge_all([one, other], ["2", "2", "3"])
    assert [run.value for run in priced] == [50, 50]
    assert judge().judge_all([], ["2"]) == []
    with pytest.raises(IllegalAction) as caught:
        judge().judge_all([one, other], ["2"])
    assert caught.value.rule == "owned_train"
    with pytest.raises(IllegalAction) as caught:
        judge().judge_all([one, one], ["2", "2"])
    assert caught.value.rule == "shared_track"
    with pytest.raises(InvalidAction, match="unknown train '9'"):
        judge().judge_all([route("9", "B2/0 B4/0")], ["9"])


def test_two_routes_over_one_switch_share_track() -> None:
    """Both leave B2 by the edge towards C3 and part only there."""
    routes = [route("2", "B2/0 C3 B4/0"), route("2", "B2/0 C3 C5 C7/0")]
    with pytest.raises(IllegalAction) as caught:
        judge().judge_all(routes, ["2", "2"])
    assert caught.value.rule == "shared_track"


def test_an_empty_route_is_refused() -> None:
    with pytest.raises(EngineError):
        judge().judge(Route("2", ()))


def test_names_of_places() -> None:
    assert place_name("B2", None) == "B2"
    assert place_name("B2", 0) == "B2/0"


def test_money_moves() -> None:
    one, other = Bank(100), Bank(0)
    pay(one, other, 30)
    pay(one, other, 0)
    assert (one.cash, other.cash) == (70, 30)
    pay(one, other, 100)
    assert one.cash == -30
    with pytest.raises(ValueError, match="forwards"):
        pay(one, other, -1)
