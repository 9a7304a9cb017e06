"""What the Dragons will do if nobody else acts, and what would change their mind.

A forecast is worked out from a position without changing it. The coming turns are played on a copy by the
same code that moves the Dragons in the game, with every player passing, to the end of the stock round.
"""

from __future__ import annotations

from dataclasses import dataclass

from piercy.core import plain
from piercy.core.events import Event
from piercy.core.flow import Context
from piercy.titles.sardinia.bank import last_set
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import rank
from piercy.titles.sardinia.draft import FIRST_PHASE_OF_PLAY
from piercy.titles.sardinia.prelude import move_rows
from piercy.titles.sardinia.state import SardiniaState, floated
from piercy.titles.sardinia.stock import StockRound

TRADES = ("dragons_sold", "dragons_bought", "dragons_bought_nothing")


@dataclass(frozen=True, slots=True)
class DragonsTurn:
    """A coming turn of the Dragons: what they sell and buy, told as the log will tell it."""

    before: str
    """The player whose turn follows."""
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that would move a company into another region."""

    cause: str
    """``token``, ``train PH4``, ``row falls``, ``phase 5`` or ``phase 5 and row falls``."""
    rank: int
    row: int
    region: str


@dataclass(frozen=True, slots=True)
class Outlook:
    """Where a floated company stands on the chart, and how far it is from other regions."""

    company: str
    row: int
    rank: int
    region: str
    above: tuple[str, int] | None
    """The next better region and the points of rank that lead there; None from green."""
    below: tuple[str, int] | None
    """The next worse region and the points of rank to lose for it; None from red."""
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    turns: tuple[DragonsTurn, ...]
    outlooks: tuple[Outlook, ...]


def forecast(facts: Book, state: SardiniaState) -> Forecast:
    """The Dragons' turns of this stock round, or of the next one, and the prospects of every company."""
    outlooks = tuple(_outlook(facts, state, name) for name in floated(state))
    return Forecast(_coming_turns(facts, state), outlooks)


def _coming_turns(facts: Book, state: SardiniaState) -> tuple[DragonsTurn, ...]:
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
        turns.append(DragonsTurn(twin.stock.player, told))
        ctx.events.clear()
        stock.steps[0].passed(ctx)
    return tuple(turns)


def _outlook(facts: Book, state: SardiniaState, name: str) -> Outlook:
    row, points = state.companies[name].row, rank(facts, state, name)
    here = facts.chart.region(row, points)
    last_red, last_white = facts.chart.rows[row]
    above: tuple[str, int] | None = None
    below: tuple[str, int] | None = None
    if points <= last_white:
        last = last_red if points <= last_red else last_white
        above = (facts.chart.region(row, last + 1), last + 1 - points)
    if points > last_red:
        last = last_white if points > last_white else last_red
        below = (facts.chart.region(row, last), points - last)
    changes = tuple(change for change in _changes(facts, state, name) if change.region != here)
    return Outlook(name, row, points, here, above, below, changes)


def _changes(facts: Book, state: SardiniaState, name: str) -> list[Change]:
    """Everything that can happen to a marker by one event, with the region it leads to."""
    company = state.companies[name]
    row, points = company.row, rank(facts, state, name)
    moves = [("token", points + 1, row)]
    kinds = dict.fromkeys(facts.trains[train].phase for train in state.depot.stack[:1] + state.depot.market)
    moves += [(f"train PH{phase}", points + phase, row) for phase in kinds]
    if row < state.phase:
        moves.append(("row falls", points, row + 1))
    coming = facts.phases.get(state.phase + 1)
    if coming is not None:
        lost = sum(facts.trains[train].phase for train in company.trains if train in coming.scraps)
        moves.append((f"phase {coming.number}", points - lost, row))
        moves.append((f"phase {coming.number} and row falls", points - lost, row + 1))
    return [Change(cause, worth, place, facts.chart.region(place, worth)) for cause, worth, place in moves]
