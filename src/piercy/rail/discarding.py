"""Companies over their limit of trains give some up, one after the other, before anything else goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, S, S_contra, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import DiscardTrain


class TrainLimits(Protocol[S_contra]):
    """How a title limits trains."""

    rule: str
    """The rule that makes companies discard."""
    choice_rule: str
    """The rule that lets the president choose."""

    def over(self, ctx: Context[S_contra]) -> str | None:
        """The company that has to discard now."""

    def president(self, state: S_contra, company: str) -> str:
        """Who picks the train."""

    def trains(self, state: S_contra, company: str) -> Sequence[str]:
        """What the company owns."""

    def known(self, train: str) -> bool:
        """Whether there is such a train at all."""

    def refusal(self, state: S_contra, company: str, train: str) -> IllegalAction | None:
        """Why one of its trains may not go, where the title protects some."""

    def discard(self, ctx: Context[S_contra], company: str, train: str) -> None:
        """Take the train from the company."""


class DiscardTrains(Step[S, DiscardTrain]):
    """Presidents choose which trains go."""

    name = "discard"
    actions = (DiscardTrain,)

    def __init__(self, limits: TrainLimits[S]) -> None:
        self._limits = limits

    def actor(self, ctx: Context[S]) -> str | None:
        company = self._limits.over(ctx)
        return None if company is None else self._limits.president(ctx.state, company)

    def decider_rule(self, ctx: Context[S]) -> str:
        return self._limits.choice_rule

    def offers(self, ctx: Context[S]) -> list[Offer]:
        state, company = ctx.state, self._company(ctx)
        choice = [
            train
            for train in sorted(set(self._limits.trains(state, company)))
            if self._limits.refusal(state, company, train) is None
        ]
        return [Offer(DiscardTrain, self._limits.president(state, company), (OneOf("train", tuple(choice)),))]

    def check(self, ctx: Context[S], action: DiscardTrain) -> None:
        state, company = ctx.state, self._company(ctx)
        if not self._limits.known(action.train):
            raise InvalidAction("unknown train {train!r}", train=action.train)
        if action.train not in self._limits.trains(state, company):
            raise IllegalAction(
                self._limits.rule,
                "{company} has no {train}-train to discard",
                company=company,
                train=action.train,
            )
        if refusal := self._limits.refusal(state, company, action.train):
            raise refusal

    def check_pass(self, ctx: Context[S]) -> None:
        raise IllegalAction(self._limits.rule, "trains over the limit must be discarded")

    def apply(self, ctx: Context[S], action: DiscardTrain) -> None:
        self._limits.discard(ctx, self._company(ctx), action.train)

    def _company(self, ctx: Context[S]) -> str:
        company = self._limits.over(ctx)
        assert company is not None
        return company
