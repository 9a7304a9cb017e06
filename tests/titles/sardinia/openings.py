"""How the tests of 1865 begin their positions, and what they ask of the story."""

from __future__ import annotations

from typing import Any

from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.testing.moves import events
from piercy.testing.scenario import SardiniaScenario, scenario
from piercy.titles.sardinia.title import Sardinia, ShortSardinia

INCOMES = ("no_revenue", "dividend_paid", "revenue_withheld")
NAMES = ("Alan", "Bob", "Carl", "Dora")
FULL, SHORT = Sardinia(), ShortSardinia()


def position(
    players: int = 3, *, short: bool = False, version: int | None = None, **options: Any
) -> SardiniaScenario:
    """Nothing launched, the draft behind us, phase 2; a game of the latest rules version if none is named."""
    if short:
        return scenario("1865-short", players=NAMES[:players], version=version, **options)
    return scenario("1865", players=NAMES[:players], version=version, **options)


def owned(game: Game, player: str, company: str) -> tuple[bool, int]:
    """Whether the player is president, and his singles."""
    return ask.president(game, company) == player, ask.singles(game, player, company)


def incomes(game: Game) -> list[int]:
    """What companies earned, in the order in which they did."""
    return [event.fields.get("revenue", 0) for event in events(game, *INCOMES)]
