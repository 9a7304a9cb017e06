"""Step 3 of a turn: trains run for the greatest revenue [RCZ-VIII.7, RCZ-VIII.8.1 to VIII.8.7]."""

from __future__ import annotations

from collections.abc import Hashable
from threading import local

import pytest
from tests.rail.boards import lines
from tests.threads import Ceding, together
from tests.titles.cz.openings import ADA, turn

from piercy.core.actions import Pass
from piercy.core.cache import Cache
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyTrain, RunTrains
from piercy.rail.contract import BestRun, best_run
from piercy.rail.lines import Lines
from piercy.rail.routes import Priced, Route, RouteJudge
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names
from piercy.testing.moves import offered, refused, run
from piercy.titles.cz import running
from piercy.titles.cz.actions import LayPurple, LendTrain, RecordedRun
from piercy.titles.cz.book import ROUTES, Book, book
from piercy.titles.cz.state import VACLAV, CzState

# Cheb D2 and Karlovy Vary D4, the grey town D0 beyond Cheb, the towns E1 and E3, then E5, E7 and Kladno E9.
WEST = "D4 57@1, D2 57@1, E1 58@5, E3 4@1, E5 9@1, E7 9@1, E9 57@1"
# From Karlovy Vary over three hexes of plain track to Kladno.
EAST = "D6 9@1, D8 9@1, D10 7@3, E9 57@0"
LENGTHS = {"4": "RCZ-VIII.7.5", "3+3": "RCZ-VIII.7.6", "3E": "RCZ-VIII.7.10", "8E": "RCZ-VIII.7.10"}


def total(game: Game) -> int:
    """What the company on turn can earn."""
    return ask.best_run(game).certificate.total


def judged(stops: str, train: str) -> Priced:
    """The run of a train along a straight line of stops: cities C of 20, towns t of 10 and T of 30, red R."""
    kinds = {"C": "city 20 slots 1", "t": "town 10", "T": "town 30", "R": "red 20/30/40/50 slots 1"}
    names = [f"B{2 * at + 2}" for at in range(len(stops))]
    tracks = {name: f"{kinds[kind]}: 0 3" for name, kind in zip(names, stops, strict=True)}
    home = names[stops.index("C")]
    judge = RouteJudge(lines(tracks, (home, 0, "X")), book().trains, ROUTES, 2, length_rules=LENGTHS)
    return judge.judge(Route(train, tuple(f"{name}/0" for name in names)))


