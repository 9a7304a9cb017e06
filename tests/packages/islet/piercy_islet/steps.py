"""The four steps of a turn."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.board import Board, has_token, place_token, put_tile
from piercy.rail.contract import BestRun, best_run, kinds_of
from piercy.rail.events import TileLaid, TokenPlaced
from piercy.rail.laying import connects
from piercy.rail.lines import Lines
from piercy.rail.money import pay
from piercy.rail.routes import Priced, Route, RouteJudge, RouteRules
from piercy.rail.running import Runs
from piercy.rail.train_sales import SaleRules, TrainSales
from piercy_islet.state import IsletState, Player, facts

Ctx = Context[IsletState]

ROUTES = RouteRules(
    token="RIS-3.1",
    two_stops="RIS-3.1",
    length="RIS-3.1",
    stop_twice="RIS-3.2",
    track_twice="RIS-3.2",
    reversal="RIS-3.2",
    red="RIS-3.3",
    area="RIS-3.2",
    closed="RIS-3.3",
    ends_at_stops="RIS-3.1",
    shared_track="RIS-3.2",
    owned_train="RIS-3.5",
)


def lines_of(state: IsletState) -> Lines:
    return Lines(facts().ground, state.board, state.on_turn)


class LayTrack(Step[IsletState, LayTile]):
    """One tile a turn [RIS-2.1]."""

    name = "track"
    actions = (LayTile,)

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.company.president

    def offers(self, ctx: Ctx) -> list[Offer]:
        board, placements = ctx.state.board, facts().placements
        rows = tuple(
            (name, tile, rotation)
            for name in facts().ground.atlas.hexes
            for tile, rotation, _ in placements.on(board, name)
            if ctx.state.supply[tile] and self._joined(ctx.state, LayTile("", name, tile, rotation))
        )
        domain = Table(("hex", "tile", "rotation"), rows)
        return [Offer(LayTile, ctx.state.company.president, (domain,))] if rows else []

    def check(self, ctx: Ctx, action: LayTile) -> None:
        ground = facts().ground
        if action.hex not in ground.atlas or action.tile not in ground.tiles:
            raise InvalidAction("unknown hex {hex!r} or tile {tile!r}", hex=action.hex, tile=action.tile)
        facts().placements.change(ctx.state.board, action.hex, action.tile, action.rotation)
        if not ctx.state.supply[action.tile]:
            raise IllegalAction("RIS-2.1", "no tile {tile} is left", tile=action.tile)
        if not self._joined(ctx.state, action):
            raise IllegalAction(
                "RIS-2.3", "the new track is not joined to {company}", company=ctx.state.on_turn
            )

    def apply(self, ctx: Ctx, action: LayTile) -> None:
        state = ctx.state
        put_tile(state.board, state.supply, action.hex, action.tile, action.rotation)
        told = TileLaid(action.player, state.on_turn, action.hex, action.tile, action.rotation, 0)
        ctx.emit(told)
        ctx.next_step()

    def _joined(self, state: IsletState, lay: LayTile) -> bool:
        change = facts().placements.change(state.board, lay.hex, lay.tile, lay.rotation)
        board = Board({**state.board.tiles, lay.hex: (lay.tile, lay.rotation)}, state.board.tokens)
        return connects(Lines(facts().ground, board, state.on_turn), lay.hex, change)


class PlaceStation(Step[IsletState, PlaceToken]):
    """One more station [RIS-2.4]."""

    name = "token"
    actions = (PlaceToken,)

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.company.president if self._may(ctx.state) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        reached = sorted(lines_of(ctx.state).from_tokens().stops)
        rows = tuple(place for place in reached if self._room(ctx.state, *place))
        return (
            [Offer(PlaceToken, ctx.state.company.president, (Table(("hex", "city"), rows),))] if rows else []
        )

    def check(self, ctx: Ctx, action: PlaceToken) -> None:
        ground, state = facts().ground, ctx.state
        if action.hex not in ground.atlas:
            raise InvalidAction("unknown hex {hex!r}", hex=action.hex)
        if not 0 <= action.city < len(ground.track(state.board, action.hex).stops):
            raise InvalidAction("there is no such city on {hex}", hex=action.hex)
        reached = lines_of(state).from_tokens().stops
        if not self._may(state) or not self._room(state, action.hex, action.city):
            raise IllegalAction("RIS-2.4", "no station can be placed on {hex}", hex=action.hex)
        if (action.hex, action.city) not in reached:
            raise IllegalAction("RIS-2.4", "{hex} is not reached", hex=action.hex)

    def apply(self, ctx: Ctx, action: PlaceToken) -> None:
        state, cost = ctx.state, facts().token
        pay(state.purse, state.bank, cost)
        state.company.tokens -= 1
        place_token(state.board, action.hex, action.city, state.on_turn)
        ctx.emit(TokenPlaced(action.player, state.on_turn, action.hex, action.city, cost))
        ctx.next_step()

    def _may(self, state: IsletState) -> bool:
        return state.company.tokens > 0 and state.purse.cash >= facts().token

    def _room(self, state: IsletState, name: str, city: int) -> bool:
        own = has_token(state.board, name, city, state.on_turn)
        return not own and facts().ground.free_slots(state.board, name, city) > 0


class AnyRuns(Runs[IsletState]):
    """Any legal set of routes; the best one is offered [RIS-3.1]."""

    def best(self, state: IsletState) -> BestRun:
        return best_routes(state)

    def judge(self, state: IsletState, routes: tuple[Route, ...]) -> list[Priced]:
        return RouteJudge(lines_of(state), facts().trains, ROUTES, 0).judge_all(routes, state.company.trains)

    def earned(self, ctx: Ctx, revenue: int) -> None:
        pay(ctx.state.bank, ctx.state.purse, revenue)


def best_routes(state: IsletState) -> BestRun:
    return best_run(lines_of(state), kinds_of(state.company.trains, facts().trains), 0)


class Sales(TrainSales[IsletState]):
    """The next train of the stack [RIS-3.5]."""

    rules = SaleRules(depot="RIS-3.5", pool="RIS-3.5", limit="RIS-3.5", price="RIS-3.5")

    def known(self, train: str) -> bool:
        return train in facts().trains

    def price(self, train: str) -> int:
        return facts().trains[train].price

    def purse(self, state: IsletState) -> Player:
        return state.purse

    def limit(self, state: IsletState) -> int:
        return facts().train_limit
