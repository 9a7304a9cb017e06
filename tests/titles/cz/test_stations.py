"""Home stations and step 2 of a turn: one more station [RCZ-VIII.6]."""

from __future__ import annotations

import pytest
from tests.titles.cz.turn import ADA, BRUNO, lay, offered, refused, run, state_of, station, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import LayTile, PlaceToken, RunTrains
from piercy.rail.board import BARE
from piercy.titles.cz.book import book
from piercy.titles.cz.state import VACLAV
from piercy.titles.cz.stations import station_price

# EKJ at Karlovy Vary (D4) and Cheb next door (D2), the home of BTE
LINE = "D4 57@1, D2 57@1"


def places(game: Game) -> set[tuple[str, int]]:
    return {(a.hex, a.city) for a in offered(game, PlaceToken) if isinstance(a, PlaceToken)}


@pytest.mark.rule("RCZ-VIII.6.1", "RCZ-VII.5.9", "RCZ-VIII.1.3")
def test_the_home_station_comes_first_by_itself_and_is_free() -> None:
    game = turn("EKJ", first=True, cash=5).at("home")
    after = state_of(game)
    assert after.board.tokens["D4"] == [("EKJ", 0)]
    assert (after.companies["EKJ"].cash, after.companies["EKJ"].markers) == (5, 2)
    assert after.companies["EKJ"].operated
    later = turn("EKJ").at("home")
    assert state_of(later).board.tokens["D4"] == [("EKJ", 0)]


@pytest.mark.rule("RCZ-VII.5.10")
def test_a_company_need_not_build_on_its_home() -> None:
    game = turn("EKJ", first=True).at("home").apply(Pass(ADA))
    assert "D4" not in state_of(game).board.tiles
    assert state_of(game).board.tokens["D4"] == [("EKJ", 0)]


@pytest.mark.rule("RCZ-VIII.6.2", "RCZ-VIII.6.7", "RCZ-VIII.3.1")
def test_one_station_a_turn_also_in_the_first() -> None:
    game = turn("EKJ", first=True).phase("b").tiles("D4 57@1, D2 57@1").at("home")
    at_station = game.apply(Pass(ADA))
    refused(at_station, station(at_station, "D2"), "RCZ-VIII.6.7")
    green = turn("EKJ", first=True).phase("d").tiles("D4 57@1, D2 14@0").at("home").apply(Pass(ADA))
    placed = green.apply(station(green, "D2"))
    assert state_of(placed).board.tokens.keys() == {"D4", "D2"}
    assert not offered(placed, PlaceToken)
    refused(placed, station(green, "D2"), "RCZ-VIII.3.1")
    declined = green.apply(Pass(ADA))
    assert not offered(declined, PlaceToken)


@pytest.mark.rule("RCZ-VIII.6.3", "RCZ-IV.2b.3")
def test_the_second_station_costs_40_and_the_third_100() -> None:
    position = turn("EKJ", cash=200).phase("d").tiles("D4 57@1, D2 14@0")
    game = position.at("station")
    bank = state_of(game).bank.cash
    after = state_of(game.apply(station(game, "D2")))
    assert (after.companies["EKJ"].cash, after.bank.cash) == (160, bank + 40)
    assert station_price(book(), after, "EKJ") == 100
    third = turn("EKJ", cash=100).phase("d").tiles("D4 57@1, D2 14@0, G11 57@0").stations("EKJ", "G11")
    game = third.at("station")
    assert state_of(game.apply(station(game, "D2"))).companies["EKJ"].cash == 0
    poor = turn("EKJ", cash=39).phase("d").tiles("D4 57@1, D2 14@0").at("station")
    refused(poor, station(poor, "D2"), "RCZ-VIII.6.3")
    assert not offered(poor, PlaceToken)


@pytest.mark.rule("RCZ-IV.2d.3", "RCZ-IV.2c.3", "RCZ-II.6")
@pytest.mark.parametrize(("company", "count"), [("EKJ", 3), ("BTE", 3), ("Sx", 2)])
def test_without_a_marker_there_is_no_station(company: str, count: int) -> None:
    assert book().size(company).markers == count
    position = turn(company).phase("d").tiles("D4 57@1, D2 14@0, G11 57@1, E15 57@1, A7 8896@2")
    if company == "Sx":
        position.home("Sx", "A7")
    position.stations(company, "G11 E15" if count == 3 else "G11")
    assert position.state.companies[company].markers == 0
    game = position.at("station")
    assert not offered(game, PlaceToken)
    assert state_of(game).flow.step > 2


