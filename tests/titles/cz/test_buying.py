"""Buying in the stock round: chapters VII.1 to VII.4 and the certificates of chapter IV.2."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, buy, fresh, sell, start, table, to_first_stock_round

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import BuyShare, RepayLoans, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import offered, passes, refused
from piercy.titles.cz.book import book

FACTS = book()
SMALL, MEDIUM, LARGE = ("EKJ", "OFE", "BCB", "MW", "VBW"), ("BN", "ATE"), ("Sx", "kk")


def startable(game: Game) -> set[str]:
    return {a.company for a in offered(game, StartCompany)}


@pytest.mark.rule("RCZ-VII.1.1", "RCZ-VII.5a.3", "RCZ-VII.3.5")
def test_shares_are_bought_from_the_bank_at_the_current_price() -> None:
    game = table().company("MW", price=65, par=50, Bruno=2).game()
    after = buy(game, "MW")
    assert ask.cash(after, ADA) == 380 - 65
    assert ask.cash(after, "MW") == ask.cash(game, "MW")
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) + 65
    assert ask.offer(after, "MW") == 1
    sold_out = table().company("MW", price=65, Bruno=2, Carla=2).game()
    refused(sold_out, BuyShare(ADA, "MW", "bank"), "RCZ-VII.1.1")


@pytest.mark.rule("RCZ-VII.1.2", "RCZ-VII.2.1")
def test_sales_come_before_the_purchase_which_ends_the_turn() -> None:
    base = table().company("MW", price=65, Bruno=2, Ada=1).company("VBW", price=60, Carla=2, Ada=1)
    game = sell(sell(base.game(), "MW"), "VBW")
    assert game.actor == ADA
    assert start(game, "EKJ", 50).actor == BRUNO
    bought = buy(base.company("BCB", price=60, Carla=2).game(), "BCB")
    assert bought.actor == BRUNO
    refused(bought, SellShares(ADA, "MW", 1), "RCZ-VII.2.1")


@pytest.mark.rule("RCZ-VII.1.3")
def test_a_pass_does_not_shut_out_of_later_turns() -> None:
    game = start(passes(table().game()), "MW", 50)  # Ada passes, Bruno starts
    game = passes(game)
    assert game.actor == ADA
    assert ask.president(start(game, "VBW", 50), "VBW") == ADA


@pytest.mark.rule("RCZ-VII.2.1")
def test_turns_go_round_in_priority_order_from_the_lowest_card() -> None:
    game = table().order(CARLA, ADA, BRUNO).game()
    assert game.actor == CARLA
    game = start(game, "MW", 50)
    assert game.actor == ADA
    refused(game, StartCompany(BRUNO, "VBW", 50), "RCZ-VII.2.1")
    assert start(start(game, "VBW", 50), "EKJ", 50).actor == CARLA


@pytest.mark.rule("RCZ-VII.2.2", "RCZ-VII.2.3")
def test_the_round_ends_when_all_pass_one_after_the_other() -> None:
    game = passes(table().game(), 2)
    game = start(game, "MW", 50)  # Carla acts: she too must pass again
    game = passes(game, 2)
    assert (game.actor, ask.round_name(game)) == (CARLA, "stock")
    assert ask.round_name(passes(game)) == "operating"


@pytest.mark.rule("RCZ-VII.2.3")
def test_a_sale_alone_guarantees_a_further_turn() -> None:
    game = sell(table().company("MW", price=65, Bruno=2, Ada=1).game(), "MW")
    game = passes(game, 3)  # Ada ends her turn; Bruno and Carla pass
    assert (game.actor, ask.round_name(game)) == (ADA, "stock")
    assert ask.round_name(passes(game)) == "operating"


@pytest.mark.rule("RCZ-VII.2.4", "WCZ-3")
def test_after_the_round_most_cash_gets_the_lowest_card() -> None:
    game = passes(
        table(players=4).cash("Ada", 60).cash("Bruno", 20).cash("Carla", 60).cash("Dario", 20).game(), 4
    )
    assert ask.order(game) == ["Ada", "Carla", "Bruno", "Dario"]


@pytest.mark.rule("RCZ-VII.2.5")
def test_only_cash_counts_for_the_order() -> None:
    base = table().cash("Ada", 100).cash("Bruno", 101).cash("Carla", 99).loan(BRUNO, 90).local("L1", ADA)
    game = passes(base.company("MW", price=120, Carla=3).game(), 3)
    assert ask.order(game) == [BRUNO, ADA, CARLA]


@pytest.mark.rule("RCZ-VII.2.6")
def test_sold_out_moves_and_the_new_order_do_not_touch_each_other() -> None:
    game = passes(
        table()
        .cash("Ada", 1)
        .cash("Bruno", 3)
        .cash("Carla", 2)
        .company("MW", price=65, Ada=3, Bruno=1)
        .game(),
        3,
    )
    assert ask.price(game, "MW") == 68
    assert ask.order(game) == [BRUNO, CARLA, ADA]


@pytest.mark.rule("RCZ-VII.2.7", "RCZ-VIII.11.13")
def test_repayment_goes_with_sales_and_is_no_action_of_its_own() -> None:
    base = table().cash("Ada", 60).loan(ADA, 70).company("MW", price=65, Bruno=2, Ada=1)
    game = base.game().apply(RepayLoans(ADA, 50))  # before a sale
    game = sell(game, "MW").apply(RepayLoans(ADA, 20))  # and after it
    assert (ask.loan(game, ADA), ask.cash(game, ADA)) == (0, 55)
    assert (game.actor, ask.penalty(game, ADA)) == (ADA, 70)
    only_repaid = passes(base.game().apply(RepayLoans(ADA, 1)), 3)
    assert ask.round_name(only_repaid) != "stock"


@pytest.mark.rule("RCZ-VIII.11.13", "RCZ-VIII.11.12", "RCZ-VII.3.6")
def test_a_debtor_may_sell_and_repay_in_part_but_buys_nothing() -> None:
    base = table().cash("Ada", 200).loan(ADA, 70).company("MW", price=65, Bruno=2, Ada=1)
    game = base.game().apply(RepayLoans(ADA, 30))
    assert ask.loan(game, ADA) == 40
    refused(game, BuyShare(ADA, "MW", "bank"), "RCZ-VIII.11.12")
    refused(game, StartCompany(ADA, "VBW", 50), "RCZ-VIII.11.12")
    refused(game, RepayLoans(ADA, 41), "RCZ-VIII.11.13")
    with pytest.raises(InvalidAction):
        game.check(RepayLoans(ADA, 0))
    assert ask.cash(start(game.apply(RepayLoans(ADA, 40)), "VBW", 50), ADA) == 200 - 70 - 100
    poor = table().cash("Ada", 10).loan(ADA, 70).game()
    refused(poor, RepayLoans(ADA, 11), "RCZ-VIII.11.13")
    assert ask.cash(poor.apply(RepayLoans(ADA, 10)), ADA) == 0


@pytest.mark.rule("RCZ-VII.3.1")
def test_small_companies_are_on_sale_from_the_first_stock_round() -> None:
    game = to_first_stock_round(fresh())
    assert ask.set_number(game) == 1
    assert startable(game) == set(SMALL)


@pytest.mark.rule("RCZ-VII.3.2")
@pytest.mark.parametrize("name", MEDIUM)
def test_medium_companies_are_on_sale_from_phase_b(name: str) -> None:
    refused(table().game(), StartCompany(ADA, name, 60), "RCZ-VII.3.2")
    assert name in startable(table().phase("b").game())


@pytest.mark.rule("RCZ-VII.3.3")
@pytest.mark.parametrize("name", LARGE)
def test_large_companies_are_on_sale_from_phase_d(name: str) -> None:
    refused(table().phase("c").game(), StartCompany(ADA, name, 90), "RCZ-VII.3.3")
    assert name in startable(table().phase("d").game())


@pytest.mark.rule("RCZ-VII.3.4", "RCZ-IV.2a.2", "RCZ-VII.3.6")
def test_the_directors_certificate_costs_twice_the_starting_price() -> None:
    game = table().cash("Ada", 140).game()
    after = start(game, "MW", 70)
    assert ask.cash(after, ADA) == 0
    assert ask.shareholders(after, "MW") == {ADA: 2}
    refused(table().cash("Ada", 139).game(), StartCompany(ADA, "MW", 70), "RCZ-VII.3.6")


@pytest.mark.rule("RCZ-IV.2a.2", "RCZ-VII.3.5")
def test_the_first_certificate_is_the_directors_and_is_sold_once() -> None:
    refused(table().game(), BuyShare(ADA, "MW", "bank"), "RCZ-IV.2a.2")
    game = table().company("MW", price=50, Bruno=2).game()
    refused(game, StartCompany(ADA, "MW", 50), "RCZ-IV.2a.2")
    with pytest.raises(InvalidAction):
        game.check(BuyShare(ADA, "CFF", "bank"))


@pytest.mark.rule("RCZ-VII.3.6", "RCZ-VII.3.5")
def test_an_ordinary_certificate_costs_one_share_price() -> None:
    base = table().company("MW", price=65, Bruno=2)
    assert ask.cash(buy(base.cash("Ada", 65).game(), "MW"), ADA) == 0
    refused(base.cash("Ada", 64).game(), BuyShare(ADA, "MW", "bank"), "RCZ-VII.3.6")


@pytest.mark.rule("RCZ-VII.3.5")
def test_the_certificates_that_may_be_bought_are_offered() -> None:
    base = table().company("MW", price=65, Bruno=2).company("VBW", price=65, Bruno=2, Carla=2)
    game = base.company("EKJ", price=370, Carla=2).cash("Ada", 100).game()
    assert [a.company for a in offered(game, BuyShare)] == ["MW"]


@pytest.mark.rule("RCZ-VII.3.7")
def test_who_sold_a_company_does_not_buy_it_back_in_the_same_round() -> None:
    game = sell(table().company("MW", price=65, Bruno=2, Ada=1).game(), "MW")
    refused(game, BuyShare(ADA, "MW", "bank"), "RCZ-VII.3.7")
    game = passes(game, 3)
    assert game.actor == ADA
    refused(game, BuyShare(ADA, "MW", "bank"), "RCZ-VII.3.7")
    others = passes(sell(table().company("MW", price=65, Bruno=2, Ada=1).game(), "MW"))
    assert ask.shareholders(buy(others, "MW"), "MW") == {BRUNO: 3}


@pytest.mark.rule("RCZ-VII.3.7")
def test_a_new_stock_round_forgets_who_sold() -> None:
    game = passes(sell(table().company("MW", price=65, Bruno=2, Ada=1).game(), "MW"), 4)
    assert ask.round_name(game) == "operating"
    while ask.round_name(game) != "stock":
        game = game.apply(game.actions(1)[0])
    while game.actor != ADA:
        game = passes(game)
    game.check(BuyShare(ADA, "MW", "bank"))


@pytest.mark.rule("RCZ-VII.3.8", "RCZ-VII.5b.1")
def test_a_purchase_may_make_the_buyer_director() -> None:
    game = table().phase("b").company("BN", price=60, Bruno=2, Ada=2).game()
    after = buy(game, "BN")
    assert ask.president(after, "BN") == ADA
    assert ask.certificates(after, ADA) == 2
    assert ask.certificates(after, BRUNO) == 2


@pytest.mark.rule("RCZ-VII.3.9")
def test_a_share_bought_may_be_sold_in_a_later_turn_of_the_round() -> None:
    game = buy(table().company("MW", price=65, Bruno=2).game(), "MW")
    game = passes(game, 2)
    assert ask.shareholders(sell(game, "MW"), "MW") == {BRUNO: 2}


@pytest.mark.rule("RCZ-VII.4.1", "RCZ-III.2.2", "RCZ-VII.4.4")
@pytest.mark.parametrize(("players", "limit"), [(3, 14), (4, 12), (5, 10), (6, 9)])
def test_certificate_limit(players: int, limit: int) -> None:
    base = table(players=players).company("MW", price=50, Bruno=2)
    for local in ask.local_names(base)[:limit]:
        base.local(local, ADA)
    refused(base.game(), BuyShare(ADA, "MW", "bank"), "RCZ-VII.4.4")
    refused(base.game(), StartCompany(ADA, "VBW", 50), "RCZ-VII.4.4")
    base.local(next(iter(ask.local_names(base))), BRUNO)
    assert ask.certificates(buy(base.game(), "MW"), ADA) == limit


@pytest.mark.rule("RCZ-VII.4.2", "RCZ-IV.1.13")
def test_what_counts_as_a_certificate() -> None:
    base = table().company("MW", price=50, Ada=3).local("S1", ADA).local("L1", ADA).local("S2", "MW")
    assert ask.certificates(base, ADA) == 2 + 2  # Director's and one ordinary certificate, two Locals


@pytest.mark.rule("RCZ-VII.4.3")
@pytest.mark.parametrize(("name", "most", "percent"), [("MW", 3, 75), ("BN", 3, 60), ("Sx", 6, 60)])
def test_holding_limit(name: str, most: int, percent: int) -> None:
    size = FACTS.size(name)
    assert 100 * most // size.shares == percent
    base = table().phase("d").cash("Ada", 1000)
    at_limit = base.company(name, price=size.pars[0], Ada=most).game()
    refused(at_limit, BuyShare(ADA, name, "bank"), "RCZ-VII.4.3")
    below = base.company(name, price=size.pars[0], Ada=most - 1).game()
    assert ask.holding(buy(below, name), ADA, name) == most


@pytest.mark.rule("RCZ-VII.4.4")
def test_the_limit_is_tested_after_the_exchange_of_certificates() -> None:
    base = table(players=6).phase("b").company("BN", price=60, Bruno=2, Ada=2)
    for local in ask.local_names(base)[:7]:
        base.local(local, ADA)
    assert ask.certificates(base, ADA) == 9
    after = buy(base.game(), "BN")  # three ordinary shares, two of them become the Director's certificate
    assert ask.certificates(after, ADA) == 9
    strict = (
        table(players=6, strict_certificate_limit=True).phase("b").company("BN", price=60, Bruno=2, Ada=2)
    )
    for local in ask.local_names(strict)[:7]:
        strict.local(local, ADA)
    refused(strict.game(), BuyShare(ADA, "BN", "bank"), "RCZ-VII.4.4")


@pytest.mark.rule("RCZ-VII.4.5", "WCZ-22")
def test_over_the_limit_by_losing_a_directorship_the_player_must_sell_first() -> None:
    base = table(players=4).phase("b").order("Bruno", "Ada", "Carla", "Dario").cash("Ada", 1000)
    base.company("BN", price=60, Ada=2, Bruno=2).company("MW", price=50, Carla=2, Ada=1)
    for local in ask.local_names(base)[:10]:
        base.local(local, ADA)
    assert ask.certificates(base, ADA) == 12
    game = buy(base.game(), "BN")
    assert (ask.certificates(game, ADA), game.actor) == (13, ADA)
    refused(game, Pass(ADA), "RCZ-VII.4.5")
    refused(game, StartCompany(ADA, "VBW", 50), "RCZ-VII.4.5")
    refused(game, BuyShare(ADA, "MW", "bank"), "RCZ-VII.4.5")
    assert {action.type for action in game.actions()} == {"sell_shares"}
    sold = sell(game, "MW")
    assert ask.certificates(sold, ADA) == 12
    sold.check(Pass(ADA))


@pytest.mark.rule("RCZ-VII.4.6")
def test_over_the_limit_without_a_legal_sale_the_player_only_may_not_buy() -> None:
    base = table(players=6).company("MW", price=50, Ada=2).company("VBW", price=50, Bruno=2)
    for local in ask.local_names(base)[:9]:
        base.local(local, ADA)
    assert ask.certificates(base, ADA) == 10
    game = base.game()
    refused(game, BuyShare(ADA, "VBW", "bank"), "RCZ-VII.4.6")
    assert passes(game).actor == BRUNO


@pytest.mark.rule("RCZ-VII.4.6", "RCZ-VII.4.4")
def test_over_the_limit_not_even_a_share_that_makes_him_director_is_bought() -> None:
    base = table("18cz-moravia").stock_round(1).cash("Ada", 1000)  # no sales in the first stock round
    base.company("kk", price=50, Bruno=2, Ada=2).company("Sx", price=50, Ada=7)
    base.company("Pr", price=50, Carla=2, Ada=5).local("LS", ADA)
    assert ask.certificates(base, ADA) == 14
    game = base.game()
    refused(game, BuyShare(ADA, "kk", "bank"), "RCZ-VII.4.6")
    assert {action.type for action in game.actions()} == {"pass"}
    base.local("LS", None)
    assert ask.certificates(base, ADA) == 13  # at the limit, and the exchange keeps the count
    assert ask.president(buy(base.game(), "kk"), "kk") == ADA


@pytest.mark.rule("RCZ-VIII.11.13", "RCZ-VII.2.1", "RCZ-VII.2.4")
def test_a_loan_is_repaid_in_turns_of_ones_own_and_the_last_of_them_is_in_time() -> None:
    base = (
        table()
        .cash("Ada", 100)
        .cash("Bruno", 120)
        .cash("Carla", 165)
        .loan(BRUNO, 40)
        .company("MW", price=65, Ada=3)
    )
    game = base.game()
    refused(game, RepayLoans(BRUNO, 40), "RCZ-VII.2.1")
    game = passes(game, 2)
    refused(game, RepayLoans(BRUNO, 40), "RCZ-VII.2.1")
    game = passes(buy(game, "MW"))  # somebody acts after his pass, and so he has another turn
    assert game.actor == BRUNO
    game = passes(game.apply(RepayLoans(BRUNO, 40)), 2)
    assert ask.round_name(game) != "stock"
    assert (ask.loan(game, BRUNO), ask.order(game)) == (0, [ADA, CARLA, BRUNO])


@pytest.mark.rule("RCZ-VII.4.7")
def test_any_number_of_shares_may_lie_in_the_bank() -> None:
    base = table().phase("d").company("Sx", price=90, Bruno=2, Ada=6, Carla=2)
    base.president("Sx", ADA)
    game = sell(base.game(), "Sx", 6)
    assert ask.offer(game, "Sx") == 6


@pytest.mark.rule("RCZ-VIII.9.13")
def test_a_company_that_has_left_the_game_is_not_on_sale() -> None:
    base = table()
    base.closed("MW")
    refused(base.game(), BuyShare(ADA, "MW", "bank"), "RCZ-VIII.9.13")
    refused(base.game(), StartCompany(ADA, "MW", 50), "RCZ-VIII.9.13")
    assert "MW" not in startable(base.game())
