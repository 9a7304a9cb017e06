"""What a title's expert tells a player who thinks: what could be done, what each is worth, and why.

A title that knows how it is played well names ``HasOutlook`` among its bases; programs ask with
``isinstance``, take what suits them and do it through the same door as people. An expert only advises: what
it names must be on offer, and ``check`` alone decides.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.rail.rail_title import RailState

S_contra = TypeVar("S_contra", bound=RailState, contravariant=True)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is advised, as data: ``words/en.toml`` has its sentence under ``reasons``."""

    key: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Plain values, called as in events: names of companies and trains, numbers, sums of money."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that could be done now."""

    action: Action
    value: int
    """What it is worth to who acts, in parts of a ``POINT``; comparable within one decision only."""
    reason: Reason


def best_first(advice: Iterable[Advice]) -> list[Advice]:
    """In order of value; of equals those that do something come first."""
    return sorted(advice, key=lambda one: (-one.value, isinstance(one.action, Pass)))


@runtime_checkable
class HasOutlook(Protocol[S_contra]):
    """A title with an expert."""

    @abstractmethod
    def advise(self, game: Game) -> Sequence[Advice]:
        """What a good player would think of doing now, best first. Equal positions give equal advice.

        It need not name all that is offered; nothing where the expert has no opinion.
        """

    @abstractmethod
    def outlook(self, state: S_contra, player: str) -> int:
        """What the player may expect to end with, in parts of a ``POINT``."""
