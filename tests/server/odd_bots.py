"""Bots that do what a file says: the tests change their mind while they play."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from piercy.bots import Bot, RandomBot, make_bot
from piercy.core.actions import Action, read_action
from piercy.core.chance import Chance
from piercy.core.game import Game

MOOD = "PIERCY_TEST_MOOD"
"""Names the file in the environment of the bots' processes."""


class OddBot:
    """``greedy`` bots become this one; with nothing in the file it plays at random."""

    def choose(self, game: Game, chance: Chance) -> Action:
        mood = _mood()
        while mood == "hang":
            # like a search without an end
            time.sleep(0.01)
            mood = _mood()
        if mood == "raise":
            raise KeyError("a secret of the bot")
        if mood == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if mood == "cheat":
            return read_action({"type": "undo", "player": game.actor})
        return RandomBot().choose(game, chance)


def _mood() -> str:
    return Path(os.environ[MOOD]).read_text(encoding="utf-8")


def make(kind: str) -> Bot:
    return OddBot() if kind == "greedy" else make_bot(kind)
