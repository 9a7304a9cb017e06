"""The bots' turns of all games: threads that take a game, have a bot choose, and hand the choice in.

They use the same door as everybody. Whatever goes wrong with one game is told at its table and tried again
after a pause; the other games go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from sqlalchemy.exc import SQLAlchemyError

from piercy.core.errors import EngineError, StaleAction
from piercy.server.bot_turns.process import BotProcess
from piercy.server.bot_turns.troubles import NoStart, Trouble, Troubles, growing
from piercy.server.bot_turns.waiting import Ticket, WaitingList
from piercy.server.game_service import GameService
from piercy.server.store import GameInfo, NoSuchGame, Store

_LOG = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds that a bot has to choose."""
SOON = 0.1
"""Seconds until a game is looked at again that moved on while a bot was choosing."""


class BotTurns:
    """Plays the bots' turns of all games.

    Two processes think. One serves only tables with a person, so these never wait for tables of bots alone;
    the other serves whatever waits, tables with a person first.
    """

    def __init__(
        self, url: str, store: Store, games: GameService, pause: float = 0.0, patience: float = PATIENCE
    ) -> None:
        self._store = store
        self._games = games
        self._pause = pause
        self._waiting = WaitingList()
        self._troubles = Troubles(patience)
        self._stopping = Event()
        self._processes = {persons_only: BotProcess(url, patience) for persons_only in (True, False)}
        self._threads = [
            Thread(target=self._work, args=(process, persons_only), name="bots", daemon=True)
            for persons_only, process in self._processes.items()
        ]
        self._threads.append(Thread(target=self._look_around, name="bots begin", daemon=True))
        self.stirred: Callable[[str], None] = lambda _: None
        """Called with the id of a game whose bot could not move."""

    def start(self) -> None:
        """Begin, with every game that waits for a bot."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._waiting.close()
        for process in self._processes.values():
            process.end()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(5.0)
        for process in self._processes.values():
            process.close()

    def wake(self, info: GameInfo) -> None:
        """A game has changed: a bot may have to move."""
        self._troubles.over(info.id)
        if info.bot_to_move is not None:
            persons = _has_person(info)
            self._waiting.put(info.id, persons, self._pause if persons else 0.0)

    def retry(self, info: GameInfo) -> None:
        """Somebody asks that a bot which could not move tries again at once."""
        if info.bot_to_move is not None:
            self._waiting.hurry(info.id, _has_person(info))

    def trouble(self, game_id: str) -> Trouble | None:
        """Why the bot of a game has not moved, if it tried and could not."""
        return self._troubles.get(game_id)

    def _look_around(self) -> None:
        """Wake every game that waits for a bot; later ones wake us themselves."""
        tries = 0
        while not self._stopping.is_set():
            try:
                for info in self._store.every_game(status="active"):
                    if self._stopping.is_set():
                        return
                    self.wake(info)
                return
            except Exception as error:  # noqa: BLE001 - it passes, and nobody else would look
                tries += 1
                _LOG.error("the games that wait for a bot cannot be listed: %s", _brief(error))
                self._stopping.wait(growing(tries))

    def _work(self, process: BotProcess, persons_only: bool) -> None:
        while (ticket := self._waiting.take(persons_only=persons_only)) is not None:
            again: float | None = SOON
            try:
                again = self._try(ticket.game, process)
            except Exception:  # noqa: BLE001 - it is logged with its traceback
                # the report itself failed: the game waits, and nothing ends this thread
                _LOG.exception("game %s: the bots stumbled", ticket.game)
            self._finish(ticket, again)

    def _finish(self, ticket: Ticket, again: float | None) -> None:
        self._waiting.done(ticket, None if self._stopping.is_set() else again)

    def _try(self, game_id: str, process: BotProcess) -> float | None:
        """Let a bot move; the seconds until the game is to be looked at again, if it is."""
        try:
            self._move(game_id, process)
        except NoSuchGame:
            self._troubles.over(game_id)
        except StaleAction as error:
            # somebody moved first, took something back, or plays for that player now
            _LOG.info("game %s: %s", game_id, error)
            return SOON
        except Exception as error:  # noqa: BLE001 - one game's error is one game's trouble
            if not self._stopping.is_set():
                return self._failed(game_id, error, process)
        return None

    def _move(self, game_id: str, process: BotProcess) -> None:
        info = self._store.info(game_id)
        seat = info.bot_to_move
        if seat is None or self._store.shelf.of(game_id).deleted:
            self._troubles.over(game_id)
            return
        action = process.choose(game_id, info.seq, seat.kind)
        if self._store.info(game_id).bot_to_move != seat:
            # somebody else plays for that player now
            raise StaleAction("somebody moved first: action {seq} is not the latest", seq=info.seq)
        self._games.submit(game_id, info.seq, action, by=seat.kind)

    def _failed(self, game_id: str, error: Exception, process: BotProcess) -> float:
        trouble, pause = self._troubles.add(game_id, error)
        _LOG.error(
            "game %s: the bot could not move (%s); next try in %g s",
            game_id,
            _brief(error),
            pause,
            exc_info=None if isinstance(error, EngineError | SQLAlchemyError) else error,
        )
        self.stirred(game_id)
        if isinstance(trouble.error, NoStart):
            # the other games would fare no better
            self._stopping.wait(growing(process.failed_starts))
        return pause


def _has_person(info: GameInfo) -> bool:
    return any(not seat.is_bot for seat in info.seats)


def _brief(error: Exception) -> str:
    """The error in a line, without statements of a database and their values."""
    return f"{type(error).__name__}: {getattr(error, 'orig', None) or error}"
