"""The stock round: the Dragons have a turn before every player [R65-3.1, R65-3.3, R65-3.13]."""

from __future__ import annotations

from typing import Any, Protocol

from piercy.core.actions import Action
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.rail.events import PriorityDealt, StockRoundBegan
from piercy.titles.sardinia import dragons
from piercy.titles.sardinia.actions import ConvertCompany, RelaunchCompany
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.launching import Launching
from piercy.titles.sardinia.state import SardiniaState, StockTurn, left_of, seats_from
from piercy.titles.sardinia.trading import Buying, Selling

Ctx = Context[SardiniaState]


class Trade(Protocol):
    """One way to trade in a turn."""

    def offers(self, ctx: Ctx, player: str) -> list[Offer]: ...
    def check(self, ctx: Ctx, action: Any) -> None: ...
    def apply(self, ctx: Ctx, action: Any) -> None: ...


class TakeTurn(Step[SardiniaState, SellShares | BuyShare | StartCompany | RelaunchCompany]):
    """Sales, then one purchase, which ends the turn; neither is a pass [R65-3.3.1, R65-3.3.2]."""

    name = "stock"
    actions = (SellShares, BuyShare, StartCompany, RelaunchCompany)

    def __init__(self, facts: Book) -> None:
        launching = Launching(facts)
        self._trades: dict[type[Action], Trade] = {
            SellShares: Selling(facts),
            BuyShare: Buying(facts),
            StartCompany: launching,
            RelaunchCompany: launching,
        }

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.stock.player

    def offers(self, ctx: Ctx) -> list[Offer]:
        player = ctx.state.stock.player
        trades = dict.fromkeys(self._trades.values())
        return [offer for trade in trades for offer in trade.offers(ctx, player)]

    def check(self, ctx: Ctx, action: Action) -> None:
        self._trades[type(action)].check(ctx, action)

    def apply(self, ctx: Ctx, action: Action) -> None:
        stock = ctx.state.stock
        stock.passes = 0
        stock.last_trader = action.player
        self._trades[type(action)].apply(ctx, action)
        if not isinstance(action, SellShares):
            ctx.next_step()

    def passed(self, ctx: Ctx) -> None:
        stock = ctx.state.stock
        if not stock.sold:
            stock.passes += 1
        ctx.next_step()


class StockRound(Round[SardiniaState]):
    """It goes on until all players and the Dragons have passed one after the other [R65-3.1.4]."""

    turn_rule = "R65-3.1.2"
    step_rule = "R65-3.3.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.steps = (TakeTurn(facts),)

    def closed_by(self, ctx: Ctx, action: Action) -> str:
        return "R65-3.9.1" if isinstance(action, ConvertCompany) else self.step_rule

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        state.stock_round += 1
        state.stock = StockTurn()
        ctx.emit(StockRoundBegan(number=state.stock_round))

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        stock = state.stock
        if stock.passes >= len(state.players):
            return False
        stock.player = left_of(state, stock.player) if stock.player else state.priority
        stock.sold = []
        dragons_turn(ctx, self._facts)
        return True

    def end(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if state.stock.last_trader is not None:
            state.priority = left_of(state, state.stock.last_trader)
        state.stock = StockTurn()
        ctx.emit(PriorityDealt(order=tuple(seats_from(state, state.priority))))
        return "operating"


def dragons_turn(ctx: Ctx, facts: Book) -> None:
    """A trade of the Dragons starts the count of passes anew [R65-3.1.4]."""
    if dragons.take_turn(ctx, facts) and ctx.state.rulings.dragons_restart_passes:
        ctx.state.stock.passes = 0
