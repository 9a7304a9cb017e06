"""The start of an operating round: the progress marker moves on and private companies pay [RCZ-VIII.2.1]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile
from piercy.rail.building import lay_tile
from piercy.rail.events import OperatingRoundBegan
from piercy.rail.money import pay
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalPaid, LocalsPriced
from piercy.titles.cz.state import CzState, local_price

Ctx = Context[CzState]


class BuildHome(Step[CzState, LayTile]):
    """Moravia-Silesia: MW's owner may lay or upgrade the tile on its home hex, free of cost [RCZ-XI.2.40]."""

    name = "home"
    actions = (LayTile,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._name, self._home = next(
            (name, local.home) for name, local in facts.locals.items() if local.kind == "railway"
        )

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        owner = state.locals[self._name]
        return None if owner.closed or not self._rows(state) else owner.owner

    def offers(self, ctx: Ctx) -> list[Offer]:
        owner = ctx.state.locals[self._name].owner
        assert owner is not None
        return [Offer(LayTile, owner, (Table(("hex", "tile", "rotation"), self._rows(ctx.state)),))]

    def check(self, ctx: Ctx, action: LayTile) -> None:
        state, ground = ctx.state, self._facts.ground
        if action.hex not in ground.atlas or action.tile not in ground.tiles:
            raise InvalidAction("unknown hex {hex!r} or tile {tile!r}", hex=action.hex, tile=action.tile)
        if action.hex != self._home:
            raise IllegalAction("RCZ-XI.2.40", "MW builds on {home} only", home=self._home)
        self._facts.placements.change(state.board, action.hex, action.tile, action.rotation)
        if (action.hex, action.tile, action.rotation) not in self._rows(state):
            raise IllegalAction("RCZ-XI.2.40", "tile {tile} is not available to MW", tile=action.tile)

    def apply(self, ctx: Ctx, action: LayTile) -> None:
        state = ctx.state
        change = self._facts.placements.change(state.board, action.hex, action.tile, action.rotation)
        lay_tile(ctx, action, self._name, change)
        ctx.next_step()

    def _rows(self, state: CzState) -> tuple[tuple[str, str, int], ...]:
        """Ordinary tiles of a colour of the phase that are left and fit."""
        home, tiles = self._home, self._facts.ground.tiles
        assert home is not None
        colours = self._facts.phases[state.phase].colours
        return tuple(
            (home, tile, rotation)
            for tile, rotation, _ in self._facts.placements.on(state.board, home)
            if tiles[tile].colour in colours and state.supply[tile] and "purple" not in tiles[tile].flags
        )


class IncomeRound(Round[CzState]):
    """Before the companies' turns."""

    turn_rule = "RCZ-XI.2.40"
    step_rule = "RCZ-VIII.2.1"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        has_railway = any(local.kind == "railway" for local in facts.locals.values())
        self.steps = (BuildHome(facts),) if has_railway else ()

    def begin(self, ctx: Ctx) -> None:
        state = ctx.state
        state.round_in_set += 1
        state.player_turn = -1
        ctx.emit(OperatingRoundBegan(set=state.set_number + 1, number=state.round_in_set + 1))
        ctx.emit(LocalsPriced(local_price(self._facts, state)))

    def next_turn(self, ctx: Ctx) -> bool:
        ctx.touch()
        ctx.state.player_turn += 1
        return bool(self.steps) and ctx.state.player_turn == 0

    def end(self, ctx: Ctx) -> str | None:
        """Every private company pays its owner [RCZ-IV.1.1, RCZ-XI.2.41]."""
        state = ctx.state
        for name, local in state.locals.items():
            if local.owner is None or local.closed:
                continue
            amount = income_of(self._facts, state, name)
            if amount:
                purse = state.companies[local.owner] if local.with_company else state.players[local.owner]
                pay(state.bank, purse, amount)
                ctx.emit(LocalPaid(local=name, owner=local.owner, amount=amount))
        return "operating"


def income_of(facts: Book, state: CzState, name: str) -> int:
    """What a private company pays: MW the value of the tile on its home hex."""
    local = facts.locals[name]
    if local.kind != "railway" or local.home is None:
        return local.income
    if local.home not in state.board.tiles:
        return 0
    return facts.ground.track(state.board, local.home).stops[0].values[0]
