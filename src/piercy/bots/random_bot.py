"""The bot that does anything allowed."""

from __future__ import annotations

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.game import Game

PASS_ONE_IN = 4


class RandomBot:
    """Takes any offer, each equally likely; where it could act it passes only now and then."""

    __slots__ = ()

    def choose(self, game: Game, chance: Chance) -> Action:
        offers = game.offers()
        if not offers:
            raise InvalidAction("there is nothing to choose from")
        passing = [offer for offer in offers if offer.action is Pass]
        doing = [offer for offer in offers if offer.action is not Pass]
        if passing and (not doing or chance.below(PASS_ONE_IN) == 0):
            return passing[0].draw(chance)
        return chance.choice(doing).draw(chance)
