"""The bot that plays as its title's expert advises."""

from __future__ import annotations

from piercy.bots.bot import Choice
from piercy.bots.greedy_bot import GreedyBot
from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.game import Game
from piercy.rail.outlook import Advice, HasOutlook


class ClubBot:
    """Does the best of what its title's expert advises; where there is no advice, it is greedy."""

    __slots__ = ()

    def choose(self, game: Game, chance: Chance) -> Action:
        return self.decide(game, chance).action

    def decide(self, game: Game, chance: Chance) -> Choice:
        """What it does, and why if the expert said so."""
        for advice in advised(game):
            return Choice(advice.action, advice.reason)
        return Choice(GreedyBot().choose(game, chance))


def advised(game: Game) -> list[Advice]:
    """What the expert of a game advises, best first, and what of it is on offer."""
    if not isinstance(game.title, HasOutlook):
        return []
    advice = game.title.advise(game)
    if not advice:
        return []
    offers = game.offers()
    return [one for one in advice if any(offer.covers(one.action) for offer in offers)]
