"""What the expert asks of a state: the one place that knows how the state holds it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from piercy.core.cache import Cache
from piercy.core.flow import Context, beyond
from piercy.rail.actions import LayTile
from piercy.rail.board import BARE, Board, place_token, put_tile, stands_on, token_places
from piercy.rail.contract import contract, most_on
from piercy.rail.lay_track import LayTrack
from piercy.rail.lines import Lines
from piercy.rail.router.network import Network
from piercy.titles.cz.book import Book
from piercy.titles.cz.homes import home_cities
from piercy.titles.cz.running import bonuses
from piercy.titles.cz.state import (
    TURN,
    VACLAV,
    CzState,
    Turn,
    player_shares,
    runnable,
    type_of,
)
from piercy.titles.cz.track import Track

NODES = 700
"""How long routes are looked for, a train; the proof that there are none better is left out."""
_REMEMBERED = 50_000
_known: Cache[Hashable, int] = Cache(_REMEMBERED)
_networks: Cache[Hashable, int] = Cache(_REMEMBERED)


@dataclass(frozen=True, slots=True)
class Firm:
    """A company as the paper counts it."""

    name: str
    size: str
    trains: tuple[str, ...]
    """Types that it can run."""
    others: int
    """Trains that it has but cannot run."""
    cash: int
    cell: int
    operated: bool
    ran: bool = False
    """Whether it has run in this operating round."""
    done: bool = False
    """Whether its turn in this operating round is over."""
    given: bool = False
    """Whether it is Vaclav's, and is given a train after every set."""


def firm(facts: Book, state: CzState, name: str) -> Firm:
    """A company as it stands."""
    company = state.companies[name]
    trains = tuple(type_of(train) for train in runnable(facts, state, name))
    ran = done = False
    if state.flow.round == "operating" and company.open:
        done = name != state.turn.company and name not in state.queue
        ran = done or (name == state.turn.company and beyond(state.flow, TURN, "dividend"))
    others = len(company.trains) - len(trains)
    size = facts.companies[name].size
    given = company.president == VACLAV
    return Firm(name, size, trains, others, company.cash, company.cell, company.operated, ran, done, given)


def started(facts: Book, state: CzState, name: str, par: int) -> Firm:
    """A company as it will be once it has opened at a starting price."""
    size = facts.companies[name].size
    return Firm(name, size, (), 0, par * facts.size(name).shares, facts.cell_of[par], False)


def opened(facts: Book, state: CzState, name: str) -> Firm:
    """A company that has begun to be sold, as it will be once it has opened."""
    company = state.companies[name]
    size = facts.companies[name].size
    return Firm(name, size, (), 0, company.par * facts.size(name).shares, company.cell, False)


def to_open(facts: Book, state: CzState, name: str) -> int:
    """Shares that are still to be sold until the company opens."""
    return max(0, facts.size(name).opens - player_shares(state.companies[name]))


def headed_by(state: CzState, player: str) -> list[str]:
    """The open companies of a Director."""
    return [n for n, c in state.companies.items() if c.president == player and c.open and not c.closed]


def in_play(state: CzState) -> list[str]:
    """The companies whose shares have a price."""
    return [n for n, c in state.companies.items() if c.cell >= 0 and not c.closed]


def is_vaclavs(state: CzState, name: str) -> bool:
    return state.companies[name].president == VACLAV


# --- the board, as it would be


def board_key(state: CzState) -> Hashable:
    """What tells one board from another."""
    tokens = tuple((place, *there) for place, there in sorted(state.board.tokens.items()))
    return (frozenset(state.board.tiles.items()), tokens)


class Rails:
    """A company's lines on one board, looked at once."""

    def __init__(self, facts: Book, state: CzState, name: str) -> None:
        self.facts = facts
        self.state = state
        self.name = name
        self.key = (facts.variant, name, facts.phases[state.phase].band, board_key(state))
        self.lines = Lines(facts.ground, state.board, name)
        self._network: Network | None = None

    @property
    def network(self) -> Network:
        if self._network is None:
            self._network = contract(self.lines, self.facts.phases[self.state.phase].band)
        return self._network

    def earn(self, kinds: tuple[str, ...]) -> int:
        """What the company would earn with trains of these types."""
        if not kinds:
            return 0
        return _known.get_or_make((self.key, kinds), lambda: self._solve(kinds))

    def _solve(self, kinds: tuple[str, ...]) -> int:
        network = self.network
        if not network.links:
            return 0
        # most tiles join nothing, and leave the company with the same network
        extra = bonuses(self.facts, self.state, self.name)
        trains = [self.facts.trains[kind] for kind in kinds]
        key = (network.stops, network.links, kinds, tuple(sorted(next(iter(extra.values()), {}))))
        limit = NODES * len(trains)
        return _networks.get_or_make(key, lambda: most_on(network, trains, extra, node_limit=limit))


def with_tile(facts: Book, state: CzState, hex_name: str, tile: str, rotation: int) -> CzState:
    """The same with a tile more on the board, for trying out track; nothing is paid."""
    change = facts.placements.change(state.board, hex_name, tile, rotation)
    supply, board = dict(state.supply), _copy(state.board)
    put_tile(board, supply, hex_name, tile, rotation, change.stops)
    return replace(state, board=board, supply=supply)


def tile_with_red(facts: Book, state: CzState, name: str, tile: LayTile) -> CzState:
    """The same with the red tile of a company and its home station on it."""
    return with_token(with_tile(facts, state, tile.hex, tile.tile, tile.rotation), name, tile.hex, 0)


def with_token(state: CzState, name: str, hex_name: str, city: int) -> CzState:
    """The same with a station of a company more on the board; nothing is paid."""
    board = _copy(state.board)
    place_token(board, hex_name, city, name)
    return replace(state, board=board)


def _copy(board: Board) -> Board:
    return Board(dict(board.tiles), {name: list(there) for name, there in board.tokens.items()})


def at_home(facts: Book, state: CzState, name: str) -> CzState:
    """The same with the home station of a company that has none yet, as far as it can be told."""
    if token_places(state.board, name) or facts.companies[name].red_tile:
        return state
    home, cities = home_cities(facts, state, name)
    if stands_on(state.board, home, name):
        return state
    return with_token(state, name, home, cities[0] if cities else BARE)


def tiles_next(facts: Book, state: CzState, name: str) -> list[LayTile]:
    """Every tile that a company could lay in a turn to come."""
    later = replace(state, turn=Turn(name))
    return [
        action
        for offer in LayTrack(Track(facts)).offers(Context(later))
        for action in offer.actions()
        if isinstance(action, LayTile)
    ]