@pytest.mark.rule("RCZ-VIII.6.4")
def test_a_station_needs_a_free_space_in_a_city_within_reach() -> None:
    far = turn("EKJ").phase("d").tiles("D4 57@1, G11 57@1").at("station")
    refused(far, station(far, "G11"), "RCZ-VIII.6.4")
    full = turn("EKJ").phase("b").tiles(LINE).company("BTE").at("station")
    refused(full, station(full, "D2"), "RCZ-VIII.6.4")
    # beyond the full city: from D2 over D0 to E1 and on there is only track that EKJ cannot get to
    beyond = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1, E1 58@5, E3 4@1, E5 9@1, E7 9@1, E9 57@1")
    free = beyond.at("station")
    assert ("E9", 0) in places(free)
    blocked = beyond.company("BTE").at("station")
    refused(blocked, station(blocked, "E9"), "RCZ-VIII.6.4")
    assert not places(blocked)


@pytest.mark.rule("RCZ-VIII.6.4")
def test_a_station_path_does_not_reverse() -> None:
    """On D6 the line from D4 joins the one from E5, which leads to Plzen: no train turns back there."""
    beyond = "D4 57@1, E5 8@0, F6 621@2"
    joined = turn("EKJ").phase("d").tiles(f"{beyond}, D6 24@1, D8 9@1").at("station")
    assert not places(joined)
    refused(joined, station(joined, "F6"), "RCZ-VIII.6.4")
    direct = turn("EKJ").phase("d").tiles(f"{beyond}, D6 7@3").at("station")
    assert places(direct) == {("F6", 0)}


@pytest.mark.rule("RCZ-VIII.6.5")
def test_no_two_stations_of_a_company_in_one_hex() -> None:
    game = turn("NWB").phase("d").tiles("E11 8891@2").at("station")
    refused(game, station(game, "E11:3"), "RCZ-VIII.6.5")
    assert not any(name == "E11" for name, _ in places(game))
    two = turn("EKJ").phase("d").tiles("D4 14@0").at("station")
    refused(two, station(two, "D4"), "RCZ-VIII.6.5")


@pytest.mark.rule("RCZ-VIII.6.6")
def test_no_station_in_towns_nor_on_a_foreign_red_tile() -> None:
    game = turn("EKJ").phase("d").tiles("D4 6@1, E3 58@1").company("By").tiles("F2 8898@0").home("By", "F2")
    at = game.at("station")
    refused(at, station(at, "E3"), "RCZ-VIII.6.6")
    refused(at, station(at, "F2"), "RCZ-VIII.6.6")
    assert not places(at)
    with pytest.raises(InvalidAction):
        at.check(station(at, "D6"))
    with pytest.raises(InvalidAction):
        at.check(station(at, "Z1"))


@pytest.mark.rule("RCZ-VIII.6.7")
def test_a_space_is_kept_for_a_home_that_is_to_come() -> None:
    one = turn("EKJ").tiles(LINE).at("station")
    refused(one, station(one, "D2"), "RCZ-VIII.6.7")
    assert not places(one)
    started = turn("EKJ").phase("b").tiles(LINE).company("BTE", operated=False).at("station")
    refused(started, station(started, "D2"), "RCZ-VIII.6.7")
    two = turn("EKJ").phase("d").tiles("D4 57@1, D2 14@0").at("station")
    assert places(two) == {("D2", 0)}
    gone = turn("EKJ").phase("b").tiles(LINE)
    gone.state.companies["BTE"].closed = True
    assert places(gone.at("station")) == {("D2", 0)}


@pytest.mark.rule("RCZ-VIII.6.7")
def test_the_last_but_one_space_may_be_taken_the_last_not() -> None:
    position = turn("EKJ").phase("d").tiles("D4 57@1, D2 14@0").company("VBW").stations("VBW", "D2")
    game = position.at("station")
    refused(game, station(game, "D2"), "RCZ-VIII.6.7")


@pytest.mark.rule("RCZ-VIII.6.8")
def test_in_praha_the_home_cities_are_kept() -> None:
    yellow = "E9 57@1, E11 8890@2, D12 9@0, C13 4@0, B14 2@3"
    game = turn("BCB").phase("b").tiles(yellow).home("BCB", "E9").at("station")
    assert places(game) == {("E11", 1)}
    assert book().ground.tiles["8890"].turned[2].stops[1].edges == (4,)


@pytest.mark.rule("RCZ-VIII.6.8")
def test_in_brown_praha_a_space_for_each_outstanding_home_remains() -> None:
    position = turn("BCB").phase("g").tiles("E9 57@1, E11 8892@0").home("BCB", "E9")
    assert places(position.at("station")) == {("E11", 0)}
    three = position.company("VBW").company("EKJ").stations("VBW", "E11").stations("EKJ", "E11").at("station")
    refused(three, station(three, "E11"), "RCZ-VIII.6.8")
    half = turn("BCB").phase("g").tiles("E9 57@1, E11 8892@0").home("BCB", "E9").company("BN")
    assert places(half.company("VBW").stations("VBW", "E11").at("station")) == {("E11", 0)}


