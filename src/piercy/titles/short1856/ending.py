"""The two triggers of the end, and the end by agreement of a game that stands still [R56-8]."""

from __future__ import annotations

from piercy.core.flow import Context
from piercy.core.standstill import EndVote
from piercy.rail.events import EndTriggered
from piercy.rail.trains import kinds_on_sale
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, player_on_turn


def trigger_if_bank_is_empty(ctx: Context[ShortState], book: Book) -> None:
    """The bank has run out of money, exactly nothing left included [R56-8.2]."""
    if ctx.state.bank.cash <= 0:
        _trigger(ctx, book, "bank_broken")


def trigger_if_stranded(ctx: Context[ShortState], book: Book) -> None:
    """Somebody has no train and cannot afford one; tested when a turn ends [R56-8.3]."""
    state = ctx.state
    prices = [book.trains[train].price for train in kinds_on_sale(state.depot)]
    tested = state.players if state.test_everybody else [player_on_turn(state)]
    for name in tested:
        player = state.players[name]
        # without any train on sale nobody can be caught: then all are at the limit [R56-7.9]
        if prices and not state.companies[player.company].trains and player.cash < min(prices):
            _trigger(ctx, book, "player_stranded", player=name)


def _trigger(ctx: Context[ShortState], book: Book, reason: str, **fields: str) -> None:
    state = ctx.state
    if state.ending:
        return
    state.ending = True
    state.bank.cash += book.reserve
    ctx.emit(EndTriggered(reason=reason, reserve=book.reserve, **fields))


class IdleRounds:
    """A game stands still in a round after one in which nobody did anything, until somebody acts [R56-8.12].

    Tiles and trains run out and money only goes to the players, so a game that never ends has idle rounds
    alone from some round on; and an idle round leaves everything as it was.
    """

    rule = "R56-8.12"

    def round_of(self, state: ShortState) -> int:
        still = state.idle_rounds > 0 and not state.acted and not state.ending
        return state.round_number if still else 0

    def vote(self, state: ShortState) -> EndVote:
        return state.vote

    def order(self, state: ShortState) -> list[str]:
        owners = [company.president for company in state.companies.values()]
        return owners[state.turn :] + owners[: state.turn]
