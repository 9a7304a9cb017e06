"""The operating rounds and the end of a set: who comes when, and a turn's steps [RCZ-VIII.1 to VIII.3]."""

from __future__ import annotations

from functools import partial

from piercy.core.actions import Action
from piercy.core.flow import Context, Round
from piercy.rail.actions import BuyShare, DiscardTrain, SellShares, StartCompany
from piercy.rail.deals import AnswerDeal, Deals
from piercy.rail.discarding import DiscardTrains
from piercy.rail.events import TurnBegan
from piercy.rail.lay_track import LayTrack
from piercy.rail.paying_out import PayOut
from piercy.rail.place_token import PlaceTokens
from piercy.rail.train_sales import BuyAnyTrains
from piercy.titles.cz import acquisition
from piercy.titles.cz import locals as privates
from piercy.titles.cz.actions import BuyLocal, LayPurple, OfferAcquisition, SellLocal
from piercy.titles.cz.book import Book
from piercy.titles.cz.dividends import Dividends
from piercy.titles.cz.export import export_card
from piercy.titles.cz.homes import HomeToken, SettleToken
from piercy.titles.cz.phases import Limits, card_sold, settle_limits
from piercy.titles.cz.purple import LayPurpleTiles, locals_closed_by
from piercy.titles.cz.running import RunOrLend
from piercy.titles.cz.state import CzState, Turn, operating_order
from piercy.titles.cz.tokens import Tokens
from piercy.titles.cz.track import LayWaivedTiles, Track
from piercy.titles.cz.trains import Sellers, Shop
from piercy.titles.cz.vaclav import hand_card, vaclavs_companies

Ctx = Context[CzState]


class OperatingRound(Round[CzState]):
    """One turn of every open company in the order at the start of the round [RCZ-VIII.2.2, RCZ-VIII.2.4]."""

    turn_rule = "RCZ-VIII.1.1"
    step_rule = "RCZ-VIII.3.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        deals, track = _deals(facts), Track(facts)
        self.steps = (
            HomeToken(facts),
            LayTrack(track),
            PlaceTokens(Tokens(facts)),
            RunOrLend(facts),
            PayOut(Dividends(facts)),
            acquisition.Acquire(facts, deals),
            BuyAnyTrains(Shop(facts), Sellers(facts), deals),
        )
        self.interrupts = (AnswerDeal(deals), SettleToken(facts), DiscardTrains(Limits(facts)))
        self.anytime = (
            LayWaivedTiles(facts, track),
            privates.TradeLocals(facts, deals),
            LayPurpleTiles(facts),
        )

    def closed_by(self, ctx: Ctx, action: Action) -> str:
        if isinstance(action, BuyShare | SellShares | StartCompany):
            return "RCZ-VIII.1.2"
        if isinstance(action, DiscardTrain):
            return "RCZ-VIII.10.14"
        if isinstance(action, OfferAcquisition) and len(self._facts.sizes) == 1:
            return "RCZ-XI.2.9"
        if isinstance(action, BuyLocal | SellLocal | LayPurple):
            return locals_closed_by(ctx.state)
        return self.step_rule

    def begin(self, ctx: Ctx) -> None:
        ctx.state.queue[:] = operating_order(ctx.state)

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        ctx.touch()
        while state.queue:
            name = state.queue.pop(0)
            company = state.companies[name]
            # a company acquired before its turn has none [RCZ-VIII.2.5]
            if not company.closed:
                state.turn = Turn(name, first=not company.operated)
                ctx.emit(TurnBegan(company=name, player=company.president))
                return True
        state.turn = Turn()
        return False

    def end(self, ctx: Ctx) -> str | None:
        state, sets = ctx.state, self._facts.local_prices
        if state.round_in_set + 1 < len(sets[state.set_number]):
            return "income"
        return "closing" if state.set_number + 1 < len(sets) else None


def _deals(facts: Book) -> Deals[CzState]:
    return Deals(
        "RCZ-VIII.3.6",
        {
            "local": partial(privates.complete, facts),
            "train": Shop(facts).deal_done,
            "acquisition": partial(acquisition.complete, facts),
        },
    )


class ClosingRound(Round[CzState]):
    """After every set but the last: the export, Vaclav's cards, and trains over the limit [RCZ-VIII.13.2]."""

    turn_rule = "RCZ-VIII.12.23"
    step_rule = "RCZ-VIII.13.4"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = ()
        self.interrupts = (DiscardTrains(Limits(facts)),)

    def begin(self, ctx: Ctx) -> None:
        facts, state = self._facts, ctx.state
        his = vaclavs_companies(facts, state)
        if state.house.export:
            export_card(facts, ctx)
        # a company called by the export or by another's card has had its card [RCZ-XI.1.31]
        for name in his:
            card_sold(facts, ctx, hand_card(facts, ctx, name))
        settle_limits(facts, ctx)
        ctx.touch()

    def next_turn(self, ctx: Ctx) -> bool:
        return False

    def end(self, ctx: Ctx) -> str | None:
        ctx.state.set_number += 1
        return "stock"
