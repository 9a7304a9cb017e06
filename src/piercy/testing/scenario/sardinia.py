"""Positions of 1865.

Nothing is launched, the draft is over and phase 2 has begun. Certificates that are not named lie in the
initial offer; trains that must have been sold by now are gone. Players sit in the order of their names here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from piercy.core import registry
from piercy.core.game import Game, begun_under
from piercy.rail.board import place_token, remove_token
from piercy.rail.money import Purse
from piercy.rail.stock.holdings import PRESIDENT, held
from piercy.rail.stock.market import put_on
from piercy.rail.trains import new_trains
from piercy.testing.scenario.base import Scenario
from piercy.titles.sardinia.book import Book
from piercy.titles.sardinia.draft import draft_order
from piercy.titles.sardinia.shares import share_facts, sold_shares
from piercy.titles.sardinia.state import TURN, Absorption, SardiniaState, rulings
from piercy.titles.sardinia.title import Sardinia


class SardiniaScenario(Scenario[SardiniaState]):
    """Companies at the same price are stacked in the order in which they are named."""

    steps = TURN

    def __init__(self, base: Game) -> None:
        super().__init__(base)
        assert isinstance(base.title, Sardinia)
        self.facts: Book = base.title.facts

    def opening(self) -> Self:
        """The draft is over, and the first named has the priority."""
        state, names = self.state, self._setup.players
        state.players = {name: state.players[name] for name in names}
        state.priority = names[0]
        state.draft = []
        state.gone_maritimes, state.maritimes = state.maritimes, []
        return self.phase(2)

    def phase(self, number: int) -> Self:
        """The phase, from 1."""
        self.state.phase = number
        return self

    def priority(self, player: str) -> Self:
        """Who has the first turn in the next stock round."""
        self.state.priority = player
        return self

    def rulings(self, options: Mapping[str, Any]) -> Self:
        """The answers to the open questions of the rulebook, those of an older version too."""
        self.state.rulings = rulings(options)
        return self

    def operating_round(self, number: int) -> Self:
        """How many operating rounds of the set have begun."""
        self.state.operating_round = number
        return self

    def ending(self, reason: str = "bank_broken") -> Self:
        """Why this set is the last."""
        self.state.ending = reason
        return self

    def company(
        self,
        name: str,
        price: int,
        president: str,
        singles: Mapping[str, int] | None = None,
        *,
        major: bool = False,
        pool: int = 0,
        dragons: int = 0,
        floated: bool = True,
        operated: bool = True,
        cash: int = 0,
        traffic: int = 0,
        row: int | None = None,
        trains: Sequence[str] = (),
        tokens: Sequence[str] = (),
        charter: int | None = None,
        maritimes: Sequence[str] = (),
        loans: int = 0,
    ) -> Self:
        """Launch a company. ``tokens`` are its tokens beside the home; the rest is on the charter."""
        state, facts = self.state, self.facts
        company = state.companies[name]
        company.major, company.president = major, president
        company.shares |= {**(singles or {}), president: (singles or {}).get(president, 0) + PRESIDENT}
        company.pool, company.dragons, company.traffic, company.loans = pool, dragons, traffic, loans
        company.floated, company.operated = floated, floated and operated
        company.row = (state.phase if row is None else row) if floated else 0
        company.offer = share_facts(facts, company).singles + 2 - sold_shares(company)
        assert company.offer >= 0, f"{name} has too many certificates"
        put_on(state, name, facts.prices.index(price))
        for place in tokens:
            place_token(state.board, place, 0, name)
        owned = facts.sums.tokens if major else facts.sums.minor_tokens
        company.tokens = (owned - 1 - len(tokens) if charter is None else charter) if floated else 0
        for card in maritimes:
            state.gone_maritimes.remove(card)
            company.maritimes.append(card)
        return self.cash(name, cash).trains(name, *trains)

    def absorbed(self, name: str) -> Self:
        """The company has been absorbed and may come back."""
        state = self.state
        company = state.companies[name]
        state.board.tokens[company.home].remove((name, 0))
        company.home, company.major, company.offer = "", True, self.facts.major.singles
        return self

    def without_home(self, name: str) -> Self:
        """The company has lost its home, and nothing else."""
        self.state.companies[name].home = ""
        return self

    def row(self, name: str, row: int) -> Self:
        """The phase row of a company's rank marker."""
        self.state.companies[name].row = row
        return self

    def marker(self, hex_name: str, *companies: str) -> Self:
        """Tokens that come from nobody's charter."""
        self.state.board.tokens[hex_name] += [(name, 0) for name in companies]
        return self

    def maritimes(self, player: str, *cards: str) -> Self:
        """Give maritime cards to a player."""
        for card in cards:
            self.state.gone_maritimes.remove(card)
            self.state.players[player].maritimes.append(card)
        return self

    def maritime_moved(self, card: str, owner: str, to: str) -> Self:
        """A maritime card goes from one company to another, whatever the rules say."""
        self.state.companies[owner].maritimes.remove(card)
        self.state.companies[to].maritimes.append(card)
        return self

    def certificates(
        self, name: str, *, offer: int = 0, pool: int = 0, dragons: int = 0, **singles: int
    ) -> Self:
        """Certificates of a company that somebody gets, or gives up where the number is negative."""
        company = self.state.companies[name]
        company.offer += offer
        company.pool += pool
        company.dragons += dragons
        for player, number in singles.items():
            company.shares[player] = held(company, player) + number
        return self

    def scrapped(self, company: str, *trains: str) -> Self:
        """Trains that a company has lost."""
        for train in trains:
            self.state.companies[company].trains.remove(train)
            self.state.depot.gone.append(train)
        return self

    def gone(self, *trains: str) -> Self:
        """Trains of the pile that have left the game."""
        for train in trains:
            self._take_train(train)
            self.state.depot.gone.append(train)
        return self

    def drafting(self) -> Self:
        """Phase 1, before the draft of the maritime cards."""
        state = self.state
        state.maritimes, state.gone_maritimes = state.gone_maritimes, []
        state.draft = draft_order(list(state.players))
        return self.phase(1)

    def between_rounds(self) -> Self:
        """Nothing of the round that was played is left to be done."""
        state = self.state
        state.turn = state.deal = state.forced = state.absorption = None
        state.discarding, state.operated, state.operating_round, state.draft = [], [], 0, []
        return self

    def absorption(self, acquirer: str, target: str) -> Self:
        """An absorption has been paid, and the tokens are to be sorted out."""
        self.state.absorption = Absorption(acquirer, target)
        return self

    def map(self, tiles: Mapping[str, tuple[str, int]], tokens: Mapping[str, Sequence[str]]) -> Self:
        """Nothing but these tiles, and these hexes with tokens of each company; the supply is not asked."""
        board = self.state.board
        board.tiles, board.tokens = dict(tiles), {}
        for company, places in tokens.items():
            for hex_name in places:
                place_token(board, hex_name, 0, company)
            self.state.companies[company].tokens = self.facts.sums.tokens - len(places)
        return self

    def token_gone(self, company: str, *hexes: str) -> Self:
        """Tokens of a company that are no longer on the map."""
        for hex_name in hexes:
            remove_token(self.state.board, hex_name, 0, company)
        return self

    def loans(self, player: str, number: int) -> Self:
        """Personal loans of a player; the cash he got for them is his already, or spent."""
        self.state.players[player].loans = number
        return self

    def next_train(self, kind: str) -> Self:
        """All trains before the named one have been sold and are gone."""
        depot = self.state.depot
        sold = depot.stack[: new_trains(depot).index(kind)]
        depot.gone += sold
        del depot.stack[: len(sold)]
        return self

    def _settle(self, state: SardiniaState) -> None:
        """Sell the trains that must have been sold by now, and turn over what nobody has launched."""
        facts, depot = self.facts, state.depot
        early = [train for train in depot.stack if facts.trains[train].phase < state.phase]
        depot.stack[:] = depot.stack[len(early) :]
        opener = f"PH{state.phase}"
        held = [train for company in state.companies.values() for train in company.trains]
        if 2 < state.phase < 7 and opener not in held + depot.pool + depot.gone:
            early.append(depot.stack.pop(0))
        depot.gone += early
        for company in state.companies.values():
            if state.phase >= 5 and company.president is None and not company.major:
                company.major = True
                company.offer = facts.major.singles

    def purse(self, name: str) -> Purse:
        state = self.state
        return state.players[name] if name in state.players else state.companies[name]

    def _take_token(self, company: str, place: str) -> None:
        if self.state.companies[company].tokens < 1:
            raise ValueError(f"{company} has no token left for {place}")
        self.state.companies[company].tokens -= 1

    def _take_train(self, train: str) -> None:
        depot = self.state.depot
        if train == depot.endless:
            depot.drawn += 1
        else:
            depot.stack.remove(train)

    def _trains_of(self, company: str) -> list[str]:
        return self.state.companies[company].trains

    def _pool(self) -> list[str]:
        return self.state.depot.pool


def scenario(
    title: str,
    *,
    players: tuple[str, ...],
    seed: int,
    options: Mapping[str, object],
    version: int | None = None,
) -> SardiniaScenario:
    """The draft is over and nothing has been launched."""
    latest = registry.title(title).rules_version
    game = begun_under(version or latest, title, players=players, seed=seed, options=options)
    return SardiniaScenario(game).opening()
