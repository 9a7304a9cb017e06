"""Ability 1 of a Local: a purple-edged tile at any moment of the company's turn [RCZ-IV.1.16 to IV.1.21]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.building import check_hex
from piercy.rail.lay_track import check_lay, lays, put
from piercy.rail.laying import Change
from piercy.rail.tiles import Tile
from piercy.titles.cz.actions import LayPurple
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalUsed
from piercy.titles.cz.state import CzState, company_on_turn, locals_of, president_on_turn, vaclavs
from piercy.titles.cz.track import Track, check_ability, plain_lay

Ctx = Context[CzState]


class PurpleTrack(Track):
    """A purple-edged tile beside the normal track action [RCZ-IV.1.16 to IV.1.21]."""

    def cost(self, state: CzState, name: str) -> int:
        return 0

    def laid(self, ctx: Ctx, lay: LayTile, change: Change) -> None:
        """The allowance of the turn is not touched [RCZ-IV.1.21]."""

    def _wrong_kind(self, tile: Tile) -> IllegalAction | None:
        if "purple" in tile.flags:
            return None
        return IllegalAction("RCZ-IV.1.18", "tile {tile} has no purple edge", tile=tile.id)

    def _used_up(self, state: CzState, name: str, tile: Tile) -> IllegalAction | None:
        if name in state.board.tiles:
            return None
        return IllegalAction("RCZ-VIII.5.5", "a purple-edged tile cannot be the first on {hex}", hex=name)


class LayPurpleTiles(Step[CzState, LayPurple]):
    """Beside whatever step the company is at, once its home station stands [RCZ-VIII.3.7]."""

    name = "purple"
    actions = (LayPurple,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._track = PurpleTrack(facts)

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        company = state.companies.get(company_on_turn(state))
        if company is None or not company.operated or not self._able(state):
            return None
        return president_on_turn(state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        president = president_on_turn(state)
        rows = tuple(self._rows(ctx))
        if president is None or not rows:
            return []
        return [Offer(LayPurple, president, (Table(("local", "hex", "tile", "rotation"), rows),))]

    def check(self, ctx: Ctx, action: LayPurple) -> None:
        facts, tile = self._facts, self._facts.ground.tiles.get(action.tile)
        check_hex(facts.ground, action.hex)
        check_ability(facts, ctx.state, action.local)
        if tile and "purple" in tile.flags and tile.colour not in facts.locals[action.local].purple:
            template = "{local} does not lay {colour} tiles"
            raise IllegalAction("RCZ-IV.1.19", template, local=action.local, colour=tile.colour)
        check_lay(ctx, self._track, plain_lay(action))

    def apply(self, ctx: Ctx, action: LayPurple) -> None:
        ctx.state.locals[action.local].used = True
        ctx.emit(LocalUsed(company=company_on_turn(ctx.state), local=action.local, ability="purple"))
        put(ctx, self._track, plain_lay(action))

    def _able(self, state: CzState) -> list[str]:
        """The Locals of the company on turn that could still lay a tile."""
        colours = self._facts.phases[state.phase].colours
        return [
            name
            for name in locals_of(state, company_on_turn(state), company=True)
            if not state.locals[name].used and any(c in colours for c in self._facts.locals[name].purple)
        ]

    def _rows(self, ctx: Ctx) -> list[tuple[str, str, str, int]]:
        facts = self._facts
        rows = lays(ctx, self._track, lambda name: name in ctx.state.board.tiles)
        return [
            (local, *row)
            for local in self._able(ctx.state)
            for row in rows
            if facts.ground.tiles[row[1]].colour in facts.locals[local].purple
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
