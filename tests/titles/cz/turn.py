"""Positions in a company's turn, put in place in a readable way.

::

    game = (
        turn("BTE", cash=300)                  # the company on turn; its home station stands
        .phase("d")
        .tiles("D2 6@2, D4 57@1")
        .company("EKJ", stations=["D4"])       # another company that has operated
        .stations("BTE", "D4")
        .trains("BTE", "2+2b")
        .local("S1", "BTE")
        .at("run")                             # home, track, station, run, dividend, acquire, trains
    )

Nothing appears or vanishes: tiles come from the supply, money from the bank, markers from the charter, train
cards from the stack. Ada directs every company unless another director is named.
"""

from __future__ import annotations

import pytest

from piercy.core import plain
from piercy.core.actions import Action
from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.rail.actions import LayTile, PlaceToken, RunTrains
from piercy.rail.board import BARE, place_token
from piercy.rail.money import Purse, pay
from piercy.rail.routes import Route
from piercy.testing.conformance import player_names
from piercy.titles.cz.book import BOHEMIA, MORAVIA, STANDARD, Book, book
from piercy.titles.cz.state import CzState, Turn, card_of
from piercy.titles.cz.stations import home_cities

ADA, BRUNO, CARLA = player_names(3)
STEPS = ("home", "track", "station", "run", "dividend", "acquire", "trains")
_VARIANTS = {"18cz": STANDARD, "18cz-bohemia": BOHEMIA, "18cz-moravia": MORAVIA}


class TurnPosition:
    """A position in the making. Every method but ``at`` changes it and gives it back."""

    def __init__(
        self, company: str, title: str, players: int, cash: int, *, first: bool, **options: object
    ) -> None:
        self._fresh = new_game(title, players=player_names(players), seed=1, options=options)
        self.state: CzState = plain.copy(self._fresh.state)
        self.facts: Book = book(_VARIANTS[title])
        self.state.order = sorted(self.state.players)
        self.state.round_in_set = 0
        self.state.flow.round = "operating"
        self.state.queue.clear()
        self._open(company, ADA, cash)
        self.state.turn = Turn(company, first=first)
        if not first:
            self._settle_home(company)

    def phase(self, letter: str) -> TurnPosition:
        """The phase of the letter: all earlier cards are gone, and one of its own."""
        state = self.state
        state.phase = letter
        while state.depot.stack and state.depot.stack[0] < letter:
            state.depot.gone.append(state.depot.stack.pop(0))
        return self

    def tiles(self, layout: str) -> TurnPosition:
        """Lay tiles, written ``D2 6@2, D4 57@1``."""
        state = self.state
        for item in layout.split(","):
            name, laid = item.split()
            tile, rotation = laid.split("@")
            assert name in self.facts.ground.atlas, name
            assert state.supply[tile] > 0, f"no tile {tile} is left for {name}"
            if old := state.board.tiles.get(name):
                state.supply[old[0]] += 1
            state.supply[tile] -= 1
            state.board.tiles[name] = (tile, int(rotation))
        return self

    def company(
        self, name: str, *, director: str = ADA, cash: int = 0, operated: bool = True, stations: str = ""
    ) -> TurnPosition:
        """Another open company; its home station stands if it has operated."""
        self._open(name, director, cash)
        if operated:
            self._settle_home(name)
        return self.stations(name, stations)

    def stations(self, name: str, places: str) -> TurnPosition:
        """Further stations of a company: ``D4``, or ``E11:2`` for the third city of a hex."""
        for place in places.replace(",", " ").split():
            hex_name, _, city = place.partition(":")
            assert self.state.companies[name].markers > 0, f"{name} has no marker left"
            self.state.companies[name].markers -= 1
            place_token(self.state.board, hex_name, int(city or 0), name)
        return self

    def acquired(self, name: str, places: str) -> TurnPosition:
        """Stations that a company has taken over from others, which have left the game."""
        self.state.companies[name].acquirer = True
        for place in places.split():
            gone = next(
                company
                for other, company in self.state.companies.items()
                if company.director is None
                and not company.closed
                and self.facts.companies[other].size == "small"
            )
            gone.open = gone.closed = True
            hex_name, _, city = place.partition(":")
            place_token(self.state.board, hex_name, int(city or 0), name)
            self.state.companies[name].taken_markers += self.facts.sizes["small"].markers - 1
        return self

    def home(self, name: str, place: str) -> TurnPosition:
        """Say where a home station stands: the red hex, or the city of a double city."""
        board = self.state.board
        for tokens in board.tokens.values():
            tokens[:] = [token for token in tokens if token[0] != name]
        hex_name, _, city = place.partition(":")
        place_token(board, hex_name, int(city or 0), name)
        return self

    def trains(self, name: str, *trains: str) -> TurnPosition:
        """Give trains, written type and card, to a company; the cards come from those gone or the stack."""
        depot = self.state.depot
        for train in trains:
            card = card_of(train)
            if card in depot.gone:
                depot.gone.remove(card)
            elif card in depot.stack:
                depot.stack.remove(card)
            else:
                depot.endless_drawn += 1
            self.state.companies[name].trains.append(train)
        return self

    def local(self, local: str, owner: str, *, used: bool = False) -> TurnPosition:
        """Give a Local to a company or a player."""
        held = self.state.locals[local]
        held.owner, held.with_company, held.used, held.closed = (
            owner,
            owner in self.state.companies,
            used,
            False,
        )
        return self

    def shares(self, name: str, **held: int) -> TurnPosition:
        """Who holds how many shares of a company."""
        self.state.companies[name].shares = dict(held)
        return self

    def at(self, step: str) -> Game:
        """The position as a game. The step is entered as in play, with all that happens by itself there."""
        state = self.state
        state.flow.step, state.flow.begun = STEPS.index(step), False
        title = self._fresh.title
        start = plain.copy(state)
        ctx = Context(state)
        title.referee.resume(ctx)
        wrong = {name: pair for name, pair in title.conserved(state).items() if pair[0] != pair[1]}
        assert not wrong, f"not conserved (wanted, found): {wrong}"
        return Game(self._fresh.setup, Record(title, start, tuple(ctx.events), state))

    def _open(self, name: str, director: str, cash: int) -> None:
        company, size = self.state.companies[name], self.facts.size(name)
        company.director, company.shares = director, {director: size.opens}
        company.par = size.pars[0]
        company.cell = self.facts.cell_of[company.par]
        self.state.arrivals += 1
        company.arrival = self.state.arrivals
        company.open, company.closed = True, False
        company.markers = size.markers
        self._fill(company, cash)

    def _settle_home(self, name: str) -> None:
        company = self.state.companies[name]
        company.operated = True
        company.markers -= 1
        if self.facts.companies[name].red_tile:
            return
        home, cities = home_cities(self.facts, self.state, name)
        place_token(self.state.board, home, cities[0] if cities else BARE, name)

    def _fill(self, purse: Purse, amount: int) -> None:
        pay(purse, self.state.bank, purse.cash)
        pay(self.state.bank, purse, amount)


