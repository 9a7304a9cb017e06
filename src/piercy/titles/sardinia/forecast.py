"""What the Dragons will do if nobody else acts, and what would change their mind.

A forecast is worked out from a position without changing it. The coming turns are played on a copy by the
same code that moves the Dragons in the game, with every player passing, to the end of the stock round.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core import plain
from piercy.core.flow import Context
from piercy.rail.rail_title import ComingTurn
from piercy.titles.sardinia.bank import last_set
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.draft import FIRST_PHASE_OF_PLAY
from piercy.titles.sardinia.prelude import move_rows
from piercy.titles.sardinia.standing import Standing, standing
from piercy.titles.sardinia.state import SardiniaState, floated
from piercy.titles.sardinia.stock import StockRound

TRADES = ("dragons_sold", "dragons_bought", "dragons_bought_nothing")


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is to be expected if no player does anything."""

    turns: tuple[ComingTurn, ...]
    standings: tuple[Standing, ...]


def forecast(facts: Book, state: SardiniaState) -> Forecast:
    """The Dragons' turns of this stock round, or of the next one, and the prospects of every company."""
    standings = tuple(standing(facts, state, name) for name in floated(state))
    return Forecast(_coming_turns(facts, state), standings)


def _coming_turns(facts: Book, state: SardiniaState) -> tuple[ComingTurn, ...]:
    stock = StockRound(facts)
    twin = plain.copy(state)
    ctx = Context(twin)
    if twin.flow.over or (twin.flow.round == "operating" and last_set(twin)):
        return ()
    if twin.flow.round == "stock":
        stock.steps[0].passed(ctx)
    else:
        if twin.flow.round == "operating":
            move_rows(ctx, facts)
        twin.phase = max(twin.phase, FIRST_PHASE_OF_PLAY)
        stock.begin(ctx)
    turns = []
    ctx.events.clear()
    while stock.next_turn(ctx):
        told = tuple(event for event in ctx.events if event.key in TRADES)
        turns.append(ComingTurn(twin.stock.player, told))
        ctx.events.clear()
        stock.steps[0].passed(ctx)
    return tuple(turns)
