"""Where bots think and move: a queue of games, processes that choose, and the loops between them."""

from piercy.server.botroom.room import BotRoom
from piercy.server.botroom.troubles import Trouble

__all__ = ["BotRoom", "Trouble"]
