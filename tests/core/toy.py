"""A tiny game for the tests: beans are taken from a heap, given away and dropped; two rounds by turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.events import Event
from piercy.core.flow import Context, Flow, Round, Step
from piercy.core.offers import Offer, OneOf, Range, Subset
from piercy.core.title import Option, Options, Title

TURN, ORDER, LIMIT, NAMED, OVER = "R56-1.1", "R56-1.2", "R56-1.3", "R56-1.4", "R56-1.5"


class LuckDrawn(Event, key="toy_luck"):
    luck: int


class BeansTaken(Event, key="toy_taken"):
    player: str
    beans: int


class CycleBegan(Event, key="toy_cycle"):
    cycle: int


@dataclass(slots=True)
class Hand:
    """What a player holds."""

    beans: int = 0
    charms: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ToyState:
    """The whole toy game."""

    flow: Flow
    players: tuple[str, ...]
    hands: dict[str, Hand]
    heap: int
    limit: int
    charms: list[str]
    total: int
    active: int = -1
    cycle: int = 0
    luck: int = 0
    named: str | None = None
    given: bool = False

    def hand(self) -> Hand:
        return self.hands[self.players[self.active]]


Ctx = Context[ToyState]


@dataclass(frozen=True, slots=True)
class Take(Action):
    type = "toy_take"
    beans: int


@dataclass(frozen=True, slots=True)
class Charm(Action):
    type = "toy_charm"
    charms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drop(Action):
    type = "toy_drop"
    beans: int


@dataclass(frozen=True, slots=True)
class Give(Action):
    type = "toy_give"
    to: str


@dataclass(frozen=True, slots=True)
class Name(Action):
    type = "toy_name"
    friend: str | None


class TakeStep(Step[ToyState, Take]):
    """Take one to three beans, or decline."""

    name = "take"
    actions = (Take,)

    def begin(self, ctx: Ctx) -> None:
        ctx.state.luck = ctx.chance().below(6)
        ctx.state.given = False
        ctx.emit(LuckDrawn(ctx.state.luck))

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.players[ctx.state.active] if ctx.state.heap else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        player = ctx.state.players[ctx.state.active]
        return [Offer(Take, player, (Range("beans", 1, min(3, ctx.state.heap)),))]

    def check(self, ctx: Ctx, action: Take) -> None:
        if not 1 <= action.beans <= min(3, ctx.state.heap):
            raise IllegalAction(LIMIT, "{beans} beans cannot be taken", beans=action.beans)

    def apply(self, ctx: Ctx, action: Take) -> None:
        ctx.state.heap -= action.beans
        ctx.state.hand().beans += action.beans
        ctx.emit(BeansTaken(action.player, action.beans))
        ctx.next_step()


class CharmStep(Step[ToyState, Charm]):
    """With luck, take some charms; without, the step is skipped."""

    name = "charm"
    actions = (Charm,)

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        return state.players[state.active] if state.luck % 2 == 0 and state.charms else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        return [Offer(Charm, state.players[state.active], (Subset("charms", tuple(state.charms), 1, 2),))]

    def check(self, ctx: Ctx, action: Charm) -> None:
        if not set(action.charms) <= {"red", "green", "blue"}:
            raise InvalidAction("unknown charm")
        if not 1 <= len(action.charms) <= 2 or not set(action.charms) <= set(ctx.state.charms):
            raise IllegalAction(LIMIT, "one or two charms that are there")
        if len(set(action.charms)) < len(action.charms):
            raise IllegalAction(LIMIT, "there is one charm of each kind")

    def apply(self, ctx: Ctx, action: Charm) -> None:
        for charm in action.charms:
            ctx.state.charms.remove(charm)
            ctx.state.hand().charms.append(charm)
        ctx.next_step()


class DropStep(Step[ToyState, Drop]):
    """Interrupt: whoever holds too many beans drops the excess at once."""

    name = "drop"
    actions = (Drop,)

    def actor(self, ctx: Ctx) -> str | None:
        over = (name for name in ctx.state.players if ctx.state.hands[name].beans > ctx.state.limit)
        return next(over, None)

    def _excess(self, ctx: Ctx) -> int:
        actor = self.actor(ctx)
        return ctx.state.hands[actor].beans - ctx.state.limit if actor else 0

    def offers(self, ctx: Ctx) -> list[Offer]:
        return [Offer(Drop, self.actor(ctx) or "", (OneOf("beans", (self._excess(ctx),)),))]

    def check(self, ctx: Ctx, action: Drop) -> None:
        if action.beans != self._excess(ctx):
            raise IllegalAction(LIMIT, "exactly the excess is dropped")

    def apply(self, ctx: Ctx, action: Drop) -> None:
        ctx.state.hands[action.player].beans -= action.beans
        ctx.state.heap += action.beans

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction(LIMIT, "the excess must be dropped")


class GiveStep(Step[ToyState, Give]):
    """Any time in his turn, once, the player may give a bean away."""

    name = "give"
    actions = (Give,)

    def actor(self, ctx: Ctx) -> str | None:
        state = ctx.state
        return state.players[state.active] if state.hand().beans and not state.given else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        active = state.players[state.active]
        return [Offer(Give, active, (OneOf("to", tuple(p for p in state.players if p != active)),))]

    def check(self, ctx: Ctx, action: Give) -> None:
        if action.to not in ctx.state.players:
            raise InvalidAction("unknown player {to!r}", to=action.to)
        if action.to == action.player:
            raise IllegalAction(LIMIT, "a bean is given to somebody else")

    def apply(self, ctx: Ctx, action: Give) -> None:
        ctx.state.hand().beans -= 1
        ctx.state.hands[action.to].beans += 1
        ctx.state.given = True


class NameStep(Step[ToyState, Name]):
    """Somebody, or nobody, must be named: passing is refused."""

    name = "name"
    actions = (Name,)

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.players[0]

    def offers(self, ctx: Ctx) -> list[Offer]:
        return [Offer(Name, ctx.state.players[0], (OneOf("friend", (None, *ctx.state.players)),))]

    def check(self, ctx: Ctx, action: Name) -> None:
        if action.friend is not None and action.friend not in ctx.state.players:
            raise InvalidAction("unknown player {name!r}", name=action.friend)

    def apply(self, ctx: Ctx, action: Name) -> None:
        ctx.state.named = action.friend
        ctx.next_step()

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction(NAMED, "a friend, or nobody, must be named")


class TakeRound(Round[ToyState]):
    steps = (TakeStep(), CharmStep())
    interrupts = (DropStep(),)
    anytime = (GiveStep(),)
    turn_rule = TURN
    step_rule = ORDER

    def begin(self, ctx: Ctx) -> None:
        ctx.state.active = -1
        ctx.state.cycle += 1
        ctx.emit(CycleBegan(ctx.state.cycle))

    def next_turn(self, ctx: Ctx) -> bool:
        ctx.state.active += 1
        return ctx.state.active < len(ctx.state.players)

    def end(self, ctx: Ctx) -> str | None:
        return "name"


class NameRound(Round[ToyState]):
    steps = (NameStep(),)
    turn_rule = TURN
    step_rule = ORDER

    def begin(self, ctx: Ctx) -> None:
        ctx.state.named = None
        ctx.state.active = -1

    def next_turn(self, ctx: Ctx) -> bool:
        ctx.state.active += 1
        return ctx.state.active == 0

    def end(self, ctx: Ctx) -> str | None:
        return "take" if ctx.state.cycle < 12 else None


class Toy(Title[ToyState]):
    """The toy title."""

    id = "toy"
    name = "Toy"
    description = "Beans"
    rules_version = 1
    player_counts = range(2, 5)
    state_type = ToyState
    options = (
        Option("heap", 40, "beans at the start", ()),
        Option("limit", 5, "most beans in a hand", (3, 5)),
        Option("friendly", False, "no effect"),
    )
    over_rule = OVER

    @cached_property
    def rounds(self) -> Mapping[str, Round[ToyState]]:
        return {"take": TakeRound(), "name": NameRound()}

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> ToyState:
        order = tuple(chance.shuffled(players))
        hands = {name: Hand() for name in order}
        heap, limit = int(options["heap"]), int(options["limit"])
        return ToyState(Flow("take"), order, hands, heap, limit, ["red", "green", "blue"], heap)

    def scores(self, state: ToyState) -> dict[str, int]:
        return {name: hand.beans + 2 * len(hand.charms) for name, hand in state.hands.items()}

    def conserved(self, state: ToyState) -> dict[str, tuple[int, int]]:
        charms = len(state.charms) + sum(len(hand.charms) for hand in state.hands.values())
        beans = state.heap + sum(hand.beans for hand in state.hands.values())
        return {"charms": (3, charms), "beans": (state.total, beans)}
