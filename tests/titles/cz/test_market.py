"""Share price moves: chapter IX."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.titles.cz.openings import buy, sell, table

from piercy.testing import questions as ask
from piercy.testing.moves import passes
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.book import book
from piercy.titles.cz.market import drop, move_left, move_right, raise_sold_out

FACTS = book()
LOWER = [
    40,
    50,
    55,
    60,
    65,
    70,
    80,
    90,
    100,
    110,
    120,
    132,
    144,
    158,
    172,
    188,
    204,
    222,
    240,
    260,
    290,
    320,
    350,
]
UPPER = [
    45,
    53,
    58,
    63,
    68,
    75,
    85,
    95,
    105,
    115,
    126,
    138,
    151,
    165,
    180,
    196,
    213,
    231,
    250,
    275,
    305,
    335,
    370,
]


def at(cell_price: int, name: str = "MW", **shares: Any) -> CzScenario:
    return table().company(name, price=cell_price, **(shares or {"Ada": 2}))


def moved(position: CzScenario, how: str, name: str = "MW", spaces: int = 1) -> int:
    ctx = position.context()
    if how == "pays":
        move_right(FACTS, ctx, name, spaces)
    elif how == "keeps":
        move_left(FACTS, ctx, name, "withheld")
    else:
        drop(FACTS, ctx, name)
    return ask.price(position, name)


@pytest.mark.rule("RCZ-IX.1.1", "RCZ-IX.1.2")
def test_two_staggered_rows_of_23_prices() -> None:
    assert list(FACTS.prices[::2]) == LOWER
    assert list(FACTS.prices[1::2]) == UPPER
    assert sorted(set(FACTS.prices)) == list(FACTS.prices)


@pytest.mark.rule("RCZ-IX.1.2")
@pytest.mark.parametrize("row", [LOWER, UPPER])
def test_horizontal_moves_stay_in_the_row_and_diagonal_ones_change_it(row: list[int]) -> None:
    for left, right in pairwise(row):
        assert moved(at(left), "pays") == right
        assert moved(at(right), "keeps") == left
    for number in FACTS.prices[1:]:
        assert (moved(at(number), "sold") in LOWER) is (number in UPPER)


@pytest.mark.rule("RCZ-IX.1.3")
def test_an_arriving_marker_goes_under_all_that_are_there() -> None:
    position = (
        table()
        .company("MW", price=55, Ada=2)
        .company("VBW", price=60, Bruno=2)
        .company("EKJ", price=65, Ada=2)
    )
    ctx = position.context()
    move_right(FACTS, ctx, "MW", 1)
    move_left(FACTS, ctx, "EKJ", "withheld")
    assert ask.operating_order(position) == ["VBW", "MW", "EKJ"]


@pytest.mark.rule("RCZ-IX.1.4")
@pytest.mark.parametrize(
    ("end", "how"), [(350, "pays"), (370, "pays"), (40, "keeps"), (45, "keeps"), (40, "sold")]
)
def test_a_marker_that_does_not_move_keeps_its_place(end: int, how: str) -> None:
    position = table().company("MW", price=end, Ada=2).company("VBW", price=end, Bruno=2)
    assert moved(position, how) == end
    assert ask.operating_order(position) == ["MW", "VBW"]


@pytest.mark.rule("WCZ-16", "RCZ-IX.2.1", "RCZ-IX.2.2", "RCZ-IX.2.3", "RCZ-IX.2.4")
@pytest.mark.parametrize(
    ("name", "how", "before", "after"),
    [
        ("MW", "pays", 50, 55),
        ("BN", "pays", 60, 65),
        ("Sx", "pays", 90, 110),
        ("Sx", "pays", 320, 350),
        ("Sx", "pays", 335, 370),
        ("Sx", "pays", 290, 350),
        ("MW", "pays", 350, 350),
        ("Sx", "pays", 370, 370),
        ("MW", "keeps", 55, 50),
        ("Sx", "keeps", 100, 90),
        ("MW", "keeps", 40, 40),
        ("Sx", "keeps", 45, 45),
    ],
)
def test_moves_in_an_operating_round(name: str, how: str, before: int, after: int) -> None:
    assert moved(at(before, name), how, name, FACTS.size(name).dividend) == after


@pytest.mark.rule("RCZ-IX.2.1", "RCZ-VIII.8.11")
def test_a_dividend_moves_a_large_company_two_spaces() -> None:
    assert {size: facts.dividend for size, facts in FACTS.sizes.items()} == {
        "small": 1,
        "medium": 1,
        "large": 2,
    }


@pytest.mark.rule("WCZ-16", "RCZ-IX.3.1", "RCZ-IX.3.2", "RCZ-IX.3.3")
@pytest.mark.parametrize(
    ("before", "count", "after"), [(100, 1, 95), (100, 5, 95), (95, 1, 90), (45, 1, 40), (40, 1, 40)]
)
def test_a_sale_moves_the_price_once_however_many_shares(before: int, count: int, after: int) -> None:
    game = at(before, "Sx", Bruno=2, Ada=5).game()
    assert ask.price(sell(game, "Sx", count), "Sx") == after


@pytest.mark.rule("WCZ-16", "RCZ-IX.3.4", "RCZ-IX.3.5")
@pytest.mark.parametrize(("before", "after"), [(65, 68), (350, 370), (370, 370), (335, 350)])
def test_sold_out_companies_rise_at_the_end_of_the_round(before: int, after: int) -> None:
    game = passes(at(before, "MW", Ada=3, Bruno=1).game(), 3)
    assert ask.price(game, "MW") == after


@pytest.mark.rule("RCZ-IX.3.4")
def test_a_company_with_a_share_in_the_bank_does_not_rise() -> None:
    game = passes(at(65, "MW", Ada=2, Bruno=1).game(), 3)
    assert ask.price(game, "MW") == 65


@pytest.mark.rule("RCZ-IX.3.6")
def test_sold_out_companies_move_in_operating_order() -> None:
    position = table().company("VBW", price=65, Ada=3, Bruno=1).company("MW", price=65, Bruno=3, Ada=1)
    position.company("EKJ", price=68, Carla=3, Ada=1)
    raise_sold_out(FACTS, position.context())
    assert ask.operating_order(position) == ["EKJ", "VBW", "MW"]
    assert [ask.price(position, n) for n in ("EKJ", "VBW", "MW")] == [70, 68, 68]


@pytest.mark.rule("RCZ-IX.3.7")
def test_the_move_applies_in_the_first_stock_round_too() -> None:
    game = passes(at(65, "MW", Ada=3, Bruno=1).stock_round(1).game(), 3)
    assert ask.price(game, "MW") == 68
    assert ask.floated(game, "MW")


@pytest.mark.rule("RCZ-IX.3.8")
def test_buying_never_moves_a_price() -> None:
    game = at(65, "MW", Bruno=2).game()
    assert ask.price(buy(game, "MW"), "MW") == 65
