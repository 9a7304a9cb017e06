"""In a stock round exactly that is offered which is allowed."""

from __future__ import annotations

from itertools import product

import pytest
from tests.titles.sardinia.openings import FULL, NAMES, position

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.conformance import choose
from piercy.titles.sardinia.actions import SOURCES, RelaunchCompany

CITIES = [place.id for place in FULL.ground.atlas.hexes.values() if place.kind in ("city", "large_city")]


def everything(game: Game) -> list[Action]:
    """Every trade that somebody could think of."""
    player, companies = game.actor or "", ask.companies(game)
    prices = (*range(50, 170, 10), 65)
    found: list[Action] = [SellShares(player, c, n) for c, n in product(companies, range(1, 11))]
    found += [BuyShare(player, company, source) for company, source in product(companies, SOURCES)]
    found += [StartCompany(player, company, price) for company, price in product(companies, prices)]
    found += [RelaunchCompany(player, c, p, home) for c, p, home in product(companies, prices, CITIES)]
    return [*found, Pass(player)]


def allowed(game: Game) -> set[Action]:
    found = set()
    for action in everything(game):
        try:
            game.check(action)
        except IllegalAction:
            continue
        found.add(action)
    return found


def offered(game: Game) -> set[Action]:
    return {action for offer in game.offers() for action in offer.actions()}


@pytest.mark.parametrize(("players", "seed"), [(2, 5), (3, 6), (4, 7)])
def test_what_is_allowed_is_offered_and_nothing_else(players: int, seed: int) -> None:
    """In stock rounds of a random game, a few positions of each."""
    game = new_game("1865", players=NAMES[:players], seed=seed)
    chance = Chance(seed)
    kinds: set[str] = set()
    while not game.over and ask.set_number(game) < 9:
        if ask.round_name(game) == "stock" and game.seq % 6 == 0:
            assert offered(game) == allowed(game)
            kinds |= {action.type for action in offered(game)}
        game = game.apply(choose(game, chance))
    assert kinds >= {"sell_shares", "buy_share", "start_company", "pass"}


def test_a_president_is_offered_the_blocks_that_leave_one() -> None:
    made = position(3).cash("Alan", 0)
    made.company("FMS", 100, "Alan", {"Alan": 2}, major=True, pool=2)
    made.company("RCSF", 90, "Alan", {"Alan": 1, "Bob": 2}, major=True)
    made.company("SFSS", 80, "Bob", {"Alan": 3}, pool=0)
    made.company("FA", 70, "Bob", {"Alan": 1}, operated=False)
    game = made.begin("stock")
    blocks = {(a.company, a.count) for a in offered(game) if isinstance(a, SellShares)}
    assert blocks == {
        ("FMS", 1), ("FMS", 2),
        ("RCSF", 1), ("RCSF", 2), ("RCSF", 3),
        ("SFSS", 1), ("SFSS", 2),
    }  # fmt: skip
    assert offered(game) == allowed(game)
    after = game.apply(SellShares("Alan", "SFSS", 1))
    assert not [a for a in offered(after) if isinstance(a, SellShares) and a.company == "SFSS"]
    assert offered(after) == allowed(after)
