"""Questions to a position, the same for every title, so that tests need not know how a state is built.

::

    cash(game, "Ada"), cash(game, "MW"), cash(game, BANK)
    trains(game, "MW") == ["2a", "2a"]
    holding(game, "Ada", "MW") == 3

A question that a title cannot answer, such as the share price where there is no market, is a ``TypeError``.
What only one title knows is asked in the module of its positions.
"""

from __future__ import annotations

from typing import Any, Protocol

from piercy.core.game import Game
from piercy.rail.board import token_places
from piercy.titles.cz import state as cz
from piercy.titles.cz.title import Cz
from piercy.titles.sardinia import market
from piercy.titles.sardinia import shares as sardinia_shares
from piercy.titles.sardinia import state as sardinia
from piercy.titles.sardinia.title import Sardinia
from piercy.titles.short1856 import state as short
from piercy.titles.short1856.book import book as short_book

BANK = "bank"
Place = tuple[str, int]


class Answers(Protocol):
    """What a title's state can be asked."""

    def cash(self, name: str) -> int: ...
    def president(self, company: str) -> str | None: ...
    def holding(self, player: str, company: str) -> int: ...
    def certificates(self, player: str) -> int: ...
    def price(self, company: str) -> int: ...
    def trains(self, company: str) -> list[str]: ...
    def tokens_left(self, company: str) -> int: ...
    def floated(self, company: str) -> bool: ...
    def operated(self, company: str) -> bool: ...
    def loan(self, name: str) -> int: ...
    def depot(self) -> list[str]: ...
    def pool(self) -> list[str]: ...
    def gone(self) -> list[str]: ...
    def phase(self) -> str: ...
    def on_turn(self) -> str | None: ...
    def companies(self) -> list[str]: ...


def cash(game: Game, name: str) -> int:
    """The money of a player, of a company, or of the bank."""
    return game.state.bank.cash if name == BANK else _answers(game).cash(name)


def president(game: Game, company: str) -> str | None:
    """Who runs a company; None: nobody yet, or no longer."""
    return _answers(game).president(company)


def holding(game: Game, player: str, company: str) -> int:
    """The shares that a player has, those of the president's certificate included."""
    return _answers(game).holding(player, company)


def certificates(game: Game, player: str) -> int:
    """How many certificates count against a player's limit."""
    return _answers(game).certificates(player)


def price(game: Game, company: str) -> int:
    """The current share price; 0 before a company has one."""
    return _answers(game).price(company)


def trains(game: Game, company: str) -> list[str]:
    """A company's trains, in the order in which they came."""
    return list(_answers(game).trains(company))


def tokens_left(game: Game, company: str) -> int:
    """The tokens on a company's charter."""
    return _answers(game).tokens_left(company)


def tokens_of(game: Game, company: str) -> list[Place]:
    """Where a company's tokens stand, as hex and city."""
    return token_places(game.state.board, company)


def tokens_on(game: Game, name: str) -> list[tuple[str, int]]:
    """The tokens on a hex, as company and city, in the order in which they came."""
    return list(game.state.board.tokens.get(name, ()))


def tile_on(game: Game, name: str) -> tuple[str, int] | None:
    """The tile that was laid on a hex, and its rotation."""
    found: tuple[str, int] | None = game.state.board.tiles.get(name)
    return found


def tiles_laid(game: Game) -> dict[str, tuple[str, int]]:
    """All hexes with a laid tile."""
    return dict(game.state.board.tiles)


def copies_left(game: Game, tile: str) -> int:
    """How many copies of a tile can still be laid."""
    left: int = game.state.supply[tile]
    return left


def floated(game: Game, company: str) -> bool:
    """Whether a company has its capital and may operate."""
    return _answers(game).floated(company)


def operated(game: Game, company: str) -> bool:
    """Whether a company has begun, in 1865 completed, its first turn."""
    return _answers(game).operated(company)


def loan(game: Game, name: str) -> int:
    """What a player or company owes: money in 18CZ, a number of loans in 1865."""
    return _answers(game).loan(name)


def depot(game: Game) -> list[str]:
    """The new trains that are left, the next one first."""
    return list(_answers(game).depot())


def pool(game: Game) -> list[str]:
    """The used trains that may be bought."""
    return list(_answers(game).pool())


def gone(game: Game) -> list[str]:
    """The trains that have left the game."""
    return list(_answers(game).gone())


def phase(game: Game) -> str:
    """The name of the phase."""
    return _answers(game).phase()


def round_name(game: Game) -> str:
    """The round that is played."""
    name: str = game.state.flow.round
    return name


