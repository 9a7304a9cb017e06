"""The data files are checked when they are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from piercy.rail.board import Ground
from piercy.rail.loading import DataError
from piercy.rail.trains import Phase
from piercy.titles.short1856 import book as module
from piercy.titles.short1856.book import Book, CompanyFacts, Table, book, problems

CENSUS = {"yellow": 55, "green": 31, "brown": 34}


def with_tile(tile: str, **changes: object) -> Book:
    facts = book()
    tiles = {**facts.ground.tiles, tile: replace(facts.ground.tiles[tile], **changes)}  # type: ignore[arg-type]
    return replace(facts, ground=Ground(facts.ground.atlas, tiles))


def test_the_files_agree_with_themselves() -> None:
    assert problems(book(), CENSUS) == []


@pytest.mark.parametrize("home", ["B15", "A99", "B13"])
def test_a_home_must_have_a_city(home: str) -> None:
    companies = {**book().companies, "LPS": CompanyFacts("London & Port Sarnia", home, "#000000")}
    found = problems(replace(book(), companies=companies), CENSUS)
    assert found == [f"LPS has no home city: there is none on {home}"]


def test_a_table_has_companies_and_trains_that_exist() -> None:
    tables = {3: Table(("LPS", "XYZ"), {"2": 4})}
    assert problems(replace(book(), tables=tables), CENSUS) == [
        "the table for 3 players has 2 companies",
        "XYZ of the table for 3 players does not exist",
        "the table for 3 players counts other trains than there are",
    ]


def test_phases_are_opened_by_trains_that_exist() -> None:
    phases = (Phase("1", "2", ("yellow",), 4), Phase("2", "9", ("yellow",), 4, rusts=("7",)))
    assert problems(replace(book(), phases=phases), CENSUS) == [
        "phase 1 must be opened by a train, and only the first by none",
        "phase 2 names the train 9, which does not exist",
        "phase 2 names the train 7, which does not exist",
    ]


def test_tiles_are_counted() -> None:
    uncounted, wrong = problems(with_tile("7", count=None), CENSUS)
    assert uncounted == "tile 7 has no count"
    assert wrong.startswith(f"the census wants {CENSUS} tiles, there are {{'yellow': 48,")


def test_a_tile_is_for_hexes_that_exist() -> None:
    assert problems(with_tile("126", only=frozenset({"F99"})), CENSUS) == [
        "tile 126 is for F99, which does not exist"
    ]


def test_a_replacement_keeps_track_in_some_rotation() -> None:
    found = problems(with_tile("7", upgrades=("18", "20")), CENSUS)
    assert found == ["tile 20 replaces tile 7, but keeps its track in no rotation"]


def test_contradictions_are_told_when_the_book_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "problems", lambda facts, census: ["this", "that"])
    with pytest.raises(DataError, match="this; that"):
        book.__wrapped__()
