"""Positions of 18CZ, in all its variants.

``turn`` begins a position in the turn of a company, ``stock_round`` one in a stock round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from piercy.core.game import new_game
from piercy.rail.board import place_token, remove_token, token_places
from piercy.rail.stock.market import put_on, take_off
from piercy.rail.trains import take_new
from piercy.testing.scenario.cz_rounds import CzRounds
from piercy.titles.cz.phases import card_sold
from piercy.titles.cz.state import Company, card_of, player_shares


class CzScenario(CzRounds):
    """Players are in the order of their names; the first runs what nobody else is said to run."""

    def gone(self, *letters: str) -> Self:
        """Cards of the stack that have left the game."""
        for letter in letters:
            self.state.depot.stack.remove(letter)
            self.state.depot.gone.append(letter)
        return self

    def card_sold(self, train: str, company: str | None = None) -> Self:
        """The card on sale is sold as this train, with all that follows; bought by nobody, it is gone."""
        card = take_new(self.state.depot)
        if card != card_of(train):
            raise ValueError(f"the card on sale is {card}, which is no {train}")
        if company is None:
            self.state.depot.gone.append(card)
        else:
            self.state.companies[company].trains.append(train)
        card_sold(self.facts, self.context(), train)
        return self

    def scrapped(self, company: str, *trains: str) -> Self:
        """Trains that a company has lost."""
        for train in trains:
            self.state.companies[company].trains.remove(train)
            self.state.depot.gone.append(train)
        return self

    def obsolete(self, *types: str) -> Self:
        """Types of trains that have been made obsolete."""
        self.state.obsolete += types
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
        company.shares, company.president = dict(shares), next(iter(shares))
        company.par = par or price
        put_on(self.state, name, self.facts.cell_of[price])
        if player_shares(company) >= size.opens:
            company.open = True
            company.tokens = size.tokens
            self.cash(name, company.par * size.shares if cash is None else cash)
        return self

    def shares(self, name: str, **held: int) -> Self:
        """Who holds how many shares of a company."""
        self.state.companies[name].shares = dict(held)
        return self

    def president(self, name: str, player: str) -> Self:
        """Who runs a company, whatever the shares say."""
        self.state.companies[name].president = player
        return self

    def price(self, name: str, price: int) -> Self:
        """The share price; the marker comes there last."""
        put_on(self.state, name, self.facts.cell_of[price])
        return self

    def closed(self, name: str, *, opened: bool = False) -> Self:
        """A company that has left the game, after it had opened or before."""
        self.state.companies[name].open, self.state.companies[name].closed = opened, True
        return self

    def never_started(self, name: str) -> Self:
        """Take back a company that was dealt out; its cards lie on the stack again."""
        company = self.state.companies[name]
        self.state.depot.stack[:0] = [card_of(train) for train in company.trains]
        take_off(self.state, name)
        self.state.companies[name] = Company()
        return self

    def unopened(self, name: str) -> Self:
        """A company that has not opened; its home token is not on the map."""
        company, board = self.state.companies[name], self.state.board
        for hex_name, city in token_places(board, name):
            remove_token(board, hex_name, city, name)
        company.open, company.operated, company.tokens = False, False, 0
        return self

    def operated(self, name: str) -> Self:
        """A company that has been on turn; ``home`` has put its home token on the map."""
        company = self.state.companies[name]
        company.operated = True
        company.tokens -= 1
        return self

    def without_tokens(self, name: str) -> Self:
        """A company whose charter is empty."""
        self.state.companies[name].tokens = 0
        return self

    def last_revenue(self, name: str, revenue: int) -> Self:
        """What a company earned when it last had a turn."""
        self.state.companies[name].revenue = revenue
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

    def acquired(self, name: str, places: str = "", *, taken: int = 0) -> Self:
        """A company that has acquired others, which have left the game, with the tokens it took over.

        ``places`` are such tokens on the map, each of another small company; its charter has ``taken`` more.
        """
        self.state.companies[name].acquirer = True
        self.state.companies[name].taken_tokens += taken
        for place in places.split():
            gone = next(company for other, company in self.state.companies.items() if self._unused(other))
            gone.open = gone.closed = True
            self.marker(place, name)
            self.state.companies[name].taken_tokens += self.facts.sizes["small"].tokens - 1
        return self

    def local(self, name: str, owner: str | None, *, used: bool = False, closed: bool = False) -> Self:
        """Give a Local to a company or a player; None: it is still on offer."""
        local = self.state.locals[name]
        local.owner, local.with_company = owner, owner in self.state.companies
        local.used, local.closed = used, closed
        return self

    def _unused(self, name: str) -> bool:
        company = self.state.companies[name]
        return company.president is None and not company.closed and self.facts.companies[name].size == "small"


def scenario(title: str, *, players: tuple[str, ...], seed: int, options: Mapping[str, object]) -> CzScenario:
    """The start of a game."""
    return CzScenario(new_game(title, players=players, seed=seed, options=options))
