"""Where the companies stand on the Dragons Chart, and what would move them into another region.

The Dragons look at the chart in stock rounds, and nothing moves on it in one [R65-3.2.2]. What counts is
where they find a marker in the next stock round that operating rounds lead to: after the rows have fallen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from piercy.core.flow import beyond
from piercy.rail.trains import DEPOT, new_trains, on_sale
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.chart import rank
from piercy.titles.sardinia.purchase import train_limit
from piercy.titles.sardinia.state import TURN, SardiniaState, floated

TOKEN, TRAIN, PHASE = "token", "train", "phase"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that would let the Dragons find a company in another region."""

    cause: str
    """``token``: it places one. ``train``: it buys the train named. ``phase``: others buy the pile up to the
    train named, which opens the next phase.
    """
    rank: int
    row: int
    region: str
    train: str = ""
    source: str = ""
    """Where the train comes from: the pile or the pool."""
    discards: tuple[str, ...] = ()
    """What it then gives up over a new train limit: of several choices of its president, this one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a floated company stands on the chart, and how far it is from other regions."""

    company: str
    row: int
    rank: int
    region: str
    coming: tuple[int, str] | None
    """Row and region in the next stock round after an operating round, if rank and phase stay; None: the game
    ends before.
    """
    above: tuple[str, int] | None
    """The next better region of that row and the points of rank that lead there; None from green."""
    below: tuple[str, int] | None
    """The next worse region of that row and the points of rank to lose for it; None from red."""
    changes: tuple[Change, ...]
    """What leads to another region than the coming one, for who has the money and, for a token, the track.
    Nothing is told while a purchase or an absorption is being settled. Companies may agree on much more.
    """


def standing(facts: Book, state: SardiniaState, name: str) -> Standing:
    """The prospects of a floated company on the chart."""
    row, points = state.companies[name].row, rank(facts, state, name)
    here = facts.chart.region(row, points)
    if not _stock_round_follows(state):
        return Standing(name, row, points, here, None, None, None, ())
    coming, region = _found(facts, state, name, points, state.phase)
    last_red, last_white = facts.chart.rows[coming]
    above: tuple[str, int] | None = None
    below: tuple[str, int] | None = None
    if points <= last_white:
        last = last_red if points <= last_red else last_white
        above = (facts.chart.region(coming, last + 1), last + 1 - points)
    if points > last_red:
        last = last_white if points > last_white else last_red
        below = (facts.chart.region(coming, last), points - last)
    changes = tuple(change for change in _changes(facts, state, name) if change.region != region)
    return Standing(name, row, points, here, (coming, region), above, below, changes)


def _stock_round_follows(state: SardiniaState) -> bool:
    """Whether there is a stock round after the operating rounds of this set or of the one that begins."""
    sets = state.stock_round + (state.flow.round in ("draft", "prelude"))
    return not (state.flow.over or state.ending or 0 < state.round_cap <= sets)


def _found(facts: Book, state: SardiniaState, name: str, points: int, phase: int) -> tuple[int, str]:
    """Row and region when the Dragons look next: a row lower, if above that of the phase [R65-3.12.6]."""
    row = state.companies[name].row
    row += row < phase
    return row, facts.chart.region(row, points)


def _changes(facts: Book, state: SardiniaState, name: str) -> Iterator[Change]:
    if state.discarding or state.forced or state.deal or state.absorption:
        return
    company, points = state.companies[name], rank(facts, state, name)
    if company.tokens and _may_still_place(state, name):
        yield Change(TOKEN, points + 1, *_found(facts, state, name, points + 1, state.phase))
    if _may_still_buy(facts, state, name):
        for train, source in on_sale(state.depot):
            phase = max(state.phase, facts.trains[train].phase) if source == DEPOT else state.phase
            yield from _after(facts, state, name, (TRAIN, train, source), (*company.trains, train), phase)
    stack = new_trains(state.depot)
    opener = next((train for train in stack if facts.trains[train].phase > state.phase), None)
    if opener is not None and _others_may_buy(facts, state, name, stack.index(opener) + 1):
        phase = facts.trains[opener].phase
        yield from _after(facts, state, name, (PHASE, opener, DEPOT), tuple(company.trains), phase)


def _after(
    facts: Book,
    state: SardiniaState,
    name: str,
    what: tuple[str, str, str],
    trains: tuple[str, ...],
    phase: int,
) -> Iterator[Change]:
    """Where a company is found that has these trains when the phase is in force, for all its choices."""
    cause, train, source = what
    kinds = facts.trains
    tokens = rank(facts, state, name) - sum(kinds[owned].phase for owned in state.companies[name].trains)
    kept = [owned for owned in trains if phase == state.phase or owned not in facts.phases[phase].scraps]
    for discards in _discards(facts, state, kept, phase):
        points = tokens + sum(kinds[owned].phase for owned in kept)
        points -= sum(kinds[owned].phase for owned in discards)
        row, region = _found(facts, state, name, points, phase)
        yield Change(cause, points, row, region, train, source, discards)


def _discards(facts: Book, state: SardiniaState, trains: list[str], phase: int) -> list[tuple[str, ...]]:
    """All that a company may give up when a phase begins, by its president's choice [R65-2.2.7]."""
    excess = len(trains) - facts.phases[phase].train_limit if phase != state.phase else 0
    lowest_first = sorted(trains, key=lambda train: (facts.trains[train].phase, facts.trains[train].price))
    choices = list(dict.fromkeys(combinations(lowest_first, max(0, excess))))
    return choices[:1] if state.rulings.discard_lowest else choices


def _may_still_place(state: SardiniaState, name: str) -> bool:
    """Whether the company has a token step to come before the next stock round [R65-4.4.1]."""
    if not _turn_left(state, name):
        return False
    if state.operating_round != 2 or state.turn is None or state.turn.company != name:
        return True
    return not beyond(state.flow, TURN, "token")


def _may_still_buy(facts: Book, state: SardiniaState, name: str) -> bool:
    """Whether it has a turn to come and room for a train [R65-4.6.2]."""
    return _turn_left(state, name) and _room(facts, state, name) > 0


def _others_may_buy(facts: Book, state: SardiniaState, name: str, count: int) -> bool:
    """Whether the other companies together have room for so many trains in their turns to come."""
    others = (other for other in floated(state) if other != name and _turn_left(state, other))
    return sum(_room(facts, state, other) for other in others) >= count


def _room(facts: Book, state: SardiniaState, name: str) -> int:
    return max(0, train_limit(facts, state) - len(state.companies[name].trains))


def _turn_left(state: SardiniaState, name: str) -> bool:
    """Whether the company operates, or is operating, before the next stock round."""
    return state.operating_round != 2 or name not in state.operated
