"""Lines to new track, and what stays when a tile is replaced: chapter 4 of the digest from R56-4.15."""

from __future__ import annotations

import pytest
from tests.titles.short1856.laying import broken_rule, is_legal, offered, table

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import RunTrains
from piercy.rail.rail_title import ground_of
from piercy.rail.routes import Route
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.testing.moves import lay, player


@pytest.mark.rule("T56-4", "R56-4.17")
def test_the_first_turn_of_lps() -> None:
    game = table("LPS", players=4).game()
    assert offered(game) == {
        *(f"C14 57@{rotation}" for rotation in (1, 2, 4, 5)),
        *(f"C14 5@{rotation}" for rotation in (1, 2, 3, 4)),
        *(f"C14 6@{rotation}" for rotation in (1, 2, 3, 5)),
    }


@pytest.mark.rule("R56-4.17", "R56-4.15")
@pytest.mark.parametrize(
    ("company", "home"),
    [("BBG", "J15"), ("GT", "P9"), ("LPS", "C14"), ("WGB", "J11"), ("CA", "D17"), ("TGB", "K8")],
)
def test_without_track_at_home_only_home_can_be_reached(company: str, home: str) -> None:
    game = table(company, "H13 9@0", phase=2).game()
    assert {written.split()[0] for written in offered(game)} == {home}
    assert broken_rule(game, "H15 57@0") == "R56-4.15"


@pytest.mark.rule("R56-4.17")
def test_a_marker_on_a_bare_hex_is_connected_to_that_hex_alone() -> None:
    game = table("BBG", "J15 57@3", second=("H15",)).game()
    hexes = {written.split()[0] for written in offered(game)}
    assert hexes == {"H15", "J13", "J17"}


@pytest.mark.rule("T56-5", "R56-4.15", "R56-4.16")
def test_new_track_that_cannot_be_entered() -> None:
    game = table("BBG", "H15 57@0, H13 9@0", phase=2, second=("H15",)).game()
    assert broken_rule(game, "H13 23@0") == "R56-4.15"  # 0-3 and 0-4, entered from 3
    assert is_legal(game, "H13 23@3")  # 3-0 and 3-1


@pytest.mark.rule("R56-4.15")
def test_a_first_tile_needs_any_of_its_track_reached() -> None:
    game = table("LPS", "C14 57@2").game()
    assert is_legal(game, "D15 8@5")
    assert is_legal(game, "D15 7@4")
    assert broken_rule(game, "D15 8@0") == "R56-4.15"  # edges 0 and 2; the line comes by 5
    assert broken_rule(game, "D13 8@2") == "R56-4.15"


@pytest.mark.rule("R56-4.15")
def test_a_raised_city_is_enough() -> None:
    # BBG fills the city of Kitchener that WGB reaches: nothing new can be run along, but 40 becomes 50
    base = table("WGB", "J11 5@3, I12 59@1", phase=4)
    game = base.tokens("BBG", "I12:0").game()
    assert is_legal(game, "I12 66@1")
    # plain track has no value to raise
    plain = table("WGB", "J11 5@3, I12 59@1, H13 9@0", phase=4).tokens("BBG", "I12:0").game()
    assert broken_rule(plain, "H13 23@3") == "R56-4.15"


@pytest.mark.rule("R56-4.15")
def test_a_raised_city_must_be_reached() -> None:
    # both cities rise; BBG stands in neither and comes by neither
    game = table("BBG", "J15 57@3, I12 59@1", phase=4).game()
    assert broken_rule(game, "I12 66@1") == "R56-4.15"


@pytest.mark.rule("R56-4.16", "R56-4.15")
def test_a_line_ends_in_a_city_full_of_others() -> None:
    full = table("LPS", "C14 57@2, D15 8@3, D17 57@0", phase=2).game()
    assert broken_rule(full, "D19 3@0") == "R56-4.15"
    assert is_legal(full, "D17 14@0")  # it may end there
    free = table("LPS", "C14 57@2, D15 8@3, D17 14@0", phase=2).game()
    assert is_legal(free, "D19 3@0")


@pytest.mark.rule("R56-4.16", "R56-4.15")
def test_a_line_does_not_pass_a_red_location_except_goderich() -> None:
    sarnia = table("LPS", "C14 57@2").game()
    assert broken_rule(sarnia, "B15 9@0") == "R56-4.15"  # only by way of Sarnia
    goderich = table("BBG", "J15 57@0, G12 57@0, G10 8@3", second=("G12",)).game()
    assert is_legal(goderich, "F11 9@0")  # by way of Goderich


