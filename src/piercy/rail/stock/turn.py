"""A player's turn in a stock round: some sales, then one purchase; who does neither passes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, HasFlow, Step
from piercy.core.offers import Offer, Table
from piercy.rail.actions import BuyShare, SellShares


@dataclass(slots=True)
class StockTurns:
    """What a stock round remembers: part of the state."""

    passes: int = 0
    """Passes in a row, without anything done in between."""
    sold: list[str] = field(default_factory=list)
    """Companies that the player on turn has sold in this turn."""
    barred: dict[str, list[str]] = field(default_factory=dict)
    """What each player has sold in this round, and may not buy."""


class HasStock(HasFlow, Protocol):
    """A state with a stock round."""

    @property
    def stock(self) -> StockTurns: ...

    @property
    def companies(self) -> Mapping[str, object]: ...


T = TypeVar("T", bound=HasStock)
A = TypeVar("A", bound=Action)


class TurnPart(ABC, Generic[T, A]):
    """One kind of thing to do in a turn."""

    actions: tuple[type[A], ...]
    ends_turn: ClassVar[bool] = True
    restarts_passes: ClassVar[bool] = True
    """Whether it starts the count of passes anew."""

    @abstractmethod
    def offers(self, ctx: Context[T], player: str) -> list[Offer]:
        """All that the player may do of it."""

    @abstractmethod
    def check(self, ctx: Context[T], action: A) -> None:
        """Raise the reason why it is refused."""

    @abstractmethod
    def apply(self, ctx: Context[T], action: A) -> None:
        """Do a checked action."""


class TakeTurn(Step[T, Action]):
    """The parts of one turn, in the order of the list."""

    name = "stock"

    def __init__(
        self,
        player: Callable[[T], str],
        parts: Sequence[TurnPart[T, Any]],
        must: Callable[[Context[T], str], IllegalAction | None] = lambda ctx, player: None,
    ) -> None:
        self._player = player
        self._parts = parts
        self._must = must
        self.actions = tuple(kind for part in parts for kind in part.actions)

    def actor(self, ctx: Context[T]) -> str | None:
        return self._player(ctx.state)

    def offers(self, ctx: Context[T]) -> list[Offer]:
        player = self._player(ctx.state)
        return [offer for part in self._parts for offer in part.offers(ctx, player)]

    def check(self, ctx: Context[T], action: Action) -> None:
        self._part(action).check(ctx, action)

    def check_pass(self, ctx: Context[T]) -> None:
        if refusal := self._must(ctx, self._player(ctx.state)):
            raise refusal

    def apply(self, ctx: Context[T], action: Action) -> None:
        part = self._part(action)
        if part.restarts_passes:
            ctx.state.stock.passes = 0
        part.apply(ctx, action)
        if part.ends_turn:
            ctx.next_step()

    def passed(self, ctx: Context[T]) -> None:
        stock = ctx.state.stock
        if not stock.sold:
            stock.passes += 1
        ctx.next_step()

    def _part(self, action: Action) -> TurnPart[T, Any]:
        return next(part for part in self._parts if isinstance(action, part.actions))


class Selling(TurnPart[T, SellShares]):
    """Any number of blocks, one of each company in a turn."""

    actions = (SellShares,)
    ends_turn = False
    once_rule: ClassVar[str]
    """The rule that a company is sold once in a turn."""

    @abstractmethod
    def most(self, state: T, player: str, name: str) -> int:
        """The most shares of a company that the player may sell at once."""

    @abstractmethod
    def refusal(self, state: T, player: str, name: str, count: int) -> IllegalAction | None:
        """Why the player may not sell so many."""

    @abstractmethod
    def sell(self, ctx: Context[T], player: str, name: str, count: int) -> None:
        """Do the sale, with all that follows from it."""

    def again(self, state: T) -> bool:
        """Whether a company may be sold more than once in a turn."""
        return False

    def rows(self, state: T, player: str) -> list[tuple[str, int]]:
        """All sales that are possible."""
        return [
            (name, count)
            for name in state.companies
            if name not in state.stock.sold or self.again(state)
            for count in range(1, self.most(state, player, name) + 1)
        ]

    def offers(self, ctx: Context[T], player: str) -> list[Offer]:
        rows = tuple(self.rows(ctx.state, player))
        return [Offer(SellShares, player, (Table(("company", "count"), rows),))] if rows else []

    def check(self, ctx: Context[T], action: SellShares) -> None:
        state, name, player = ctx.state, action.company, action.player
        check_company(state, name)
        if action.count < 1:
            raise InvalidAction("sell at least one share, not {count}", count=action.count)
        if name in state.stock.sold and not self.again(state):
            template = "{player} has sold {company} in this turn already"
            raise IllegalAction(self.once_rule, template, player=player, company=name)
        if refusal := self.refusal(state, player, name, action.count):
            raise refusal

    def apply(self, ctx: Context[T], action: SellShares) -> None:
        stock = ctx.state.stock
        self.sell(ctx, action.player, action.company, action.count)
        stock.sold.append(action.company)
        barred = stock.barred.setdefault(action.player, [])
        if action.company not in barred:
            barred.append(action.company)


class Buying(TurnPart[T, BuyShare]):
    """One certificate that is not a president's, of one of the places where they lie."""

    actions = (BuyShare,)
    sources: ClassVar[tuple[str, ...]]

    @abstractmethod
    def refusal(self, ctx: Context[T], player: str, name: str, source: str) -> IllegalAction | None:
        """Why the player may not buy it."""

    @abstractmethod
    def buy(self, ctx: Context[T], player: str, name: str, source: str) -> None:
        """Do the purchase, with all that follows from it."""

    def offers(self, ctx: Context[T], player: str) -> list[Offer]:
        rows = tuple(
            (name, source)
            for name in ctx.state.companies
            for source in self.sources
            if self.refusal(ctx, player, name, source) is None
        )
        return [Offer(BuyShare, player, (Table(("company", "source"), rows),))] if rows else []

    def check(self, ctx: Context[T], action: BuyShare) -> None:
        check_company(ctx.state, action.company)
        if action.source not in self.sources:
            template = "certificates come from {sources}, not from {source!r}"
            raise InvalidAction(template, sources=", ".join(self.sources), source=action.source)
        if refusal := self.refusal(ctx, action.player, action.company, action.source):
            raise refusal

    def apply(self, ctx: Context[T], action: BuyShare) -> None:
        self.buy(ctx, action.player, action.company, action.source)


def check_company(state: HasStock, name: str) -> None:
    """Raise that there is no such company."""
    if name not in state.companies:
        raise InvalidAction("unknown company {company!r}", company=name)