def illegal(stops: str, train: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        judged(stops, train)
    return refusal.value.rule


@pytest.mark.rule("RCZ-VIII.7.1", "RCZ-IV.2c.2")
def test_each_own_colour_train_runs_one_route() -> None:
    position = turn("BTE").phase("c").tiles("D2 57@1, D4 57@1").trains("BTE", "2a", "2+2b")
    game = position.at("run")
    refused(game, run(game, "2: D2/0 D4/0"), "RCZ-VIII.7.1")
    refused(game, run(game, "2+2: D2/0 D4/0", "2+2: D2/0 D0/0"), "RCZ-VIII.7.1")
    with pytest.raises(InvalidAction):
        game.check(run(game, "9: D2/0 D4/0"))
    assert ask.revenue(game.apply(run(game, "2+2: D4/0 D2/0 D0/0"))) == 50


@pytest.mark.rule("RCZ-VIII.7.1", "RCZ-VIII.8.7")
def test_trains_of_another_colour_do_not_run() -> None:
    game = turn("BTE").phase("c").tiles("D2 57@1, D4 57@1").trains("BTE", "2a").at("run")
    assert not offered(game, RunTrains)
    assert ask.revenue(game) == 0


@pytest.mark.rule("RCZ-VIII.7.2")
def test_a_route_joins_two_locations() -> None:
    game = turn("EKJ").tiles(WEST).trains("EKJ", "2a").at("run")
    refused(game, run(game, "2: D4/0"), "RCZ-VIII.7.2")
    refused(game, run(game, "2: D4/0 D6"), "RCZ-VIII.7.2")
    for train in book().trains.values():
        assert train.stops is not None
        assert train.stops >= 2


@pytest.mark.rule("RCZ-VIII.7.3")
def test_a_route_has_an_own_station_at_an_end_or_in_the_middle() -> None:
    game = (
        turn("EKJ").phase("c").tiles(f"{WEST}, {EAST}".replace("E9 57@1, ", "")).trains("EKJ", "3c").at("run")
    )
    refused(game, run(game, "3: D2/0 D0/0 E1/0"), "RCZ-VIII.7.3")
    assert ask.revenue(game.apply(run(game, "3: D2/0 D4/0 D6 D8 D10 E9/0"))) == 60


@pytest.mark.rule("RCZ-VIII.7.4")
def test_the_number_of_hexes_does_not_matter() -> None:
    game = turn("EKJ").tiles(f"D4 57@1, {EAST}").trains("EKJ", "2a").at("run")
    assert ask.revenue(game.apply(run(game, "2: D4/0 D6 D8 D10 E9/0"))) == 40


@pytest.mark.rule("RCZ-VIII.7.5", "RCZ-VIII.7.21")
def test_a_red_train_counts_every_location() -> None:
    game = turn("EKJ").tiles(WEST).trains("EKJ", "2a").at("run")
    refused(game, run(game, "2: D4/0 D2/0 D0/0"), "RCZ-VIII.7.5")
    refused(game, run(game, "2: D2/0 D0 E1/0"), "RCZ-VIII.7.21")
    assert judged("CttC", "4").value == 60
    assert illegal("CtttC", "4") == "RCZ-VIII.7.5"


@pytest.mark.rule("RCZ-VIII.7.6", "WCZ-11")
def test_a_blue_train_counts_as_many_cities_as_its_first_number_and_twice_as_many_locations() -> None:
    legal = {"CtCtCt": 90, "CtCttt": 80, "Cttttt": 70, "CtC": 50}
    assert {stops: judged(stops, "3+3").value for stops in legal} == legal
    assert illegal("CCCC", "3+3") == "RCZ-VIII.7.6"
    assert illegal("CtCtCtt", "3+3") == "RCZ-VIII.7.6"
    assert illegal("CtCCtC", "3+3") == "RCZ-VIII.7.6"
    five = book().trains["5+5"]
    assert (five.stops, five.cities) == (10, 5)


@pytest.mark.rule("RCZ-VIII.7.6", "RCZ-VIII.7.7", "RCZ-VIII.7.21")
def test_a_blue_train_on_the_board() -> None:
    game = turn("BTE").phase("c").tiles(WEST).trains("BTE", "2+2b").at("run")
    refused(game, run(game, "2+2: D4/0 D2/0 D0/0 E1/0 E3/0"), "RCZ-VIII.7.6")
    refused(game, run(game, "2+2: D2/0 D0 E1/0 E3/0"), "RCZ-VIII.7.21")
    assert ask.revenue(game.apply(run(game, "2+2: D4/0 D2/0 D0/0 E1/0"))) == 60


@pytest.mark.rule("RCZ-VIII.7.8", "RCZ-VIII.7.9", "WCZ-12", "RCZ-VIII.7.10")
def test_a_green_train_leaves_towns_out_or_counts_them() -> None:
    skipped = judged("CttCtC", "3E")
    assert (skipped.counted, skipped.value) == ((0, 3, 5), 60)
    assert judged("CtC", "3E").value == 50
    assert judged("CtTtC", "3E").value == 70
    assert illegal("CtCtCC", "3E") == "RCZ-VIII.7.10"


@pytest.mark.rule("RCZ-VIII.7.8", "RCZ-VIII.7.9", "RCZ-VIII.7.10", "WCZ-32")
def test_a_green_train_counts_no_town_instead_of_a_city_and_any_number_of_towns() -> None:
    assert judged("CTCC", "3E").value == 60
    many = judged("CttCttCtt", "8E")
    assert (len(many.counted), many.value) == (8, 3 * 20 + 5 * 10)
    assert illegal("CTCTCC", "3E") == "RCZ-VIII.7.10"


@pytest.mark.rule("WCZ-32", "RCZ-VIII.7.9")
def test_the_router_counts_green_trains_alike() -> None:
    # on the first line the best run ends before the third city, for it could not leave that city out
    for stops, train, value in (("CTCC", "3E", 70), ("CttCttCtt", "8E", 110), ("CTTTC", "3E", 80)):
        names = [f"B{2 * at + 2}" for at in range(len(stops))]
        kinds = {"C": "city 20 slots 1", "t": "town 10", "T": "town 30"}
        tracks = {name: f"{kinds[kind]}: 0 3" for name, kind in zip(names, stops, strict=True)}
        best = best_run(lines(tracks, ("B2", 0, "X")), [book().trains[train]], 0)
        assert best.certificate.total == value


@pytest.mark.rule("RCZ-VIII.7.11", "RCZ-VIII.7.6", "RCZ-VIII.7.10")
def test_a_red_place_counts_as_a_city() -> None:
    assert judged("RtCtCt", "3+3").value == 40 + 20 + 20 + 30
    assert illegal("RCCC", "3+3") == "RCZ-VIII.7.6"
    assert judged("RtCC", "3E").counted == (0, 2, 3)
    assert illegal("RCCC", "3E") == "RCZ-VIII.7.10"


RED_LOOP = "F2 8898@0, E3 58@1, E5 7@3, F4 8@4"
"""München's red tile, a town, and plain track back to the red tile."""


@pytest.mark.rule("RCZ-VIII.7.12", "RCZ-VIII.7.13")
def test_a_red_tile_ends_a_route_and_is_met_once() -> None:
    position = turn("By").phase("d").tiles(RED_LOOP).home("By", "F2").trains("By", "3Ed")
    game = position.at("run")
    refused(game, run(game, "3E: E3/0 F2/0 F4 E5 E3/0"), "RCZ-VIII.7.13")
    refused(game, run(game, "3E: F2/0 E3/0 E5 F4 F2/0"), "RCZ-VIII.7.13")
    assert ask.revenue(game.apply(run(game, "3E: F2/0 E3/0"))) == 30 + 50 + 10
    through = turn("By").phase("d").tiles("F2 8898@0, E3 3@2, F4 9@1, F6 621@1, E1 58@0, E5 9@0, D4 57@0")
    through.home("By", "F2").tiles("E3 58@1").trains("By", "3Ed")
    passing = through.at("run")
    refused(passing, run(passing, "3E: E3/0 F2/0 F4 F6/0"), "RCZ-VIII.7.12")


DOUBLE = "B8 8864@0, B10 5@3, C9 3@5"
"""From one city of B8 over B10 and C9 to the other."""


@pytest.mark.rule("RCZ-VIII.7.14", "RCZ-VIII.7.19")
def test_a_route_may_meet_both_cities_of_a_double_city() -> None:
    game = turn("ATE").phase("d").tiles(DOUBLE).home("ATE", "B8:0").trains("ATE", "3+3d").at("run")
    assert total(game) == 40 + 20 + 10 + 40
    assert ask.revenue(game.apply(run(game, "3+3: B8/0 B10/0 C9/0 B8/1"))) == 110


PRAHA_LOOP = "D12 7@2, E13 56@3, F12 3@5"
"""From the north-eastern city of Praha over a double town and F12 to its south-eastern city."""


@pytest.mark.rule("RCZ-VIII.7.15", "RCZ-VIII.7.13")
@pytest.mark.parametrize(
    ("praha", "north", "south", "rule"),
    [
        ("", 1, 0, "RCZ-VIII.7.15"),
        ("E11 8890@0", 0, 1, "RCZ-VIII.7.15"),
        ("E11 8891@0", 0, 1, "RCZ-VIII.7.15"),
        ("E11 8892@0", 0, 0, "RCZ-VIII.7.13"),
        ("E11 8893@0", 0, 0, "RCZ-VIII.7.13"),
    ],
)
def test_praha_is_met_once(praha: str, north: int, south: int, rule: str) -> None:
    position = turn("BN").phase("i").tiles(", ".join(filter(None, (praha, PRAHA_LOOP))))
    game = position.home("BN", f"E11:{north}").trains("BN", "4+4f").at("run")
    path = f"E11/{north} D12 E13/0 F12/0 E11/{south}"
    refused(game, run(game, f"4+4: {path}"), rule)


@pytest.mark.rule("RCZ-VIII.7.14")
def test_a_route_may_meet_both_towns_of_a_double_town() -> None:
    game = (
        turn("BN")
        .phase("g")
        .tiles(f"E11 8892@0, {PRAHA_LOOP}")
        .home("BN", "E11")
        .trains("BN", "4+4f")
        .at("run")
    )
    assert ask.revenue(game.apply(run(game, "4+4: E13/1 E11/0 F12/0 E13/0"))) == 10 + 60 + 10 + 10


@pytest.mark.rule("RCZ-VIII.7.15")
def test_praha_is_met_once_also_in_the_middle() -> None:
    position = turn("BN").phase("d").tiles(f"E11 8890@0, {PRAHA_LOOP}, E9 57@1").trains("BN", "4+4f")
    game = position.home("BN", "E11:0").at("run")
    refused(game, run(game, "4+4: E11/0 D12 E13/0 F12/0 E11/1"), "RCZ-VIII.7.15")
    assert total(game) == 30 + 10 + 10


@pytest.mark.rule("RCZ-VIII.7.16", "RCZ-VIII.7.17", "RCZ-VIII.7.27")
def test_what_may_be_passed() -> None:
    """Cheb lies between Karlovy Vary and the grey town."""
    free = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "3c")
    assert not ask.operated(free, "BTE")
    assert total(free.at("run")) == 50
    full = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "3c").company("BTE").at("run")
    refused(full, run(full, "3: D4/0 D2/0 D0/0"), "RCZ-VIII.7.17")
    assert ask.revenue(full.apply(run(full, "3: D2/0 D4/0"))) == 40
    own = turn("EKJ").phase("d").tiles(WEST.replace("D2 57@1", "D2 14@0")).trains("EKJ", "3c").company("BTE")
    assert total(own.tokens("EKJ", "D2").at("run")) == 60
    two = turn("EKJ").phase("d").tiles(WEST.replace("D2 57@1", "D2 14@0")).trains("EKJ", "3c").company("BTE")
    assert total(two.at("run")) == 60
    assert total(two.company("VBW").tokens("VBW", "D2").at("run")) == 50


