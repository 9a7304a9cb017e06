"""Positions of the 1856 short game.

Trains that a phase or ``next_train`` demands to be sold, and nobody owns, are gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.rail.money import Purse
from piercy.testing.scenario.base import Scenario
from piercy.titles.short1856.book import book
from piercy.titles.short1856.state import TURN, ShortState


class Short1856Scenario(Scenario[ShortState]):
    """The start of a game as the base of a position."""

    steps = TURN

    def __init__(self, base: Game) -> None:
        super().__init__(base)
        self._kinds = list(dict.fromkeys(self.state.depot.stack))
        self._next: str | None = None

    def phase(self, number: int) -> Self:
        """The phase, from 1."""
        self.state.phase = number - 1
        return self

    def next_train(self, kind: str | None) -> Self:
        """What the bank sells now: all earlier trains left in its stack are gone. None: it is sold out."""
        self._next = kind or "none"
        return self

    def gone(self, *trains: str) -> Self:
        """Trains of the bank that have left the game."""
        for train in trains:
            self._take_train(train)
            self.state.depot.gone.append(train)
        return self

    def on_turn(self, company: str) -> Self:
        """Whose turn it is."""
        self.state.turn = list(self.state.companies).index(company)
        return self

    def idle_rounds(self, number: int) -> Self:
        """In how many rounds before this one nobody did anything."""
        self.state.idle_rounds = number
        return self

    def last_round(self) -> Self:
        """The end has been triggered; its reserve is in the bank."""
        self.state.ending = True
        self.state.bank.cash += book().reserve
        return self

    def _settle(self, state: ShortState) -> None:
        """Let the trains be gone that must have been sold by now."""
        depot = state.depot
        opener = book().phases[state.phase].opened_by
        if opener is not None:
            self._sell_before(state, opener)
            held = [train for company in state.companies.values() for train in company.trains]
            if opener in depot.stack and opener not in held + depot.pool + depot.gone:
                depot.stack.remove(opener)
                depot.gone.append(opener)
        if self._next is not None:
            self._sell_before(state, self._next)

    def _sell_before(self, state: ShortState, kind: str) -> None:
        earlier = self._kinds[: self._kinds.index(kind)] if kind in self._kinds else self._kinds
        depot = state.depot
        depot.gone += [train for train in depot.stack if train in earlier]
        depot.stack[:] = [train for train in depot.stack if train not in earlier]

    def _go_on(self, ctx: Context[ShortState]) -> None:
        """Nothing: the step is taken as it is.

        :raises ValueError: nobody has anything to decide there.
        """
        state = ctx.state
        state.flow.begun = True
        if not state.flow.over and self.title.referee.actor(ctx) is None:
            raise ValueError(f"nobody has anything to decide at the step {self.steps[state.flow.step]!r}")

    def purse(self, name: str) -> Purse:
        """A company's purse is its player's."""
        state = self.state
        return state.players[state.companies[name].president if name in state.companies else name]

    def _take_token(self, company: str, place: str) -> None:
        charter = self.state.companies[company]
        if charter.tokens < 1:
            raise ValueError(f"{company} has no token left for {place}")
        charter.tokens -= 1

    def _take_train(self, train: str) -> None:
        self.state.depot.stack.remove(train)

    def _trains_of(self, company: str) -> list[str]:
        return self.state.companies[company].trains

    def _pool(self) -> list[str]:
        return self.state.depot.pool


def scenario(
    title: str, *, players: tuple[str, ...], seed: int, options: Mapping[str, object]
) -> Short1856Scenario:
    """The start of a game."""
    return Short1856Scenario(new_game(title, players=players, seed=seed, options=options))
