"""Seeded randomness whose whole memory is one integer, so that it lives in the state and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1


class Chance:
    """A small deterministic generator (the SplitMix64 sequence) with an integer as its state."""

    __slots__ = ("memory",)

    def __init__(self, memory: int) -> None:
        self.memory = memory & _WORD

    def word(self) -> int:
        """The next 64 random bits."""
        self.memory = (self.memory + 0x9E3779B97F4A7C15) & _WORD
        mixed = self.memory
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, every one equally likely."""
        if bound < 1:
            raise ValueError("bound must be at least 1")
        limit = (_WORD + 1) - (_WORD + 1) % bound
        while (drawn := self.word()) >= limit:
            pass
        return drawn % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
