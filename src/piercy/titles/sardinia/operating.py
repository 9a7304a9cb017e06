"""The operating round: every floated company has one turn, in market order [R65-4.1]."""

from __future__ import annotations

from collections.abc import Mapping

from piercy.core.actions import Action
from piercy.core.flow import Context, Round
from piercy.rail.actions import BuyShare, OfferForTrain, RepayLoans, StartCompany
from piercy.rail.deals import AnswerDeal, Deals
from piercy.rail.discarding import DiscardTrains
from piercy.rail.events import OperatingRoundBegan, TurnBegan
from piercy.rail.lay_track import LayTrack
from piercy.rail.paying_out import PayOut
from piercy.rail.train_sales import BuyAnyTrains, conclude_train_deal
from piercy.titles.sardinia.absorption_tokens import SortTokens
from piercy.titles.sardinia.absorption_turn import AbsorbCompanies
from piercy.titles.sardinia.actions import ConvertCompany, GiveMaritime, RelaunchCompany
from piercy.titles.sardinia.bank import after_operating
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.forced_sales import ForcedSales
from piercy.titles.sardinia.income import Income
from piercy.titles.sardinia.loans import RepayCompanyLoans
from piercy.titles.sardinia.maritime import GiveMaritimes, pay_maritime_income
from piercy.titles.sardinia.operating_actions import Absorb, ReplaceTokens, VacateMines
from piercy.titles.sardinia.purchase import Limits
from piercy.titles.sardinia.state import OperatingTurn, SardiniaState, floated
from piercy.titles.sardinia.tokens import PlaceTokensAlong
from piercy.titles.sardinia.track import Track
from piercy.titles.sardinia.traffic import OperateMines
from piercy.titles.sardinia.trains import Sellers, Shop

Ctx = Context[SardiniaState]
_CLOSED: Mapping[type[Action], str] = {
    Absorb: "R65-5.1.4",
    BuyShare: "R65-4.8.7",
    ConvertCompany: "R65-3.9.1",
    GiveMaritime: "R65-2.6.3",
    StartCompany: "R65-4.8.7",
    OfferForTrain: "R65-4.6.14",
    RelaunchCompany: "R65-4.8.7",
    RepayLoans: "R65-5.5.6",
    ReplaceTokens: "R65-5.4.1",
    VacateMines: "R65-5.4.1",
}
"""Where not the order of the steps shuts an action out, the rule that does."""


class OperatingRound(Round[SardiniaState]):
    """Maritime income, then one turn of every floated company [R65-4.1.1, R65-4.1.2]."""

    turn_rule = "R65-4.1.4"
    step_rule = "R65-4.1.6"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        deals: Deals[SardiniaState] = Deals("R65-4.6.12", {"train": conclude_train_deal}, told_always=True)
        self.steps = (
            AbsorbCompanies(facts),
            LayTrack(Track(facts)),
            OperateMines(facts),
            PlaceTokensAlong(facts),
            PayOut(Income(facts)),
            BuyAnyTrains(Shop(facts), Sellers(), deals),
        )
        self.interrupts = (
            DiscardTrains(Limits(facts)),
            AnswerDeal(deals),
            ForcedSales(facts),
            SortTokens(facts),
        )
        self.anytime = (GiveMaritimes(facts), RepayCompanyLoans(facts))

    def closed_by(self, ctx: Ctx, action: Action) -> str:
        return _CLOSED.get(type(action), self.step_rule)

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        state.operating_round += 1
        state.operated = []
        state.order = floated(state) if state.rulings.fixed_order else []
        ctx.emit(OperatingRoundBegan(set=state.stock_round, number=state.operating_round))
        pay_maritime_income(ctx, self._facts)

    def next_turn(self, ctx: Ctx) -> bool:
        """The first in market order that has not operated yet, determined afresh each time [R65-4.1.5]."""
        state = ctx.state
        if state.turn is not None:
            state.operated.append(state.turn.company)
            state.companies[state.turn.company].operated = True
            state.turn = None
        waiting = [name for name in floated(state) if name not in state.operated]
        if not waiting:
            return False
        company = min(waiting, key=state.order.index) if state.order else waiting[0]
        state.turn = OperatingTurn(company)
        ctx.emit(TurnBegan(company=company, player=state.companies[company].president))
        return True

    def end(self, ctx: Ctx) -> str | None:
        ctx.state.operated = []
        return after_operating(ctx)
