"""Selling certificates (3.4)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import owned, position

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import SellShares
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, play
from piercy.testing.scenario import SardiniaScenario


def sell(company: str, count: int, player: str = "Alan") -> SellShares:
    return SellShares(player, company, count)


def carls_shares(pool: int = 0) -> SardiniaScenario:
    """Carl owns three singles of FA and one of FMS, and is president of neither."""
    return (
        position(3)
        .priority("Carl")
        .cash("Carl", 0)
        .company("FA", 110, "Alan", {"Carl": 3}, major=True)
        .company("FMS", 70, "Bob", {"Carl": 1}, pool=pool)
    )


@pytest.mark.rule("R65-3.4.1", "R65-3.4.6", "R65-3.4.2", "R65-2.7.5", "T65-08")
def test_the_pool_pays_the_market_price_and_a_plain_shareholder_moves_nothing() -> None:
    made = carls_shares()
    bank = ask.cash(made, ask.BANK)
    game = play(made.begin("stock"), sell("FA", 3, "Carl"), sell("FMS", 1, "Carl"))
    assert ask.cash(game, "Carl") == 3 * 110 + 70
    assert ask.cash(game, ask.BANK) == bank - 400
    assert (ask.price(game, "FA"), ask.price(game, "FMS")) == (110, 70)
    assert (ask.pool_shares(game, "FA"), ask.pool_shares(game, "FMS")) == (3, 1)


@pytest.mark.rule("R65-3.4.11", "T65-09")
def test_the_pool_takes_half_of_a_company_at_most() -> None:
    game = carls_shares(pool=2).begin("stock")
    assert broken_rule(game, sell("FMS", 1, "Carl")) == "R65-3.4.11"
    game = play(game, sell("FA", 3, "Carl"))
    assert ask.cash(game, "Carl") == 330


@pytest.mark.rule("R65-3.4.11")
@pytest.mark.parametrize(
    ("major", "alan", "pool", "fits"),
    [(False, 3, 0, 2), (False, 2, 1, 1), (True, 5, 2, 3), (True, 4, 4, 1)],
)
def test_a_block_that_does_not_fit_is_illegal_as_a_whole(
    major: bool, alan: int, pool: int, fits: int
) -> None:
    made = position().company("FMS", 100, "Bob", {"Alan": alan}, major=major, pool=pool)
    game = made.begin("stock")
    assert broken_rule(game, sell("FMS", fits + 1)) == "R65-3.4.11"
    game.check(sell("FMS", fits))


@pytest.mark.rule("R65-3.4.3")
def test_one_block_for_each_company_in_a_turn() -> None:
    game = position(2).company("FMS", 100, "Bob", {"Alan": 2}).begin("stock").apply(sell("FMS", 1))
    assert broken_rule(game, sell("FMS", 1)) == "R65-3.4.3"
    game = play(game, Pass("Alan"), Pass("Bob"), sell("FMS", 1))
    assert owned(game, "Alan", "FMS") == (False, 0)


@pytest.mark.rule("R65-3.4.4")
def test_the_order_of_the_blocks_is_the_sellers_choice() -> None:
    """Both companies fall to the same cell; who was sold first ends higher in the stack."""
    made = position().company("FMS", 80, "Alan", {"Alan": 1}).company("FA", 80, "Alan", {"Alan": 1})
    for first, second in (("FMS", "FA"), ("FA", "FMS")):
        game = play(made.begin("stock"), sell(first, 1), sell(second, 1))
        assert ask.stack(game, 70) == [first, second]


@pytest.mark.rule("R65-3.4.2", "R65-3.4.5", "R65-3.11.4", "R65-3.11.10")
def test_a_president_is_paid_before_the_price_drops_one_cell_for_each_share() -> None:
    made = position().cash("Alan", 0).company("FMS", 100, "Alan", {"Alan": 3}, major=True)
    made.company("FA", 80, "Bob", {"Bob": 1}).company("SFS", 70, "Bob", {"Bob": 1})
    game = play(made.begin("stock"), sell("FMS", 3))
    assert ask.cash(game, "Alan") == 300
    assert ask.price(game, "FMS") == 70
    assert ask.stack(game, 70) == ["SFS", "FMS"], "once to the final cell, under its stack"


@pytest.mark.rule("R65-3.4.8", "R65-3.4.9", "R65-3.10.11")
@pytest.mark.parametrize("others", [{}, {"Bob": 1}, {"Bob": 1, "Carl": 1}])
def test_the_presidents_certificate_is_never_sold(others: dict[str, int]) -> None:
    game = position(3).company("FMS", 100, "Alan", {"Alan": 1} | others).begin("stock")
    assert broken_rule(game, sell("FMS", 2)) == "R65-3.4.9"
    game = play(game, sell("FMS", 1))
    assert owned(game, "Alan", "FMS") == (True, 0)
    assert broken_rule(play(game, Pass("Alan"), Pass("Bob"), Pass("Carl")), sell("FMS", 1)) == "R65-3.4.9"


@pytest.mark.rule("R65-3.4.10")
def test_a_company_must_have_operated() -> None:
    game = position().company("FMS", 100, "Bob", {"Alan": 1}, operated=False).begin("stock")
    assert broken_rule(game, sell("FMS", 1)) == "R65-3.4.10"
    assert "sell_shares" not in {offer.type for offer in game.offers()}


@pytest.mark.rule("R65-3.4.12", "R65-3.11.8")
def test_at_the_lowest_price_shares_can_still_be_sold() -> None:
    made = position().cash("Alan", 0).company("FMS", 20, "Alan", {"Alan": 3}, major=True)
    made.company("FA", 10, "Bob", {"Alan": 1})
    game = play(made.begin("stock"), sell("FMS", 3), sell("FA", 1))
    assert (ask.price(game, "FMS"), ask.price(game, "FA")) == (10, 10)
    assert ask.cash(game, "Alan") == 70


@pytest.mark.rule("R65-3.4.1")
def test_what_one_does_not_own_cannot_be_sold() -> None:
    game = position().company("FMS", 100, "Bob", {"Alan": 1}).begin("stock")
    assert broken_rule(game, sell("FMS", 2)) == "R65-3.4.1"
    assert broken_rule(game, sell("FA", 1)) == "R65-3.4.1"
    for action in (sell("FMS", 0), sell("FMS", -1), sell("XYZ", 1)):
        with pytest.raises(InvalidAction):
            game.apply(action)
