"""Where bots meet: a game played to its end without people."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from piercy.bots.bot import Bot, Choice, Explains
from piercy.core.chance import Chance
from piercy.core.errors import EngineError, InvalidAction
from piercy.core.game import Game

Watch = Callable[[Game, Choice], None]
"""Told of every choice, with the game before it."""


class Unfinished(EngineError):
    """The game went on for more actions than it was given."""

    code = "unfinished"


def play_out(
    game: Game, bots: Sequence[Bot], chance: Chance, max_actions: int, watch: Watch | None = None
) -> Game:
    """The game played to its end; the first bot has the first seat, and seats beyond the last bot start over.

    :raises InvalidAction: there is no bot.
    :raises Unfinished: ``max_actions`` were done and the game is not over.
    """
    if not bots:
        raise InvalidAction("at least one bot is needed")
    seats = {name: bots[seat % len(bots)] for seat, name in enumerate(game.players)}
    for _ in range(max_actions):
        actor = game.actor
        if actor is None:
            return game
        choice = decide(seats[actor], game, chance)
        if watch is not None:
            watch(game, choice)
        game = game.apply(choice.action)
    if not game.over:
        raise Unfinished("the game is not over after {count} actions", count=max_actions)
    return game


def decide(bot: Bot, game: Game, chance: Chance) -> Choice:
    """What a bot does, with its reason if it has one to tell."""
    return bot.decide(game, chance) if isinstance(bot, Explains) else Choice(bot.choose(game, chance))
