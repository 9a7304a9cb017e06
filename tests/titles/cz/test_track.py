"""Step 1 of a turn: laying track [RCZ-VIII.4]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, turn

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.building import LINES
from piercy.rail.lay_track import check_lay
from piercy.rail.lines import Lines, Reach
from piercy.testing import questions as ask
from piercy.testing.moves import inside, lay, lay_tile, lays_on, offered, refused
from piercy.titles.cz.book import book
from piercy.titles.cz.track import Track

# Around Cheb (D2, home of BTE) and Karlovy Vary (D4, home of EKJ): C3 C5 to the north, D6 and E5 (hill) to
# the east, the towns E1 and E3 to the south, and the grey town D0, which joins D2 and E1.


@pytest.mark.rule("RCZ-VIII.4.1", "RCZ-VIII.3.1")
def test_one_yellow_tile_or_one_upgrade() -> None:
    position = turn("EKJ").phase("d").tiles("D4 57@1")
    game = position.at("track")
    yellow = lay(game, "D6 9@1")
    assert not offered(yellow, LayTile)
    refused(yellow, lay_tile(yellow, "D8 9@1"), "RCZ-VIII.3.1")
    upgrade = lay(game, "D4 14@0")
    assert not offered(upgrade, LayTile)
    refused(upgrade, lay_tile(upgrade, "D6 9@1"), "RCZ-VIII.3.1")
    passed = game.apply(Pass(ADA))
    assert not offered(passed, LayTile)


@pytest.mark.rule("RCZ-VIII.4.2")
def test_a_first_turn_has_two_yellow_tiles_or_one_upgrade() -> None:
    game = turn("EKJ", first=True).phase("d").tiles("D2 57@1").at("home")
    once = lay(game, "D4 57@1")
    refused(once, lay_tile(once, "D2 14@0"), "RCZ-VIII.4.2")
    tiles = book().ground.tiles
    assert {tiles[a.tile].colour for a in offered(once, LayTile)} == {"yellow"}
    twice = lay(once, "D6 9@1")
    assert not offered(twice, LayTile)
    lost = once.apply(Pass(ADA))
    assert not offered(lost, LayTile)
    built = turn("EKJ", first=True).phase("d").tiles("D4 57@1").at("home")
    assert not offered(lay(built, "D4 14@0"), LayTile)


@pytest.mark.rule("RCZ-VIII.4.3", "RCZ-VIII.5.1")
def test_yellow_tiles_go_on_empty_hexes_and_on_praha() -> None:
    game = turn("EKJ").tiles("D4 57@1").at("track")
    assert lays_on(game, "D6")
    assert not lays_on(game, "D4")
    refused(game, lay_tile(game, "D4 6@1"), "RCZ-VIII.5.1")
    praha = turn("NWB").phase("b").at("track")
    assert lays_on(praha, "E11") == {("8889", 4), ("8890", 0), ("8890", 2), ("8890", 4)}


@pytest.mark.rule("RCZ-VIII.4.4", "RCZ-VIII.4.14")
def test_the_yellow_praha_tile_is_a_yellow_tile_and_costs_its_river() -> None:
    game = turn("NWB", first=True, cash=100).phase("b").at("home")
    praha = lay(game, "E11 8890@0")
    assert ask.cash(praha, "NWB") == 90
    both = lay(praha, "F12 4@2")
    assert ask.yellow_laid(both) == 2
    assert not offered(both, LayTile)


@pytest.mark.rule("RCZ-VIII.4.5", "RCZ-VIII.5.14", "RCZ-VIII.5.2")
def test_double_cities_never_take_a_yellow_tile() -> None:
    game = turn("ATE", first=True).phase("b").at("home")
    refused(game, lay_tile(game, "B8 57@1"), "RCZ-VIII.4.5")
    refused(game, lay_tile(game, "B8 8859@0"), "RCZ-VIII.5.2")
    assert not offered(game, LayTile)
    atlas = book().ground.atlas
    green = {"8859", "8860", "8863", "8864", "8865", "8885"}
    for name in ("B8", "C7", "D26"):
        assert set(atlas[name].first_tiles) == green


@pytest.mark.rule("RCZ-VIII.4.6")
def test_the_first_tile_is_on_the_home_hex() -> None:
    elsewhere = turn("EKJ").tiles("G11 57@1").tokens("EKJ", "G11")
    game = elsewhere.at("track")
    refused(game, lay_tile(game, "G13 9@1"), "RCZ-VIII.4.6")
    assert {a.hex for a in offered(game, LayTile)} == {"D4"}
    built = turn("EKJ").tiles("G11 57@1, D4 57@1").tokens("EKJ", "G11").at("track")
    built.check(lay_tile(built, "G13 9@1"))
    praha = turn("BN").phase("b").at("track")
    praha.check(lay_tile(praha, "D12 9@0"))


@pytest.mark.rule("RCZ-VIII.4.6")
def test_an_option_lets_the_first_tile_lie_anywhere() -> None:
    game = turn("EKJ", first_tile_anywhere=True).tiles("G11 57@1").tokens("EKJ", "G11").at("track")
    game.check(lay_tile(game, "G13 9@1"))


@pytest.mark.rule("RCZ-VIII.4.7", "RCZ-VIII.4.8")
def test_a_tile_must_be_connected_and_full_cities_block() -> None:
    """From D4 over Cheb and the grey town to E1: Cheb is in the way when BTE's station fills it."""
    layout = "D4 57@1, D2 57@1"
    free = turn("EKJ").tiles(layout).at("track")
    free.check(lay_tile(free, "E1 4@2"))
    full = turn("EKJ").phase("b").tiles(layout).company("BTE").at("track")
    refused(full, lay_tile(full, "E1 4@2"), "RCZ-VIII.4.7")
    assert not lays_on(full, "E1")
    far = turn("EKJ").tiles("D4 57@1").at("track")
    refused(far, lay_tile(far, "D8 9@1"), "RCZ-VIII.4.7")
    refused(far, lay_tile(far, "D6 9@0"), "RCZ-VIII.4.7")


