"""What positions of all titles have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, Self, TypeVar

from piercy.core import plain
from piercy.core.flow import Context, Flow
from piercy.core.game import Game, Setup
from piercy.core.record import Record
from piercy.core.title import Title
from piercy.rail.board import Board, place_token, put_tile
from piercy.rail.money import Bank, Purse, pay
from piercy.rail.rail_title import ground_of


class RailState(Protocol):
    """What the states of railway games have in common."""

    flow: Flow
    bank: Bank
    board: Board
    supply: dict[str, int]


S = TypeVar("S", bound=RailState)


class Scenario(ABC, Generic[S]):
    """A position in the making. What changes it gives it back; ``game``, ``at`` and ``begin`` make a game."""

    steps: tuple[str, ...] = ()
    """The steps of a company's turn."""

    def __init__(self, base: Game) -> None:
        self._title: Title[S] = base.title
        self._setup: Setup = base.setup
        self.state: S = plain.copy(base.state_as(self._title.state_type))

    @property
    def title(self) -> Title[S]:
        """The title, so that a position in the making can be asked questions."""
        return self._title

    def cash(self, name: str, amount: int) -> Self:
        """Set the money of a player or a company; the bank takes or gives the difference."""
        purse = self.purse(name)
        pay(purse, self.state.bank, purse.cash)
        pay(self.state.bank, purse, amount)
        return self

    def bank(self, amount: int, *, against: str) -> Self:
        """Set the money of the bank; the named player or company takes or gives the difference."""
        bank, purse = self.state.bank, self.purse(against)
        purse.cash += bank.cash - amount
        bank.cash = amount
        if purse.cash < 0:
            raise ValueError(f"{against} cannot pay for a bank of {amount}")
        return self

    def tiles(self, layout: str) -> Self:
        """Lay tiles, written ``C14 14@1, B15 7@0``; a tile already on a hex goes back to the supply."""
        state = self.state
        for item in layout.split(","):
            name, laid = item.split()
            tile, rotation = laid.split("@")
            if name not in ground_of(self.title).atlas:
                raise ValueError(f"there is no hex {name}")
            if state.supply[tile] < 1:
                raise ValueError(f"no tile {tile} is left for {name}")
            put_tile(state.board, state.supply, name, tile, int(rotation))
        return self

    def tokens(self, company: str, *places: str) -> Self:
        """Put further tokens of a company on the map: ``D17``, or ``N11:1`` for the second city of a hex."""
        for place in " ".join(places).replace(",", " ").split():
            self._take_token(company, place)
            name, _, city = place.partition(":")
            place_token(self.state.board, name, int(city or 0), company)
        return self

    def trains(self, company: str, *trains: str) -> Self:
        """Give trains of the bank to a company."""
        for train in trains:
            self._take_train(train)
            self._trains_of(company).append(train)
        return self

    def pool(self, *trains: str) -> Self:
        """Put trains of the bank into the pool of used trains."""
        for train in trains:
            self._take_train(train)
            self._pool().append(train)
        return self

    def over(self) -> Self:
        """The game is over."""
        self.state.flow.over = True
        return self

    def at_step(self, name: str) -> Self:
        """The step of the turn of the company on turn."""
        self.state.flow.step = self.steps.index(name)
        return self

    def at(self, step: str) -> Game:
        """The position as a game, at a step of the turn of the company on turn."""
        return self.at_step(step).game()

    def still(self) -> Self:
        """The position with what follows from the rest, as ``game`` has it, while nothing goes on.

        :raises ValueError: something has appeared or vanished.
        """
        self._settle(self.state)
        self._check(self.state)
        return self

    def context(self) -> Context[S]:
        """The position itself, for a move or a step that is tested alone."""
        return Context(self.state)

    def game(self, *, conserved: bool = True) -> Game:
        """The position as a game; what happens by itself where it stands has happened.

        :raises ValueError: something has appeared or vanished, and it was not said that this does not matter.
        """
        state = plain.copy(self.state)
        self._settle(state)
        ctx = Context(state)
        start = plain.copy(state)
        self._go_on(ctx)
        if conserved:
            self._check(state)
        return Game(self._setup, Record(self._title, start, tuple(ctx.events), state))

    def begin(self, round_name: str) -> Game:
        """The game at the beginning of a round, with all that happens by itself.

        :raises ValueError: something has appeared or vanished.
        """
        state = plain.copy(self.state)
        self._settle(state)
        self._check(state)
        state.flow.round = round_name
        ctx = Context(state)
        self._title.referee.open(ctx)
        self._check(state)
        return Game(self._setup, Record(self._title, plain.copy(state), tuple(ctx.events), state))

    def _check(self, state: S) -> None:
        kept = self._title.conserved(state)
        if wrong := {what: pair for what, pair in kept.items() if pair[0] != pair[1]}:
            raise ValueError(f"not conserved (wanted, found): {wrong}")

    def _settle(self, state: S) -> None:
        """Put what follows from the rest, such as trains that must have been sold by now."""

    def _go_on(self, ctx: Context[S]) -> None:
        """What happens by itself before the first decision."""

    @abstractmethod
    def purse(self, name: str) -> Purse:
        """The money of a player or a company, for a payment that is tested alone."""

    @abstractmethod
    def _take_token(self, company: str, place: str) -> None: ...

    @abstractmethod
    def _take_train(self, train: str) -> None: ...

    @abstractmethod
    def _trains_of(self, company: str) -> list[str]: ...

    @abstractmethod
    def _pool(self) -> list[str]: ...
