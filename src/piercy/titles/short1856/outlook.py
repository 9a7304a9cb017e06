"""What a good player of the 1856 short game thinks of.

There is one company each and no stock: the game is a race for the cash of the bank. Track is judged by plans,
all else by the race on paper to the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.core.standstill import AnswerEnd, ProposeEnd
from piercy.core.title import POINT
from piercy.rail.actions import LayTile, RunTrains
from piercy.rail.outlook import Advice, Reason, best_first
from piercy.titles.short1856.book import Book
from piercy.titles.short1856.outlook_race import final_cash, start
from piercy.titles.short1856.outlook_reasons import reason_for
from piercy.titles.short1856.outlook_track import Aim, power, tile_values
from piercy.titles.short1856.outlook_view import (
    company_of,
    other_companies,
    rusts_later,
    trains_coming,
    trains_of,
    with_tile,
)
from piercy.titles.short1856.state import ShortState

LOOKED_AT = 6
"""Tiles whose use to the others is looked at."""
LONG = 10
"""Track is not laid for more rounds than these."""
SOON = 3
"""Rounds until a company has the trains that it is going to have, about."""


def outlook(facts: Book, state: ShortState, player: str) -> int:
    """The lead that the player will have over the best of the others, on paper."""
    return _lead(final_cash(facts, state), player) * POINT


def _lead(cash: dict[str, int], player: str) -> int:
    return cash[player] - max(amount for name, amount in cash.items() if name != player)


def advise(facts: Book, game: Game) -> Sequence[Advice]:
    """All that is on offer, valued; of tiles only those worth a thought."""
    actor = game.actor
    if actor is None:
        return []
    offers = game.offers()
    if any(offer.action is LayTile for offer in offers):
        return _tiles(facts, game.state_as(ShortState), actor)
    actions = [action for offer in offers if offer.action is not ProposeEnd for action in offer.actions()]
    if any(isinstance(action, AnswerEnd) for action in actions):
        return _answers(game, actions, actor)
    return _by_the_race(facts, game, actions, actor)


def _by_the_race(facts: Book, game: Game, actions: list[Action], actor: str) -> list[Advice]:
    """What is best if all goes on as on paper."""
    after = {action: game.apply(action).state_as(ShortState) for action in actions}
    leads = {action: _lead(final_cash(facts, state), actor) for action, state in after.items()}
    waiting = max((lead for action, lead in leads.items() if isinstance(action, Pass)), default=0)
    found = []
    for action, lead in leads.items():
        reason = reason_for(game, action, after[action], lead - waiting)
        # somebody has to end a game in which all wait
        ends = game.title.standstill(game.state) > 0 and isinstance(action, RunTrains)
        found.append(Advice(action, (lead + facts.bank * ends) * POINT, reason))
    return best_first(found)


def _answers(game: Game, actions: list[Action], actor: str) -> list[Advice]:
    ahead = _lead(game.scores(), actor) > 0
    return best_first(
        Advice(action, POINT * (action.accept == ahead), Reason("ahead" if ahead else "behind"))
        for action in actions
        if isinstance(action, AnswerEnd)
    )


def aims(facts: Book, state: ShortState, company: str) -> list[Aim]:
    """The trains that a company runs now, and those it will run when the next kinds have come."""
    trains = trains_of(state, company)
    rounds = min(LONG, max(1, start(facts, state).rounds_left()))
    coming = trains_coming(state)
    lasting = [train for train in trains if not rusts_later(facts, state, train)]
    bought = [train for train in coming if not rusts_later(facts, state, train)][:2]
    limit = facts.phases[-2].train_limit
    later = sorted([*lasting, *bought], key=lambda train: -facts.trains[train].price)[:limit]
    now = trains or coming[:1]
    if sorted(later) == sorted(now):
        return [Aim(tuple(now), rounds)]
    soon = min(rounds, SOON)
    return [Aim(tuple(now), soon), Aim(tuple(later), max(1, rounds - soon))]


def _tiles(facts: Book, state: ShortState, actor: str) -> list[Advice]:
    """The best plans, less what they give to others."""
    company = company_of(state, actor)
    mine = aims(facts, state, company)
    values = tile_values(facts, state, company, mine)
    ranked = sorted(values, key=lambda tile: -values[tile])[:LOOKED_AT]
    others = other_companies(state, company)
    theirs = {other: aims(facts, state, other) for other in others}
    before = {other: power(facts, state, other, theirs[other]) for other in others}
    rounds = sum(aim.rounds for aim in mine)
    found = [Advice(Pass(actor), 0, Reason("no_track", {"company": company}))]
    for tile in ranked:
        after = with_tile(facts, state, tile)
        given = max(power(facts, after, other, theirs[other]) - before[other] for other in others)
        reason = Reason("track", {"hex": tile.hex, "income": values[tile] // rounds})
        found.append(Advice(tile, (values[tile] - max(0, given)) * POINT, reason))
    return best_first(found)
