"""Laying and replacing track (4.2)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import FULL, position
from tests.titles.sardinia.steps import TRACK, lay

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import LayTile
from piercy.rail.laying import compare
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.lays import Lays
from piercy.titles.sardinia.operating_actions import PlaceTokenAlong


def fms(phase: int = 2, **more: Any) -> SardiniaScenario:
    made = position(2).phase(phase)
    return made.company("FMS", 100, "Alan", {"Alan": 1}, cash=more.pop("cash", 300), **more)


def rows(game: Game, name: str) -> set[tuple[str, int]]:
    return {(a.tile, a.rotation) for a in offered(game, LayTile) if a.hex == name}


@pytest.mark.rule("R65-4.2.1", "R65-4.2.2")
def test_two_operations_the_second_for_20() -> None:
    game = fms().begin("operating")
    once = play(game, lay("F34", "8", 3))
    assert ask.cash(once, "FMS") == 300
    assert ask.step(once) == "track"
    twice = play(once, lay("F32", "173", 0))
    assert ask.cash(twice, "FMS") == 280
    assert ask.past(twice, "mines")
    assert [event["cost"] for event in events(twice, "tile_laid")] == [0, 20]


@pytest.mark.rule("R65-4.2.1")
def test_who_cannot_pay_20_lays_one_tile() -> None:
    """A turn in which nothing else can be done is over at once."""
    poor = play(fms(cash=19).begin("operating"), lay("E33", "9", 0))
    assert ask.round_number(poor) == 2
    able = play(fms(cash=20).begin("operating"), lay("E33", "9", 0))
    assert (ask.round_number(able), ask.step(able)) == (1, TRACK)


@pytest.mark.rule("R65-4.2.2", "R65-1.1.5")
def test_terrain_is_free_for_track() -> None:
    game = fms(cash=0).begin("operating")
    assert FULL.facts.ground.atlas.border("E35", "D34").terrain == "river"
    assert ask.cash(play(game, lay("D34", "4", 2)), "FMS") == 0


@pytest.mark.rule("R65-4.2.3", "R65-4.2.24", "R65-4.1.6")
def test_the_second_operation_may_use_the_first_and_comes_before_mines_and_token() -> None:
    game = fms().begin("operating")
    assert broken_rule(game, lay("F32", "173", 0)) == "R65-4.2.24"
    game = play(game, lay("F34", "8", 3), lay("F32", "173", 0))
    assert broken_rule(game, lay("E33", "9", 0)) == "R65-4.1.6"
    assert offered(game, PlaceTokenAlong)


@pytest.mark.rule("R65-4.2.4")
def test_both_operations_may_be_on_one_hex() -> None:
    first = lay("D34", "4", 2)
    turned = lay("D34", "3", 5)
    game = play(fms().begin("operating"), first)
    assert ask.tile_on(play(game, turned), "D34") == ("3", 5)
    strict = position(2, same_hex_twice=False).company("FMS", 100, "Alan", {"Alan": 1}, cash=300)
    game = play(strict.begin("operating"), first)
    assert broken_rule(game, turned) == "R65-4.2.4"
    assert rows(game, "D34") == set()
    assert rows(game, "C33")


@pytest.mark.rule("R65-4.2.5")
@pytest.mark.parametrize(
    ("phase", "hex_name", "below", "tile", "rotation"),
    [(3, "D34", "D34 4@2", "87", 2), (5, "D34", "D34 87@2", "889", 0), (7, "E35", "E35 L09@1", "L15", 1)],
)
def test_each_colour_has_its_first_phase(
    phase: int, hex_name: str, below: str, tile: str, rotation: int
) -> None:
    upgrade = lay(hex_name, tile, rotation)
    assert broken_rule(fms(phase - 1).tiles(below).begin("operating"), upgrade) == "R65-4.2.5"
    game = play(fms(phase).tiles(below).begin("operating"), upgrade)
    assert ask.tile_on(game, hex_name) == (tile, rotation)


@pytest.mark.rule("R65-4.2.6", "R65-4.2.26")
def test_a_tile_lies_until_it_is_replaced_and_then_returns_to_the_supply() -> None:
    game = fms(3).tiles("D34 4@2").begin("operating")
    assert ask.copies_left(game, "4") == 8
    after = play(game, lay("D34", "87", 2))
    assert ask.copies_left(after, "4") == 9
    assert ask.copies_left(after, "87") == 8
    assert all(action.tile in FULL.facts.ground.tiles for action in offered(after, LayTile))


EVERY_STRAIGHT_TOWN = "B24 4@0, C21 4@0, C25 4@0, C29 4@0, D24 4@0, D26 4@0, D18 4@1, E19 4@0"


@pytest.mark.rule("R65-4.2.26", "R65-1.7.4")
def test_a_returned_tile_can_be_laid_in_the_same_turn() -> None:
    game = fms(3).tiles(f"D34 4@2, C33 8@5, {EVERY_STRAIGHT_TOWN}").begin("operating")
    straight = lay("C31", "4", 0)
    assert broken_rule(game, straight) == "R65-1.7.4"
    game = play(game, lay("D34", "87", 2), straight)
    assert ask.copies_left(game, "4") == 0


@pytest.mark.rule("R65-1.7.4")
def test_what_is_used_up_cannot_be_laid() -> None:
    made = fms(2).tiles("A25 7@0, B22 7@0, B26 7@0, C19 7@3, C23 7@0")
    assert broken_rule(made.begin("operating"), lay("E33", "7", 2)) == "R65-1.7.4"


@pytest.mark.rule("R65-4.2.7")
def test_yellow_tiles_go_on_unbuilt_hexes_only() -> None:
    game = fms(3).begin("operating")
    assert broken_rule(game, lay("E35", "57", 0)) == "R65-4.2.7"
    assert broken_rule(game, lay("D34", "87", 2)) == "R65-4.2.7"


@pytest.mark.rule("R65-4.2.8")
def test_no_colour_is_skipped() -> None:
    game = fms(7).tiles("D34 4@2").begin("operating")
    assert broken_rule(game, lay("D34", "889", 0)) == "R65-4.2.8"
    assert broken_rule(game, lay("E35", "L09", 1)) == "R65-4.2.8"
    assert rows(game, "E35") == {("L03", 4)}
    green = play(game, lay("E35", "L03", 4))
    brown = play(green, lay("E35", "L09", 1))
    assert ask.tile_on(brown, "E35") == ("L09", 1)


@pytest.mark.rule("R65-4.2.9")
def test_a_traffic_upgrade_keeps_all_track_even_loose_ends() -> None:
    game = fms(3).tiles("D34 4@2").begin("operating")
    assert broken_rule(game, lay("D34", "87", 0)) == "R65-4.2.9"
    assert {("87", 2), ("88", 2)} <= rows(game, "D34")
    assert ("87", 0) not in rows(game, "D34")


@pytest.mark.rule("T65-19", "R65-4.2.10")
def test_every_company_with_a_token_gains_from_a_city_that_rises() -> None:
    made = position(3).phase(5).tiles("E25 L02@2")
    made.company("RCSF", 100, "Alan", {"Alan": 1}, tokens=["E25"], traffic=7)
    made.company("FA", 90, "Bob", {"Bob": 1}, traffic=4).company("SFSS", 80, "Carl", {"Carl": 1}, traffic=3)
    game = play(made.begin("operating"), lay("E25", "L08", 4))
    assert [ask.traffic(game, name) for name in ("RCSF", "FA", "SFSS")] == [8, 5, 3]


@pytest.mark.rule("R65-4.2.11", "R65-4.2.10")
def test_the_home_token_of_an_unfloated_company_gains_nothing() -> None:
    made = fms(3, tokens=["E25"]).company("FA", 90, "Bob", floated=False)
    game = play(made.begin("operating"), lay("E25", "L02", 2))
    assert ask.traffic(game, "FMS") == 1
    assert ask.traffic(game, "FA") == 0


@pytest.mark.rule("R65-4.2.12", "R65-4.2.25", "R65-4.2.28")
def test_the_first_tile_on_a_home_gives_its_full_traffic() -> None:
    made = position(2).company("FCS", 100, "Alan", {"Alan": 1}, cash=100)
    game = play(made.begin("operating"), lay("D30", "57", 0))
    assert ask.traffic(game, "FCS") == 2
    made = fms().company("SFS", 90, "Bob", {"Bob": 1}).tiles("E33 9@0, E31 58@0, F30 8@3")
    assert ask.traffic(play(made.begin("operating"), lay("F28", "57", 0)), "SFS") == 2


@pytest.mark.rule("R65-4.2.13")
def test_a_town_that_rises_gives_nothing_at_once() -> None:
    game = fms(5, traffic=3).tiles("D34 87@2").begin("operating")
    after = play(game, lay("D34", "889", 0))
    assert ask.traffic(after, "FMS") == 3
    assert not events(after, "traffic_gained")


@pytest.mark.rule("T65-20", "R65-4.2.1", "R65-4.2.10", "R65-4.2.15", "R65-4.2.17")
def test_a_traffic_and_a_competitive_upgrade_in_one_turn() -> None:
    """The straight town in Sanluri (C31) meets Isili (edge 1) and has a loose end towards B32 (edge 4)."""
    made = position(2).phase(3).tiles("D30 57@1, C31 4@1")
    made.company("FCS", 100, "Alan", {"Alan": 1}, tokens=["B28"], cash=100, traffic=5)
    game = play(made.begin("operating"), lay("D30", "15", 1))
    assert (ask.traffic(game, "FCS"), ask.cash(game, "FCS")) == (5 + 1, 100)
    game = play(game, lay("C31", "58", 4))
    assert FULL.facts.ground.track(ask.board(game), "C31").edges == {1, 5}
    assert (ask.traffic(game, "FCS"), ask.cash(game, "FCS")) == (5 + 1, 80)
    assert [event["kind"] for event in events(game, "tile_laid")] == ["traffic", "competitive"]


@pytest.mark.rule("R65-4.2.14")
@pytest.mark.parametrize("phase", [2, 4, 7])
def test_a_competitive_upgrade_is_possible_in_every_phase_of_its_colour(phase: int) -> None:
    game = fms(phase).tiles("D34 4@2").begin("operating")
    assert ask.tile_on(play(game, lay("D34", "58", 1)), "D34") == ("58", 1)


@pytest.mark.rule("R65-4.2.15")
def test_a_competitive_upgrade_keeps_every_connection() -> None:
    """Decimomannu (D34) meets Cagliari at edge 2; its other end is loose."""
    game = fms().tiles("D34 4@2").begin("operating")
    assert broken_rule(game, lay("D34", "58", 0)) == "R65-4.2.15"
    track = FULL.facts.ground.tiles
    assert rows(game, "D34") == {
        (tile, rotation)
        for tile in ("3", "58")
        for rotation in range(6)
        if 2 in track[tile].turned[rotation].edges
    }
    longer = fms().tiles("D34 4@2, C33 8@5").begin("operating")
    assert rows(longer, "D34") == set()


JOINED = "E33 82@0, E31 4@0"
"""E33 joins Cagliari (edge 3) and Mandas (edge 0); #17 would lead to both, but on two different lines."""


