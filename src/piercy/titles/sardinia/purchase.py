"""What happens when a train has been paid for, and discarding trains over a limit [R65-2.2.5, R65-4.6]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.discarding import TrainLimits
from piercy.rail.train_moves import Purchase, buy_train, discard_train
from piercy.rail.trains import DEPOT
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.market import move
from piercy.titles.sardinia.phases import open_phase_with
from piercy.titles.sardinia.state import SardiniaState, floated

Ctx = Context[SardiniaState]


def train_limit(facts: Book, state: SardiniaState) -> int:
    return facts.phases[state.phase].train_limit


def complete_purchase(ctx: Ctx, facts: Book, bought: Purchase) -> None:
    """The company pays the printed price; a new train may open a phase and raises the price once a turn."""
    state = ctx.state
    buy_train(ctx, state.companies[bought.company], bought, facts.trains[bought.train].price)
    if bought.source == DEPOT:
        before = state.phase
        open_phase_with(ctx, facts, bought.train)
        if state.phase != before:
            demand_discards(ctx, facts, floated(state))
        _note_new_train(ctx, facts)


def demand_discards(ctx: Ctx, facts: Book, companies: list[str]) -> None:
    """Companies over the limit give trains to the pool, by their presidents' choice [R65-2.2.7]."""
    state = ctx.state
    limit = train_limit(facts, state)
    for company in companies:
        if len(state.companies[company].trains) > limit:
            state.discarding.append(company)
    while state.discarding and state.rulings.discard_lowest:
        trains = state.companies[state.discarding[0]].trains
        lowest = min(trains, key=lambda train: (facts.trains[train].phase, facts.trains[train].price))
        discard(ctx, facts, lowest)


def discard(ctx: Ctx, facts: Book, train: str) -> None:
    """The first company that has to discard gives up a train."""
    state = ctx.state
    company = state.discarding[0]
    discard_train(ctx, company, train)
    if len(state.companies[company].trains) <= train_limit(facts, state):
        state.discarding.pop(0)
        _rise_if_due(ctx, facts)


def _note_new_train(ctx: Ctx, facts: Book) -> None:
    """One cell a turn, after everything that a new phase brings [R65-3.11.2]."""
    turn = ctx.state.turn
    if turn is not None and not turn.new_train:
        turn.new_train = turn.rise_due = True
        _rise_if_due(ctx, facts)


def _rise_if_due(ctx: Ctx, facts: Book) -> None:
    turn = ctx.state.turn
    if turn is not None and turn.rise_due and not ctx.state.discarding:
        turn.rise_due = False
        move(ctx, facts, turn.company, 1, "new_train")


class Limits(TrainLimits[SardiniaState]):
    """One company after the other in operating order, by its president's choice [R65-2.2.7]."""

    rule = choice_rule = "R65-2.2.7"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def over(self, ctx: Ctx) -> str | None:
        discarding = ctx.state.discarding
        return discarding[0] if discarding else None

    def known(self, train: str) -> bool:
        return train in self._facts.trains

    def discard(self, ctx: Ctx, company: str, train: str) -> None:
        discard(ctx, self._facts, train)
