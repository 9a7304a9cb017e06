"""A process in which bots think, so that a slow bot never holds up a page, and one that hangs can be ended.

It reads the store itself, chooses for one game after the other, and ends when the server does, however that
happens.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock, Thread
from typing import Any

from piercy.bots import make_bot
from piercy.server.bot_turns.choosing import Answer, answer
from piercy.server.bot_turns.troubles import BotFault, Late, NoStart
from piercy.server.game_cache import GameCache
from piercy.server.store import Store

START = 60.0
"""Seconds that the process has to come up."""


class BotProcess:
    """The process and the line to it. One thread asks; any other may end it."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._line: Connection[Any, Any] | None = None
        self._process: SpawnProcess | None = None
        self._changing = Lock()
        self._over = False
        self.failed_starts = 0
        """How often in a row the process did not come up."""

    def choose(self, game_id: str, seq: int, bot: str) -> dict[str, Any]:
        """The action that a bot chooses.

        :raises StaleAction: the game has moved on.
        :raises BotFault: there is no answer, or not in time; a process that gave none has been ended.
        """
        line = self._open()
        try:
            line.send((game_id, seq, bot))
            if not line.poll(self._patience):
                wait = int(self._patience) if self._patience.is_integer() else self._patience
                raise Late("no answer within {seconds} {seconds:second|seconds}", seconds=wait)
            told: Answer = line.recv()
        except Late:
            self.close()
            raise
        except (OSError, EOFError) as error:
            self.close()
            raise BotFault("its process ended") from error
        return told.taken(game_id, seq, bot)

    def _open(self) -> Connection[Any, Any]:
        """The line to a process that has said that it is there."""
        if self._line is not None:
            return self._line
        try:
            line = self._start()
            if not line.poll(START):
                raise EOFError
            line.recv()
        except (OSError, EOFError) as error:
            self.close()
            self.failed_starts += 1
            raise NoStart("its process does not start") from error
        self.failed_starts = 0
        return line

    def _start(self) -> Connection[Any, Any]:
        with self._changing:
            if self._over:
                raise EOFError
            context = multiprocessing.get_context("spawn")
            line, theirs = context.Pipe()
            self._line = line
            with theirs:
                process = context.Process(target=think, args=(theirs, self._url, make_bot), daemon=True)
                process.start()
            self._process = process
            return line

    def end(self) -> None:
        """End the process for good; whoever waits for its answer gets an error."""
        with self._changing:
            self._over = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Hang up and end the process, whatever it does. Only when nobody waits for an answer."""
        with self._changing:
            line, process = self._line, self._process
            self._line = self._process = None
        if line is not None:
            line.close()
        if process is not None:
            process.kill()
            process.join()


def think(line: Connection[Any, Any], url: str, make: Callable[[str], Any]) -> None:
    """The life of the process: choose for one game after the other until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_the_server, name="leave", daemon=True).start()
    store = Store(url)
    game_cache = GameCache(store)
    with suppress(EOFError, OSError):
        line.send("here")
        while True:
            game_id, seq, bot = line.recv()
            line.send(answer(game_cache, game_id, seq, bot, make))


def _leave_with_the_server() -> None:
    """A bot that thinks for ever does not hear that the server has hung up."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
