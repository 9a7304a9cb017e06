"""Acquiring smaller companies [RCZ-VIII.9]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import Answer, BuyTrain, DiscardTrain, PlaceToken, RemoveToken
from piercy.testing import questions as ask
from piercy.testing.moves import offered, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.acquisition import price_range
from piercy.titles.cz.actions import (
    BuyLocal,
    ConvertTrain,
    LayPurple,
    OfferAcquisition,
    ScrapTrain,
    SellLocal,
)


def buying(*, cash: int = 1000) -> CzScenario:
    """BTE, which may now acquire EKJ, both Ada's, in phase D. EKJ's price is 50."""
    return turn("BTE", cash=cash).phase("d").company("EKJ")


def acquire(game: Game, target: str = "EKJ", price: int = 50) -> Game:
    """Offer and, if another Director is asked, let him accept."""
    game = game.apply(OfferAcquisition(str(game.actor), target, price))
    return game.apply(Answer(str(game.actor), True)) if ask.deal_waits(game) else game


def targets(game: Game) -> set[str]:
    return {a.company for a in offered(game, OfferAcquisition)}


@pytest.mark.rule("RCZ-VIII.9.1", "RCZ-VIII.9.2")
def test_only_smaller_companies_are_acquired() -> None:
    medium = turn("BTE").phase("d").company("EKJ").company("NWB").company("Sx").home("Sx", "B4").at("acquire")
    assert targets(medium) == {"EKJ"}
    position = turn("Sx").phase("d").home("Sx", "B4").company("EKJ").company("NWB").company("By")
    large = position.home("By", "F2").at("acquire")
    assert targets(large) == {"EKJ", "NWB"}
    refused(medium, OfferAcquisition(ADA, "NWB", 60), "RCZ-VIII.9.2")
    refused(medium, OfferAcquisition(ADA, "Sx", 90), "RCZ-VIII.9.2")


@pytest.mark.rule("RCZ-VIII.9.1", "RCZ-VIII.9.2", "RCZ-VIII.3.1")
def test_a_small_company_comes_from_its_dividend_to_the_trains_at_once() -> None:
    game = turn("EKJ").phase("d").company("VBW").trains("EKJ", "2b").at("acquire")
    assert ask.step(game) == "trains"
    assert not offered(game, OfferAcquisition)
    refused(game, OfferAcquisition(ADA, "VBW", 50), "RCZ-VIII.3.1")


@pytest.mark.rule("RCZ-VIII.9.3")
def test_one_acquisition_is_completed_before_the_next() -> None:
    position = buying().company("VBW").trains("EKJ", "2b")
    game = acquire(position.at("acquire"))
    refused(game, OfferAcquisition(ADA, "VBW", 50), "RCZ-VIII.9.3")
    game = acquire(game.apply(ScrapTrain(ADA, "2b")), "VBW")
    assert ask.closed(game, "EKJ")
    assert ask.closed(game, "VBW")


@pytest.mark.rule("RCZ-VIII.9.4", "RCZ-VIII.3.6")
def test_the_other_director_answers_before_anything_happens() -> None:
    game = turn("BTE", cash=500).phase("d").company("EKJ", president=BRUNO).at("acquire")
    asked = game.apply(OfferAcquisition(ADA, "EKJ", 60))
    assert asked.actor == BRUNO
    assert offered(asked, Answer) == [Answer(BRUNO, True), Answer(BRUNO, False)]
    assert ask.cash(asked, "BTE") == 500
    refused(asked, Pass(BRUNO), "RCZ-VIII.3.6")
    refused(asked, SellLocal(ADA, "S1"), "RCZ-VIII.3.6")
    assert {type(a) for a in asked.actions()} == {Answer}
    no = asked.apply(Answer(BRUNO, False))
    assert no.actor == ADA
    assert ask.companies(no) == ask.companies(game)
    again = no.apply(OfferAcquisition(ADA, "EKJ", 61))
    yes = again.apply(Answer(BRUNO, True))
    assert ask.closed(yes, "EKJ")
    assert ask.cash(yes, "BTE") == 500 - 2 * 61


@pytest.mark.rule("RCZ-VIII.9.4", "RCZ-VIII.3.6")
def test_who_directs_both_decides_alone_and_shareholders_are_not_asked() -> None:
    position = buying()
    position.shares("EKJ", **{ADA: 2, BRUNO: 1, CARLA: 1})
    game = position.at("acquire").apply(OfferAcquisition(ADA, "EKJ", 50))
    assert not ask.deal_waits(game)
    assert ask.closed(game, "EKJ")


@pytest.mark.rule("RCZ-VIII.9.4")
def test_by_the_option_of_the_site_nobody_is_asked() -> None:
    game = turn("BTE", no_consent=True).phase("d").company("EKJ", president=BRUNO).at("acquire")
    assert ask.closed(game.apply(OfferAcquisition(ADA, "EKJ", 50)), "EKJ")


@pytest.mark.rule("RCZ-VIII.9.5", "WCZ-17")
@pytest.mark.parametrize(("price", "low", "high"), [(65, 33, 97), (53, 27, 79), (80, 40, 120)])
def test_half_to_one_and_a_half_times_the_price(price: int, low: int, high: int) -> None:
    assert price_range(price) == (low, high)
    position = buying()
    position.price("EKJ", price)
    game = position.at("acquire")
    for allowed in (low, high):
        game.check(OfferAcquisition(ADA, "EKJ", allowed))
    for wrong in (low - 1, high + 1):
        refused(game, OfferAcquisition(ADA, "EKJ", wrong), "RCZ-VIII.9.5")
    prices = {a.price for a in offered(game, OfferAcquisition)}
    assert (min(prices), max(prices)) == (low, high)


@pytest.mark.rule("RCZ-VIII.9.6", "WCZ-18")
def test_every_share_in_players_hands_is_paid_and_none_of_the_bank() -> None:
    position = buying(cash=225)
    position.shares("EKJ", **{ADA: 2, BRUNO: 1})
    position.price("EKJ", 60)
    before = position.at("acquire")
    game = acquire(before, price=75)
    earned = {n: ask.cash(game, n) - ask.cash(before, n) for n in ask.players(game)}
    assert earned == {ADA: 150, BRUNO: 75, CARLA: 0}
    assert ask.cash(game, "BTE") == 0


@pytest.mark.rule("RCZ-VIII.9.7", "RCZ-VIII.3.4")
def test_the_treasury_pays_without_the_money_of_the_target_or_of_the_director() -> None:
    game = turn("BTE", cash=99).phase("d").company("EKJ", cash=500).at("acquire")
    assert ask.cash(game, ADA) > 0
    refused(game, OfferAcquisition(ADA, "EKJ", 50), "RCZ-VIII.9.7")
    game.check(OfferAcquisition(ADA, "EKJ", 49))
    prices = {a.price for a in offered(game, OfferAcquisition)}
    assert max(prices) == 49
    for cash, least in ((50, [OfferAcquisition(ADA, "EKJ", 25)]), (49, [])):
        assert (
            offered(turn("BTE", cash=cash).phase("d").company("EKJ").at("acquire"), OfferAcquisition) == least
        )


@pytest.mark.rule("RCZ-VIII.9.8", "RCZ-VIII.9.9")
def test_the_target_is_open_whether_or_not_it_has_operated() -> None:
    position = turn("BTE").phase("d").company("EKJ", operated=False).company("VBW")
    game = position.unopened("VBW").at("acquire")
    refused(game, OfferAcquisition(ADA, "VBW", 50), "RCZ-VIII.9.8")
    refused(game, OfferAcquisition(ADA, "OFE", 50), "RCZ-VIII.9.8")
    assert targets(game) == {"EKJ"}
    assert ask.closed(acquire(game), "EKJ")


@pytest.mark.rule("RCZ-VIII.9.9", "RCZ-VIII.2.5")
def test_a_company_acquired_before_its_turn_has_none() -> None:
    position = turn("BTE").phase("b").company("EKJ").company("VBW").trains("BTE", "2+2b")
    position.queue("EKJ", "VBW")
    game = acquire(position.at("acquire")).apply(Pass(ADA)).apply(Pass(ADA))
    assert ask.on_turn(game) == "VBW"


@pytest.mark.rule("RCZ-VIII.9.10")
def test_money_locals_and_markers_pass_over_and_abilities_stay_as_they_are() -> None:
    position = turn("BTE", cash=100).phase("d").company("EKJ", cash=77)
    position.local("S1", "EKJ").local("S2", "EKJ", used=True)
    game = acquire(position.at("acquire"))
    assert ask.cash(game, "BTE") == 100 - 2 * 50 + 77
    assert ask.cash(game, "EKJ") == 0
    owned = {
        n: (ask.local_owner(game, n), ask.local_used(game, n))
        for n in ask.local_names(game)
        if ask.local_with_company(game, n)
    }
    assert owned == {"S1": ("BTE", False), "S2": ("BTE", True)}
    # EKJ had its home on the map and two markers left
    assert ask.taken_tokens(game, "BTE") == 2
    assert ask.tokens_left(game, "BTE") == 2


@pytest.mark.rule("RCZ-VIII.9.11", "RCZ-VIII.9.28")
def test_stations_change_their_owner_on_the_spot_without_any_connection() -> None:
    game = acquire(turn("BTE").phase("d").company("VBW").at("acquire"), "VBW")
    assert sorted(ask.tokens_of(game, "BTE")) == [("D2", 0), ("I9", 0)]
    assert ask.tokens_of(game, "VBW") == []


@pytest.mark.rule("RCZ-VIII.9.12", "RCZ-VIII.9.17")
def test_of_two_stations_in_one_city_one_goes_to_the_charter() -> None:
    position = turn("BTE").phase("d").tiles("D2 14@0").company("EKJ", tokens="D2")
    game = acquire(position.at("acquire"))
    assert ask.doubled(game) == []
    assert ask.tokens_on(game, "D2") == [("BTE", 0)]
    assert ask.tokens_on(game, "D4") == [("BTE", 0)]
    # one marker left on EKJ's charter, and the one that was removed
    assert ask.taken_tokens(game, "BTE") == 2


@pytest.mark.rule("RCZ-VIII.9.12", "RCZ-VIII.9.29")
@pytest.mark.parametrize(("removed", "kept"), [(0, 1), (1, 0)])
def test_of_two_stations_in_one_hex_the_director_picks_one_before_the_trains(removed: int, kept: int) -> None:
    position = turn("Sx").phase("d").home("Sx", "B4").tiles("C7 8859@0").company("EKJ", tokens="C7:0")
    position.tokens("Sx", "C7:1").trains("EKJ", "2b")
    game = acquire(position.at("acquire"))
    assert {(a.hex, a.city) for a in offered(game, RemoveToken)} == {
        ("C7", 0),
        ("C7", 1),
    }
    refused(game, Pass(ADA), "RCZ-VIII.9.12")
    refused(game, ScrapTrain(ADA, "2b"), "RCZ-VIII.9.29")
    refused(game, RemoveToken(ADA, "D4", 0), "RCZ-VIII.9.12")
    with pytest.raises(InvalidAction):
        game.check(RemoveToken(ADA, "Z9", 0))
    before = ask.taken_tokens(game, "Sx")
    settled = game.apply(RemoveToken(ADA, "C7", removed))
    assert ask.tokens_on(settled, "C7") == [("Sx", kept)]
    assert ask.taken_tokens(settled, "Sx") == before + 1
    assert offered(settled, ScrapTrain)


@pytest.mark.rule("RCZ-VIII.9.12", "RCZ-VIII.5.16")
def test_one_of_two_stations_goes_even_if_a_purple_tile_has_merged_their_cities() -> None:
    position = turn("BTE").phase("g").tiles("D2 6@2, C7 8859@0").company("EKJ", tokens="C7:0")
    game = acquire(position.tokens("BTE", "C7:1").local("M1", "BTE").at("acquire"))
    lay = next(a for a in offered(game, LayPurple) if a.hex == "C7")
    merged = game.apply(lay)
    assert offered(merged, RemoveToken) == [RemoveToken(ADA, "C7", 0)]
    before = ask.taken_tokens(merged, "BTE")
    after = merged.apply(RemoveToken(ADA, "C7", 0))
    assert ask.tokens_on(after, "C7") == [("BTE", 0)]
    assert ask.taken_tokens(after, "BTE") == before + 1


@pytest.mark.rule("RCZ-VIII.9.12", "RCZ-VIII.9.11")
@pytest.mark.parametrize("removed", [0, 1])
def test_the_stations_of_a_third_company_stay_where_one_of_two_goes(removed: int) -> None:
    position = turn("BTE").phase("d").tiles("E11 8891@0").company("NWB").home("NWB", "E11:3")
    position.company("EKJ", tokens="E11:0").tokens("BTE", "E11:1")
    game = acquire(position.at("acquire"))
    after = game.apply(RemoveToken(ADA, "E11", removed))
    assert sorted(ask.tokens_on(after, "E11")) == [("BTE", 1 - removed), ("NWB", 3)]


@pytest.mark.rule("RCZ-VIII.9.10")
def test_only_the_targets_locals_pass_over() -> None:
    position = buying().company("VBW").local("S1", "EKJ").local("S2", "VBW").local("S3", BRUNO)
    game = acquire(position.at("acquire"))
    assert [ask.local_owner(game, name) for name in ("S1", "S2", "S3")] == ["BTE", "VBW", BRUNO]
    assert [ask.local_with_company(game, name) for name in ("S1", "S2", "S3")] == [True, True, False]


@pytest.mark.rule("RCZ-VIII.9.13")
def test_the_target_leaves_the_game_for_good() -> None:
    game = acquire(buying().company("VBW").at("acquire"))
    assert (ask.shareholders(game, "EKJ"), ask.president(game, "EKJ"), ask.trains(game, "EKJ")) == (
        {},
        None,
        [],
    )
    refused(game, OfferAcquisition(ADA, "EKJ", 50), "RCZ-VIII.9.13")


@pytest.mark.rule("RCZ-VIII.9.14", "RCZ-VIII.9.16", "RCZ-VIII.9.25")
def test_acquired_trains_are_kept_scrapped_or_converted_at_once() -> None:
    position = buying().company("VBW").trains("EKJ", "2b", "3c", "2a")
    game = acquire(position.at("acquire"))
    game = game.apply(ScrapTrain(ADA, "2a")).apply(ConvertTrain(ADA, "2b"))
    assert ask.pool(game) == []
    assert ask.trains(game, "BTE") == ["2+2b", "3c"]
    kept = game.apply(Pass(ADA))
    assert ask.trains(kept, "BTE") == ["2+2b", "3c"]
    refused(kept, ConvertTrain(ADA, "3c"), "RCZ-VIII.9.25")
    refused(kept, ScrapTrain(ADA, "3c"), "RCZ-VIII.9.25")


COSTS = [
    ("2b", "BTE", "2+2b", 10),
    ("3c", "BTE", "2+2c", 0),
    ("3d", "BTE", "3+3d", 60),
    ("3d", "Sx", "3Ed", 130),
    ("3+3d", "Sx", "3Ed", 70),
    ("4e", "BTE", "3+3e", 0),
    ("4e", "Sx", "3Ee", 0),
    ("3+3e", "Sx", "3Ee", 70),
    ("4f", "BTE", "4+4f", 150),
    ("4f", "Sx", "4Ef", 100),
    ("4+4f", "Sx", "4Ef", 0),
    ("5g", "BTE", "4+4g", 50),
    ("5g", "Sx", "4Eg", 0),
    ("4+4g", "Sx", "4Eg", 0),
    ("5h", "BTE", "5+5h", 150),
    ("5h", "Sx", "5Eh", 350),
    ("5+5h", "Sx", "5Eh", 200),
    ("5i", "BTE", "5+5i", 150),
    ("5i", "Sx", "6Ei", 450),
    ("5+5i", "Sx", "6Ei", 300),
    ("5j", "BTE", "5+5j", 150),
    ("5j", "Sx", "8Ej", 650),
    ("5+5j", "Sx", "8Ej", 500),
]


@pytest.mark.rule("RCZ-VIII.9.15", "RCZ-VIII.9.19", "WCZ-19")
@pytest.mark.parametrize(("train", "buyer", "converted", "cost"), COSTS)
def test_a_conversion_costs_the_positive_difference(
    train: str, buyer: str, converted: str, cost: int
) -> None:
    target = "NWB" if "+" in train else "EKJ"
    position = turn(buyer, cash=2000).phase(train[-1]).company(target)
    if buyer == "Sx":
        position.home("Sx", "B4")
    game = acquire(position.trains(target, train).at("acquire"), target, 60)
    before = ask.cash(game, buyer)
    game = game.apply(ConvertTrain(ADA, train))
    assert ask.trains(game, buyer) == [converted]
    assert ask.cash(game, buyer) == before - cost


@pytest.mark.rule("RCZ-VIII.9.15")
def test_a_conversion_must_be_paid() -> None:
    game = turn("BTE", cash=109).phase("d").company("EKJ").trains("EKJ", "2b").at("acquire")
    refused(acquire(game, price=50), ConvertTrain(ADA, "2b"), "RCZ-VIII.9.15")
    acquire(game, price=49).check(ConvertTrain(ADA, "2b"))


@pytest.mark.rule("RCZ-VIII.9.22", "RCZ-VIII.9.29")
def test_the_acquired_money_pays_for_conversions() -> None:
    game = turn("BTE", cash=100).phase("d").company("EKJ", cash=10).trains("EKJ", "2b").at("acquire")
    game = acquire(game).apply(ConvertTrain(ADA, "2b"))
    assert ask.cash(game, "BTE") == 0


@pytest.mark.rule("RCZ-VIII.9.18", "RCZ-VIII.9.17", "RCZ-VIII.6.14", "WCZ-33")
def test_what_a_station_costs_after_an_acquisition() -> None:
    without = turn("Sx").phase("d").home("Sx", "B4").company("EKJ", operated=False).at("acquire")
    game = acquire(without)
    assert ask.taken_tokens(game, "Sx") == 3
    assert ask.token_price(game, "Sx") == 40
    added = turn("Sx").phase("d").home("Sx", "B4").company("EKJ").at("acquire")
    assert ask.token_price(acquire(added), "Sx") == 100


@pytest.mark.rule("RCZ-VIII.9.18")
def test_a_marker_taken_over_costs_the_full_price_once_the_own_second_one_is_placed() -> None:
    position = (
        turn("Sx").phase("d").home("Sx", "B4").tiles("B4 8896@1, C5 58@5").company("EKJ", operated=False)
    )
    position.tiles("D4 14@0")
    game = acquire(position.at("acquire"))
    assert ask.token_price(CzScenario(game).without_tokens("Sx"), "Sx") == 100


@pytest.mark.rule("RCZ-VIII.9.18")
def test_by_the_option_of_the_site_every_marker_is_dear_after_an_acquisition() -> None:
    position = (
        turn("Sx", dear_after_acquisition=True).phase("d").home("Sx", "B4").company("EKJ", operated=False)
    )
    assert ask.token_price(acquire(position.at("acquire")), "Sx") == 100


@pytest.mark.rule("RCZ-VIII.9.19")
def test_a_train_is_converted_to_the_acquirers_own_colour_only() -> None:
    position = turn("Sx").phase("d").home("Sx", "B4").company("EKJ").trains("EKJ", "3c", "3d")
    game = acquire(position.at("acquire"))
    refused(game, ConvertTrain(ADA, "3c"), "RCZ-VIII.9.19")
    assert {a.train for a in offered(game, ConvertTrain)} == {"3d"}
    assert ask.trains(game.apply(ConvertTrain(ADA, "3d")), "Sx") == ["3c", "3Ed"]


@pytest.mark.rule("RCZ-VIII.9.20")
def test_no_train_becomes_an_obsolete_type() -> None:
    position = buying().trains("EKJ", "3c")
    position.obsolete("2+2")
    game = acquire(position.at("acquire"))
    refused(game, ConvertTrain(ADA, "3c"), "RCZ-VIII.9.20")
    assert not offered(game, ConvertTrain)


@pytest.mark.rule("RCZ-VIII.9.21")
def test_an_a_card_cannot_be_converted() -> None:
    game = acquire(buying().trains("EKJ", "2a").at("acquire"))
    refused(game, ConvertTrain(ADA, "2a"), "RCZ-VIII.9.21")
    assert not offered(game, ConvertTrain)


@pytest.mark.rule("RCZ-VIII.9.23")
def test_a_conversion_makes_obsolete_as_a_sale_would_but_starts_no_phase() -> None:
    position = turn("BTE", cash=1000).phase("e").company("EKJ").company("NWB", president=BRUNO)
    position.trains("EKJ", "4f").trains("NWB", "2+2b", "2b").trains("BTE", "2+2c")
    game = acquire(position.at("acquire")).apply(ConvertTrain(ADA, "4f"))
    assert ask.trains(game, "BTE") == ["4+4f"]
    assert ask.trains(game, "NWB") == ["2b"]
    assert ask.obsolete(game) == ["2+2"]
    assert ask.phase(game) == "e"


@pytest.mark.rule("RCZ-VIII.9.20", "RCZ-VIII.9.23")
def test_by_option_a_conversion_makes_nothing_obsolete() -> None:
    position = turn("BTE", cash=1000, conversion_obsoletes=False).phase("e").company("EKJ")
    position.company("NWB", president=BRUNO).trains("EKJ", "4f", "3d").trains("NWB", "2+2b")
    game = acquire(position.at("acquire")).apply(ConvertTrain(ADA, "4f")).apply(ConvertTrain(ADA, "3d"))
    assert ask.trains(game, "BTE") == ["4+4f", "3+3d"]
    assert ask.trains(game, "NWB") == ["2+2b"]
    assert ask.obsolete(game) == []
    assert ask.phase(game) == "e"


@pytest.mark.rule("RCZ-VIII.9.24")
def test_the_rest_is_kept_only_within_the_limit() -> None:
    position = buying().trains("BTE", "2+2b", "2+2c").trains("EKJ", "2b", "2a")
    game = acquire(position.at("acquire"))
    refused(game, Pass(ADA), "RCZ-VIII.9.24")
    fits = game.apply(ScrapTrain(ADA, "2a")).apply(Pass(ADA))
    assert ask.trains(fits, "BTE") == ["2+2b", "2+2c", "2b"]


@pytest.mark.rule("RCZ-VIII.9.24", "RCZ-VIII.9.25")
def test_converted_trains_over_the_limit_push_any_train_to_the_pool() -> None:
    position = buying().trains("BTE", "2+2b", "2+2c").trains("EKJ", "3d", "2b")
    game = acquire(position.at("acquire"))
    refused(game, ScrapTrain(ADA, "2+2c"), "RCZ-VIII.9.25")
    refused(game, ConvertTrain(ADA, "2+2c"), "RCZ-VIII.9.25")
    game = game.apply(ConvertTrain(ADA, "3d")).apply(ConvertTrain(ADA, "2b"))
    assert game.actor == ADA
    choice = {a.train for a in offered(game, DiscardTrain)}
    assert choice == {"2+2b", "2+2c", "3+3d"}
    game = game.apply(DiscardTrain(ADA, "2+2c"))
    assert ask.pool(game) == ["2+2c"]
    assert len(ask.trains(game, "BTE")) == 3


@pytest.mark.rule("RCZ-VIII.9.24", "RCZ-VIII.12.23")
def test_equal_trains_over_the_limit_go_to_the_pool_without_a_question() -> None:
    position = buying().company("VBW").trains("BTE", "2+2b", "2+2b").trains("EKJ", "2b", "2b", "2a")
    game = acquire(position.at("acquire"))
    game = game.apply(ConvertTrain(ADA, "2b")).apply(ConvertTrain(ADA, "2b")).apply(ScrapTrain(ADA, "2a"))
    assert ask.trains(game, "BTE") == ["2+2b"] * 3
    assert ask.pool(game) == ["2+2b"]


@pytest.mark.rule("RCZ-VIII.9.26")
def test_the_acquirers_price_does_not_move() -> None:
    before = buying().at("acquire")
    after = acquire(before)
    assert ask.cell(after, "BTE") == ask.cell(before, "BTE")
    gone = set(ask.market(before)) - set(ask.market(after))
    assert len(gone) == 1
    assert ask.market(after) == [n for n in ask.market(before) if n not in gone]


@pytest.mark.rule("RCZ-VIII.9.27", "RCZ-VIII.6.7")
def test_the_home_reservation_of_the_target_ends() -> None:
    position = turn("BTE").phase("d").tiles("D2 57@1, D4 57@1").company("EKJ", operated=False)
    refused(position.at("token"), PlaceToken(ADA, "D4", 0), "RCZ-VIII.6.7")
    later = acquire(position.trains("BTE", "2+2b").at("acquire")).apply(Pass(ADA))
    while ask.on_turn(later) != "BTE" or ask.step(later) != "token":
        later = later.apply(later.actions()[-1])  # the last is a pass, where one may pass
    assert offered(later, PlaceToken) == [PlaceToken(ADA, "D4", 0)]


@pytest.mark.rule(
    "RCZ-VIII.10.6", "RCZ-VIII.9.24", "WCZ-34", "RCZ-VIII.10.1", "RCZ-VIII.10.5", "RCZ-VIII.10.21"
)
def test_at_the_limit_by_an_acquisition_a_train_is_bought_and_another_returned() -> None:
    position = turn("BTE").phase("b").company("EKJ").trains("EKJ", "2a", "2a", "2b")
    game = acquire(position.at("acquire")).apply(Pass(ADA))
    refused(game, Pass(ADA), "RCZ-VIII.10.1")
    refused(game, BuyTrain(ADA, "2b", "depot"), "RCZ-VIII.10.5")
    game = game.apply(BuyTrain(ADA, "2+2b", "depot"))
    refused(game, DiscardTrain(ADA, "2+2b"), "RCZ-VIII.10.21")
    game = game.apply(DiscardTrain(ADA, "2a"))
    assert sorted(ask.trains(game, "BTE")) == ["2+2b", "2a", "2b"]
    assert ask.pool(game) == ["2a"]


@pytest.mark.rule("RCZ-VIII.3.7", "RCZ-IV.1.24", "RCZ-IV.1.26", "RCZ-VIII.9.15")
def test_locals_are_dealt_with_while_acquired_trains_wait() -> None:
    position = turn("BTE", cash=100).phase("d").company("EKJ").trains("EKJ", "2b").local("S1", "EKJ")
    game = acquire(position.at("acquire"))
    refused(game, ConvertTrain(ADA, "2b"), "RCZ-VIII.9.15")
    game = game.apply(SellLocal(ADA, "S1")).apply(ConvertTrain(ADA, "2b"))
    assert ask.trains(game, "BTE") == ["2+2b"]
    assert not [a for a in game.actions() if isinstance(a, BuyLocal)]


@pytest.mark.rule("RCZ-VIII.9.14")
def test_what_is_no_train_or_company_is_no_action() -> None:
    game = acquire(buying().trains("EKJ", "2b").at("acquire"))
    for action in (ScrapTrain(ADA, "9z"), ConvertTrain(ADA, ""), OfferAcquisition(ADA, "XYZ", 5)):
        with pytest.raises(InvalidAction):
            game.check(action)
