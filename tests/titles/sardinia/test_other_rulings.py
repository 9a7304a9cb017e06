"""With every open question answered the other way the game still holds together."""

from __future__ import annotations

import pytest

from piercy.core.chance import Chance
from piercy.core.game import new_game
from piercy.core.registry import title
from piercy.core.title import Audience
from piercy.testing import questions as ask
from piercy.testing.conformance import check_conserved, check_offers, choose, player_names


@pytest.mark.parametrize(("name", "players", "seed"), [("1865", 3, 1), ("1865-short", 2, 2)])
def test_a_random_game_under_all_other_rulings(name: str, players: int, seed: int) -> None:
    other = {option.name: not option.default for option in title(name).options_for(Audience.PLAYERS)}
    game = new_game(name, players=player_names(players), seed=seed, options=other)
    chance = Chance(seed)
    while not game.over:
        check_conserved(game)
        if game.seq % 6 == 0:
            check_offers(game)
        game = game.apply(choose(game, chance))
    assert ask.ending(game) == "bank_broken"
