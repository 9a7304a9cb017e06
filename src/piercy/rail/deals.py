"""Deals: what one company may do only if another player agrees.

One proposal waits at a time, and nothing else happens before it is answered. What an agreed deal brings about
is for the title to say, by kind of deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, HasFlow, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import Answer
from piercy.rail.events import DealProposed, DealRefused


@dataclass(slots=True)
class Proposal:
    """A proposal that waits for its answer: part of the state."""

    kind: str
    """What it is about, such as ``train``."""
    company: str
    """The company on turn, which pays."""
    asked: str
    """The player who answers."""
    price: int
    target: str
    """What is to be bought, or the company that would sell it."""
    train: str = ""


class DealState(HasFlow, Protocol):
    """A state in which a deal may wait."""

    deal: Proposal | None


D = TypeVar("D", bound=DealState)
Conclude = Callable[[Context[D], Proposal], None]
"""Does an agreed deal."""


@dataclass(frozen=True, slots=True)
class Deals(Generic[D]):
    """The deals of a game."""

    rule: str
    """The rule that asks for consent."""
    conclude: Mapping[str, Conclude[D]]
    """By kind, what is done when both sides agree."""
    told_always: bool = False
    """Whether a proposal is told even where nobody has to be asked."""


def propose(ctx: Context[D], deals: Deals[D], deal: Proposal, *, ask: bool) -> None:
    """Ask for consent, or do the deal at once where nobody else has to be asked."""
    if ask or deals.told_always:
        ctx.emit(
            DealProposed(
                kind=deal.kind,
                company=deal.company,
                asked=deal.asked,
                target=deal.target,
                train=deal.train,
                price=deal.price,
            )
        )
    if ask:
        ctx.state.deal = deal
    else:
        deals.conclude[deal.kind](ctx, deal)


class AnswerDeal(Step[D, Answer]):
    """Before all other steps: who is asked accepts or refuses, both freely."""

    name = "answer"
    actions = (Answer,)

    def __init__(self, deals: Deals[D]) -> None:
        self._deals = deals

    def actor(self, ctx: Context[D]) -> str | None:
        deal = ctx.state.deal
        return None if deal is None else deal.asked

    def decider_rule(self, ctx: Context[D]) -> str:
        return self._deals.rule

    def offers(self, ctx: Context[D]) -> list[Offer]:
        return [Offer(Answer, _waiting(ctx).asked, (OneOf("accept", (True, False)),))]

    def check(self, ctx: Context[D], action: Answer) -> None:
        """Both answers are always free."""

    def check_pass(self, ctx: Context[D]) -> None:
        raise IllegalAction(self._deals.rule, "accept or refuse the offer")

    def apply(self, ctx: Context[D], action: Answer) -> None:
        deal = _waiting(ctx)
        ctx.state.deal = None
        if action.accept:
            self._deals.conclude[deal.kind](ctx, deal)
        else:
            ctx.emit(DealRefused(player=action.player, kind=deal.kind, target=deal.target))


def _waiting(ctx: Context[D]) -> Proposal:
    deal = ctx.state.deal
    assert deal is not None
    return deal
