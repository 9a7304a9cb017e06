"""What the store hands out: plain values, free of the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PERSON = "person"
"""The kind of a seat that is not a bot's."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table: the player's name, and a person or the name of a bot."""

    name: str
    kind: str = PERSON

    @property
    def is_bot(self) -> bool:
        return self.kind != PERSON

    def to_dict(self) -> dict[str, str]:
        return {"name": self.name, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as its row tells it."""

    id: str
    title: str
    rules_version: int
    options: dict[str, Any]
    seed: int
    seats: tuple[Seat, ...]
    status: str
    """``active`` or ``over``."""
    summary: dict[str, Any]
    """Whose turn it is (``actor``), the ``round`` and the ``scores``."""
    seq: int
    created: str
    updated: str

    @property
    def actor(self) -> str | None:
        actor = self.summary.get("actor")
        return actor if isinstance(actor, str) else None

    def seat(self, name: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot whose decision the game waits for, if it waits for one."""
        seat = None if self.actor is None else self.seat(self.actor)
        return seat if seat is not None and seat.is_bot else None


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """One stored action with what followed from it."""

    seq: int
    actor: str
    action: dict[str, Any]
    events: list[dict[str, Any]]
    figures: dict[str, Any]
    digest: str
    time: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "actor": self.actor,
            "action": self.action,
            "events": self.events,
            "digest": self.digest,
            "time": self.time,
        }


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after an action, as plain data."""

    seq: int
    rules_version: int
    state: Any