@pytest.mark.rule("R65-4.2.16")
def test_connected_edges_that_are_joined_stay_joined() -> None:
    parted = lay("E33", "17", 0)
    assert broken_rule(fms(3).tiles(JOINED).begin("operating"), parted) == "R65-4.2.16"
    loose = position(2, keep_joints=False).phase(3).tiles(JOINED)
    game = loose.company("FMS", 100, "Alan", {"Alan": 1}).begin("operating")
    assert ("17", 0) in rows(game, "E33")
    assert ask.tile_on(play(game, parted), "E33") == ("17", 0)


@pytest.mark.rule("R65-4.2.16", "R65-4.2.15")
def test_a_sea_link_is_a_connection() -> None:
    made = position(2).company("FA", 100, "Alan", {"Alan": 1}, tokens=["F18"]).tiles("F18 57@2, E17 8@5")
    assert broken_rule(made.begin("operating"), lay("E17", "8", 1)) == "R65-4.2.15"
    short = position(2, short=True).company("FA", 100, "Alan", {"Alan": 1}, tokens=["F18"])
    game = short.tiles("F18 57@2, E17 8@5").begin("operating")
    assert ask.tile_on(play(game, lay("E17", "8", 1)), "E17") == ("8", 1)


@pytest.mark.rule("R65-4.2.17", "R65-4.2.18")
def test_a_competitive_upgrade_of_a_city_gives_nothing_and_leaves_its_tokens() -> None:
    made = position(2).tiles("D30 57@1").company("FCS", 100, "Alan", {"Alan": 1}, traffic=2)
    game = play(made.begin("operating"), lay("D30", "6", 0))
    assert ask.traffic(game, "FCS") == 2
    assert ask.tokens_on(game, "D30") == [("FCS", 0)]


