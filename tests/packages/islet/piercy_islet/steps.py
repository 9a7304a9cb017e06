"""The four steps of a turn."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, Solved, Table
from piercy.rail.actions import DEPOT, BuyTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.board import Board, has_token, place_token, put_tile
from piercy.rail.contract import BestRun, best_run, kinds_of
from piercy.rail.events import RouteRun, TileLaid, TokenPlaced, TrainBought, TrainsRun
from piercy.rail.laying import connects
from piercy.rail.lines import Lines
from piercy.rail.money import pay
from piercy.rail.routes import Priced, RouteJudge, RouteRules
from piercy_islet.state import IsletState, facts

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
        return ctx.state.company.owner

    def offers(self, ctx: Ctx) -> list[Offer]:
        board, placements = ctx.state.board, facts().placements
        rows = tuple(
            (name, tile, rotation)
            for name in facts().ground.atlas.hexes
            for tile, rotation, _ in placements.on(board, name)
            if ctx.state.supply[tile] and self._joined(ctx.state, LayTile("", name, tile, rotation))
        )
        domain = Table(("hex", "tile", "rotation"), rows)
        return [Offer(LayTile, ctx.state.company.owner, (domain,))] if rows else []

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
        return ctx.state.company.owner if self._may(ctx.state) else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        reached = sorted(lines_of(ctx.state).from_tokens().stops)
        rows = tuple(place for place in reached if self._room(ctx.state, *place))
        return [Offer(PlaceToken, ctx.state.company.owner, (Table(("hex", "city"), rows),))] if rows else []

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


class RunAll(Step[IsletState, RunTrains]):
    """Any legal set of routes; the best one is offered [RIS-3.1]."""

    name = "run"
    actions = (RunTrains,)

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.company.owner if ctx.state.company.trains else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        best = best_routes(ctx.state).routes
        return (
            [Offer(RunTrains, ctx.state.company.owner, (Solved("routes", lambda: (best,)),))] if best else []
        )

    def check(self, ctx: Ctx, action: RunTrains) -> None:
        if not action.routes:
            raise InvalidAction("name at least one route, or pass")
        self._judge(ctx.state, action)

    def apply(self, ctx: Ctx, action: RunTrains) -> None:
        state = ctx.state
        runs = self._judge(state, action)
        revenue = sum(run.value for run in runs)
        pay(state.bank, state.purse, revenue)
        told = tuple(RouteRun(run.route.train, run.route.path, run.value) for run in runs)
        ctx.emit(TrainsRun(action.player, state.on_turn, revenue, told))
        ctx.next_step()

    def _judge(self, state: IsletState, action: RunTrains) -> list[Priced]:
        judge = RouteJudge(lines_of(state), facts().trains, ROUTES, 0)
        return judge.judge_all(action.routes, state.company.trains)


def best_routes(state: IsletState) -> BestRun:
    return best_run(lines_of(state), kinds_of(state.company.trains, facts().trains), 0)


class BuyTrains(Step[IsletState, BuyTrain]):
    """The next train of the stack [RIS-3.5]."""

    name = "trains"
    actions = (BuyTrain,)

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.company.owner if self._refusal(ctx.state) is None else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        rows = ((ctx.state.depot.stack[0], DEPOT),)
        return [Offer(BuyTrain, ctx.state.company.owner, (Table(("train", "source"), rows),))]

    def check(self, ctx: Ctx, action: BuyTrain) -> None:
        if action.train not in facts().trains or action.source != DEPOT:
            raise InvalidAction("unknown train {train!r} or source", train=action.train)
        refusal = self._refusal(ctx.state)
        if refusal is not None:
            raise refusal
        if action.train != ctx.state.depot.stack[0]:
            raise IllegalAction(
                "RIS-3.5", "the next train is a {train}-train", train=ctx.state.depot.stack[0]
            )

    def apply(self, ctx: Ctx, action: BuyTrain) -> None:
        state, price = ctx.state, facts().trains[action.train].price
        pay(state.purse, state.bank, price)
        state.company.trains.append(state.depot.stack.pop(0))
        ctx.emit(TrainBought(state.on_turn, action.train, action.source, price))

    def _refusal(self, state: IsletState) -> IllegalAction | None:
        limit = facts().train_limit
        if not state.depot.stack:
            return IllegalAction("RIS-3.5", "no train is left")
        if len(state.company.trains) >= limit:
            return IllegalAction("RIS-3.5", "{limit} {limit:train|trains} at most", limit=limit)
        price = facts().trains[state.depot.stack[0]].price
        if price > state.purse.cash:
            return IllegalAction("RIS-3.5", "the next train costs {price}", price=price)
        return None
