"""The components (chapter 1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.titles.sardinia.openings import position

from piercy.rail.board import Board, place_token
from piercy.rail.lines import Lines
from piercy.testing import questions as ask
from piercy.titles.sardinia.book import GREEN, RED, WHITE, _problems, book
from piercy.titles.sardinia.maritime import pay_bonuses

FACTS = book()
ATLAS = FACTS.ground.atlas
TILES = FACTS.ground.tiles


def named(kind: str) -> set[str]:
    return {str(place.name) for place in ATLAS.hexes.values() if place.kind == kind}


def hex_of(name: str) -> str:
    return next(place.id for place in ATLAS.hexes.values() if place.name == name)


def test_all_that_contradicts_itself_is_told_when_the_book_is_read() -> None:
    companies = {**FACTS.companies, "FMS": replace(FACTS.companies["FMS"], home="A99", destination="B99")}
    assert _problems(replace(FACTS, companies=companies, cells=FACTS.cells[::-1])) == [
        "FMS has no home on the map",
        "FMS has no destination on the map",
        "the prices of the market do not rise from cell to cell",
    ]


@pytest.mark.rule("R65-1.1.1")
def test_two_islands_of_plain_land_towns_cities_and_mines_in_the_sea() -> None:
    kinds = Counter(place.kind for place in ATLAS.hexes.values() if place.id in FACTS.islands)
    assert kinds == {"plain": 36, "town": 19, "city": 5, "large_city": 6, "mine": 8}
    assert set(FACTS.islands.values()) == {"sardinia", "corsica"}
    sea = {place.kind for place in ATLAS.hexes.values() if place.id not in FACTS.islands}
    assert sea == {"sea", "port"}


@pytest.mark.rule("R65-1.1.2")
def test_only_the_six_large_cities_have_track_at_the_start() -> None:
    printed = {place.name: place for place in ATLAS.hexes.values() if place.printed.edges and place.name}
    labels = {name: place.label for name, place in printed.items()}
    assert labels == {
        "Cagliari": "C", "Oristano": "O", "Nuoro": "N", "Sassari": "S", "Portovecchio": "P", "Bastia": "B",
    }  # fmt: skip
    assert all(place.colour == "yellow" for place in printed.values())


@pytest.mark.rule("R65-1.1.3")
def test_five_ordinary_cities_start_without_a_tile() -> None:
    assert named("city") == {"Isili", "Olbia", "Ajaccio", "Arbatax", "Calvi"}
    assert all(not ATLAS[hex_of(name)].printed.edges for name in named("city"))


@pytest.mark.rule("R65-1.1.4")
def test_eight_mines_three_of_them_in_the_carbonia_district() -> None:
    mines = {place.id for place in ATLAS.hexes.values() if place.kind == "mine"}
    assert Counter(FACTS.islands[name] for name in mines) == {"sardinia": 6, "corsica": 2}
    assert {ATLAS[name].name for name in FACTS.districts["Carbonia"]} == {
        "Serbariu", "Monteponi", "Su Zurfuru",
    }  # fmt: skip


@pytest.mark.rule("R65-1.1.5")
def test_terrain_lies_on_borders_and_costs_nothing_for_track() -> None:
    land = {p: b for p, b in ATLAS.borders.items() if set(p) <= FACTS.islands.keys()}
    assert Counter(border.terrain for border in land.values()) == {
        "river": 44, "mountain": 45, "river+mountain": 2,
    }  # fmt: skip
    assert ATLAS.border("F34", "E35") == ATLAS.plain_border
    assert all(place.cost == 0 for place in ATLAS.hexes.values())


@pytest.mark.rule("R65-1.1.6")
def test_the_islands_are_joined_by_track_over_the_sea() -> None:
    """A line from Olbia by its northern side runs over the east link to Portovecchio."""
    board = Board(tiles={"F18": ("63", 0), "E11": ("L11", 0)})
    place_token(board, "F18", 0, "FA")
    reached = Lines(FACTS.ground, board, "FA").from_tokens().stops
    assert ("E11", 0) in reached


@pytest.mark.rule("R65-1.2.1")
def test_eight_companies_with_home_and_destination() -> None:
    table = {
        name: (ATLAS[facts.home].name, ATLAS[facts.destination].name)
        for name, facts in FACTS.companies.items()
    }
    assert table == {
        "FMS": ("Cagliari", "Serbariu"),
        "RCSF": ("Oristano", "Cagliari"),
        "SFSS": ("Sassari", "Olbia"),
        "FCS": ("Isili", "Nuoro"),
        "SFS": ("Arbatax", "Cagliari"),
        "FA": ("Nuoro", "Olbia"),
        "CFC": ("Bastia", "Ajaccio"),
        "CFD": ("Portovecchio", "Bastia"),
    }
    assert FACTS.companies["RCSF"].name == "Regia Compagnia delle Ferrovie della Sardegna"
    assert len({facts.colour for facts in FACTS.companies.values()}) == 8


@pytest.mark.rule("R65-1.2.2")
def test_every_company_of_the_opening_is_minor() -> None:
    game = position().begin("stock")
    assert not any(ask.major(game, name) for name in ask.companies(game))


@pytest.mark.rule("R65-1.3.1")
def test_a_minor_has_four_certificates_and_a_major_nine() -> None:
    assert (FACTS.minor.singles + 1, FACTS.minor.percent) == (4, 20)
    assert (FACTS.major.singles + 1, FACTS.major.percent) == (9, 10)
    assert (FACTS.minor.singles + 2) * FACTS.minor.percent == 100
    assert (FACTS.major.singles + 2) * FACTS.major.percent == 100
    assert len(FACTS.companies) * (FACTS.major.singles + 1) == 72


@pytest.mark.rule("R65-1.3.2", "R65-1.3.3")
@pytest.mark.parametrize("major", [False, True])
def test_a_presidents_certificate_is_one_certificate_and_two_shares(major: bool) -> None:
    game = position().cash("Alan", 0).cash("Bob", 0).company(
        "FMS", 100, "Alan", {"Bob": 1}, major=major, floated=True
    ).begin("stock")  # fmt: skip
    assert (ask.certificates(game, "Alan"), ask.holding(game, "Alan", "FMS")) == (1, 2)
    assert (ask.certificates(game, "Bob"), ask.holding(game, "Bob", "FMS")) == (1, 1)
    assert (game.scores()["Alan"], game.scores()["Bob"]) == (200, 100)


@pytest.mark.rule("R65-1.4.1")
def test_eight_maritime_companies_with_their_bonus_locations() -> None:
    table = {card: {ATLAS[hex_].name for hex_ in facts.places} for card, facts in FACTS.maritimes.items()}
    assert table == {
        "M1": {"Olbia"},
        "M2": {"Arbatax"},
        "M3": {"Cagliari"},
        "M4": {"Serbariu", "Monteponi", "Su Zurfuru"},
        "M5": {"Oristano"},
        "M6": {"Sassari"},
        "M7": {"Ajaccio"},
        "M8": {"Calvi"},
    }
    assert all(ATLAS[port].kind == "port" for facts in FACTS.maritimes.values() for port in facts.ports)


MARKET = """
10 15 20  110 120 140  250 270 290
20 25 30  120 130 150  270 290 310
30 35 40  130 140 160  290 310 330
40 45 60  140 150 170  310 330 350
50 55 70  150 160 180  335 360 380
60 65 80  165 180 200  360 385 405
70 75 90  180 195 215  385 410 430
80 85 100 195 210 230  410 435 455
90 95 110 210 225 245  435 460 480
100 110 130 230 250 270  460 485 505
490 520 540
"""


@pytest.mark.rule("R65-1.5.1", "R65-1.5.2")
def test_the_market_is_one_row_with_two_premiums_in_each_cell() -> None:
    numbers = list(map(int, MARKET.split()))
    cells = sorted(tuple(numbers[i : i + 3]) for i in range(0, len(numbers), 3))
    assert [(cell.price, cell.white, cell.green) for cell in FACTS.cells] == cells
    assert len(cells) == 31


@pytest.mark.rule("R65-1.6.1", "R65-1.6.2")
@pytest.mark.parametrize(
    ("row", "white", "green"), [(2, 3, 5), (3, 5, 7), (4, 7, 9), (5, 9, 11), (6, 11, 13), (7, 13, 15)]
)
def test_every_row_of_the_chart_is_red_then_white_then_green(row: int, white: int, green: int) -> None:
    expected = [RED] * (white - 1) + [WHITE] * (green - white) + [GREEN] * (17 - green)
    assert [FACTS.chart.region(row, rank) for rank in range(1, 17)] == expected
    assert list(FACTS.chart.rows) == [2, 3, 4, 5, 6, 7]


@pytest.mark.rule("R65-1.6.3")
def test_a_rank_beyond_the_last_column_is_green_in_every_row() -> None:
    assert FACTS.chart.columns == 16
    assert {FACTS.chart.region(row, 21) for row in FACTS.chart.rows} == {GREEN}


@pytest.mark.rule("R65-1.7.1", "R65-1.7.2")
def test_traffic_rises_with_the_colour_but_falls_for_mines() -> None:
    values: dict[tuple[str, str], set[int]] = {}
    for tile in TILES.values():
        for stop in tile.track.stops:
            kind = "large city" if tile.label else stop.kind
            values.setdefault((kind, tile.colour), set()).add(stop.values[0])
    assert {key: min(found) for key, found in values.items() if len(found) == 1} == {
        ("town", "yellow"): 1, ("town", "green"): 1, ("town", "brown"): 2,
        ("city", "yellow"): 2, ("city", "green"): 3, ("city", "brown"): 4,
        ("large city", "green"): 4, ("large city", "brown"): 5, ("large city", "gray"): 6,
        ("mine", "yellow"): 2, ("mine", "green"): 1, ("mine", "brown"): 0,
    }  # fmt: skip
    assert len(values) == 12, "a kind of place has different traffic on tiles of one colour"
    assert {tile.colour for tile in TILES.values()} == {"yellow", "green", "brown", "gray"}


@pytest.mark.rule("R65-1.7.3")
def test_traffic_that_the_texts_themselves_name() -> None:
    assert TILES["4"].track.stops[0].values == (1,)
    assert TILES["57"].track.stops[0].values == (2,)
    assert TILES["15"].track.stops[0].values == (3,)
    assert ATLAS[hex_of("Cagliari")].printed.stops[0].values == (3,)
    assert TILES["L03"].track.stops[0].values == (4,)
    assert ATLAS[hex_of("Oristano")].printed.stops[0].values == (3,)
    assert [TILES[tile].track.stops[0].values[0] for tile in ("L02", "L08")] == [4, 5]


@pytest.mark.rule("R65-1.7.4")
def test_tiles_are_limited() -> None:
    assert sum(tile.count or 0 for tile in TILES.values()) == 172
    assert [TILES[mine].count for mine in ("173", "174", "175")] == [8, 8, 8]
    assert ask.supply(position().begin("stock")) == {tile.id: tile.count for tile in TILES.values()}


@pytest.mark.rule("R65-1.7.4")
def test_one_tile_more_than_printed_and_no_hex_for_the_sixth_146() -> None:
    """With 5 copies of #146 the total would be the printed 171, and nobody would miss the sixth."""
    counts = {tile.id: tile.count or 0 for tile in TILES.values()}
    assert counts["146"] == 6
    assert sum((counts | {"146": 5}).values()) == 171
    atlas = FACTS.ground.atlas
    takers = [
        name
        for name in TILES["146"].only
        if any(not track.edges & atlas[name].blocked for track in TILES["146"].turned)
    ]
    assert sorted(takers) == ["A23", "D10", "D18", "F4", "F8"]


