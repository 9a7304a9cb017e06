"""The pre-stock round: Locals are bought in snake order [RCZ-VI]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.events import Passed
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.events import PriorityDealt
from piercy.rail.money import pay
from piercy.titles.cz.actions import DraftLocal
from piercy.titles.cz.book import Book
from piercy.titles.cz.events import LocalDrafted, PrestockRoundBegan
from piercy.titles.cz.state import CzState, certificates
from piercy.titles.cz.vaclav import call_company

Ctx = Context[CzState]


def drafter(state: CzState) -> str:
    """Whose turn it is: forwards, then backwards, and so on [RCZ-VI.1]."""
    count = len(state.order)
    at = state.player_turn % (2 * count)
    return state.order[at if at < count else 2 * count - 1 - at]


class DraftLocals(Step[CzState, DraftLocal]):
    """One Local at its printed price, or pass [RCZ-VI.2]."""

    name = "draft"
    actions = (DraftLocal,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        return drafter(ctx.state)

    def offers(self, ctx: Ctx) -> list[Offer]:
        player = drafter(ctx.state)
        return [Offer(DraftLocal, player, (OneOf("local", tuple(self.affordable(ctx.state, player))),))]

    def check(self, ctx: Ctx, action: DraftLocal) -> None:
        state = ctx.state
        local = state.locals.get(action.local)
        if local is None:
            raise InvalidAction("unknown Local {local!r}", local=action.local)
        if local.owner is not None:
            raise IllegalAction(
                "RCZ-VI.2", "{local} belongs to {owner}", local=action.local, owner=local.owner
            )
        price, cash = self._facts.locals[action.local].price, state.players[action.player].cash
        if price > cash:
            raise IllegalAction(
                "RCZ-VI.2",
                "{local} costs {price}; {player} has {cash}",
                local=action.local,
                price=price,
                player=action.player,
                cash=cash,
            )
        limit = self._facts.tables[len(state.players)].certificates
        if certificates(state, action.player) >= limit:
            raise IllegalAction(
                "RCZ-VI.10",
                "{player} may have {limit} {limit:certificate|certificates} at most",
                player=action.player,
                limit=limit,
            )

    def apply(self, ctx: Ctx, action: DraftLocal) -> None:
        state = ctx.state
        price = self._facts.locals[action.local].price
        pay(state.players[action.player], state.bank, price)
        state.locals[action.local].owner = action.player
        state.passed.clear()
        ctx.emit(LocalDrafted(player=action.player, local=action.local, price=price))
        ctx.next_step()

    def passed(self, ctx: Ctx) -> None:
        player = drafter(ctx.state)
        if player not in ctx.state.passed:
            ctx.state.passed.append(player)
        ctx.next_step()

    def affordable(self, state: CzState, player: str) -> list[str]:
        if certificates(state, player) >= self._facts.tables[len(state.players)].certificates:
            return []
        cash = state.players[player].cash
        return [
            name
            for name, local in state.locals.items()
            if local.owner is None and self._facts.locals[name].price <= cash
        ]


class PreStockRound(Round[CzState]):
    """Until all Locals are sold, or all players have passed since the last purchase [RCZ-VI.4, RCZ-VI.5]."""

    turn_rule = "RCZ-VI.1"
    step_rule = "RCZ-VI.2"

    def __init__(self, facts: Book) -> None:
        self._facts = facts
        self._draft = DraftLocals(facts)
        self.steps = (self._draft,)

    def begin(self, ctx: Ctx) -> None:
        ctx.state.player_turn = -1
        # Vaclav's first company is there before play, with an a card [RCZ-XI.1.7, RCZ-XI.1.8]
        call_company(self._facts, ctx, ctx.state.phase)
        ctx.emit(PrestockRoundBegan())

    def next_turn(self, ctx: Ctx) -> bool:
        state = ctx.state
        while len(state.passed) < len(state.order) and _unsold(state):
            state.player_turn += 1
            player = drafter(state)
            if self._draft.affordable(state, player):
                return True
            # who can afford nothing passes by himself [RCZ-VI.6]
            if player not in state.passed:
                state.passed.append(player)
                ctx.emit(Passed(player=player))
        return False

    def end(self, ctx: Ctx) -> str | None:
        state = ctx.state
        end_of_privates_sale(ctx)
        for name in _unsold(state):
            state.locals[name].closed = True
        return "stock"


def end_of_privates_sale(ctx: Ctx) -> None:
    """Least cash gets the lowest card; who has equal cash keeps the order [RCZ-VI.8]."""
    state = ctx.state
    state.order.sort(key=lambda name: state.players[name].cash)
    ctx.emit(PriorityDealt(order=tuple(state.order)))


def _unsold(state: CzState) -> list[str]:
    return [name for name, local in state.locals.items() if local.owner is None and not local.closed]