@pytest.mark.rule("RCZ-VIII.7.18")
def test_no_track_twice_in_a_route() -> None:
    game = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "3c").at("run")
    refused(game, run(game, "3: D4/0 D2/0 D4/0"), "RCZ-VIII.7.18")
    # out to the junction on D6, round over D8 and E7, and back over the first piece of track
    balloon = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1, D6 23@4, D8 7@3, E7 7@5").trains("EKJ", "3c")
    around = balloon.at("run")
    refused(around, run(around, "3: D4/0 D6 D8 E7 D6 D4/0"), "RCZ-VIII.7.18")


@pytest.mark.rule("RCZ-VIII.7.20")
def test_a_city_is_left_by_any_other_track() -> None:
    """Karlovy Vary with four exits: every pair of the places around it can be joined."""
    layout = "D4 14@0, D2 57@1, C5 4@0, E3 3@0, D6 9@1, D8 9@1, D10 7@3, E9 57@0"
    game = turn("EKJ").phase("d").tiles(layout).trains("EKJ", "3c").at("run")
    ways = ["D2/0", "C5/0", "E3/0", "E9/0 D10 D8 D6"]
    for one in ways:
        for other in ways:
            if one != other:
                there = " ".join(reversed(other.split()))
                judge = _judge(game)
                assert judge.judge(Route("3", tuple(f"{one} D4/0 {there}".split()))).value > 0