@pytest.mark.rule("R65-1.8.1")
def test_a_token_takes_a_slot_and_can_close_a_city_to_others() -> None:
    board = Board()
    for company in ("FMS", "RCSF"):
        assert FACTS.ground.free_slots(board, "E35", 0) > 0
        assert Lines(FACTS.ground, board, "SFS").open("E35", 0)
        place_token(board, "E35", 0, company)
    assert FACTS.ground.free_slots(board, "E35", 0) == 0
    assert not Lines(FACTS.ground, board, "SFS").open("E35", 0)
    assert Lines(FACTS.ground, board, "FMS").open("E35", 0)


@pytest.mark.rule("R65-1.9.1")
def test_a_company_may_own_any_amount_of_traffic() -> None:
    made = position().company("FMS", 100, "Alan", {"Alan": 1}, traffic=998, maritimes=["M3"]).still()
    pay_bonuses(made.context(), FACTS, "FMS")
    assert ask.traffic(made, "FMS") == 1000


@pytest.mark.rule("R65-1.10.1")
def test_the_trains() -> None:
    table = {
        name: (kind.coverage, kind.price, kind.count) for name, kind in FACTS.trains.items()
    }  # fmt: skip
    assert table == {
        "PH2": (8, 100, 5), "PH2d": (8, 70, 1),
        "PH3": (14, 200, 4), "PH3d": (14, 160, 1),
        "PH4": (20, 350, 3), "PH4d": (20, 300, 1),
        "PH5": (25, 500, 2), "PH6": (30, 650, 3), "PH7": (35, 800, None),
    }  # fmt: skip
    scraps = {number: phase.scraps for number, phase in FACTS.phases.items() if phase.scraps}
    assert scraps == {4: ("PH2", "PH2d"), 6: ("PH3", "PH3d"), 7: ("PH4", "PH4d")}
    short = {name: kind.count for name, kind in book(short=True).trains.items()}
    assert short == {
        "PH2": 4, "PH2d": 1, "PH3": 3, "PH3d": 1, "PH4": 2, "PH4d": 1, "PH5": 2, "PH6": 2, "PH7": None,
    }  # fmt: skip


@pytest.mark.rule("R65-1.11.1")
def test_a_loan_is_500_and_loan_cards_are_no_limit() -> None:
    assert FACTS.sums.loan == 500
    game = position().cash("Alan", 0).loans("Alan", 40).begin("stock")
    assert game.scores()["Alan"] == -20_000
