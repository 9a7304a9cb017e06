"""What a good player of 18CZ thinks of.

Track is judged by plans (``outlook_track``), all else by the rest of the game on paper (``outlook_paper``):
what shares will pay and be worth, and what Directors will have to add. ``outlook_judge`` sees that as one
player; the other modules weigh what is on offer.
"""

from __future__ import annotations

from collections.abc import Sequence

from piercy.core.game import Game
from piercy.core.title import POINT
from piercy.rail.actions import Answer, DiscardTrain, LayTile
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.cz.book import Book
from piercy.titles.cz.outlook_deals import acquisitions, answers, discards
from piercy.titles.cz.outlook_judge import Judge
from piercy.titles.cz.outlook_locals import beside
from piercy.titles.cz.outlook_sale import auction, draft
from piercy.titles.cz.outlook_stock import Stock
from piercy.titles.cz.outlook_trains import buys
from piercy.titles.cz.outlook_turn import CompanyTurn
from piercy.titles.cz.state import CzState


def outlook(facts: Book, state: CzState, player: str) -> int:
    """What the player may expect to end with."""
    return Judge(facts, state, player).total() * POINT


def advise(facts: Book, game: Game) -> Sequence[Advice]:
    """What is on offer, valued; of tiles only those worth a thought."""
    actor = game.actor
    if actor is None:
        return []
    offers, state = game.offers(), game.state_as(CzState)
    judge = Judge(facts, state, actor)
    if any(offer.action is Answer for offer in offers):
        return answers(judge, offers)
    if any(offer.action is DiscardTrain for offer in offers):
        return discards(judge, offers)
    if state.flow.round == "prestock":
        return draft(judge, offers)
    if state.flow.round == "auction":
        return auction(judge, offers)
    if state.flow.round == "stock":
        return Stock(judge, offers).advice()
    if state.flow.round == "income":
        return _home_of_railway(facts, judge, game)
    turn = CompanyTurn(judge, offers)
    if found := beside(turn):
        return found
    if turn.step == "acquire":
        return acquisitions(turn)
    return buys(turn) if turn.step == "trains" else turn.advice()


def _home_of_railway(facts: Book, judge: Judge, game: Game) -> list[Advice]:
    """Moravia-Silesia: the tile that pays the owner of MW most."""
    found = []
    for action in game.actions():
        if isinstance(action, LayTile):
            tile = facts.ground.tiles[action.tile].turned[action.rotation]
            value = max(stop.values[0] for stop in tile.stops)
            found.append(Advice(action, value * POINT, Reason("home_of_railway", {"hex": action.hex})))
    return best_first(found)