@pytest.mark.rule("RCZ-VIII.5.6")
def test_the_station_of_another_company_connects_nobody() -> None:
    position = turn("EKJ").phase("d").tiles("D4 57@0, D2 57@1").company("BTE")
    game = position.at("track")
    refused(game, lay_tile(game, "D2 14@0"), "RCZ-VIII.5.6")
    assert not lays_on(game, "D2")


@pytest.mark.rule("RCZ-VIII.4.7")
def test_what_the_first_sight_of_the_lines_misses_is_connected_all_the_same() -> None:
    class Shortsighted(Lines):
        def first_sight(self) -> Reach:
            super().first_sight()
            return Reach()

    game = turn("EKJ").tiles("D4 57@1, D2 57@1").at("track")
    ctx = inside(game)
    ctx.kept(LINES, lambda: Shortsighted(book().ground, ask.board(game), "EKJ"), "EKJ")
    check_lay(ctx, Track(book()), lay_tile(game, "E1 4@2"))
    with pytest.raises(IllegalAction) as refusal:
        check_lay(ctx, Track(book()), lay_tile(game, "D8 9@1"))
    assert refusal.value.rule == "RCZ-VIII.4.7"


@pytest.mark.rule("RCZ-VIII.4.7")
def test_a_connection_does_not_reverse() -> None:
    """On D6 the track from D4 joins the track from C5 towards D8: no line turns back to C5."""
    game = turn("EKJ").phase("d").tiles("D4 57@1, D6 23@1, D8 9@1").at("track")
    assert ask.tile_on(game, "D6") == ("23", 1)
    assert lays_on(game, "D10")
    refused(game, lay_tile(game, "C5 4@2"), "RCZ-VIII.4.7")


