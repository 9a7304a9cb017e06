"""Phases, obsolescence, limits and the export [RCZ-VIII.12, RCZ-VIII.13]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, table, turn

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import BuyTrain, DiscardTrain, OfferForTrain, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import lay, lay_tile, offered, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.book import SIZES, book
from piercy.titles.cz.export import export_card
from piercy.titles.cz.phases import card_exported, card_sold

ALL = ("2a", "3c", "2+2b", "3+3d", "3Ed", "4Ef")
"""A train of each type that can become obsolete."""
HOMES = {"EKJ": "D4", "BTE": "D2", "Sx": "A7"}


def fleet(phase: str) -> CzScenario:
    """NWB, which is not on turn and not held to any limit here, owns one train of each mortal type."""
    position = turn("EKJ", cash=3000).phase(phase).company("NWB", president=BRUNO)
    return position.trains("NWB", *ALL)


def sold(position: CzScenario, train: str) -> CzScenario:
    """The position after the bank has sold a train to somebody; limits are not applied."""
    card_sold(position.facts, position.context(), train)
    return position


def exported(position: CzScenario, letter: str) -> CzScenario:
    card_exported(position.facts, position.context(), letter)
    return position


def left(position: CzScenario) -> set[str]:
    return {train[:-1] for train in ask.trains(position, "NWB")}


@pytest.mark.rule("RCZ-VIII.12.1")
def test_a_phase_begins_with_the_first_card_sold_in_any_type_or_exported() -> None:
    for train in ("3d", "3+3d", "3Ed"):
        position = turn("EKJ").phase("c")
        assert ask.phase(sold(position, train)) == "d"
    assert ask.phase(exported(turn("EKJ").phase("c"), "d")) == "d"
    later = turn("EKJ").phase("e")
    assert ask.phase(sold(later, "3d")) == "e"


@pytest.mark.rule(
    "RCZ-VIII.12.2", "RCZ-VIII.12.4", "RCZ-VIII.12.5", "RCZ-VIII.12.8", "RCZ-VIII.12.10", "RCZ-VIII.5.2",
)  # fmt: skip
@pytest.mark.parametrize(
    ("phase", "laid"), list(zip("abcdefghij", (1, 1, 1, 2, 2, 2, 3, 3, 4, 4), strict=True))
)
def test_the_colours_of_the_phases(phase: str, laid: int) -> None:
    """Yellow, green and brown for EKJ at home, grey for NWB in Praha."""
    at_home = [turn("EKJ").phase(phase).tiles(f"D4 {old}").at("track") for old in ("57@1", "14@0")]
    praha = turn("NWB").phase(phase).tiles("E11 8892@0").home("NWB", "E11").at("track")
    wanted = [
        (turn("EKJ").phase(phase).at("track"), "D4 57@1"),
        *zip(at_home, ("D4 14@0", "D4 611@0"), strict=True),
        (praha, "E11 8893@0"),
    ]
    for number, (game, placement) in enumerate(wanted, 1):
        if number <= laid:
            lay(game, placement)
        else:
            refused(game, lay_tile(game, placement), "RCZ-VIII.5.2")


@pytest.mark.rule(
    "RCZ-VIII.12.2", "RCZ-VIII.12.4", "RCZ-VIII.12.6", "RCZ-VIII.12.7", "RCZ-VIII.12.9", "RCZ-VIII.12.10",
    "RCZ-VIII.12.11", "RCZ-VIII.10.5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("company", "held", "limits"),
    [
        ("EKJ", "2a", {"a": 3, "b": 3, "c": 3, "d": 3, "e": 2, "f": 2, "g": 2, "h": 1, "i": 1, "j": 1}),
        ("BTE", "2+2b", {"b": 3, "c": 3, "d": 3, "e": 3, "f": 2, "g": 2, "h": 2, "i": 1, "j": 1}),
        ("Sx", "3Ed", {"d": 3, "e": 3, "f": 3, "g": 3, "h": 3, "i": 3, "j": 2}),
    ],
)
def test_the_limits_of_the_phases(company: str, held: str, limits: dict[str, int]) -> None:
    for phase, limit in limits.items():
        size = SIZES.index(book().companies[company].size)
        wanted = BuyTrain(ADA, book().cards[phase].types[size] + phase, "depot")
        for count in range(1, limit + 1):
            made = turn(company, cash=2000).phase(phase).tiles("A7 8896@2").home(company, HOMES[company])
            game = made.trains(company, *[held] * count).at("trains")
            if count < limit:
                game.check(wanted)
            else:
                refused(game, wanted, "RCZ-VIII.10.5")


@pytest.mark.rule("RCZ-VIII.12.3", "RCZ-VIII.12.5", "RCZ-VII.3.2", "RCZ-VII.3.3")
@pytest.mark.parametrize(
    ("company", "price", "before", "since", "rule"),
    [("BTE", 60, "a", "b", "RCZ-VII.3.2"), ("Sx", 90, "c", "d", "RCZ-VII.3.3")],
)
def test_medium_and_large_companies_come_with_their_phases(
    company: str, price: int, before: str, since: str, rule: str
) -> None:
    refused(table().phase(before).game(), StartCompany(ADA, company, price), rule)
    table().phase(since).game().check(StartCompany(ADA, company, price))


@pytest.mark.rule(
    "RCZ-VIII.12.6", "RCZ-VIII.12.7", "RCZ-VIII.12.8", "RCZ-VIII.12.9", "RCZ-VIII.12.10", "RCZ-VIII.12.11",
    "RCZ-VIII.12.13", "RCZ-VIII.12.15", "RCZ-XII.10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("train", "scrapped"),
    [
        ("2b", set()), ("2+2b", set()), ("3c", set()), ("2+2c", set()),
        ("3d", set()), ("3+3d", set()), ("3Ed", set()),
        ("4e", {"2"}), ("3+3e", set()), ("3Ee", set()),
        ("4f", {"2"}), ("4+4f", {"2+2"}), ("4Ef", set()),
        ("5g", {"2", "3"}), ("4+4g", {"2+2"}), ("4Eg", set()),
        ("5h", {"2", "3"}), ("5+5h", {"2+2", "3+3"}), ("5Eh", set()),
        ("5i", {"2", "3"}), ("5+5i", {"2+2", "3+3"}), ("6Ei", {"3E"}),
        ("5j", {"2", "3"}), ("5+5j", {"2+2", "3+3"}), ("8Ej", {"3E", "4E"}),
    ],
)  # fmt: skip
def test_a_sold_train_scraps_types_of_its_own_colour(train: str, scrapped: set[str]) -> None:
    position = sold(fleet(train[-1]), train)
    assert left(position) == {t[:-1] for t in ALL} - scrapped
    assert set(ask.obsolete(position)) == scrapped


@pytest.mark.rule("WCZ-13", "RCZ-VIII.12.13")
def test_an_e_card_scraps_2_trains_only_as_a_4() -> None:
    assert left(sold(fleet("d"), "4e")) == {"3", "2+2", "3+3", "3E", "4E"}
    for other in ("3+3e", "3Ee"):
        assert "2" in left(sold(fleet("d"), other))


@pytest.mark.rule("WCZ-14", "RCZ-VIII.12.14")
def test_an_exported_h_card_acts_as_all_its_types() -> None:
    position = exported(fleet("g"), "h")
    assert left(position) == {"3E", "4E"}
    assert ask.phase(position) == "h"


@pytest.mark.rule("WCZ-15", "RCZ-VIII.12.15")
def test_obsolescence_follows_the_type_not_the_phase() -> None:
    position = fleet("e")
    for _ in range(4):
        sold(position, "3+3e")
    assert "2" in left(position)
    assert "2" not in left(sold(position, "4f"))
    later = fleet("i")
    assert "3E" in left(sold(later, "5+5i"))
    assert "3E" not in left(exported(later, "i"))


@pytest.mark.rule("RCZ-VIII.12.12")
def test_the_great_trains_never_become_obsolete() -> None:
    doomed = {old for scraps in book().scraps.values() for old in scraps}
    assert doomed == {"2", "3", "2+2", "3+3", "3E", "4E"}


@pytest.mark.rule("RCZ-VIII.12.16")
def test_obsolete_trains_go_at_once_from_the_pool_and_from_the_buyer_too() -> None:
    position = turn("EKJ", cash=1000).phase("e").trains("EKJ", "2a")
    position.pool("2b")
    game = position.at("trains").apply(BuyTrain(ADA, "4e", "depot"))
    assert ask.trains(game, "EKJ") == ["4e"]
    assert ask.pool(game) == []


@pytest.mark.rule("RCZ-VIII.12.18", "RCZ-VIII.12.23", "RCZ-VIII.12.21")
def test_companies_over_a_new_limit_return_trains_in_operating_order_before_the_buyer_goes_on() -> None:
    position = turn("Sx", cash=1000).phase("e").home("Sx", "B4")
    position.phase("d", card_sold=False)
    position.company("VBW", president=BRUNO).company("BCB", president=ADA)
    position.price("BCB", 70)
    position.trains("VBW", "3c", "3d", "2a").trains("BCB", "3c", "3d", "3d").trains("Sx", "3Ed")
    game = position.at("trains").apply(BuyTrain(ADA, "3Ee", "depot"))
    assert game.actor == ADA
    refused(game, Pass(ADA), "RCZ-VIII.12.18")
    refused(game, DiscardTrain(ADA, "2a"), "RCZ-VIII.12.18")
    game = game.apply(DiscardTrain(ADA, "3c"))
    assert game.actor == BRUNO
    assert {a.train for a in offered(game, DiscardTrain)} == {"3c", "3d", "2a"}
    game = game.apply(DiscardTrain(BRUNO, "2a"))
    assert game.actor == ADA
    assert ask.pool(game) == ["3c", "2a"]
    game.check(BuyTrain(ADA, "3Ee", "depot"))


@pytest.mark.rule("RCZ-VIII.12.18", "RCZ-VIII.12.21")
def test_obsolete_trains_are_scrapped_before_limits_are_applied() -> None:
    position = turn("EKJ", cash=1000).phase("e").company("VBW", president=BRUNO)
    position.phase("d", card_sold=False)
    position.trains("VBW", "3c", "3d", "2a").trains("EKJ", "3c")
    game = position.at("trains").apply(BuyTrain(ADA, "4e", "depot"))
    assert game.actor == ADA
    assert ask.trains(game, "VBW") == ["3c", "3d"]


@pytest.mark.rule("RCZ-VIII.12.23")
def test_there_is_nothing_to_choose_among_equal_trains() -> None:
    position = turn("Sx", cash=1000).phase("e").home("Sx", "B4").company("VBW", president=BRUNO)
    position.phase("d", card_sold=False)
    position.trains("VBW", "3d", "3d", "3d").trains("Sx", "3Ed")
    game = position.at("trains").apply(BuyTrain(ADA, "3Ee", "depot"))
    assert game.actor == ADA
    assert ask.trains(game, "VBW") == ["3d", "3d"]
    assert ask.pool(game) == ["3d"]


@pytest.mark.rule("RCZ-VIII.12.19", "RCZ-VIII.10.1")
def test_a_train_lost_in_anothers_turn_is_replaced_in_the_own_turn() -> None:
    position = turn("EKJ", cash=1000).phase("e").company("VBW", cash=500).trains("VBW", "2a")
    position.queue("VBW")
    game = position.at("trains").apply(BuyTrain(ADA, "4e", "depot")).apply(Pass(ADA))
    assert ask.on_turn(game) == "VBW"
    assert ask.trains(game, "VBW") == []
    game = game.apply(Pass(ADA)).apply(Pass(ADA))
    refused(game, Pass(ADA), "RCZ-VIII.10.1")


@pytest.mark.rule("RCZ-VIII.12.20", "RCZ-VIII.12.3")
@pytest.mark.parametrize("phase", "bcdefghij")
def test_rights_opened_by_a_phase_hold_to_the_end(phase: str) -> None:
    position = turn("Sx", cash=2000).phase(phase).home("Sx", "B4").company("By").home("By", "F2")
    game = position.trains("Sx", "3Ed").trains("By", "3Ed").local("S1", BRUNO).at("trains")
    game.check(OfferForTrain(ADA, "By", "3Ed", 1))
    assert "buy_local" in {offer.type for offer in game.offers()}


@pytest.mark.rule("RCZ-VIII.12.22")
def test_a_train_of_another_company_starts_no_phase_and_scraps_nothing() -> None:
    position = turn("EKJ", cash=500).phase("d").company("VBW").company("BCB")
    game = position.trains("VBW", "4e").trains("BCB", "2a").at("trains")
    made = game.apply(OfferForTrain(ADA, "VBW", "4e", 100))
    assert ask.trains(made, "EKJ") == ["4e"]
    assert ask.trains(made, "BCB") == ["2a"]
    assert (ask.phase(made), ask.obsolete(made)) == ("d", [])


# --- the export


def set_end(phase: str, *trains: str, set_number: int = 0) -> Game:
    """The last company of a set is about to end its turn; VBW owns the trains."""
    position = turn("EKJ", cash=500).phase(phase).company("VBW", president=BRUNO)
    position.trains("EKJ", "4f" if phase >= "f" else "2a").trains("VBW", *trains)
    return position.set(set_number + 1, len(position.facts.local_prices[set_number])).at("trains")


@pytest.mark.rule("RCZ-VIII.13.1", "RCZ-VIII.13.2", "RCZ-V.3")
def test_the_top_card_leaves_the_game_after_every_set_but_the_last() -> None:
    sets = len(book().local_prices)
    for number in range(sets):
        game = set_end("b", "2b", set_number=number)
        before = len(ask.depot(game))
        after = game.apply(Pass(ADA))
        exports = [event for event in after.latest_events if event.key == "card_exported"]
        assert len(exports) == (number < sets - 1)
        assert len(ask.depot(after)) == before - len(exports)
        assert after.over == (number == sets - 1)
        if not after.over:
            assert ask.round_name(after) == "stock"


@pytest.mark.rule("RCZ-VIII.13.2")
def test_no_card_is_exported_between_the_rounds_of_a_set() -> None:
    position = turn("EKJ", cash=500).phase("b").trains("EKJ", "2a")
    position.set(5, 1)
    after = position.at("trains").apply(Pass(ADA))
    assert ask.round_name(after) == "operating"
    assert ask.round_number(after) == 2
    assert "card_exported" not in {event.key for event in after.latest_events}


@pytest.mark.rule("RCZ-VIII.13.3", "RCZ-VIII.12.1")
def test_an_export_may_begin_a_phase() -> None:
    position = turn("EKJ").phase("d")
    position.phase("c", card_sold=False)
    ctx = position.context()
    export_card(position.facts, ctx)
    assert ask.phase(position) == "d"
    assert ask.gone(position)[-1] == "d"


@pytest.mark.rule("RCZ-VIII.13.4")
def test_what_an_export_scraps_and_what_goes_over_the_limit_is_settled_before_the_stock_round() -> None:
    position = turn("EKJ", cash=500).phase("e").company("VBW", president=BRUNO)
    position.phase("d", card_sold=False)
    position.trains("EKJ", "3c").trains("VBW", "2a", "3c", "3d", "3d")
    game = position.scrapped("VBW", "3d").at("trains").apply(Pass(ADA))
    # the 2 is scrapped by the exported e card, which leaves no train over the limit of 2
    assert ask.trains(game, "VBW") == ["3c", "3d"]
    assert ask.round_name(game) == "stock"
    other = turn("EKJ", cash=500).phase("e").company("VBW", president=BRUNO)
    other.phase("d", card_sold=False)
    other.trains("EKJ", "3c").trains("VBW", "3c", "3d", "3d")
    game = other.at("trains").apply(Pass(ADA))
    assert (game.actor, ask.round_name(game)) == (BRUNO, "closing")
    game = game.apply(DiscardTrain(BRUNO, "3c"))
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("RCZ-VIII.13.5")
def test_trains_of_the_pool_are_never_exported() -> None:
    position = turn("EKJ", cash=500).phase("b").trains("EKJ", "2b")
    position.pool("2a")
    game = position.at("trains").apply(Pass(ADA))
    assert [event["card"] for event in game.latest_events if event.key == "card_exported"] == ["b"]
    assert ask.pool(game) == ["2a"]


@pytest.mark.rule("RCZ-VIII.13.6", "RCZ-II.4")
def test_in_the_last_phase_a_j_card_is_exported_and_the_supply_never_ends() -> None:
    position = turn("EKJ").phase("j").company("NWB").trains("NWB", "4Ef")
    assert ask.depot(position) == []
    for _ in range(3):
        export_card(position.facts, position.context())
    assert ask.trains(position, "NWB") == []
    assert ask.endless_drawn(position) == 3
    assert ask.phase(position) == "j"
