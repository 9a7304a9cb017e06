"""What a title is: one game's frozen rules and data, shared by all games of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic

from piercy.core import plain
from piercy.core.actions import Kinds, vocabulary
from piercy.core.box import Box
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.flow import Referee, Round, S

POINT = 1_000_000
"""A point in a title's estimates, which are whole numbers of millionths: the last digits of a sum of broken
numbers depend on the version of Python, and with them what a bot does."""

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]
MOST_ONCE = 2**31
"""The bound for options of games from earlier rules versions, when there was none: nobody meant more."""
Rewrite = Callable[[dict[str, Any]], dict[str, Any]]
"""An action as plain data, from the words of an earlier format to those of today."""


class Audience(StrEnum):
    """Whom an option is for."""

    PLAYERS = "players"
    """People choose it before a game: an open question of the rulebook, or a house rule."""
    IMPORT = "import"
    """It follows another program's readings; whoever brings a file sets it."""
    SIMULATIONS = "simulations"
    """It bounds games that nobody watches; a game with a person has its default."""
    LOADING = "loading"
    """New games have no choice; only a game of an earlier rules version has another value."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made before the game: its name, default, and what else it may be."""

    name: str
    default: OptionValue
    help: str
    choices: tuple[OptionValue, ...] = (False, True)
    """Allowed values; empty for any whole number from 0 to ``most``."""
    most: int = 1_000_000
    audience: Audience = Audience.PLAYERS
    simulated: OptionValue | None = None
    """The value in simulations and at tables of bots alone, where it is not the default."""
    before: tuple[tuple[int, OptionValue], ...] = ()
    """What games of earlier rules versions have: pairs of the last version with a value, and the value."""
    group: str = ""
    """What it is about, in a few words: options of one group stand together."""

    def under(self, version: int) -> OptionValue:
        """The value of a game of that rules version which does not say it."""
        return next((value for last, value in self.before if version <= last), self.default)

    def read(self, value: object, version: int | None = None) -> OptionValue:
        """The value, if it is allowed: to a new game, or to one of the earlier rules version given.

        :raises InvalidAction: it is not.
        """
        of_old = version is not None and value == self.under(version)
        most = self.most if version is None else max(self.most, MOST_ONCE)
        fits = value in self.choices if self.choices else isinstance(value, int) and 0 <= value <= most
        if type(value) is not type(self.default) or not (fits or of_old):
            allowed = ", ".join(map(str, self.choices)) or f"a whole number from 0 to {most}"
            raise InvalidAction(
                "option {name!r} may be {allowed}, not {value}",
                name=self.name,
                allowed=allowed,
                value=plain.show(value),
            )
        assert isinstance(value, bool | int | str)
        return value


@dataclass(frozen=True, slots=True)
class About:
    """What people choose a title by. Lists need not load a title whose folder says it in ``about.py``."""

    id: str
    name: str
    description: str
    rules_version: int
    player_counts: range
    options: tuple[Option, ...] = ()
    minutes: tuple[int, int] | None = None
    """How long people play: at least and at most, about."""
    step: int = 99
    """The place of the title among those that are here, for somebody who learns them one after the other."""
    advice: str = ""
    """Who should choose this title, in a sentence."""

    def options_for(self, *audiences: Audience) -> tuple[Option, ...]:
        """The options that are for one of these."""
        return tuple(option for option in self.options if option.audience in audiences)

    def simulation_options(self) -> dict[str, OptionValue]:
        """The options that bound a game nobody watches, so that it ends."""
        return {o.name: o.simulated for o in self.options if o.simulated is not None}


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
    box: Box | None = None
    """The digest it is played by, and what else its folder tells."""
    minutes: tuple[int, int] | None = None
    step: int = 99
    advice: str = ""
    former: Mapping[str, Rewrite] = MappingProxyType({})
    """The actions that saves of format 1 call otherwise, by their type there."""

    def __init__(self, about: About | None = None) -> None:
        """:param about: what ``about.py`` says; a title whose folder has none says it in its class."""
        if about is not None:
            self.id, self.name, self.description = about.id, about.name, about.description
            self.rules_version, self.player_counts = about.rules_version, about.player_counts
            self.options, self.minutes = about.options, about.minutes
            self.step, self.advice = about.step, about.advice

    @property
    def about(self) -> About:
        return About(
            self.id,
            self.name,
            self.description,
            self.rules_version,
            self.player_counts,
            self.options,
            self.minutes,
            self.step,
            self.advice,
        )

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

    def prospects(self, state: S, player: str) -> int:
        """Roughly what the player will score if things go on as they stand, in parts of a ``POINT``.

        This is what bots look at. The score of now, unless the title knows better.
        """
        return self.scores(state)[player] * POINT

    def winners(self, state: S) -> list[str]:
        """Who would win if the game ended now: the highest score; equals share the win."""
        scores = self.scores(state)
        return [name for name, score in scores.items() if score == max(scores.values())]

    def ending(self, state: S) -> str:
        """Why the game ends, in a word for reports; empty where there is nothing to tell."""
        return ""

    def standstill(self, state: S) -> int:
        """For how many rounds in a row nothing has changed, where the players may end the game for that."""
        return 0

    @abstractmethod
    def conserved(self, state: S) -> dict[str, tuple[int, int]]:
        """For each thing that can neither appear nor vanish: how much there must be, and is."""

    @cached_property
    def referee(self) -> Referee[S]:
        return Referee(self.rounds, self.over_rule)

    @cached_property
    def vocabulary(self) -> Kinds:
        """All actions of the game by name: those that titles share, and what its own steps understand."""
        steps = (s for play in self.rounds.values() for s in (*play.steps, *play.interrupts, *play.anytime))
        return vocabulary(kind for step in steps for kind in step.actions)

    def read_options(self, given: Mapping[str, object], version: int | None = None) -> dict[str, OptionValue]:
        """All options; what is not given is filled in as new games, or games of that version, have it.

        :raises InvalidAction: an unknown name or a value that is not allowed.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise InvalidAction("{title} has no option {name!r}", title=self.id, name=name)
        version = self.rules_version if version is None else version
        earlier = version if version < self.rules_version else None
        return {n: o.read(given.get(n, o.under(version)), earlier) for n, o in known.items()}

    def options_for(self, *audiences: Audience) -> tuple[Option, ...]:
        """The options that are for one of these."""
        return self.about.options_for(*audiences)

    def table_options(self, given: Mapping[str, object], *, persons: bool) -> dict[str, OptionValue]:
        """All options of a new game, as those who sit down to it chose them.

        Where no person sits, nobody would notice that the game does not end: it is bounded like a simulation.

        :raises InvalidAction: an unknown name, a value that is not allowed, or an option that is not theirs.
        """
        for option in self.options:
            if option.name not in given:
                continue
            if option.audience is Audience.IMPORT:
                raise InvalidAction("option {name!r} is for imported games only", name=option.name)
            if option.audience is Audience.LOADING:
                raise InvalidAction("option {name!r} is for games of earlier rules only", name=option.name)
            if option.audience is Audience.SIMULATIONS and persons:
                raise InvalidAction("option {name!r} is for games without a person only", name=option.name)
        return self.read_options(given if persons else {**self.simulation_options(), **given})

    def simulation_options(self) -> dict[str, OptionValue]:
        """The options that bound a game nobody watches, so that it ends."""
        return self.about.simulation_options()
