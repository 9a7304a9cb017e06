"""Step 1 of a company's turn: yellow tiles or one upgrade [RCZ-VIII.4, RCZ-VIII.5]."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step, beyond
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.building import check_hex
from piercy.rail.lay_track import TrackLaying, TrackRules, check_lay, lays, put
from piercy.rail.laying import Change, Row
from piercy.rail.money import Purse
from piercy.rail.tiles import Tile
from piercy.titles.cz.actions import LayPurple, LayWaived
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalUsed
from piercy.titles.cz.fit import RED
from piercy.titles.cz.state import TURN, CzState, company_on_turn, locals_of, track_decider, vaclavs

Ctx = Context[CzState]


class Track(TrackLaying[CzState, Change]):
    """One yellow tile or one upgrade; in the first turn two yellow tiles [RCZ-VIII.4.1, RCZ-VIII.4.2].

    It is enough that a line leads to the tile, wherever its new track is.
    """

    rules = TrackRules(
        colour="RCZ-VIII.5.2",
        supply="RCZ-II.5",
        cost="RCZ-VIII.4.25",
        joins_first="RCZ-VIII.4.7",
        joins_later="RCZ-VIII.5.6",
    )

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self.ground = facts.ground

    def company(self, state: CzState) -> str:
        return company_on_turn(state)

    def decider(self, state: CzState) -> str:
        return track_decider(self._facts, state, company_on_turn(state))

    def decider_rule(self, state: CzState) -> str | None:
        return "RCZ-XI.1.17" if vaclavs(state.companies[company_on_turn(state)]) else None

    def payer(self, state: CzState) -> tuple[str, Purse]:
        name = company_on_turn(state)
        return name, state.companies[name]

    def cost(self, state: CzState, name: str) -> int:
        return terrain_cost(self._facts, state, name)

    def phase(self, state: CzState) -> tuple[str, Collection[str]]:
        return state.phase.upper(), self._facts.phases[state.phase].colours

    def change(self, state: CzState, name: str, tile: str, rotation: int) -> Change:
        change = self._facts.placements.change(state.board, name, tile, rotation)
        if refusal := self._away(state, name):
            raise refusal
        return change

    def fitting(self, state: CzState, name: str) -> tuple[Row[Change], ...]:
        return () if self._away(state, name) else self._facts.placements.on(state.board, name)

    def refusal(self, state: CzState, name: str, tile: str) -> IllegalAction | None:
        found = self.ground.tiles.get(tile)
        if found is None:
            return None
        return self._wrong_kind(found) or self._used_up(state, name, found)

    def wants_new_track(self, change: Change) -> bool:
        return False

    def laid(self, ctx: Ctx, lay: LayTile, change: Change) -> None:
        turn = ctx.state.turn
        turn.laid.append(lay.hex)
        if self.ground.tiles[lay.tile].colour == "yellow":
            turn.yellow += 1
        else:
            turn.upgraded = True
        if turn.upgraded or turn.yellow == (2 if turn.first else 1):
            ctx.next_step()

    def _wrong_kind(self, tile: Tile) -> IllegalAction | None:
        if tile.colour == RED:
            template = "a red tile is laid only by its company, in its first turn"
            return IllegalAction("RCZ-VIII.4.20", template)
        if "purple" in tile.flags:
            template = "the purple-edged tile {tile} needs the ability of a Local"
            return IllegalAction("RCZ-VIII.5.3", template, tile=tile.id)
        return None

    def _used_up(self, state: CzState, name: str, tile: Tile) -> IllegalAction | None:
        if name in state.turn.laid:
            return IllegalAction("RCZ-VIII.5.18", "{hex} has had its tile of this turn", hex=name)
        if tile.colour != "yellow" and state.turn.yellow:
            template = "a yellow tile and an upgrade do not go together in one turn"
            return IllegalAction("RCZ-VIII.4.2", template)
        return None

    def _away(self, state: CzState, name: str) -> IllegalAction | None:
        """A company's first tile is on its home hex, unless that is printed or built on [RCZ-VIII.4.6]."""
        company = company_on_turn(state)
        home = self._facts.companies[company].homes[0]
        place = self.ground.atlas[home]
        if name == home or home in state.board.tiles or place.kind == RED or place.printed.edges:
            return None
        if state.house.first_tile_anywhere:
            return None
        template = "the first tile of {company} must be on {home}"
        return IllegalAction("RCZ-VIII.4.6", template, company=company, home=home)


class LayWaivedTiles(Step[CzState, LayWaived]):
    """A tile of the normal track action, whose terrain a Local of the company pays [RCZ-IV.1.20]."""

    name = "waived"
    actions = (LayWaived,)

    def __init__(self, facts: Book, track: Track) -> None:
        self._facts = facts
        self._track = track

    def actor(self, ctx: Ctx) -> str | None:
        flow = ctx.state.flow
        laying = beyond(flow, TURN, "home") and not beyond(flow, TURN, "track")
        return self._track.decider(ctx.state) if laying else None

    def decider_rule(self, ctx: Ctx) -> str | None:
        return self._track.decider_rule(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        owned = locals_of(state, company_on_turn(state), company=True)
        rows = tuple(
            (local, *row)
            for local in owned
            if not state.locals[local].used
            for row in lays(ctx, self._track, partial(self._waives, state, local))
        )
        domain = Table(("local", "hex", "tile", "rotation"), rows)
        return [Offer(LayWaived, self._track.decider(state), (domain,))] if rows else []

    def check(self, ctx: Ctx, action: LayWaived) -> None:
        check_hex(self._facts.ground, action.hex)
        check_ability(self._facts, ctx.state, action.local)
        if not self._waives(ctx.state, action.local, action.hex):
            template = "{local} does not waive any terrain cost of {hex}"
            raise IllegalAction("RCZ-IV.1.20", template, local=action.local, hex=action.hex)
        check_lay(ctx, self._track, plain_lay(action), paid=False)

    def apply(self, ctx: Ctx, action: LayWaived) -> None:
        ctx.state.locals[action.local].used = True
        ctx.emit(LocalUsed(company=company_on_turn(ctx.state), local=action.local, ability="terrain"))
        put(ctx, self._track, plain_lay(action), paid=False)

    def _waives(self, state: CzState, local: str, name: str) -> bool:
        """Whether the Local saves the company the terrain cost of the hex."""
        terrain = self._facts.ground.atlas[name].terrain
        return self._track.cost(state, name) > 0 and terrain in self._facts.locals[local].waives


def terrain_cost(facts: Book, state: CzState, name: str) -> int:
    """What the first tile on a hex costs; Vaclav's companies pay nothing [RCZ-VIII.4.13, RCZ-XI.1.19]."""
    if name in state.board.tiles or vaclavs(state.companies[company_on_turn(state)]):
        return 0
    return facts.ground.atlas[name].cost


def plain_lay(action: LayWaived | LayPurple) -> LayTile:
    """The lay itself, the Local apart."""
    return LayTile(action.player, action.hex, action.tile, action.rotation)


def check_ability(facts: Book, state: CzState, local: str) -> None:
    """The company on turn must own the Local, and its one ability must be left."""
    if local not in facts.locals:
        raise InvalidAction("unknown Local {local!r}", local=local)
    company = company_on_turn(state)
    if local not in locals_of(state, company, company=True):
        template = "{local} does not belong to {company}"
        raise IllegalAction("RCZ-IV.1.17", template, local=local, company=company)
    if state.locals[local].used:
        raise IllegalAction("RCZ-IV.1.16", "the ability of {local} has been used", local=local)
