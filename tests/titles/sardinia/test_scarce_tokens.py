"""Too few tokens for the places of a target: which sets keep the most, and what connects them (5.4)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.mergers import MINES, ROUTE, choices, merger, places, replace, vacate

from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play

FOUR = ["A21", "E9", "E1", "F28"]
"""With Cagliari five tokens that are joined to nothing, so that two are left."""
TILES = f"{MINES}, F28 15@3"
OPEN = f"{ROUTE}, {TILES}"
"""As TILES, but Oristano is joined to Cagliari."""


def fms_takes_over_fa(theirs: list[str], tiles: str, *, own: list[str] = FOUR, **options: Any) -> Game:
    """FMS has two tokens left unless ``own`` says otherwise; they meet in Arbatax, which brings L.50."""
    return play(merger(own, ["F28", *theirs], target="FA", tiles=tiles, options=options), vacate())


@pytest.mark.rule("T65-46", "R65-5.4.9", "R65-5.4.11", "R65-5.4.12")
def test_a_city_that_only_a_mine_of_the_target_connects_is_kept_with_the_mine() -> None:
    """Nuoro holds on to the mine of Corungiu, and Corungiu to Nuoro; nothing else is joined to anything."""
    game = fms_takes_over_fa(["E27", "B20", "D8"], TILES)
    assert not ask.tokens_to_sort(game)
    assert places(game, "FMS") == {"E35", *FOUR, "E25", "E27"}
    assert places(game, "FA") == set()
    assert ask.tokens_left(game, "FMS") == 0
    assert {event["hex"] for event in events(game, "token_removed")} == {"B20", "D8"}


@pytest.mark.rule("T65-46", "R65-5.4.9", "R65-5.4.11", "R65-5.4.12", "R65-5.4.4")
def test_the_president_chooses_between_one_city_and_another_with_its_mine() -> None:
    game = fms_takes_over_fa(["E27", "B28", "D8"], OPEN)
    assert choices(game) == [{"B28"}, {"E25", "E27"}]
    assert broken_rule(game, replace("E27")) == "R65-5.4.12"
    assert broken_rule(game, replace("B28", "E27")) == "R65-5.4.12"
    assert broken_rule(game, replace("B28", "E25")) == "R65-5.4.12"
    assert broken_rule(game, replace("B28", "E25", "E27")) == "R65-5.4.4"
    assert places(play(game, replace("B28")), "FMS") == {"E35", *FOUR, "B28"}
    assert places(play(game, replace("E27", "E25")), "FMS") == {"E35", *FOUR, "E25", "E27"}


@pytest.mark.rule("R65-5.4.9", "R65-5.4.11", "R65-5.4.7")
def test_mines_are_free_beside_as_many_cities_as_can_be_kept() -> None:
    """Of three cities Oristano alone is joined to anything, and so is the mine in F32: to Cagliari."""
    game = fms_takes_over_fa(["F32", "B28", "D8"], f"{OPEN}, F34 8@3")
    assert choices(game) == [{"B28"}, {"B28", "F32"}]
    assert broken_rule(game, replace("F32")) == "R65-5.4.11"
    assert broken_rule(game, replace()) == "R65-5.4.7"
    assert ask.tokens_left(play(game, replace("B28")), "FMS") == 1
    assert places(play(game, replace("B28", "F32")), "FMS") == {"E35", *FOUR, "B28", "F32"}


@pytest.mark.rule("R65-5.4.9", "R65-5.4.11")
def test_where_no_city_can_be_kept_mines_still_may() -> None:
    game = fms_takes_over_fa(["F32", "B20", "D8"], f"{TILES}, F34 8@3")
    assert choices(game) == [set(), {"F32"}]
    assert places(play(game, replace()), "FMS") == {"E35", *FOUR}
    assert places(play(game, replace("F32")), "FMS") == {"E35", *FOUR, "F32"}


@pytest.mark.rule("R65-5.4.11")
def test_no_mine_at_the_cost_of_a_city() -> None:
    """Oristano, Nuoro and the mine are all joined to tokens of FMS: there is none to spare for the mine."""
    own = ["E27", "A21", "E9", "F28"]
    game = fms_takes_over_fa(["F32", "B28", "D8"], f"{OPEN}, F34 8@3", own=own)
    assert places(game, "FMS") == {"E35", *own, "B28", "E25"}
    loose = fms_takes_over_fa(["F32", "B28", "D8"], f"{OPEN}, F34 8@3", own=own, mines_before_cities=True)
    assert choices(loose) == [{"B28", "E25"}, {"B28", "F32"}, {"E25", "F32"}]


@pytest.mark.rule("R65-5.4.11", "R65-5.4.9", "R65-5.4.7")
def test_mines_that_may_come_first_need_not() -> None:
    """Oristano and the mine in F32 are joined to Cagliari; the other cities to nothing."""
    game = fms_takes_over_fa(["F32", "B28", "D8"], f"{OPEN}, F34 8@3", mines_before_cities=True)
    assert choices(game) == [{"B28"}, {"B28", "F32"}]
    assert broken_rule(game, replace("F32")) == "R65-5.4.7"


@pytest.mark.rule("R65-5.4.13", "R65-5.4.11")
def test_scarce_or_not_a_second_carbonia_token_is_out() -> None:
    """The mine in B36 could be joined to Oristano, had FMS no token in the district."""
    own = ["A21", "E9", "B34", "F28"]
    tiles = f"{ROUTE}, {MINES}, F28 15@3, B34 173@0, B36 173@0"
    game = fms_takes_over_fa(["B36", "E27", "B28", "D8"], tiles, own=own)
    assert choices(game) == [{"B28"}, {"E25", "E27"}]
    assert broken_rule(game, replace("B28", "B36")) == "R65-5.4.13"


@pytest.mark.rule("R65-5.4.12")
def test_by_default_connection_counts_when_there_are_too_few_tokens_for_the_cities() -> None:
    """Two tokens for Nuoro, Sassari and a mine: both cities are kept, though nothing is joined to Sassari."""
    game = fms_takes_over_fa(["E27", "B20"], TILES)
    assert places(game, "FMS") == {"E35", *FOUR, "E25", "B20"}


@pytest.mark.rule("R65-5.4.12", "R65-5.4.11")
def test_by_option_connection_counts_when_there_are_too_few_tokens_for_cities_and_mines() -> None:
    game = fms_takes_over_fa(["E27", "B20"], TILES, mines_count_as_scarce=True)
    assert places(game, "FMS") == {"E35", *FOUR, "E25", "E27"}
    asked = fms_takes_over_fa(["F32", "B28"], f"{OPEN}, F34 8@3", mines_count_as_scarce=True)
    assert choices(asked) == [{"B28"}, {"B28", "F32"}]
    assert broken_rule(asked, replace("E25", "B28")) == "R65-5.4.12"
    assert broken_rule(asked, replace("F32")) == "R65-5.4.11"


@pytest.mark.rule("R65-5.4.11", "R65-5.4.12")
def test_mines_come_first_only_where_some_city_has_to_go() -> None:
    """There are tokens for both cities, Oristano and Nuoro; that the mine is one too many changes nothing."""
    own = ["E27", "A21", "E9", "F28"]
    both = {"mines_before_cities": True, "mines_count_as_scarce": True}
    game = fms_takes_over_fa(["F32", "B28"], f"{OPEN}, F34 8@3", own=own, **both)
    assert places(game, "FMS") == {"E35", *own, "B28", "E25"}


@pytest.mark.rule("R65-5.4.12")
def test_with_tokens_for_cities_and_mines_connection_counts_for_nobody() -> None:
    game = fms_takes_over_fa(["E27"], TILES, mines_count_as_scarce=True)
    assert choices(game) == [{"E25"}, {"E25", "E27"}]


@pytest.mark.rule("R65-5.4.12", "R65-5.4.13")
def test_a_mine_that_the_district_shuts_out_needs_no_token() -> None:
    own = ["A21", "E9", "B34", "F28"]
    tiles = f"{TILES}, B34 173@0, B36 173@0"
    game = fms_takes_over_fa(["B36", "B20"], tiles, own=own, mines_count_as_scarce=True)
    assert places(game, "FMS") == {"E35", *own, "E25", "B20"}


@pytest.mark.rule("R65-5.4.11", "R65-5.4.12")
@pytest.mark.parametrize(
    ("theirs", "tiles", "kept"),
    [
        (["E27", "B20", "D8"], TILES, set()),
        (["E27", "B28", "D8"], OPEN, {"B28"}),
        (["F32", "B28", "D8"], f"{OPEN}, F34 8@3", {"B28"}),
    ],
)
def test_a_game_of_the_first_rules_gives_up_the_mines_and_asks_nothing(
    theirs: list[str], tiles: str, kept: set[str]
) -> None:
    game = fms_takes_over_fa(theirs, tiles, version=1)
    assert not ask.tokens_to_sort(game)
    assert places(game, "FMS") == {"E35", *FOUR, *kept}


def test_a_new_game_cannot_have_the_reading_of_the_first_rules() -> None:
    with pytest.raises(InvalidAction, match="option 'scarce_cities_alone' may be False, not True"):
        new_game("1865", players=["Ann", "Bob"], options={"scarce_cities_alone": True})
