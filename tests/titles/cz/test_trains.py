"""Buying trains, and the Director's help [RCZ-VIII.10, RCZ-VIII.11]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import Answer, BuyTrain, DiscardTrain, OfferForTrain, SellShares
from piercy.testing import questions as ask
from piercy.testing.moves import offered, refused
from piercy.titles.cz.actions import SellLocal


def shop(game: Game) -> set[tuple[str, str]]:
    """The trains of the bank and of the pool that are offered."""
    return {(a.train, a.source) for a in offered(game, BuyTrain)}


@pytest.mark.rule("RCZ-VIII.10.1", "RCZ-VIII.3.8")
@pytest.mark.parametrize(
    ("company", "other", "own"), [("EKJ", None, "3d"), ("BTE", "3d", "3+3d"), ("Sx", "3+3d", "3Ed")]
)
def test_a_turn_ends_only_with_a_train_of_the_own_colour(company: str, other: str | None, own: str) -> None:
    position = turn(company).phase("d")
    if company == "Sx":
        position.home("Sx", "B4")
    if other:
        position.trains(company, other)
    game = position.at("trains")
    refused(game, Pass(ADA), "RCZ-VIII.10.1")
    assert not [a for a in game.actions() if isinstance(a, Pass)]
    done = game.apply(BuyTrain(ADA, own, "depot")).apply(Pass(ADA))
    assert ask.on_turn(done) is None


@pytest.mark.rule("RCZ-VIII.10.2", "RCZ-VIII.3.3", "RCZ-VIII.11.1", "RCZ-VIII.3.1")
def test_any_number_within_limit_and_treasury_and_last_in_the_turn() -> None:
    game = turn("EKJ", cash=200).at("trains")
    game = game.apply(BuyTrain(ADA, "2a", "depot")).apply(BuyTrain(ADA, "2a", "depot"))
    assert ask.cash(game, "EKJ") == 60
    refused(game, BuyTrain(ADA, "2a", "depot"), "RCZ-VIII.11.1")
    assert shop(game) == set()
    early = turn("EKJ").at("track")
    refused(early, BuyTrain(ADA, "2a", "depot"), "RCZ-VIII.3.1")


LIMITS = {
    "a": (3, 3, 3), "b": (3, 3, 3), "c": (3, 3, 3), "d": (3, 3, 3), "e": (2, 3, 3),
    "f": (2, 2, 3), "g": (2, 2, 3), "h": (1, 2, 3), "i": (1, 1, 3), "j": (1, 1, 2),
}  # fmt: skip
"""Where the rules give none because no such company exists yet, the limit is the next one."""


@pytest.mark.rule("RCZ-VIII.10.3", "RCZ-VIII.10.4", "RCZ-VIII.10.5")
@pytest.mark.parametrize("phase", "abcdefghij")
@pytest.mark.parametrize(("company", "size", "own"), [("EKJ", 0, "2a"), ("BTE", 1, "2+2b"), ("Sx", 2, "3Ed")])
def test_the_limit_counts_all_trains_of_whatever_colour(
    phase: str, company: str, size: int, own: str
) -> None:
    limit = LIMITS[phase][size]
    position = turn(company, cash=5000).phase(phase)
    if company == "Sx":
        position.home("Sx", "B4")
    red = {"a": "2a", "b": "2b", "c": "3c"}.get(phase, "3d")
    others = [red] * (limit - 1)
    full = position.trains(company, own, *others).at("trains")
    letter = ask.depot(full)[:1] or ["j"]
    kind = position.facts.cards[letter[0]].types[0]
    refused(full, BuyTrain(ADA, kind + letter[0], "depot"), "RCZ-VIII.10.5")
    assert shop(full) == set()
    room = turn(company, cash=5000).phase(phase)
    if company == "Sx":
        room.home("Sx", "B4")
    if limit > 1:
        game = room.trains(company, own, *others[1:]).at("trains")
        game.check(BuyTrain(ADA, kind + letter[0], "depot"))


@pytest.mark.rule("RCZ-VIII.10.5", "WCZ-21")
def test_at_the_limit_nothing_is_bought_even_if_it_would_scrap_a_train() -> None:
    small = turn("EKJ", cash=1000).phase("h").trains("EKJ", "4f").at("trains")
    refused(small, BuyTrain(ADA, "5h", "depot"), "RCZ-VIII.10.5")
    # the first 4 would scrap the 2 trains that fill the places
    full = turn("EKJ", cash=1000).phase("e").trains("EKJ", "2a", "2a").at("trains")
    refused(full, BuyTrain(ADA, "4e", "depot"), "RCZ-VIII.10.5")


@pytest.mark.rule(
    "RCZ-VIII.10.6", "WCZ-21", "RCZ-VIII.10.1", "RCZ-VIII.10.5", "RCZ-VIII.10.21", "RCZ-VIII.12.18"
)
def test_at_the_limit_without_a_train_to_run_one_is_bought_and_another_returned() -> None:
    position = turn("BTE", cash=1000).phase("e").trains("BTE", "3c", "3d", "2+2b")
    position.queue()
    # the export of the first f card scraps the 2+2 and lowers the limit to 2
    game = position.gone("e", "e", "e", "e").at("trains").apply(Pass(ADA))
    assert ask.phase(game) == "f"
    assert ask.trains(game, "BTE") == ["3c", "3d"]
    later = turn("BTE", cash=1000).phase("f").trains("BTE", "3c", "3d").at("trains")
    refused(later, Pass(ADA), "RCZ-VIII.10.1")
    assert shop(later) == {("4+4f", "depot")}
    refused(later, BuyTrain(ADA, "4f", "depot"), "RCZ-VIII.10.5")
    bought = later.apply(BuyTrain(ADA, "4+4f", "depot"))
    refused(bought, DiscardTrain(ADA, "4+4f"), "RCZ-VIII.10.21")
    refused(bought, Pass(ADA), "RCZ-VIII.12.18")
    done = bought.apply(DiscardTrain(ADA, "3c"))
    assert ask.trains(done, "BTE") == ["3d", "4+4f"]
    assert ask.pool(done) == ["3c"]
    done.check(Pass(ADA))


@pytest.mark.rule("RCZ-VIII.10.6", "RCZ-VIII.11.7", "RCZ-VIII.10.5", "RCZ-VIII.10.21")
def test_at_the_limit_the_train_to_run_may_come_from_another_company() -> None:
    position = turn("BTE", cash=20).phase("f").company("NWB", president=BRUNO)
    game = position.trains("BTE", "3c", "3d").trains("NWB", "4+4f", "3d").at("trains")
    refused(game, OfferForTrain(ADA, "NWB", "3d", 5), "RCZ-VIII.10.5")
    game = game.apply(OfferForTrain(ADA, "NWB", "4+4f", 20)).apply(Answer(BRUNO, True))
    refused(game, DiscardTrain(ADA, "4+4f"), "RCZ-VIII.10.21")
    with pytest.raises(InvalidAction):
        game.check(DiscardTrain(ADA, "9z"))
    game = game.apply(DiscardTrain(ADA, "3c"))
    assert ask.trains(game, "BTE") == ["3d", "4+4f"]
    assert ask.cash(game, "NWB") == 20
    game.check(Pass(ADA))


@pytest.mark.rule("RCZ-VIII.10.6")
def test_by_the_option_of_the_site_the_new_train_may_be_returned() -> None:
    game = turn("BTE", cash=1000, return_any_train=True).phase("f").trains("BTE", "3c", "3d").at("trains")
    bought = game.apply(BuyTrain(ADA, "4+4f", "depot"))
    bought.check(DiscardTrain(ADA, "4+4f"))


def test_by_the_options_of_the_site_nobody_is_stuck_who_returned_the_train_he_was_helped_to() -> None:
    """The Director helps once; the company then has only trains that it cannot run, and no money."""
    position = turn("BTE", cash=200, return_any_train=True).phase("f").trains("BTE", "3c", "3d")
    bought = position.at("trains").apply(BuyTrain(ADA, "4+4f", "depot"))
    returned = bought.apply(DiscardTrain(ADA, "4+4f"))
    assert ask.trains(returned, "BTE") == ["3c", "3d"]
    assert [offer.action for offer in returned.offers()] == [Pass]


@pytest.mark.rule("RCZ-VIII.10.7")
def test_the_bank_sells_its_top_card_only() -> None:
    position = turn("EKJ", cash=1000).trains("EKJ", "2a")
    game = position.gone("a", "a", "a").at("trains")
    assert shop(game) == {("2a", "depot")}
    refused(game, BuyTrain(ADA, "2b", "depot"), "RCZ-VIII.10.7")
    last = game.apply(BuyTrain(ADA, "2a", "depot"))
    assert shop(last) == {("2b", "depot")}
    refused(last, BuyTrain(ADA, "2a", "depot"), "RCZ-VIII.10.7")


@pytest.mark.rule("RCZ-VIII.10.8", "RCZ-VIII.10.9", "RCZ-IV.2b.2", "RCZ-IV.2c.2", "RCZ-IV.2d.2")
def test_the_buyer_chooses_a_type_that_it_may_own_at_its_price() -> None:
    small = turn("EKJ", cash=1000).phase("d").trains("EKJ", "2b").at("trains")
    medium = turn("BTE", cash=1000).phase("d").trains("BTE", "2+2b").at("trains")
    large = turn("Sx", cash=1000).phase("d").home("Sx", "B4").trains("Sx", "3Ed").at("trains")
    assert shop(small) == {("3d", "depot")}
    assert shop(medium) == {("3d", "depot"), ("3+3d", "depot")}
    assert shop(large) == {("3d", "depot"), ("3+3d", "depot"), ("3Ed", "depot")}
    refused(small, BuyTrain(ADA, "3+3d", "depot"), "RCZ-IV.2b.2")
    refused(medium, BuyTrain(ADA, "3Ed", "depot"), "RCZ-IV.2c.2")
    for kind, price in (("3", 120), ("3+3", 180), ("3E", 250)):
        after = large.apply(BuyTrain(ADA, f"{kind}d", "depot"))
        assert ask.cash(after, "Sx") == 1000 - price
        assert ask.trains(after, "Sx") == ["3Ed", f"{kind}d"]


@pytest.mark.rule("RCZ-VIII.10.10", "RCZ-VIII.12.3", "RCZ-VIII.12.20")
def test_companies_trade_trains_from_phase_b_on_for_at_least_1() -> None:
    def deal(phase: str, **options: bool) -> Game:
        position = turn("EKJ", cash=500, **options).phase(phase)  # type: ignore[arg-type]
        return position.company("VBW").trains("EKJ", "2a").trains("VBW", "2a").at("trains")

    offer = OfferForTrain(ADA, "VBW", "2a", 1)
    refused(deal("a"), offer, "RCZ-VIII.10.10")
    assert not offered(deal("a"), OfferForTrain)
    for phase in "bcd":
        after = deal(phase).apply(offer)
        assert ask.trains(after, "EKJ") == ["2a", "2a"]
        assert ask.cash(after, "VBW") == 1
    refused(deal("b"), OfferForTrain(ADA, "VBW", "2a", 0), "RCZ-VIII.10.10")
    deal("a", early_train_deals=True).check(offer)


@pytest.mark.rule("RCZ-VIII.10.10", "RCZ-VIII.3.6", "RCZ-I.2")
def test_the_other_director_is_asked_for_his_train() -> None:
    position = turn("EKJ", cash=500).phase("b").company("VBW", president=BRUNO, cash=5)
    game = position.trains("EKJ", "2a").trains("VBW", "2a").at("trains")
    asked = game.apply(OfferForTrain(ADA, "VBW", "2a", 300))
    assert asked.actor == BRUNO
    offer = next(event for event in asked.latest_events if event.key == "deal_proposed")
    assert (offer.fields["price"], offer.fields["train"]) == (300, "2a")
    refused(asked, Answer(ADA, True), "RCZ-VIII.3.6")
    no = asked.apply(Answer(BRUNO, False))
    assert ask.companies(no) == ask.companies(game)
    yes = asked.apply(Answer(BRUNO, True))
    assert ask.trains(yes, "EKJ") == ["2a", "2a"]
    assert ask.cash(yes, "EKJ") == 200
    assert ask.cash(yes, "VBW") == 305


@pytest.mark.rule("RCZ-VIII.10.11", "RCZ-VIII.1.1")
def test_only_the_operating_company_buys() -> None:
    position = turn("EKJ", cash=500).phase("b").company("VBW", cash=100, president=BRUNO)
    game = position.trains("EKJ", "2a", "2b").trains("VBW", "2a").at("trains")
    refused(game, OfferForTrain(ADA, "EKJ", "2b", 10), "RCZ-VIII.10.11")
    refused(game, OfferForTrain(BRUNO, "EKJ", "2b", 10), "RCZ-VIII.1.1")
    assert {a.player for a in offered(game, OfferForTrain)} == {ADA}


@pytest.mark.rule("RCZ-VIII.10.12", "RCZ-IV.2b.2", "RCZ-VIII.11.6", "RCZ-VIII.10.5")
def test_colour_room_and_treasury_bind_between_companies_too() -> None:
    position = turn("EKJ", cash=50).phase("d").company("BTE").trains("BTE", "2+2b", "3c")
    game = position.trains("EKJ", "2a").at("trains")
    refused(game, OfferForTrain(ADA, "BTE", "2+2b", 10), "RCZ-IV.2b.2")
    refused(game, OfferForTrain(ADA, "BTE", "3d", 10), "RCZ-VIII.10.12")
    refused(game, OfferForTrain(ADA, "BTE", "3c", 51), "RCZ-VIII.11.6")
    game.check(OfferForTrain(ADA, "BTE", "3c", 50))
    offers = offered(game, OfferForTrain)
    assert {(a.seller, a.train) for a in offers} == {("BTE", "3c")}
    assert (min(a.price for a in offers), max(a.price for a in offers)) == (1, 50)
    full = turn("EKJ", cash=50).phase("d").company("BTE").trains("BTE", "3c").trains("EKJ", "2a", "2a", "2a")
    refused(full.at("trains"), OfferForTrain(ADA, "BTE", "3c", 10), "RCZ-VIII.10.5")


@pytest.mark.rule("RCZ-VIII.10.13", "RCZ-VIII.12.19")
def test_the_last_train_may_be_sold_and_is_replaced_in_the_own_turn_only() -> None:
    position = turn("EKJ", cash=50).phase("b").company("VBW").trains("VBW", "2a")
    position.queue("VBW")
    game = position.at("trains").apply(OfferForTrain(ADA, "VBW", "2a", 5)).apply(Pass(ADA))
    assert ask.trains(game, "VBW") == []
    assert ask.on_turn(game) == "VBW"
    assert game.actor == ADA


@pytest.mark.rule("RCZ-VIII.10.14")
def test_trains_are_neither_sold_to_the_bank_nor_scrapped_at_will() -> None:
    game = turn("EKJ", cash=50).phase("b").trains("EKJ", "2a", "2a").at("trains")
    refused(game, DiscardTrain(ADA, "2a"), "RCZ-VIII.10.14")
    assert {type(action) for action in game.actions()} <= {Pass, BuyTrain}


@pytest.mark.rule("RCZ-VIII.10.15", "RCZ-VIII.10.16")
def test_a_card_of_the_pool_is_sold_as_any_type_that_is_not_obsolete() -> None:
    position = turn("BTE", cash=1000).phase("f").trains("BTE", "4+4f").pool("3c", "3d")
    position.obsolete("2", "2+2")
    game = position.at("trains")
    assert {row for row in shop(game) if row[1] == "pool"} == {
        ("3c", "pool"),
        ("3d", "pool"),
        ("3+3d", "pool"),
    }
    refused(game, BuyTrain(ADA, "2+2c", "pool"), "RCZ-VIII.10.16")
    refused(game, BuyTrain(ADA, "3+3e", "pool"), "RCZ-VIII.10.15")
    after = game.apply(BuyTrain(ADA, "3+3d", "pool"))
    assert ask.pool(after) == ["3c"]
    assert ask.cash(after, "BTE") == 1000 - 180
    with pytest.raises(InvalidAction):
        game.check(BuyTrain(ADA, "3d", "attic"))
    with pytest.raises(InvalidAction):
        game.check(BuyTrain(ADA, "8Ed", "depot"))


@pytest.mark.rule("RCZ-VIII.12.17")
def test_buying_from_the_pool_counts_as_selling_the_type() -> None:
    position = turn("BTE", cash=1000).phase("g").pool("4f").company("NWB").trains("NWB", "2+2b", "2b")
    game = position.at("trains").apply(BuyTrain(ADA, "4+4f", "pool"))
    assert ask.trains(game, "NWB") == ["2b"]


@pytest.mark.rule("RCZ-VIII.10.17")
def test_smaller_trains_may_be_owned_besides() -> None:
    game = turn("Sx", cash=1000).phase("d").home("Sx", "B4").trains("Sx", "3Ed", "3d").at("trains")
    done = game.apply(BuyTrain(ADA, "3+3d", "depot")).apply(Pass(ADA))
    assert ask.trains(done, "Sx") == ["3Ed", "3d", "3+3d"]


@pytest.mark.rule("RCZ-VIII.10.18")
def test_the_last_place_is_kept_for_a_train_that_runs() -> None:
    game = turn("BTE", cash=1000).phase("d").trains("BTE", "2b", "3c").at("trains")
    assert shop(game) == {("3+3d", "depot")}
    refused(game, BuyTrain(ADA, "3d", "depot"), "RCZ-VIII.10.18")
    lax = turn("BTE", cash=1000, lax_train_duty=True).phase("d").trains("BTE", "2b", "3c").at("trains")
    lax.check(BuyTrain(ADA, "3d", "depot"))


@pytest.mark.rule("RCZ-VIII.10.19", "RCZ-VIII.10.1")
def test_no_second_train_that_it_cannot_run_before_one_it_can() -> None:
    game = turn("BTE", cash=1000).phase("d").at("trains").apply(BuyTrain(ADA, "3d", "depot"))
    refused(game, BuyTrain(ADA, "3d", "depot"), "RCZ-VIII.10.19")
    refused(game, Pass(ADA), "RCZ-VIII.10.1")
    assert shop(game) == {("3+3d", "depot")}
    own = game.apply(BuyTrain(ADA, "3+3d", "depot"))
    own.check(BuyTrain(ADA, "3d", "depot"))


@pytest.mark.rule("RCZ-VIII.10.19", "RCZ-VIII.11.1", "RCZ-VIII.10.1")
def test_the_duty_stays_when_the_treasury_went_into_another_train() -> None:
    position = turn("BTE", cash=130).phase("d").cash(ADA, 500)
    game = position.at("trains").apply(BuyTrain(ADA, "3d", "depot"))
    refused(game, Pass(ADA), "RCZ-VIII.10.1")
    own = game.apply(BuyTrain(ADA, "3+3d", "depot"))
    assert ask.cash(own, ADA) == 500 - (180 - 10)
    lax = turn("BTE", cash=130, lax_train_duty=True).phase("d").at("trains")
    lax.apply(BuyTrain(ADA, "3d", "depot")).check(Pass(ADA))


@pytest.mark.rule("RCZ-VIII.10.20", "RCZ-VIII.12.23")
def test_a_phase_change_is_done_before_the_company_goes_on() -> None:
    position = (
        turn("EKJ", cash=1000).phase("e").company("VBW", president=BRUNO).company("BCB", president=BRUNO)
    )
    position.phase("d", card_sold=False)
    position.trains("EKJ", "3c").trains("VBW", "3c", "3d", "3d").trains("BCB", "2a")
    game = position.at("trains").apply(BuyTrain(ADA, "4e", "depot"))
    assert ask.phase(game) == "e"
    assert ask.trains(game, "BCB") == []
    assert game.actor == BRUNO
    refused(game, BuyTrain(ADA, "4e", "depot"), "RCZ-VIII.12.23")
    back = game.apply(DiscardTrain(BRUNO, "3d"))
    assert back.actor == ADA


@pytest.mark.rule("RCZ-VIII.10.21", "WCZ-31", "RCZ-VIII.12.18")
def test_after_its_own_purchase_a_company_keeps_its_only_train_that_runs() -> None:
    position = turn("BTE", cash=1000).phase("f").trains("BTE", "3c", "3d")
    position.phase("e", card_sold=False)
    game = position.at("trains").apply(BuyTrain(ADA, "4+4f", "depot"))
    assert {a.train for a in offered(game, DiscardTrain)} == {"3c", "3d"}
    refused(game, DiscardTrain(ADA, "4+4f"), "RCZ-VIII.10.21")
    refused(game, DiscardTrain(ADA, "5g"), "RCZ-VIII.12.18")


# --- emergency finance


@pytest.mark.rule("RCZ-VIII.11.1")
def test_the_director_helps_only_to_a_compulsory_train() -> None:
    position = turn("BTE", cash=100).phase("d").trains("BTE", "2+2b").cash(ADA, 1000)
    game = position.at("trains")
    refused(game, BuyTrain(ADA, "3+3d", "depot"), "RCZ-VIII.11.1")
    assert shop(game) == set()


@pytest.mark.rule(
    "RCZ-VIII.11.2", "RCZ-VIII.11.3", "RCZ-VIII.11.8", "RCZ-VIII.11.11", "RCZ-VIII.11.16", "WCZ-20"
)
def test_treasury_then_cash_then_a_loan_of_exactly_the_rest() -> None:
    game = turn("BTE", cash=30).phase("d").cash(ADA, 100).at("trains")
    made = game.apply(BuyTrain(ADA, "3+3d", "depot"))
    assert ask.cash(made, "BTE") == 0
    assert (ask.cash(made, ADA), ask.loan(made, ADA), ask.penalty(made, ADA)) == (0, 50, 50)


@pytest.mark.rule("RCZ-VIII.11.2", "RCZ-VIII.11.3")
def test_no_loan_while_there_is_cash() -> None:
    game = turn("BTE", cash=30).phase("d").cash(ADA, 151).at("trains")
    made = game.apply(BuyTrain(ADA, "3+3d", "depot"))
    assert (ask.cash(made, ADA), ask.loan(made, ADA), ask.penalty(made, ADA)) == (1, 0, 0)


@pytest.mark.rule("RCZ-VIII.11.4", "RCZ-VIII.1.2")
def test_no_shares_are_sold_to_raise_money() -> None:
    position = turn("BTE", cash=30).phase("d").company("EKJ").cash(ADA, 0)
    game = position.at("trains")
    refused(game, SellShares(ADA, "EKJ", 1), "RCZ-VIII.1.2")
    assert not offered(game, SellShares)


@pytest.mark.rule("RCZ-VIII.11.5", "RCZ-VIII.11.16")
def test_the_director_chooses_among_own_types_and_helps_to_no_other() -> None:
    position = turn("BTE", cash=0).phase("f").cash(ADA, 0).pool("3d", "3c")
    game = position.at("trains")
    assert shop(game) == {("4+4f", "depot"), ("3+3d", "pool"), ("2+2c", "pool")}
    refused(game, BuyTrain(ADA, "4f", "depot"), "RCZ-VIII.11.5")
    after = game.apply(BuyTrain(ADA, "4+4f", "depot"))
    assert (ask.loan(after, ADA), ask.penalty(after, ADA)) == (400, 400)


@pytest.mark.rule("RCZ-VIII.11.6", "RCZ-VIII.11.7")
def test_a_train_of_another_company_is_paid_by_the_treasury_alone() -> None:
    position = turn("BTE", cash=1).phase("d").company("NWB").trains("NWB", "2+2b").cash(ADA, 500)
    game = position.at("trains")
    refused(game, OfferForTrain(ADA, "NWB", "2+2b", 2), "RCZ-VIII.11.6")
    assert offered(game, OfferForTrain) == [OfferForTrain(ADA, "NWB", "2+2b", 1)]
    bought = game.apply(OfferForTrain(ADA, "NWB", "2+2b", 1))
    assert ask.cash(bought, ADA) == 500
    bought.check(Pass(ADA))
    broke = turn("BTE", cash=0).phase("d").company("NWB").trains("NWB", "2+2b").cash(ADA, 500).at("trains")
    assert not offered(broke, OfferForTrain)


@pytest.mark.rule("RCZ-VIII.11.9")
def test_only_one_train_is_bought_with_the_directors_help() -> None:
    game = turn("BTE", cash=30).phase("d").cash(ADA, 1000).at("trains").apply(BuyTrain(ADA, "3+3d", "depot"))
    refused(game, BuyTrain(ADA, "3+3d", "depot"), "RCZ-VIII.11.9")
    assert shop(game) == set()


@pytest.mark.rule("RCZ-VIII.11.10", "RCZ-VIII.11.16")
def test_locals_may_but_need_not_be_sold_first() -> None:
    game = turn("BTE", cash=150).phase("d").local("S1", "BTE").cash(ADA, 500).at("trains")
    helped = game.apply(BuyTrain(ADA, "3+3d", "depot"))
    assert ask.cash(helped, ADA) == 470
    assert ask.local_owner(helped, "S1") == "BTE"
    sold = game.apply(SellLocal(ADA, "S1")).apply(BuyTrain(ADA, "3+3d", "depot"))
    assert ask.cash(sold, ADA) == 500


@pytest.mark.rule("RCZ-VIII.11.11", "RCZ-VIII.11.15")
def test_a_second_loan_adds_to_the_first_and_to_its_penalty() -> None:
    position = turn("BTE", cash=30).phase("d").cash(ADA, 100)
    position.loan(ADA, 20, 70)
    game = position.at("trains").apply(BuyTrain(ADA, "3+3d", "depot"))
    assert (ask.cash(game, ADA), ask.loan(game, ADA), ask.penalty(game, ADA)) == (0, 20 + 50, 70 + 50)


@pytest.mark.rule("RCZ-VIII.10.2", "RCZ-VIII.11.1")
@pytest.mark.parametrize(("cash", "enough"), [(179, False), (180, True)])
def test_the_last_coin_of_a_treasury_buys_a_train_that_is_not_compulsory(cash: int, enough: bool) -> None:
    game = turn("BTE", cash=cash).phase("d").trains("BTE", "2+2b").cash(ADA, 1000).at("trains")
    assert (("3+3d", "depot") in shop(game)) == enough
    if enough:
        made = game.apply(BuyTrain(ADA, "3+3d", "depot"))
        assert (ask.cash(made, "BTE"), ask.cash(made, ADA)) == (0, 1000)
    else:
        refused(game, BuyTrain(ADA, "3+3d", "depot"), "RCZ-VIII.11.1")


@pytest.mark.rule("RCZ-VIII.11.15")
def test_loans_are_unlimited_and_ruin_nobody() -> None:
    game = turn("Sx", cash=0).phase("j").home("Sx", "B4").cash(ADA, 0).at("trains")
    after = game.apply(BuyTrain(ADA, "8Ej", "depot"))
    assert ask.loan(after, ADA) == 1000
    assert not after.over
    assert after.scores()[ADA] < 0
