"""Buying trains, with and without the president's help; forced sales and bankruptcy (4.6 to 4.9)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import FULL, incomes, owned, position
from tests.titles.sardinia.steps import INCOME, TRAINS, at, new, used

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import Answer, BuyShare, BuyTrain, OfferForTrain, SellShares
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.state import rulings


def fms(phase: int = 2, **more: Any) -> SardiniaScenario:
    made = position(more.pop("players", 3), **more.pop("options", {})).phase(phase)
    singles = more.pop("singles", {"Alan": 1})
    return made.company("FMS", more.pop("price", 100), "Alan", singles, **more)


def buying(made: SardiniaScenario) -> Game:
    game = at(made.begin("operating"), TRAINS)
    assert ask.step(game) == "trains"
    return game


def sell(company: str, count: int) -> SellShares:
    return SellShares("Alan", company, count)


def on_sale(game: Game) -> set[tuple[str, str]]:
    return {(action.train, action.source) for action in offered(game, BuyTrain)}


@pytest.mark.rule("R65-4.6.1", "R65-4.6.4", "R65-4.6.8")
def test_any_number_of_trains_in_any_mix() -> None:
    made = fms(cash=1000).pool("PH2").company("RCSF", 90, "Alan", {"Alan": 1}, trains=["PH2"])
    game = play(buying(made), new("PH2"), used("PH2"), OfferForTrain("Alan", "RCSF", "PH2", 30))
    assert ask.trains(game, "FMS") == ["PH2"] * 3
    assert ask.cash(game, "FMS") == 1000 - 100 - 100 - 30
    assert ask.cash(game, ask.BANK) == ask.cash(buying(made), ask.BANK) + 200


@pytest.mark.rule("R65-4.6.2", "R65-4.6.3")
@pytest.mark.parametrize(
    ("phase", "limit", "train"),
    [(2, 4, "PH2"), (3, 3, "PH3"), (4, 3, "PH4"), (5, 3, "PH4"), (6, 2, "PH6"), (7, 2, "PH6")],
)
def test_the_train_limit(phase: int, limit: int, train: str) -> None:
    """Maritime cards do not count; a train of the pool is bought so that no phase opens."""
    owned_trains = [train] * (limit - 1)
    made = fms(phase, cash=2000, loans=1, trains=owned_trains, maritimes=["M1", "M2"]).pool(train)
    game = play(buying(made), used(train))
    assert len(ask.trains(game, "FMS")) == limit
    assert offered(game, BuyTrain) == []
    assert broken_rule(game, new(ask.depot(game)[0])) == "R65-4.6.2"


@pytest.mark.rule("R65-4.6.2", "R65-4.6.6")
def test_at_the_limit_nothing_can_be_bought_or_given_up() -> None:
    made = fms(cash=1000, loans=1, trains=["PH2"] * 4)
    game = buying(made)
    assert broken_rule(game, new("PH2")) == "R65-4.6.2"
    assert {offer.type for offer in game.offers()} == {"repay_loans", "pass"}


@pytest.mark.rule("R65-4.6.5", "R65-4.6.2")
def test_the_limit_is_that_of_the_phase_just_opened() -> None:
    """With the first PH3 the limit falls to three: the company owns three and may not buy on."""
    made = fms(cash=1000, loans=1, trains=["PH2", "PH2"]).next_train("PH3")
    game = play(buying(made), new("PH3"))
    assert broken_rule(game, new("PH3")) == "R65-4.6.2"
    below = fms(cash=1000, trains=["PH2"]).next_train("PH3")
    game = play(buying(below), new("PH3"), new("PH3"))
    assert ask.trains(game, "FMS") == ["PH2", "PH3", "PH3"]


@pytest.mark.rule("R65-4.6.7", "R65-2.4.2")
def test_trains_are_sold_in_order_the_discounted_card_last() -> None:
    game = buying(fms(cash=1000))
    assert broken_rule(game, new("PH3")) == "R65-4.6.7"
    assert broken_rule(game, new("PH2d")) == "R65-4.6.7"
    game = buying(fms(cash=1000).next_train("PH2d"))
    assert on_sale(game) == {("PH2d", "depot")}
    after = play(game, new("PH2d"))
    assert ask.cash(after, "FMS") == 930
    assert on_sale(after) == {("PH3", "depot")}


@pytest.mark.rule("R65-4.6.8")
def test_the_pool_sells_what_lies_in_it() -> None:
    game = buying(fms(3, cash=1000).pool("PH3"))
    assert on_sale(game) == {("PH3", "depot"), ("PH3", "pool")}
    assert broken_rule(game, used("PH4")) == "R65-4.6.8"


@pytest.mark.rule("T65-33", "R65-4.6.9", "R65-4.6.10")
def test_a_discounted_card_in_the_pool() -> None:
    game = buying(fms(4, cash=160, price=100).pool("PH3d"))
    before = ask.price(game, "FMS")
    after = play(game, used("PH3d"))
    assert ask.cash(after, "FMS") == 0
    assert (ask.phase(after), ask.price(after, "FMS")) == ("4", before)


def trading(**more: Any) -> SardiniaScenario:
    made = fms(cash=more.pop("cash", 50), **more)
    return made.company("RCSF", 90, "Bob", {"Bob": 1}, trains=["PH2"], traffic=3)


@pytest.mark.rule("R65-4.6.11", "R65-4.6.12", "R65-4.6.13", "R65-4.6.14")
def test_a_train_changes_hands_if_both_presidents_agree() -> None:
    asked = play(buying(trading()), OfferForTrain("Alan", "RCSF", "PH2", 50))
    assert asked.actor == "Bob"
    assert broken_rule(asked, Pass("Bob")) == "R65-4.6.12"
    sold = play(asked, Answer("Bob", True))
    assert (ask.trains(sold, "FMS"), ask.trains(sold, "RCSF")) == (["PH2"], [])
    assert (ask.cash(sold, "FMS"), ask.cash(sold, "RCSF")) == (0, 50)
    declined = play(asked, Answer("Bob", False))
    assert (ask.trains(declined, "FMS"), ask.cash(declined, "FMS")) == ([], 50)
    assert declined.actor == "Alan"


@pytest.mark.rule("R65-4.6.11")
def test_a_train_costs_at_least_one_and_must_be_there() -> None:
    game = buying(trading())
    assert broken_rule(game, OfferForTrain("Alan", "RCSF", "PH2", 0)) == "R65-4.6.11"
    assert broken_rule(game, OfferForTrain("Alan", "RCSF", "PH3", 10)) == "R65-4.6.11"
    assert broken_rule(game, OfferForTrain("Alan", "FMS", "PH2", 10)) == "R65-4.6.11"
    assert {(a.seller, a.train) for a in offered(game, OfferForTrain)} == {("RCSF", "PH2")}
    assert {a.price for a in offered(game, OfferForTrain)} >= {1, 50}


@pytest.mark.rule("R65-4.6.12")
def test_one_decision_if_both_have_the_same_president() -> None:
    made = fms(cash=50).company("RCSF", 90, "Alan", {"Alan": 1}, trains=["PH2"])
    game = play(buying(made), OfferForTrain("Alan", "RCSF", "PH2", 1))
    assert ask.trains(game, "FMS") == ["PH2"]
    assert not ask.trade_waits(game)


@pytest.mark.rule("R65-4.6.14", "R65-4.1.4")
def test_trades_happen_in_the_buyers_last_step_only() -> None:
    game = trading(traffic=3).begin("operating")
    assert broken_rule(game, OfferForTrain("Alan", "RCSF", "PH2", 10)) == "R65-4.6.14"
    assert broken_rule(buying(trading()), OfferForTrain("Bob", "FMS", "PH2", 10)) == "R65-4.1.4"


@pytest.mark.rule("R65-4.6.15", "R65-1.2.4")
def test_the_treasury_alone_pays() -> None:
    game = buying(trading())
    assert broken_rule(game, OfferForTrain("Alan", "RCSF", "PH2", 51)) == "R65-4.6.15"
    assert broken_rule(game, new("PH2")) == "R65-4.6.15"


@pytest.mark.rule("R65-4.6.11", "R65-4.6.15")
@pytest.mark.parametrize(("cash", "prices"), [(1, {1}), (2, {1, 2})])
def test_the_last_coin_of_a_treasury_may_be_offered_for_a_train(cash: int, prices: set[int]) -> None:
    game = buying(trading(cash=cash))
    assert {a.price for a in offered(game, OfferForTrain)} == prices


@pytest.mark.rule("R65-4.6.16")
def test_a_train_bought_now_runs_in_the_next_turn() -> None:
    game = play(buying(fms(traffic=3, cash=100)), new("PH2"))
    assert incomes(game) == [0]
    assert ask.round_number(at(game, INCOME)) == 2
    game = at(at(game, INCOME), TRAINS)
    assert incomes(game) == [0, 30]


@pytest.mark.rule("R65-4.6.17", "R65-2.6.12")
def test_without_traffic_no_train_is_needed() -> None:
    game = buying(fms(traffic=0, cash=100, maritimes=["M1"]))
    assert ask.round_number(play(game, Pass("Alan"))) == 2


@pytest.mark.rule("R65-4.6.18")
@pytest.mark.parametrize("major", [False, True])
def test_whoever_has_traffic_must_own_a_train(major: bool) -> None:
    singles = {"Alan": 4} if major else {"Alan": 1}
    game = buying(fms(traffic=1, cash=100, major=major, singles=singles))
    assert broken_rule(game, Pass("Alan")) == "R65-4.6.18"
    assert Pass not in {offer.action for offer in game.offers()}
    owner = buying(fms(traffic=1, trains=["PH2"], cash=100))
    assert ask.round_number(play(owner, Pass("Alan"))) == 2


@pytest.mark.rule("R65-4.6.19")
@pytest.mark.parametrize("action", [new("PH2"), used("PH2"), OfferForTrain("Alan", "RCSF", "PH2", 5)])
def test_which_train_fulfils_the_duty_is_free(action: Any) -> None:
    made = fms(traffic=3, cash=100).pool("PH2")
    made.company("RCSF", 90, "Alan", {"Alan": 1}, trains=["PH2"], operated=False)
    game = play(buying(made), action)
    assert ask.trains(game, "FMS") == ["PH2"]


@pytest.mark.rule("R65-4.7.1")
def test_the_president_helps_only_a_company_that_can_pay_for_nothing() -> None:
    made = fms(3, traffic=3, cash=100).pool("PH2")
    game = buying(made)
    assert on_sale(game) == {("PH2", "pool")}
    assert broken_rule(game, new("PH3")) == "R65-4.7.1"
    poor = buying(fms(3, traffic=3, cash=99).pool("PH2"))
    assert on_sale(poor) == {("PH2", "pool"), ("PH3", "depot")}
    helped = play(poor, new("PH3"))
    assert ask.trains(helped, "FMS") == ["PH3"]
    generous = fms(3, traffic=3, cash=100, options={"help_for_better_train": True}).pool("PH2")
    assert on_sale(buying(generous)) == {("PH2", "pool"), ("PH3", "depot")}


@pytest.mark.rule("R65-4.7.2")
def test_a_poor_company_may_escape_to_another_companys_train() -> None:
    made = fms(traffic=3, cash=1).company("RCSF", 90, "Alan", {"Alan": 1}, trains=["PH2"], operated=False)
    game = play(buying(made), OfferForTrain("Alan", "RCSF", "PH2", 1))
    assert ask.trains(game, "FMS") == ["PH2"]
    assert not events(game, "president_helped")


@pytest.mark.rule("R65-4.7.3", "R65-4.7.4", "R65-4.7.7", "R65-4.6.15")
def test_with_help_one_train_of_the_bank_after_the_whole_treasury() -> None:
    made = fms(traffic=3, cash=60).cash("Alan", 500)
    made.company("RCSF", 90, "Bob", {"Bob": 1}, trains=["PH2"])
    game = buying(made)
    assert broken_rule(game, OfferForTrain("Alan", "RCSF", "PH2", 61)) == "R65-4.6.15"
    game = play(game, new("PH2"))
    assert ask.cash(game, "Alan") == 500 - 40
    assert ask.cash(game, "FMS") == 0
    assert ask.trains(game, "FMS") == ["PH2"]
    assert events(game, "president_helped")[0]["amount"] == 40


@pytest.mark.rule("R65-4.7.5", "R65-4.7.6", "R65-4.6.7")
def test_the_president_chooses_freely_among_the_trains_on_sale() -> None:
    made = fms(4, traffic=3, cash=0).cash("Alan", 1000).pool("PH3d", "PH3")
    game = buying(made)
    assert on_sale(game) == {("PH4", "depot"), ("PH3", "pool"), ("PH3d", "pool")}
    assert broken_rule(game, new("PH4d")) == "R65-4.6.7"
    assert broken_rule(game, new("PH5")) == "R65-4.6.7"
    assert ask.trains(play(game, new("PH4")), "FMS") == ["PH4"]


def strictly(phase: int = 4) -> SardiniaScenario:
    """A forced purchase where a discounted train may not be chosen beside another of its phase."""
    return fms(phase, traffic=3, cash=0, options={"discounted_when_forced": False}).cash("Alan", 1000)


@pytest.mark.rule("R65-4.7.6")
def test_by_option_no_discounted_train_beside_another_of_its_phase() -> None:
    game = buying(strictly().pool("PH3d", "PH3"))
    assert on_sale(game) == {("PH4", "depot"), ("PH3", "pool")}
    assert broken_rule(game, used("PH3d")) == "R65-4.7.6"
    pile = buying(strictly(3).pool("PH3").next_train("PH3d"))
    assert on_sale(pile) == {("PH3", "pool")}
    assert broken_rule(pile, new("PH3d")) == "R65-4.7.6"


@pytest.mark.rule("R65-4.7.6")
def test_a_discounted_train_alone_of_its_phase_can_always_be_chosen() -> None:
    game = buying(strictly().pool("PH3d"))
    assert on_sale(game) == {("PH4", "depot"), ("PH3d", "pool")}
    assert ask.trains(play(game, used("PH3d")), "FMS") == ["PH3d"]
    pile = buying(strictly(3).next_train("PH3d"))
    assert on_sale(pile) == {("PH3d", "depot")}


@pytest.mark.rule("R65-4.7.6")
def test_games_of_rules_version_1_take_no_discounted_train_of_the_pool() -> None:
    made = strictly().pool("PH3d")
    options = {"discounted_when_forced": False}
    old = FULL.read_options(options, 1)
    assert rulings(FULL.read_options(options)) == ask.rulings(made)
    made.rulings(old)
    game = buying(made)
    assert on_sale(game) == {("PH4", "depot")}
    assert broken_rule(game, used("PH3d")) == "R65-4.7.6"
    pile = strictly(3).pool("PH3").next_train("PH3d")
    pile.rulings(old)
    assert on_sale(buying(pile)) == {("PH3", "pool"), ("PH3d", "depot")}


@pytest.mark.rule("R65-4.7.8")
def test_shares_are_sold_only_for_what_cash_leaves_missing() -> None:
    made = fms(traffic=3, cash=0).cash("Alan", 100).company("RCSF", 90, "Bob", {"Bob": 1, "Alan": 1})
    rich = play(buying(made), new("PH2"))
    assert ask.cash(rich, "Alan") == 0
    assert not events(rich, "shares_sold")
    poor = play(buying(made.cash("Alan", 99)), new("PH2"))
    assert broken_rule(poor, Pass("Alan")) == "R65-4.7.8"
    assert ask.sale_forced(poor)


@pytest.mark.rule("R65-4.7.9", "R65-3.11.2")
def test_a_forced_purchase_of_a_new_train_raises_the_price_and_may_open_a_phase() -> None:
    made = fms(traffic=3, cash=0).cash("Alan", 500).next_train("PH3")
    game = buying(made)
    before = ask.price(game, "FMS")
    game = play(game, new("PH3"))
    assert (ask.phase(game), ask.price(game, "FMS")) == ("3", before + 10)


def forced(missing: int, **more: Any) -> SardiniaScenario:
    """FMS must buy a PH2 for 100 and has the rest; Alan has no cash and one single of FMS to sell at most."""
    made = fms(traffic=3, cash=100 - missing, singles={}, pool=1, **more)
    return made.cash("Alan", 0)


@pytest.mark.rule("R65-4.8.1", "R65-3.4.10", "R65-3.4.11", "R65-3.4.1")
def test_forced_sales_follow_the_normal_selling_rules() -> None:
    made = forced(90).company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 1}, pool=1)
    made.company("FA", 60, "Carl", {"Carl": 1, "Alan": 1}, operated=False)
    made.company("SFSS", 60, "Carl", {"Alan": 1}, pool=2, major=False)
    game = play(buying(made), new("PH2"))
    assert broken_rule(game, sell("FA", 1)) == "R65-3.4.10"
    assert broken_rule(game, sell("SFSS", 1)) == "R65-3.4.11"
    assert broken_rule(game, sell("RCSF", 2)) == "R65-3.4.1"
    assert offered(game, SellShares) == [sell("RCSF", 1)]
    with pytest.raises(InvalidAction):
        game.apply(sell("RCSF", 0))


@pytest.mark.rule("R65-4.8.1", "R65-4.8.2", "R65-4.8.8")
def test_the_price_falls_where_the_seller_is_president() -> None:
    made = forced(90).company("RCSF", 60, "Alan", {"Alan": 1}).company("FA", 60, "Bob", {"Bob": 1, "Alan": 1})
    game = play(buying(made), new("PH2"))
    assert {(a.company, a.count) for a in offered(game, SellShares)} == {("RCSF", 1), ("FA", 1)}
    one = play(game, sell("RCSF", 1))
    assert ask.price(one, "RCSF") == 50
    assert ask.cash(one, "Alan") == 60
    both = play(one, sell("FA", 1))
    assert ask.price(both, "FA") == 60
    assert ask.trains(both, "FMS") == ["PH2"]
    assert ask.cash(both, "Alan") == 60 + 60 - 90
    other_way = play(game, sell("FA", 1), sell("RCSF", 1))
    assert ask.trains(other_way, "FMS") == ["PH2"]


@pytest.mark.rule("R65-4.8.3")
def test_one_block_of_each_company() -> None:
    made = forced(100, options={"bankruptcy_by_choice": True})
    made.company("RCSF", 40, "Bob", {"Alan": 2}, major=True).company("FA", 60, "Bob", {"Alan": 1}, major=True)
    game = play(buying(made), new("PH2"), sell("RCSF", 1))
    assert broken_rule(game, sell("RCSF", 1)) == "R65-4.8.3"
    assert offered(game, SellShares) == [sell("FA", 1)]


@pytest.mark.rule("R65-4.8.4")
def test_the_presidency_of_the_buyer_cannot_be_lost() -> None:
    """Alan and Bob have three shares each of FMS: Alan may sell none of it."""
    made = fms(traffic=3, cash=60, major=True, singles={"Alan": 1, "Bob": 3}).cash("Alan", 0)
    made.company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 1})
    game = play(buying(made), new("PH2"))
    assert broken_rule(game, sell("FMS", 1)) == "R65-4.8.4"
    assert offered(game, SellShares) == [sell("RCSF", 1)]
    ahead = fms(traffic=3, cash=60, major=True, singles={"Alan": 2, "Bob": 3}).cash("Alan", 0)
    game = play(buying(ahead), new("PH2"))
    assert offered(game, SellShares) == [sell("FMS", 1)]
    assert owned(play(game, sell("FMS", 1)), "Alan", "FMS") == (True, 1)


@pytest.mark.rule("R65-4.8.5")
def test_other_presidencies_may_be_lost() -> None:
    made = forced(100).company("RCSF", 60, "Alan", {"Bob": 2})
    game = play(buying(made), new("PH2"))
    assert offered(game, SellShares) == [sell("RCSF", 2)]
    game = play(game, sell("RCSF", 2))
    assert owned(game, "Bob", "RCSF") == (True, 0)
    assert ask.pool_shares(game, "RCSF") == 2
    assert game.actor == "Bob"


@pytest.mark.rule("T65-45", "R65-4.8.6", "R65-4.9.1")
def test_enough_shares_and_no_more_and_no_bankruptcy_by_choice() -> None:
    def bob(made: SardiniaScenario) -> SardiniaScenario:
        return made.company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 2}, major=True)

    game = play(buying(bob(forced(100))), new("PH2"))
    assert broken_rule(game, sell("RCSF", 1)) == "R65-4.9.1"
    after = play(game, sell("RCSF", 2))
    assert (ask.cash(after, "Alan"), ask.loan(after, "Alan")) == (20, 0)
    made = fms(3, traffic=3, cash=50, singles={}, pool=1).cash("Alan", 0)
    game = play(buying(bob(made)), new("PH3"))
    assert broken_rule(game, sell("RCSF", 1)) == "R65-4.9.1"
    after = play(game, sell("RCSF", 2))
    assert (ask.cash(after, "Alan"), ask.loan(after, "Alan")) == (470, 1)


@pytest.mark.rule("R65-4.8.6")
def test_the_last_certificate_must_be_needed() -> None:
    made = forced(60).company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 2}, major=True)
    game = play(buying(made), new("PH2"))
    assert broken_rule(game, sell("RCSF", 2)) == "R65-4.8.6"
    assert offered(game, SellShares) == [sell("RCSF", 1)]


@pytest.mark.rule("R65-4.9.1")
def test_small_blocks_may_lead_into_bankruptcy_by_ruling() -> None:
    made = forced(100, options={"bankruptcy_by_choice": True})
    made.company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 2}, major=True)
    game = play(buying(made), new("PH2"))
    after = play(game, sell("RCSF", 1))
    assert ask.loan(after, "Alan") == 1


@pytest.mark.rule("R65-4.8.7")
def test_nothing_is_bought_in_an_operating_round() -> None:
    game = buying(fms(cash=500))
    assert broken_rule(game, BuyShare("Alan", "FMS", "offer")) == "R65-4.8.7"


@pytest.mark.rule("T65-34", "R65-4.9.2", "R65-4.9.5")
def test_bankruptcy() -> None:
    made = fms(6, traffic=3, cash=40, singles={}, pool=1).cash("Alan", 30)
    made.company("RCSF", 60, "Bob", {"Bob": 1, "Alan": 1})
    game = play(buying(made), new("PH6"), sell("RCSF", 1))
    assert (ask.loan(game, "Alan"), ask.cash(game, "Alan")) == (2, 480)
    assert events(game, "bankrupt")[0]["missing"] == 520
    shares = 2 * ask.price(game, "FMS")
    assert game.scores()["Alan"] == 480 + shares - 1000


@pytest.mark.rule("R65-4.9.3", "R65-4.9.4", "R65-4.9.6")
def test_a_bankrupt_player_plays_on() -> None:
    made = fms(6, traffic=3, cash=0, singles={}, pool=1).cash("Alan", 0)
    made.company("RCSF", 90, "Alan", {"Bob": 1}, traffic=3)
    game = play(buying(made), new("PH6"))
    assert ask.loan(game, "Alan") == 2
    assert ask.president(game, "FMS") == "Alan"
    assert not game.over
    game = play(at(game, TRAINS), new(ask.depot(game)[0]))
    assert ask.loan(game, "Alan") == 2 + 1
    assert "repay_loans" not in {offer.type for offer in game.offers()}


@pytest.mark.rule("R65-4.9.7", "R65-4.7.5")
def test_a_bankrupt_player_may_choose_the_dearer_train() -> None:
    made = fms(5, traffic=3, cash=0, singles={}, pool=1).cash("Alan", 0).pool("PH3", "PH4d")
    game = buying(made)
    assert on_sale(game) == {("PH3", "pool"), ("PH4d", "pool"), ("PH5", "depot")}
    assert ask.loan(play(game, new("PH5")), "Alan") == 1


@pytest.mark.rule("R65-4.6.1")
def test_what_is_no_train() -> None:
    game = buying(fms(cash=500))
    for action in (
        BuyTrain("Alan", "PH9", "depot"),
        BuyTrain("Alan", "PH2", "shop"),
        OfferForTrain("Alan", "nobody", "PH2", 1),
    ):
        with pytest.raises(InvalidAction):
            game.apply(action)
