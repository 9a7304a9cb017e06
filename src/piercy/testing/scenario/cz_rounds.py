"""Positions of 18CZ: whose turn it is, in which round and phase, and where the pieces come from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.rail.board import BARE, place_token
from piercy.rail.money import Purse
from piercy.rail.stock.market import put_on
from piercy.testing.scenario.base import Scenario
from piercy.titles.cz.book import Book
from piercy.titles.cz.homes import home_cities
from piercy.titles.cz.state import TURN, CzState, Turn, card_of
from piercy.titles.cz.title import Cz


class CzRounds(Scenario[CzState]):
    """Where the game stands."""

    steps = TURN

    def __init__(self, base: Game) -> None:
        super().__init__(base)
        assert isinstance(base.title, Cz)
        self.facts: Book = base.title.facts

    def turn(self, company: str, *, cash: int = 1000, first: bool = False) -> Self:
        """A company on turn; in its first turn it has not yet placed its home token."""
        state = self.state
        state.order = sorted(state.players)
        state.round_in_set = 0
        state.flow.round, state.flow.begun = "operating", False
        state.queue.clear()
        self._open(company, state.order[0], cash)
        state.turn = Turn(company, first=first)
        return self if first else self._settle_home(company)

    def instead(self, company: str) -> Self:
        """Another company is on turn, in the middle of the first one's turn."""
        self.state.turn.company = company
        return self

    def stock_round(self, number: int = 2) -> Self:
        """A stock round; the first player is on turn. In the first one of a game nothing may be sold."""
        state = self.state
        state.order = list(state.players)
        state.flow.round, state.flow.step, state.flow.begun = "stock", 0, True
        state.set_number, state.player_turn, state.auction = number - 1, 0, None
        return self

    def set(self, number: int, round_number: int = 0) -> Self:
        """The set of rounds, and the operating round of it, from 1; 0: its stock round."""
        self.state.set_number, self.state.round_in_set = number - 1, round_number - 1
        return self

    def set_over(self, number: int) -> Self:
        """All turns of the last operating round of a set are done."""
        state = self.state
        state.turn, state.queue, state.stock.sold = Turn(), [], []
        state.flow.round, state.flow.step, state.flow.begun = "operating", len(self.steps), False
        return self.set(number, len(self.facts.local_prices[number - 1]))

    def auction(self) -> Self:
        """The auction round of Moravia-Silesia; the first player is about to open an auction."""
        state = self.state
        state.flow.round, state.player_turn, state.set_number = "auction", -1, 0
        return self

    def phase(self, letter: str, *, card_sold: bool = True) -> Self:
        """The phase of the letter: all earlier cards are gone, unless no card is to be moved."""
        self.state.phase = letter
        depot = self.state.depot
        while card_sold and depot.stack and depot.stack[0] < letter:
            depot.gone.append(depot.stack.pop(0))
        return self

    def option(self, **house: Any) -> Self:
        """Options of the game."""
        self.state.house = replace(self.state.house, **house)
        return self

    def order(self, *names: str) -> Self:
        """The players by priority card."""
        self.state.order = list(names)
        return self

    def player_turn(self, number: int) -> Self:
        """How many turns the stock round has had."""
        self.state.player_turn = number
        return self

    def queue(self, *names: str) -> Self:
        """The companies that have their turn after the one on turn."""
        self.state.queue = list(names)
        return self

    def earned(self, revenue: int) -> Self:
        """What the company on turn has earned with its trains."""
        self.state.turn.revenue = revenue
        return self

    def _go_on(self, ctx: Context[CzState]) -> None:
        """A step of a turn is entered as in play."""
        if not ctx.state.flow.begun:
            self.title.referee.resume(ctx)

    def _open(self, name: str, president: str, cash: int) -> None:
        company, size = self.state.companies[name], self.facts.size(name)
        company.president, company.shares = president, {president: size.opens}
        company.par = size.pars[0]
        put_on(self.state, name, self.facts.cell_of[company.par])
        company.open, company.closed = True, False
        company.tokens = size.tokens
        self.cash(name, cash)

    def _settle_home(self, name: str) -> Self:
        company = self.state.companies[name]
        company.operated = True
        company.tokens -= 1
        if not self.facts.companies[name].red_tile:
            home, cities = home_cities(self.facts, self.state, name)
            place_token(self.state.board, home, cities[0] if cities else BARE, name)
        return self

    def purse(self, name: str) -> Purse:
        state = self.state
        return state.players[name] if name in state.players else state.companies[name]

    def _take_token(self, company: str, place: str) -> None:
        if self.state.companies[company].tokens < 1:
            raise ValueError(f"{company} has no token left for {place}")
        self.state.companies[company].tokens -= 1

    def _take_train(self, train: str) -> None:
        """The card comes from those gone, or the stack, or the endless supply."""
        depot, card = self.state.depot, card_of(train)
        gone = next((other for other in depot.gone if card_of(other) == card), None)
        if gone is not None:
            depot.gone.remove(gone)
        elif card in depot.stack:
            depot.stack.remove(card)
        else:
            depot.drawn += 1

    def _trains_of(self, company: str) -> list[str]:
        return self.state.companies[company].trains

    def _pool(self) -> list[str]:
        return self.state.depot.pool
