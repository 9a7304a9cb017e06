"""The bots there are, by name."""

from __future__ import annotations

from collections.abc import Callable

from piercy.bots.bot import Bot
from piercy.bots.club_bot import ClubBot
from piercy.bots.greedy_bot import GreedyBot
from piercy.bots.random_bot import RandomBot
from piercy.core.errors import InvalidAction

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, "club": ClubBot}


def make_bot(name: str) -> Bot:
    """A bot of the given name.

    :raises InvalidAction: there is none.
    """
    if name not in BOTS:
        raise InvalidAction("unknown bot {bot!r}; known: {known}", bot=name, known=", ".join(sorted(BOTS)))
    return BOTS[name]()
