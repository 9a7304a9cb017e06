"""The stock round: the Dragons have a turn before every player [R65-3.1, R65-3.3, R65-3.13]."""

from __future__ import annotations

from piercy.core.actions import Action
from piercy.core.flow import Context, Round
from piercy.rail.events import PriorityDealt, StockRoundBegan
from piercy.rail.stock.turn import TakeTurn
from piercy.titles.sardinia import dragons
from piercy.titles.sardinia.actions import ConvertCompany
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.launching import Launching
from piercy.titles.sardinia.state import SardiniaState, StockTurn, left_of, seats_from
from piercy.titles.sardinia.trading import Purchases, Sales

Ctx = Context[SardiniaState]


class StockRound(Round[SardiniaState]):
    """It goes on until all players and the Dragons have passed one after the other [R65-3.1.4]."""

    turn_rule = "R65-3.1.2"
    step_rule = "R65-3.3.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        parts = (Sales(facts), Purchases(facts), Launching(facts))
        self.steps = (TakeTurn(_player_on_turn, parts),)

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


def _player_on_turn(state: SardiniaState) -> str:
    return state.stock.player


def dragons_turn(ctx: Ctx, facts: Book) -> None:
    """A trade of the Dragons starts the count of passes anew [R65-3.1.4]."""
    if dragons.take_turn(ctx, facts) and ctx.state.rulings.dragons_restart_passes:
        ctx.state.stock.passes = 0
