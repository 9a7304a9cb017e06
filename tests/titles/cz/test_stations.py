"""Home stations and step 2 of a turn: one more station [RCZ-VIII.6]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import LayTile, PlaceToken, RunTrains
from piercy.rail.board import BARE
from piercy.testing import questions as ask
from piercy.testing.moves import lay, offered, refused, run, token
from piercy.titles.cz.book import book
from piercy.titles.cz.state import VACLAV

# EKJ at Karlovy Vary (D4) and Cheb next door (D2), the home of BTE
LINE = "D4 57@1, D2 57@1"


def places(game: Game) -> set[tuple[str, int]]:
    return {(a.hex, a.city) for a in offered(game, PlaceToken)}


@pytest.mark.rule("RCZ-VIII.6.1", "RCZ-VII.5.9", "RCZ-VIII.1.3")
def test_the_home_station_comes_first_by_itself_and_is_free() -> None:
    game = turn("EKJ", first=True, cash=5).at("home")
    assert ask.tokens_on(game, "D4") == [("EKJ", 0)]
    assert (ask.cash(game, "EKJ"), ask.tokens_left(game, "EKJ")) == (5, 2)
    assert ask.operated(game, "EKJ")
    later = turn("EKJ").at("home")
    assert ask.tokens_on(later, "D4") == [("EKJ", 0)]


@pytest.mark.rule("RCZ-VII.5.10")
def test_a_company_need_not_build_on_its_home() -> None:
    game = turn("EKJ", first=True).at("home").apply(Pass(ADA))
    assert "D4" not in ask.tiles_laid(game)
    assert ask.tokens_on(game, "D4") == [("EKJ", 0)]


@pytest.mark.rule("RCZ-VIII.6.2", "RCZ-VIII.6.7", "RCZ-VIII.3.1")
def test_one_station_a_turn_also_in_the_first() -> None:
    game = turn("EKJ", first=True).phase("b").tiles("D4 57@1, D2 57@1").at("home")
    at_station = game.apply(Pass(ADA))
    refused(at_station, token(at_station, "D2"), "RCZ-VIII.6.7")
    green = turn("EKJ", first=True).phase("d").tiles("D4 57@1, D2 14@0").at("home").apply(Pass(ADA))
    placed = green.apply(token(green, "D2"))
    assert ask.tokens(placed).keys() == {"D4", "D2"}
    assert not offered(placed, PlaceToken)
    refused(placed, token(green, "D2"), "RCZ-VIII.3.1")
    declined = green.apply(Pass(ADA))
    assert not offered(declined, PlaceToken)


@pytest.mark.rule("RCZ-VIII.6.3", "RCZ-IV.2b.3")
def test_the_second_station_costs_40_and_the_third_100() -> None:
    position = turn("EKJ", cash=200).phase("d").tiles("D4 57@1, D2 14@0")
    game = position.at("token")
    bank = ask.cash(game, ask.BANK)
    made = game.apply(token(game, "D2"))
    assert (ask.cash(made, "EKJ"), ask.cash(made, ask.BANK)) == (160, bank + 40)
    assert ask.token_price(made, "EKJ") == 100
    third = turn("EKJ", cash=100).phase("d").tiles("D4 57@1, D2 14@0, G11 57@0").tokens("EKJ", "G11")
    game = third.at("token")
    assert ask.cash(game.apply(token(game, "D2")), "EKJ") == 0
    poor = turn("EKJ", cash=39).phase("d").tiles("D4 57@1, D2 14@0").at("token")
    refused(poor, token(poor, "D2"), "RCZ-VIII.6.3")
    assert not offered(poor, PlaceToken)


@pytest.mark.rule("RCZ-IV.2d.3", "RCZ-IV.2c.3", "RCZ-II.6")
@pytest.mark.parametrize(("company", "count"), [("EKJ", 3), ("BTE", 3), ("Sx", 2)])
def test_without_a_marker_there_is_no_station(company: str, count: int) -> None:
    assert book().size(company).tokens == count
    position = turn(company).phase("d").tiles("D4 57@1, D2 14@0, G11 57@1, E15 57@1, A7 8896@2")
    if company == "Sx":
        position.home("Sx", "A7")
    position.tokens(company, "G11 E15" if count == 3 else "G11")
    assert ask.tokens_left(position, company) == 0
    game = position.at("token")
    assert not offered(game, PlaceToken)
    assert ask.past(game, "token")


@pytest.mark.rule("RCZ-VIII.6.4")
def test_a_station_needs_a_free_space_in_a_city_within_reach() -> None:
    far = turn("EKJ").phase("d").tiles("D4 57@1, G11 57@1").at("token")
    refused(far, token(far, "G11"), "RCZ-VIII.6.4")
    full = turn("EKJ").phase("b").tiles(LINE).company("BTE").at("token")
    refused(full, token(full, "D2"), "RCZ-VIII.6.4")
    # beyond the full city: from D2 over D0 to E1 and on there is only track that EKJ cannot get to
    beyond = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1, E1 58@5, E3 4@1, E5 9@1, E7 9@1, E9 57@1")
    free = beyond.at("token")
    assert ("E9", 0) in places(free)
    blocked = beyond.company("BTE").at("token")
    refused(blocked, token(blocked, "E9"), "RCZ-VIII.6.4")
    assert not places(blocked)


@pytest.mark.rule("RCZ-VIII.6.4")
def test_a_station_path_does_not_reverse() -> None:
    """On D6 the line from D4 joins the one from E5, which leads to Plzen: no train turns back there."""
    beyond = "D4 57@1, E5 8@0, F6 621@2"
    joined = turn("EKJ").phase("d").tiles(f"{beyond}, D6 24@1, D8 9@1").at("token")
    assert not places(joined)
    refused(joined, token(joined, "F6"), "RCZ-VIII.6.4")
    direct = turn("EKJ").phase("d").tiles(f"{beyond}, D6 7@3").at("token")
    assert places(direct) == {("F6", 0)}


@pytest.mark.rule("RCZ-VIII.6.5")
def test_no_two_stations_of_a_company_in_one_hex() -> None:
    game = turn("NWB").phase("d").tiles("E11 8891@2").at("token")
    refused(game, token(game, "E11:3"), "RCZ-VIII.6.5")
    assert not any(name == "E11" for name, _ in places(game))
    two = turn("EKJ").phase("d").tiles("D4 14@0").at("token")
    refused(two, token(two, "D4"), "RCZ-VIII.6.5")


@pytest.mark.rule("RCZ-VIII.6.6")
def test_no_station_in_towns_nor_on_a_foreign_red_tile() -> None:
    game = turn("EKJ").phase("d").tiles("D4 6@1, E3 58@1").company("By").tiles("F2 8898@0").home("By", "F2")
    at = game.at("token")
    refused(at, token(at, "E3"), "RCZ-VIII.6.6")
    refused(at, token(at, "F2"), "RCZ-VIII.6.6")
    assert not places(at)
    with pytest.raises(InvalidAction):
        at.check(token(at, "D6"))
    with pytest.raises(InvalidAction):
        at.check(token(at, "Z1"))


@pytest.mark.rule("RCZ-VIII.6.7")
def test_a_space_is_kept_for_a_home_that_is_to_come() -> None:
    one = turn("EKJ").tiles(LINE).at("token")
    refused(one, token(one, "D2"), "RCZ-VIII.6.7")
    assert not places(one)
    started = turn("EKJ").phase("b").tiles(LINE).company("BTE", operated=False).at("token")
    refused(started, token(started, "D2"), "RCZ-VIII.6.7")
    two = turn("EKJ").phase("d").tiles("D4 57@1, D2 14@0").at("token")
    assert places(two) == {("D2", 0)}
    gone = turn("EKJ").phase("b").tiles(LINE)
    gone.closed("BTE")
    assert places(gone.at("token")) == {("D2", 0)}


@pytest.mark.rule("RCZ-VIII.6.7")
def test_the_last_but_one_space_may_be_taken_the_last_not() -> None:
    position = turn("EKJ").phase("d").tiles("D4 57@1, D2 14@0").company("VBW").tokens("VBW", "D2")
    game = position.at("token")
    refused(game, token(game, "D2"), "RCZ-VIII.6.7")


@pytest.mark.rule("RCZ-VIII.6.8")
def test_in_praha_the_home_cities_are_kept() -> None:
    yellow = "E9 57@1, E11 8890@2, D12 9@0, C13 4@0, B14 2@3"
    game = turn("BCB").phase("b").tiles(yellow).home("BCB", "E9").at("token")
    assert places(game) == {("E11", 1)}
    assert book().ground.tiles["8890"].turned[2].stops[1].edges == (4,)


@pytest.mark.rule("RCZ-VIII.6.8")
def test_in_brown_praha_a_space_for_each_outstanding_home_remains() -> None:
    position = turn("BCB").phase("g").tiles("E9 57@1, E11 8892@0").home("BCB", "E9")
    assert places(position.at("token")) == {("E11", 0)}
    three = position.company("VBW").company("EKJ").tokens("VBW", "E11").tokens("EKJ", "E11").at("token")
    refused(three, token(three, "E11"), "RCZ-VIII.6.8")
    half = turn("BCB").phase("g").tiles("E9 57@1, E11 8892@0").home("BCB", "E9").company("BN")
    assert places(half.company("VBW").tokens("VBW", "E11").at("token")) == {("E11", 0)}


@pytest.mark.rule("RCZ-VIII.6.9")
@pytest.mark.parametrize("tile", ["8864@0", "8895p@1"])
def test_nobody_builds_on_b8_before_ate(tile: str) -> None:
    position = turn("Sx").phase("g").tiles(f"A7 8896@2, B8 {tile}").home("Sx", "A7")
    game = position.at("token")
    refused(game, token(game, "B8"), "RCZ-VIII.6.9")
    assert not places(game)
    after = position.company("ATE").home("ATE", "B8:1" if tile == "8864@0" else "B8").at("token")
    assert {name for name, _ in places(after)} == {"B8"}
    other = turn("Sx").phase("g").tiles(f"A7 8896@2, B8 {tile}").home("Sx", "A7")
    other.closed("ATE")
    assert {name for name, _ in places(other.at("token"))} == {"B8"}


@pytest.mark.rule("RCZ-VIII.6.9", "RCZ-VIII.6.7")
def test_an_option_opens_the_brown_b8() -> None:
    position = turn("Sx", early_teplice=True).phase("g").tiles("A7 8896@2, B8 8895p@1").home("Sx", "A7")
    assert places(position.at("token")) == {("B8", 0)}
    taken = position.company("KFN").tokens("KFN", "B8").at("token")
    refused(taken, token(taken, "B8"), "RCZ-VIII.6.7")


@pytest.mark.rule("RCZ-VIII.6.10", "RCZ-VIII.6.1")
def test_ate_chooses_its_city_on_green_and_has_no_choice_on_brown() -> None:
    green = turn("ATE", first=True).phase("d").tiles("B8 8864@0").at("home")
    assert places(green) == {("B8", 0), ("B8", 1)}
    refused(green, Pass(ADA), "RCZ-VIII.6.1")
    refused(green, token(green, "C7:0"), "RCZ-VIII.6.10")
    chosen = green.apply(token(green, "B8:1"))
    assert ask.tokens_on(chosen, "B8") == [("ATE", 1)]
    brown = turn("ATE", first=True).phase("g").tiles("B8 8895p@1").at("home")
    assert ask.tokens_on(brown, "B8") == [("ATE", 0)]


@pytest.mark.rule("RCZ-VIII.6.11")
def test_on_the_bare_hex_ate_has_no_city() -> None:
    game = turn("ATE", first=True).phase("b").at("home")
    assert ask.tokens_on(game, "B8") == [("ATE", BARE)]
    own = lay(turn("ATE", first=True).phase("d").at("home"), "B8 8864@0")
    settled = own.apply(token(own, "B8:1"))
    assert ask.tokens_on(settled, "B8") == [("ATE", 1)]


@pytest.mark.rule("RCZ-VIII.6.11")
def test_who_lays_the_green_tile_of_b8_says_where_ate_stands() -> None:
    position = turn("Sx").phase("d").tiles("A7 8896@2").home("Sx", "A7").company("ATE", president=BRUNO)
    game = lay(position.at("track"), "B8 8864@0")
    assert game.actor == ADA
    assert places(game) == {("B8", 0), ("B8", 1)}
    refused(game, PlaceToken(BRUNO, "B8", 1), "RCZ-VIII.6.11")
    refused(game, Pass(ADA), "RCZ-VIII.6.11")
    settled = game.apply(token(game, "B8:1"))
    assert ask.tokens_on(settled, "B8") == [("ATE", 1)]
    assert ask.tokens_left(settled, "Sx") == ask.tokens_left(game, "Sx")


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
            tokens = ask.tokens(game.apply(action))
            assert seen <= {(name, token) for name, there in tokens.items() for token in there}
        game = game.apply(game.actions()[0])


@pytest.mark.rule("RCZ-VIII.6.14", "RCZ-VIII.9.17", "RCZ-VIII.9.18", "WCZ-33")
def test_what_a_station_costs_after_an_acquisition() -> None:
    base = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, B8 8864@0, D2 14@0").home("Sx", "A7")
    made = base.company("ATE").home("ATE", "B8:1")
    made.closed("EKJ", opened=True).acquired("Sx", taken=3)
    game = made.at("token")
    assert ask.token_price(game, "Sx") == 40
    place = min(places(game))
    after = game.apply(token(game, f"{place[0]}:{place[1]}"))
    assert (ask.cash(after, "Sx"), ask.tokens_left(after, "Sx")) == (460, 0)
    assert ask.taken_tokens(after, "Sx") == 3
    assert ask.token_price(after, "Sx") == 100
    spread = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, D2 14@0").home("Sx", "A7").acquired("Sx", "D2")
    assert ask.token_price(spread.at("token"), "Sx") == 100


@pytest.mark.rule("RCZ-VIII.9.17", "RCZ-VIII.9.18")
def test_a_marker_taken_over_is_used_up_by_the_station_it_becomes() -> None:
    base = turn("Sx", cash=500).phase("d").tiles("A7 8896@2, B8 8864@0, D2 14@0").home("Sx", "A7")
    game = base.company("ATE").home("ATE", "B8:1").acquired("Sx", "D2").acquired("Sx", "E11:0").at("token")
    made = game.apply(token(game, "B8:0"))
    assert ask.taken_tokens(game, "Sx") > 1
    assert (ask.taken_tokens(made, "Sx"), ask.tokens_left(made, "Sx"), ask.cash(made, "Sx")) == (
        ask.taken_tokens(game, "Sx") - 1,
        ask.tokens_left(game, "Sx"),
        400,
    )


@pytest.mark.rule("RCZ-VIII.9.18")
def test_an_option_makes_every_marker_dear_after_an_acquisition() -> None:
    position = turn("Sx", dear_after_acquisition=True).phase("d").tiles("A7 8896@2").home("Sx", "A7")
    assert ask.token_price(position, "Sx") == 40
    position.acquired("Sx")
    assert ask.token_price(position, "Sx") == 100


@pytest.mark.rule("RCZ-VIII.6.15")
def test_a_station_on_a_bare_hex_takes_a_space_of_the_tile() -> None:
    game = turn("BTE").phase("b").tiles("D2 57@1").company("EKJ").at("track")
    assert ask.tokens_on(game, "D4") == [("EKJ", 0)]
    made = lay(game, "D4 57@1")
    assert ask.tokens_on(made, "D4") == [("EKJ", 0)]
    assert book().ground.free_slots(ask.board(made), "D4", 0) == 0


@pytest.mark.rule("RCZ-XI.1.17", "RCZ-XI.1.18", "RCZ-XI.1.19", "RCZ-XI.1.20", "RCZ-XI.1.21", "RCZ-XI.1.22")
def test_vaclavs_companies_are_built_by_two_players_without_cost() -> None:
    position = turn("kk", title="18cz-bohemia", players=2, cash=0, first=True).phase("d")
    position.president("kk", VACLAV)
    position.shares("kk", **{VACLAV: 5})
    game = position.at("home")
    assert game.actor == ADA
    game = lay(game, "J14 8895@4")
    assert game.actor == ADA
    hill = {a for a in offered(game, LayTile) if a.hex == "J12"}
    assert hill
    game = game.apply(Pass(ADA))
    assert game.actor == BRUNO
    game = game.apply(Pass(BRUNO))
    assert not offered(game, RunTrains)


@pytest.mark.rule("RCZ-XI.1.17", "RCZ-XI.1.18", "RCZ-XI.1.21", "RCZ-XI.1.19")
def test_vaclavs_medium_company_is_the_other_way_round() -> None:
    position = turn("ATE", title="18cz-bohemia", players=2, cash=0, first=True).phase("d").tiles("B8 8864@0")
    position.president("ATE", VACLAV)
    position.shares("ATE", **{VACLAV: 3})
    game = position.at("home")
    assert game.actor == ADA
    refused(game, PlaceToken(BRUNO, "B8", 1), "RCZ-XI.1.18")
    game = game.apply(token(game, "B8:1"))
    assert game.actor == BRUNO
    river = [a for a in offered(game, LayTile) if a.hex == "C9"]
    assert river
    made = game.apply(river[0])
    assert ask.cash(made, "ATE") == 0
