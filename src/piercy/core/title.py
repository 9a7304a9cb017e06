"""What a title is: one game's frozen rules and data, shared by all games of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.flow import Referee, Round, S

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game: its name, default, and what else it may be."""

    name: str
    default: OptionValue
    help: str
    choices: tuple[OptionValue, ...] = (False, True)
    """Allowed values; empty for any whole number of at least 0."""

    def read(self, value: object) -> OptionValue:
        fits = type(value) is type(self.default) and (
            value in self.choices if self.choices else isinstance(value, int) and value >= 0
        )
        if not fits:
            allowed = ", ".join(map(str, self.choices)) or "a whole number"
            raise InvalidAction(
                "option {name!r} may be {allowed}, not {value!r}",
                name=self.name,
                allowed=allowed,
                value=value,
            )
        assert isinstance(value, bool | int | str)
        return value


class Title(ABC, Generic[S]):
    """One game. Subclasses list the rounds, choose the strategies, and say how it starts and ends."""

    id: str
    name: str
    description: str
    rules_version: int
    player_counts: range
    state_type: type[S]
    options: tuple[Option, ...] = ()
    over_rule: str
    """The rule that ends the game."""

    @cached_property
    @abstractmethod
    def rounds(self) -> Mapping[str, Round[S]]:
        """The rounds by name: the order of play."""

    @abstractmethod
    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> S:
        """The state at the start. ``flow.round`` names the first round."""

    @abstractmethod
    def scores(self, state: S) -> dict[str, int]:
        """What each player would score if the game ended now."""

    def prospects(self, state: S, player: str) -> float:
        """Roughly what the player will score if things go on as they stand: what bots look at.

        The score of now, unless the title knows better.
        """
        return self.scores(state)[player]

    def winners(self, state: S) -> list[str]:
        """Who would win if the game ended now: the highest score; equals share the win."""
        scores = self.scores(state)
        return [name for name, score in scores.items() if score == max(scores.values())]

    def ending(self, state: S) -> str:
        """Why the game ends, in a word for reports; empty where there is nothing to tell."""
        return ""

    @abstractmethod
    def conserved(self, state: S) -> dict[str, tuple[int, int]]:
        """For each thing that can neither appear nor vanish: how much there must be, and is."""

    @cached_property
    def referee(self) -> Referee[S]:
        return Referee(self.rounds, self.over_rule)

    def read_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options, defaults filled in.

        :raises InvalidAction: an unknown name or a value that is not allowed.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise InvalidAction("{title} has no option {name!r}", title=self.id, name=name)
        return {n: option.read(given.get(n, option.default)) for n, option in known.items()}