@pytest.mark.rule("RCZ-VIII.4.9", "RCZ-VIII.4.10", "RCZ-VIII.4.11", "RCZ-VIII.4.12")
@pytest.mark.parametrize(
    ("placement", "rule"),
    [
        ("E3 9@0", "RCZ-VIII.4.9"),
        ("E3 1@0", "RCZ-VIII.4.9"),
        ("E3 57@0", "RCZ-VIII.4.9"),
        ("B14 4@0", "RCZ-VIII.4.10"),
        ("E13 9@0", "RCZ-VIII.4.10"),
        ("D4 9@0", "RCZ-VIII.4.11"),
        ("D4 4@0", "RCZ-VIII.4.11"),
        ("D4 201@0", "RCZ-VIII.4.11"),
        ("F6 57@0", "RCZ-VIII.4.11"),
        ("E11 57@0", "RCZ-VIII.4.11"),
        ("D4 8890@0", "RCZ-VIII.4.11"),
        ("D6 4@0", "RCZ-VIII.4.12"),
        ("D6 57@0", "RCZ-VIII.4.12"),
    ],
)
def test_a_hex_takes_a_first_tile_of_its_kind_only(placement: str, rule: str) -> None:
    game = turn("EKJ").at("track")
    refused(game, lay_tile(game, placement), rule)


@pytest.mark.rule("RCZ-VIII.4.9", "RCZ-VIII.4.10", "RCZ-VIII.4.11", "RCZ-VIII.4.12")
def test_the_first_tiles_of_each_kind_of_hex() -> None:
    ground = book().ground
    for place in ground.atlas.hexes.values():
        if place.kind == "red":
            continue
        for tile in (ground.tiles[name] for name in place.first_tiles):
            kinds = [stop.kind for stop in tile.track.stops]
            expected = {
                "plain": [],
                "town": ["town"],
                "double_town": ["town"] * 2,
                "city": ["city"],
                "praha": ["city"] * 3,
                "oo": ["city"] * 2,
            }
            assert kinds == expected[place.kind]
            assert tile.label == place.label


@pytest.mark.rule("RCZ-VIII.4.10")
def test_one_connected_track_is_enough_for_a_double_town() -> None:
    game = turn("BCB").tiles("E15 57@1").at("track")
    assert ("1", 0) in lays_on(game, "E13") or ("55", 0) in lays_on(game, "E13")
    for tile, rotation in lays_on(game, "E13"):
        stops = book().ground.tiles[tile].turned[rotation].stops
        assert sum(1 in stop.edges for stop in stops) == 1


@pytest.mark.rule("RCZ-VIII.4.13")
@pytest.mark.parametrize(("placement", "cost"), [("E5 9@2", 20), ("C5 4@0", 40), ("D6 9@1", 0)])
def test_the_first_tile_on_a_terrain_hex_costs(placement: str, cost: int) -> None:
    home = "D4 57@1" if cost == 0 else "D4 6@0"
    game = turn("EKJ", cash=100).tiles(home).at("track")
    bank = ask.cash(game, ask.BANK)
    made = lay(game, placement)
    assert ask.cash(made, "EKJ") == 100 - cost
    assert ask.cash(made, ask.BANK) == bank + cost


@pytest.mark.rule("RCZ-VIII.4.13")
def test_a_river_costs_ten() -> None:
    game = turn("BCB", first=True, cash=15).at("home")
    assert ask.cash(lay(game, "E15 57@1"), "BCB") == 5


@pytest.mark.rule("RCZ-VIII.4.14")
def test_the_first_tile_on_b8_costs_its_river_although_it_is_an_upgrade() -> None:
    game = turn("ATE", first=True, cash=50).phase("d").at("home")
    assert ask.cash(lay(game, "B8 8859@0"), "ATE") == 40


@pytest.mark.rule("RCZ-VIII.4.15")
def test_no_track_points_off_the_map() -> None:
    game = turn("BTE", first=True).phase("b").at("home")
    refused(game, lay_tile(game, "D2 57@2"), "RCZ-VIII.4.15")
    refused(game, lay_tile(game, "D2 57@6"), "RCZ-VIII.4.15")
    assert {rotation for tile, rotation in lays_on(game, "D2") if tile == "57"} == {0, 1, 3, 4}


@pytest.mark.rule("RCZ-VIII.4.16")
def test_track_may_point_at_an_empty_red_hex() -> None:
    """F2 is the south-eastern neighbour of E1."""
    game = turn("EKJ").tiles("D4 57@1, D2 57@1").at("track")
    assert "F2" not in ask.tiles_laid(game)
    assert ask.tile_on(lay(game, "E1 4@2"), "E1") == ("4", 2)