@pytest.mark.rule("RCZ-VIII.7.21")
def test_a_train_does_not_reverse_at_a_junction() -> None:
    layout = "D4 57@1, E5 8@0, F6 621@2, D6 24@1, D8 9@1, D10 7@3, E9 57@0"
    game = turn("EKJ").phase("d").tiles(layout).trains("EKJ", "2a").at("run")
    refused(game, run(game, "2: D4/0 D6 E5 F6/0"), "RCZ-VIII.7.21")
    assert total(game) == 40


CROSSING = "D4 15@0, C5 3@2, D6 20@1, E7 8@3, F6 621@0, D8 9@1, D10 7@3, E9 57@0"
"""Two lines from Karlovy Vary, to Kladno and over C5 to Plzeň, that cross on D6."""


@pytest.mark.rule("RCZ-VIII.7.22", "RCZ-VIII.7.26")
def test_trains_use_separate_track_but_share_places_and_crossings() -> None:
    game = turn("EKJ").phase("d").tiles(CROSSING).trains("EKJ", "3c", "3c").at("run")
    kladno, plzen = "3: D4/0 D6 D8 D10 E9/0", "3: D4/0 C5/0 D6 E7 F6/0"
    refused(game, run(game, kladno, "3: D4/0 D6 D8 D10 E9/0"), "RCZ-VIII.7.22")
    made = game.apply(run(game, kladno, plzen))
    assert ask.revenue(made) == (30 + 20) + (30 + 10 + 30) == total(game)


