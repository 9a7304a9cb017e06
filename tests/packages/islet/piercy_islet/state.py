"""The state of 18Islet, and its facts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from piercy.core.flow import Flow
from piercy.rail.board import Board, Ground
from piercy.rail.laying import LayingRules, Placements
from piercy.rail.loading import load_ground, read_toml
from piercy.rail.money import Bank
from piercy.rail.trains import Depot, TrainKind

PACKAGE = "piercy_islet"


@dataclass(slots=True)
class Player:
    cash: int


@dataclass(slots=True)
class Company:
    president: str
    trains: list[str]
    tokens: int
    """Stations left to place."""


@dataclass(slots=True)
class IsletState:
    """Everything that changes in the course of a game."""

    flow: Flow
    bank: Bank
    players: dict[str, Player]
    companies: dict[str, Company]
    """In turn order."""
    board: Board
    supply: dict[str, int]
    depot: Depot
    season: int = 0
    turn: int = -1

    @property
    def on_turn(self) -> str:
        """The company on turn."""
        return list(self.companies)[self.turn]

    @property
    def company(self) -> Company:
        return self.companies[self.on_turn]

    @property
    def purse(self) -> Player:
        """The money of the player on turn."""
        return self.players[self.company.president]


@dataclass(frozen=True)
class Facts:
    """What never changes, from the data files."""

    ground: Ground
    placements: Placements
    names: dict[str, str]
    homes: dict[str, str]
    colours: dict[str, str]
    trains: dict[str, TrainKind]
    counts: dict[str, int]
    bank: int
    start_cash: int
    token: int
    seasons: int
    train_limit: int


LAYING = LayingRules(
    takes_tiles="RIS-2.1",
    first_tile="RIS-2.1",
    upgrade="RIS-2.1",
    keeps_track="RIS-2.1",
    blocked="RIS-2.2",
    rotation="RIS-2.1",
)


@cache
def facts() -> Facts:
    ground, data = load_ground(PACKAGE, flat=True), read_toml(PACKAGE, "game.toml")
    companies, trains = data.pop("companies"), data.pop("trains")
    return Facts(
        ground=ground,
        placements=Placements(ground, LAYING, lambda name, laid, tile: None),
        names={name: company["name"] for name, company in companies.items()},
        homes={name: company["home"] for name, company in companies.items()},
        colours={name: company["colour"] for name, company in companies.items()},
        trains={name: TrainKind(name, train["price"], train["stops"]) for name, train in trains.items()},
        counts={name: train["count"] for name, train in trains.items()},
        **data,
    )
