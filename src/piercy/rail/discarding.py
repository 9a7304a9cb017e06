"""Companies over their limit of trains give some up, one after the other, before anything else goes on."""

from __future__ import annotations

from typing import Protocol, TypeVar

from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Step
from piercy.core.offers import Offer, OneOf
from piercy.rail.actions import DiscardTrain
from piercy.rail.train_moves import HasTrains, discard_train

T = TypeVar("T", bound=HasTrains)
T_contra = TypeVar("T_contra", bound=HasTrains, contravariant=True)


class TrainLimits(Protocol[T_contra]):
    """How a title limits trains. What is answered here is usual; a title says otherwise where it is not."""

    rule: str
    """The rule that makes companies discard."""
    choice_rule: str
    """The rule that lets the president choose."""

    def over(self, ctx: Context[T_contra]) -> str | None:
        """The company that has to discard now."""

    def known(self, train: str) -> bool:
        """Whether there is such a train at all."""

    def refusal(self, state: T_contra, company: str, train: str) -> IllegalAction | None:
        """Why one of its trains may not go: any may."""
        return None

    def discard(self, ctx: Context[T_contra], company: str, train: str) -> None:
        """Take the train from the company."""
        discard_train(ctx, company, train)


class DiscardTrains(Step[T, DiscardTrain]):
    """Presidents choose which trains go."""

    name = "discard"
    actions = (DiscardTrain,)

    def __init__(self, limits: TrainLimits[T]) -> None:
        self._limits = limits

    def actor(self, ctx: Context[T]) -> str | None:
        company = self._limits.over(ctx)
        return None if company is None else ctx.state.companies[company].president

    def decider_rule(self, ctx: Context[T]) -> str:
        return self._limits.choice_rule

    def offers(self, ctx: Context[T]) -> list[Offer]:
        state, company = ctx.state, self._company(ctx)
        choice = [
            train
            for train in sorted(set(state.companies[company].trains))
            if self._limits.refusal(state, company, train) is None
        ]
        president = state.companies[company].president
        assert president is not None
        return [Offer(DiscardTrain, president, (OneOf("train", tuple(choice)),))]

    def check(self, ctx: Context[T], action: DiscardTrain) -> None:
        state, company = ctx.state, self._company(ctx)
        if not self._limits.known(action.train):
            raise InvalidAction("unknown train {train!r}", train=action.train)
        if action.train not in state.companies[company].trains:
            raise IllegalAction(
                self._limits.rule,
                "{company} has no {train}-train to discard",
                company=company,
                train=action.train,
            )
        if refusal := self._limits.refusal(state, company, action.train):
            raise refusal

    def check_pass(self, ctx: Context[T]) -> None:
        raise IllegalAction(self._limits.rule, "trains over the limit must be discarded")

    def apply(self, ctx: Context[T], action: DiscardTrain) -> None:
        self._limits.discard(ctx, self._company(ctx), action.train)

    def _company(self, ctx: Context[T]) -> str:
        company = self._limits.over(ctx)
        assert company is not None
        return company
