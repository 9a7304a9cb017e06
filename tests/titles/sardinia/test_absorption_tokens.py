"""What follows an absorption: assets, mines vacated, tokens replaced (5.4)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.mergers import MINES, ROUTE, choices, merger, places, replace, vacate
from tests.titles.sardinia.openings import position
from tests.titles.sardinia.steps import TOKEN, TRAINS, at, end_turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import DiscardTrain
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.operating_actions import Absorb, PlaceTokenAlong, VacateMines


def book_example() -> SardiniaScenario:
    """Bob presides over A (FMS) and B (FCS), as in the example of 5.5."""
    made = position(3).phase(6).tiles("F34 8@3, F32 175@0, F28 15@3")
    tokens = ["F32", "B28", "E25", "F28"]
    singles = {"Bob": 4, "Alan": 4}
    made.company("FMS", 165, "Bob", singles, major=True, cash=300, tokens=tokens, charter=0, traffic=9)
    made.company(
        "FCS", 150, "Bob", {"Alan": 1, "Bob": 1}, cash=100, tokens=["E35"], trains=["PH6"], traffic=12, row=5
    )
    return made


@pytest.mark.rule("T65-26", "R65-5.4.1", "R65-5.4.2", "R65-5.4.4", "R65-5.4.6", "R65-5.4.7", "R65-5.4.8")
def test_the_example_of_the_book() -> None:
    made = book_example()
    assert ask.rank(made.still(), "FCS") == 8
    game = made.begin("operating")
    assert ask.offer(game, "FMS") == 0
    game = play(game, Absorb("Bob", "FMS", "FCS"))
    assert events(game, "absorbed")[0].fields == {
        "acquirer": "FMS", "target": "FCS", "compensation": 600, "certificates": 0, "loans": 1,
    }  # fmt: skip
    assert (ask.cash(game, "FMS"), ask.loan(game, "FMS")) == (300, 1)
    assert (ask.trains(game, "FMS"), ask.traffic(game, "FMS")) == (["PH6"], 9 + 12)
    assert ask.tokens_left(game, "FMS") == 2
    game = play(game, VacateMines("Bob", ("F32",)))
    assert (ask.tokens_left(game, "FMS"), ask.cash(game, "FMS")) == (3 - 1, 350)
    assert places(game, "FMS") == {"E35", "B28", "E25", "F28", "D30"}
    assert places(game, "FCS") == set()
    assert (ask.offer(game, "FCS"), ask.major(game, "FCS")) == (8, True)
    assert ask.step(game) == "track"
    assert game.actor == "Bob"


@pytest.mark.rule("R65-5.4.1")
def test_mines_are_decided_before_tokens() -> None:
    game = merger(["F32"], ["E27"], tiles=f"{ROUTE}, {MINES}")
    assert broken_rule(game, replace("B28")) == "R65-5.4.1"
    assert broken_rule(game, Pass("Alan")) == "R65-5.4.1"
    game = play(game, vacate())
    assert broken_rule(game, vacate("F32")) == "R65-5.4.1"
    assert broken_rule(game, Pass("Alan")) == "R65-5.4.1"


@pytest.mark.rule("R65-5.4.2", "R65-5.4.10")
def test_all_assets_pass_to_the_acquirer_and_nothing_more() -> None:
    game = merger(
        [],
        ["E35"],
        fms_traffic=3,
        other_traffic=7,
        other_trains=["PH3"],
        other_maritimes=["M1"],
        other_loans=1,
    )
    assert (
        ask.traffic(game, "FMS"),
        ask.trains(game, "FMS"),
        ask.maritimes(game, "FMS"),
        ask.loan(game, "FMS"),
    ) == (10, ["PH3"], ["M1"], 1)
    assert not events(game, "traffic_gained", "token_placed")
    assert ask.cash(game, "FMS") == 900 - 3 * 110 + 50


@pytest.mark.rule("R65-5.4.3")
def test_trains_over_the_limit_are_discarded_at_once() -> None:
    trains = ["PH3", "PH3"]
    game = merger([], ["E35"], fms_trains=trains, other_trains=["PH2", "PH2"])
    assert game.actor == "Alan"
    assert offered(game, DiscardTrain) == [DiscardTrain("Alan", "PH2"), DiscardTrain("Alan", "PH3")]
    after = play(game, DiscardTrain("Alan", "PH2"))
    assert ask.trains(after, "FMS") == ["PH3", "PH3", "PH2"]
    assert ask.pool(after) == ["PH2"]
    assert ask.step(after) == "track"
    kept = merger(
        [], ["E35"], fms_trains=trains, other_trains=["PH2", "PH2"], options={"limit_after_absorption": False}
    )
    assert len(ask.trains(kept, "FMS")) == 4
    assert ask.step(kept) == "track"
    assert ask.discarding(at(kept, TRAINS)) == []
    lowest = merger(
        [], ["E35"], fms_trains=trains, other_trains=["PH2", "PH2"], options={"discard_lowest": True}
    )
    assert ask.trains(lowest, "FMS") == ["PH3", "PH3", "PH2"]


@pytest.mark.rule("R65-5.4.4", "R65-1.2.3")
def test_the_acquirer_owns_seven_tokens() -> None:
    game = merger(["B28"], ["E35"], charter=1)
    assert ask.tokens_left(game, "FMS") + len(places(game, "FMS")) == 7


@pytest.mark.rule("R65-5.4.5")
def test_a_minor_stays_a_minor() -> None:
    game = merger([], ["E35"])
    assert ask.president(game, "RCSF") is None, "it has been taken over"
    assert not ask.major(game, "FMS")


@pytest.mark.rule("R65-5.4.6")
def test_own_mines_may_be_vacated_and_those_of_the_target_not() -> None:
    game = merger(["F32", "E27"], ["A21"], tiles=f"{ROUTE}, {MINES}")
    assert {action.hexes for action in offered(game, VacateMines)} == {
        (), ("E27",), ("F32",), ("E27", "F32"),
    }  # fmt: skip
    for wrong in ("A21", "E35", "E9"):
        assert broken_rule(game, vacate(wrong)) == "R65-5.4.6"
    before = ask.tokens_left(game, "FMS")
    after = play(game, vacate("E27", "F32"))
    assert ask.tokens_left(after, "FMS") == before + 2
    assert places(after, "FMS") == {"E35"}
    assert not ask.tokens_on(after, "E27")


@pytest.mark.rule("R65-5.4.7", "R65-5.4.10")
def test_every_city_of_the_target_is_replaced_for_nothing() -> None:
    game = merger([], ["E25", "B20"])
    assert places(game, "FMS") == {"E35", "B28", "E25", "B20"}
    assert ask.tokens_left(game, "FMS") == 3
    assert ask.cash(game, "FMS") == 900 - 300
    assert not ask.token_placed(game)


@pytest.mark.rule("R65-5.4.8")
def test_doubled_tokens_earn_50_each() -> None:
    game = merger(["B28"], ["E35"])
    assert ask.cash(game, "FMS") == 900 - 300 + 100
    assert places(game, "FMS") == {"E35", "B28"}
    assert ask.tokens_on(game, "B28") == [("FMS", 0)]


@pytest.mark.rule("R65-5.4.9", "R65-5.4.7")
def test_mines_of_the_target_are_taken_at_will() -> None:
    game = merger([], ["E27", "A21"], tiles=f"{ROUTE}, {MINES}")
    assert choices(game) == [{"B28"}, {"B28", "E27"}, {"B28", "A21"}, {"B28", "E27", "A21"}]
    assert broken_rule(game, replace("E27")) == "R65-5.4.7"
    assert broken_rule(game, replace("B28", "E9")) == "R65-5.4.7"
    after = play(game, replace("B28", "A21"))
    assert places(after, "FMS") == {"E35", "B28", "A21"}
    assert not ask.tokens_on(after, "E27")


FULL_HOUSE = ["F32", "E27", "A21", "E9", "E1"]
"""Five mines: with Cagliari six tokens, so that one is left."""


@pytest.mark.rule("R65-5.4.11", "R65-5.4.12", "R65-5.4.4", "R65-5.4.7")
def test_scarce_tokens_go_where_the_president_likes_if_they_are_connected() -> None:
    """Oristano has a direct route to Cagliari, Nuoro to the mine in E27."""
    game = play(merger(FULL_HOUSE, ["E25"], tiles=f"{ROUTE}, {MINES}"), vacate())
    assert choices(game) == [{"B28"}, {"E25"}]
    assert broken_rule(game, replace("B28", "E25")) == "R65-5.4.4"
    assert broken_rule(game, replace()) == "R65-5.4.7"
    cash = ask.cash(game, "FMS")
    after = play(game, replace("E25"))
    assert places(after, "FMS") == {"E35", *FULL_HOUSE, "E25"}
    assert ("RCSF", 0) not in ask.tokens_on(after, "B28")
    assert ask.cash(after, "FMS") == cash


@pytest.mark.rule("R65-5.4.6", "R65-5.4.11")
def test_vacated_mines_make_tokens_free_for_cities() -> None:
    game = play(merger(FULL_HOUSE, ["E25"], tiles=f"{ROUTE}, {MINES}"), vacate("E1"))
    assert places(game, "FMS") == {"E35", "F32", "E27", "A21", "E9", "B28", "E25"}


@pytest.mark.rule("R65-5.4.12")
def test_a_scarce_token_without_connection_is_lost() -> None:
    """Without the mine in E27 nothing is joined to Nuoro."""
    house = ["F32", "A21", "E9", "E1", "F28"]
    game = merger(house, ["E25"], tiles=f"{ROUTE}, {MINES}, F28 15@3")
    game = play(game, vacate())
    assert places(game, "FMS") == {"E35", *house, "B28"}
    assert places(game, "RCSF") == set()


ISILI_NUORO = "D30 57@0, D28 9@0, D26 58@0"
"""A direct route from Isili to Nuoro."""


@pytest.mark.rule("R65-5.4.12")
def test_two_new_tokens_may_hold_each_other_but_not_under_the_strict_ruling() -> None:
    """Two tokens are left for Oristano, joined to Cagliari, and for Isili and Nuoro, joined to each other."""
    house = ["F32", "A21", "E9", "E1"]
    tiles = f"{ROUTE}, {MINES}, {ISILI_NUORO}"
    game = play(merger(house, ["E25", "B28"], target="FCS", tiles=tiles), vacate())
    assert places(game, "FMS") == {"E35", *house, "D30", "E25"}
    strict = merger(house, ["E25", "B28"], target="FCS", tiles=tiles, options={"linked_to_network": True})
    assert places(play(strict, vacate()), "FMS") == {"E35", *house, "B28"}


@pytest.mark.rule("R65-5.4.12")
def test_the_refusal_of_a_token_without_connection() -> None:
    house = ["F32", "E27", "A21", "E9"]
    tiles = f"{ROUTE}, {MINES}"
    game = play(merger(house, ["E25", "B20"], tiles=tiles), vacate())
    assert places(game, "FMS") == {"E35", *house, "B28", "E25"}
    one_left = merger(FULL_HOUSE, ["E25", "B20"], tiles=tiles)
    one_left = play(one_left, vacate())
    assert choices(one_left) == [{"B28"}, {"E25"}]
    assert broken_rule(one_left, replace("B20")) == "R65-5.4.12"


@pytest.mark.rule("R65-5.4.11")
def test_no_mine_while_a_city_stays_unreplaced() -> None:
    house = ["E27", "A21", "E9", "E1", "F28"]
    tiles = f"{ROUTE}, {MINES}, F34 8@3, F28 15@3"
    game = play(merger(house, ["E25", "F32"], tiles=tiles), vacate())
    assert choices(game) == [{"B28"}, {"E25"}]
    assert broken_rule(game, replace("F32")) == "R65-5.4.11"
    loose = merger(house, ["E25", "F32"], tiles=tiles, options={"mines_before_cities": True})
    loose = play(loose, vacate())
    assert choices(loose) == [{"B28"}, {"E25"}, {"F32"}]
    assert "F32" in places(play(loose, replace("F32")), "FMS")


CARBONIA = f"{ROUTE}, B36 173@0, B34 173@0"


@pytest.mark.rule("R65-5.4.13", "R65-4.3.4")
def test_one_carbonia_token_is_given_up() -> None:
    game = merger(["B36"], ["B34"], tiles=CARBONIA)
    kept = play(game, vacate())
    assert places(kept, "FMS") == {"E35", "B28", "B36"}
    moved = play(game, vacate("B36"))
    assert choices(moved) == [{"B28"}, {"B28", "B34"}]
    assert places(play(moved, replace("B28", "B34")), "FMS") == {"E35", "B28", "B34"}
    both = merger(["B36"], ["B34"], tiles=CARBONIA, options={"carbonia_after_absorption": True})
    assert choices(play(both, vacate())) == [{"B28"}, {"B28", "B34"}]


@pytest.mark.rule("R65-5.4.13")
def test_the_refusal_of_a_second_carbonia_token() -> None:
    tiles = f"{CARBONIA}, {MINES}"
    game = play(merger(["B36"], ["B34", "E27"], tiles=tiles), vacate())
    assert choices(game) == [{"B28"}, {"B28", "E27"}]
    assert broken_rule(game, replace("B28", "B34")) == "R65-5.4.13"


@pytest.mark.rule("R65-5.4.14", "R65-4.4.16")
def test_the_tokens_of_the_target_leave_the_map() -> None:
    game = merger([], ["E25", "B20"])
    assert places(game, "RCSF") == set()
    assert ask.tokens_left(game, "RCSF") == 0


@pytest.mark.rule("R65-5.4.15", "R65-3.11.7")
def test_rank_changes_and_price_does_not() -> None:
    made = position(3).phase(3).tiles(ROUTE).company("FA", 120, "Bob", {"Bob": 1})
    made.company("FMS", 120, "Alan", {"Alan": 1}, cash=500)
    made.company("RCSF", 100, "Alan", {"Alan": 1}, trains=["PH3"])
    game = made.begin("operating")
    game = play(end_turn(game), Absorb("Alan", "FMS", "RCSF"))
    assert ask.rank(game, "FMS") == 2 + 3
    assert ask.row(game, "FMS") == 3
    assert ask.price(game, "FMS") == 120
    assert "FMS" in ask.stack_of(game, "FMS")


@pytest.mark.rule("R65-5.4.16", "R65-2.6.10")
def test_unpaid_bonuses_are_checked_last() -> None:
    """Both cards come from RCSF; FMS stands in Cagliari and takes over Oristano."""
    game = merger([], [], phase=4, other_maritimes=["M3", "M5"], fms_traffic=3)
    assert [event["card"] for event in events(game, "maritime_bonus")] == ["M3", "M5"]
    assert ask.traffic(game, "FMS") == 3 + 4 + 4
    never = merger([], [], phase=4, other_maritimes=["M3"], options={"bonus_after_absorption": False})
    assert ask.traffic(never, "FMS") == 0
    assert ask.bonus_paid(never) == ["M3"]


@pytest.mark.rule("R65-5.4.17")
def test_the_acquirer_then_takes_its_turn_with_all_it_has() -> None:
    """The mine it took over produces, and it may still place a token."""
    tiles = f"{ROUTE}, {MINES}, F34 8@3, F28 15@3"
    game = merger([], ["E27"], tiles=tiles, other_traffic=1)
    game = play(game, replace("B28", "E27"))
    assert ask.step(game) == "track"
    game = at(game, TOKEN)
    assert ask.traffic(game, "FMS") == 1 + 2
    assert any(action.route[-1] == "F32/0" for action in offered(game, PlaceTokenAlong))


@pytest.mark.rule("R65-5.4.1")
def test_hexes_must_exist_and_be_named_once() -> None:
    game = merger(["F32"], ["E27"], tiles=f"{ROUTE}, {MINES}")
    for wrong in (vacate("Z9"), vacate("F32", "F32")):
        with pytest.raises(InvalidAction):
            game.apply(wrong)
