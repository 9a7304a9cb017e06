"""How trains get from one place to another, and how phases begin: nothing else moves them or tells of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from piercy.core.flow import Context, HasFlow
from piercy.rail.events import PhaseOpened, TrainBought, TrainDiscarded, TrainsRusted, TrainTraded
from piercy.rail.money import Bank, Purse, pay
from piercy.rail.trains import DEPOT, Depot, take_new


class TrainOwner(Protocol):
    """A company that may own trains."""

    trains: list[str]

    @property
    def president(self) -> str | None: ...


class HasTrains(HasFlow, Protocol):
    """A state with trains."""

    bank: Bank
    depot: Depot

    @property
    def players(self) -> Mapping[str, Purse]: ...

    @property
    def companies(self) -> Mapping[str, TrainOwner]: ...

    @property
    def on_turn(self) -> str:
        """The company on turn."""


P = TypeVar("P")


class HasPhase(HasFlow, Protocol[P]):
    """A state with phases, however the title counts them."""

    phase: P


@dataclass(frozen=True, slots=True)
class Purchase:
    """A train that a company buys of the depot or the pool."""

    company: str
    train: str
    source: str


def buy_train(
    ctx: Context[HasTrains], purse: Purse, bought: Purchase, price: int, *, lies_as: str | None = None
) -> None:
    """Pay the bank and take the train.

    :param lies_as: how the train is written where it lies in the pool, if not as it is bought.
    """
    state = ctx.state
    pay(purse, state.bank, price)
    if bought.source == DEPOT:
        take_new(state.depot)
    else:
        state.depot.pool.remove(lies_as or bought.train)
    state.companies[bought.company].trains.append(bought.train)
    ctx.emit(TrainBought(company=bought.company, train=bought.train, source=bought.source, price=price))


def hand_over_train(ctx: Context[HasTrains], company: str, seller: str, train: str, price: int) -> None:
    """A train goes from one company to another; what is paid for it is told here, and moved elsewhere."""
    companies = ctx.state.companies
    companies[seller].trains.remove(train)
    companies[company].trains.append(train)
    ctx.emit(TrainTraded(company=company, seller=seller, train=train, price=price))


def discard_train(ctx: Context[HasTrains], company: str, train: str) -> None:
    """A company gives a train up, for nothing."""
    ctx.state.companies[company].trains.remove(train)
    ctx.state.depot.pool.append(train)
    ctx.emit(TrainDiscarded(company=company, train=train))


def rust(ctx: Context[HasTrains], kinds: Collection[str], kind_of: Callable[[str], str] = str) -> None:
    """Trains of some kinds leave the game, wherever they are but in the stack."""
    depot = ctx.state.depot
    rusted: Counter[str] = Counter()
    for trains in (depot.pool, *(company.trains for company in ctx.state.companies.values())):
        lost = [train for train in trains if kind_of(train) in kinds]
        if lost:
            trains[:] = [train for train in trains if kind_of(train) not in kinds]
            depot.gone += lost
            rusted.update(map(kind_of, lost))
    if rusted:
        ctx.emit(TrainsRusted(trains=dict(rusted)))


def open_phase(ctx: Context[HasPhase[P]], phase: P, name: str, train: str | None) -> None:
    """A phase begins.

    :param name: how the phase is called.
    :param train: what opened it, if a train did.
    """
    ctx.state.phase = phase
    ctx.emit(PhaseOpened(phase=name, train=train))