@pytest.mark.rule("RCZ-VIII.7.23", "RCZ-VIII.7.26", "RCZ-VIII.7.22")
def test_a_junction_serves_one_train() -> None:
    layout = "D4 57@1, E5 8@0, F6 621@2, D6 24@1, D8 9@1, D10 7@3, E9 57@0"
    position = turn("EKJ").phase("d").tiles(layout).trains("EKJ", "2a", "2a").tokens("EKJ", "F6")
    game = position.at("run")
    refused(game, run(game, "2: D4/0 D6 D8 D10 E9/0", "2: F6/0 E5 D6 D8 D10 E9/0"), "RCZ-VIII.7.22")
    assert total(game) == 50
    assert ask.revenue(game.apply(run(game, "2: F6/0 E5 D6 D8 D10 E9/0"))) == 50


@pytest.mark.rule("RCZ-VIII.7.24")
def test_other_companies_trains_do_not_hinder() -> None:
    first = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "2a").company("BTE").trains("BTE", "2+2b")
    second = turn("BTE").phase("c").tiles(WEST).trains("BTE", "2+2b").company("EKJ").trains("EKJ", "2a")
    assert total(first.at("run")) == 40
    assert total(second.at("run")) == 60


@pytest.mark.rule("RCZ-VIII.7.25", "RCZ-VIII.3.1")
def test_a_train_bought_now_does_not_run_now() -> None:
    game = turn("EKJ").tiles(WEST).at("trains")
    bought = game.apply(BuyTrain(ADA, "2a", "depot"))
    assert ask.trains(bought, "EKJ") == ["2a"]
    refused(bought, run(bought, "2: D4/0 D2/0"), "RCZ-VIII.3.1")
    assert ask.revenue(bought) == 0


@pytest.mark.rule("RCZ-VIII.8.1", "RCZ-VIII.8.2")
def test_revenue_is_the_sum_of_the_values_in_place() -> None:
    yellow = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1").trains("EKJ", "2a").at("run")
    green = turn("EKJ").phase("d").tiles("D4 14@0, D2 57@1").trains("EKJ", "2a").at("run")
    assert (total(yellow), total(green)) == (40, 50)


@pytest.mark.rule("RCZ-VIII.8.3", "RCZ-VIII.8.4")
@pytest.mark.parametrize(
    ("phase", "value"), [("d", 30), ("f", 30), ("g", 40), ("h", 40), ("i", 50), ("j", 50)]
)
def test_red_tiles_pay_by_phase_and_more_to_their_owner(phase: str, value: int) -> None:
    card = {"d": "3Ed", "f": "4Ef", "g": "4Eg", "h": "5Eh", "i": "6Ei", "j": "8Ej"}[phase]
    own = turn("By").phase(phase).tiles("F2 8898@0, F4 9@1, F6 621@1").home("By", "F2").trains("By", card)
    assert total(own.at("run")) == value + 50 + 30
    red = book().ground.tiles["8898"].track.stops[0]
    assert red.values == (20, 30, 40, 50)
    assert book().phases["a"].band == book().phases["c"].band == 0
    other = turn("Sx").phase(phase).tiles("F2 8898@0, F4 9@1, F6 621@1, A7 8896@2").home("Sx", "F6")
    foreign = other.company("By").home("By", "F2").trains("Sx", card).at("run")
    assert total(foreign) == value + 30


@pytest.mark.rule("RCZ-VIII.8.4")
def test_each_train_to_the_own_red_tile_gets_the_bonus() -> None:
    layout = "F2 8898@0, F4 9@1, F6 621@1, E3 58@1, E5 9@1, E7 9@1, E9 57@1"
    game = turn("By").phase("d").tiles(layout).home("By", "F2").trains("By", "3Ed", "3Ed").at("run")
    assert total(game) == (30 + 50 + 30) + (30 + 50 + 10 + 20)
    medium = turn("BTE").phase("d").tiles("F2 8898@0, E3 58@0, D2 57@1, E1 58@5, D4 6@3").company("By")
    assert ask.bonuses(medium, "BTE") == {}


