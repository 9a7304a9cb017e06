"""What the server says on its error stream. An error that repeats is told once a second, with a count."""

from __future__ import annotations

import logging
import sys
import time
from threading import Lock

PAUSE = 1.0
"""Seconds in which records that are alike are told once."""
_MOST_KINDS = 1000


class OncePerSecond(logging.Filter):
    """Lets one of many records through that are alike, and says how many were left out."""

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__()
        self._pause = pause
        self._told: dict[tuple[object, ...], tuple[float, int]] = {}
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        kind, moment = _kind(record), time.monotonic()
        with self._lock:
            latest, left_out = self._told.get(kind, (None, 0))
            if latest is not None and moment - latest < self._pause:
                self._told[kind] = latest, left_out + 1
                return False
            if len(self._told) >= _MOST_KINDS:
                self._told.clear()
            self._told[kind] = moment, 0
        if left_out:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it)", None
        return True


def _kind(record: logging.LogRecord) -> tuple[object, ...]:
    """What makes records alike. The lines of a message after its first tell of single objects."""
    cause = record.exc_info[0] if record.exc_info else None
    return record.name, record.levelno, str(record.msg).partition("\n")[0], cause


def log_to_stderr() -> None:
    """Send warnings and errors of the server and of all it is built from through one filter."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(OncePerSecond())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
