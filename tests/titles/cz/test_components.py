"""The components: chapters I, II, XII and the companies of chapter IV, against the data files."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, fresh, table

from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.titles.cz.actions import DraftLocal
from piercy.titles.cz.book import BOHEMIA, MORAVIA, STANDARD, Book, book

FACTS = book()
COMPANIES = {
    "small": {"EKJ": "D4", "OFE": "C25", "BCB": "E15", "MW": "F22", "VBW": "I9"},
    "medium": {"BN": "E11", "NWB": "E11", "ATE": "B8", "BTE": "D2", "KFN": "G19"},
    "large": {"Sx": "A7 B4", "Pr": "B18 A21", "By": "F2 H4", "kk": "J14 I17", "Ug": "I23 G27"},
}
CARDS = {
    "a": ({"2": 70}, 5),
    "b": ({"2": 70, "2+2": 80}, 4),
    "c": ({"3": 120, "2+2": 80}, 4),
    "d": ({"3": 120, "3+3": 180, "3E": 250}, 4),
    "e": ({"4": 250, "3+3": 180, "3E": 250}, 4),
    "f": ({"4": 250, "4+4": 400, "4E": 350}, 4),
    "g": ({"5": 350, "4+4": 400, "4E": 350}, 4),
    "h": ({"5": 350, "5+5": 500, "5E": 700}, 2),
    "i": ({"5": 350, "5+5": 500, "6E": 800}, 2),
    "j": ({"5": 350, "5+5": 500, "8E": 1000}, None),
}
SCRAPPED = {
    "4": ["2"],
    "5": ["2", "3"],
    "4+4": ["2+2"],
    "5+5": ["2+2", "3+3"],
    "6E": ["3E"],
    "8E": ["3E", "4E"],
}
YELLOW = "1:1 2:1 3:4 4:4 5:4 6:4 7:5 8:14 9:13 55:1 56:1 57:4 58:4 69:1 201:2 202:2 621:2 8889:1 8890:1"
GREEN = (
    "14:4 15:4 16:1 19:1 20:1 23:3 24:3 25:2 26:2 27:2 28:1 29:1 30:1 31:1 207:2 208:2 619:4 622:2 8859:1"
    " 8860:1 8863:1 8864:1 8865:1 8885:1 8891:1 14p:1 15p:1 887p:4 888p:2 8866p:2"
)
BROWN = (
    "39:1 40:1 41:1 42:1 43:1 44:1 45:1 46:1 47:1 70:1 216:3 611:7 8892:1 216p:1 611p:1 889p:2"
    " 8894p:1 8895p:1 8896p:1"
)
GRAY = "8893:1 595p:2 8857p:1"
RED = "8894:1 8895:1 8896:1 8897:1 8898:1"


def manifest(text: str) -> dict[str, int]:
    return {name: int(count) for name, count in (item.split(":") for item in text.split())}


def of_size(facts: Book, size: str) -> list[str]:
    return [name for name, company in facts.companies.items() if company.size == size]


def hexes(**wanted: object) -> set[str]:
    """The hexes of the standard board whose print has the wanted attributes."""
    found = FACTS.ground.atlas.hexes.values()
    return {h.id for h in found if all(getattr(h, key) == value for key, value in wanted.items())}


@pytest.mark.rule("RCZ-II.1")
def test_five_companies_of_each_size() -> None:
    assert {size: len(of_size(FACTS, size)) for size in FACTS.sizes} == {"small": 5, "medium": 5, "large": 5}


@pytest.mark.rule("RCZ-II.2", "RCZ-XII.1", "RCZ-XII.2", "RCZ-XII.3")
def test_six_locals_of_each_size_by_name() -> None:
    names = {size: [p.name for p in FACTS.locals.values() if p.size == size] for size in FACTS.sizes}
    assert names == {
        "small": [
            "Plan - Tachau",
            "Melnik - Mscheno",
            "Zwittau - Politschka",
            "Wolframs - Teltsch",
            "Strakonice - Blatna - Bresnitz",
            "Martinitz - Rochlitz",
        ],
        "medium": [
            "Raudnitz - Kmetnowes",
            "Schweißing - Hayd",
            "Deutschbrod - Tischnowitz",
            "Troppau - Grätz",
            "Hannsdorf - Mährisch Altstadt",
            "Friedland - Bila",
        ],
        "large": [
            "Aujezd - Luhatschowitz",
            "Neuhaus - Wobratain",
            "Opočno - Dobruschka",
            "Wekelsdorf - Parschnitz - Trautenau",
            "Nezamislitz - Morkowitz",
            "Taus - Tachau",
        ],
    }


@pytest.mark.rule("RCZ-II.3", "RCZ-IV.2b.1", "RCZ-IV.2c.1", "RCZ-IV.2d.1")
@pytest.mark.parametrize(("size", "shares", "papers"), [("small", 4, 3), ("medium", 5, 4), ("large", 10, 9)])
def test_shares_and_certificates_of_each_size(size: str, shares: int, papers: int) -> None:
    """One certificate is the Director's and stands for two shares, so there is one certificate less."""
    assert FACTS.sizes[size].shares == shares
    name = of_size(FACTS, size)[0]
    position = table().company(name, price=FACTS.sizes[size].pars[0], Ada=shares)
    assert ask.certificates(position, ADA) == papers
    assert 5 * papers == {"small": 15, "medium": 20, "large": 45}[size]


