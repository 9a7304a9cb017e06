"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


def default_database() -> str:
    """A file in the user's own data directory."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{base / 'piercy' / 'games.db'}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Where games are kept, and how the bots behave."""

    database: str
    bot_pause: float = 0.15
    """Seconds between a bot's move and the one before, so that people can follow."""
    largest_body: int = 8_000_000
    """Bytes that one request may bring."""

    def prepare(self) -> None:
        """Make the directory of a database file."""
        if self.database.startswith("sqlite:///"):
            Path(self.database.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
