"""The game as the world sees it: a value that never changes; ``apply`` gives the next one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piercy.core import plain, record, registry
from piercy.core.actions import Action, Redo, Undo, read_action
from piercy.core.chance import Chance
from piercy.core.errors import BrokenSave, EngineError, InvalidAction
from piercy.core.events import Event
from piercy.core.flow import Context, HasFlow, S
from piercy.core.formats import COMPARABLE, FORMAT, FORMATS, today
from piercy.core.jsontext import LARGEST, NotJson, read_json
from piercy.core.offers import Offer
from piercy.core.title import OptionValue, Title

LARGEST_SEED = LARGEST


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is made from: with the actions, all there is to know of it."""

    title: str
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, OptionValue]
    rules_version: int
    """The version it was begun under; its readings hold to the end of the game."""


class Game:
    """A position of a game together with how it came about. Immutable."""

    __slots__ = ("_record", "setup")

    def __init__(self, setup: Setup, rec: record.Record[Any]) -> None:
        self.setup = setup
        self._record = rec

    @property
    def title(self) -> Title[Any]:
        return self._record.title

    @property
    def state(self) -> HasFlow:
        """The position. Do not change it: other games may share it."""
        state: HasFlow = self._record.state
        return state

    def state_as(self, kind: type[S]) -> S:
        """The position as the state of a title.

        :raises TypeError: the game is of another title.
        """
        state = self.state
        if not isinstance(state, kind):
            raise TypeError(f"a game of {self.setup.title} has no {kind.__name__}")
        return state

    @property
    def players(self) -> tuple[str, ...]:
        return self.setup.players

    @property
    def seq(self) -> int:
        """The number of logged actions, undo and redo included."""
        return self._record.seq

    @property
    def over(self) -> bool:
        over: bool = self.state.flow.over
        return over

    @property
    def actor(self) -> str | None:
        """The player whose decision is awaited; None when the game is over."""
        return self.title.referee.actor(Context(self.state))

    @property
    def log(self) -> tuple[Event, ...]:
        """What has happened so far, oldest first; what was undone is not in it."""
        events = list(self._record.opening)
        for entry in self._record.entries():
            events += entry.events
        return tuple(events)

    @property
    def latest_events(self) -> tuple[Event, ...]:
        """What happened through the latest action that stands."""
        tip = self._record.tip
        return tip.events if tip else self._record.opening

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions that stand, oldest first."""
        return tuple(entry.action for entry in self._record.entries())

    @property
    def can_redo(self) -> bool:
        return bool(self._record.undone)

    def offers(self) -> list[Offer]:
        """What may be done now."""
        return self.title.referee.offers(Context(self.state))

    def actions(self, limit: int | None = None) -> list[Action]:
        """Concrete legal actions, at most ``limit``; ranges are sampled, routes are solved."""
        found: list[Action] = []
        for offer in self.offers():
            left = None if limit is None else limit - len(found)
            if left == 0:
                break
            found += offer.actions(left)
        return found

    def check(self, action: Action) -> None:
        """Raise InvalidAction or IllegalAction if the action may not be done now; change nothing."""
        _check_seated(self.setup, action)
        self._record.check(action)

    def apply(self, action: Action) -> Game:
        """The game after the action. This one stays as it is.

        :raises InvalidAction: it is not an action of this game.
        :raises IllegalAction: a rule forbids it; the error names the rule.
        """
        _check_seated(self.setup, action)
        following = self._record.fork()
        following.do(action)
        return Game(self.setup, following)

    def undo(self) -> Game:
        """The game with its latest standing action taken back; the log remembers both."""
        return self.apply(Undo(self._last_player()))

    def redo(self) -> Game:
        """The game with the latest undone action done again."""
        return self.apply(Redo(self._last_player()))

    def scores(self) -> dict[str, int]:
        """The score of each player, as if the game ended now."""
        return self.title.scores(self.state)

    def winners(self) -> list[str]:
        """Who has won, in the order of seats; several share the win. Nobody before the end."""
        return self.title.winners(self.state) if self.over else []

    def digest(self) -> str:
        """A fingerprint of the state."""
        return plain.digest(self.state)

    def to_dict(self) -> dict[str, Any]:
        return {
            "piercy": FORMAT,
            "title": self.setup.title,
            "rules_version": self.setup.rules_version,
            "players": list(self.setup.players),
            "seed": self.setup.seed,
            "options": dict(self.setup.options),
            "actions": [action.to_dict() for action in self._record.logged()],
            "digest": self.digest(),
        }

    def to_json(self) -> str:
        """The whole game as one JSON document; ``from_json`` reads it back."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    def _last_player(self) -> str:
        tip = self._record.tip
        return tip.action.player if tip else self.players[0]


def new_game(
    title: str, *, players: Sequence[str], seed: int = 0, options: Mapping[str, object] | None = None
) -> Game:
    """A fresh game. Equal arguments give equal games.

    :raises InvalidAction: unknown title or option, or a number of players that the title does not take.
    """
    return _begin(registry.title(title), players, seed, options or {}, None)


def begun_under(
    rules_version: int, title: str, *, players: Sequence[str], seed: int, options: Mapping[str, object]
) -> Game:
    """The start of a game that was begun under a rules version, with the readings of that version.

    This is how stored games are loaded: options that the version did not know, or read another way, have the
    values that it took for granted.

    :raises InvalidAction: as for a new game, or the version is not known.
    """
    rules = registry.title(title)
    if not 1 <= rules_version <= rules.rules_version:
        raise InvalidAction(
            "rules version {version} of {title} is not known here (the latest is {ours})",
            version=plain.show(rules_version),
            title=rules.id,
            ours=rules.rules_version,
        )
    return _begin(rules, players, seed, options, rules_version)


