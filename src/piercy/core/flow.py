"""Rounds as lists of steps, and the referee that walks through them.

A step is a stateless object: it says who acts (nobody: the step is skipped), what may be done, whether an
action is allowed, and does it. A round lists its steps in the order of play. The referee finds the step
whose turn it is; titles never call each other's steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.events import Event, GameOver, Passed
from piercy.core.offers import Offer


@dataclass(slots=True)
class Flow:
    """Where the game stands: part of every state."""

    round: str
    step: int = 0
    begun: bool = False
    over: bool = False
    random: int = 0


class HasFlow(Protocol):
    """What the referee needs to know of a state."""

    flow: Flow


S = TypeVar("S", bound=HasFlow)
S_co = TypeVar("S_co", bound=HasFlow, covariant=True)
S_contra = TypeVar("S_contra", bound=HasFlow, contravariant=True)


A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Memo(Generic[T]):
    """What stands for something that is derived from a state, and says of what type it is."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Memo({self.name!r})"


def standing_at(flow: Flow, turn: Sequence[str]) -> str | None:
    """The step at which a turn of these steps stands; None beyond the last."""
    return turn[flow.step] if flow.step < len(turn) else None


def beyond(flow: Flow, turn: Sequence[str], name: str) -> bool:
    """Whether a turn of these steps has come beyond the step of that name."""
    return flow.step > turn.index(name)


class Context(Generic[S_co]):
    """One look at a state: what steps get to see it, change it and tell what happened."""

    __slots__ = ("_kept", "_state", "events")

    def __init__(self, state: S_co) -> None:
        self._state = state
        self.events: list[Event] = []
        self._kept: dict[object, Any] = {}

    @property
    def state(self) -> S_co:
        return self._state

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self.events.append(event)

    def kept(self, memo: Memo[T], make: Callable[[], T], *of: Hashable) -> T:
        """What is derived from the state (and from ``of``): made once, and kept until ``touch``."""
        key = (memo, of) if of else memo
        try:
            found: T = self._kept[key]
        except KeyError:
            found = self._kept[key] = make()
        return found

    def touch(self) -> None:
        """Forget what was derived: the state has changed."""
        self._kept.clear()

    def next_step(self) -> None:
        """The current step is done."""
        flow = self._state.flow
        flow.step += 1
        flow.begun = False

    def end_game(self) -> None:
        """The game is over."""
        self._state.flow.over = True
        self.emit(GameOver())

    def chance(self) -> StateChance:
        """Randomness that remembers itself in the state."""
        return StateChance(self._state.flow)


class StateChance(Chance):
    """Chance whose memory is the state's own."""

    __slots__ = ("_flow",)

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow.random)
        self._flow = flow

    def word(self) -> int:
        drawn = super().word()
        self._flow.random = self.memory
        return drawn


class Decision(ABC, Generic[S_contra]):
    """One kind of decision, as rounds and the referee know it: whatever actions it understands."""

    name: ClassVar[str]
    """What the step is called; code asks for it by this name, not by its number."""
    actions: tuple[type[Action], ...]
    """The action types that the step understands."""

    # The defaults of ``begin``, ``decider_rule`` and ``passed`` are real answers, not gaps to be filled.
    def begin(self, ctx: Context[S_contra]) -> None:
        """Called once when the round arrives at this step: the place for what happens by itself."""

    @abstractmethod
    def actor(self, ctx: Context[S_contra]) -> str | None:
        """The player who decides now, or None if there is nothing to decide."""

    def decider_rule(self, ctx: Context[S_contra]) -> str | None:
        """The rule that makes this player decide, where it is not the round's order of turns."""

    @abstractmethod
    def offers(self, ctx: Context[S_contra]) -> list[Offer]:
        """All that may be done in this step now, passing apart."""

    @abstractmethod
    def judge(self, ctx: Context[S_contra], action: Action) -> None:
        """Raise the reason why an action of the step's types is refused; change nothing."""

    @abstractmethod
    def do(self, ctx: Context[S_contra], action: Action) -> None:
        """Do an action of the step's types that has been judged."""

    def check_pass(self, ctx: Context[S_contra]) -> None:
        """Raise the reason why the player may not decline this step; by default he may."""

    def passed(self, ctx: Context[S_contra]) -> None:
        """The player declined."""
        ctx.next_step()


class Step(Decision[S_contra], Generic[S_contra, A]):
    """A decision by actions of type ``A``. Stateless: all it knows is handed in or is in the state."""

    actions: tuple[type[A], ...]

    @abstractmethod
    def check(self, ctx: Context[S_contra], action: A) -> None:
        """Raise the reason why the action is refused; change nothing."""

    @abstractmethod
    def apply(self, ctx: Context[S_contra], action: A) -> None:
        """Do a checked action."""

    def judge(self, ctx: Context[S_contra], action: Action) -> None:
        self.check(ctx, self._own(action))

    def do(self, ctx: Context[S_contra], action: Action) -> None:
        self.apply(ctx, self._own(action))

    def _own(self, action: Action) -> A:
        if not isinstance(action, self.actions):
            raise TypeError(f"{self.name} does not understand {action.type}")
        return action


