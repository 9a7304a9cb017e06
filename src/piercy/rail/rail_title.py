"""What the world may ask of a rail title, beside what it may ask of any title.

Pages, terminal, pictures and tools know a game through this alone. ``RailTitle`` is what every rail title
answers. What only some of them can tell is a protocol of its own: a title that has it names it among its
bases, and whoever wants it asks with ``isinstance``, so that types say what follows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from piercy.core.events import Event
from piercy.core.flow import HasFlow
from piercy.core.game import Game
from piercy.rail.board import Board, Ground
from piercy.rail.contract import BestRun
from piercy.rail.table import TableModel
from piercy.rail.terms import OfferTerms


@runtime_checkable
class RailState(HasFlow, Protocol):
    """What every rail title's state has."""

    board: Board


S_contra = TypeVar("S_contra", bound=RailState, contravariant=True)


@runtime_checkable
class RailTitle(Protocol[S_contra]):
    """What every rail title answers."""

    money: str
    """How a sum of money is written: ``${}``."""

    @property
    @abstractmethod
    def ground(self) -> Ground:
        """The map and the tiles."""

    @property
    @abstractmethod
    def company_colours(self) -> Mapping[str, str]:
        """The colour of every company of the game, in its order."""

    def ground_in(self, state: S_contra) -> Ground:
        """The map and the tiles of a game: those of the title, unless an option changes what is printed."""
        return self.ground

    @abstractmethod
    def table(self, game: Game) -> TableModel:
        """What a player sees."""

    @abstractmethod
    def named(self, state: S_contra) -> Mapping[str, Sequence[str]]:
        """Field of an action -> the companies, trains or cards that a player may think of, legal or not."""


@runtime_checkable
class FindsRoutes(Protocol[S_contra]):
    """A title whose companies run trains for what the router finds."""

    @abstractmethod
    def best_routes(self, state: S_contra) -> BestRun:
        """The most that the company on turn can earn, with the proof."""


@runtime_checkable
class HasPrices(Protocol[S_contra]):
    """A title with a share market."""

    @abstractmethod
    def prices(self, state: S_contra) -> Mapping[str, int]:
        """The share price of every company that has one."""


@runtime_checkable
class ShowsHomes(Protocol[S_contra]):
    """A title whose companies come to the map later, to places that are known before."""

    @abstractmethod
    def homes(self, state: S_contra) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Hex -> the companies that have yet to come there, each with its city."""


@runtime_checkable
class TellsTerms(Protocol):
    """A title that says what its offers are about and what each choice means."""

    @property
    @abstractmethod
    def terms(self) -> OfferTerms:
        """What is told of the offers of its games."""


@dataclass(frozen=True, slots=True)
class ComingTurn:
    """What will happen by itself before a player's next turn, told as the log will tell it."""

    before: str
    events: tuple[Event, ...]


@runtime_checkable
class CountsScores(Protocol[S_contra]):
    """A title whose scores have parts."""

    @abstractmethod
    def score_parts(self, state: S_contra) -> Mapping[str, Mapping[str, int]]:
        """For each player what the score is made of: the key of a label, and its share; debts are below 0."""


@runtime_checkable
class Foretells(Protocol[S_contra]):
    """A title in which things happen by rules that can be worked out before."""

    @abstractmethod
    def coming_turns(self, state: S_contra) -> Sequence[ComingTurn]:
        """What will happen if no player does anything."""


def rail_title(title: object) -> RailTitle[RailState]:
    """The title as a rail title.

    :raises TypeError: it is none.
    """
    if not isinstance(title, RailTitle):
        raise TypeError(f"{title!r} has no map")
    return title


def ground_of(title: object) -> Ground:
    """The map and the tiles of a title."""
    return rail_title(title).ground


def rail_state(state: HasFlow) -> RailState:
    """The state as that of a rail title.

    :raises TypeError: it is none.
    """
    if not isinstance(state, RailState):
        raise TypeError(f"{type(state).__name__} has no board")
    return state


def ground_in(title: object, state: HasFlow) -> Ground:
    """The map and the tiles of a game."""
    return rail_title(title).ground_in(rail_state(state))


def board_of(game: Game) -> Board:
    """What lies on the map."""
    return rail_state(game.state).board
