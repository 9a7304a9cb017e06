"""The bot that looks one action ahead."""

from __future__ import annotations

from collections.abc import Iterator

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.core.offers import Offer
from piercy.core.standstill import AnswerEnd, ProposeEnd

LOOK_AT = 48
"""How many ways to take one offer are weighed; of more, a random sample."""

LOOK_BACK = 20
"""How many actions back it remembers what was refused."""


class GreedyBot:
    """Does what leaves it with the best prospects, by the title's own estimate; chance breaks ties."""

    __slots__ = ()

    def choose(self, game: Game, chance: Chance) -> Action:
        best: list[Action] = []
        highest: int | None = None
        for action in self._candidates(game, chance):
            after = game.apply(action)
            prospects = game.title.prospects(after.state, action.player)
            if highest is None or prospects > highest:
                highest, best = prospects, []
            if prospects == highest:
                best.append(action)
        if not best:
            raise InvalidAction("there is nothing to choose from")
        # doing nothing is a choice among equals only when there is nothing else
        doing = [action for action in best if not isinstance(action, Pass)]
        return chance.choice(doing or best)

    def _candidates(self, game: Game, chance: Chance) -> Iterator[Action]:
        offers = [
            offer for offer in game.offers() if offer.action is not ProposeEnd or _all_have_waited(game)
        ]
        if offers and offers[0].action is AnswerEnd:
            yield AnswerEnd(offers[0].player, _all_have_waited(game))
            return
        refused = _just_refused(game)
        for offer in [offer for offer in offers if offer.type not in refused] or offers:
            yield from _ways_to_take(offer, chance)


def _all_have_waited(game: Game) -> bool:
    """Whether the game stands still though everybody has had a turn in which to move it on."""
    return game.title.standstill(game.state) > 1


def _just_refused(game: Game) -> set[str]:
    """The types of the proposals that others have just refused.

    They would look as good as before, and so be made again for ever.
    """
    refused: set[str] = set()
    history = game.history[-LOOK_BACK:]
    for proposal, answer in zip(history[-2::-2], history[-1::-2], strict=False):
        if proposal.player != game.actor or getattr(answer, "accept", None) is not False:
            break
        refused.add(proposal.type)
    return refused


def _ways_to_take(offer: Offer, chance: Chance) -> list[Action]:
    ways = offer.actions(LOOK_AT + 1)
    if len(ways) <= LOOK_AT:
        return ways
    drawn = [offer.draw(chance) for _ in range(LOOK_AT)]
    return list(dict.fromkeys(drawn))
