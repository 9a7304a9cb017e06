"""Positions for tests, put in place in a readable way.

::

    game = (
        scenario("1856-short", players=4, seed=1)
        .phase(3)
        .tiles("C14 14@1, B15 7@0")
        .tokens("LPS", "D17")          # its second marker; "N11:1" names the city
        .trains("LPS", "3", "4")
        .market("3")
        .next_train("5")               # what the bank sells now; earlier trains are gone
        .cash("LPS", 200)
        .on_turn("LPS")
        .at_step("run")                # track, station, run, buy
        .game()
    )

Nothing appears or vanishes: tiles come from the supply, money from the bank, markers from the charter and
trains from the stack of the bank. Trains that a phase or ``next_train`` demands to be sold, and nobody owns,
are ``gone``. The game has no history: its record begins with the position. ``player(game, "LPS")`` names the
owner of a company.
"""

from __future__ import annotations

from typing import Any

from piercy.core import plain
from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.rail.board import place_token
from piercy.rail.money import pay
from piercy.testing.conformance import player_names
from piercy.titles.short1856.book import book
from piercy.titles.short1856.state import ShortState

STEPS = ("track", "station", "run", "buy")


class Scenario:
    """A position in the making. Every method but ``game`` changes it and gives it back."""

    def __init__(self, fresh: Game) -> None:
        self._fresh = fresh
        self._state: ShortState = plain.copy(fresh.state)
        self._kinds = list(dict.fromkeys(self._state.depot.stack))
        self._next: str | None = None

    def phase(self, number: int) -> Scenario:
        """The phase, from 1."""
        self._state.phase = number - 1
        return self

    def tiles(self, layout: str) -> Scenario:
        """Lay tiles, written ``C14 14@1, B15 7@0``; a tile already on a hex goes back to the supply."""
        state = self._state
        for item in layout.split(","):
            name, laid = item.split()
            tile, rotation = laid.split("@")
            if name not in book().ground.atlas:
                raise ValueError(f"there is no hex {name}")
            if state.supply[tile] < 1:
                raise ValueError(f"no tile {tile} is left for {name}")
            if old := state.board.tiles.get(name):
                state.supply[old[0]] += 1
            state.supply[tile] -= 1
            state.board.tiles[name] = (tile, int(rotation))
        return self

    def tokens(self, company: str, *places: str) -> Scenario:
        """Put further markers of a company on the map: ``D17``, or ``N11:1`` for the second city of a hex."""
        charter = self._state.companies[company]
        for place in places:
            name, _, city = place.partition(":")
            if charter.markers < 1:
                raise ValueError(f"{company} has no marker left for {place}")
            charter.markers -= 1
            place_token(self._state.board, name, int(city or 0), company)
        return self

    def trains(self, company: str, *kinds: str) -> Scenario:
        """Give trains of the bank to a company."""
        for kind in kinds:
            self._state.depot.stack.remove(kind)
            self._state.companies[company].trains.append(kind)
        return self

    def market(self, *kinds: str) -> Scenario:
        """Put trains of the bank into the open market."""
        for kind in kinds:
            self._state.depot.stack.remove(kind)
            self._state.depot.market.append(kind)
        return self

    def next_train(self, kind: str | None) -> Scenario:
        """What the bank sells now: all earlier trains left in its stack are gone. None: it is sold out."""
        self._next = kind or "none"
        return self

    def cash(self, company: str, amount: int) -> Scenario:
        """Set the purse of a company's player; the bank takes or gives the difference."""
        purse = self._purse(company)
        pay(purse, self._state.bank, purse.cash)
        pay(self._state.bank, purse, amount)
        return self

    def bank(self, amount: int, *, against: str) -> Scenario:
        """Set the money of the bank; the player of the named company takes or gives the difference."""
        bank, purse = self._state.bank, self._purse(against)
        purse.cash += bank.cash - amount
        bank.cash = amount
        if purse.cash < 0:
            raise ValueError(f"{against} cannot pay for a bank of {amount}")
        return self

    def on_turn(self, company: str) -> Scenario:
        """Whose turn it is."""
        self._state.turn = list(self._state.companies).index(company)
        return self

    def at_step(self, name: str) -> Scenario:
        """The step of the turn: track, station, run or buy."""
        self._state.flow.step = STEPS.index(name)
        return self

    def change(self, **fields: Any) -> Scenario:
        """Set fields of the state itself, such as ``round_number``, ``ending`` or ``idle_rounds``."""
        for name, value in fields.items():
            if not hasattr(self._state, name):
                raise ValueError(f"the state has no {name}")
            setattr(self._state, name, value)
        return self

    def game(self) -> Game:
        """The position as a game.

        :raises ValueError: nobody has anything to decide in it, or something has appeared or vanished.
        """
        state = plain.copy(self._state)
        self._settle_stack(state)
        state.flow.begun = True
        title = self._fresh.title
        if not state.flow.over and title.referee.actor(Context(state)) is None:
            raise ValueError(f"nobody has anything to decide at the step {STEPS[state.flow.step]!r}")
        wrong = {name: pair for name, pair in title.conserved(state).items() if pair[0] != pair[1]}
        if wrong:
            raise ValueError(f"not conserved (wanted, found): {wrong}")
        return Game(self._fresh.setup, Record(title, plain.copy(state), (), state))

    def _purse(self, company: str) -> Any:
        return self._state.players[self._state.companies[company].owner]

    def _settle_stack(self, state: ShortState) -> None:
        """Let the trains be gone that must have been sold by now."""
        depot = state.depot
        opener = book().phases[state.phase].opened_by
        if opener is not None:
            self._sell_before(state, opener)
            held = [train for company in state.companies.values() for train in company.trains]
            if opener in depot.stack and opener not in held + depot.market + depot.gone:
                depot.stack.remove(opener)
                depot.gone.append(opener)
        if self._next is not None:
            self._sell_before(state, self._next)

    def _sell_before(self, state: ShortState, kind: str) -> None:
        earlier = self._kinds[: self._kinds.index(kind)] if kind in self._kinds else self._kinds
        depot = state.depot
        depot.gone += [train for train in depot.stack if train in earlier]
        depot.stack[:] = [train for train in depot.stack if train not in earlier]


def scenario(title: str, *, players: int, seed: int = 0, **options: object) -> Scenario:
    """The start of a game as the base of a position."""
    if title != "1856-short":
        raise ValueError(f"there is no scenario builder for {title}")
    return Scenario(new_game(title, players=player_names(players), seed=seed, options=options))


def player(game: Game, company: str) -> str:
    """The owner of a company."""
    owner: str = game.state.companies[company].owner
    return owner
