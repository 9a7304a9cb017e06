"""What only this game tells."""

from __future__ import annotations

from piercy.core.events import Event


class SeasonBegan(Event, key="season_began"):
    """A season begins."""

    number: int
    of: int
    left: int
    """How many come after it."""
