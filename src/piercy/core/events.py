"""Events: what happened, as small frozen records with a JSON form. Words are made from them elsewhere.

A kind of event is declared once, under its key and with typed fields::

    class TileLaid(Event, key="tile_laid"):
        hex: str
        tile: str

What any game tells stands here, what 18xx games share in ``rail.events``, and what one title tells in its own
``events``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from piercy.core import plain

_TYPES: dict[str, type[Event]] = {}


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Event:
    """One thing that happened."""

    key: ClassVar[str]

    def __init_subclass__(cls, *, key: str) -> None:
        if key in _TYPES:
            raise ValueError(f"the event {key!r} is declared twice")
        cls.key = key
        _TYPES[key] = dataclass(frozen=True)(cls)

    @property
    def fields(self) -> Mapping[str, Any]:
        """What is told, as plain data."""
        told: dict[str, Any] = plain.encode(self)
        return told

    def to_dict(self) -> dict[str, Any]:
        """The event as plain data; ``read_event`` is the way back."""
        return {"event": self.key, **self.fields}

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]


def event_types() -> dict[str, type[Event]]:
    """The catalogue: all declared events by key."""
    return dict(sorted(_TYPES.items()))


def read_event(data: object) -> Event:
    """The event that a plain dict describes.

    :raises PlainError: it describes none.
    """
    kind = _TYPES.get(str(data.get("event"))) if isinstance(data, dict) else None
    if not isinstance(data, dict) or kind is None:
        raise plain.PlainError(f"this is not an event: {plain.show(data)}")
    return plain.decode(kind, {name: value for name, value in data.items() if name != "event"})


class Passed(Event, key="passed"):
    """A player declined what he could have done."""

    player: str


class GameOver(Event, key="game_over"):
    """The game has ended."""