@pytest.mark.rule("RCZ-VIII.8.5", "RCZ-VIII.1.3")
def test_the_greatest_revenue_is_compulsory() -> None:
    three = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "3c").at("run")
    lower = refused(three, run(three, "3: D4/0 D2/0"), "RCZ-VIII.8.5")
    assert lower.fields["most"] == 50
    assert "D0/0" in str(lower.fields["routes"])
    refused(three, Pass(ADA), "RCZ-VIII.8.5")
    assert ask.revenue(three.apply(run(three, "3: D4/0 D2/0 D0/0"))) == 50
    assert ask.revenue(three.apply(RunTrains(ADA, ()))) == 50
    (best,) = set(offered(three, RunTrains))
    assert ask.revenue(three.apply(best)) == 50


@pytest.mark.rule("RCZ-VIII.8.5")
def test_among_equal_totals_any_run_will_do() -> None:
    layout = f"D4 57@1, D2 57@1, {EAST}"
    game = turn("EKJ").tiles(layout).trains("EKJ", "2a").at("run")
    for route in ("2: D4/0 D2/0", "2: D4/0 D6 D8 D10 E9/0"):
        assert ask.revenue(game.apply(run(game, route))) == 40


@pytest.mark.rule("RCZ-VIII.8.5")
def test_a_position_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    running.forget()
    solved: list[str] = []
    solve = running._solve

    def counted(facts: Book, state: CzState, name: str, trains: list[str]) -> BestRun:
        solved.append(name)
        return solve(facts, state, name, trains)

    monkeypatch.setattr(running, "_solve", counted)
    game = turn("EKJ").phase("c").tiles(WEST).trains("EKJ", "3c").at("run")
    game.actions()
    game.apply(run(game, "3: D4/0 D2/0 D0/0")).undo()
    assert len(solved) == 1


def test_outside_operating_rounds_nothing_runs() -> None:
    game = new_game("18cz", players=player_names(3), seed=1)
    assert ask.best_run(game).routes == ()


@pytest.mark.rule("RCZ-VIII.8.7")
def test_without_a_route_there_is_no_revenue() -> None:
    game = turn("EKJ").tiles("D4 57@1").trains("EKJ", "2a").at("run")
    assert not offered(game, RunTrains)
    assert ask.revenue(game) == 0
    assert ask.past(game, "run")


@pytest.mark.rule("RCZ-VIII.3.7")
def test_a_purple_tile_after_the_run_does_not_change_the_revenue() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1").trains("EKJ", "2a").local("S1", "EKJ").at("run")
    ran = game.apply(run(game, "2: D4/0 D2/0"))
    built = ran.apply(LayPurple(ADA, "S1", "D4", "14p", 2))
    assert ask.revenue(built) == 40


@pytest.mark.rule("WCZ-10")
def test_the_routes_of_the_book_fit_its_sums() -> None:
    """Values that satisfy the equations of the example: red M 40 with bonus 50, brown Y city J 50."""
    f, h, low, m, j = 30, 20, 30, 40, 50
    g_i_k = 170 - (j + low + m)
    assert (f + h, h + low + m, m + j + 50 + h + f) == (50, 90, 190)
    values = {"G": g_i_k - 20, "I": 10, "J": j, "K": 10, "L": low, "M": m}
    # G I J K L M: towns I and K between three cities and the red place would be four cities: G is a town
    tracks = {
        "B2": f"town {values['G']}: 0 3",
        "B4": f"town {values['I']}: 0 3",
        "B6": f"city {values['J']} slots 2: 0 3",
        "B8": f"town {values['K']}: 0 3",
        "B10": f"city {values['L']} slots 2: 0 3",
        "B12": f"red 20/30/{values['M']}/50: 0",
    }
    board = lines(tracks, ("B6", 0, "X"))
    path = tuple(f"{name}/0" for name in tracks)
    blue = RouteJudge(board, book().trains, ROUTES, 2).judge(Route("3+3", path))
    assert (blue.value, len(blue.counted)) == (170, 6)
    green = {
        "B2": f"city {f} slots 1: 3",
        "B4": "town 10: 0 3",
        "B6": f"city {h} slots 1: 0 3",
        "B8": f"city {j} slots 2: 0 3",
        "B10": "town 10: 0 3",
        "B12": f"red 20/30/{m}/50 slots 1: 0",
    }
    home = lines(green, ("B12", 0, "X"))
    best = best_run(home, [book().trains["4E"]], 2, {"4E": {("B12", 0): book().red_bonus}})
    assert best.certificate.total == 190


