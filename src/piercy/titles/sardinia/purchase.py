"""What happens when a train has been paid for, and discarding trains over a limit [R65-2.2.5, R65-4.6]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.actions import DEPOT, POOL
from piercy.rail.events import TrainBought, TrainDiscarded
from piercy.titles.sardinia.bank import pay_in
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.market import move
from piercy.titles.sardinia.phases import open_phase_with
from piercy.titles.sardinia.state import SardiniaState, floated, president_of

Ctx = Context[SardiniaState]

NOTED = {DEPOT: "bank", POOL: "market"}
"""How a purchase that waits for money notes where the train lies: in the words of version 0.1.0, whose saved
games are checked by the digests of their states.
"""


def train_limit(facts: Book, state: SardiniaState) -> int:
    return facts.phases[state.phase].train_limit


def trains_on_sale(state: SardiniaState) -> list[tuple[str, str]]:
    """The next train of the depot and all kinds in the pool, with their source [R65-4.6.7]."""
    new = [(train, DEPOT) for train in state.depot.stack[:1]]
    return new + [(train, POOL) for train in sorted(set(state.depot.market))]


def complete_purchase(ctx: Ctx, facts: Book, company: str, train: str, source: str) -> None:
    """The company pays the printed price; a new train may open a phase and raises the price once a turn."""
    state = ctx.state
    charter, kind = state.companies[company], facts.trains[train]
    pay_in(ctx, charter, kind.price)
    if source == POOL:
        state.depot.market.remove(train)
    elif kind.count is not None:
        state.depot.stack.pop(0)
    charter.trains.append(train)
    ctx.emit(TrainBought(company=company, train=train, source=source, price=kind.price))
    if source == DEPOT:
        before = state.phase
        open_phase_with(ctx, facts, train)
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
    state.companies[company].trains.remove(train)
    state.depot.market.append(train)
    ctx.emit(TrainDiscarded(company=company, train=train))
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


class Limits:
    """One company after the other in operating order, by its president's choice [R65-2.2.7]."""

    rule = choice_rule = "R65-2.2.7"

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def over(self, ctx: Ctx) -> str | None:
        discarding = ctx.state.discarding
        return discarding[0] if discarding else None

    def president(self, state: SardiniaState, company: str) -> str:
        return president_of(state, company)

    def trains(self, state: SardiniaState, company: str) -> list[str]:
        return state.companies[company].trains

    def known(self, train: str) -> bool:
        return train in self._facts.trains

    def refusal(self, state: SardiniaState, company: str, train: str) -> IllegalAction | None:
        """Any train may go."""
        return None

    def discard(self, ctx: Ctx, company: str, train: str) -> None:
        discard(ctx, self._facts, train)
