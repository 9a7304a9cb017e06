"""The end of a game that stands still, if all players agree to it.

Some rules let all players wait for each other for ever. A title in which that can happen puts two steps into
its rounds, one beside the steps of a turn and one before them, and tells them by a ``Standstill`` when
nothing moves any more. Then whoever is on turn may propose to end the game and count; the others are asked
one after the other; one refusal and play goes on, until another whole round has changed nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from piercy.core.actions import Action, action_type
from piercy.core.errors import IllegalAction
from piercy.core.events import Event
from piercy.core.flow import Context, S, S_contra, Step
from piercy.core.offers import Offer, OneOf


@action_type
@dataclass(frozen=True, slots=True)
class ProposeEnd(Action):
    """Ask the others to end a game that stands still."""

    type = "propose_end"


@action_type
@dataclass(frozen=True, slots=True)
class AnswerEnd(Action):
    """Agree to the end of the game, or refuse it."""

    type = "answer_end"

    accept: bool


class EndProposed(Event, key="end_proposed"):
    """A player asks the others to end the game."""

    player: str


class EndAccepted(Event, key="end_accepted"):
    """A player agrees to end the game."""

    player: str


class EndRefused(Event, key="end_refused"):
    """A player wants to go on."""

    player: str


@dataclass(slots=True)
class EndVote:
    """What the players make of a standstill: part of the state of a title that can come to one."""

    asked: list[str] = field(default_factory=list)
    """Who has yet to answer, next one first; empty: nothing is proposed."""
    refused_in: int = 0
    """The number of the latest round in which a proposal was refused."""
    agreed: bool = False
    """Whether all agreed, and the game is over by that."""


class Standstill(Protocol[S_contra]):
    """What the steps need to know of a title."""

    rule: str
    """The rule that lets the players end the game."""

    def round_of(self, state: S_contra) -> int:
        """The number of the present round, from 1, if the game stands still in it; else 0."""

    def vote(self, state: S_contra) -> EndVote:
        """The part of the state that is the steps' own."""

    def order(self, state: S_contra) -> list[str]:
        """All players in turn order, the one on turn first."""


class ProposeTheEnd(Step[S, ProposeEnd]):
    """Beside the steps of a turn: whoever is on turn may propose the end, once a round for all."""

    name = "propose_end"
    actions = (ProposeEnd,)

    def __init__(self, standstill: Standstill[S]) -> None:
        self._standstill = standstill

    def actor(self, ctx: Context[S]) -> str | None:
        now = self._standstill.round_of(ctx.state)
        if not now or self._standstill.vote(ctx.state).refused_in == now:
            return None
        return self._standstill.order(ctx.state)[0]

    def offers(self, ctx: Context[S]) -> list[Offer]:
        return [Offer(ProposeEnd, self._standstill.order(ctx.state)[0])]

    def check(self, ctx: Context[S], action: ProposeEnd) -> None:
        """While the step is open the proposal is free."""

    def apply(self, ctx: Context[S], action: ProposeEnd) -> None:
        self._standstill.vote(ctx.state).asked = self._standstill.order(ctx.state)[1:]
        ctx.emit(EndProposed(action.player))


class AnswerTheProposal(Step[S, AnswerEnd]):
    """Before all other steps: the others agree or refuse; nothing else happens in between."""

    name = "answer_end"
    actions = (AnswerEnd,)

    def __init__(self, standstill: Standstill[S]) -> None:
        self._standstill = standstill

    def actor(self, ctx: Context[S]) -> str | None:
        asked = self._standstill.vote(ctx.state).asked
        return asked[0] if asked else None

    def decider_rule(self, ctx: Context[S]) -> str:
        return self._standstill.rule

    def offers(self, ctx: Context[S]) -> list[Offer]:
        return [
            Offer(AnswerEnd, self._standstill.vote(ctx.state).asked[0], (OneOf("accept", (True, False)),))
        ]

    def check(self, ctx: Context[S], action: AnswerEnd) -> None:
        """Both answers are always free."""

    def check_pass(self, ctx: Context[S]) -> None:
        raise IllegalAction(self._standstill.rule, "agree to end the game, or refuse")

    def apply(self, ctx: Context[S], action: AnswerEnd) -> None:
        vote = self._standstill.vote(ctx.state)
        if not action.accept:
            vote.asked.clear()
            vote.refused_in = self._standstill.round_of(ctx.state)
            ctx.emit(EndRefused(action.player))
            return
        vote.asked.pop(0)
        ctx.emit(EndAccepted(action.player))
        if not vote.asked:
            vote.agreed = True
            ctx.end_game()