@pytest.mark.rule("RCZ-XI.1.23", "RCZ-XI.1.24", "RCZ-XI.1.25")
def test_vaclavs_trains_run_and_pay_by_themselves() -> None:
    position = turn("EKJ", title="18cz-bohemia", players=2, cash=0).tiles(WEST).trains("EKJ", "2a")
    position.president("EKJ", VACLAV)
    position.shares("EKJ", **{VACLAV: 2, ADA: 1})
    cash = ask.cash(position, ADA)
    price = ask.cell(position, "EKJ")
    game = position.at("run")
    assert ask.cash(game, ADA) == cash + 10
    assert ask.last_revenue(game, "EKJ") == 40
    assert (ask.cash(game, "EKJ"), ask.cell(game, "EKJ")) == (0, price + 2)


@pytest.mark.rule("RCZ-XI.2.34", "RCZ-XI.2.35", "RCZ-XI.2.36", "RCZ-XI.2.37", "RCZ-XI.2.53", "RCZ-VIII.8.5")
def test_the_lent_3e_runs_beside_the_others_on_the_same_track() -> None:
    position = turn("Sx", title="18cz-moravia", players=3).tiles("C25 621@1, C23 57@1").local("3E", ADA)
    game = position.trains("Sx", "2a").at("run")
    lent = game.apply(LendTrain(ADA))
    refused(lent, LendTrain(ADA), "RCZ-XI.2.34")
    assert (ask.local_owner(lent, "3E"), ask.local_used(lent, "3E"), ask.local_closed(lent, "3E")) == (
        None,
        True,
        True,
    )
    proof = ask.best_run(lent).certificate
    assert (proof.total, proof.bound, proof.proven) == (100, 100, True)
    refused(lent, run(lent, "2: C25/0 C23/0"), "RCZ-VIII.8.5")
    both = lent.apply(run(lent, "2: C25/0 C23/0", "3E: C25/0 C23/0"))
    assert ask.revenue(both) == 100
    assert ask.trains(both, "Sx") == ["2a"]
    alone = (
        turn("Sx", title="18cz-moravia", players=3).tiles("C25 621@1, C23 57@1").local("3E", ADA).at("run")
    )
    assert offered(alone, LendTrain)
    assert ask.revenue(alone.apply(LendTrain(ADA)).apply(RunTrains(ADA, ()))) == 50
    declined = alone.apply(Pass(ADA))
    assert ask.revenue(declined) == 0
    none = (
        turn("Sx", title="18cz-moravia", players=3).tiles("C25 621@1, C23 57@1").trains("Sx", "2a").at("run")
    )
    refused(none, LendTrain(ADA), "RCZ-XI.2.34")


@pytest.mark.rule("RCZ-XI.2.22", "RCZ-XI.2.49", "RCZ-XI.2.13")
def test_in_moravia_blue_trains_collect_every_red_bonus() -> None:
    facts = book("moravia")
    red = {name for name, place in facts.ground.atlas.hexes.items() if place.kind == "red"}
    assert red == {"A21", "B18", "G27", "I23", "I17", "E17"}
    plain = turn("Pr", title="18cz-moravia", players=3).tiles("C23 6@3, B22 9@2").trains("Pr", "2a")
    path = "A21/0 B22 C23/0"
    ran = plain.at("run")
    assert ask.revenue(ran.apply(run(ran, f"2: {path}"))) == 20 + 20
    blue = (
        turn("Pr", title="18cz-moravia", players=3).phase("g").tiles("C23 6@3, B22 9@2").trains("Pr", "4+4g")
    )
    ran = blue.at("run")
    assert ask.revenue(ran.apply(run(ran, f"4+4: {path}"))) == 40 + 50 + 20


