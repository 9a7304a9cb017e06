"""What a player may expect to end with: cash, and income for the rounds that are left."""

from __future__ import annotations

from piercy.core.flow import beyond
from piercy.core.title import POINT
from piercy.rail.contract import best_run, kinds_of
from piercy.rail.lines import Lines
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.ending import IdleRounds
from piercy.titles.short1856.state import TURN, ShortState

STANDSTILL = IdleRounds()
ROUND = POINT
"""A round is divided as finely as a point."""
LEAST_INCOME = 60
"""A company is expected to earn at least this some day, so that early rounds are not endless."""
MOST_ROUNDS = 12
TURNS_TO_A_TRAIN = 3
"""About how many turns all players together take until a train is bought."""
NEXT_TRAIN_PART = 4
"""Track that only the next train could use counts for one part in so many."""


def prospects(facts: Book, state: ShortState, player: str) -> int:
    """Cash now, plus what the trains earn until they rust or the bank breaks."""
    cash = state.players[player].cash
    if state.flow.over or STANDSTILL.round_of(state):
        # in a game that stands still there is nothing more to be expected of waiting
        return cash * POINT
    company = state.companies[state.players[player].company]
    lasting, passing, life = _trains_by_life(facts, state, company.trains)
    income = _income(facts, state, player, company.trains)
    later = _income(facts, state, player, lasting) if passing else income
    rounds = _rounds_left(state, player, income)
    coming = state.depot.stack[:1]
    hoped = _income(facts, state, player, [*lasting, *coming]) if coming else later
    soon = min(rounds, life) if passing else rounds
    earned = income * soon + later * (rounds - soon) + rounds * max(0, hoped - later) // NEXT_TRAIN_PART
    return cash * POINT + earned * POINT // ROUND


def _income(facts: Book, state: ShortState, player: str, trains: list[str]) -> int:
    if not trains:
        return 0
    lines = Lines(facts.grounds[state.printed_toronto], state.board, state.players[player].company)
    limit = facts.phases[state.phase].train_limit
    best = sorted(trains, key=lambda train: -facts.trains[train].price)[:limit]
    return best_run(lines, kinds_of(best, facts.trains), facts.phases[state.phase].band).certificate.total


def _trains_by_life(facts: Book, state: ShortState, trains: list[str]) -> tuple[list[str], list[str], int]:
    """Trains that stay, trains that the next rusting takes, and the parts of rounds until then."""
    for phase in facts.phases[state.phase + 1 :]:
        passing = [train for train in trains if train in phase.rusts]
        if passing:
            stack = state.depot.stack
            before = stack.index(phase.opened_by) if phase.opened_by in stack else len(stack) * 2
            lasting = [train for train in trains if train not in phase.rusts]
            return lasting, passing, before * TURNS_TO_A_TRAIN * ROUND // len(state.players)
    return list(trains), [], 0


def _rounds_left(state: ShortState, player: str, income: int) -> int:
    order = list(state.companies)
    if state.ending:
        # the run of this round is still to come, or it is not
        mine = order.index(state.players[player].company)
        return ROUND * (mine > state.turn or (mine == state.turn and not beyond(state.flow, TURN, "run")))
    return min(
        MOST_ROUNDS * ROUND, ROUND + state.bank.cash * ROUND // (len(order) * max(income, LEAST_INCOME))
    )
