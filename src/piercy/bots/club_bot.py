"""The bot that plays as its title's expert advises."""

from __future__ import annotations

from piercy.bots.bot import Choice
from piercy.bots.greedy_bot import GreedyBot
from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.game import Game
from piercy.rail.outlook import Advice, HasOutlook


class ClubBot:
    """Does the best of what its title's expert advises, or what is as good; without advice it is greedy."""

    __slots__ = ()

    def choose(self, game: Game, chance: Chance) -> Action:
        return self.decide(game, chance).action

    def decide(self, game: Game, chance: Chance) -> Choice:
        """What it does, and why if the expert said so."""
        if advice := advised(game):
            best = _equals(advice)
            taken = chance.choice(best) if len(best) > 1 else best[0]
            return Choice(taken.action, taken.reason)
        return Choice(GreedyBot().choose(game, chance))


def _equals(advice: list[Advice]) -> list[Advice]:
    """The best, and what is as good; doing nothing only if there is nothing else."""
    best = [one for one in advice if one.value == advice[0].value]
    return [one for one in best if not isinstance(one.action, Pass)] or best


def advised(game: Game) -> list[Advice]:
    """What the expert of a game advises, best first, and what of it is on offer."""
    if not isinstance(game.title, HasOutlook):
        return []
    advice = game.title.advise(game)
    if not advice:
        return []
    offers = game.offers()
    return [one for one in advice if any(offer.covers(one.action) for offer in offers)]