@pytest.mark.rule("RCZ-VIII.8.5", "RCZ-VIII.7.15")
def test_by_an_option_recorded_runs_are_taken_as_they_are() -> None:
    position = (
        turn("BN", recorded_runs=True).phase("f").tiles(f"E11 8890@0, {PRAHA_LOOP}").trains("BN", "4+4f")
    )
    game = position.home("BN", "E11:0").at("run")
    refused(game, run(game, "4+4: E11/0 D12 E13/0 F12/0 E11/1"), "RCZ-VIII.7.15")
    assert ask.revenue(game.apply(RecordedRun(ADA, 170))) == 170
    assert ask.revenue(game.apply(run(game, "4+4: E11/0 D12 E13/0"))) == 40
    assert ask.revenue(game.apply(Pass(ADA))) == 0
    assert ask.revenue(game.apply(RecordedRun(ADA, 0))) == 0
    with pytest.raises(InvalidAction):
        game.check(RecordedRun(ADA, -1))
    (offer,) = [offer for offer in game.offers() if offer.action is RecordedRun]
    assert offer.to_dict()["domains"] == [{"kind": "open", "fields": ["revenue"], "low": 0}]
    assert offer.covers(RecordedRun(ADA, 10**9))
    assert not offer.covers(RecordedRun(ADA, -1))
    native = turn("BN").phase("f").tiles(f"E11 8890@0, {PRAHA_LOOP}").trains("BN", "4+4f").home("BN", "E11:0")
    at = native.at("run")
    refused(at, RecordedRun(ADA, 170), "RCZ-VIII.8.5")


@pytest.mark.rule("WCZ-32")
def test_by_an_option_green_trains_count_as_on_the_site() -> None:
    """There a town of 30 is counted instead of one of three cities of 20."""
    layout = "D2 57@1, D4 57@1, D6 9@1, D8 889p@0, D10 7@3, E9 57@0"
    path = "3E: D2/0 D4/0 D6 D8/0 D10 E9/0"
    for swap, value in ((False, 60), (True, 70)):
        position = turn("Sx", recorded_runs=True, swap_towns_for_cities=swap).phase("g").tiles(layout)
        game = position.home("Sx", "D4").trains("Sx", "3Ed").at("run")
        assert ask.revenue(game.apply(run(game, path))) == value


@pytest.mark.rule("WCZ-32")
def test_by_an_option_green_trains_count_three_towns_at_most() -> None:
    layout = "F2 8898@0, E3 58@1, E5 4@1, E7 4@1, E9 4@1, E11 8892@0"
    path = "8E: F2/0 E3/0 E5/0 E7/0 E9/0 E11/0"
    for swap, towns in ((False, 4), (True, 3)):
        position = turn("By", recorded_runs=True, swap_towns_for_cities=swap).phase("j").tiles(layout)
        game = position.home("By", "F2").trains("By", "8Ej").at("run")
        assert ask.revenue(game.apply(run(game, path))) == 50 + 50 + 10 * towns + 60


def test_only_the_latest_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Cache[Hashable, BestRun] = Cache(1)
    monkeypatch.setattr(running, "_known", known)
    for layout in ("D4 57@1, D2 57@1", "D4 14@0, D2 57@1"):
        assert total(turn("EKJ").phase("d").tiles(layout).trains("EKJ", "2a").at("run")) > 0
    assert len(known) == 1
    running.forget()
    assert len(known) == 0


def test_threads_share_more_positions_than_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = turn("EKJ").tiles(WEST).trains("EKJ", "2a").at("run")
    monkeypatch.setattr(running, "_known", Cache(2))
    asked = local()
    monkeypatch.setattr(running, "_position", lambda *_: asked.key)
    monkeypatch.setattr(running, "_solve", lambda *_: asked.key)

    def use(number: int) -> None:
        for step in range(200):
            asked.key = Ceding((number + step) % 5)
            found: object = ask.best_run(game)
            assert found == asked.key

    together(use)


def _judge(game: Game) -> RouteJudge:
    return RouteJudge(Lines(book().ground, ask.board(game), str(ask.on_turn(game))), book().trains, ROUTES, 1)