@pytest.mark.rule("RCZ-VIII.6.9")
@pytest.mark.parametrize("tile", ["8864@0", "8895p@1"])
def test_nobody_builds_on_b8_before_ate(tile: str) -> None:
    position = turn("Sx").phase("g").tiles(f"A7 8896@2, B8 {tile}").home("Sx", "A7")
    game = position.at("station")
    refused(game, station(game, "B8"), "RCZ-VIII.6.9")
    assert not places(game)
    after = position.company("ATE").home("ATE", "B8:1" if tile == "8864@0" else "B8").at("station")
    assert {name for name, _ in places(after)} == {"B8"}
    other = turn("Sx").phase("g").tiles(f"A7 8896@2, B8 {tile}").home("Sx", "A7")
    other.state.companies["ATE"].closed = True
    assert {name for name, _ in places(other.at("station"))} == {"B8"}


@pytest.mark.rule("RCZ-VIII.6.9", "RCZ-VIII.6.7")
def test_an_option_opens_the_brown_b8() -> None:
    position = turn("Sx", early_teplice=True).phase("g").tiles("A7 8896@2, B8 8895p@1").home("Sx", "A7")
    assert places(position.at("station")) == {("B8", 0)}
    taken = position.company("KFN").stations("KFN", "B8").at("station")
    refused(taken, station(taken, "B8"), "RCZ-VIII.6.7")


@pytest.mark.rule("RCZ-VIII.6.10", "RCZ-VIII.6.1")
def test_ate_chooses_its_city_on_green_and_has_no_choice_on_brown() -> None:
    green = turn("ATE", first=True).phase("d").tiles("B8 8864@0").at("home")
    assert places(green) == {("B8", 0), ("B8", 1)}
    refused(green, Pass(ADA), "RCZ-VIII.6.1")
    refused(green, station(green, "C7:0"), "RCZ-VIII.6.10")
    chosen = green.apply(station(green, "B8:1"))
    assert state_of(chosen).board.tokens["B8"] == [("ATE", 1)]
    brown = turn("ATE", first=True).phase("g").tiles("B8 8895p@1").at("home")
    assert state_of(brown).board.tokens["B8"] == [("ATE", 0)]


@pytest.mark.rule("RCZ-VIII.6.11")
def test_on_the_bare_hex_ate_has_no_city() -> None:
    game = turn("ATE", first=True).phase("b").at("home")
    assert state_of(game).board.tokens["B8"] == [("ATE", BARE)]
    own = lay(turn("ATE", first=True).phase("d").at("home"), "B8 8864@0")
    settled = own.apply(station(own, "B8:1"))
    assert state_of(settled).board.tokens["B8"] == [("ATE", 1)]


@pytest.mark.rule("RCZ-VIII.6.11")
def test_who_lays_the_green_tile_of_b8_says_where_ate_stands() -> None:
    position = turn("Sx").phase("d").tiles("A7 8896@2").home("Sx", "A7").company("ATE", director=BRUNO)
    game = lay(position.at("track"), "B8 8864@0")
    assert game.actor == ADA
    assert places(game) == {("B8", 0), ("B8", 1)}
    refused(game, PlaceToken(BRUNO, "B8", 1), "RCZ-VIII.6.11")
    refused(game, Pass(ADA), "RCZ-VIII.6.11")
    settled = game.apply(station(game, "B8:1"))
    assert state_of(settled).board.tokens["B8"] == [("ATE", 1)]
    assert state_of(settled).companies["Sx"].markers == state_of(game).companies["Sx"].markers


@pytest.mark.rule("RCZ-VIII.6.12", "RCZ-VIII.7.3", "RCZ-VIII.7.17")
def test_a_route_needs_an_own_station_and_stops_at_full_cities() -> None:
    position = turn("EKJ").phase("b").tiles("D4 57@1, D2 57@1, E1 58@5").company("BTE").trains("EKJ", "3c")
    game = position.at("run")
    refused(game, run(game, "3: D2/0 D0/0"), "RCZ-VIII.7.3")
    refused(game, run(game, "3: D4/0 D2/0 D0/0"), "RCZ-VIII.7.17")
    game.check(run(game, "3: D4/0 D2/0"))


@pytest.mark.rule("RCZ-VIII.6.13")
def test_stations_stay_where_they_are() -> None:
    """No action of a turn moves a station; those offered only add."""
    game = turn("EKJ").phase("d").tiles("D4 57@1, D2 14@0").trains("EKJ", "2a").at("track")
    seen = {("D4", ("EKJ", 0))}
    for _ in range(4):
        for action in game.actions():
            tokens = state_of(game.apply(action)).board.tokens
            assert seen <= {(name, token) for name, there in tokens.items() for token in there}
        game = game.apply(game.actions()[0])