@pytest.mark.rule("RCZ-VIII.4.17")
def test_track_may_end_at_a_neighbour_without_track() -> None:
    game = turn("EKJ").tiles("D4 57@1, D8 9@2").at("track")
    lay(game, "D6 9@1")
    red = (
        turn("EKJ").phase("d").company("By").tiles("D4 57@1, D2 57@1, F2 8898@0").home("By", "F2").at("track")
    )
    assert 5 not in book().ground.tiles["8898"].turned[0].edges
    lay(red, "E1 4@2")


@pytest.mark.rule("RCZ-VIII.4.18", "RCZ-VIII.5.7")
def test_printed_track_is_continued() -> None:
    bn, nwb = turn("BN").phase("b").at("track"), turn("NWB").phase("b").at("track")
    refused(bn, lay_tile(bn, "D12 9@1"), "RCZ-VIII.4.18")
    refused(nwb, lay_tile(nwb, "F12 4@1"), "RCZ-VIII.4.18")
    refused(bn, lay_tile(bn, "E11 8889@0"), "RCZ-VIII.5.7")
    tiles = book().ground.tiles
    assert all(3 in tiles[tile].turned[rotation].edges for tile, rotation in lays_on(bn, "D12"))
    assert all(5 in tiles[tile].turned[rotation].edges for tile, rotation in lays_on(nwb, "F12"))


@pytest.mark.rule("RCZ-VIII.4.19")
def test_the_grey_town_is_fixed() -> None:
    game = turn("BTE").phase("b").tiles("D2 57@1").at("track")
    refused(game, lay_tile(game, "D0 4@1"), "RCZ-VIII.4.19")
    grey = book().ground.atlas["D0"].printed
    assert [(stop.kind, stop.values, stop.edges) for stop in grey.stops] == [("town", (10,), (1, 2))]
    assert (book().ground.atlas.beside["D0"][1], book().ground.atlas.beside["D0"][2]) == ("D2", "E1")


@pytest.mark.rule("RCZ-VIII.4.20")
def test_only_its_company_lays_a_red_tile_on_its_hexes() -> None:
    game = turn("Sx", first=True).phase("d").at("home")
    refused(game, lay_tile(game, "B18 8896@0"), "RCZ-VIII.4.20")
    later = turn("Sx").phase("d").tiles("A7 8896@2").home("Sx", "A7").at("track")
    refused(later, lay_tile(later, "B4 8896@0"), "RCZ-VIII.4.20")
    other = turn("EKJ").phase("d").at("track")
    refused(other, lay_tile(other, "A7 8896@2"), "RCZ-VIII.4.20")


@pytest.mark.rule("RCZ-VIII.4.21", "RCZ-VIII.4.26")
def test_a_large_company_lays_up_to_three_tiles_in_its_first_turn() -> None:
    game = turn("Sx", first=True).phase("d").at("home")
    red = lay(game, "A7 8896@1")
    assert not lays_on(red, "B10")
    one = lay(red, "A9 4@1")
    two = lay(one, "A11 9@1")
    assert ask.tiles_laid(two).keys() == {"A7", "A9", "A11"}
    assert not offered(two, LayTile)


@pytest.mark.rule("RCZ-VIII.4.21")
def test_or_its_red_tile_and_an_upgrade() -> None:
    red = lay(turn("Sx", first=True).phase("d").at("home"), "A7 8896@2")
    assert not offered(lay(red, "B8 8864@0"), LayTile)


@pytest.mark.rule("RCZ-VIII.4.22", "RCZ-VIII.6.1")
def test_the_red_tile_comes_first_with_the_home_station_and_is_free() -> None:
    game = turn("Sx", first=True, cash=0).phase("d").at("home")
    refused(game, Pass(ADA), "RCZ-VIII.4.22")
    refused(game, lay_tile(game, "A9 4@1"), "RCZ-VIII.4.22")
    refused(game, PlaceToken(ADA, "A7", 0), "RCZ-VIII.4.22")
    made = lay(game, "B4 8896@1")
    assert ask.tokens_on(made, "B4") == [("Sx", 0)]
    assert not ask.tokens_on(made, "A7")
    assert (ask.cash(made, "Sx"), ask.tokens_left(made, "Sx")) == (0, 1)


