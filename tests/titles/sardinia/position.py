"""Positions of 1865 for tests, put in place in a readable way.

::

    game = (
        position(players=3)                # Alan, Bob and Carl, in this order
        .phase(4)
        .cash("Alan", 500)
        .company("FMS", 100, "Alan", {"Alan": 1, "Bob": 1}, dragons=1, trains=["PH3"], tokens=["F32"])
        .tiles("F34 8@3, F32 173@0")
        .begin("stock")                    # or prelude, operating, draft
    )

Nothing appears or vanishes: money comes from the bank, tiles from the supply, trains from the pile, and the
certificates that are not named lie in the initial offer. Trains that must have been sold by now are gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from piercy.core import plain
from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.events import Event
from piercy.core.flow import Context
from piercy.core.game import Game, Setup
from piercy.core.record import Record
from piercy.core.title import Title
from piercy.rail.board import place_token
from piercy.rail.money import Purse, pay
from piercy.titles.sardinia import market
from piercy.titles.sardinia.shares import share_facts, sold_shares
from piercy.titles.sardinia.state import Company, SardiniaState
from piercy.titles.sardinia.title import Sardinia, ShortSardinia

INCOMES = ("no_revenue", "dividend_paid", "revenue_withheld")
NAMES = ("Alan", "Bob", "Carl", "Dora")
FULL, SHORT = Sardinia(), ShortSardinia()


class Position:
    """A position in the making. Every method but ``begin`` changes it and gives it back."""

    def __init__(
        self, title: Sardinia, players: int, options: Mapping[str, object], version: int | None
    ) -> None:
        names = NAMES[:players]
        self.title = title
        self._setup = Setup(
            title.id, names, 0, title.read_options(options, version), version or title.rules_version
        )
        self.state = title.setup(names, self._setup.options, Chance(0))
        self.state.players = {name: self.state.players[name] for name in names}
        self.state.priority = names[0]
        self.state.draft = []
        self.state.gone_maritimes, self.state.maritimes = self.state.maritimes, []
        self.state.phase = 2

    def phase(self, number: int) -> Position:
        self.state.phase = number
        return self

    def priority(self, player: str) -> Position:
        self.state.priority = player
        return self

    def cash(self, player: str, amount: int) -> Position:
        """Set a player's money; the bank takes or gives the difference."""
        self._fill(self.state.players[player], amount)
        return self

    def treasury(self, company: str, amount: int) -> Position:
        self._fill(self.state.companies[company], amount)
        return self

    def bank(self, amount: int, *, against: str) -> Position:
        """Set the money of the bank; the named player takes or gives the difference."""
        self.state.players[against].cash += self.state.bank.cash - amount
        self.state.bank.cash = amount
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
    ) -> Position:
        """Launch a company. ``tokens`` are its tokens beside the home; the rest is on the charter.

        Companies at the same price are stacked in the order in which they are named.
        """
        state, facts = self.state, self.title.facts
        company = state.companies[name]
        company.major, company.president = major, president
        company.singles.update(singles or {})
        company.pool, company.dragons = pool, dragons
        company.floated, company.operated = floated, floated and operated
        company.row = (state.phase if row is None else row) if floated else 0
        company.traffic, company.loans = traffic, loans
        company.offer = share_facts(facts, company).singles + 2 - sold_shares(company)
        assert company.offer >= 0, f"{name} has too many certificates"
        market.place(state, name, next(i for i, cell in enumerate(facts.cells) if cell.price == price))
        self._fill(company, cash)
        for place in tokens:
            place_token(state.board, place, 0, name)
        owned = facts.sums.tokens if major else facts.sums.minor_tokens
        company.tokens = (owned - 1 - len(tokens) if charter is None else charter) if floated else 0
        for train in trains:
            if train != "PH7":
                state.depot.stack.remove(train)
            company.trains.append(train)
        for card in maritimes:
            state.gone_maritimes.remove(card)
            company.maritimes.append(card)
        return self

    def absorbed(self, name: str) -> Position:
        """The company has been absorbed and may come back."""
        state = self.state
        company = state.companies[name]
        state.board.tokens[company.home].remove((name, 0))
        company.home, company.major, company.offer = "", True, self.title.facts.major.singles
        return self

    def maritimes(self, player: str, *cards: str) -> Position:
        for card in cards:
            self.state.gone_maritimes.remove(card)
            self.state.players[player].maritimes.append(card)
        return self

    def pool(self, *trains: str) -> Position:
        """Put trains of the pile into the pool."""
        for train in trains:
            self.state.depot.stack.remove(train)
            self.state.depot.market.append(train)
        return self

    def next_train(self, kind: str) -> Position:
        """All trains before the named one have been sold and are gone."""
        depot = self.state.depot
        sold = depot.stack[: depot.stack.index(kind)]
        depot.gone += sold
        del depot.stack[: len(sold)]
        return self

    def tiles(self, layout: str) -> Position:
        """Lay tiles, written ``F34 8@3, F32 173@0``."""
        state = self.state
        for item in layout.split(","):
            name, laid = item.split()
            tile, rotation = laid.split("@")
            if old := state.board.tiles.get(name):
                state.supply[old[0]] += 1
            state.supply[tile] -= 1
            assert state.supply[tile] >= 0, f"no tile {tile} is left for {name}"
            state.board.tiles[name] = (tile, int(rotation))
        return self

    def still(self) -> SardiniaState:
        """The position as it stands, with no round begun.

        :raises ValueError: something has appeared or vanished.
        """
        state = plain.copy(self.state)
        self._settle(state)
        wrong = {what: pair for what, pair in self.title.conserved(state).items() if pair[0] != pair[1]}
        if wrong:
            raise ValueError(f"not conserved (wanted, found): {wrong}")
        return state

    def begin(self, round_name: str) -> Game:
        """The game at the beginning of a round, with all that happens by itself."""
        state = self.still()
        state.flow.round = round_name
        ctx = Context(state)
        self.title.referee.open(ctx)
        return Game(self._setup, Record(self.title, plain.copy(state), tuple(ctx.events), state))

    def _fill(self, purse: Purse, amount: int) -> None:
        pay(purse, self.state.bank, purse.cash)
        pay(self.state.bank, purse, amount)

    def _settle(self, state: SardiniaState) -> None:
        """Sell the trains that must have been sold by now, and turn over what nobody has launched."""
        facts, depot = self.title.facts, state.depot
        early = [train for train in depot.stack if facts.trains[train].phase < state.phase]
        depot.stack[:] = depot.stack[len(early) :]
        opener = f"PH{state.phase}"
        held = [train for company in state.companies.values() for train in company.trains]
        if 2 < state.phase < 7 and opener not in held + depot.market + depot.gone:
            early.append(depot.stack.pop(0))
        depot.gone += early
        for company in state.companies.values():
            if state.phase >= 5 and company.president is None and not company.major:
                company.major = True
                company.offer = facts.major.singles


