"""Step 1 of a turn: lay or replace one tile [R56-4.1]."""

from __future__ import annotations

from collections.abc import Collection

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.actions import LayTile
from piercy.rail.lay_track import TrackLaying, TrackRules
from piercy.rail.laying import Change, Row
from piercy.rail.money import Purse
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import ShortState, company_on_turn, player_on_turn


class Track(TrackLaying[ShortState, Change]):
    """One tile a turn, first or replacement; a line must run along its new track, or to a city it raises."""

    rules = TrackRules(
        colour="R56-4.3",
        supply="R56-4.22",
        cost="R56-4.21",
        joins_first="R56-4.15",
        joins_later="R56-4.15",
    )

    def __init__(self, book: Book) -> None:
        self._book = book
        self.ground = book.ground

    def company(self, state: ShortState) -> str:
        return company_on_turn(state)

    def decider(self, state: ShortState) -> str:
        return player_on_turn(state)

    def payer(self, state: ShortState) -> tuple[str, Purse]:
        player = player_on_turn(state)
        return player, state.players[player]

    def cost(self, state: ShortState, name: str) -> int:
        return terrain_cost(self._book, state, name)

    def phase(self, state: ShortState) -> tuple[str, Collection[str]]:
        phase = self._book.phases[state.phase]
        return phase.name, phase.colours

    def change(self, state: ShortState, name: str, tile: str, rotation: int) -> Change:
        return self._book.placements.change(state.board, name, tile, rotation)

    def fitting(self, state: ShortState, name: str) -> tuple[Row[Change], ...]:
        return self._book.placements.on(state.board, name)

    def refusal(self, state: ShortState, name: str, tile: str) -> IllegalAction | None:
        if tile in self._book.never_laid:
            return IllegalAction("R56-2.7", "gray tiles such as {tile} are never laid", tile=tile)
        return None

    def laid(self, ctx: Context[ShortState], lay: LayTile, change: Change) -> None:
        ctx.state.acted = True
        ctx.next_step()


def terrain_cost(book: Book, state: ShortState, name: str) -> int:
    """Terrain is paid with the first tile only [R56-4.21]."""
    return 0 if name in state.board.tiles else book.ground.atlas[name].cost
