"""The end of a game: why it ended, who won, and what the scores are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from piercy.core.game import Game
from piercy.core.title import Audience, OptionValue
from piercy.present.languages import Speaker
from piercy.rail.events import EndTriggered, GameStopped
from piercy.rail.rail_title import CountsScores


@dataclass(frozen=True, slots=True)
class Ranked:
    """Where a player stands in the ranking."""

    rank: int
    name: str
    score: int
    parts: Mapping[str, int]
    """What the score is made of, by the label of the part."""


@dataclass(frozen=True, slots=True)
class Ending:
    """All that is told when a game is over."""

    reason: str
    winners: tuple[str, ...]
    ranking: tuple[Ranked, ...]
    parts: tuple[str, ...]
    """The labels of the parts, in their order."""
    again: tuple[tuple[str, str], ...]
    """The fields of a form that starts such a game once more."""


def ending_of(game: Game, say: Speaker, seats: Mapping[str, str]) -> Ending:
    """How a finished game ended; ``seats`` tells who plays for each player: a person, or which bot."""
    title, scores = game.title, game.scores()
    counted = title.score_parts(game.state) if isinstance(title, CountsScores) else {}
    ranked = sorted(scores.items(), key=lambda pair: -pair[1])
    ranking = tuple(
        Ranked(
            1 + sum(other > score for other in scores.values()),
            name,
            score,
            {say.words.label(key): value for key, value in counted.get(name, {}).items()},
        )
        for name, score in ranked
    )
    parts = dict.fromkeys(part for one in ranking for part, value in one.parts.items() if value)
    return Ending(_reason(game, say), tuple(game.winners()), ranking, tuple(parts), _again(game, seats))


def _reason(game: Game, say: Speaker) -> str:
    """Why the game is over, in a sentence."""
    for event in reversed(game.log):
        if isinstance(event, EndTriggered | GameStopped):
            return _sentence(say, event.reason, str(event.fields.get("player") or ""))
    return _sentence(say, game.title.ending(game.state) or "rounds", "")


def _sentence(say: Speaker, reason: str, player: str) -> str:
    sentence = say.words.labels.get(f"ended_{reason}", "")
    return say(sentence, player=player) if sentence else ""


def _again(game: Game, seats: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    fields = [("title", game.setup.title), ("options", "1")]
    for at, name in enumerate(game.players):
        fields += [(f"kind-{at}", seats.get(name, "person")), (f"name-{at}", name)]
    offered = [option.name for option in game.title.options if option.audience is Audience.PLAYERS]
    options = ((f"option-{name}", _field(game.setup.options[name])) for name in offered)
    return (*fields, *((name, word) for name, word in options if word))


def _field(value: OptionValue) -> str:
    """An option as a form has it; what is not ticked is not sent."""
    return ("on" if value else "") if isinstance(value, bool) else str(value)
