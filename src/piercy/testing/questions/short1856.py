"""The 1856 short game: what it answers, and the questions that only it can be asked."""

from __future__ import annotations

from piercy.rail.contract import BestRun
from piercy.testing.questions.answers import Answers, Position
from piercy.titles.short1856 import state as short
from piercy.titles.short1856.book import book
from piercy.titles.short1856.running import best_routes


class _Short1856(Answers):
    def __init__(self, state: short.ShortState) -> None:
        self._state = state

    def cash(self, name: str) -> int:
        """A company's purse is its player's."""
        owner = self._state.companies[name].president if name in self._state.companies else name
        return self._state.players[owner].cash

    def president(self, company: str) -> str | None:
        return self._state.companies[company].president

    def trains(self, company: str) -> list[str]:
        return self._state.companies[company].trains

    def tokens_left(self, company: str) -> int:
        return self._state.companies[company].tokens

    def floated(self, company: str) -> bool:
        return company in self._state.companies

    def depot(self) -> list[str]:
        return self._state.depot.stack

    def pool(self) -> list[str]:
        return self._state.depot.pool

    def gone(self) -> list[str]:
        return self._state.depot.gone

    def phase(self) -> str:
        return book().phases[self._state.phase].name

    def round_number(self) -> int:
        return self._state.round_number

    def on_turn(self) -> str | None:
        return short.company_on_turn(self._state) if self._state.turn >= 0 else None

    def operating_order(self) -> list[str]:
        return list(self._state.companies)

    def best_run(self) -> BestRun:
        return best_routes(book(), self._state)


def answers(position: Position) -> Answers:
    return _Short1856(_state(position))


def last_round(position: Position) -> bool:
    """Whether the end has been triggered."""
    return _state(position).ending


def company_of(position: Position, player: str) -> str:
    """The company that a player runs."""
    return _state(position).players[player].company


def idle_rounds(position: Position) -> int:
    """Rounds in a row in which nobody did anything."""
    return _state(position).idle_rounds


def _state(position: Position) -> short.ShortState:
    state = position.state
    if not isinstance(state, short.ShortState):
        raise TypeError("only the 1856 short game can be asked this")
    return state