@pytest.mark.rule("R56-4.16", "R56-4.15")
def test_a_line_does_not_reverse() -> None:
    game = table("LPS", "C14 57@2, D15 25@1", phase=2).game()
    assert is_legal(game, "E14 8@4")  # on by edge 1 of D15
    assert broken_rule(game, "D17 57@0") == "R56-4.15"  # edge 3 is joined to edge 1 only


@pytest.mark.rule("R56-4.16", "R56-4.15")
def test_a_line_uses_no_track_twice() -> None:
    # out over D15, around the loop of E16, London and St. Thomas, and back over D15: only from there a branch
    # leads to D13
    tiles = "C14 57@2, D15 23@2, E16 24@5, F15 126@0, F17 5@5"
    game = table("LPS", tiles, phase=4).game()
    assert is_legal(game, "D15 47@5")  # the stem itself is within reach
    assert broken_rule(game, "D13 8@1") == "R56-4.15"
    from_the_loop = table("LPS", tiles, phase=4, second=("F17",)).game()
    assert is_legal(from_the_loop, "D13 8@1")


@pytest.mark.rule("R56-4.16")
def test_a_line_may_be_longer_than_any_train() -> None:
    # six stops: Brantford, two towns, Fort Erie, Niagara Falls, Welland
    tiles = "J15 57@2, K16 4@2, L17 9@2, M18 4@2, N19 8@5, O18 6@4, O16 5@3"
    game = table("BBG", tiles, phase=2).game()
    assert is_legal(game, "N17 59@1")
    assert ask.trains(game, "BBG") == [], "nor is a train needed"


@pytest.mark.rule("R56-4.18")
@pytest.mark.parametrize(
    ("tiles", "written"), [("", "D17 57@0"), (", D17 57@0", "D17 14@0"), (", D17 57@0", "D17 15@3")]
)
def test_the_home_of_another_company(tiles: str, written: str) -> None:
    game = table("LPS", "C14 57@2, D15 8@3" + tiles, phase=2).game()
    after = lay(game, written)
    assert ask.tokens_on(after, "D17") == [("CA", 0)]
    tile, rotation = ask.tiles_laid(after)["D17"]
    assert f"{tile}@{rotation}" == written.split()[1]


@pytest.mark.rule("R56-4.23")
@pytest.mark.parametrize(("city", "edge"), [(0, 1), (1, 3)])
def test_markers_keep_their_city(city: int, edge: int) -> None:
    base = table("WGB", "J11 5@3, I12 59@1", phase=4).tokens("BBG", f"I12:{city}")
    game = base.game()
    ground = ground_of(game.title)
    lays = offered(game, "I12")
    assert len(lays) > 4
    cities = set()
    for written in lays:
        after = lay(game, written)
        ((owner, now),) = ask.tokens_on(after, "I12")
        cities.add(now)
        assert owner == "BBG"
        assert edge in ground.stop(ask.board(after), "I12", now).edges
    assert cities == {0, 1}, "its number changes with the tile, its track does not"


@pytest.mark.rule("R56-4.23")
def test_tiles_leave_the_map_only_by_replacement() -> None:
    seen: dict[str, tuple[str, int]] = {}
    order = ["yellow", "green", "brown"]

    def look(game: Game) -> None:
        tiles = ground_of(game.title).tiles
        for name, laid in seen.items():
            now = ask.tiles_laid(game)[name]
            assert now == laid or order.index(tiles[now[0]].colour) > order.index(tiles[laid[0]].colour)
        seen.clear()
        seen.update(ask.tiles_laid(game))

    random_game("1856-short", 5, 2, every_step=look)
    assert len(seen) > 10


@pytest.mark.rule("R56-4.24")
def test_new_track_need_not_be_used() -> None:
    base = table("LPS", "C14 14@1, D15 8@3", phase=2, players=2).trains("LPS", "2").cash("CA", 600)
    game = lay(base.cash("LPS", 300).game(), "D17 57@0")
    owner = player(game, "LPS")
    game = game.apply(Pass(owner))
    after = game.apply(RunTrains(owner, (Route("2", ("B13/0", "C14/0")),)))
    assert ask.cash(after, "LPS") == 300 + 60
