"""What can be said of an offer before it is taken: what it is about, and what each of its choices means.

A title tells facts and no words: every term has a key among its words and fields, as an event has.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from piercy.core.actions import Action
from piercy.core.errors import IllegalAction
from piercy.core.events import Event
from piercy.core.game import Game
from piercy.core.offers import Values

Told: TypeAlias = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to know of an offer or of a choice."""

    key: str
    fields: Mapping[str, Told] = field(default_factory=dict)

    def to_dict(self) -> dict[str, object]:
        return {"key": self.key, "fields": dict(self.fields)}


def term(key: str, **fields: Told) -> Term:
    """A term with its fields."""
    return Term(key, fields)


def costs(amount: int) -> Term:
    """What is paid for a choice."""
    return term("cost", cost=amount) if amount else term("free")


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a turn stands: its steps in order, by the names that the title gives them, and the one of now."""

    steps: tuple[str, ...]
    now: str


class OfferTerms(Protocol):
    """What a title tells of its offers."""

    @abstractmethod
    def asked(self, game: Game, kind: type[Action]) -> Term | None:
        """What offers of this kind are about: who, what, how much, and what the player has."""

    @abstractmethod
    def of(self, game: Game, kind: type[Action], values: Values) -> Sequence[Term]:
        """What these values of an action mean: what they cost or bring, and what follows.

        Some of the fields may be missing, as long as somebody is still choosing.
        """

    @abstractmethod
    def usual(self, game: Game, kind: type[Action], name: str, values: Values) -> int | None:
        """The number that is sensible for a field; None for the lowest."""

    @abstractmethod
    def out_of_reach(self, game: Game, place: str) -> IllegalAction | None:
        """Why nothing at all can be laid on a hex, if no line of the company on turn comes there."""

    @abstractmethod
    def stage(self, game: Game) -> Stage | None:
        """Where the turn of a company stands; None if no company is on turn."""


def asked_before(events: Sequence[Event], **fields: Told) -> int | None:
    """The price of the latest proposal with these fields, if there was one."""
    for event in reversed(events):
        if event.key == "deal_proposed" and all(event.fields.get(name) == v for name, v in fields.items()):
            return int(event["price"])
    return None
