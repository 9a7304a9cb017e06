"""Where bots think and move: a queue of games, processes that choose, and the loops between them."""

from piercy.server.bot_turns.troubles import Trouble
from piercy.server.bot_turns.turns import BotTurns

__all__ = ["BotTurns", "Trouble"]
