"""Positions in a stock round, put in place in a readable way.

::

    game = (
        table(players=4)
        .phase("b")
        .cash(Ada=300, Bruno=20)
        .company("MW", price=65, Ada=2, Bruno=1)    # shares; the first named is the Director
        .local("S1", "Ada")
        .game()                                     # Ada is on turn
    )

The stock round is the second of the game, so that shares may be sold; ``stock_round(1)`` makes it the first.
Nothing appears or vanishes: money comes from the bank, train cards go from the stack.
"""

from __future__ import annotations

from piercy.core import plain
from piercy.core.actions import Pass
from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.rail.actions import BuyShare, SellShares
from piercy.rail.money import pay
from piercy.testing.conformance import player_names
from piercy.titles.cz.actions import StartCompany
from piercy.titles.cz.book import BOHEMIA, MORAVIA, STANDARD, Book, book
from piercy.titles.cz.market import put_marker
from piercy.titles.cz.state import CzState, player_shares, price_of

ADA, BRUNO, CARLA, DARIO = player_names(4)
BOOKS = {"18cz": STANDARD, "18cz-bohemia": BOHEMIA, "18cz-moravia": MORAVIA}


class StockPosition:
    """A position in the making. Every method but ``game`` changes it and gives it back."""

    def __init__(self, title: str, players: int, **options: object) -> None:
        self._fresh = new_game(title, players=player_names(players), seed=1, options=options)
        self.state: CzState = plain.copy(self._fresh.state)
        self.facts: Book = book(BOOKS[title])
        state = self.state
        state.order = list(state.players)
        state.flow.round, state.flow.step, state.flow.begun = "stock", 0, True
        state.set_number, state.player_turn, state.auction = 1, 0, None

    def stock_round(self, number: int) -> StockPosition:
        self.state.set_number = number - 1
        return self

    def phase(self, letter: str) -> StockPosition:
        """The phase of the letter: all earlier cards are gone."""
        self.state.phase = letter
        depot = self.state.depot
        while depot.stack and depot.stack[0] < letter:
            depot.gone.append(depot.stack.pop(0))
        return self

    def cash(self, **amounts: int) -> StockPosition:
        for name, amount in amounts.items():
            purse = self.state.players[name]
            pay(purse, self.state.bank, purse.cash)
            pay(self.state.bank, purse, amount)
        return self

    def loan(self, player: str, amount: int) -> StockPosition:
        debtor = self.state.players[player]
        debtor.loan = debtor.penalty = amount
        return self

    def order(self, *names: str) -> StockPosition:
        self.state.order = list(names)
        return self

    def local(self, name: str, owner: str) -> StockPosition:
        local = self.state.locals[name]
        local.owner, local.with_company = owner, owner in self.state.companies
        return self

    def company(self, name: str, *, price: int, par: int | None = None, **shares: int) -> StockPosition:
        """A started company; it is open if enough of it is held."""
        size, company = self.facts.size(name), self.state.companies[name]
        company.shares = dict(shares)
        company.director = next(iter(shares))
        company.par = par or price
        put_marker(Context(self.state), name, self.facts.cell_of[price])
        if player_shares(company) >= size.opens:
            company.open = True
            company.markers = size.markers
            pay(self.state.bank, company, company.par * size.shares)
        return self

    def game(self) -> Game:
        title, state = self._fresh.title, plain.copy(self.state)
        wrong = {name: pair for name, pair in title.conserved(state).items() if pair[0] != pair[1]}
        assert not wrong, f"not conserved (wanted, found): {wrong}"
        return Game(self._fresh.setup, Record(title, plain.copy(state), (), state))


def table(title: str = "18cz", *, players: int = 3, **options: object) -> StockPosition:
    """The second stock round of a game in which nothing has happened yet; Ada is first in order."""
    return StockPosition(title, players, **options)


def fresh(players: int = 3, *, title: str = "18cz", seed: int = 1, **options: object) -> Game:
    return new_game(title, players=player_names(players), seed=seed, options=options)


def start(game: Game, company: str, price: int) -> Game:
    return game.apply(StartCompany(str(game.actor), company, price))


def buy(game: Game, company: str) -> Game:
    return game.apply(BuyShare(str(game.actor), company))


def sell(game: Game, company: str, count: int = 1) -> Game:
    return game.apply(SellShares(str(game.actor), company, count))


def passes(game: Game, count: int = 1) -> Game:
    for _ in range(count):
        game = game.apply(Pass(str(game.actor)))
    return game


def to_first_stock_round(game: Game) -> Game:
    while game.state.flow.round == "prestock":
        game = passes(game)
    return game


def price(game: Game, company: str) -> int:
    """The current share price."""
    return price_of(book(BOOKS[game.setup.title]), game.state.companies[company])
