"""Games that come from files: each is replayed in a process of its own, which has little time.

A file may be large, and slow to replay, and made so on purpose. The process reads it, replays it once with
every action checked, and stores it; the server only waits, and goes on serving everybody else.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import BoundedSemaphore, Lock
from typing import Any

from sqlalchemy.exc import OperationalError

from piercy.core.errors import EngineError
from piercy.server.files import MOST, replayed
from piercy.server.problems import Busy, Failed, TooLarge
from piercy.server.store import GameInfo, Store

try:
    import resource

    _OUT_OF_TIME: tuple[int, ...] = (signal.SIGXCPU, signal.SIGKILL)
except ImportError:  # pragma: no cover - on Windows nobody counts the processor time
    resource = None  # type: ignore[assignment]
    _OUT_OF_TIME = ()
"""How the system ends a process that has used up its time."""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much work files may make."""

    actions: int = MOST
    """Actions of one game."""
    seconds: int = 30
    """Processor time for one file."""
    wait: float = 300.0
    """Seconds that the replay of one file may take, however busy the machine is."""
    at_once: int = 2
    """Files that are replayed at once."""
    waiting: int = 6
    """Files more that wait for their turn; further ones are told to come again."""


class Refused(EngineError):
    """What the process has refused, said again on this side of the line."""

    def __init__(self, code: str, rule: str | None, template: str, fields: Mapping[str, object]) -> None:
        super().__init__(template, **fields)
        self.code = code
        self._rule = rule

    @property
    def rule(self) -> str | None:
        return self._rule


class Imports:
    """Brings games from files, a few at once."""

    def __init__(
        self, url: str, store: Store, told: Callable[[GameInfo], None], bounds: Bounds | None = None
    ) -> None:
        self._url = url
        self._store = store
        self._told = told
        self._bounds = bounds or Bounds()
        self._room = BoundedSemaphore(self._bounds.at_once + self._bounds.waiting)
        self._desks = BoundedSemaphore(self._bounds.at_once)
        self._running: set[SpawnProcess] = set()
        self._lock = Lock()
        self._over = False

    def bring(self, body: bytes) -> GameInfo:
        """Keep the game of a file; all its seats are persons'. Blocks until that is done.

        :raises EngineError: the file holds no game that replays, or takes too much.
        :raises Busy: too many files at once.
        """
        if not self._room.acquire(blocking=False):
            raise Busy("too many games are being brought from files; try again in a few seconds")
        try:
            with self._desks:
                kept = self._keep(body)
        finally:
            self._room.release()
        info = self._store.info(kept)
        self._told(info)
        return info

    def stop(self) -> None:
        """End what is running; whoever waits for it is told to come again."""
        with self._lock:
            self._over = True
            for process in self._running:
                process.terminate()

    def _keep(self, body: bytes) -> str:
        with self._process() as (process, line):
            try:
                line.send_bytes(body)
                if not line.poll(self._bounds.wait):
                    raise self._too_slow()
                answer = line.recv()
            except (EOFError, OSError):
                process.join(10.0)
                raise self._why_it_ended(process.exitcode) from None
        return self._understood(answer)

    @contextmanager
    def _process(self) -> Iterator[tuple[SpawnProcess, Connection[Any, Any]]]:
        context = multiprocessing.get_context("spawn")
        line, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._url, self._bounds), daemon=True)
        try:
            with self._lock:
                if self._over:
                    raise Busy("the server is being stopped")
                process.start()
                self._running.add(process)
            theirs.close()
            yield process, line
        finally:
            line.close()
            theirs.close()
            with self._lock:
                self._running.discard(process)
            if process.pid is not None:
                # it has answered, or nobody waits for its answer any more
                process.kill()
                process.join()
                process.close()

    def _why_it_ended(self, code: int | None) -> EngineError:
        if self._over:
            return Busy("the server is being stopped")
        if code is not None and -code in _OUT_OF_TIME:
            return self._too_slow()
        _LOG.error("the process that replays a file ended by itself (%s)", code)
        return Failed("something went wrong in the server; its log says more")

    def _too_slow(self) -> EngineError:
        return TooLarge(
            "replaying this game takes more than {seconds} {seconds:second|seconds}; it is not taken",
            seconds=self._bounds.seconds,
        )

    def _understood(self, answer: tuple[Any, ...]) -> str:
        kind, *told = answer
        if kind == "kept":
            game: str = told[0]
            return game
        if kind == "refused":
            raise Refused(*told)
        if kind == "database":
            _LOG.error("a game from a file cannot be stored now: %s", told[0])
            raise Busy("the games cannot be reached just now; try again in a few seconds")
        _LOG.error("a file could not be replayed: %s", told[0])
        raise Failed("something went wrong in the server; its log says more")


def work(line: Connection[Any, Any], url: str, bounds: Bounds) -> None:
    """The life of a process: one file."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(bounds.seconds)
    with suppress(EOFError, OSError):
        line.send(_answer(line, url, bounds))


def _limit(seconds: int) -> None:
    """So much processor time is left, and everybody else comes first."""
    if resource is None:  # pragma: no cover
        return
    with suppress(OSError):
        os.nice(10)
    most = int(time.process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 2))


def _answer(line: Connection[Any, Any], url: str, bounds: Bounds) -> tuple[Any, ...]:
    body = line.recv_bytes()
    try:
        info, recording = replayed(body, bounds.actions)
        if line.poll():
            raise EOFError("nobody waits for the game any more")
        store = Store(url)
        try:
            store.create(info, recording.rows, recording.snapshots)
        finally:
            store.close()
    except EngineError as error:
        return "refused", error.code, error.rule, error.template, _sendable(error.fields)
    except OperationalError as error:
        return "database", str(error.orig)
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001 - the server tells the log of it, whatever it was
        return "failed", f"{type(error).__name__}: {error}"
    return "kept", info.id


def _sendable(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: value if isinstance(value, str | int) else str(value) for name, value in fields.items()}