class Round(ABC, Generic[S]):
    """A stretch of the game with its own order of play."""

    steps: tuple[Decision[S], ...]
    """The decisions of one turn, in order."""
    interrupts: tuple[Decision[S], ...] = ()
    """Decisions that come first whenever they are due, such as giving up excess trains."""
    anytime: tuple[Decision[S], ...] = ()
    """What may be done beside the current step."""
    turn_rule: str
    """The rule that says whose turn it is."""
    step_rule: str
    """The rule that fixes the order of the steps."""

    def begin(self, ctx: Context[S]) -> None:
        """The round starts; the first turn is set up by ``next_turn``."""

    def closed_by(self, ctx: Context[S], action: Action) -> str:
        """The rule that shuts out an action which no step open now understands."""
        return self.step_rule

    @abstractmethod
    def next_turn(self, ctx: Context[S]) -> bool:
        """Set up the next turn of the round, or say that the round is over."""

    @abstractmethod
    def end(self, ctx: Context[S]) -> str | None:
        """Close the round and name the one that follows; None ends the game."""


class Referee(Generic[S]):
    """Finds whose turn it is, lets the right step judge, and moves the game on."""

    def __init__(self, rounds: Mapping[str, Round[S]], over_rule: str) -> None:
        self._rounds = rounds
        self._over_rule = over_rule

    def open(self, ctx: Context[S]) -> None:
        """Start the first round of a fresh state."""
        self._enter(ctx, ctx.state.flow.round)
        self.resume(ctx)

    def actor(self, ctx: Context[S]) -> str | None:
        """The player whose decision the game waits for; None when it is over."""
        active = self._active(ctx)
        return active[0][1] if active else None

    def offers(self, ctx: Context[S]) -> list[Offer]:
        """Everything that may be done now; passing comes last."""
        offers: list[Offer] = []
        passing: list[Offer] = []
        for index, (step, actor) in enumerate(self._active(ctx)):
            offers += step.offers(ctx)
            if index == 0 and _may_pass(step, ctx):
                passing.append(Offer(Pass, actor))
        return offers + passing

    def understood(self, ctx: Context[S]) -> list[type[Action]]:
        """The types of action that the steps open now could take, legal or not."""
        return list(dict.fromkeys(kind for step, _ in self._active(ctx) for kind in step.actions))

    def check(self, ctx: Context[S], action: Action) -> Decision[S]:
        """The step that takes the action; raises the reason if it is refused."""
        active = self._active(ctx)
        if not active:
            raise IllegalAction(self._over_rule, "the game is over")
        play = self._rounds[ctx.state.flow.round]
        step, actor = next((pair for pair in active if isinstance(action, pair[0].actions)), active[0])
        if action.player != actor:
            rule = step.decider_rule(ctx) or play.turn_rule
            raise IllegalAction(
                rule, "it is {actor}'s decision, not {player}'s", actor=actor, player=action.player
            )
        if isinstance(action, Pass) and step is active[0][0]:
            step.check_pass(ctx)
        elif isinstance(action, step.actions):
            step.judge(ctx, action)
        else:
            rule = play.closed_by(ctx, action)
            raise IllegalAction(rule, "{action} is not possible at this point", action=action.type)
        return step

    def apply(self, ctx: Context[S], action: Action, step: Decision[S]) -> None:
        """Do an action that ``check`` has let through, with all that follows from it."""
        if isinstance(action, Pass) and not isinstance(action, step.actions):
            ctx.emit(Passed(action.player))
            step.passed(ctx)
        else:
            step.do(ctx, action)
        ctx.touch()
        self.resume(ctx)

    def _active(self, ctx: Context[S]) -> list[tuple[Decision[S], str]]:
        """The step that decides now and its player, and after it those open beside it."""
        flow = ctx.state.flow
        if flow.over:
            return []
        play = self._rounds[flow.round]
        for step in play.interrupts:
            if (actor := step.actor(ctx)) is not None:
                return [(step, actor)]
        steps = (play.steps[flow.step], *play.anytime)
        return [(step, actor) for step in steps if (actor := step.actor(ctx)) is not None]

    def resume(self, ctx: Context[S]) -> None:
        """Go on until somebody has to decide, or the game is over."""
        flow = ctx.state.flow
        while not flow.over:
            play = self._rounds[flow.round]
            if any(step.actor(ctx) is not None for step in play.interrupts):
                return
            if flow.step < len(play.steps):
                step = play.steps[flow.step]
                if not flow.begun:
                    flow.begun = True
                    step.begin(ctx)
                    ctx.touch()
                elif step.actor(ctx) is not None:
                    return
                else:
                    ctx.next_step()
            elif play.next_turn(ctx):
                flow.step, flow.begun = 0, False
            else:
                self._leave(ctx, play)

    def _leave(self, ctx: Context[S], play: Round[S]) -> None:
        following = play.end(ctx)
        if following is None:
            ctx.end_game()
        else:
            self._enter(ctx, following)

    def _enter(self, ctx: Context[S], name: str) -> None:
        flow = ctx.state.flow
        flow.round, flow.begun = name, False
        # past the last step: the round's own ``next_turn`` sets up its first turn
        flow.step = len(self._rounds[name].steps)
        self._rounds[name].begin(ctx)


def _may_pass(step: Decision[S], ctx: Context[S]) -> bool:
    try:
        step.check_pass(ctx)
    except IllegalAction:
        return False
    return True
