"""What lies beside the map, and its pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TypeVar

import pytest
from tests.titles.sardinia.openings import FULL, SHORT, position

from piercy.core.game import Game
from piercy.present.pictures import draw_sheet
from piercy.rail.sheets import Charters, ChartSheet, MarketSheet, RoundTrack
from piercy.rail.values import Count, Fact, Size
from piercy.render.board import draw_map
from piercy.render.chart import draw_chart
from piercy.render.charter import draw_round_track
from piercy.render.market import draw_market
from piercy.testing import questions as ask
from piercy.testing.scenario import SardiniaScenario

CARDS = ["M3"]
S = TypeVar("S")


def sheets(game: Game, kind: type[S]) -> list[S]:
    """What lies beside the map, of one kind."""
    return [sheet for pane in FULL.table(game).panes for sheet in pane.sheets if isinstance(sheet, kind)]


def table() -> SardiniaScenario:
    return (
        position(2)
        .phase(3)
        .company(
            "FMS", 100, "Alan", {"Alan": 1}, row=3, trains=["PH3"], traffic=14, maritimes=["M3"], loans=2
        )
        .company("FA", 100, "Bob", {"Bob": 1}, row=2)
        .company("SFS", 60, "Bob", floated=False)
    )


@pytest.mark.rule("R65-1.5.2", "R65-3.6.2")
def test_the_market_shows_stacks_premiums_and_starting_prices() -> None:
    (sheet,) = sheets(table().begin("operating"), MarketSheet)
    assert sheet.stacks == {100: ["FMS", "FA"], 60: ["SFS"]}
    assert sheet.premiums[100] == ((110, "white"), (130, "green"))
    assert sorted(sheet.pars) == list(range(60, 151, 10))
    assert [price for row in sheet.rows for price in row.prices] == [cell.price for cell in FULL.facts.cells]
    picture = draw_market(sheet, FULL.company_colours)
    assert picture.count('class="premium"') == 62
    assert picture.count('class="marker"') == 3


@pytest.mark.rule("R65-1.6.1", "R65-1.6.2")
def test_the_dragons_chart_shows_the_rank_markers() -> None:
    (sheet,) = sheets(table().begin("operating"), ChartSheet)
    assert sheet.markers == {"FMS": (1, 4), "FA": (0, 1)}, "an unfloated company has none"
    assert [row.label for row in sheet.rows] == ["PH2", "PH3", "PH4", "PH5", "PH6", "PH7"]
    assert [row.colours.count("white") for row in sheet.rows] == [2] * 6
    picture = ET.fromstring(draw_chart(sheet, FULL.company_colours))
    markers = [part.get("data-company") for part in picture.iter() if part.get("class") == "marker"]
    assert sorted(map(str, markers)) == ["FA", "FMS"]


@pytest.mark.rule("R65-1.6.3")
def test_a_rank_beyond_the_chart_is_shown_in_its_last_column() -> None:
    made = position(2).phase(7).company("FMS", 100, "Alan", {"Alan": 1}, trains=["PH7", "PH7", "PH6"])
    (sheet,) = sheets(made.begin("operating"), ChartSheet)
    assert sheet.markers == {"FMS": (5, 21)}
    assert draw_chart(sheet, {}).count('class="marker"') == 1


def test_charters_show_traffic_coverage_and_loans() -> None:
    fms, fa, sfs = sheets(table().begin("operating"), Charters)[0].charters
    assert (fms.company, fms.president, fms.price) == ("FMS", "Alan", 100)
    assert fms.notes == (
        Fact("carried", Count(14)),
        Fact("coverage", Count(22)),
        Fact("loans", Count(2)),
        Fact("kind", Size("minor")),
    )
    assert [card.name for card in (*fms.trains, *fms.cards)] == ["PH3", "M3"]
    assert (len(fms.markers), fa.company) == (2, "FA")
    assert Fact("kind", Size("minor_not_floated")) in sfs.notes
    picture = draw_sheet(Charters([fms, fa, sfs]), FULL.company_colours, FULL.money)
    assert all(words in picture for words in ("President", "Maritimes", "Coverage", "minor, not floated"))


def test_the_round_of_now_is_marked() -> None:
    def current(round_name: str) -> list[str]:
        (boxes,) = sheets(table().begin(round_name), RoundTrack)
        return [box.text for box in boxes.boxes if box.current]

    assert current("stock") == ["SR1"]
    assert current("operating") == ["OR1"]
    (last,) = sheets(table().ending("bank_broken").over().game(), RoundTrack)
    assert [box.text for box in last.boxes] == ["SR1", "OR1", "OR2", "end"]
    assert ET.fromstring(draw_round_track(last.boxes)) is not None


@pytest.mark.rule("R65-1.1.5", "R65-1.1.6")
def test_the_map_shows_terrain_on_its_borders_and_the_fees_of_the_sea_links() -> None:
    board = ask.board(position(2))
    picture = draw_map(FULL.ground, board, company_colours=FULL.company_colours)
    assert picture.count('class="river"') == 44 + 2
    assert picture.count('class="mountain"') == 45 + 2
    assert picture.count('class="fee"') == 3
    short = draw_map(SHORT.ground, ask.board(position(2, short=True)), company_colours={})
    assert ET.fromstring(short) is not None
