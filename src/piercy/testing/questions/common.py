"""The questions that every title answers, as far as it has what they are about."""

from __future__ import annotations

from collections.abc import Callable

from piercy.rail.board import Board, Ground, token_places
from piercy.rail.contract import BestRun
from piercy.rail.outlook import HasOutlook
from piercy.rail.rail_title import ground_in
from piercy.testing.questions import cz, sardinia, short1856
from piercy.testing.questions.answers import Answers, Position
from piercy.titles.cz.state import CzState
from piercy.titles.sardinia.state import SardiniaState
from piercy.titles.short1856.state import ShortState

BANK = "bank"
Place = tuple[str, int]
_TITLES: dict[type, Callable[[Position], Answers]] = {
    ShortState: short1856.answers,
    CzState: cz.answers,
    SardiniaState: sardinia.answers,
}


def teach(state_type: type, answers: Callable[[Position], Answers]) -> None:
    """Let positions of a further title be asked: those with this type of state are answered for so."""
    _TITLES[state_type] = answers


def cash(position: Position, name: str) -> int:
    """The money of a player, of a company, or of the bank."""
    return position.state.bank.cash if name == BANK else _answers(position).cash(name)


def purses(position: Position) -> dict[str, int]:
    """The money of every player."""
    return {name: purse.cash for name, purse in position.state.players.items()}


def players(position: Position) -> list[str]:
    """The players, in the order of their seats."""
    return list(position.state.players)


def president(position: Position, company: str) -> str | None:
    """Who runs a company; None: nobody yet, or no longer."""
    return _answers(position).president(company)


def holding(position: Position, player: str, company: str) -> int:
    """The shares that a player has, those of the president's certificate included."""
    return _answers(position).shareholders(company).get(player, 0)


def shareholders(position: Position, company: str) -> dict[str, int]:
    """Who has how many shares of a company."""
    return dict(_answers(position).shareholders(company))


def offer(position: Position, company: str) -> int:
    """The shares of a company that nobody has bought yet."""
    return _answers(position).offer(company)


def certificates(position: Position, player: str) -> int:
    """How many certificates count against a player's limit."""
    return _answers(position).certificates(player)


def price(position: Position, company: str) -> int:
    """The current share price; 0 before a company has one."""
    return _answers(position).price(company)


def trains(position: Position, company: str) -> list[str]:
    """A company's trains, in the order in which they came."""
    return list(_answers(position).trains(company))


def train_limit(position: Position, company: str) -> int:
    """How many trains a company may have."""
    return _answers(position).train_limit(company)


def tokens_left(position: Position, company: str) -> int:
    """The tokens on a company's charter."""
    return _answers(position).tokens_left(company)


def tokens_of(position: Position, company: str) -> list[Place]:
    """Where a company's tokens stand, as hex and city."""
    return token_places(board(position), company)


def tokens_on(position: Position, name: str) -> list[tuple[str, int]]:
    """The tokens on a hex, as company and city, in the order in which they came."""
    return list(board(position).tokens.get(name, ()))


def tokens(position: Position) -> dict[str, list[tuple[str, int]]]:
    """All tokens on the map, by hex; a hex that has lost its last token may be named."""
    return {name: list(found) for name, found in board(position).tokens.items()}


def tile_on(position: Position, name: str) -> tuple[str, int] | None:
    """The tile that was laid on a hex, and its rotation."""
    return board(position).tiles.get(name)


def tiles_laid(position: Position) -> dict[str, tuple[str, int]]:
    """All hexes with a laid tile."""
    return dict(board(position).tiles)


def board(position: Position) -> Board:
    """What lies on the map, for what ``rail`` computes from it. Do not change it."""
    found: Board = position.state.board
    return found


def copies_left(position: Position, tile: str) -> int:
    """How many copies of a tile can still be laid."""
    return supply(position)[tile]


def supply(position: Position) -> dict[str, int]:
    """How many copies of each tile can still be laid."""
    return dict(position.state.supply)


def floated(position: Position, company: str) -> bool:
    """Whether a company has its capital and may operate."""
    return _answers(position).floated(company)


def operated(position: Position, company: str) -> bool:
    """Whether a company has begun, in 1865 completed, its first turn."""
    return _answers(position).operated(company)


def loan(position: Position, name: str) -> int:
    """What a player or company owes: money in 18CZ, a number of loans in 1865."""
    return _answers(position).loan(name)


def depot(position: Position) -> list[str]:
    """The new trains that are left, the next one first."""
    return list(_answers(position).depot())


def pool(position: Position) -> list[str]:
    """The used trains that may be bought."""
    return list(_answers(position).pool())


def gone(position: Position) -> list[str]:
    """The trains that have left the game."""
    return list(_answers(position).gone())


def phase(position: Position) -> str:
    """The name of the phase."""
    return _answers(position).phase()


def round_name(position: Position) -> str:
    """The round that is played."""
    name: str = position.state.flow.round
    return name


def set_number(position: Position) -> int:
    """The number of the set: a stock round and the operating rounds after it, from 1."""
    return _answers(position).set_number()


def round_number(position: Position) -> int:
    """The number of the operating round, within its set if there are sets, from 1; 0 in a stock round."""
    return _answers(position).round_number()


def step(position: Position) -> str:
    """The step of the round that is played, by its name; empty between turns."""
    now, names = position.state.flow.step, _steps(position)
    return names[now] if now < len(names) else ""


def past(position: Position, name: str) -> bool:
    """Whether the turn has got beyond a step, or is over."""
    now, names = step(position), _steps(position)
    return not now or name not in names or names.index(now) > names.index(name)


def _steps(position: Position) -> list[str]:
    return [found.name for found in position.title.rounds[position.state.flow.round].steps]


def on_turn(position: Position) -> str | None:
    """The company whose turn it is in an operating round."""
    return _answers(position).on_turn()


def operating_order(position: Position) -> list[str]:
    """The companies that operate, in the order in which they would now."""
    return _answers(position).operating_order()


def companies(position: Position) -> list[str]:
    """The companies of the game."""
    return list(position.state.companies)


def ending(position: Position) -> str:
    """Why the game has ended, or is going to."""
    told: str = position.title.ending(position.state)
    return told


def best_run(position: Position) -> BestRun:
    """The most that the company on turn can earn with its trains, with the proof."""
    return _answers(position).best_run()


def standstill(position: Position) -> int:
    """For how many rounds nothing has moved in a game that may stand still."""
    return position.title.standstill(position.state)


def ground(position: Position) -> Ground:
    """The map and the tiles of the game."""
    return ground_in(position.title, position.state)


def prospects(position: Position, player: str) -> int:
    """What the title thinks a player will be worth at the end."""
    return position.title.prospects(position.state, player)


def outlook(position: Position, player: str) -> int:
    """What the title's expert thinks a player may expect, in parts of a ``POINT``."""
    title = position.title
    assert isinstance(title, HasOutlook), f"{title.id} has no expert"
    return title.outlook(position.state, player)


def conserved(position: Position) -> dict[str, tuple[int, int]]:
    """What there must be, and what is there, of all that is conserved."""
    return dict(position.title.conserved(position.state))


def _answers(position: Position) -> Answers:
    for state_type, answers in _TITLES.items():
        if isinstance(position.state, state_type):
            return answers(position)
    raise TypeError(f"nobody knows what to ask of a {type(position.state).__name__}")
