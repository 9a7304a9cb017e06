"""Players that are programs, and the arena they meet in. They know a game by its offers alone."""

from piercy.bots.arena import Unfinished, play_out
from piercy.bots.bot import Bot, Choice, Explains
from piercy.bots.club_bot import ClubBot
from piercy.bots.greedy_bot import GreedyBot
from piercy.bots.random_bot import RandomBot
from piercy.bots.roster import BOTS, make_bot

__all__ = [
    "BOTS",
    "Bot",
    "Choice",
    "ClubBot",
    "Explains",
    "GreedyBot",
    "RandomBot",
    "Unfinished",
    "make_bot",
    "play_out",
]