def step_name(game: Game) -> str:
    """The step of the round that is played, by the name of its class; empty between turns."""
    flow = game.state.flow
    steps = game.title.rounds[flow.round].steps
    return type(steps[flow.step]).__name__ if flow.step < len(steps) else ""


def on_turn(game: Game) -> str | None:
    """The company whose turn it is in an operating round."""
    return _answers(game).on_turn()


def companies(game: Game) -> list[str]:
    """The companies of the game."""
    return _answers(game).companies()


def _answers(game: Game) -> Answers:
    state: Any = game.state
    if isinstance(state, short.ShortState):
        return _Short(state)
    if isinstance(state, cz.CzState):
        assert isinstance(game.title, Cz)
        return _Cz(game.title, state)
    if isinstance(state, sardinia.SardiniaState):
        assert isinstance(game.title, Sardinia)
        return _Sardinia(game.title, state)
    raise TypeError(f"nobody knows what to ask of a {type(state).__name__}")


class _Short:
    def __init__(self, state: short.ShortState) -> None:
        self._state = state

    def cash(self, name: str) -> int:
        """A company's purse is its player's."""
        owner = self._state.companies[name].owner if name in self._state.companies else name
        return self._state.players[owner].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].owner

    def holding(self, player: str, company: str) -> int:
        raise TypeError("the 1856 short game has no shares")

    def certificates(self, player: str) -> int:
        raise TypeError("the 1856 short game has no certificates")

    def price(self, company: str) -> int:
        raise TypeError("the 1856 short game has no market")

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].markers

    def floated(self, company: str) -> bool:
        return company in self._state.companies

    def operated(self, company: str) -> bool:
        raise TypeError("the 1856 short game does not remember who has operated")

    def loan(self, name: str) -> int:
        raise TypeError("the 1856 short game has no loans")

    def depot(self) -> list[str]:
        return self._state.depot.stack

    def pool(self) -> list[str]:
        return self._state.depot.market

    def gone(self) -> list[str]:
        return self._state.depot.gone

    def phase(self) -> str:
        return short_book().phases[self._state.phase].name

    def on_turn(self) -> str | None:
        return short.company_on_turn(self._state) if self._state.turn >= 0 else None

    def companies(self) -> list[str]:
        return list(self._state.companies)


class _Cz:
    def __init__(self, title: Cz, state: cz.CzState) -> None:
        self._facts = title.facts
        self._state = state

    def cash(self, name: str) -> int:
        state = self._state
        return state.players[name].cash if name in state.players else state.companies[name].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].director

    def holding(self, player: str, company: str) -> int:
        return self._state.companies[company].shares.get(player, 0)

    def certificates(self, player: str) -> int:
        return cz.certificates(self._state, player)

    def price(self, company: str) -> int:
        return cz.price_of(self._facts, self._state.companies[company])

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].markers

    def floated(self, company: str) -> bool:
        return self._state.companies[company].open

    def operated(self, company: str) -> bool:
        return self._state.companies[company].operated

    def loan(self, name: str) -> int:
        return self._state.players[name].loan

    def depot(self) -> list[str]:
        return self._state.depot.stack

    def pool(self) -> list[str]:
        return self._state.depot.pool

    def gone(self) -> list[str]:
        return self._state.depot.gone

    def phase(self) -> str:
        return self._state.phase

    def on_turn(self) -> str | None:
        return self._state.turn.company or None

    def companies(self) -> list[str]:
        return list(self._state.companies)


class _Sardinia:
    def __init__(self, title: Sardinia, state: sardinia.SardiniaState) -> None:
        self._facts = title.facts
        self._state = state

    def cash(self, name: str) -> int:
        state = self._state
        return state.players[name].cash if name in state.players else state.companies[name].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].president

    def holding(self, player: str, company: str) -> int:
        return sardinia_shares.shares(self._state, player, company)

    def certificates(self, player: str) -> int:
        return sardinia_shares.certificates(self._state, player)

    def price(self, company: str) -> int:
        return market.price(self._facts, self._state, company)

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].tokens

    def floated(self, company: str) -> bool:
        return self._state.companies[company].floated

    def operated(self, company: str) -> bool:
        return self._state.companies[company].operated

    def loan(self, name: str) -> int:
        state = self._state
        return state.players[name].loans if name in state.players else state.companies[name].loans

    def depot(self) -> list[str]:
        return self._state.depot.stack

    def pool(self) -> list[str]:
        return self._state.depot.market

    def gone(self) -> list[str]:
        return self._state.depot.gone

    def phase(self) -> str:
        return str(self._state.phase)

    def on_turn(self) -> str | None:
        turn = self._state.turn
        return None if turn is None else turn.company

    def companies(self) -> list[str]:
        return list(self._state.companies)
