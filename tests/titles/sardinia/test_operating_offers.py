"""In an operating round exactly that is offered which is allowed; of routes, only those worth choosing."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from tests.titles.sardinia.openings import FULL, NAMES

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import (
    Answer,
    BuyTrain,
    DiscardTrain,
    LayTile,
    OfferForTrain,
    PayDividend,
    RepayLoans,
    SellShares,
)
from piercy.testing import questions as ask
from piercy.testing.conformance import choose
from piercy.titles.sardinia.actions import GiveMaritime
from piercy.titles.sardinia.operating_actions import Absorb, PlaceTokenAlong, ReplaceTokens, VacateMines

ATLAS, TILES = FULL.ground.atlas, FULL.ground.tiles


def decisions(game: Game) -> list[Action]:
    """Everything but tiles, routes and prices that somebody could think of."""
    player, companies, trains = game.actor or "", ask.companies(game), list(FULL.facts.trains)
    found: list[Action] = [Pass(player)]
    found += [BuyTrain(player, train, source) for train, source in product(trains, ("depot", "pool"))]
    found += [DiscardTrain(player, train) for train in trains]
    found += [SellShares(player, c, n) for c, n in product(companies, range(1, 11))]
    found += [Absorb(player, one, other) for one, other in product(companies, companies)]
    found += [GiveMaritime(player, card) for card in FULL.facts.maritimes]
    found += [RepayLoans(player, 500 * count) for count in range(1, 5)]
    found += [PayDividend(player, dividend) for dividend in (True, False)]
    found += [Answer(player, accept) for accept in (True, False)]
    if (absorbing := ask.absorbing(game)) is not None:
        for kind, company in zip((VacateMines, ReplaceTokens), absorbing, strict=True):
            hexes = [name for name, _ in ask.tokens_of(game, company)]
            found += [kind(player, some) for n in range(len(hexes) + 1) for some in combinations(hexes, n)]
    return found


def lays(game: Game) -> list[Action]:
    player = game.actor or ""
    return [LayTile(player, *row) for row in product(ATLAS.hexes, TILES, range(6))]


def allowed(game: Game, actions: list[Action]) -> set[Action]:
    found = set()
    for action in actions:
        try:
            game.check(action)
        except IllegalAction:
            continue
        found.add(action)
    return found


def offered(game: Game) -> set[Action]:
    return {action for offer in game.offers() for action in offer.actions()}


def same_sets(actions: set[Action]) -> set[object]:
    """Sets of hexes are compared as sets."""
    return {
        (type(a), frozenset(a.hexes)) if isinstance(a, VacateMines | ReplaceTokens) else a for a in actions
    }


@pytest.mark.parametrize(("players", "seed"), [(2, 15), (3, 16), (4, 17)])
def test_what_is_allowed_is_offered_and_nothing_else(players: int, seed: int) -> None:
    """At many positions of a random game; tile lays at a few of them."""
    game = new_game("1865", players=NAMES[:players], seed=seed)
    chance = Chance(seed)
    turns = looked = 0
    while not game.over and ask.set_number(game) < 14:
        before = game
        listed = offered(game) if ask.round_name(before) == "operating" else set()
        if listed and (game.seq % 7 == 0 or ask.tokens_to_sort(before) or ask.sale_forced(before)):
            kinds = (LayTile, PlaceTokenAlong, OfferForTrain)
            plain = {action for action in listed if not isinstance(action, kinds)}
            assert same_sets(plain) == same_sets(allowed(game, decisions(game)))
        tiles = {action for action in listed if isinstance(action, LayTile)}
        turns += bool(tiles)
        if tiles and turns % 40 == 0:
            looked += 1
            assert tiles == allowed(game, lays(game))
        game = game.apply(choose(game, chance))
    assert looked > 1
