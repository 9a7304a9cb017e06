"""Movements on the market (3.11)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import position

from piercy.testing import questions as ask
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia import market
from piercy.titles.sardinia.book import book

FACTS = book()


def cell(price: int) -> int:
    return next(i for i, found in enumerate(FACTS.cells) if found.price == price)


def moved(made: SardiniaScenario, *moves: int) -> tuple[int, list[str]]:
    """The price of FMS and its stack after some moves."""
    still = made.still()
    for cells in moves:
        market.move(still.context(), FACTS, "FMS", cells, "test")
    return ask.price(still, "FMS"), ask.stack_of(still, "FMS")


def stacked(price: int, other: int, **options: object) -> SardiniaScenario:
    """FMS at a price, on top of FA if they are in the same cell."""
    made = position(3, **options).company("FMS", price, "Alan", {"Alan": 1})  # type: ignore[arg-type]
    return made.company("FA", other, "Bob", {"Bob": 1})


@pytest.mark.rule("R65-3.11.9")
def test_a_token_that_arrives_goes_under_the_stack() -> None:
    assert moved(stacked(100, 110), 1) == (110, ["FA", "FMS"])


@pytest.mark.rule("R65-3.11.9", "T65-15")
def test_a_token_that_comes_back_goes_under_the_stack_too() -> None:
    assert moved(stacked(100, 100)) == (100, ["FMS", "FA"])
    assert moved(stacked(100, 100), -1, 1) == (100, ["FA", "FMS"])


@pytest.mark.rule("R65-3.11.10")
def test_a_block_moves_once_to_the_final_cell() -> None:
    made = stacked(100, 90).company("SFS", 80, "Carl", {"Carl": 1})
    assert moved(made, -2) == (80, ["SFS", "FMS"])
    still = made.still()
    market.move(still.context(), FACTS, "FMS", -2, "test")
    assert ask.stack(still, 90) == ["FA"]


@pytest.mark.rule("R65-3.11.8", "T65-37")
def test_the_ends_of_the_row() -> None:
    assert moved(stacked(490, 490), 1, 1) == (490, ["FMS", "FA"]), "it keeps its place in the stack"
    assert moved(stacked(10, 10), -1) == (10, ["FMS", "FA"])
    assert moved(stacked(10, 10), -1, 1) == (20, ["FMS"])
    assert moved(stacked(30, 10), -5) == (10, ["FA", "FMS"])


@pytest.mark.rule("R65-3.11.8")
def test_by_option_a_token_that_cannot_move_goes_under_its_stack() -> None:
    assert moved(stacked(490, 490, stuck_token_goes_under=True), 1) == (490, ["FA", "FMS"])


@pytest.mark.rule("R65-3.6.3", "R65-4.1.4")
def test_the_market_lists_the_operating_order() -> None:
    made = position().company("FMS", 90, "Alan").company("FA", 100, "Alan").company("SFS", 90, "Alan")
    assert ask.operating_order(made.still()) == ["FA", "FMS", "SFS"]