@pytest.mark.rule("RCZ-VIII.4.23")
def test_both_exits_of_a_red_tile_point_to_the_map() -> None:
    game = turn("Sx", first=True).phase("d").at("home")
    assert lays_on(game, "A7") == {("8896", 1), ("8896", 2)}
    assert lays_on(game, "B4") == {("8896", 1), ("8896", 2)}
    for rotation in (0, 3, 4, 5):
        refused(game, lay_tile(game, f"A7 8896@{rotation}"), "RCZ-VIII.4.23")
    kk = turn("kk", first=True).phase("d").at("home")
    assert lays_on(kk, "I17") == {("8895", 0), ("8895", 5)}


@pytest.mark.rule("RCZ-VIII.4.24", "RCZ-VIII.4.20", "RCZ-VIII.4.27")
def test_the_other_red_hex_stays_empty() -> None:
    game = turn("Sx").phase("d").tiles("A7 8896@2, C5 4@5").home("Sx", "A7").at("track")
    assert not lays_on(game, "B4")
    refused(game, lay_tile(game, "B4 8896@1"), "RCZ-VIII.4.20")
    refused(game, lay_tile(game, "B4 9@1"), "RCZ-VIII.4.27")


@pytest.mark.rule("RCZ-VIII.4.25", "RCZ-VIII.3.4")
def test_who_cannot_pay_the_terrain_cannot_lay() -> None:
    game = turn("EKJ", cash=19).tiles("D4 6@0").at("track")
    refused(game, lay_tile(game, "E5 9@2"), "RCZ-VIII.4.25")
    assert not lays_on(game, "E5")
    rich = turn("EKJ", cash=20).tiles("D4 6@0").at("track")
    assert ask.cash(lay(rich, "E5 9@2"), "EKJ") == 0


@pytest.mark.rule("RCZ-VIII.4.26", "RCZ-VIII.4.6")
def test_the_second_tile_may_connect_through_the_first() -> None:
    game = turn("EKJ", first=True).at("home")
    refused(game, lay_tile(game, "D6 9@1"), "RCZ-VIII.4.6")
    assert not lays_on(game, "D6")
    assert ask.yellow_laid(lay(lay(game, "D4 57@1"), "D6 9@1")) == 2


@pytest.mark.rule("RCZ-VIII.4.27")
def test_other_homes_may_be_built_on_but_red_hexes_not() -> None:
    game = turn("EKJ").tiles("D4 57@1").at("track")
    assert not ask.floated(game, "BTE")
    after = lay(game, "D2 57@1")
    assert ask.tile_on(after, "D2") == ("57", 1)
    refused(game, lay_tile(game, "F2 9@1"), "RCZ-VIII.4.27")
    started = turn("EKJ").phase("d").tiles("D4 57@1, D2 57@1").company("BTE").at("track")
    lay(started, "D2 14@0")


@pytest.mark.rule("RCZ-VIII.4.28")
def test_letters_must_agree() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1, F6 621@1").at("track")
    refused(game, lay_tile(game, "D4 208@0"), "RCZ-VIII.4.28")
    refused(game, lay_tile(game, "F6 14@0"), "RCZ-VIII.4.28")
    ground = book().ground
    for tile in ground.tiles.values():
        assert all(ground.tiles[heir].label == tile.label for heir in tile.upgrades)


@pytest.mark.rule("RCZ-II.5")
def test_a_tile_needs_a_copy_in_the_supply() -> None:
    position = turn("EKJ").tiles("D4 57@1")
    position.tiles("F4 7@0, F8 7@0, F14 7@0, F16 7@0, F18 7@0")
    game = position.at("track")
    refused(game, lay_tile(game, "D6 7@3"), "RCZ-II.5")
    assert not any(tile == "7" for tile, _ in lays_on(game, "D6"))


def test_unknown_hexes_and_tiles_are_no_actions() -> None:
    game = turn("EKJ").at("track")
    for placement in ("Z9 9@0", "D6 999@0"):
        with pytest.raises(InvalidAction):
            game.check(lay_tile(game, placement))
