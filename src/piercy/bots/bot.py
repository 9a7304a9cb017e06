"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.game import Game


class Bot(Protocol):
    """A player that is a program. It remembers nothing between choices."""

    def choose(self, game: Game, chance: Chance) -> Action:
        """One of the things that the game offers now, its blanks filled."""
