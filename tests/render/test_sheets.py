"""Pictures of what lies beside the map, and of special hexes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from piercy.core.game import new_game
from piercy.present.pictures import draw_sheet
from piercy.rail.board import Board, place_token
from piercy.rail.rail_title import board_of, ground_of
from piercy.rail.sheets import Card, Charter, MarketSheet, PriceRow, TrackBox
from piercy.render.board import draw_map
from piercy.render.charter import draw_charters, draw_revenue_table, draw_round_track
from piercy.render.market import draw_market
from piercy.render.sheet import draw_tiles
from piercy.testing.conformance import player_names
from piercy.titles.cz.state import CzState
from piercy.titles.cz.title import Cz

MARKET = MarketSheet(
    (PriceRow((45, 53), 0.5), PriceRow((40, 50, 55))),
    {50: ("EKJ", "MW", "<&>")},
    {50: ("red",), 55: ("red", "blue")},
)


def groups(picture: str, name: str) -> list[ET.Element]:
    root = ET.fromstring(picture)
    return [part for part in root.iter("{http://www.w3.org/2000/svg}g") if part.get("class") == name]


def test_the_top_marker_of_a_stack_is_drawn_last_and_highest() -> None:
    picture = draw_market(MARKET, {"EKJ": "#ffffff"})
    markers = groups(picture, "marker")
    assert [marker.get("data-company") for marker in markers] == ["<&>", "MW", "EKJ"]
    circles = [marker.find("{http://www.w3.org/2000/svg}circle") for marker in markers]
    heights = [float(circle.get("cy", "0")) for circle in circles if circle is not None]
    assert heights == sorted(heights, reverse=True)


def test_rows_are_staggered_and_starting_prices_coloured() -> None:
    picture = draw_market(MARKET, {})
    places = {cell.get("data-price"): cell.get("transform") for cell in groups(picture, "price")}
    assert places["45"] == "translate(29 0)"
    assert str(places["40"]).startswith("translate(0 ")
    assert picture.count("#a9cbea") == 1
    assert picture.count("#f0b3aa") == 2


def test_charters_show_what_a_company_has() -> None:
    charter = Charter(
        "BTE", "Buschtehrader <Eisenbahn>", "#DBE285", "Ada", 65, 103,
        [Card("3+3", "blue"), Card("3", "red")], 2, ["40", "100"], [Card("S1", used=True)], 140,
    )  # fmt: skip
    picture = draw_charters([charter, Charter("X", "Unopened", "#000000")], str.capitalize, str)
    for words in ("BTE", "Ada", "65", "103", "last run 140", "3+3", "Trains (2/2)", "40 100", "S1 (used)"):
        assert words in picture
    assert len(groups(picture, "charter")) == 2
    assert ET.fromstring(draw_charters([], str, str)) is not None


def test_the_box_of_now_is_framed() -> None:
    picture = draw_round_track(
        [TrackBox("SR", "stock"), TrackBox("40", "operating", True), TrackBox("x", "export")]
    )
    assert picture.count("#c0392b") == 1
    assert len(re.findall('class="box ', picture)) == 3


def test_several_companies_share_a_space_of_the_revenue_table() -> None:
    picture = draw_revenue_table({"A": 70, "B": 70, "C": 0, "D": 430}, {})
    spaces = {space.get("data-space"): space for space in groups(picture, "space")}
    assert len(spaces) == 60
    companies = [part.get("data-company") for part in spaces["7"].iter() if part.get("data-company")]
    assert companies == ["A", "B"]
    assert 'data-company="C"' not in picture


def test_the_boards_of_18cz() -> None:
    for title, players in (("18cz", 3), ("18cz-bohemia", 2), ("18cz-moravia", 3)):
        game = new_game(title, players=player_names(players), seed=1)
        cz = game.title
        assert isinstance(cz, Cz)
        homes, colours, ground = cz.homes(game.state_as(CzState)), cz.company_colours, cz.ground
        picture = draw_map(ground, board_of(game), company_colours=colours, homes=homes)
        drawn = set(re.findall('data-home="([^"]+)"', picture))
        assert drawn == {name for there in homes.values() for name, _ in there}
        assert picture.count('class="stop town"') >= sum(
            {"town": 1, "double_town": 2}.get(place.kind, 0) for place in ground.atlas.hexes.values()
        )
        for pane in cz.table(game).panes:
            for sheet in pane.sheets:
                assert ET.fromstring(draw_sheet(sheet, colours, cz.money)) is not None


def test_a_home_is_named_until_its_marker_comes() -> None:
    game = new_game("18cz", players=player_names(3), seed=1)
    ground = ground_of(game.title)
    board = Board({"D4": ("14", 0)})
    place_token(board, "D4", 0, "BTE")
    picture = draw_map(ground, board, company_colours={}, homes={"D4": [("EKJ", 0)]})
    assert (picture.count('data-home="EKJ"'), picture.count('data-company="BTE"')) == (1, 1)


def test_purple_tiles_have_a_rim() -> None:
    game = new_game("18cz", players=player_names(3), seed=1)
    ground = ground_of(game.title)
    purple = [tile for tile in ground.tiles.values() if "purple" in tile.flags]
    assert draw_tiles(ground).count('class="rim"') == len(purple) > 0
    assert draw_map(ground, Board({"D4": ("14p", 0)}), company_colours={}).count('class="rim"') == 1
    assert 'class="rim"' not in draw_map(ground, Board({"D4": ("14", 0)}), company_colours={})
