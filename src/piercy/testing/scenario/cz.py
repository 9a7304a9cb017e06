"""Positions of 18CZ, in all its variants.

``turn`` begins a position in the turn of a company, ``stock_round`` one in a stock round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.rail.board import BARE, place_token
from piercy.rail.money import Purse
from piercy.testing.scenario.base import Scenario
from piercy.titles.cz.book import Book
from piercy.titles.cz.market import put_marker
from piercy.titles.cz.state import Company, CzState, Turn, card_of, player_shares
from piercy.titles.cz.stations import home_cities
from piercy.titles.cz.title import Cz


class CzScenario(Scenario[CzState]):
    """Players are in the order of their names; the first runs what nobody else is said to run."""

    steps = ("home", "track", "token", "run", "dividend", "acquire", "trains")

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

    def phase(self, letter: str, *, card_sold: bool = True) -> Self:
        """The phase of the letter: all earlier cards are gone, unless no card is to be moved."""
        self.state.phase = letter
        depot = self.state.depot
        while card_sold and depot.stack and depot.stack[0] < letter:
            depot.gone.append(depot.stack.pop(0))
        return self

    def gone(self, *letters: str) -> Self:
        """Cards of the stack that have left the game."""
        for letter in letters:
            self.state.depot.stack.remove(letter)
            self.state.depot.gone.append(letter)
        return self

    def obsolete(self, *types: str) -> Self:
        """Types of trains that have been made obsolete."""
        self.state.obsolete += types
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

    def loan(self, player: str, amount: int, penalty: int | None = None) -> Self:
        """What a player owes, and will pay for it at the end."""
        debtor = self.state.players[player]
        debtor.loan, debtor.penalty = amount, amount if penalty is None else penalty
        return self

    def company(
        self,
        name: str,
        *,
        price: int | None = None,
        par: int | None = None,
        president: str | None = None,
        cash: int | None = None,
        operated: bool = True,
        tokens: str = "",
        **shares: int,
    ) -> Self:
        """A company that has been started, with the holders of its shares; the first is its president.

        Without shares it is open, run by the first player or by the president named, and has been on turn.
        With shares it is open if enough of it is held, and has not been on turn.
        """
        if not shares:
            self._open(name, president or self.state.order[0], cash or 0)
            if operated:
                self._settle_home(name)
            return self.tokens(name, tokens)
        size, company = self.facts.size(name), self.state.companies[name]
        assert price is not None, f"no price for {name}"
        company.shares, company.director = dict(shares), next(iter(shares))
        company.par = par or price
        put_marker(self.context(), name, self.facts.cell_of[price])
        if player_shares(company) >= size.opens:
            company.open = True
            company.markers = size.markers
            self.cash(name, company.par * size.shares if cash is None else cash)
        return self

    def shares(self, name: str, **held: int) -> Self:
        """Who holds how many shares of a company."""
        self.state.companies[name].shares = dict(held)
        return self

    def president(self, name: str, player: str) -> Self:
        """Who runs a company, whatever the shares say."""
        self.state.companies[name].director = player
        return self

    def price(self, name: str, price: int) -> Self:
        """The share price; the marker keeps its place among those that came before."""
        self.state.companies[name].cell = self.facts.cell_of[price]
        return self

    def closed(self, name: str) -> Self:
        """A company that has left the game."""
        self.state.companies[name].closed = True
        return self

    def never_started(self, name: str) -> Self:
        """Take back a company that was dealt out; its cards lie on the stack again."""
        company = self.state.companies[name]
        self.state.depot.stack[:0] = [card_of(train) for train in company.trains]
        self.state.companies[name] = Company()
        return self

    def queue(self, *names: str) -> Self:
        """The companies that have their turn after the one on turn."""
        self.state.queue = list(names)
        return self

    def earned(self, revenue: int) -> Self:
        """What the company on turn has earned with its trains."""
        self.state.turn.revenue = revenue
        return self

    def home(self, name: str, place: str) -> Self:
        """Say where a home token stands: the red hex, or the city of a double city."""
        board = self.state.board
        for tokens in board.tokens.values():
            tokens[:] = [token for token in tokens if token[0] != name]
        return self.marker(place, name)

    def marker(self, place: str, name: str) -> Self:
        """A token that comes from nobody's charter."""
        hex_name, _, city = place.partition(":")
        place_token(self.state.board, hex_name, int(city or 0), name)
        return self

    def acquired(self, name: str, places: str = "") -> Self:
        """A company that has acquired others, which have left the game, with the tokens it took over."""
        self.state.companies[name].acquirer = True
        for place in places.split():
            gone = next(company for other, company in self.state.companies.items() if self._unused(other))
            gone.open = gone.closed = True
            self.marker(place, name)
            self.state.companies[name].taken_markers += self.facts.sizes["small"].markers - 1
        return self

    def local(self, name: str, owner: str | None, *, used: bool = False, closed: bool = False) -> Self:
        """Give a Local to a company or a player; None: it is still on offer."""
        local = self.state.locals[name]
        local.owner, local.with_company = owner, owner in self.state.companies
        local.used, local.closed = used, closed
        return self

    def _go_on(self, ctx: Context[CzState]) -> None:
        """A step of a turn is entered as in play."""
        if not ctx.state.flow.begun:
            self.title.referee.resume(ctx)

    def _open(self, name: str, president: str, cash: int) -> None:
        company, size = self.state.companies[name], self.facts.size(name)
        company.director, company.shares = president, {president: size.opens}
        company.par = size.pars[0]
        company.cell = self.facts.cell_of[company.par]
        self.state.arrivals += 1
        company.arrival = self.state.arrivals
        company.open, company.closed = True, False
        company.markers = size.markers
        self.cash(name, cash)

    def _settle_home(self, name: str) -> Self:
        company = self.state.companies[name]
        company.operated = True
        company.markers -= 1
        if not self.facts.companies[name].red_tile:
            home, cities = home_cities(self.facts, self.state, name)
            place_token(self.state.board, home, cities[0] if cities else BARE, name)
        return self

    def _unused(self, name: str) -> bool:
        company = self.state.companies[name]
        return company.director is None and not company.closed and self.facts.companies[name].size == "small"

    def _purse(self, name: str) -> Purse:
        state = self.state
        return state.players[name] if name in state.players else state.companies[name]

    def _take_token(self, company: str, place: str) -> None:
        if self.state.companies[company].markers < 1:
            raise ValueError(f"{company} has no token left for {place}")
        self.state.companies[company].markers -= 1

    def _take_train(self, train: str) -> None:
        """The card comes from those gone, or the stack, or the endless supply."""
        depot, card = self.state.depot, card_of(train)
        if card in depot.gone:
            depot.gone.remove(card)
        elif card in depot.stack:
            depot.stack.remove(card)
        else:
            depot.endless_drawn += 1

    def _trains_of(self, company: str) -> list[str]:
        return self.state.companies[company].trains

    def _pool(self) -> list[str]:
        return self.state.depot.pool


def scenario(title: str, *, players: tuple[str, ...], seed: int, options: Mapping[str, object]) -> CzScenario:
    """The start of a game."""
    return CzScenario(new_game(title, players=players, seed=seed, options=options))