def _begin(
    rules: Title[Any], players: Sequence[str], seed: int, options: Mapping[str, object], version: int | None
) -> Game:
    names = _read_players(rules, players)
    if type(seed) is not int:
        raise InvalidAction("the seed must be a whole number, not {seed!r}", seed=seed)
    if not 0 <= seed <= LARGEST_SEED:
        raise InvalidAction("the seed is a whole number from 0 to {most}", most=LARGEST_SEED)
    chosen = rules.read_options(options, version)
    chance = Chance(seed)
    state = rules.setup(names, chosen, chance)
    state.flow.random = chance.memory
    setup = Setup(rules.id, names, seed, chosen, rules.rules_version if version is None else version)
    return Game(setup, record.begin(rules, state))


Watch = Callable[[Game, Action], None]
"""Told of every action of a replay when it is done. The game it is shown moves on with the replay."""


def replay(game: Game, actions: Iterable[Action], watch: Watch | None = None) -> Game:
    """The game after many actions, each checked.

    :param watch: sees every position on the way, which costs no copy of it.
    :raises BrokenSave: an action is refused; the message gives its number and the reason.
    """
    rec = game._record.fork()
    moving = Game(game.setup, rec)
    for action in actions:
        try:
            _check_seated(game.setup, action)
            rec.do(action)
        except EngineError as error:
            raise BrokenSave(
                "action {number} ({type}) is refused: {reason}",
                number=rec.seq + 1,
                type=action.type,
                reason=str(error),
            ) from error
        if watch is not None:
            watch(moving, action)
    return moving


def resume(game: Game, past: Iterable[tuple[Action, tuple[Event, ...]]], state: Any) -> Game:
    """A fresh game carried to a state that was saved, with the history that led there.

    The history is believed, not played: whoever calls this knows the digest that the state must have.

    :raises InvalidAction: the history takes back or repeats something that is not there.
    """
    return Game(game.setup, record.retell(game._record, past, state))


def from_json(text: str) -> Game:
    """The game that a JSON document holds, replayed with every action checked.

    :raises BrokenSave: it is not such a document, or it does not replay to the state that it claims.
    """
    try:
        data = read_json(text)
    except NotJson as error:
        raise BrokenSave("this is not JSON: {problem}", problem=str(error)) from None
    except plain.PlainError as error:
        raise BrokenSave("the saved game is broken: {problem}", problem=str(error)) from None
    return from_dict(data)


def from_dict(data: object, watch: Watch | None = None) -> Game:
    """The game that plain data holds; see ``from_json`` and, for ``watch``, ``replay``."""
    if not isinstance(data, dict) or type(data.get("piercy")) is not int or data["piercy"] not in FORMATS:
        raise BrokenSave(
            "this is not a saved game of format {format}", format=", ".join(map(str, sorted(FORMATS)))
        )
    try:
        fresh = _fresh(data)
        actions = [
            _numbered(n, today(fresh.title, data["piercy"], item), fresh.setup.title)
            for n, item in enumerate(data["actions"], start=1)
        ]
    except EngineError as error:
        raise BrokenSave("the saved game is broken: {problem}", problem=str(error)) from error
    versions = {"saved": data["rules_version"], "ours": fresh.title.rules_version}
    try:
        game = replay(fresh, actions, watch)
    except BrokenSave as error:
        if versions["saved"] == versions["ours"]:
            raise
        raise BrokenSave(
            "{problem} (rules version {saved}, now {ours})", problem=error.message, **versions
        ) from error
    if data["piercy"] in COMPARABLE and data["digest"] != game.digest():
        raise BrokenSave(
            "the saved game does not replay to the state it was saved in (rules version {saved}, now {ours})",
            **versions,
        )
    return game


_FIELDS: dict[str, type] = {
    "title": str,
    "rules_version": int,
    "players": list,
    "seed": int,
    "options": dict,
    "actions": list,
    "digest": str,
}


def _fresh(data: dict[str, Any]) -> Game:
    for name, kind in _FIELDS.items():
        if type(data.get(name)) is not kind:
            raise InvalidAction(
                "the field {name!r} is missing or is not a {kind}", name=name, kind=kind.__name__
            )
    return begun_under(
        data["rules_version"],
        data["title"],
        players=data["players"],
        seed=data["seed"],
        options=data["options"],
    )


def _check_seated(setup: Setup, action: Action) -> None:
    """Whose turn it is the rules say; undo and redo are open to all, but to nobody from outside."""
    if isinstance(action, Undo | Redo) and action.player not in setup.players:
        raise InvalidAction("there is no player {player!r}", player=action.player)


def _numbered(number: int, item: object, title: str) -> Action:
    try:
        return read_action(item, title)
    except InvalidAction as error:
        raise InvalidAction("action {number}: {problem}", number=number, problem=error.message) from None


def _read_players(rules: Title[Any], players: Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise InvalidAction("players must be a list of names")
    names = tuple(players)
    if any(not 1 <= len(name.strip()) <= 40 or not name.isprintable() for name in names):
        raise InvalidAction("a player's name has 1 to 40 characters that can be printed")
    if len(set(names)) != len(names):
        raise InvalidAction("every player needs a name of their own")
    if len(names) not in rules.player_counts:
        low, high = rules.player_counts[0], rules.player_counts[-1]
        raise InvalidAction(
            "{title} is for {low} to {high} players, not {got}",
            title=rules.id,
            low=low,
            high=high,
            got=len(names),
        )
    return names
