"""Where bots think: a process of its own, so that a slow bot never holds up a page.

A thread in the server hands games to the process one at a time and submits what comes back, through the same
door as everybody. The process reads the store itself; it ends when the server does, however that happens.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from piercy.bots import make_bot
from piercy.core.chance import Chance
from piercy.core.errors import EngineError
from piercy.server.desk import Desk
from piercy.server.library import Library
from piercy.server.store import GameInfo, Store

_LOG = logging.getLogger(__name__)

MOST_DEATHS = 5
"""How often in a row the process may end before the bots are given up."""


class BotRoom:
    """Plays the bots' turns of all games."""

    def __init__(self, url: str, store: Store, desk: Desk, pause: float = 0.0) -> None:
        self._url = url
        self._store = store
        self._desk = desk
        self._pause = pause
        self._waiting: SimpleQueue[str | None] = SimpleQueue()
        self._queued: set[str] = set()
        self._lock = Lock()
        self._stopping = Event()
        self._deaths = 0
        self._thread = Thread(target=self._run, name="bots", daemon=True)
        self._mind = _Mind(url)

    def start(self) -> None:
        """Begin, with every game that waits for a bot."""
        self._thread.start()
        for info in self._store.every_game(status="active"):
            self.wake(info)

    def stop(self) -> None:
        self._stopping.set()
        self._waiting.put(None)
        self._mind.end()
        if self._thread.is_alive():
            self._thread.join(5.0)
        self._mind.close()

    def wake(self, info: GameInfo) -> None:
        """Look at a game: a bot may have to move."""
        if info.bot_to_move is None:
            return
        with self._lock:
            if info.id not in self._queued:
                self._queued.add(info.id)
                self._waiting.put(info.id)

    def _run(self) -> None:
        while not self._stopping.is_set():
            game_id = self._waiting.get()
            if game_id is None:
                return
            with self._lock:
                self._queued.discard(game_id)
            try:
                self._move(game_id)
            except EngineError as error:
                # somebody moved first, or took something back: the news has woken us again
                _LOG.info("game %s: %s", game_id, error)
            except (OSError, EOFError) as error:
                if not self._stopping.is_set():
                    self._start_again(game_id, error)

    def _start_again(self, game_id: str, error: Exception) -> None:
        """The process ended: another takes its place, unless that happens again and again."""
        self._mind.close()
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            _LOG.error("game %s: the bots' process keeps ending (%s); bots stop playing", game_id, error)
            return
        _LOG.warning("game %s: the bots' process ended (%s); it is started again", game_id, error)
        self._stopping.wait(0.2)
        self.wake(self._store.info(game_id))

    def _move(self, game_id: str) -> None:
        info = self._store.info(game_id)
        seat = info.bot_to_move
        if seat is None:
            return
        action, problem = self._mind.choose(game_id, info.seq, seat.kind)
        self._deaths = 0
        if problem is not None:
            _LOG.error("game %s: %s could not choose: %s", game_id, seat.kind, problem)
            return
        if self._pause and any(not other.is_bot for other in info.seats):
            self._stopping.wait(self._pause)
        self._desk.submit(game_id, info.seq, action, by=seat.kind)


class _Mind:
    """The process and the line to it. One thread uses it; any other may end it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._line: Connection[Any, Any] | None = None
        self._process: SpawnProcess | None = None
        self._changing = Lock()
        self._over = False

    def choose(self, game_id: str, seq: int, bot: str) -> tuple[Any, str | None]:
        line = self._open()
        line.send((game_id, seq, bot))
        answer: tuple[Any, str | None] = line.recv()
        return answer

    def _open(self) -> Connection[Any, Any]:
        with self._changing:
            if self._over:
                raise EOFError("the bots' process was closed")
            if self._line is None:
                context = multiprocessing.get_context("spawn")
                self._line, theirs = context.Pipe()
                process = context.Process(target=think, args=(theirs, self._url), daemon=True)
                process.start()
                self._process = process
                theirs.close()
            return self._line

    def end(self) -> None:
        """End the process for good; whoever waits for its answer gets an error."""
        with self._changing:
            self._over = True
            if self._process is not None:
                self._process.terminate()

    def close(self) -> None:
        """Hang up. Only when nobody waits for an answer."""
        with self._changing:
            line, process = self._line, self._process
            self._line = self._process = None
        if line is not None:
            line.close()
        if process is not None:
            process.join(0.5)
            if process.is_alive():
                process.terminate()


def think(line: Connection[Any, Any], url: str, make: Callable[[str], Any] = make_bot) -> None:
    """The life of the bots' process: choose for one game after the other until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    store = Store(url)
    library = Library(store)
    with suppress(EOFError, OSError):
        while True:
            game_id, seq, bot = line.recv()
            line.send(_choice(library, game_id, seq, make(bot)))


def _choice(library: Library, game_id: str, seq: int, bot: Any) -> tuple[Any, str | None]:
    loaded = library.current(game_id)
    if loaded.game is None or loaded.problem is not None:
        return None, loaded.problem
    if loaded.game.seq != seq:
        return {}, None
    chance = Chance(Chance(loaded.info.seed ^ (seq << 20)).word())
    try:
        return bot.choose(loaded.game, chance).to_dict(), None
    except Exception as error:  # noqa: BLE001 - whatever a bot does wrong must not end the others
        return None, f"{type(error).__name__}: {error}"
