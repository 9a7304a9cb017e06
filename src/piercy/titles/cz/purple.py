"""Ability 1 of a Local: a purple-edged tile at any moment of the company's turn [RCZ-IV.1.16 to IV.1.21]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Step
from piercy.core.offers import Offer, Table
from piercy.rail.events import TileLaid
from piercy.titles.cz.actions import LayPurple
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalUsed
from piercy.titles.cz.state import CzState, company_on_turn, director_on_turn, locals_of, vaclavs
from piercy.titles.cz.tilework import (
    Ctx,
    check_available,
    check_connected,
    check_fits,
    check_home_first,
    connected_edges,
    connected_lays,
    home_first,
    known_tile,
    lay,
)
from piercy.titles.cz.track import check_ability


class LayPurpleTiles(Step[CzState, LayPurple]):
    """Beside whatever step the company is at, once its home station stands [RCZ-VIII.3.7]."""

    name = "purple"
    actions = (LayPurple,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        company = state.companies.get(company_on_turn(state))
        if company is None or not company.operated or not self._able(state):
            return None
        return director_on_turn(state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        director = director_on_turn(state)
        rows = tuple(self._rows(ctx))
        if director is None or not rows:
            return []
        return [Offer(LayPurple, director, (Table(("local", "hex", "tile", "rotation"), rows),))]

    def check(self, ctx: Ctx, action: LayPurple) -> None:
        state, facts = ctx.state, self._facts
        tile = known_tile(facts, action.hex, action.tile)
        check_ability(facts, state, action.local)
        if "purple" not in tile.flags:
            raise IllegalAction("RCZ-IV.1.18", "tile {tile} has no purple edge", tile=tile.id)
        if tile.colour not in facts.locals[action.local].purple:
            raise IllegalAction(
                "RCZ-IV.1.19", "{local} does not lay {colour} tiles", local=action.local, colour=tile.colour
            )
        check_available(facts, state, tile)
        if action.hex not in state.board.tiles:
            raise IllegalAction(
                "RCZ-VIII.5.5", "a purple-edged tile cannot be the first on {hex}", hex=action.hex
            )
        check_fits(facts, state, action.hex, tile, action.rotation)
        check_home_first(facts, state, action.hex)
        check_connected(ctx, facts, action.hex, action.tile, action.rotation)

    def apply(self, ctx: Ctx, action: LayPurple) -> None:
        state = ctx.state
        state.locals[action.local].used = True
        lay(state, self._facts, action.hex, action.tile, action.rotation)
        company = company_on_turn(state)
        ctx.emit(LocalUsed(company=company, local=action.local, ability="purple"))
        ctx.emit(
            TileLaid(
                player=action.player,
                company=company,
                hex=action.hex,
                tile=action.tile,
                rotation=action.rotation,
                cost=0,
            )
        )

    def _able(self, state: CzState) -> list[str]:
        """The Locals of the company on turn that could still lay a tile."""
        colours = self._facts.phases[state.phase].colours
        return [
            name
            for name in locals_of(state, company_on_turn(state), company=True)
            if not state.locals[name].used and any(c in colours for c in self._facts.locals[name].purple)
        ]

    def _rows(self, ctx: Ctx) -> list[tuple[str, str, str, int]]:
        state, facts = ctx.state, self._facts
        lays = [
            (name, tile, rotation)
            for name in sorted(connected_edges(ctx, facts))
            if name in state.board.tiles and home_first(facts, state, name)
            for tile, rotation in connected_lays(ctx, facts, name)
            if "purple" in tile.flags and state.supply[tile.id] > 0
        ]
        colours = facts.phases[state.phase].colours
        return [
            (local, name, tile.id, rotation)
            for local in self._able(state)
            for name, tile, rotation in lays
            if tile.colour in facts.locals[local].purple and tile.colour in colours
        ]


def locals_closed_by(state: CzState) -> str:
    """The rule that shuts out Locals, or this ability of theirs, at the moment."""
    name = company_on_turn(state)
    company = state.companies[name]
    if vaclavs(company):
        return "RCZ-XI.1.27"
    if not company.operated:
        return "RCZ-VIII.3.7"
    owned = locals_of(state, name, company=True)
    if not owned:
        return "RCZ-VIII.5.3"
    return "RCZ-IV.1.16" if all(state.locals[local].used for local in owned) else "RCZ-IV.1.19"
