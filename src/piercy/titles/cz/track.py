"""Step 1 of a company's turn: yellow tiles or one upgrade [RCZ-VIII.4, RCZ-VIII.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.events import TileLaid
from piercy.rail.money import pay
from piercy.rail.tiles import Tile
from piercy.titles.cz.actions import LayWaived
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalUsed
from piercy.titles.cz.state import CzState, company_on_turn, locals_of, track_decider, vaclavs
from piercy.titles.cz.tilework import (
    RED,
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
    terrain_cost,
)


class LayTrack(Step[CzState, LayTile | LayWaived]):
    """One yellow tile or one upgrade; in the first turn two yellow tiles [RCZ-VIII.4.1, RCZ-VIII.4.2]."""

    name = "track"
    actions = (LayTile, LayWaived)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        return track_decider(self._facts, ctx.state, company_on_turn(ctx.state))

    def decider_rule(self, ctx: Ctx) -> str | None:
        return "RCZ-XI.1.17" if vaclavs(ctx.state.companies[company_on_turn(ctx.state)]) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        decider = track_decider(self._facts, state, company_on_turn(state))
        lays = self._lays(ctx)
        cash = state.companies[company_on_turn(state)].cash
        paid = tuple(lay for lay in lays if terrain_cost(self._facts, state, lay[0]) <= cash)
        waived = tuple(
            (local, *lay)
            for local in self._unused(state)
            for lay in lays
            if self._waives(state, local, lay[0])
        )
        offers = [Offer(LayTile, decider, (Table(("hex", "tile", "rotation"), paid),))] if paid else []
        if waived:
            offers.append(Offer(LayWaived, decider, (Table(("local", "hex", "tile", "rotation"), waived),)))
        return offers

    def check(self, ctx: Ctx, action: LayTile | LayWaived) -> None:
        state, facts = ctx.state, self._facts
        tile = known_tile(facts, action.hex, action.tile)
        if isinstance(action, LayWaived):
            self._check_waiver(state, action)
        self._check_kind(tile)
        self._check_allowance(state, action.hex, tile)
        check_available(facts, state, tile)
        check_fits(facts, state, action.hex, tile, action.rotation)
        check_home_first(facts, state, action.hex)
        if isinstance(action, LayTile):
            self._check_cost(state, action.hex)
        check_connected(ctx, facts, action.hex, action.tile, action.rotation)

    def apply(self, ctx: Ctx, action: LayTile | LayWaived) -> None:
        state = ctx.state
        name = company_on_turn(state)
        cost = terrain_cost(self._facts, state, action.hex) if isinstance(action, LayTile) else 0
        pay(state.companies[name], state.bank, cost)
        if isinstance(action, LayWaived):
            state.locals[action.local].used = True
            ctx.emit(LocalUsed(company=name, local=action.local, ability="terrain"))
        lay(state, self._facts, action.hex, action.tile, action.rotation)
        state.turn.laid.append(action.hex)
        if self._facts.ground.tiles[action.tile].colour == "yellow":
            state.turn.yellow += 1
        else:
            state.turn.upgraded = True
        ctx.emit(
            TileLaid(
                player=action.player,
                company=name,
                hex=action.hex,
                tile=action.tile,
                rotation=action.rotation,
                cost=cost,
            )
        )
        if state.turn.upgraded or state.turn.yellow == self._yellow_allowed(state):
            ctx.next_step()

    def _yellow_allowed(self, state: CzState) -> int:
        return 2 if state.turn.first else 1

    def _lays(self, ctx: Ctx) -> list[tuple[str, str, int]]:
        """All lays of the normal track action, whatever they cost."""
        state, facts = ctx.state, self._facts
        colours = facts.phases[state.phase].colours
        found = []
        for name in sorted(connected_edges(ctx, facts)):
            if facts.ground.atlas[name].kind == RED or not home_first(facts, state, name):
                continue
            if name in state.turn.laid:
                continue
            for tile, rotation in connected_lays(ctx, facts, name):
                upgrade = tile.colour != "yellow"
                if (
                    tile.colour in colours
                    and state.supply[tile.id] > 0
                    and "purple" not in tile.flags
                    and not (upgrade and state.turn.yellow)
                ):
                    found.append((name, tile.id, rotation))
        return found

    def _check_kind(self, tile: Tile) -> None:
        if tile.colour == RED:
            raise IllegalAction("RCZ-VIII.4.20", "a red tile is laid only by its company, in its first turn")
        if "purple" in tile.flags:
            raise IllegalAction(
                "RCZ-VIII.5.3", "the purple-edged tile {tile} needs the ability of a Local", tile=tile.id
            )

    def _check_allowance(self, state: CzState, name: str, tile: Tile) -> None:
        if name in state.turn.laid:
            raise IllegalAction("RCZ-VIII.5.18", "{hex} has had its tile of this turn", hex=name)
        if tile.colour != "yellow" and state.turn.yellow:
            raise IllegalAction("RCZ-VIII.4.2", "a yellow tile and an upgrade do not go together in one turn")

    def _check_cost(self, state: CzState, name: str) -> None:
        cost, cash = terrain_cost(self._facts, state, name), state.companies[company_on_turn(state)].cash
        if cost > cash:
            raise IllegalAction(
                "RCZ-VIII.4.25", "the first tile on {hex} costs {cost}; {company} has {cash}",
                hex=name, cost=cost, company=company_on_turn(state), cash=cash,
            )  # fmt: skip

    def _unused(self, state: CzState) -> list[str]:
        """The Locals of the company on turn that still have their ability."""
        owned = locals_of(state, company_on_turn(state), company=True)
        return [name for name in owned if not state.locals[name].used]

    def _waives(self, state: CzState, local: str, name: str) -> bool:
        """Whether the Local saves the company the terrain cost of the hex [RCZ-IV.1.20]."""
        terrain = self._facts.ground.atlas[name].terrain
        return terrain_cost(self._facts, state, name) > 0 and terrain in self._facts.locals[local].waives

    def _check_waiver(self, state: CzState, action: LayWaived) -> None:
        check_ability(self._facts, state, action.local)
        if not self._waives(state, action.local, action.hex):
            raise IllegalAction(
                "RCZ-IV.1.20", "{local} does not waive any terrain cost of {hex}",
                local=action.local, hex=action.hex,
            )  # fmt: skip


def check_ability(facts: Book, state: CzState, local: str) -> None:
    """The company on turn must own the Local, and its one ability must be left."""
    if local not in facts.locals:
        raise InvalidAction("unknown Local {local!r}", local=local)
    company = company_on_turn(state)
    if local not in locals_of(state, company, company=True):
        raise IllegalAction(
            "RCZ-IV.1.17", "{local} does not belong to {company}", local=local, company=company
        )
    if state.locals[local].used:
        raise IllegalAction("RCZ-IV.1.16", "the ability of {local} has been used", local=local)
