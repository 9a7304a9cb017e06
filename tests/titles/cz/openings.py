"""How the tests of 18CZ begin their positions, and moves that only they make."""

from __future__ import annotations

from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names
from piercy.testing.moves import passes
from piercy.testing.scenario import CzScenario, scenario
from piercy.testing.scenario import CzTitle as CzTitle

ADA, BRUNO, CARLA, DARIO = player_names(4)


def turn(
    company: str,
    *,
    title: CzTitle = "18cz",
    players: int = 3,
    cash: int = 1000,
    first: bool = False,
    **options: object,
) -> CzScenario:
    """A company on turn, which is Ada's; in its first turn it has not yet placed its home token."""
    return scenario(title, players=players, seed=1, **options).turn(company, cash=cash, first=first)


def table(title: CzTitle = "18cz", *, players: int = 3, **options: object) -> CzScenario:
    """The second stock round of a game in which nothing has happened yet; Ada is first in order."""
    return scenario(title, players=players, seed=1, **options).stock_round()


def fresh(players: int = 3, *, title: str = "18cz", seed: int = 1, **options: object) -> Game:
    return new_game(title, players=player_names(players), seed=seed, options=options)


def start(game: Game, company: str, price: int) -> Game:
    return game.apply(StartCompany(str(game.actor), company, price))


def buy(game: Game, company: str) -> Game:
    return game.apply(BuyShare(str(game.actor), company, "bank"))


def sell(game: Game, company: str, count: int = 1) -> Game:
    return game.apply(SellShares(str(game.actor), company, count))


def to_first_stock_round(game: Game) -> Game:
    while ask.round_name(game) == "prestock":
        game = passes(game)
    return game