def position(
    players: int = 3, *, short: bool = False, version: int | None = None, **options: object
) -> Position:
    """Nothing launched, the draft behind us, phase 2; a game of the latest rules version if none is named."""
    return Position(SHORT if short else FULL, players, options, version)


def state_of(game: Game) -> SardiniaState:
    state = game.state
    assert isinstance(state, SardiniaState)
    return state


def company_of(game: Game, name: str) -> Company:
    return state_of(game).companies[name]


def price_of(game: Game, name: str) -> int:
    title: Title[SardiniaState] = game.title
    assert isinstance(title, Sardinia)
    return market.price(title.facts, state_of(game), name)


def owned(game: Game, player: str, company: str) -> tuple[bool, int]:
    """Whether the player is president, and his singles."""
    charter = company_of(game, company)
    return charter.president == player, charter.singles[player]


def events(game: Game, *keys: str) -> list[Event]:
    """The events with one of the keys, of the whole story."""
    return [event for event in game.log if event.key in keys]


def incomes(game: Game) -> list[int]:
    """What companies earned, in the order in which they did."""
    return [event.fields.get("revenue", 0) for event in events(game, *INCOMES)]


def broken_rule(game: Game, action: Action) -> str:
    """The rule by which the action is refused; nothing changes."""
    before = game.digest()
    with pytest.raises(IllegalAction) as refusal:
        game.apply(action)
    assert game.digest() == before
    return refusal.value.rule


def play(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = game.apply(action)
    return game