@pytest.mark.rule("R65-4.2.18")
def test_a_tile_must_have_room_for_all_tokens() -> None:
    made = position(2).phase(3).tiles("D30 14@0")
    board = ask.board(made.company("FCS", 100, "Alan", {"Alan": 1}).marker("D30", "FMS", "FA"))
    with pytest.raises(IllegalAction) as refused:
        Lays(FULL.facts.ground).judge(ask.rulings(made), board, "D30", "15", 0)
    assert refused.value.rule == "R65-4.2.18"
    fitting = Lays(FULL.facts.ground).on(ask.rulings(made), board, "D30")
    assert {tile for tile, _, _ in fitting} == {"63"}


@pytest.mark.rule("R65-4.2.19")
def test_the_same_number_may_be_turned_if_that_changes_the_track() -> None:
    turned, same = lay("D34", "58", 5), lay("D34", "58", 1)
    game = fms().tiles("D34 58@1").begin("operating")
    assert ask.tile_on(play(game, turned), "D34") == ("58", 5)
    assert broken_rule(game, same) == "R65-4.2.19"
    assert broken_rule(fms().tiles("D34 4@2").begin("operating"), lay("D34", "4", 5)) == "R65-4.2.19"
    strict = position(2, rotate_same_tile=False).tiles("D34 58@1").company("FMS", 100, "Alan", {"Alan": 1})
    game = strict.begin("operating")
    assert broken_rule(game, turned) == "R65-4.2.19"
    assert {tile for tile, _ in rows(game, "D34")} == {"3", "4"}