@pytest.mark.rule("RCZ-II.4", "RCZ-XII.10")
def test_train_cards_with_their_types_prices_and_numbers() -> None:
    found = {
        letter: ({kind: FACTS.trains[kind].price for kind in card.types}, card.count)
        for letter, card in FACTS.cards.items()
    }
    assert found == CARDS
    assert {kind: list(gone) for kind, gone in FACTS.scraps.items() if gone} == SCRAPPED
    limits = {
        letter: "/".join(str(phase.limits[s]) for s in FACTS.sizes) for letter, phase in FACTS.phases.items()
    }
    # medium and large companies do not exist before b and d: their printed dash is never asked for
    assert limits == {
        "a": "3/3/3", "b": "3/3/3", "c": "3/3/3", "d": "3/3/3", "e": "2/3/3",
        "f": "2/2/3", "g": "2/2/3", "h": "1/2/3", "i": "1/1/3", "j": "1/1/2",
    }  # fmt: skip


@pytest.mark.rule("RCZ-II.4")
def test_j_cards_never_run_out() -> None:
    position = table().phase("j")
    assert ask.depot(position) == []
    for _ in range(50):
        assert ask.card_on_sale(position) == "j"
        position.card_sold("5j")
    assert ask.endless_drawn(position) == 50


@pytest.mark.rule("RCZ-II.5", "RCZ-XII.13")
@pytest.mark.parametrize(
    ("colour", "listed", "total", "purple"),
    [
        ("yellow", YELLOW, 69, 0),
        ("green", GREEN, 54, 10),
        ("brown", BROWN, 28, 7),
        ("gray", GRAY, 4, 3),
        ("red", RED, 5, 0),
    ],
)
def test_tile_manifest(colour: str, listed: str, total: int, purple: int) -> None:
    tiles = [tile for tile in FACTS.ground.tiles.values() if tile.colour == colour]
    assert {tile.id: tile.count for tile in tiles} == manifest(listed)
    assert sum(tile.count or 0 for tile in tiles) == total
    assert sum(tile.count or 0 for tile in tiles if "purple" in tile.flags) == purple


@pytest.mark.rule("RCZ-II.6", "RCZ-IV.2b.3", "RCZ-IV.2c.3", "RCZ-IV.2d.3")
def test_station_markers_and_their_prices() -> None:
    assert {size: facts.tokens for size, facts in FACTS.sizes.items()} == {
        "small": 3,
        "medium": 3,
        "large": 2,
    }
    assert sum(FACTS.size(name).tokens for name in FACTS.companies) == 40
    assert FACTS.token_costs == (40, 100)


@pytest.mark.rule("RCZ-IV.2b.4", "RCZ-IV.2c.4", "RCZ-IV.2d.4")
@pytest.mark.parametrize("size", COMPANIES)
def test_homes(size: str) -> None:
    homes = {name: " ".join(FACTS.companies[name].homes) for name in of_size(FACTS, size)}
    assert homes == COMPANIES[size]


@pytest.mark.rule("RCZ-IV.2c.5")
def test_the_homes_in_praha_have_track_to_the_north_east_and_to_the_south_east() -> None:
    cities = FACTS.ground.atlas["E11"].printed.stops
    exits = {}
    for name in ("BN", "NWB"):
        city = FACTS.companies[name].home_city
        assert city is not None
        exits[name] = [FACTS.ground.atlas.beside["E11"][edge] for edge in cities[city].edges]
    assert exits == {"BN": ["D12"], "NWB": ["F12"]}


