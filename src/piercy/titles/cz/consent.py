"""Deals that need another player's consent [RCZ-VIII.3.6]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import Answer
from piercy.rail.events import DealProposed, DealRefused
from piercy.titles.cz.book import Book
from piercy.titles.cz.state import CzState, Deal, owner_on_turn

Ctx = Context[CzState]
Complete = Callable[[Book, Ctx, Deal], None]


def propose(facts: Book, ctx: Ctx, deal: Deal, complete: Complete) -> None:
    """Do a deal at once where the same player stands on both sides; otherwise ask the other."""
    state = ctx.state
    if deal.asked == owner_on_turn(state) or state.house.no_consent:
        complete(facts, ctx, deal)
        return
    state.deal = deal
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


class AnswerDeal(Step[CzState]):
    """Who is asked accepts or refuses; nothing else happens in between."""

    name = "answer"
    actions = (Answer,)

    def __init__(self, facts: Book, complete: Mapping[str, Complete]) -> None:
        self._facts = facts
        self._complete = complete

    def actor(self, ctx: Ctx) -> str | None:
        deal = ctx.state.deal
        return None if deal is None else deal.asked

    def decider_rule(self, ctx: Ctx) -> str:
        return "RCZ-VIII.3.6"

    def offers(self, ctx: Ctx) -> list[Offer]:
        deal = ctx.state.deal
        assert deal is not None
        return [Offer(Answer, deal.asked, (OneOf("accept", (True, False)),))]

    def check(self, ctx: Ctx, action: Answer) -> None:
        """Both answers are always free."""

    def check_pass(self, ctx: Ctx) -> None:
        raise IllegalAction("RCZ-VIII.3.6", "accept or refuse the offer")

    def apply(self, ctx: Ctx, action: Answer) -> None:
        deal = ctx.state.deal
        assert deal is not None
        ctx.state.deal = None
        if action.accept:
            self._complete[deal.kind](self._facts, ctx, deal)
        else:
            ctx.emit(DealRefused(player=action.player, kind=deal.kind, target=deal.target))
