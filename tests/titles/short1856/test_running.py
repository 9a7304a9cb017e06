"""Running trains: what a route may be and what it pays (chapter 6)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import RunTrains
from piercy.rail.routes import Route
from piercy.render.position import draw_position
from piercy.testing import moves
from piercy.testing import questions as ask
from piercy.testing.moves import player
from piercy.testing.scenario import Short1856Scenario, scenario

LAYOUT_A = "C14 14@1, B15 7@0, D15 8@3, D17 57@0, D13 8@2, E14 8@5, F13 56@4, F11 9@0"
LAYOUT_B = "C14 14@1, B15 7@0, D15 8@3, D17 57@0, D13 9@1, E12 8@2, F13 2@4, F11 9@0"
LAYOUT_C = "C14 15@2, B15 7@0, C16 8@0, D17 57@2, D15 8@5, E14 9@1, F13 56@4, F11 9@0"

TO_GLENCOE = Route("3", ("B13/0", "B15", "C14/0", "D15", "D17/0"))
FROM_GODERICH = Route("4", ("F9/0", "F11", "F13/0", "E14", "D13", "C14/0", "B13/0"))


def rich_table() -> Short1856Scenario:
    """Four players, of whom nobody is too poor for a train: the end is not near."""
    table = scenario("1856-short", players=4, seed=1)
    for company in ("BBG", "WGB", "CA"):
        table.cash(company, 600)
    return table


def position(layout: str, *trains: str, phase: int = 3, second: tuple[str, ...] = ()) -> Game:
    """LPS, at home in C14, about to run its trains."""
    return (
        rich_table()
        .phase(phase)
        .tiles(layout)
        .tokens("LPS", *second)
        .trains("LPS", *trains)
        .on_turn("LPS")
        .at_step("run")
        .game()
    )


def run(game: Game, *routes: Route) -> Game:
    return game.apply(RunTrains(player(game, "LPS"), routes))


def income(game: Game, *routes: Route, company: str = "LPS") -> int:
    """What the company gains by the run, and the bank loses."""
    owner = player(game, company)
    after = game.apply(RunTrains(owner, routes))
    gained: int = ask.cash(after, owner) - ask.cash(game, owner)
    assert ask.cash(game, ask.BANK) - ask.cash(after, ask.BANK) == gained
    return gained


def broken_rule(game: Game, *routes: Route) -> str:
    return moves.broken_rule(game, RunTrains(player(game, "LPS"), routes))


@pytest.mark.rule("R56-6.1")
def test_any_of_the_trains_may_run_or_none() -> None:
    game = position(LAYOUT_A, "3", "4")
    owner = player(game, "LPS")
    assert income(game, TO_GLENCOE) == 80
    assert income(game, FROM_GODERICH) == 100
    stayed = game.apply(Pass(owner))
    assert ask.cash(stayed, owner) == ask.cash(game, owner)
    assert ask.step(stayed) != ask.step(game) or stayed.actor != owner


@pytest.mark.rule("R56-6.1")
def test_a_run_is_told_with_each_route_and_its_value() -> None:
    game = run(position(LAYOUT_A, "3", "4"), TO_GLENCOE)
    told = next(event.fields for event in game.latest_events if event.key == "trains_run")
    assert (told["company"], told["revenue"]) == ("LPS", 80)
    assert told["routes"] == [{"train": "3", "path": list(TO_GLENCOE.path), "value": 80}]


@pytest.mark.rule("R56-6.1", "R56-3.1")
def test_a_company_without_a_train_goes_on_to_the_purchase() -> None:
    game = rich_table().cash("LPS", 400).phase(2).next_train("3").on_turn("LPS").at_step("track").game()
    while not ask.past(game, "token") and game.actor == player(game, "LPS"):
        game = game.apply(Pass(player(game, "LPS")))
    assert ask.step(game) == "trains"
    assert {offer.type for offer in game.offers()} == {"buy_train", "pass"}


@pytest.mark.rule("R56-6.1")
def test_a_poorer_run_than_the_best_is_allowed() -> None:
    game = position(LAYOUT_A, "3", "4")
    assert income(game, Route("4", ("B13/0", "C14/0"))) == 60


@pytest.mark.rule("R56-6.1")
def test_each_train_runs_once_and_only_if_owned() -> None:
    game = position(LAYOUT_A, "3")
    short, other = Route("3", ("B13/0", "C14/0")), Route("3", ("C14/0", "D15", "D17/0"))
    assert broken_rule(game, short, other) == "R56-6.1"
    assert broken_rule(game, FROM_GODERICH) == "R56-6.1"
    assert income(game, short) == 60


@pytest.mark.rule("R56-6.1")
def test_the_best_set_is_offered_first() -> None:
    game = position(LAYOUT_A, "3", "4")
    first = game.actions(1)[0]
    assert isinstance(first, RunTrains)
    assert income(game, *first.routes) == 180


@pytest.mark.rule("R56-6.2")
def test_a_route_needs_a_station_and_a_second_stop() -> None:
    game = position(LAYOUT_A, "3", "4")
    assert broken_rule(game, Route("3", ("F9/0", "F11", "F13/0"))) == "R56-6.2"
    assert broken_rule(game, Route("3", ("C14/0",))) == "R56-6.2"
    assert income(game, Route("3", ("C14/0", "B13/0"))) == 60


@pytest.mark.rule("R56-6.2")
def test_a_foreign_marker_is_no_station() -> None:
    game = position(LAYOUT_A + ", D19 3@0", "3", "4")
    assert broken_rule(game, Route("3", ("D17/0", "D19/0"))) == "R56-6.2"


@pytest.mark.rule("R56-6.3", "R56-0.2")
def test_towns_and_red_locations_count_towards_the_length() -> None:
    game = position(LAYOUT_A, "3", "4")
    assert broken_rule(game, Route("3", FROM_GODERICH.path)) == "R56-6.3"
    assert income(game, Route("3", FROM_GODERICH.path[:-1])) == 70
    assert income(game, FROM_GODERICH) == 100


@pytest.mark.rule("R56-6.3")
@pytest.mark.parametrize(("train", "best"), [("2", 60), ("3", 80), ("4", 100)])
def test_the_best_run_keeps_to_the_length_of_the_train(train: str, best: int) -> None:
    game = position(LAYOUT_A, train, phase=1)
    assert ask.best_run(game).certificate.total == best


@pytest.mark.rule("R56-6.4")
def test_no_stop_on_the_way_can_be_skipped() -> None:
    game = position(LAYOUT_A, "3", "4")
    past_the_town = ("F9/0", "F11", "F13", "E14", "D13", "C14/0", "B13/0")
    past_the_city = ("B13/0", "C14", "D15", "D17/0")
    assert broken_rule(game, Route("3", past_the_town)) == "R56-6.4"
    assert broken_rule(game, Route("3", past_the_city)) == "R56-6.4"
    assert income(game, FROM_GODERICH) == 30 + 10 + 30 + 30
    # nor does a train that is long enough leave the cheap town out of its best run
    best = ask.best_run(game)
    assert {stop for stops in best.stops for stop in stops if stop[0] == "F13/0"} == {("F13/0", 10)}


@pytest.mark.rule("R56-6.5")
def test_a_train_cannot_come_back_to_a_stop() -> None:
    loop = position("C14 14@1, D13 8@2, E14 7@4, D15 8@5", "3")
    assert broken_rule(loop, Route("3", ("B13/0", "C14/0", "D13", "E14", "D15", "C14/0"))) == "R56-6.5"
    assert ask.best_run(loop).certificate.total == 60


@pytest.mark.rule("R56-6.5", "R56-6.6")
def test_one_train_may_count_both_towns_of_a_tile() -> None:
    game = position("F13 56@4, F11 9@0, G10 8@3, G12 6@4", "4", second=("G12",))
    route = Route("4", ("F13/0", "F11", "F9/0", "G10", "G12/0", "F13/1"))
    assert income(game, route) == 10 + 30 + 20 + 10


@pytest.mark.rule("R56-6.5", "R56-6.10")
def test_one_train_may_count_both_cities_of_a_tile() -> None:
    game = position("I12 59@1, J11 5@3, J13 6@4, I14 2@5", "5", phase=4, second=("J13",))
    # Guelph is full of WGB, so the train of LPS cannot pass; WGB's own can
    route = Route("5", ("I12/0", "J11/0", "J13/0", "I14/1", "I12/1"))
    assert broken_rule(game, route) == "R56-6.10"
    own = (
        rich_table()
        .phase(4)
        .tiles("I12 59@1, J11 5@3, J13 6@4, I14 2@5")
        .trains("WGB", "5")
        .on_turn("WGB")
        .at_step("run")
        .game()
    )
    owner = player(own, "WGB")
    after = own.apply(RunTrains(owner, (route,)))
    assert ask.cash(after, owner) - ask.cash(own, owner) == 40 + 20 + 20 + 10 + 40


@pytest.mark.rule("R56-6.6")
def test_a_train_cannot_use_a_piece_of_track_twice() -> None:
    game = position("C14 14@1, D15 25@5, E14 9@1, F13 56@4", "4")
    assert broken_rule(game, Route("4", ("C14/0", "B13/0", "C14/0"))) == "R56-6.6"
    # out by the stem, around a loop that closes on its junction, and back by the stem
    lollipop = position("C14 14@1, D15 25@5, E14 8@2, D17 5@0, E16 8@3", "4")
    assert broken_rule(lollipop, Route("4", ("D17/0", "D15", "C14/0", "D15", "D17/0"))) == "R56-6.6"


@pytest.mark.rule("R56-6.6", "R56-6.13")
def test_a_train_cannot_come_back_over_the_same_hex_side() -> None:
    # out over D15, around the loop of London and St. Thomas, back over D15 and on to Goderich: no stop is met
    # twice, but the side between D15 and E16 is crossed in both directions
    layout = "C14 57@2, D15 23@2, E16 24@5, F15 126@0, F17 5@5, D13 8@1, E12 9@1, F11 8@4"
    game = position(layout, "5", phase=4)
    loop = ("C14/0", "D15", "E16", "F15/0", "F17/0")
    assert income(game, Route("5", loop)) == 20 + 60 + 20
    back = (*loop, "E16", "D15", "D13", "E12", "F11", "F9/0")
    assert broken_rule(game, Route("5", back)) == "R56-6.6"
    assert ask.best_run(game).certificate.total == 50 + 20 + 60 + 20


@pytest.mark.rule("R56-6.7")
def test_a_train_cannot_reverse_at_a_junction() -> None:
    # D15 joins edge 1 with 3 and with 5: from C14 the way leads to E14, never back to D17
    game = position("C14 14@1, D15 25@1, D17 57@0, E14 9@1, F13 56@4", "3")
    assert broken_rule(game, Route("3", ("C14/0", "D15", "D17/0"))) == "R56-6.7"
    assert income(game, Route("3", ("C14/0", "D15", "E14", "F13/0"))) == 40
    best = ask.best_run(game)
    assert best.certificate.total == 30 + 30 + 10


@pytest.mark.rule("R56-6.7")
@pytest.mark.parametrize(
    "path",
    [
        ("B13/0", "C14/0", "D15", "D17/0"),
        ("B13/0", "B15", "C14/0", "D15", "D17/0"),
        ("D17/0", "D15", "C14/0", "D13", "E14", "F13/0"),
    ],
)
def test_a_city_may_be_left_by_any_other_edge(path: tuple[str, ...]) -> None:
    game = position(LAYOUT_A, "3")
    end = 10 if path[-1] == "F13/0" else 20
    assert income(game, Route("3", path)) == (30 if path[0] == "B13/0" else 20) + 30 + end


@pytest.mark.rule("R56-6.8")
def test_a_red_location_is_only_the_first_or_last_stop() -> None:
    game = position("C14 14@1, B15 9@0, B17 9@0, B19 57@0", "3")
    assert broken_rule(game, Route("3", ("C14/0", "B13/0", "B15", "B17", "B19/0"))) == "R56-6.8"
    assert income(game, Route("3", ("B13/0", "C14/0"))) == 60
    assert ask.best_run(game).certificate.total == 60


@pytest.mark.rule("R56-6.8", "R56-6.7")
@pytest.mark.parametrize(
    ("train", "path", "value"),
    [
        ("3", ("F13/0", "F11", "F9/0", "G10", "G12/0"), 60),
        ("3", ("G12/0", "G10", "F9/0", "G8", "H9", "H11/0"), 60),
        ("4", ("F13/0", "F11", "F9/0", "G8", "H9", "H11/0", "G12/0"), 70),
    ],
)
def test_goderich_may_be_passed_between_any_two_edges(train: str, path: tuple[str, ...], value: int) -> None:
    layout = "F11 9@0, F13 56@4, G10 8@3, G12 5@0, G8 8@2, H9 8@3, H11 58@4"
    game = position(layout, "3", "4", second=("G12",))
    assert income(game, Route(train, path)) == value
    assert income(game, Route(train, path[::-1])) == value


@pytest.mark.rule("T56-14", "R56-6.8")
@pytest.mark.parametrize("phase", [1, 2, 3])
def test_through_goderich(phase: int) -> None:
    game = position("F11 9@0, F13 56@4, G10 8@3, G12 57@0", "3", phase=phase, second=("G12",))
    assert income(game, Route("3", ("F13/0", "F11", "F9/0", "G10", "G12/0"))) == 60


@pytest.mark.rule("R56-6.9")
@pytest.mark.parametrize(
    ("tiles", "middle", "ends"),
    [
        ("O18 5@1", "O18", ("P17", "P19")),
        ("P9 5@1", "P9", ("Q8", "Q10")),
        ("N3 5@0", "N3", ("N1", "O2")),
    ],
)
def test_the_hexes_of_a_red_area_are_one_stop(tiles: str, middle: str, ends: tuple[str, str]) -> None:
    game = position(tiles, "3", second=(middle,))
    route = Route("3", (f"{ends[0]}/0", f"{middle}/0", f"{ends[1]}/0"))
    assert broken_rule(game, route) == "R56-6.9"
    value = 50 if middle == "O18" else 40
    assert income(game, Route("3", route.path[1:])) == value
    assert ask.best_run(game).certificate.total == value


@pytest.mark.rule("R56-6.9", "R56-6.5")
def test_no_run_from_sarnia_to_sarnia() -> None:
    game = position("C14 14@1, B15 7@0", "3")
    assert broken_rule(game, Route("3", ("B13/0", "C14/0", "B15", "B13/0"))) == "R56-6.5"
    assert ask.best_run(game).certificate.total == 60


@pytest.mark.rule("R56-6.10", "R56-5.6")
def test_a_city_of_others_is_counted_and_blocks_only_when_full() -> None:
    beyond = Route("3", ("C14/0", "D15", "D17/0", "D19/0"))
    tiles = "C14 57@2, D15 8@3, D19 3@0"
    full = position(tiles + ", D17 57@0", "3")
    assert income(full, Route("3", beyond.path[:-1])) == 40
    assert broken_rule(full, beyond) == "R56-6.10"
    free_space = position(tiles + ", D17 14@0", "3")
    assert income(free_space, beyond) == 20 + 30 + 10


@pytest.mark.rule("R56-6.11")
def test_a_route_begins_and_ends_at_stops() -> None:
    game = position("C14 14@1, D15 8@3", "3")
    assert broken_rule(game, Route("3", ("B13/0", "C14/0", "D15"))) == "R56-6.11"
    assert broken_rule(game, Route("3", ("D15", "C14/0", "B13/0"))) == "R56-6.11"
    assert income(game, Route("3", ("B13/0", "C14/0"))) == 60


@pytest.mark.rule("R56-6.12")
def test_two_trains_share_stops_and_no_track() -> None:
    game = position(LAYOUT_A, "3", "4")
    same_track = Route("3", ("B13/0", "C14/0", "D15", "D17/0"))
    assert income(game, same_track) == 80
    assert broken_rule(game, same_track, FROM_GODERICH) == "R56-6.12"
    # Sarnia and Maudaumin are counted by both
    assert income(game, TO_GLENCOE, FROM_GODERICH) == 80 + 100


@pytest.mark.rule("R56-6.12", "R56-6.2")
def test_every_route_needs_its_own_station() -> None:
    game = position(LAYOUT_A, "3", "4")
    assert broken_rule(game, TO_GLENCOE, Route("4", ("F9/0", "F11", "F13/0"))) == "R56-6.2"


@pytest.mark.rule("R56-6.13", "R56-6.12")
def test_paths_that_meet_at_an_edge_share_it() -> None:
    # one side of C14, then two ways on: to Glencoe and to the town
    game = position("C14 14@1, D15 25@5, D17 57@0, E14 9@1, F13 56@4", "2", "2", phase=2)
    south = Route("2", ("C14/0", "D15", "D17/0"))
    east = Route("2", ("C14/0", "D15", "E14", "F13/0"))
    assert income(game, south) == 50
    assert income(game, east) == 40
    assert broken_rule(game, south, east) == "R56-6.12"
    # alone, one of them and Sarnia remain: 50 + 60
    assert ask.best_run(game).certificate.total == 110


@pytest.mark.rule("R56-6.13", "R56-6.12")
def test_two_trains_may_meet_in_a_town_from_different_edges() -> None:
    game = position("C14 15@2, C16 9@0, C18 8@0, D19 3@5, D17 14@0", "2", "2", phase=2, second=("D17",))
    one = Route("2", ("D17/0", "D19/0"))
    other = Route("2", ("C14/0", "C16", "C18", "D19/0"))
    assert income(game, one, other) == 40 + 40


@pytest.mark.rule("R56-6.14", "R56-0.3")
@pytest.mark.parametrize(
    ("maudaumin", "phase", "value"),
    [("57@2", 1, 30 + 20), ("14@1", 3, 30 + 30), ("14@1", 4, 50 + 30), ("125@1", 4, 50 + 40)],
)
def test_a_route_pays_what_its_stops_show_in_the_phase(maudaumin: str, phase: int, value: int) -> None:
    train = "2" if phase < 3 else "3"
    game = position(f"C14 {maudaumin}", train, phase=phase)
    assert income(game, Route(train, ("B13/0", "C14/0"))) == value


@pytest.mark.rule("R56-6.14")
def test_the_bank_pays_at_once() -> None:
    game = position(LAYOUT_A, "3", "4")
    after = run(game, TO_GLENCOE, FROM_GODERICH)
    assert ask.cash(after, ask.BANK) == 3000 - 140 - 3 * 600 - 180
    assert ask.cash(after, player(game, "LPS")) == 140 + 180


@pytest.mark.rule("T56-1", "R56-6.15")
@pytest.mark.parametrize(
    ("layout", "glencoe", "goderich"),
    [
        (LAYOUT_A, TO_GLENCOE.path, FROM_GODERICH.path),
        (LAYOUT_B, TO_GLENCOE.path, ("F9/0", "F11", "F13/1", "E12", "D13", "C14/0", "B13/0")),
        (
            LAYOUT_C,
            ("B13/0", "C14/0", "C16", "D17/0"),
            ("F9/0", "F11", "F13/0", "E14", "D15", "C14/0", "B15", "B13/0"),
        ),
    ],
    ids="ABC",
)
def test_worked_example(layout: str, glencoe: tuple[str, ...], goderich: tuple[str, ...]) -> None:
    game = position(layout, "3", "4")
    assert income(game, Route("3", glencoe)) == 80
    assert income(game, Route("4", goderich)) == 100
    assert income(game, Route("3", glencoe), Route("4", goderich)) == 180
    best = ask.best_run(game)
    assert best.certificate.total == best.certificate.bound == 180
    assert income(game, *best.routes) == 180


@pytest.mark.rule("T56-2", "R56-6.14")
@pytest.mark.parametrize("layout", [LAYOUT_A, LAYOUT_B, LAYOUT_C], ids="ABC")
def test_worked_example_in_phase_four(layout: str) -> None:
    game = position(layout, "3", "4", phase=4)
    best = ask.best_run(game)
    values = {route.train: income(game, route) for route in best.routes}
    assert best.certificate.total == 240
    assert values == {"3": 100, "4": 140}


@pytest.mark.rule("T56-7", "R56-5.6", "R56-6.10")
def test_passing_glencoe() -> None:
    beyond = Route("3", ("C14/0", "D15", "D17/0", "D19/0"))
    tiles = "C14 57@2, D15 8@3, D19 3@0"
    yellow = position(tiles + ", D17 57@0", "3")
    assert income(yellow, Route("3", beyond.path[:-1])) == 40
    assert broken_rule(yellow, beyond) == "R56-6.10"
    assert income(position(tiles + ", D17 14@0", "3"), beyond) == 60
    filled = (
        rich_table()
        .phase(3)
        .tiles(tiles + ", D17 14@0")
        .tokens("BBG", "D17")
        .trains("LPS", "3")
        .on_turn("LPS")
        .at_step("run")
        .game()
    )
    assert income(filled, Route("3", beyond.path[:-1])) == 50
    assert broken_rule(filled, beyond) == "R56-6.10"


@pytest.mark.rule("T56-15", "R56-6.7")
def test_two_town_tile_counts_the_town_on_the_line_only() -> None:
    game = position(LAYOUT_A, "3", "4")
    assert income(game, Route("3", FROM_GODERICH.path[:-1])) == 30 + 10 + 30
    for wrong in (("F9/0", "F11", "F13/1", "E14", "D13", "C14/0"), ("F9/0", "F11", "F13/1")):
        assert broken_rule(game, Route("3", wrong)) == "R56-6.7"
    game = position(LAYOUT_A.replace("E14 8@5", "E14 9@1, E12 8@2"), "3", "4")
    assert broken_rule(game, Route("4", ("F9/0", "F11", "F13/0", "E12", "D13", "C14/0"))) == "R56-6.7"


TO_TORONTO = "P9 57@1, O10 9@1"


def toronto(tiles: str, options: Mapping[str, object]) -> Game:
    """GT about to run a 2-train from Oshawa to Toronto."""
    made = scenario("1856-short", players=6, seed=1, **options).phase(2)
    for company in ("BBG", "LPS", "WGB", "CA", "TGB"):
        made.cash(company, 300)
    made.tiles(tiles).trains("GT", "2")
    return made.on_turn("GT").at_step("run").game()


@pytest.mark.rule("R56-4.11", "R56-6.14")
@pytest.mark.parametrize(
    ("options", "printed"), [({}, 30), ({"printed_toronto": 30}, 30), ({"printed_toronto": 40}, 40)]
)
def test_printed_toronto_pays_30_or_by_option_40(options: dict[str, object], printed: int) -> None:
    run_there = Route("2", ("P9/0", "O10", "N11/1"))
    game = toronto(TO_TORONTO, options)
    assert ask.best_run(game).certificate.total == 20 + printed
    assert income(game, run_there, company="GT") == 20 + printed
    later = toronto(TO_TORONTO + ", N11 120@4", options)
    assert income(later, run_there, company="GT") == 20 + 60


@pytest.mark.parametrize("printed", [30, 40])
def test_the_map_shows_what_toronto_pays(printed: int) -> None:
    values = [
        stop.values
        for stop in ask.ground(toronto(TO_TORONTO, {"printed_toronto": printed})).atlas["N11"].printed.stops
    ]
    assert values == [(printed,), (printed,)]
    pictures = {draw_position(toronto(TO_TORONTO, {"printed_toronto": value})) for value in (30, 40)}
    assert len(pictures) == 2
