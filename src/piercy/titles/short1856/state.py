"""The state of the 1856 short game."""

from __future__ import annotations

from dataclasses import dataclass, field

from piercy.core import plain
from piercy.core.flow import Flow
from piercy.core.standstill import EndVote
from piercy.rail.board import Board
from piercy.rail.money import Bank
from piercy.rail.trains import Depot

TURN = ("track", "token", "run", "trains")
"""The steps of a turn."""


@dataclass(slots=True)
class Player:
    """A player, whose purse is the company's too [R56-0.3]."""

    cash: int
    company: str


@dataclass(slots=True)
class Company:
    president: str
    trains: list[str]
    tokens: int
    """Tokens left on the charter."""


@dataclass(slots=True)
class ShortState:
    """Everything that changes in the course of a game."""

    flow: Flow
    bank: Bank
    players: dict[str, Player]
    companies: dict[str, Company]
    """In turn order."""
    board: Board
    supply: dict[str, int]
    """Copies left of each tile."""
    depot: Depot
    phase: int
    """Index of the phase, from 0."""
    round_number: int
    turn: int
    """Index of the company on turn."""
    ending: bool
    """Whether the end has been triggered: this round is the last."""
    idle_rounds: int
    """Rounds in a row in which nobody did anything."""
    acted: bool
    """Whether anybody did anything in this round."""
    test_everybody: bool
    """Whether the end test looks at all players, not only at the one on turn [R56-8.3]."""
    idle_limit: int
    """After how many idle rounds the game stops; 0: never [R56-8.11]."""
    printed_toronto: int = field(default=30, metadata=plain.LATER)
    """What each of the two cities printed on Toronto is worth [R56-4.11]."""
    vote: EndVote = field(default_factory=EndVote, metadata=plain.LATER)
    """On the end of a game that stands still [R56-8.12]."""

    @property
    def on_turn(self) -> str:
        """The company on turn."""
        return list(self.companies)[self.turn]


def company_on_turn(state: ShortState) -> str:
    return state.on_turn


def player_on_turn(state: ShortState) -> str:
    return state.companies[company_on_turn(state)].president
