"""Why bots have not moved, and how long they wait before they try again."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from threading import Lock

from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from piercy.core.errors import EngineError

FIRST = 0.2
"""Seconds until the second try; every further pause is twice as long."""
LONGEST = 30.0
LONGEST_LATE = 600.0
"""The longest pause of a table whose bot does not answer: each of its tries holds up a whole process."""


class BotFault(EngineError):
    """A bot could not move."""

    code = "bot_fault"


class Late(BotFault):
    """It did not answer in its time."""

    code = "bot_late"


class NoStart(BotFault):
    """The process that bots think in does not start."""

    code = "bot_no_start"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What keeps a bot from moving."""

    error: EngineError
    tries: int
    """How often in a row it could not."""
    due: float
    """The moment of the monotonic clock when it tries again."""

    @property
    def seconds(self) -> int:
        """How long it is until the next try."""
        return max(0, math.ceil(self.due - time.monotonic()))


class Troubles:
    """The troubles of all games. Any thread may use it."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._lock = Lock()
        self._known: dict[str, Trouble] = {}

    def get(self, game: str) -> Trouble | None:
        return self._known.get(game)

    def over(self, game: str) -> None:
        """The bot has moved, or need not any more."""
        with self._lock:
            self._known.pop(game, None)

    def add(self, game: str, error: Exception) -> tuple[Trouble, float]:
        """One more try has failed; and the seconds to wait before the next."""
        told = _told(error)
        with self._lock:
            before = self._known.get(game)
            tries = 1 if before is None else before.tries + 1
            pause = self._pause(told, tries)
            trouble = Trouble(told, tries, time.monotonic() + pause)
            self._known[game] = trouble
        return trouble, pause

    def _pause(self, error: EngineError, tries: int) -> float:
        if isinstance(error, Late) and tries > 1:
            return growing(tries - 1, max(self._patience, FIRST), LONGEST_LATE)
        return growing(tries)


def growing(times: int, first: float = FIRST, longest: float = LONGEST) -> float:
    """The pause after something has failed so many times in a row."""
    doubled: float = first * 2 ** (min(times, 30) - 1)
    return min(doubled, longest)


def _told(error: Exception) -> EngineError:
    """The error as it is told to those who wait; the rest is in the log."""
    if isinstance(error, EngineError):
        return error
    if isinstance(error, OperationalError | NoneFree):
        return BotFault("the games cannot be reached just now")
    return BotFault("an error of the server ({kind}); its log says more", kind=type(error).__name__)
