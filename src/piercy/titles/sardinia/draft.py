"""Phase 1: everybody takes two maritime cards [R65-2.5]."""

from __future__ import annotations

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Round, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.train_moves import open_phase
from piercy.titles.sardinia.actions import TakeMaritime
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.events import MaritimesDiscarded, MaritimeTaken
from piercy.titles.sardinia.state import SardiniaState

Ctx = Context[SardiniaState]

FIRST_PHASE_OF_PLAY = 2


def draft_order(seats: list[str]) -> list[str]:
    """There and back again: the last player chooses twice in a row [R65-2.5.2]."""
    return seats + seats[::-1]


class TakeMaritimes(Step[SardiniaState, TakeMaritime]):
    """One card each time, free and compulsory [R65-2.5.1]."""

    name = "draft"
    actions = (TakeMaritime,)

    def __init__(self, facts: Book) -> None:
        self._facts = facts

    def actor(self, ctx: Ctx) -> str | None:
        return ctx.state.draft[0] if ctx.state.draft else None

    def offers(self, ctx: Ctx) -> list[Offer]:
        state = ctx.state
        return [Offer(TakeMaritime, state.draft[0], (OneOf("card", tuple(state.maritimes)),))]

    def check(self, ctx: Ctx, action: TakeMaritime) -> None:
        if action.card not in self._facts.maritimes:
            raise InvalidAction("unknown maritime company {card!r}", card=action.card)
        if action.card not in ctx.state.maritimes:
            raise IllegalAction("R65-2.5.2", "{card} has been taken", card=action.card)

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("R65-2.5.1", "everybody takes two maritime companies")

    def apply(self, ctx: Ctx, action: TakeMaritime) -> None:
        state = ctx.state
        state.draft.pop(0)
        state.maritimes.remove(action.card)
        state.players[action.player].maritimes.append(action.card)
        ctx.emit(MaritimeTaken(player=action.player, card=action.card))
        ctx.next_step()


class Draft(Round[SardiniaState]):
    """The maritime draft; phase 2 begins when it is complete [R65-2.5.4]."""

    turn_rule = "R65-2.5.2"
    step_rule = "R65-2.5.1"

    def __init__(self, facts: Book) -> None:
        self.steps = (TakeMaritimes(facts),)

    def next_turn(self, ctx: Ctx) -> bool:
        return bool(ctx.state.draft)

    def end(self, ctx: Ctx) -> str | None:
        state = ctx.state
        if state.maritimes:
            ctx.emit(MaritimesDiscarded(player=None, cards=tuple(state.maritimes)))
        state.gone_maritimes += state.maritimes
        state.maritimes = []
        open_phase(ctx, FIRST_PHASE_OF_PLAY, str(FIRST_PHASE_OF_PLAY), None)
        return "prelude"