@pytest.mark.rule("R65-4.2.19", "R65-1.7.4")
def test_the_returned_copy_counts_as_available() -> None:
    game = fms().tiles("E33 7@0, B22 7@0, B26 7@0, C19 7@0, C23 7@0").begin("operating")
    assert ask.copies_left(game, "7") == 0
    after = play(game, lay("E33", "7", 1))
    assert (ask.tile_on(after, "E33"), ask.copies_left(after, "7")) == (("7", 1), 0)
    assert broken_rule(game, lay("F34", "7", 2)) == "R65-1.7.4"


@pytest.mark.rule("R65-4.2.20")
@pytest.mark.parametrize(
    ("hex_name", "tile"),
    [("E33", "4"), ("D34", "9"), ("F32", "4"), ("D34", "173"), ("E35", "L01"), ("E35", "14"), ("E37", "9")],
)
def test_tile_and_hex_match(hex_name: str, tile: str) -> None:
    assert broken_rule(fms(3).begin("operating"), lay(hex_name, tile, 0)) == "R65-4.2.20"


@pytest.mark.rule("R65-4.2.20", "R65-4.2.21")
def test_only_their_own_tiles_are_ever_offered() -> None:
    tiles = FULL.facts.ground.tiles
    for name, place in FULL.facts.ground.atlas.hexes.items():
        kinds = {tiles[t].track.stops[0].kind if tiles[t].track.stops else "plain" for t in place.first_tiles}
        assert kinds <= {"city" if place.kind == "large_city" else place.kind}, name


