"""What the expert asks of a state: the one place that knows how the state holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace

from piercy.core.cache import Cache
from piercy.core.flow import Context, beyond
from piercy.rail.actions import LayTile, PlaceToken
from piercy.rail.board import Board, place_token, put_tile
from piercy.rail.contract import best_run, kinds_of
from piercy.rail.lay_track import LayTrack
from piercy.rail.lines import Lines
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.state import TURN, ShortState, company_on_turn
from piercy.titles.short1856.track import Track

NODES = 400
"""How long routes are looked for, a train; the proof that there are none better is left out."""
_REMEMBERED = 20_000
_known: Cache[Hashable, int] = Cache(_REMEMBERED)


@dataclass(slots=True)
class Side:
    """A player and the company, as the race on paper counts them."""

    player: str
    company: str
    cash: int
    trains: list[str]


def sides(state: ShortState) -> list[Side]:
    """All, in turn order."""
    return [
        Side(company.president, name, state.players[company.president].cash, list(company.trains))
        for name, company in state.companies.items()
    ]


def company_of(state: ShortState, player: str) -> str:
    return state.players[player].company


def other_companies(state: ShortState, company: str) -> list[str]:
    return [name for name in state.companies if name != company]


def trains_of(state: ShortState, company: str) -> list[str]:
    return list(state.companies[company].trains)


def trains_coming(state: ShortState) -> list[str]:
    """New trains, the next one first."""
    return list(state.depot.stack)


def rusts_later(facts: Book, state: ShortState, train: str) -> bool:
    """Whether a later phase takes trains of this kind."""
    return any(train in phase.rusts for phase in facts.phases[state.phase + 1 :])


def trains_gone(before: ShortState, after: ShortState) -> dict[str, int]:
    """The trains that have left the game in between, by kind."""
    return dict(Counter(after.depot.gone) - Counter(before.depot.gone))


def is_ending(state: ShortState) -> bool:
    return state.ending


def step_of(state: ShortState) -> str:
    """The step of a turn at which the game stands."""
    return next((name for name in TURN if not beyond(state.flow, TURN, name)), TURN[-1])


def runs_still(state: ShortState) -> bool:
    """Whether the company on turn may still run in this turn."""
    return not beyond(state.flow, TURN, "run")


def with_tile(facts: Book, state: ShortState, tile: LayTile) -> ShortState:
    """The same with a tile more on the board, for trying out track; nothing is paid."""
    change = facts.placements.change(state.board, tile.hex, tile.tile, tile.rotation)
    supply, board = dict(state.supply), _copy(state.board)
    put_tile(board, supply, tile.hex, tile.tile, tile.rotation, change.stops)
    return replace(state, board=board, supply=supply)


def _copy(board: Board) -> Board:
    return Board(dict(board.tiles), {name: list(there) for name, there in board.tokens.items()})


def with_token(state: ShortState, token: PlaceToken) -> ShortState:
    """The same with a marker of the company on turn more on the board; nothing is paid."""
    board = _copy(state.board)
    place_token(board, token.hex, token.city, company_on_turn(state))
    return replace(state, board=board)


def tiles_on_offer(facts: Book, state: ShortState) -> list[LayTile]:
    """Every tile that the company on turn could lay."""
    return [
        action
        for offer in LayTrack(Track(facts)).offers(Context(state))
        for action in offer.actions()
        if isinstance(action, LayTile)
    ]


def board_key(state: ShortState) -> Hashable:
    """What tells one board from another."""
    tokens = tuple((place, *there) for place, there in sorted(state.board.tokens.items()))
    return (state.printed_toronto, frozenset(state.board.tiles.items()), tokens)


def earns(facts: Book, state: ShortState, company: str, trains: list[str], board: Hashable = None) -> int:
    """What a company would earn on this board with these trains."""
    if not trains:
        return 0
    band = facts.phases[state.phase].band
    key = (company, tuple(sorted(trains)), band, board_key(state) if board is None else board)
    return _known.get_or_make(key, lambda: _solve(facts, state, company, trains, band))


def _solve(facts: Book, state: ShortState, company: str, trains: list[str], band: int) -> int:
    lines = Lines(facts.grounds[state.printed_toronto], state.board, company)
    kinds = kinds_of(sorted(trains), facts.trains)
    return best_run(lines, kinds, band, node_limit=NODES * len(kinds)).certificate.total
