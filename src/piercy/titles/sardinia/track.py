"""Step 1 of a company's turn: up to two tile operations [R65-4.2]."""

from __future__ import annotations

from collections.abc import Collection

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.rail.actions import LayTile
from piercy.rail.joined import JoinedLines
from piercy.rail.lay_track import TrackLaying, TrackRules
from piercy.rail.laying import Row
from piercy.rail.money import Purse
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.lays import COMPETITIVE, Lay, Lays
from piercy.titles.sardinia.state import OperatingTurn, SardiniaState, company_on_turn, player_on_turn
from piercy.titles.sardinia.traffic import gain_traffic

LAYS = 2
"""Tile operations of one turn [R65-4.2.1]."""


class Track(TrackLaying[SardiniaState, Lay]):
    """The first operation is free, the second is paid from the treasury [R65-4.2.1].

    Terrain costs nothing [R65-4.2.2]. A line must run along a new piece of track, or lead to the tile where
    a traffic upgrade has none [R65-4.2.24].
    """

    rules = TrackRules(
        colour="R65-4.2.5",
        supply="R65-1.7.4",
        cost="R65-4.2.1",
        joins_first="R65-4.2.24",
        joins_later="R65-4.2.24",
    )
    lines = JoinedLines

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._lays = Lays(facts.ground)
        self.ground = facts.ground

    def company(self, state: SardiniaState) -> str:
        return company_on_turn(state)

    def decider(self, state: SardiniaState) -> str | None:
        done = _turn(state).lays == LAYS or self.cost(state, "") > self.payer(state)[1].cash
        return None if done else player_on_turn(state)

    def payer(self, state: SardiniaState) -> tuple[str, Purse]:
        company = company_on_turn(state)
        return company, state.companies[company]

    def cost(self, state: SardiniaState, name: str) -> int:
        return lay_cost(self._facts, state)

    def phase(self, state: SardiniaState) -> tuple[int, Collection[str]]:
        return state.phase, self._facts.phases[state.phase].colours

    def left(self, state: SardiniaState, name: str, tile: str) -> bool:
        """A copy of the supply, or the one that comes back from the hex itself [R65-4.2.19]."""
        return state.supply[tile] > 0 or state.board.tiles.get(name, ("", 0))[0] == tile

    def change(self, state: SardiniaState, name: str, tile: str, rotation: int) -> Lay:
        return self._lays.judge(state.rulings, state.board, name, tile, rotation)

    def fitting(self, state: SardiniaState, name: str) -> list[Row[Lay]]:
        return self._lays.on(state.rulings, state.board, name)

    def refusal(self, state: SardiniaState, name: str, tile: str) -> IllegalAction | None:
        if name in _turn(state).laid_on and not state.rulings.same_hex_twice:
            return IllegalAction("R65-4.2.4", "a tile was laid on {hex} in this turn already", hex=name)
        return None

    def wants_new_track(self, change: Lay) -> bool:
        return bool(change.new) or change.kind == COMPETITIVE

    def laid(self, ctx: Context[SardiniaState], lay: LayTile, change: Lay) -> None:
        """Every floated company with a token in the city gains [R65-4.2.10 to R65-4.2.12]."""
        state, turn = ctx.state, _turn(ctx.state)
        turn.lays += 1
        turn.laid_on.append(lay.hex)
        for company, _ in state.board.tokens.get(lay.hex, ()):
            if state.companies[company].floated:
                gain_traffic(ctx, company, change.gain, "city", lay.hex)


def lay_cost(facts: Book, state: SardiniaState) -> int:
    """What the next tile of the turn costs [R65-4.2.1]."""
    return facts.sums.second_tile if _turn(state).lays else 0


def _turn(state: SardiniaState) -> OperatingTurn:
    assert state.turn is not None
    return state.turn