@pytest.mark.rule("R65-4.2.21")
def test_special_tiles_have_their_hexes() -> None:
    made = position(2).phase(5).tiles("F28 15@3, D34 87@2")
    made.company("SFS", 100, "Alan", {"Alan": 1}, tokens=["E35"])
    game = made.begin("operating")
    assert broken_rule(game, lay("F28", "63", 0)) == "R65-4.2.21"
    assert rows(game, "F28") == {("700", 3)}
    assert broken_rule(game, lay("D34", "146", 2)) == "R65-4.2.21"
    isili = position(2).phase(5).tiles("D30 15@0").company("FCS", 100, "Alan", {"Alan": 1}).begin("operating")
    assert broken_rule(isili, lay("D30", "700", 0)) == "R65-4.2.21"
    assert ("63", 0) in rows(isili, "D30")


@pytest.mark.rule("R65-4.2.21", "R65-4.2.22")
def test_the_coastal_town_tile_and_the_inland_one() -> None:
    made = position(2).phase(5).tiles("D18 87@4, C19 8@1")
    game = made.company("SFSS", 100, "Alan", {"Alan": 1}).begin("operating")
    assert broken_rule(game, lay("D18", "889", 0)) == "R65-4.2.22"
    assert FULL.facts.ground.tiles["146"].only == {
        name for name in FULL.facts.coastal if FULL.facts.ground.atlas[name].kind == "town"
    }


@pytest.mark.rule("R65-4.2.22")
def test_no_track_ends_in_the_open_sea() -> None:
    game = fms().begin("operating")
    assert broken_rule(game, lay("F34", "9", 0)) == "R65-4.2.22"
    blocked = FULL.facts.ground.atlas["F34"].blocked
    tiles = FULL.facts.ground.tiles
    assert rows(game, "F34")
    assert all(not blocked & tiles[tile].turned[rotation].edges for tile, rotation in rows(game, "F34"))


@pytest.mark.rule("R65-4.2.22", "R65-4.2.25")
def test_sea_links_are_track_that_is_already_there() -> None:
    """From Olbia over E17 and the centre link to Bonifacio on the other island."""
    made = position(2).company("FA", 100, "Alan", {"Alan": 1}, tokens=["F18"], cash=20).tiles("F18 57@2")
    game = play(made.begin("operating"), lay("E17", "8", 5))
    assert ask.tile_on(play(game, lay("E13", "4", 0)), "E13") == ("4", 0)


@pytest.mark.rule("R65-4.2.23", "R65-4.2.7")
def test_the_yellow_mine_tile_is_laid_by_players_the_others_never() -> None:
    game = fms(5).tiles("F34 8@3").begin("operating")
    assert {tile for tile, _ in rows(game, "F32")} == {"173"}
    for tile in ("174", "175"):
        assert broken_rule(game, lay("F32", tile, 0)) == "R65-4.2.7"
    laid = fms(5).tiles("F34 8@3, F32 173@0").begin("operating")
    for tile, rotation in (("174", 0), ("173", 1)):
        assert broken_rule(laid, lay("F32", tile, rotation)) == "R65-4.2.23"
    assert rows(laid, "F32") == set()


@pytest.mark.rule("R65-4.2.24")
def test_a_line_must_lead_along_new_track() -> None:
    game = fms(3).tiles("E33 9@0").begin("operating")
    assert broken_rule(game, lay("B22", "9", 0)) == "R65-4.2.24"
    assert broken_rule(game, lay("E33", "20", 0)) == "R65-4.2.24"
    assert ask.tile_on(play(game, lay("E33", "82", 0)), "E33") == ("82", 0)
    assert ("20", 0) not in rows(game, "E33")


