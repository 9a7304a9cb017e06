"""How a server is set up."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.engine import URL, make_url

from piercy.server.origins import Names

if TYPE_CHECKING:
    from piercy.server.parts import Parts


def default_database() -> str:
    """A file in the user's own data directory."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    # the standard that gives this variable its name says that one which is not absolute counts for nothing
    base = named if named.is_absolute() else Path.home() / ".local" / "share"
    return file_database(base / "piercy" / "games.db")


def file_database(path: Path) -> str:
    """The address of a database file, whatever letters its name has: ``%``, ``?`` and ``#`` are quoted.

    :raises OSError: its name has bytes that are no letters; addresses are text.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        reason = "the name of this folder is not text in UTF-8; name another place with --database"
        raise OSError(errno.EILSEQ, reason, str(path.parent)) from None
    return URL.create("sqlite", database=str(path)).render_as_string()


@dataclass(frozen=True, slots=True)
class Settings:
    """Where games are kept, and how the bots behave."""

    database: str
    bot_pause: float = 0.15
    """Seconds between a bot's move and the one before, so that people can follow."""
    bot_patience: float = 20.0
    """Seconds that a bot has to choose a move."""
    largest_body: int = 8_000_000
    """Bytes that one request may bring."""
    patience: float = 30.0
    """Seconds that a request has to arrive."""
    names: Names = field(default_factory=Names)
    """The names that the server answers to."""
    framed: bool = False
    """Whether a page of the same place may show these pages in a frame."""
    journal: str = "WAL"
    """How SQLite keeps a change whole; other ways than this serve one reader at a time."""
    parts: Parts | None = None
    """What plays the bots' turns and reads files, where threads and processes are not to be had."""

    def folder(self) -> Path | None:
        """Where the database file lies, if there is one: not for a server's database or one in memory.

        :raises sqlalchemy.exc.ArgumentError: the database is not named by an address.
        """
        url = make_url(self.database)
        name = url.database or ""
        in_file = url.get_backend_name() == "sqlite" and name and not name.startswith((":memory:", "file:"))
        return Path(name).parent if in_file else None

    def prepare(self) -> None:
        """Make the folder of a database file.

        :raises OSError: it cannot be made, or not be written in.
        """
        folder = self.folder()
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
