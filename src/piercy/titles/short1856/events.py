"""What only the 1856 short game tells."""

from __future__ import annotations

from piercy.core.events import Event


class RoundBegan(Event, key="round_began"):
    """A round of turns begins."""

    number: int


class StandsStill(Event, key="stands_still"):
    """Nothing has changed for so many rounds."""

    rounds: int
