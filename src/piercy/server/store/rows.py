"""What the store hands out: plain values, free of the database."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from piercy.core import plain
from piercy.core.errors import InvalidAction
from piercy.core.formats import FORMAT

PERSON = "person"
"""The kind of a seat that is not a bot's."""
TOP = 10**18 - 1
"""Above every place in the list of games; its negative is the place of all games whose key is damaged."""
BROKEN = "broken"
"""The status of a game whose row cannot be read."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the list of games: the next page begins behind it, wherever its game has gone since."""

    moved: int
    id: str
    """Of games whose key is damaged, which come last: how many of them have come, as digits."""

    @staticmethod
    def among_damaged(number: int) -> Place:
        """The place behind so many games whose key is damaged."""
        return Place(-TOP, str(number))

    @property
    def damaged(self) -> int | None:
        """How many games whose key is damaged have come; None while there are sound ones to come."""
        if self.moved > -TOP:
            return None
        return int(self.id) if self.id.isascii() and self.id.isdigit() else 0

    def __str__(self) -> str:
        return f"{self.moved}-{self.id}"

    @staticmethod
    def read(text: str) -> Place:
        """The place that a text names.

        :raises InvalidAction: it names none.
        """
        found = re.fullmatch(r"(-?[0-9]{1,18})-([0-9A-Za-z_-]{1,16})", text, re.ASCII)
        if found is None:
            raise InvalidAction("{place} is no place in the list of games", place=plain.show(text))
        return Place(int(found[1]), found[2])


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
    """``active`` or ``over``; ``broken`` if the row itself is damaged."""
    summary: dict[str, Any]
    """Whose turn it is (``actor``), the ``round`` and the ``scores``."""
    seq: int
    created: str
    updated: str
    format: int = FORMAT
    """The format of the actions, and of all that follows from them."""
    place: Place = field(default=Place(0, "0"), compare=False)
    """Where the game stands in the list of games."""
    problem: str | None = None
    """What is wrong with the row, if something is: what cannot be read is empty then."""

    @property
    def actor(self) -> str | None:
        actor = self.summary.get("actor")
        return actor if isinstance(actor, str) else None

    def seat(self, name: str) -> Seat | None:
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def bot_to_move(self) -> Seat | None:
        """The bot whose decision the game waits for, if it waits for one; nobody plays a broken game."""
        if self.problem is not None:
            return None
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
    problem: str | None = None
    """What is wrong with the row, if something is: what cannot be read is empty then."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "actor": self.actor,
            "action": self.action,
            "events": self.events,
            "digest": self.digest,
            "time": self.time,
            "problem": self.problem,
        }


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after an action, as plain data."""

    seq: int
    rules_version: int
    state: Any
