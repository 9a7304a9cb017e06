"""What a bot chooses, and what is told when it cannot: the same wherever bots think."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from piercy.bots import Bot, make_bot
from piercy.core.chance import Chance
from piercy.core.errors import EngineError, StaleAction
from piercy.core.game import Game
from piercy.server.bot_turns.troubles import BotFault
from piercy.server.game_cache import GameCache

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a try to choose: an action, or why there is none."""

    action: dict[str, Any] | None = None
    moved_on: bool = False
    """The game is not where the question left it."""
    template: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    report: str = ""
    """For the log."""

    def taken(self, game_id: str, seq: int, bot: str) -> dict[str, Any]:
        """The action.

        :raises StaleAction: the game has moved on.
        :raises BotFault: the bot could not choose.
        """
        if self.moved_on:
            raise StaleAction("somebody moved first: action {seq} is not the latest", seq=seq)
        if self.action is None:
            _LOG.error("game %s: %s could not choose\n%s", game_id, bot, self.report)
            raise BotFault(self.template, **self.fields)
        return self.action


def answer(
    game_cache: GameCache, game_id: str, seq: int, bot: str, make: Callable[[str], Bot] = make_bot
) -> Answer:
    """What a bot chooses in a game. Whatever goes wrong with one must not end the bots of the others."""
    try:
        loaded = current(game_cache, game_id)
        if loaded.seq != seq:
            return Answer(moved_on=True)
        return Answer(action=choice(loaded, make(bot)))
    except Exception as error:  # noqa: BLE001 - bots are anybody's programs
        return no_answer(error)


def no_answer(error: Exception) -> Answer:
    """Why there is no action, as those are told who wait for it, and for the log."""
    report = "".join(traceback.format_exception(error))
    if isinstance(error, SQLAlchemyError):
        fault: EngineError = BotFault("the games cannot be reached just now")
        report = str(getattr(error, "orig", None) or error)
    elif isinstance(error, EngineError):
        fault = error
    else:
        fault = BotFault("an error of the bot ({kind}); the log says more", kind=type(error).__name__)
    fields = {name: str(value) for name, value in fault.fields.items()}
    return Answer(template=fault.template, fields=fields, report=report)


def current(game_cache: GameCache, game_id: str) -> Game:
    """The game as it stands.

    :raises BotFault: it cannot be played on.
    """
    loaded = game_cache.current(game_id)
    if loaded.game is None or loaded.problem is not None:
        raise BotFault("this game cannot be played on: {reason}", reason=loaded.problem)
    return loaded.game


def choice(game: Game, bot: Bot) -> dict[str, Any]:
    """What a bot does here. The same game with the same seed has the same answer, wherever it is asked."""
    chance = Chance(Chance(game.setup.seed ^ (game.seq << 20)).word())
    return bot.choose(game, chance).to_dict()
