"""What a bot is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.game import Game
from piercy.rail.outlook import Reason


class Bot(Protocol):
    """A player that is a program. It remembers nothing between choices."""

    def choose(self, game: Game, chance: Chance) -> Action:
        """One of the things that the game offers now, its blanks filled."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot does, and why, as far as it can tell."""

    action: Action
    reason: Reason | None = None


@runtime_checkable
class Explains(Protocol):
    """A bot that can say why."""

    def decide(self, game: Game, chance: Chance) -> Choice:
        """What ``choose`` would choose, with the reason."""
