"""Upgrades, and the abilities of Locals that lay tiles or waive terrain [RCZ-VIII.5, RCZ-IV.1]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, turn

from piercy.core.actions import Action, Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import LayTile, PlaceToken
from piercy.testing import questions as ask
from piercy.testing.moves import lay, lay_tile, lays_on, offered, refused, token
from piercy.titles.cz.actions import BuyLocal, LayPurple, LayWaived
from piercy.titles.cz.book import book


def purple(local: str, placement: str, player: str = ADA) -> LayPurple:
    name, laid = placement.split()
    tile, rotation = laid.split("@")
    return LayPurple(player, local, name, tile, int(rotation))


def waived(local: str, placement: str) -> LayWaived:
    name, laid = placement.split()
    tile, rotation = laid.split("@")
    return LayWaived(ADA, local, name, tile, int(rotation))


def tiles_of(actions: list[Action]) -> set[str]:
    return {action.tile for action in actions if isinstance(action, LayPurple | LayTile | LayWaived)}


@pytest.mark.rule("RCZ-VIII.5.1")
def test_no_colour_is_skipped() -> None:
    game = turn("EKJ").phase("i").tiles("D4 57@1").at("track")
    refused(game, lay_tile(game, "D4 611@0"), "RCZ-VIII.5.1")
    refused(game, lay_tile(game, "D4 6@1"), "RCZ-VIII.5.1")
    green = lay(game, "D4 14@0")
    assert ask.tile_on(green, "D4") == ("14", 0)
    order = ["yellow", "green", "brown", "gray"]
    tiles = book().ground.tiles
    for tile in tiles.values():
        for heir in tile.upgrades:
            assert order.index(tiles[heir].colour) == order.index(tile.colour) + 1


@pytest.mark.rule("RCZ-VIII.5.2", "RCZ-III.3.4")
@pytest.mark.parametrize(
    ("old", "new", "before", "since"),
    [("57@1", "14@0", "c", "d"), ("14@0", "611@0", "f", "g")],
)
def test_colours_come_with_their_phases(old: str, new: str, before: str, since: str) -> None:
    early = turn("EKJ").phase(before).tiles(f"D4 {old}").at("track")
    refused(early, lay_tile(early, f"D4 {new}"), "RCZ-VIII.5.2")
    assert new.split("@")[0] not in {tile for tile, _ in lays_on(early, "D4")}
    lay(turn("EKJ").phase(since).tiles(f"D4 {old}").at("track"), f"D4 {new}")


@pytest.mark.rule("RCZ-VIII.5.2")
def test_grey_comes_with_the_first_i_card() -> None:
    early = turn("NWB").phase("h").tiles("E11 8892@0").home("NWB", "E11").at("track")
    refused(early, lay_tile(early, "E11 8893@0"), "RCZ-VIII.5.2")
    lay(turn("NWB").phase("i").tiles("E11 8892@0").home("NWB", "E11").at("track"), "E11 8893@0")


@pytest.mark.rule("RCZ-VIII.5.3")
def test_purple_tiles_need_a_local() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").at("track")
    refused(game, lay_tile(game, "D4 14p@2"), "RCZ-VIII.5.3")
    assert not any(tile.endswith("p") for tile in tiles_of(offered(game, LayTile)))
    refused(game, purple("S1", "D4 14p@2"), "RCZ-VIII.5.3")


@pytest.mark.rule("RCZ-VIII.5.4")
def test_a_purple_tile_is_upgraded_by_anybody() -> None:
    game = turn("EKJ").phase("g").tiles("D4 14p@0").at("track")
    laid = lays_on(game, "D4")
    assert {tile for tile, _ in laid} == {"611"}
    made = lay(game, f"D4 611@{min(laid)[1]}")
    assert ask.copies_left(made, "14p") == 1


@pytest.mark.rule("RCZ-VIII.5.5")
def test_a_purple_tile_is_never_the_first() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", "EKJ").at("track")
    refused(game, purple("S1", "E3 887p@0"), "RCZ-VIII.5.5")
    assert "E3" not in {a.hex for a in offered(game, LayPurple)}
    first = {tile for place in book().ground.atlas.hexes.values() for tile in place.first_tiles}
    assert not any("purple" in book().ground.tiles[tile].flags for tile in first)


@pytest.mark.rule("RCZ-VIII.5.6")
def test_the_new_track_itself_need_not_be_usable() -> None:
    """The branch from C5 to D8 that comes to D6 is out of reach from D4; the tile is not."""
    game = turn("EKJ").phase("d").tiles("D4 57@1, D6 9@1").at("track")
    lay(game, "D6 23@1")
    far = turn("EKJ").phase("d").tiles("D4 57@1, D8 9@1").at("track")
    refused(far, lay_tile(far, "D8 23@1"), "RCZ-VIII.5.6")
    blocked = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1, E1 4@2").company("BTE").local("S1", "EKJ")
    refused(blocked.at("track"), purple("S1", "E1 887p@5"), "RCZ-VIII.5.6")


@pytest.mark.rule("RCZ-VIII.5.7")
def test_track_is_preserved() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1, D6 9@1").at("track")
    refused(game, lay_tile(game, "D6 23@0"), "RCZ-VIII.5.7")
    refused(game, lay_tile(game, "D6 28@0"), "RCZ-VIII.5.7")
    refused(game, lay_tile(game, "D4 15@0"), "RCZ-VIII.5.7")


@pytest.mark.rule("RCZ-VIII.5.8")
def test_places_are_kept() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1, D6 9@1").at("track")
    refused(game, lay_tile(game, "D6 14@0"), "RCZ-VIII.5.8")
    refused(game, lay_tile(game, "D4 20@0"), "RCZ-VIII.5.8")
    tiles = book().ground.tiles
    for tile in tiles.values():
        for heir in tile.upgrades:
            old = {stop.kind for stop in tile.track.stops}
            assert {stop.kind for stop in tiles[heir].track.stops} == old


@pytest.mark.rule("RCZ-VIII.5.9")
@pytest.mark.parametrize(
    ("double", "single"), [("1", "888p"), ("55", "888p"), ("2", "887p"), ("56", "887p"), ("69", "8866p")]
)
def test_a_double_town_becomes_one_town_with_four_exits(double: str, single: str) -> None:
    tiles = book().ground.tiles
    assert tiles[double].upgrades == (single,)
    assert [stop.kind for stop in tiles[single].track.stops] == ["town"]
    laid = next(rotation for rotation in range(6) if 1 in tiles[double].turned[rotation].edges)
    position = turn("BCB").phase("d").tiles(f"E15 57@1, E13 {double}@{laid}").local("S1", "BCB")
    game = position.at("track")
    found = {(a.tile, a.rotation) for a in offered(game, LayPurple) if a.hex == "E13"}
    assert {tile for tile, _ in found} == {single}
    for tile, rotation in found:
        assert tiles[tile].turned[rotation].edges == tiles[double].turned[laid].edges


@pytest.mark.rule("RCZ-VIII.5.10", "RCZ-VIII.6.15")
def test_a_city_gains_spaces_and_keeps_its_stations() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").at("track")
    made = lay(game, "D4 14@0")
    assert ask.tokens_on(made, "D4") == [("EKJ", 0)]
    assert book().ground.free_slots(ask.board(made), "D4", 0) == 1


@pytest.mark.rule("RCZ-VIII.5.11")
def test_a_replaced_tile_returns_to_the_supply() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").at("track")
    before, after = ask.supply(game), ask.supply(lay(game, "D4 14@0"))
    assert after["57"] == before["57"] + 1
    assert after["14"] == before["14"] - 1


@pytest.mark.rule("RCZ-VIII.5.12", "RCZ-VIII.5.13", "RCZ-VIII.4.2")
def test_the_first_tile_on_a_double_city_is_an_upgrade() -> None:
    game = turn("ATE", first=True).phase("d").at("home")
    assert {a.hex for a in offered(game, LayTile)} == {"B8"}
    laid = lay(game, "B8 8864@0").apply(PlaceToken(ADA, "B8", 0))
    assert ask.upgraded(laid)
    assert not offered(laid, LayTile)
    yellow = turn("Sx", first=True).phase("d").tiles("A7 8896@2").home("Sx", "A7")
    once = lay(yellow.operated("Sx").at("track"), "B6 8@0")
    refused(once, lay_tile(once, "B8 8864@0"), "RCZ-VIII.4.2")


@pytest.mark.rule("RCZ-VIII.5.13")
def test_with_a_tile_on_b8_ate_has_the_normal_choice() -> None:
    game = turn("ATE", first=True).phase("d").tiles("B8 8864@0").at("home").apply(PlaceToken(ADA, "B8", 0))
    once = lay(game, "B10 57@1")
    assert ask.yellow_laid(once) == 1
    assert offered(once, LayTile)


@pytest.mark.rule("RCZ-VIII.5.15")
def test_upgrades_cost_nothing() -> None:
    game = turn("BCB", cash=0).phase("d").tiles("E15 57@1").at("track")
    assert book().ground.atlas["E15"].cost == 10
    assert ask.cash(lay(game, "E15 14@0"), "BCB") == 0


@pytest.mark.rule("RCZ-VIII.5.16", "RCZ-VIII.6.15")
def test_brown_joins_the_two_cities() -> None:
    position = turn("ATE").phase("g").tiles("B8 8864@0").company("Sx").home("Sx", "B8:1").home("ATE", "B8:0")
    game = position.local("M1", "ATE").at("track")
    assert not lays_on(game, "B8")
    brown = {a for a in offered(game, LayPurple) if a.hex == "B8"}
    assert {a.tile for a in brown} == {"8895p"}
    made = game.apply(min(brown, key=lambda a: a.rotation))
    assert sorted(ask.tokens_on(made, "B8")) == [("ATE", 0), ("Sx", 0)]
    stop = book().ground.track(ask.board(made), "B8").stops
    assert [(s.slots, s.values) for s in stop] == [(2, (60,))]
    tiles = book().ground.tiles
    assert {t.id for t in tiles.values() if t.label == "OO" and t.colour == "brown"} == {
        "8894p",
        "8895p",
        "8896p",
    }


@pytest.mark.rule("RCZ-VIII.5.17")
def test_praha_from_two_cities_to_one() -> None:
    facts = book().ground
    cities = {"bare": facts.atlas["E11"].printed} | {
        tile.colour: tile.track for tile in facts.tiles.values() if tile.label == "P"
    }
    shown = {
        name: (len(track.stops), track.stops[0].slots, track.stops[0].values)
        for name, track in cities.items()
    }
    assert shown == {
        "bare": (2, 1, (20,)),
        "yellow": (3, 1, (30,)),
        "green": (4, 1, (40,)),
        "brown": (1, 4, (60,)),
        "gray": (1, 4, (80,)),
    }


@pytest.mark.rule("RCZ-VIII.6.15", "RCZ-IV.2c.5")
def test_stations_in_praha_keep_their_track_from_tile_to_tile() -> None:
    game = turn("NWB").phase("i").company("BN").at("track")
    for placement in ("E11 8890@2", "E11 8891@2", "E11 8892@0", "E11 8893@0"):
        before = game
        track = book().ground.track(ask.board(before), "E11")
        for owner, city in ask.tokens_on(before, "E11"):
            assert {"BN": 0, "NWB": 2}[owner] in track.stops[city].edges
        again = turn("NWB").phase("i").company("BN")
        for owner, city in ask.tokens_on(before, "E11"):
            again.home(owner, f"E11:{city}")
        for name, (tile, rotation) in ask.tiles_laid(before).items():
            again.tiles(f"{name} {tile}@{rotation}")
        game = lay(again.at("track"), placement)
    assert ask.tokens_on(game, "E11") == [("NWB", 0), ("BN", 0)]


@pytest.mark.rule("RCZ-VIII.5.18", "WCZ-29", "RCZ-IV.1.21")
def test_two_tiles_on_one_hex_in_one_turn() -> None:
    """As Pr did: grey on B12 with one large Local, green to brown as the normal action, grey with another."""
    position = turn("Pr").phase("i").tiles("B18 8897@2, B12 216@1, D16 15@4").home("Pr", "B18")
    game = position.acquired("Pr", "B12 D16").local("L1", "Pr").local("L2", "Pr").at("track")
    game = game.apply(purple("L1", "B12 8857p@0"))
    brown = min(rotation for tile, rotation in lays_on(game, "D16") if tile == "611")
    game = lay(game, f"D16 611@{brown}")
    game = game.apply(purple("L2", "D16 595p@0"))
    assert (ask.tiles_laid(game)["B12"][0], ask.tiles_laid(game)["D16"][0]) == ("8857p", "595p")
    assert (ask.local_used(game, "L1"), ask.local_used(game, "L2")) == (True, True)


@pytest.mark.rule("RCZ-VIII.5.18")
def test_the_normal_action_never_comes_twice_to_a_hex() -> None:
    game = turn("EKJ", first=True).phase("d").at("home")
    once = lay(game, "D4 57@1")
    refused(once, lay_tile(once, "D4 14@0"), "RCZ-VIII.5.18")
    assert not lays_on(once, "D4")
    before = turn("EKJ").phase("g").tiles("D4 57@1").local("S1", "EKJ").at("track")
    both = lay(before.apply(purple("S1", "D4 14p@2")), "D4 611@0")
    assert ask.tile_on(both, "D4") == ("611", 0)


@pytest.mark.rule("RCZ-IV.1.16", "RCZ-IV.1.18", "RCZ-VIII.3.2", "RCZ-VIII.3.7")
@pytest.mark.parametrize("step", ["track", "token", "trains"])
def test_a_purple_tile_at_any_moment_of_the_turn(step: str) -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").trains("EKJ", "2a").local("S1", "EKJ").at(step)
    after = game.apply(purple("S1", "D4 14p@2"))
    assert ask.tile_on(after, "D4") == ("14p", 2)
    assert ask.step(after) == ask.step(game)
    assert ask.local_used(after, "S1")
    refused(after, purple("S1", "D4 15p@0"), "RCZ-IV.1.16")
    assert not offered(after, LayPurple)


@pytest.mark.rule("RCZ-IV.1.18")
def test_the_purple_tile_comes_beside_the_normal_action() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", "EKJ").at("track")
    both = lay(game.apply(purple("S1", "D4 14p@2")), "D6 9@1")
    assert set(ask.tiles_laid(both)) == {"D4", "D6"}
    refused(game, purple("S1", "D4 14@0"), "RCZ-IV.1.18")


@pytest.mark.rule("RCZ-II.5", "RCZ-IV.1.18")
def test_a_purple_tile_needs_a_copy_in_the_supply() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1, I9 14p@0").local("S1", "EKJ").at("track")
    refused(game, purple("S1", "D4 14p@2"), "RCZ-II.5")
    assert tiles_of(offered(game, LayPurple)) == {"15p"}


@pytest.mark.rule("RCZ-VIII.4.6", "RCZ-IV.1.18")
def test_a_purple_tile_is_no_way_round_the_home_hex() -> None:
    away = turn("BTE").phase("d").tiles("E15 57@1").acquired("BTE", "E15").local("M1", "BTE").at("track")
    refused(away, purple("M1", "E15 14p@2"), "RCZ-VIII.4.6")
    assert not offered(away, LayPurple)
    home = turn("BTE").phase("d").tiles("E15 57@1, D2 57@1").acquired("BTE", "E15").local("M1", "BTE")
    home.at("track").check(purple("M1", "E15 14p@2"))


@pytest.mark.rule("RCZ-IV.1.16")
def test_one_ability_uses_up_the_other() -> None:
    position = turn("EKJ", first=True).phase("d").local("M1", "EKJ").local("M2", "EKJ").tiles("D4 6@0")
    game = position.at("home").apply(waived("M1", "E5 9@2"))
    refused(game, purple("M1", "D4 14p@0"), "RCZ-IV.1.16")
    second = game.apply(purple("M2", "D4 15p@0"))
    refused(second, waived("M2", "C5 4@0"), "RCZ-IV.1.16")


@pytest.mark.rule("RCZ-IV.1.17")
def test_the_local_of_a_player_or_of_another_company_gives_nothing() -> None:
    base = turn("EKJ").phase("d").tiles("D4 6@0").local("M1", ADA).local("M2", "EKJ").company("VBW")
    game = base.local("M3", "VBW").at("track")
    refused(game, purple("M1", "D4 14p@0"), "RCZ-IV.1.17")
    refused(game, purple("M3", "D4 14p@0"), "RCZ-IV.1.17")
    refused(game, waived("M1", "E5 9@2"), "RCZ-IV.1.17")
    assert {a.local for a in offered(game, LayPurple)} == {"M2"}
    with pytest.raises(InvalidAction):
        game.check(purple("X9", "D4 14p@0"))


@pytest.mark.rule("RCZ-IV.1.19")
@pytest.mark.parametrize(
    ("local", "colours"),
    [("S1", {"green"}), ("M1", {"green", "brown"}), ("L1", {"green", "brown", "gray"})],
)
def test_the_size_of_a_local_limits_the_colour(local: str, colours: set[str]) -> None:
    position = turn("Sx").phase("i").tiles("A7 8896@2, D4 57@1, E15 14@0, G11 611@0").home("Sx", "A7")
    game = position.acquired("Sx", "D4 E15 G11").local(local, "Sx").at("track")
    tiles = book().ground.tiles
    found = {tiles[a.tile].colour for a in offered(game, LayPurple)}
    assert found == colours
    if "brown" not in colours:
        refused(game, purple(local, "E15 611p@0"), "RCZ-IV.1.19")
    if "gray" not in colours:
        refused(game, purple(local, "G11 595p@0"), "RCZ-IV.1.19")


@pytest.mark.rule("RCZ-IV.1.19", "RCZ-VIII.5.2", "RCZ-VIII.5.8", "RCZ-VIII.5.1")
def test_the_phase_must_have_the_colour_and_upgrade_rules_hold() -> None:
    early = turn("EKJ").phase("c").tiles("D4 57@1").local("M1", "EKJ").at("track")
    refused(early, purple("M1", "D4 14p@2"), "RCZ-IV.1.19")
    green = turn("EKJ").phase("d").tiles("D4 14@0, D6 9@1").local("M1", "EKJ").at("track")
    refused(green, purple("M1", "D4 611p@0"), "RCZ-VIII.5.2")
    refused(green, purple("M1", "D6 14p@0"), "RCZ-VIII.5.8")
    refused(green, purple("M1", "D4 14p@0"), "RCZ-VIII.5.1")


@pytest.mark.rule("RCZ-IV.1.20", "RCZ-VIII.4.25")
@pytest.mark.parametrize(
    ("local", "placement", "free"),
    [
        ("S1", "E5 9@2", False),
        ("S1", "C5 4@0", False),
        ("M1", "E5 9@2", True),
        ("M1", "C5 4@0", False),
        ("L1", "E5 9@2", True),
        ("L1", "C5 4@0", True),
    ],
)
def test_which_terrain_a_local_waives(local: str, placement: str, free: bool) -> None:
    game = turn("EKJ", cash=0).tiles("D4 6@0").local(local, "EKJ").at("track")
    refused(game, lay_tile(game, placement), "RCZ-VIII.4.25")
    action = waived(local, placement)
    assert (action in game.actions()) == free
    if not free:
        refused(game, action, "RCZ-IV.1.20")
        return
    made = game.apply(action)
    assert (ask.cash(made, "EKJ"), ask.local_used(made, local)) == (0, True)
    assert not offered(game.apply(action), LayTile)


@pytest.mark.rule("RCZ-IV.1.20")
def test_a_small_local_waives_rivers_and_nothing_where_there_is_no_cost() -> None:
    game = turn("BCB", first=True, cash=0).local("S1", "BCB").at("home")
    once = game.apply(waived("S1", "E15 57@1"))
    assert ask.yellow_laid(once) == 1
    free = turn("EKJ").phase("d").tiles("D4 57@1").local("L1", "EKJ").at("track")
    refused(free, waived("L1", "D6 9@1"), "RCZ-IV.1.20")
    refused(free, waived("L1", "D4 14@0"), "RCZ-IV.1.20")


@pytest.mark.rule("RCZ-IV.1.20", "RCZ-IV.1.16")
def test_each_tile_of_a_first_turn_takes_a_local_of_its_own() -> None:
    position = turn("BCB", first=True, cash=0).local("L1", "BCB").local("L2", "BCB")
    once = position.at("home").apply(waived("L1", "E15 57@1"))
    refused(once, waived("L1", "D16 57@3"), "RCZ-IV.1.16")
    other = turn("BCB", first=True, cash=0).local("L1", "BCB").local("L2", "BCB").at("home")
    twice = other.apply(waived("L1", "E15 57@0")).apply(waived("L2", "D16 57@0"))
    assert ask.yellow_laid(twice) == 2


@pytest.mark.rule("RCZ-IV.1.26")
def test_a_local_works_in_the_turn_in_which_it_was_bought() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", ADA).at("track")
    bought = game.apply(BuyLocal(ADA, "S1", 1))
    assert ask.tile_on(bought.apply(purple("S1", "D4 14p@2")), "D4") == ("14p", 2)


@pytest.mark.rule("RCZ-VIII.3.7", "RCZ-VIII.1.1")
def test_no_purple_tile_before_the_home_station_nor_for_others() -> None:
    position = turn("Sx", first=True).phase("d").tiles("D4 57@1").local("L1", "Sx")
    game = position.at("home")
    assert not offered(game, LayPurple)
    refused(game, purple("L1", "D4 14p@2"), "RCZ-VIII.3.7")
    other = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", "EKJ").at("track")
    refused(other, purple("S1", "D4 14p@2", BRUNO), "RCZ-VIII.1.1")


@pytest.mark.rule("RCZ-VIII.6.11")
def test_a_green_tile_under_ates_station_lets_its_layer_choose_the_city() -> None:
    position = turn("Sx", first=True).phase("d").company("ATE", president=BRUNO)
    game = lay(position.at("home"), "A7 8896@2")
    assert ("ATE", -1) in ask.tokens_on(game, "B8")
    laid = lay(game, "B8 8864@0")
    assert laid.actor == ADA
    refused(laid, Pass(ADA), "RCZ-VIII.6.11")
    refused(laid, token(laid, "B8:2"), "RCZ-VIII.6.11")
    settled = laid.apply(token(laid, "B8:1"))
    assert ask.tokens_on(settled, "B8") == [("ATE", 1)]
