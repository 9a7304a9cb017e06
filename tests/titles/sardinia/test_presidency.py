"""The transfer of presidency (3.10)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import owned, position

from piercy.core.actions import Pass
from piercy.rail.actions import BuyShare, SellShares
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario


def cfd(carl: int, players: int = 3) -> SardiniaScenario:
    """Alan is president of the major CFD with one single; Carl has some singles."""
    return (
        position(players).cash("Carl", 900).company("CFD", 90, "Alan", {"Alan": 1, "Carl": carl}, major=True)
    )


@pytest.mark.rule("R65-3.10.1", "R65-3.10.2", "R65-3.10.3", "R65-2.1.2", "T65-13")
def test_by_purchase_more_is_needed_than_a_tie() -> None:
    game = cfd(1).priority("Carl").begin("stock")
    for percent in (20, 30, 40):
        game = play(game, BuyShare("Carl", "CFD", "offer"))
        assert ask.president(game, "CFD") == ("Carl" if percent == 40 else "Alan")
        game = play(game, Pass("Alan"), Pass("Bob")) if percent < 40 else game
    assert owned(game, "Carl", "CFD") == (True, 2)
    assert owned(game, "Alan", "CFD") == (False, 3)


@pytest.mark.rule("R65-3.10.2", "R65-3.10.4", "R65-3.10.5", "R65-3.4.7", "R65-3.4.8", "T65-14")
def test_by_sale_the_certificates_are_exchanged_first() -> None:
    made = cfd(2).cash("Alan", 0)
    game = play(made.begin("stock"), SellShares("Alan", "CFD", 3))
    assert owned(game, "Carl", "CFD") == (True, 0)
    assert owned(game, "Alan", "CFD") == (False, 0)
    assert ask.pool_shares(game, "CFD") == 3
    assert ask.cash(game, "Alan") == 270
    assert ask.price(game, "CFD") == 60, "all three count as sold by the president"
    assert [event.key for event in game.latest_events][:3] == [
        "president_changed", "shares_sold", "price_moved",
    ]  # fmt: skip


@pytest.mark.rule("R65-3.10.4", "R65-3.4.11")
def test_the_pool_must_have_room_for_the_whole_block() -> None:
    made = position().company("CFD", 90, "Alan", {"Alan": 1, "Carl": 2}, major=True, pool=3)
    game = made.begin("stock")
    assert broken_rule(game, SellShares("Alan", "CFD", 3)) == "R65-3.4.11"
    game = play(game, SellShares("Alan", "CFD", 2))
    assert ask.president(game, "CFD") == "Carl"


@pytest.mark.rule("R65-3.10.6")
@pytest.mark.parametrize(("president", "heir"), [("Alan", "Bob"), ("Bob", "Carl"), ("Carl", "Alan")])
def test_a_tie_goes_to_the_first_on_the_left(president: str, heir: str) -> None:
    others = {name: 2 for name in ("Alan", "Bob", "Carl") if name != president}
    made = position(3).priority(president).company("CFD", 90, president, {president: 1} | others, major=True)
    game = play(made.begin("stock"), SellShares(president, "CFD", 2))
    assert ask.president(game, "CFD") == heir


@pytest.mark.rule("R65-3.10.5")
def test_the_largest_holding_takes_over_wherever_it_sits() -> None:
    made = position(3).company("CFD", 90, "Alan", {"Alan": 1, "Bob": 2, "Carl": 3}, major=True)
    game = play(made.begin("stock"), SellShares("Alan", "CFD", 2))
    assert ask.president(game, "CFD") == "Carl"
    assert owned(game, "Carl", "CFD") == (True, 1)


@pytest.mark.rule("R65-3.10.7")
def test_who_still_has_most_stays_president() -> None:
    game = play(cfd(2).begin("stock"), SellShares("Alan", "CFD", 1))
    assert owned(game, "Alan", "CFD") == (True, 0)
    assert not events(game, "president_changed")


@pytest.mark.rule("R65-3.10.8")
def test_the_outgoing_president_may_keep_shares() -> None:
    game = play(cfd(2).begin("stock"), SellShares("Alan", "CFD", 2))
    assert (owned(game, "Alan", "CFD"), ask.president(game, "CFD")) == ((False, 1), "Carl")


@pytest.mark.rule("R65-3.10.9", "R65-3.10.10")
def test_the_new_president_takes_over_the_charter_without_being_asked() -> None:
    made = position(2).cash("Bob", 0)
    made.company("CFD", 90, "Alan", {"Bob": 2}, major=True, cash=70, traffic=5, trains=["PH2"], loans=2,
                 maritimes=["M1"])  # fmt: skip
    after = made.begin("stock")
    game = play(made.begin("stock"), SellShares("Alan", "CFD", 2))
    assert ask.president(game, "CFD") == "Bob"
    assert (ask.cash(game, "CFD"), ask.traffic(game, "CFD"), ask.loan(game, "CFD")) == (70, 5, 2)
    assert (ask.trains(game, "CFD"), ask.maritimes(game, "CFD")) == (["PH2"], ["M1"])
    assert ask.tokens_left(game, "CFD") == ask.tokens_left(after, "CFD")
    assert ask.cash(game, "Bob") == 0


@pytest.mark.rule("R65-3.10.11", "R65-3.4.9")
def test_one_single_is_not_enough_to_take_over() -> None:
    game = position(2).company("CFD", 90, "Alan", {"Bob": 1}, major=True).begin("stock")
    assert broken_rule(game, SellShares("Alan", "CFD", 2)) == "R65-3.4.9"
    assert broken_rule(game, SellShares("Alan", "CFD", 1)) == "R65-3.4.9"


@pytest.mark.rule("R65-3.2.24", "R65-3.10.5")
def test_the_dragons_shares_are_ignored() -> None:
    made = position(2).company("CFD", 90, "Alan", {"Bob": 2}, major=True, dragons=5, trains=["PH2", "PH3"])
    game = play(made.begin("stock"), SellShares("Alan", "CFD", 2))
    assert ask.president(game, "CFD") == "Bob"
