"""What the start of a phase changes at once [R65-2.2.5]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.rail.train_moves import open_phase, rust
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import MaritimesDiscarded
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]

MAJORS_FROM = 5
"""The phase from which new companies are majors and cards in hand are gone [R65-2.6.13, R65-3.8.2]."""


def open_phase_with(ctx: Ctx, facts: Book, train: str) -> None:
    """A train of the pile has been paid for: the first of its kind opens its phase [R65-2.2.4].

    Companies that are now over the limit discard afterwards, by their presidents' choice.
    """
    state = ctx.state
    number = facts.trains[train].phase
    if number <= state.phase:
        return
    open_phase(ctx, number, str(number), train)
    rust(ctx, facts.phases[number].scraps)
    if number == MAJORS_FROM:
        _discard_maritimes(ctx)
        _turn_offers_over(ctx, facts)


def _discard_maritimes(ctx: Ctx) -> None:
    for name, player in ctx.state.players.items():
        if player.maritimes:
            ctx.emit(MaritimesDiscarded(player=name, cards=tuple(player.maritimes)))
            ctx.state.gone_maritimes += player.maritimes
            player.maritimes = []


def _turn_offers_over(ctx: Ctx, facts: Book) -> None:
    """Companies that nobody has launched offer their major certificates [R65-3.8.2, R65-3.7.5]."""
    state = ctx.state
    for company in state.companies.values():
        young = state.rulings.unfloated_become_major and not company.floated
        if not company.major and (company.president is None or young):
            company.major = True
            company.offer += facts.major.singles - facts.minor.singles
