"""Trains: the depot, the moves, and their sale as a title that has no help or deals would have it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.events import Event
from piercy.core.flow import Context, Flow
from piercy.rail import events as told
from piercy.rail.actions import BuyTrain, OfferForTrain
from piercy.rail.deals import Deals, Proposal
from piercy.rail.money import Bank
from piercy.rail.train_moves import Purchase, buy_train, discard_train, hand_over_train, open_phase, rust
from piercy.rail.train_sales import (
    BuyAnyTrains,
    BuyTrains,
    DealRules,
    SaleRules,
    SellerTerms,
    TrainSales,
    conclude_train_deal,
)
from piercy.rail.trains import (
    DEPOT,
    POOL,
    Depot,
    kinds_on_sale,
    new_trains,
    next_new,
    on_sale,
    stack_of,
    take_new,
)

PRICES = {"2": 80, "3": 180, "D": 1100}


@dataclass(slots=True)
class Company:
    president: str | None
    cash: int = 0
    trains: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    depot: Depot
    companies: dict[str, Company]
    flow: Flow = field(default_factory=lambda: Flow("x"))
    bank: Bank = field(default_factory=lambda: Bank(1000))
    players: dict[str, Bank] = field(default_factory=dict)
    phase: int = 2
    deal: Proposal | None = None
    on_turn: str = "A"


class Sales(TrainSales[State]):
    rules = SaleRules(depot="depot", pool="pool", limit="limit", price="price", between="between")

    def known(self, train: str) -> bool:
        return train in PRICES

    def price(self, train: str) -> int:
        return PRICES[train]

    def purse(self, state: State) -> Company:
        return state.companies["A"]

    def limit(self, state: State) -> int:
        return 2


class Sellers(SellerTerms[State]):
    rules = DealRules(itself="itself", owned="owned", least="least", price="paid")

    def asks(self, state: State, president: str) -> bool:
        return president != "ann"


def start(cash: int = 500, **depot: object) -> Context[State]:
    there = Depot(**{"stack": ["2", "3"], "pool": ["3", "2", "3"], **depot})  # type: ignore[arg-type]
    companies = {"A": Company("ann", cash), "B": Company("bob", 0, ["2", "3"]), "C": Company("ann", 0, ["3"])}
    return Context(State(there, companies, players={"ann": Bank(9)}))


def rule(step: BuyTrains[State] | BuyAnyTrains[State], ctx: Context[State], action: BuyTrain) -> str:
    with pytest.raises(IllegalAction) as refusal:
        step.check(ctx, action)
    return refusal.value.rule


def keys(events: list[Event]) -> list[str]:
    return [event.key for event in events]


def test_trains_in_the_depot() -> None:
    depot = Depot(stack_of(["2", "3"], {"2": 2, "3": 1}), pool=["3", "3", "2"])
    assert depot.stack == ["2", "2", "3"]
    assert on_sale(depot) == [("2", DEPOT), ("2", POOL), ("3", POOL)]
    assert kinds_on_sale(depot) == ["2", "3"]
    assert on_sale(Depot()) == []
    assert next_new(Depot()) is None
    with pytest.raises(ValueError, match="empty"):
        take_new(Depot())


def test_some_trains_never_run_out() -> None:
    depot = Depot(["3"], endless="D")
    assert new_trains(depot) == ["3", "D"]
    assert [take_new(depot) for _ in range(3)] == ["3", "D", "D"]
    assert (depot.drawn, on_sale(depot)) == (2, [("D", DEPOT)])


def test_rusting() -> None:
    ctx = start(stack=["2"], pool=["2", "3"])
    rust(ctx, ["2", "9"])
    assert [company.trains for company in ctx.state.companies.values()] == [[], ["3"], ["3"]]
    assert (ctx.state.depot.pool, ctx.state.depot.gone, ctx.state.depot.stack) == (["3"], ["2", "2"], ["2"])
    assert ctx.events == [told.TrainsRusted({"2": 2})]
    rust(ctx, ["9"])
    assert len(ctx.events) == 1, "nothing has happened, and nothing is told"


def test_trains_may_be_written_with_more_than_their_kind() -> None:
    ctx = start(pool=["3x"])
    rust(ctx, ["3"], lambda train: train[0])
    assert ctx.state.depot.gone == ["3x", "3", "3"]
    assert ctx.events == [told.TrainsRusted({"3": 3})]


def test_every_move_is_told() -> None:
    ctx = start()
    state = ctx.state
    buy_train(ctx, state.companies["A"], Purchase("A", "2", DEPOT), 80)
    buy_train(ctx, state.companies["A"], Purchase("A", "3e", POOL), 180, lies_as="3")
    discard_train(ctx, "B", "2")
    hand_over_train(ctx, "A", "B", "3", 7)
    open_phase(ctx, 3, "III", "3")
    assert state.companies["A"] == Company("ann", 240, ["2", "3e", "3"])
    assert (state.bank.cash, state.phase) == (1260, 3)
    assert state.depot == Depot(["3"], ["2", "3", "2"])
    assert ctx.events == [
        told.TrainBought("A", "2", DEPOT, 80),
        told.TrainBought("A", "3e", POOL, 180),
        told.TrainDiscarded("B", "2"),
        told.TrainTraded("A", "B", "3", 7),
        told.PhaseOpened("III", "3"),
    ]


def test_what_can_be_paid_is_offered() -> None:
    step = BuyTrains(Sales())
    (offer,) = step.offers(ctx := start(100))
    assert [(a.train, a.source) for a in offer.actions() if isinstance(a, BuyTrain)] == [
        ("2", DEPOT),
        ("2", POOL),
    ]
    assert step.actor(ctx) == "ann"
    assert step.actor(start(79)) is None
    step.check_pass(ctx)


def test_a_purchase_is_refused_by_the_rule_it_breaks() -> None:
    step, ctx = BuyTrains(Sales()), start(100, pool=["2"])
    assert rule(step, ctx, BuyTrain("ann", "3", DEPOT)) == "depot"
    assert rule(step, start(stack=[]), BuyTrain("ann", "2", DEPOT)) == "depot"
    assert rule(step, ctx, BuyTrain("ann", "3", POOL)) == "pool"
    assert rule(step, start(100), BuyTrain("ann", "3", POOL)) == "price"
    assert rule(step, ctx, BuyTrain("ann", "2", "B")) == "between"
    assert rule(step, ctx, BuyTrain("ann", "2", "ann")) == "between"
    ctx.state.companies["A"].trains = ["2", "2"]
    assert rule(step, ctx, BuyTrain("ann", "2", DEPOT)) == "limit"
    for train, source in (("9", DEPOT), ("2", "Z")):
        with pytest.raises(InvalidAction):
            step.check(ctx, BuyTrain("ann", train, source))


def test_nobody_helps_where_no_strategy_says_how() -> None:
    ctx = start(10)
    with pytest.raises(AssertionError, match="nobody helps"):
        BuyTrains(Sales()).apply(ctx, BuyTrain("ann", "2", DEPOT))


@pytest.mark.parametrize("told_always", [False, True])
def test_a_train_of_another_company_needs_its_president(told_always: bool) -> None:
    deals: Deals[State] = Deals("consent", {"train": conclude_train_deal}, told_always)
    step, ctx = BuyAnyTrains(Sales(), Sellers(), deals), start(10)
    assert step.actor(ctx) == "ann"
    (offer,) = step.offers(ctx)
    assert {(a.seller, a.train) for a in offer.actions() if isinstance(a, OfferForTrain)} == {
        ("B", "2"),
        ("B", "3"),
        ("C", "3"),
    }
    step.apply(ctx, OfferForTrain("ann", "C", "3", 4))
    assert keys(ctx.events) == ["deal_proposed", "train_traded"] if told_always else ["train_traded"]
    assert [ctx.state.companies[name].cash for name in "AC"] == [6, 4]
    step.apply(ctx, OfferForTrain("ann", "B", "2", 5))
    assert ctx.state.deal == Proposal("train", "A", "bob", 5, "B", "2")
    assert ctx.events[-1] == told.DealProposed("train", "A", "bob", "B", "2", 5)
    assert ctx.state.companies["A"].trains == ["3"]


def test_an_offer_is_refused_by_the_rule_it_breaks() -> None:
    deals: Deals[State] = Deals("consent", {"train": conclude_train_deal})
    step, ctx = BuyAnyTrains(Sales(), Sellers(), deals), start(50)
    ctx.state.companies["A"].trains = ["2"]
    for seller, train, price, broken in (
        ("A", "2", 1, "itself"),
        ("C", "2", 1, "owned"),
        ("B", "2", 0, "least"),
        ("B", "2", 51, "paid"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            step.check(ctx, OfferForTrain("ann", seller, train, price))
        assert refusal.value.rule == broken
    with pytest.raises(InvalidAction):
        step.check(ctx, OfferForTrain("ann", "Z", "2", 1))
    with pytest.raises(InvalidAction):
        step.check(ctx, OfferForTrain("ann", "B", "9", 1))
    ctx.state.companies["A"].trains = ["2", "2"]
    assert rule(step, ctx, OfferForTrain("ann", "B", "2", 1)) == "limit"  # type: ignore[arg-type]
    assert step.actor(ctx) is None