def turn(
    company: str,
    *,
    title: str = "18cz",
    players: int = 3,
    cash: int = 1000,
    first: bool = False,
    **options: object,
) -> TurnPosition:
    """A company on turn; in its first turn it has not yet placed its home station."""
    return TurnPosition(company, title, players, cash, first=first, **options)


def state_of(game: Game) -> CzState:
    """The state of a game, typed."""
    state: CzState = game.state
    return state


def lay(game: Game, placement: str) -> Game:
    """The game after a tile is laid, written ``D2 6@2``."""
    return game.apply(lay_tile(game, placement))


def lay_tile(game: Game, placement: str) -> LayTile:
    name, laid = placement.split()
    tile, rotation = laid.split("@")
    return LayTile(str(game.actor), name, tile, int(rotation))


def station(game: Game, place: str) -> PlaceToken:
    """A station, written ``D4`` or ``E11:2``."""
    name, _, city = place.partition(":")
    return PlaceToken(str(game.actor), name, int(city or 0))


def run(game: Game, *routes: str) -> RunTrains:
    """A run, each route written ``2: D2/0 D4/0``."""
    found = []
    for route in routes:
        train, _, path = route.partition(":")
        found.append(Route(train, tuple(path.split())))
    return RunTrains(str(game.actor), tuple(found))


def refused(game: Game, action: Action, rule: str) -> IllegalAction:
    """Assert that the rule forbids the action, and give the refusal."""
    with pytest.raises(IllegalAction) as refusal:
        game.check(action)
    assert refusal.value.rule == rule, str(refusal.value)
    return refusal.value


def offered(game: Game, kind: type[Action]) -> list[Action]:
    """All actions of a type that are offered."""
    return [action for action in game.actions() if isinstance(action, kind)]


def lays_on(game: Game, name: str) -> set[tuple[str, int]]:
    """The tiles, with rotation, that are offered for a hex."""
    return {(a.tile, a.rotation) for a in offered(game, LayTile) if isinstance(a, LayTile) and a.hex == name}