@pytest.mark.rule("R65-4.2.24", "R65-4.2.15")
def test_a_competitive_upgrade_must_be_reached_along_new_track_too() -> None:
    """#20 keeps the line from Cagliari as it is; its other line leads past."""
    game = fms(3).tiles("E33 82@0").begin("operating")
    assert broken_rule(game, lay("E33", "20", 0)) == "R65-4.2.24"
    assert ("20", 0) not in rows(game, "E33")
    assert ("83", 0) in rows(game, "E33")


@pytest.mark.rule("R65-4.2.24")
def test_without_new_track_it_is_enough_to_reach_the_tile_or_to_stand_on_it() -> None:
    upgrade = lay("E35", "L03", 4)
    standing = fms(3).begin("operating")
    assert upgrade in offered(standing, LayTile)
    afar = position(2).phase(3).company("RCSF", 100, "Alan", {"Alan": 1})
    assert broken_rule(afar.begin("operating"), upgrade) == "R65-4.2.24"
    joined = afar.tiles("B30 8@5, C31 58@2, C33 8@5, D34 4@2").begin("operating")
    assert upgrade in offered(joined, LayTile)
    assert ask.tile_on(play(joined, upgrade), "E35") == ("L03", 4)


THROUGH_ISILI = "E33 9@0, E31 58@2"
"""From Cagliari over Mandas (E31) to the edge 2 of Isili (D30); Ales (C29) is beyond its edge 5."""


@pytest.mark.rule("R65-4.2.25", "R65-4.4.17", "R65-1.8.1", "R65-4.2.24")
@pytest.mark.parametrize(
    ("phase", "isili", "tokens", "passes"),
    [
        (2, "57@2", [], False),
        (3, "15@2", [], True),
        (3, "15@2", ["FA"], False),
        (3, "15@2", ["FMS"], True),
    ],
)
def test_a_city_full_of_others_stops_the_line(
    phase: int, isili: str, tokens: list[str], passes: bool
) -> None:
    made = fms(phase, charter=1).tiles(f"{THROUGH_ISILI}, D30 {isili}")
    game = made.marker("D30", *tokens).begin("operating")
    beyond = lay("C29", "4", 2)
    assert (beyond in offered(game, LayTile)) == passes
    if passes:
        assert "C29" in ask.tiles_laid(play(game, beyond))
    else:
        assert broken_rule(game, beyond) == "R65-4.2.24"


@pytest.mark.rule("R65-4.2.27")
def test_six_orientations() -> None:
    game = fms().begin("operating")
    assert broken_rule(game, lay("E33", "9", 6)) == "R65-4.2.27"
    assert broken_rule(game, lay("E33", "9", -1)) == "R65-4.2.27"


@pytest.mark.rule("R65-4.2.27", "R65-4.2.9")
def test_the_permitted_upgrades_are_those_that_can_keep_all_track() -> None:
    tiles = FULL.facts.ground.tiles
    following = dict(zip(("yellow", "green", "brown"), ("green", "brown", "gray"), strict=True))
    for old in tiles.values():
        kind = [stop.kind for stop in old.track.stops]
        fitting = {
            new.id
            for new in tiles.values()
            if new.colour == following.get(old.colour) and new.label == old.label
            if [stop.kind for stop in new.track.stops] == kind
            if any(compare(old.track, new.turned[rotation]) for rotation in range(6))
        }
        assert set(old.upgrades) == fitting, old.id


@pytest.mark.rule("R65-4.2.28")
def test_nobody_is_asked_for_permission() -> None:
    made = fms(3, tokens=["B28"]).company("RCSF", 90, "Bob", {"Bob": 1}, traffic=3)
    game = play(made.begin("operating"), lay("B28", "L04", 0))
    assert ask.traffic(game, "RCSF") == 4


@pytest.mark.rule("R65-4.2.1")
def test_what_is_no_tile_and_no_hex() -> None:
    game = fms().begin("operating")
    for action in (lay("Z9", "9", 0), lay("E33", "999", 0)):
        with pytest.raises(InvalidAction):
            game.apply(action)
