"""Mines and tokens placed along direct routes (4.3, 4.4)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import FULL, position
from tests.titles.sardinia.steps import TOKEN, TRAINS, at, end_turn, token

from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.testing.moves import broken_rule, events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.operating_actions import PlaceTokenAlong

MINE = "F34 8@3, F32 173@0"
"""From Cagliari to the mine of Su Suergiu: 10 and a mountain."""


def fms(phase: int = 2, **more: Any) -> SardiniaScenario:
    made = position(2).phase(phase)
    return made.company("FMS", 100, "Alan", {"Alan": 1}, cash=more.pop("cash", 300), **more)


def routes(game: Game) -> set[str]:
    return {" ".join(action.route) for action in offered(game, PlaceTokenAlong)}


def placed(made: SardiniaScenario, route: str) -> tuple[int, int]:
    """What a token along the route costs and brings."""
    game = at(made.begin("operating"), TOKEN)
    name = str(ask.on_turn(game))
    after = play(game, token(route))
    assert ask.tokens_left(after, name) == ask.tokens_left(game, name) - 1
    return ask.cash(game, name) - ask.cash(after, name), ask.traffic(after, name) - ask.traffic(game, name)


@pytest.mark.rule("R65-4.3.1", "R65-4.3.3")
@pytest.mark.parametrize(("tile", "traffic"), [("173", 2), ("174", 1), ("175", 0)])
def test_a_mine_yields_by_its_colour_without_any_train(tile: str, traffic: int) -> None:
    made = fms(5, tokens=["F32"], traffic=3).tiles(f"F34 8@3, F32 {tile}@0")
    game = at(made.begin("operating"), TRAINS)
    assert ask.traffic(game, "FMS") == 3 + traffic
    assert ask.trains(game, "FMS") == []


@pytest.mark.rule("R65-4.3.1")
def test_every_mine_of_the_company_yields() -> None:
    made = fms(3, tokens=["F32", "E27"], traffic=3).tiles("F32 173@0, E27 174@0, E9 173@0")
    game = at(made.begin("operating"), TRAINS)
    assert ask.traffic(game, "FMS") == 3 + 2 + 1
    assert [event["hex"] for event in events(game, "traffic_gained")] == ["F32", "E27"]


@pytest.mark.rule("R65-4.3.2", "R65-4.4.11")
def test_a_mine_token_yields_once_in_the_turn_it_is_placed() -> None:
    game = play(at(fms(traffic=3).tiles(MINE).begin("operating"), TOKEN), token("E35/0 F34 F32/0"))
    assert ask.traffic(game, "FMS") == 3 + 2
    gained = [(event["hex"], event["reason"]) for event in events(game, "traffic_gained")]
    assert gained == [("F32", "token")], "for the token, not once more for the mine"


@pytest.mark.rule("R65-4.3.3", "R65-4.4.5", "R65-4.4.2")
def test_a_mine_has_one_slot_and_one_exit() -> None:
    mines = [FULL.facts.ground.tiles[tile] for tile in ("173", "174", "175")]
    assert [(mine.track.stops[0].slots, len(mine.track.edges)) for mine in mines] == [(1, 1)] * 3
    made = fms().tiles(MINE).company("RCSF", 90, "Bob", {"Bob": 1}, tokens=["F32"])
    game = at(made.begin("operating"), TOKEN)
    assert ask.past(game, "token")
    assert routes(game) == set()
    open_elsewhere = made.phase(3).tiles("E33 9@0, E31 58@2, D30 15@2")
    game = at(open_elsewhere.begin("operating"), TOKEN)
    assert broken_rule(game, token("E35/0 F34 F32/0")) == "R65-4.4.2"


CARBONIA = "B30 9@0, B32 173@3, B34 173@3, C29 4@2, D30 15@2"
"""From Oristano to Su Zurfuru (B32) and to Isili; Monteponi (B34) is not joined to anything."""


@pytest.mark.rule("R65-4.3.4")
def test_one_token_in_the_carbonia_district() -> None:
    def rcsf(*tokens: str) -> SardiniaScenario:
        made = position(2).phase(3).tiles(CARBONIA)
        return made.company("RCSF", 100, "Alan", {"Alan": 1}, tokens=tokens, cash=300)

    assert placed(rcsf(), "B28/0 B30 B32/0") == (10 + 60, 2)
    game = at(rcsf("B34").begin("operating"), TOKEN)
    assert broken_rule(game, token("B28/0 B30 B32/0")) == "R65-4.3.4"
    assert routes(game) == {"B28/0 C29/0 D30/0"}


@pytest.mark.rule("R65-4.3.5", "R65-4.4.16")
def test_traffic_from_a_mine_stays_when_it_is_exhausted() -> None:
    made = fms(5, tokens=["F32"], traffic=3, trains=["PH5"]).tiles("F34 8@3, F32 174@0")
    game = end_turn(made.begin("operating"))
    assert ask.traffic(game, "FMS") == 4
    game = end_turn(game)
    assert ask.tiles_laid(game)["F32"][0] == "175"
    assert ask.traffic(game, "FMS") == 5
    assert ("FMS", 0) in ask.tokens_on(game, "F32")


@pytest.mark.rule("R65-4.4.1", "R65-4.1.6")
def test_one_token_in_a_turn() -> None:
    made = fms(3, charter=2).tiles(f"{MINE}, D34 4@2, C33 8@5, C31 58@2, B30 8@5")
    game = at(made.begin("operating"), TOKEN)
    assert len({route.split()[-1] for route in routes(game)}) == 2
    game = play(game, token("E35/0 F34 F32/0"))
    assert ask.past(game, "token")
    assert broken_rule(game, token("E35/0 D34/0 C33 C31/0 B30 B28/0")) == "R65-4.1.6"


@pytest.mark.rule("R65-4.4.1", "R65-4.1.6")
def test_no_token_without_one_on_the_charter() -> None:
    game = at(fms(charter=0).tiles(MINE).begin("operating"), TOKEN)
    assert ask.step(game) != "token"
    assert broken_rule(game, token("E35/0 F34 F32/0")) == "R65-4.1.6"


@pytest.mark.rule("R65-4.4.2", "R65-4.4.6")
def test_the_target_carries_track_and_has_a_free_slot() -> None:
    """Isili is bare, then yellow and taken by FCS, then green with one slot free."""
    east = f"{MINE}, E33 9@0, E31 58@2"
    route = token("E35/0 E33 E31/0 D30/0")
    bare = at(fms(3).tiles(east).begin("operating"), TOKEN)
    assert broken_rule(bare, route) == "R65-4.4.6"
    full = at(fms(3).tiles(f"{east}, D30 57@2").begin("operating"), TOKEN)
    assert broken_rule(full, route) == "R65-4.4.2"
    free = at(fms(3).tiles(f"{east}, D30 15@2").begin("operating"), TOKEN)
    assert routes(full) == routes(bare) == routes(free) - {" ".join(route.route)}
    assert ("FMS", 0) in ask.tokens_on(play(free, route), "D30")


@pytest.mark.rule("R65-4.4.2", "R65-4.4.3")
def test_the_route_starts_at_a_token_of_the_company() -> None:
    made = fms(3).tiles(f"{MINE}, D34 4@2, C33 8@5, C31 58@2, B30 8@5")
    game = at(made.begin("operating"), TOKEN)
    assert broken_rule(game, token("B28/0 B30 C31/0 C33 D34/0 E35/0")) == "R65-4.4.2"
    assert broken_rule(game, token("D34/0 C33 C31/0 B30 B28/0")) == "R65-4.4.3"


@pytest.mark.rule("R65-4.4.3")
def test_no_other_city_on_the_way() -> None:
    """From Cagliari through Isili to Nuoro: Isili is in the way."""
    made = fms(3).tiles("E33 9@0, E31 58@2, D30 14@2, D28 9@0, D26 204@1")
    game = at(made.begin("operating"), TOKEN)
    through = token("E35/0 E33 E31/0 D30/0 D28 D26/0 E25/0")
    assert broken_rule(game, through) == "R65-4.4.3"
    assert {route.split()[-1] for route in routes(game)} == {"D30/0"}


@pytest.mark.rule("R65-4.4.4")
def test_a_route_may_start_at_a_mine() -> None:
    made = fms(3, tokens=["F32"], traffic=3).tiles("F32 173@0, F34 7@3, E33 8@5, E31 58@2, D30 15@2")
    assert placed(made, "F32/0 F34 E33 E31/0 D30/0") == (60 + 10 + 60 + 10, 1 + 3)


LOOP = "E33 9@0, E31 58@2, D34 889@0, D32 9@0, D30 15@2, C33 7@0, C35 7@4"
"""To Isili by Mandas (yellow) or by Decimomannu (brown), which also has a loop over C33 and C35."""


@pytest.mark.rule("R65-4.4.6")
def test_no_track_twice_and_no_turning_back() -> None:
    game = at(fms(5).tiles(LOOP).begin("operating"), TOKEN)
    twice = "E35/0 D34/0 C33 C35 D34/0 C33 C35 D34/0 D32 D30/0"
    assert broken_rule(game, token(twice)) == "R65-4.4.6"
    assert broken_rule(game, token("E35/0 D34/0 C33 D34/0 D32 D30/0")) == "R65-4.4.6"


@pytest.mark.rule("R65-4.4.7")
def test_rival_tokens_do_not_hinder_a_route() -> None:
    """Cagliari, where it starts, is full; the route itself touches no other station."""
    made = fms().tiles(MINE).company("RCSF", 90, "Bob", {"Bob": 1}, tokens=["E35"])
    assert placed(made, "E35/0 F34 F32/0") == (70, 2)


@pytest.mark.rule("R65-4.4.8", "R65-4.4.9", "R65-4.4.11")
def test_the_president_chooses_among_routes_of_different_cost_and_traffic() -> None:
    made = fms(5).tiles(LOOP)
    cheap, rich = "E35/0 E33 E31/0 D30/0", "E35/0 D34/0 D32 D30/0"
    assert routes(at(made.begin("operating"), TOKEN)) == {cheap, rich}
    assert placed(made, cheap) == (10 + 60 + 10, 1 + 3)
    assert placed(made, rich) == (40 + 40 + 60, 2 + 3)


@pytest.mark.rule("R65-4.4.8")
def test_a_route_that_is_worse_in_every_way_may_still_be_chosen() -> None:
    """Over D32 instead of Mandas: dearer, and no town on the way."""
    made = fms(5).tiles("E33 83@0, E31 58@2, D32 8@5, D30 15@2")
    assert routes(at(made.begin("operating"), TOKEN)) == {"E35/0 E33 E31/0 D30/0"}
    assert placed(made, "E35/0 E33 D32 D30/0") == (10 + 40 + 60, 3)


@pytest.mark.rule("R65-4.4.8", "R65-4.4.14")
def test_only_what_the_treasury_can_pay_is_offered() -> None:
    made = fms(5, cash=139).tiles(LOOP)
    game = at(made.begin("operating"), TOKEN)
    assert routes(game) == {"E35/0 E33 E31/0 D30/0"}
    assert broken_rule(game, token("E35/0 D34/0 D32 D30/0")) == "R65-4.4.14"
    poor = at(fms(5, cash=79).tiles(LOOP).begin("operating"), TOKEN)
    assert routes(poor) == set()
    assert broken_rule(poor, token("E35/0 E33 E31/0 D30/0")) == "R65-4.4.14"


@pytest.mark.rule("R65-4.4.12")
def test_a_town_counts_once_in_a_placement_however_often_it_is_met() -> None:
    twice = "E35/0 D34/0 C33 C35 D34/0 D32 D30/0"
    assert placed(fms(5).tiles(LOOP), twice) == (40 + 10 + 10 + 10 + 40 + 60, 2 + 3)


@pytest.mark.rule("R65-4.4.12")
def test_a_town_pays_again_for_a_later_token() -> None:
    """Decimomannu lies on the way to Isili and on the way to Oristano."""
    made = fms(5, cash=600, trains=["PH5"]).tiles("D34 889@0, D32 9@0, D30 15@2, C33 8@5, C31 58@2, B30 8@5")
    game = play(at(made.begin("operating"), TOKEN), token("E35/0 D34/0 D32 D30/0"))
    assert ask.traffic(game, "FMS") == 2 + 3
    game = at(end_turn(game), TOKEN)
    game = play(game, token("E35/0 D34/0 C33 C31/0 B30 B28/0"))
    assert ask.traffic(game, "FMS") == 2 + 3 + (2 + 1 + 3)


def olbia(tile: str, **options: Any) -> SardiniaScenario:
    made = position(2, **options).phase(3)
    return made.company("FA", 100, "Alan", {"Alan": 1}, tokens=["F18"], cash=300).tiles(f"F18 {tile}")


@pytest.mark.rule("T65-42", "R65-4.4.9", "R65-4.4.10", "R65-4.4.11", "R65-4.4.6")
def test_a_token_across_the_sea() -> None:
    centre = olbia("57@2").tiles("E17 8@5, E13 4@0")
    assert placed(centre, "F18/0 E17 E15 E13/0 E11/0") == (10 + 30 + 10, 1 + 3)
    assert placed(olbia("57@0").tiles("E11 L05@0"), "F18/0 F16 G17 G15 G13 F12 E11/0") == (60, 4)
    assert placed(olbia("57@1").tiles("E11 L05@0"), "F18/0 G17 G15 G13 F12 E11/0") == (60, 4)


@pytest.mark.rule("R65-4.4.10")
def test_the_west_link_costs_80_by_either_end() -> None:
    for tile, way in (("57@1", "C9"), ("57@2", "C7 C9")):
        made = position(2).phase(3).company("CFC", 100, "Alan", {"Alan": 1}, tokens=["D8"], cash=300)
        made.tiles(f"D8 {tile}, B20 L01@5")
        assert placed(made, f"D8/0 {way} B10 B12 B14 B16 B18 B20/0") == (80, 4)


@pytest.mark.rule("R65-4.4.10")
def test_the_shores_may_be_charged_too() -> None:
    made = olbia("57@2", sea_shores_cost=True).tiles("E17 8@5, E13 4@0")
    assert placed(made, "F18/0 E17 E15 E13/0 E11/0") == (10 + (10 + 30 + 10) + 10, 4)


@pytest.mark.rule("T65-43", "R65-4.4.9", "R65-1.1.5")
def test_a_border_with_river_and_mountain_costs_both() -> None:
    def argentiera(tiles: str, **options: Any) -> SardiniaScenario:
        made = position(2, **options).phase(3)
        return made.company("SFSS", 100, "Alan", {"Alan": 1}, cash=300).tiles(tiles)

    assert placed(argentiera("A21 173@4"), "B20/0 A21/0") == (40, 2)
    around = "A21 173@5, B22 7@3, B20 L01@2"
    assert placed(argentiera(around), "B20/0 B22 A21/0") == (10 + 100, 2)
    assert placed(argentiera(around, both_terrains=False), "B20/0 B22 A21/0") == (10 + 60, 2)


@pytest.mark.rule("R65-4.4.15")
def test_no_second_token_on_a_tile() -> None:
    made = fms(3, tokens=["D30"]).tiles(f"{MINE}, E33 9@0, E31 58@2, D30 15@2")
    game = at(made.begin("operating"), TOKEN)
    assert broken_rule(game, token("E35/0 E33 E31/0 D30/0")) == "R65-4.4.15"
    assert {route.split()[-1] for route in routes(game)} == {"F32/0"}


@pytest.mark.rule("R65-4.4.18")
def test_no_slot_is_reserved() -> None:
    """Serbariu is the destination of FMS, Cagliari its home; others take the slots that are free."""
    made = position(2).phase(3).tiles("C37 8@4, D36 9@1, B36 173@5")
    made.company("RCSF", 100, "Alan", {"Alan": 1}, tokens=["E35"], cash=300)
    game = at(made.begin("operating"), TOKEN)
    game = play(game, token("E35/0 D36 C37 B36/0"))
    assert ("RCSF", 0) in ask.tokens_on(game, "B36")


@pytest.mark.rule("R65-4.4.16")
def test_tokens_leave_the_map_in_absorptions_only() -> None:
    """In a whole game played at random."""
    sorting = ("absorb", "vacate_mines", "replace_tokens")
    seen: list[set[tuple[str, str]]] = [set()]
    left: list[str] = []

    def watch(game: Game) -> None:
        now = {(name, c) for c in ask.companies(game) for name, _ in ask.tokens_of(game, c)}
        if seen[-1] - now:
            left.append(game.history[-1].type)
        seen.append(now)

    random_game("1865-short", 2, 1, every_step=watch)
    assert left
    assert set(left) <= set(sorting)


@pytest.mark.rule("R65-4.1.6", "R65-4.4.1")
def test_the_step_is_skipped_where_no_station_is_in_reach() -> None:
    game = at(fms(traffic=3, trains=["PH2"]).begin("operating"), TOKEN)
    assert ask.step(game) == "dividend"