@pytest.mark.rule("RCZ-VIII.6.14", "RCZ-VIII.9.17", "RCZ-VIII.9.18", "WCZ-33")
def test_what_a_station_costs_after_an_acquisition() -> None:
    base = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, B8 8864@0, D2 14@0").home("Sx", "A7")
    company = base.company("ATE").home("ATE", "B8:1").state.companies["Sx"]
    base.state.companies["EKJ"].open = base.state.companies["EKJ"].closed = True
    company.taken_markers, company.acquirer = 3, True
    game = base.at("station")
    assert station_price(book(), state_of(game), "Sx") == 40
    place = min(places(game))
    after = state_of(game.apply(station(game, f"{place[0]}:{place[1]}")))
    assert (after.companies["Sx"].cash, after.companies["Sx"].markers) == (460, 0)
    assert after.companies["Sx"].taken_markers == 3
    assert station_price(book(), after, "Sx") == 100
    spread = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, D2 14@0").home("Sx", "A7").acquired("Sx", "D2")
    assert station_price(book(), state_of(spread.at("station")), "Sx") == 100


@pytest.mark.rule("RCZ-VIII.9.17", "RCZ-VIII.9.18")
def test_a_marker_taken_over_is_used_up_by_the_station_it_becomes() -> None:
    base = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, B8 8864@0, D2 14@0").home("Sx", "A7")
    game = base.company("ATE").home("ATE", "B8:1").acquired("Sx", "D2").acquired("Sx", "E11:0").at("station")
    before = state_of(game).companies["Sx"]
    after = state_of(game.apply(station(game, "B8:0"))).companies["Sx"]
    assert before.taken_markers > 1
    assert (after.taken_markers, after.markers, after.cash) == (before.taken_markers - 1, before.markers, 400)


@pytest.mark.rule("RCZ-VIII.9.18")
def test_an_option_makes_every_marker_dear_after_an_acquisition() -> None:
    position = turn("Sx", dear_after_acquisition=True).phase("d").tiles("A7 8896@2").home("Sx", "A7")
    assert station_price(book(), position.state, "Sx") == 40
    position.state.companies["Sx"].acquirer = True
    assert station_price(book(), position.state, "Sx") == 100


@pytest.mark.rule("RCZ-VIII.6.15")
def test_a_station_on_a_bare_hex_takes_a_space_of_the_tile() -> None:
    game = turn("BTE").phase("b").tiles("D2 57@1").company("EKJ").at("track")
    assert state_of(game).board.tokens["D4"] == [("EKJ", 0)]
    after = state_of(lay(game, "D4 57@1"))
    assert after.board.tokens["D4"] == [("EKJ", 0)]
    assert book().ground.free_slots(after.board, "D4", 0) == 0


@pytest.mark.rule("RCZ-XI.1.17", "RCZ-XI.1.18", "RCZ-XI.1.19", "RCZ-XI.1.20", "RCZ-XI.1.21", "RCZ-XI.1.22")
def test_vaclavs_companies_are_built_by_two_players_without_cost() -> None:
    position = turn("kk", title="18cz-bohemia", players=2, cash=0, first=True).phase("d")
    position.state.companies["kk"].director = VACLAV
    position.shares("kk", **{VACLAV: 5})
    game = position.at("home")
    assert game.actor == ADA
    game = lay(game, "J14 8895@4")
    assert game.actor == ADA
    hill = {a for a in offered(game, LayTile) if isinstance(a, LayTile) and a.hex == "J12"}
    assert hill
    game = game.apply(Pass(ADA))
    assert game.actor == BRUNO
    game = game.apply(Pass(BRUNO))
    assert not offered(game, RunTrains)


@pytest.mark.rule("RCZ-XI.1.17", "RCZ-XI.1.18", "RCZ-XI.1.21", "RCZ-XI.1.19")
def test_vaclavs_medium_company_is_the_other_way_round() -> None:
    position = turn("ATE", title="18cz-bohemia", players=2, cash=0, first=True).phase("d").tiles("B8 8864@0")
    position.state.companies["ATE"].director = VACLAV
    position.shares("ATE", **{VACLAV: 3})
    game = position.at("home")
    assert game.actor == ADA
    refused(game, PlaceToken(BRUNO, "B8", 1), "RCZ-XI.1.18")
    game = game.apply(station(game, "B8:1"))
    assert game.actor == BRUNO
    river = [a for a in offered(game, LayTile) if isinstance(a, LayTile) and a.hex == "C9"]
    assert river
    after = state_of(game.apply(river[0]))
    assert after.companies["ATE"].cash == 0