@pytest.mark.rule("RCZ-XII.4", "RCZ-IV.1.19", "RCZ-IV.1.20")
def test_what_locals_of_each_size_pay_waive_and_lay() -> None:
    found = {(p.size, p.income, p.waives, p.purple) for p in FACTS.locals.values()}
    assert found == {
        ("small", 5, ("river",), ("green",)),
        ("medium", 10, ("river", "hill"), ("green", "brown")),
        ("large", 20, ("river", "hill", "mountain"), ("green", "brown", "gray")),
    }


@pytest.mark.rule("RCZ-XII.5", "RCZ-XII.6", "RCZ-XII.7")
def test_names_of_the_companies() -> None:
    assert {name: company.name for name, company in FACTS.companies.items()} == {
        "EKJ": "Eisenbahn Karlsbad - Johanngeorgenstadt",
        "OFE": "Ostrau-Friedlander Eisenbahn",
        "BCB": "Böhmische Commercialbahn",
        "MW": "Mährische Westbahn",
        "VBW": "Vereinigte Böhmerwaldbahnen",
        "BN": "Böhmische Nordbahn",
        "NWB": "Österreichische Nordwestbahn",
        "ATE": "Aussig-Teplitzer Eisenbahn",
        "BTE": "Buschtehrader Eisenbahn",
        "KFN": "Kaiser Ferdinands-Nordbahn",
        "Sx": "Sächsische Eisenbahn",
        "Pr": "Preußische Eisenbahn",
        "By": "Bayrische Staatsbahn",
        "kk": "kk Staatsbahn",
        "Ug": "Ungarische Staatsbahn",
    }


@pytest.mark.rule("RCZ-XII.8")
def test_cash_and_certificate_limits_of_every_table() -> None:
    found = {
        variant: {players: (t.cash, t.certificates) for players, t in book(variant).tables.items()}
        for variant in (STANDARD, BOHEMIA, MORAVIA)
    }
    assert found == {
        STANDARD: {3: (380, 14), 4: (300, 12), 5: (250, 10), 6: (210, 9)},
        BOHEMIA: {2: (280, 14)},
        MORAVIA: {2: (500, 15), 3: (450, 13)},
    }


@pytest.mark.rule("RCZ-XII.9", "RCZ-IV.1.4")
def test_the_progress_track() -> None:
    assert FACTS.local_prices == (
        (40,), (45,), (50,), (55,), (60, 65), (70, 75), (80, 90), (100, 110, 120),
    )  # fmt: skip


@pytest.mark.rule("RCZ-XII.11")
def test_terrain() -> None:
    assert {(h.terrain, h.cost) for h in FACTS.ground.atlas.hexes.values()} == {
        (None, 0),
        ("river", 10),
        ("hill", 20),
        ("mountain", 40),
    }
    river = "A9 B8 C9 C11 C17 D10 D12 D14 D16 E11 E15 F10 G9 H10"
    hill = "A13 B16 D28 E5 E27 F26 G13 G15 G17 H6 H14 H16 J10"
    assert hexes(terrain="river") == set(river.split())
    assert hexes(terrain="hill") == set(hill.split())
    assert hexes(terrain="mountain") == {"A15", "B6", "B20", "C3", "C5", "C21", "I7"}


@pytest.mark.rule("RCZ-XII.12")
def test_locations() -> None:
    cities = "B10 C23 D2 D4 D16 E9 E15 E21 F22 G11 G15 G23 I9"
    assert hexes(kind="city", label=None) == set(cities.split())
    assert hexes(kind="city", label="Y") == {"B12", "C25", "F6", "G19", "I11"}
    assert hexes(label="P") == {"E11"}
    assert hexes(label="OO") == {"B8", "C7", "D26"}
    towns = "A9 B16 C5 C9 C11 C13 C19 C27 E1 E3 F10 F12 G17 G21 H6 H16 J10"
    assert hexes(kind="town") == set(towns.split())
    assert hexes(kind="gray") == {"D0"}
    assert hexes(kind="double_town") == {"B14", "E13", "F20"}


@pytest.mark.rule("RCZ-I.2")
def test_everything_is_open_information() -> None:
    """There is one state for all; it shows cash, shares, Locals, trains and markers of everybody."""
    game: Game = fresh()
    assert set(ask.purses(game).values()) == {380}
    for company in ask.companies(game):
        assert (ask.cash(game, company), ask.shareholders(game, company)) == (0, {})
        assert (ask.trains(game, company), ask.tokens_left(game, company)) == ([], 0)
    bought = game.apply(DraftLocal(str(game.actor), "S1")).latest_events
    assert [event.fields["price"] for event in bought if event.key == "local_drafted"] == [25]
