"""Which tile may lie where: chapter 4 of the digest up to R56-4.14, terrain and supply."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.titles.short1856.laying import broken_rule, is_legal, offered, table

from piercy.core.actions import Pass
from piercy.core.errors import IllegalAction
from piercy.rail.board import Board
from piercy.rail.hexes import EDGES
from piercy.testing import questions as ask
from piercy.testing.moves import lay, lay_tile, player
from piercy.titles.short1856.book import book

FIRST_TILES = {
    "plain": ("7", "8", "9"),
    "town": ("3", "4", "58"),
    "double_town": ("1", "2", "55", "56", "69"),
    "city": ("5", "6", "57"),
    "preprinted_city": ("121",),
    "preprinted_double_city": ("120",),
    "double_city": ("59",),
}
L_HEXES = {"B19": 0, "C14": 1, "F17": 4, "L13": 3, "N3": 4, "O18": 4, "P9": 4}
"""The hexes with an L, and the one rotation in which tile 125 fits."""
TOWN_TILES = ("1", "2", "3", "4", "55", "56", "58", "69")
TWO_CITIES = ("64", "65", "66", "67", "68")

# old tile: new tile and its rotations relative to the old one
UPGRADES = {
    "5": "14 0 3; 15 0 4 5",
    "6": "14 2 5; 15 0 5",
    "7": "18 5; 26 1; 27 0; 28 1; 29 0",
    "8": "16 0 5; 17 2 5; 19 4; 23 2; 24 0; 25 0 2; 28 2; 29 0",
    "9": "18 0 3; 19 0 3; 20 0 2 3 5; 23 0 3; 24 0 3; 26 0 3; 27 0 3",
    "14": "63 0 1 2 3 4 5",
    "15": "63 0 1 2 3 4 5",
    "16": "43 0; 70 0",
    "17": "47 0 3",
    "18": "43 0",
    "19": "45 0; 46 0",
    "20": "44 0 3; 47 0 3",
    "23": "41 3; 43 3; 45 0; 47 0 3",
    "24": "42 3; 43 0; 46 0; 47 2 5",
    "25": "40 0 2 4; 45 2; 46 4",
    "26": "42 0; 44 2 5; 45 3",
    "27": "41 0; 44 0 3; 46 3",
    "28": "39 4; 46 2; 70 3",
    "29": "39 0; 45 4; 70 0",
    "57": "14 0 2 3 5; 15 0 3",
    "59": "64 2 4; 65 0 4; 66 0 5; 67 0 2; 68 2 5",
}
OPEN_HEX = {"plain": "H13", "city": "H15", "double_city": "I12"}
"""A hex of each kind whose six edges are all free."""


def fitting(name: str, laid: str | None = None) -> set[str]:
    """What fits on a hex that is bare or carries a tile, written ``14@1``."""
    board = Board()
    if laid is not None:
        tile, rotation = laid.split("@")
        board.tiles[name] = (tile, int(rotation))
    return {f"{tile}@{rotation}" for tile, rotation, _ in book().placements.on(board, name)}


def kinds(placements: set[str]) -> set[str]:
    return {placement.split("@")[0] for placement in placements}


@pytest.mark.rule("R56-4.1", "R56-3.1")
@pytest.mark.parametrize(("first", "second"), [("C14 14@1", "D15 8@5"), ("D13 8@2", "C14 14@1")])
def test_one_tile_a_turn_new_or_replacing(first: str, second: str) -> None:
    start = table("LPS", "C14 5@1", phase=2, players=2).game()
    assert is_legal(start, second)
    game = lay(start, first)
    assert game.actor == start.actor, "the turn goes on"
    with pytest.raises(IllegalAction) as refusal:
        game.check(lay_tile(game, second))
    assert refusal.value.rule == "R56-3.1"


@pytest.mark.rule("R56-4.2")
def test_any_of_the_six_rotations() -> None:
    game = table("TGB").game()
    assert offered(game) == {f"K8 {tile}@{rotation}" for tile in ("5", "6", "57") for rotation in EDGES}
    assert broken_rule(game, "K8 57@6") == "R56-4.2"
    assert broken_rule(game, "K8 57@-1") == "R56-4.2"


@pytest.mark.rule("R56-4.3", "R56-2.1")
@pytest.mark.parametrize("phase", [1, 2, 3, 4])
def test_colours_open_with_the_phases(phase: int) -> None:
    green = table("BBG", "J15 57@0", phase=phase).game()
    if phase < 2:
        assert broken_rule(green, "J15 14@0") == "R56-4.3"
    else:
        assert is_legal(green, "J15 14@0")
    brown = table("BBG", "J15 14@0", phase=phase).game()
    if phase < 4:
        assert broken_rule(brown, "J15 63@0") == "R56-4.3"
    else:
        assert is_legal(brown, "J15 63@0")


@pytest.mark.rule("R56-4.4")
def test_first_tiles_by_the_kind_of_hex() -> None:
    for name, place in book().ground.atlas.hexes.items():
        assert place.first_tiles == FIRST_TILES.get(place.kind, ()), name
        assert kinds(fitting(name)) <= set(place.first_tiles), name
        assert bool(fitting(name)) is bool(place.first_tiles), name
    counted = Counter(place.kind for place in book().ground.atlas.hexes.values())
    assert counted == {
        "plain": 49, "city": 16, "town": 10, "double_town": 6, "double_city": 3, "preprinted_city": 2,
        "preprinted_double_city": 1, "red": 11, "lake": 1,
    }  # fmt: skip


@pytest.mark.rule("R56-4.4")
@pytest.mark.parametrize(
    ("name", "tile"),
    [
        *[("D15", "4"), ("D15", "57"), ("E18", "3"), ("D19", "1"), ("D19", "8"), ("D17", "9")],
        *[("F15", "57"), ("N11", "59"), ("I12", "120"), ("I12", "57"), ("D17", "59")],
    ],
)
def test_a_tile_of_another_kind_of_hex_is_refused(name: str, tile: str) -> None:
    game = table("LPS", "C14 57@2", phase=2).game()
    assert {broken_rule(game, f"{name} {tile}@{rotation}") for rotation in EDGES} == {"R56-4.4"}


@pytest.mark.rule("R56-4.5", "R56-4.4", "R56-4.6")
def test_what_each_colour_may_lie_on() -> None:
    tiles, atlas = book().ground.tiles, book().ground.atlas
    bordered = {"F15", "M4", "N11", "I12", "L15", "N17"}
    for name in atlas.hexes:
        colours = {tiles[tile].colour for tile in kinds(fitting(name))}
        assert colours <= ({"green"} if name in bordered else {"yellow"}), name
    before = {"green": "yellow", "brown": "green"}
    for tile in tiles.values():
        assert all(before[tiles[heir].colour] == tile.colour for heir in tile.upgrades), tile.id
    game = table("LPS", "C14 57@2", phase=4).game()
    assert broken_rule(game, "C14 125@1") == "R56-4.6"  # brown on yellow
    assert broken_rule(game, "D15 23@0") == "R56-4.4"  # green on a light green hex


@pytest.mark.rule("R56-4.5")
@pytest.mark.parametrize("name", ["B13", "A20", "F9", "N5", "P17"])
def test_red_locations_and_the_lake_take_no_tile(name: str) -> None:
    assert broken_rule(table("LPS", "C14 57@2").game(), f"{name} 8@0") == "R56-4.5"


@pytest.mark.rule("R56-4.6", "R56-4.7")
@pytest.mark.parametrize("old", [*UPGRADES, *TOWN_TILES])
def test_replacements_of_the_census_with_their_rotations(old: str) -> None:
    stops = book().ground.tiles[old].track.stops
    name = OPEN_HEX["plain" if not stops else "double_city" if len(stops) == 2 else "city"]
    listed = {
        (new, int(rotation))
        for entry in filter(None, UPGRADES.get(old, "").split("; "))
        for new, *rotations in [entry.split()]
        for rotation in rotations
    }
    for turned in EDGES:
        wanted = {f"{new}@{(rotation + turned) % 6}" for new, rotation in listed}
        assert fitting(name, f"{old}@{turned}") == wanted


@pytest.mark.rule("R56-4.6")
def test_the_census_list_is_exhaustive() -> None:
    for old, turned in (("28", "28@0"), ("29", "29@0")):
        game = table("LPS", f"C14 57@2, D15 {turned}", phase=4).game()
        # the geometry would allow it
        assert {broken_rule(game, f"D15 43@{rotation}") for rotation in EDGES} == {"R56-4.6"}, old


@pytest.mark.rule("R56-4.7")
def test_old_track_must_reappear() -> None:
    game = table("LPS", "C14 5@1, D15 8@5", phase=2).game()
    # 8@5 joins edges 5 and 1; 25@5 (edges 1-5, 3-5) keeps that, 25@0 (0-2, 0-4) does not
    assert is_legal(game, "D15 25@5")
    assert broken_rule(game, "D15 25@0") == "R56-4.7"
    assert broken_rule(game, "C14 15@2") == "R56-4.7"  # without edge 1


@pytest.mark.rule("R56-4.7")
def test_printed_track_must_reappear() -> None:
    base = table("CA", "D17 57@2, E18 56@4, F17 6@4", phase=2).game()
    assert offered(base, "F15") == {"F15 121@1", "F15 121@3", "F15 121@5"}
    assert broken_rule(base, "F15 121@0") == "R56-4.7"


@pytest.mark.rule("R56-4.8", "T56-6")
def test_brown_cities_on_l_hexes_and_elsewhere() -> None:
    lps = table("LPS", "C14 14@1", phase=4).game()
    assert offered(lps, "C14") == {"C14 125@1"}
    assert {broken_rule(lps, f"C14 63@{rotation}") for rotation in EDGES} == {"R56-4.8"}
    bbg = table("BBG", "J15 14@0", phase=4).game()
    assert offered(bbg, "J15") == {f"J15 63@{rotation}" for rotation in EDGES}
    assert {broken_rule(bbg, f"J15 125@{rotation}") for rotation in EDGES} == {"R56-4.8"}


@pytest.mark.rule("R56-4.8")
def test_the_seven_l_hexes_take_one_rotation_each() -> None:
    cities = [name for name, place in book().ground.atlas.hexes.items() if place.kind == "city"]
    assert len(cities) == 16
    for name in cities:
        greens = {green for yellow in fitting(name) for green in fitting(name, yellow)}
        browns = {brown for green in greens for brown in fitting(name, green)}
        if name in L_HEXES:
            assert browns == {f"125@{L_HEXES[name]}"}
        elif name != "O16":
            assert kinds(browns) == {"63"}


@pytest.mark.rule("R56-4.9", "R56-4.19", "R56-4.8")
def test_niagara_falls() -> None:
    yellow = fitting("O16")
    edges = {placement: book().ground.tiles[t].turned[int(r)].edges for placement in yellow
             for t, r in [placement.split("@")]}  # fmt: skip
    assert set().union(*edges.values()) == {2, 3, 4, 5}
    greens = {green for laid in yellow for green in fitting("O16", laid)}
    assert greens == {"15@2"}
    assert fitting("O16", "15@2") == set()
    game = table("BBG", "O18 5@0, O16 15@2, J15 57@0", phase=4, second=("O18",)).game()
    assert {broken_rule(game, f"O16 63@{rotation}") for rotation in EDGES} == {"R56-4.19"}
    assert {broken_rule(game, f"O16 125@{rotation}") for rotation in EDGES} == {"R56-4.8"}


@pytest.mark.rule("R56-4.10")
def test_london_and_barrie() -> None:
    for rotation in (1, 3, 5):
        assert fitting("F15", f"121@{rotation}") == {f"126@{turned}" for turned in EDGES}
        assert fitting("M4", f"121@{rotation}") == {"127@3"}
    london = table("CA", "D17 57@2, E18 56@4, F17 6@4, F15 121@1", phase=4).game()
    assert is_legal(london, "F15 126@0")
    assert {broken_rule(london, f"F15 127@{rotation}") for rotation in EDGES} == {"R56-4.10"}
    barrie = table("TGB", "K8 57@1, L7 9@1, M6 58@4, M4 121@1", phase=4).game()
    assert is_legal(barrie, "M4 127@3")
    assert {broken_rule(barrie, f"M4 126@{rotation}") for rotation in EDGES} == {"R56-4.10"}


@pytest.mark.rule("R56-4.11", "R56-4.19")
def test_toronto() -> None:
    ground, board = book().ground, Board()

    def cities() -> list[tuple[int, int, tuple[int, ...]]]:
        return [(s.values[0], s.slots, s.edges) for s in ground.track(board, "N11").stops]

    assert cities() == [(30, 1, (4,)), (30, 1, (1,))]
    assert fitting("N11") == {"120@4"}
    board.tiles["N11"] = ("120", 4)
    assert cities() == [(60, 1, (4, 5)), (60, 1, (0, 1))]
    assert fitting("N11", "120@4") == {"122@4"}
    board.tiles["N11"] = ("122", 4)
    assert cities() == [(80, 2, (4, 5)), (80, 2, (0, 1))]
    game = table("GT", "P9 57@1, O10 9@1", phase=2).game()
    assert offered(game, "N11") == {"N11 120@4"}
    # the brown tile has no new track, but bigger cities, and the line of GT ends at one of them
    brown = table("GT", "P9 57@1, O10 9@1, N11 120@4", phase=4).game()
    assert offered(brown, "N11") == {"N11 122@4"}
    assert {broken_rule(game, f"N11 120@{rotation}") for rotation in (0, 1, 2, 3, 5)} == {"R56-4.19"}


@pytest.mark.rule("R56-4.12", "R56-4.19", "R56-4.22")
def test_the_tile_of_two_cities() -> None:
    cities = book().ground.tiles["59"].track.stops
    assert [(city.values, city.slots, city.edges) for city in cities] == [((40,), 1, (0,)), ((40,), 1, (2,))]
    assert fitting("L15") == {f"59@{rotation}" for rotation in (0, 2, 3, 4)}
    assert fitting("I12") == fitting("N17") == {f"59@{rotation}" for rotation in EDGES}
    hamilton = "J15 57@2, K16 58@5"
    game = table("BBG", hamilton, phase=2).game()
    assert is_legal(game, "L15 59@4")
    assert {broken_rule(game, f"L15 59@{rotation}") for rotation in (1, 5)} == {"R56-4.19"}
    waiting = table("BBG", hamilton + ", I12 59@0, N17 59@0", phase=2).game()
    assert broken_rule(waiting, "L15 59@4") == "R56-4.22"
    back = table("BBG", hamilton + ", I12 64@0, N17 59@0", phase=4).game()
    assert is_legal(back, "L15 59@4")


@pytest.mark.rule("R56-4.13", "R56-4.7")
def test_brown_tiles_of_two_cities() -> None:
    tiles = book().ground.tiles
    for tile in TWO_CITIES:
        assert tiles[tile].count == 1
        assert [(s.values, s.slots, len(s.edges)) for s in tiles[tile].track.stops] == [((50,), 1, 2)] * 2
    for name, turned in (("I12", 0), ("N17", 0), ("L15", 2)):
        laid = f"59@{turned}"
        assert kinds(fitting(name, laid)) <= set(TWO_CITIES)
        for placement in fitting(name, laid):
            tile, rotation = placement.split("@")
            first, second = tiles[tile].turned[int(rotation)].stops
            homes = [(turned in stop.edges, (turned + 2) % 6 in stop.edges) for stop in (first, second)]
            assert sorted(homes) == [(False, True), (True, False)]
    assert kinds(fitting("I12", "59@0")) == set(TWO_CITIES)
    game = table("WGB", "J11 5@3, I12 59@1", phase=4).game()
    assert is_legal(game, "I12 65@1")
    # 64@1 would put both old edges, 1 and 3, into one city
    assert broken_rule(game, "I12 64@1") == "R56-4.7"


@pytest.mark.rule("R56-4.14", "R56-4.6", "R56-4.22")
@pytest.mark.parametrize("old", TOWN_TILES)
def test_town_tiles_stay(old: str) -> None:
    name = "F13" if len(book().ground.tiles[old].track.stops) == 2 else "H11"
    game = table("BBG", f"J15 57@0, G12 57@0, {name} {old}@0", phase=4, second=("G12",)).game()
    for tile in book().ground.tiles:
        assert broken_rule(game, f"{name} {tile}@0") == (
            "R56-4.6" if ask.copies_left(game, tile) else "R56-4.22"
        )
    assert fitting(name, f"{old}@0") == set()


@pytest.mark.rule("R56-4.19")
def test_blocked_edges_are_those_that_lead_nowhere() -> None:
    atlas = book().ground.atlas
    for name, place in atlas.hexes.items():
        if not place.first_tiles:
            continue
        for edge in EDGES:
            beside = atlas.beside[name][edge]
            dead = beside is None or (
                not atlas[beside].first_tiles and (edge + 3) % 6 not in atlas[beside].printed.edges
            )
            assert (edge in place.blocked) is dead, (name, edge)


@pytest.mark.rule("R56-4.19")
def test_track_points_at_no_blocked_edge_but_at_red_connections() -> None:
    game = table("LPS", "C14 57@1").game()
    assert broken_rule(game, "B15 9@2") == "R56-4.19"  # edge 5
    assert is_legal(game, "B15 7@0")  # edge 0: the connection of Sarnia
    assert broken_rule(table("LPS").game(), "C14 57@0") == "R56-4.19"
    assert broken_rule(game, "N7 9@0") == "R56-4.19"  # Lake Simcoe
    goderich = table("BBG", "J15 57@0, G12 57@0, F13 56@4", second=("G12",)).game()
    assert is_legal(goderich, "G10 8@3")  # edge 5: Goderich's printed track


@pytest.mark.rule("R56-4.20")
@pytest.mark.parametrize(
    ("company", "tiles", "written"),
    [
        ("LPS", "C14 57@2", "D15 9@2"),  # towards bare E16
        ("CA", "D17 57@1", "E16 9@1"),  # London, where nothing is printed
        ("TGB", "K8 57@0, K6 8@1", "L5 9@1"),  # Barrie, where nothing is printed
        ("TGB", "K8 57@2, L9 4@2", "M10 55@2"),  # Toronto, where nothing is printed
    ],
)
def test_track_may_point_at_any_hex_that_takes_tiles(company: str, tiles: str, written: str) -> None:
    assert is_legal(table(company, tiles).game(), written)


@pytest.mark.rule("R56-4.21")
def test_the_terrain_that_costs_40() -> None:
    costs = {name: place.cost for name, place in book().ground.atlas.hexes.items() if place.cost}
    assert costs == dict.fromkeys(("K10", "K12", "K14", "M16", "N15", "L15", "N3", "N19", "P7"), 40)


@pytest.mark.rule("R56-4.21")
def test_terrain_is_paid_with_the_first_tile_only() -> None:
    base = table("WGB", "J11 57@1").trains("WGB", "2")
    game = base.cash("WGB", 40).game()
    after = lay(game, "K10 8@4")
    assert ask.cash(after, "WGB") == 0
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) + 40
    poor = base.cash("WGB", 39).game()
    assert broken_rule(poor, "K10 8@4") == "R56-4.21"
    assert offered(poor, "K10") == set()
    replacing = table("WGB", "J11 57@1, K10 8@4", phase=2).cash("WGB", 0).game()
    assert ask.cash(lay(replacing, "K10 24@4"), "WGB") == 0


@pytest.mark.rule("T56-13", "R56-4.21")
def test_hamilton_costs_40_once() -> None:
    road = "J15 57@1, K14 9@1, L13 5@3"
    first = table("BBG", road, phase=2).game()
    assert ask.cash(lay(first, "L15 59@0"), "BBG") == 140 - 40
    assert broken_rule(table("BBG", road, phase=2).cash("BBG", 39).game(), "L15 59@0") == "R56-4.21"
    later = table("BBG", road + ", L15 59@0", phase=4).cash("BBG", 0).game()
    browns = offered(later, "L15")
    # with 59@0 below it, tile 66 would point at the blocked edge 1
    assert kinds({written.split()[1] for written in browns}) == set(TWO_CITIES) - {"66"}
    assert all(ask.cash(lay(later, written), "BBG") == 0 for written in browns)


@pytest.mark.rule("R56-4.22")
def test_copies_run_out_and_come_back() -> None:
    game = table("CA", "D17 57@2, F13 56@0", phase=2).game()
    assert {broken_rule(game, f"E18 56@{rotation}") for rotation in EDGES} == {"R56-4.22"}
    game = table("LPS", "C14 57@2", phase=2, players=2).game()
    assert ask.copies_left(game, "57") == 3
    after = lay(game, "C14 14@1")
    assert (ask.copies_left(after, "57"), ask.copies_left(after, "14")) == (4, 3)
    last = table("LPS", "C14 57@2, H15 57@0, J13 57@0, J15 57@0", players=2, phase=2).game()
    assert ask.copies_left(last, "57") == 0
    other = lay(last, "C14 14@1")
    while other.actor != player(other, "CA"):
        assert other.actor is not None
        other = other.apply(Pass(other.actor))
    assert is_legal(other, "D17 57@0")


@pytest.mark.rule("R56-8.12")
@pytest.mark.parametrize(("laid", "still"), [(True, 0), (False, 2)])
def test_a_round_in_which_a_tile_was_laid_did_not_stand_still(laid: bool, still: int) -> None:
    game = table("LPS").idle_rounds(1).game()
    now = ask.round_number(game)
    game = lay(game, "C14 57@2") if laid else game
    while ask.round_number(game) == now:
        game = game.apply(Pass(str(game.actor)))
    assert ask.idle_rounds(game) == still
