"""The end of the game and the score (2.2.1, 2.7)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import position

from piercy.core.actions import Pass
from piercy.core.game import Game
from piercy.rail.actions import PayDividend, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.bank import pay_in, pay_out
from piercy.titles.sardinia.book import book

FACTS = book()


def all_pass(game: Game) -> Game:
    """Everybody passes until the round changes."""
    start = (ask.set_number(game), ask.round_name(game), ask.round_number(game))
    while not game.over:
        before = game
        if (ask.set_number(before), ask.round_name(before), ask.round_number(before)) != start:
            break
        game = game.apply(quiet(game))
    return game


def quiet(game: Game) -> Pass | PayDividend:
    """Pass, or withhold where something must be declared."""
    actor = game.actor or ""
    if ask.round_name(game) == "operating" and ask.step(game) == "dividend":
        return PayDividend(actor, False)
    return Pass(actor)


def running(bank: int) -> SardiniaScenario:
    """FMS earns 80 in every turn; the bank has so much money."""
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=9, trains=["PH2"])
    return made.bank(bank, against="Bob")


def where(game: Game) -> tuple[str, int]:
    return ask.round_name(game), ask.round_number(game)


@pytest.mark.rule("R65-2.2.1", "R65-4.1.8")
@pytest.mark.parametrize("phase", [2, 5])
def test_one_stock_round_then_two_operating_rounds_in_every_phase(phase: int) -> None:
    made = position(2).phase(phase).company("FMS", 80, "Alan", {"Alan": 1}, traffic=9, trains=["PH5"])
    game = made.begin("stock")
    seen = []
    for _ in range(6):
        seen.append(where(game))
        game = all_pass(game)
    assert seen == [("stock", 0), ("operating", 1), ("operating", 2)] * 2


@pytest.mark.rule("R65-2.7.1")
@pytest.mark.parametrize(
    ("bank", "empty_ends", "ending"),
    [(80, False, ""), (79, False, "bank_broken"), (80, True, "bank_broken"), (81, True, "")],
)
def test_the_first_payment_that_the_bank_cannot_make_triggers_the_end(
    bank: int, empty_ends: bool, ending: str
) -> None:
    made = position(2, empty_bank_ends=empty_ends).bank(bank, against="Bob").still()
    pay_out(made.context(), made.purse("Alan"), 80)
    assert (ask.ending(made), ask.cash(made, ask.BANK)) == (ending, bank - 80)


@pytest.mark.rule("R65-2.7.4")
def test_the_bank_goes_on_paying_and_money_that_comes_back_heals_nothing() -> None:
    made = position(2).bank(10, against="Bob").still()
    ctx = made.context()
    pay_out(ctx, made.purse("Alan"), 50)
    pay_in(ctx, made.purse("Bob"), 500)
    assert (ask.cash(made, ask.BANK), ask.ending(made)) == (460, "bank_broken")
    pay_out(ctx, made.purse("Alan"), 600)
    assert [event.key for event in ctx.events] == ["end_triggered"], "told once"


@pytest.mark.rule("R65-2.7.2", "R65-2.7.6")
def test_broken_in_the_first_operating_round_the_second_is_played_too() -> None:
    made = running(50)
    game = play(made.begin("operating"), Pass("Alan"))
    game = all_pass(game)
    assert ask.ending(game) == "bank_broken"
    assert where(game) == ("operating", 2)
    game = all_pass(game)
    assert game.over
    assert not events(game, "rank_row_moved", "stock_round_began"), "no operations before a round that is not"
    assert broken_rule(game, Pass("Alan")) == "R65-2.7.2"


@pytest.mark.rule("R65-2.7.2")
def test_broken_in_the_second_operating_round_the_game_is_over_with_it() -> None:
    game = all_pass(running(110).begin("operating"))
    assert (where(game), ask.ending(game)) == (("operating", 2), "")
    game = all_pass(game)
    assert (game.over, ask.ending(game)) == (True, "bank_broken")


@pytest.mark.rule("R65-2.7.3")
def test_broken_in_a_stock_round_two_operating_rounds_follow() -> None:
    made = running(40).company("FA", 70, "Bob", {"Alan": 1})
    game = play(made.begin("stock"), SellShares("Alan", "FA", 1))
    assert ask.ending(game) == "bank_broken"
    game = all_pass(game)
    assert where(game) == ("operating", 1)
    game = all_pass(game)
    assert where(game) == ("operating", 2)
    assert all_pass(game).over


@pytest.mark.rule("R65-2.7.1")
def test_a_price_at_the_top_does_not_end_the_game() -> None:
    made = position(2).company("FMS", 490, "Alan", {"Alan": 1}, traffic=9, trains=["PH2"])
    game = all_pass(all_pass(made.begin("operating")))
    assert where(game) == ("stock", 0)


@pytest.mark.rule("R65-2.7.7", "R65-2.7.10", "R65-2.1.1")
def test_cash_and_shares_less_personal_loans() -> None:
    made = position(2).cash("Alan", 75)
    made.company("FMS", 80, "Alan", {"Alan": 1}).company("FA", 100, "Bob", {"Alan": 2})
    assert made.begin("stock").scores()["Alan"] == 75 + 3 * 80 + 2 * 100
    assert made.loans("Alan", 2).over().game().scores()["Alan"] == 75 + 3 * 80 + 2 * 100 - 1000


@pytest.mark.rule("R65-2.7.8", "R65-2.7.9", "R65-5.5.7", "T65-35")
def test_company_loans_reduce_the_value_of_its_shares_below_zero() -> None:
    made = position(2).cash("Alan", 0).cash("Bob", 0)
    made.company("FMS", 40, "Alan", {"Alan": 2}, major=True, loans=3)
    assert made.over().game().scores() == {"Alan": 4 * (40 - 150), "Bob": 0}


@pytest.mark.rule("R65-2.7.10")
def test_during_the_game_loans_change_no_price() -> None:
    made = position(2).cash("Alan", 0).company("FMS", 40, "Bob", {"Alan": 2}, major=True, loans=3)
    game = play(made.begin("stock"), SellShares("Alan", "FMS", 1))
    assert ask.cash(game, "Alan") == 40


@pytest.mark.rule("R65-2.7.11")
def test_only_private_property_counts() -> None:
    made = position(2).cash("Alan", 0).maritimes("Alan", "M2")
    made.company("FMS", 100, "Alan", {}, major=True, pool=3, dragons=2, cash=900, traffic=50,
                 trains=["PH2"], maritimes=["M1"])  # fmt: skip
    made.company("FA", 60, "Alan", floated=False)
    assert made.over().game().scores()["Alan"] == 200 + 120, "an unfloated company counts at its price"


@pytest.mark.rule("R65-2.7.12")
def test_the_highest_score_wins_and_a_tie_is_shared() -> None:
    """Scores are all there is: equal scores are equal places."""
    made = position(3).cash("Alan", 100).cash("Bob", 300).cash("Carl", 300)
    assert made.over().game().winners() == ["Bob", "Carl"]


@pytest.mark.parametrize("cap", [1, 2])
def test_a_game_that_never_breaks_the_bank_is_stopped_at_the_cap_and_says_so(cap: int) -> None:
    game = position(2, round_cap=cap).begin("stock")
    game = play(game, StartCompany("Alan", "FMS", 60))
    for _ in range(200):
        if not game.over:
            game = game.apply(quiet(game))
    assert ask.ending(game) == "round_cap"
    assert events(game, "game_stopped")[0]["rounds"] == cap
    assert not events(game, "end_triggered")


def test_without_a_cap_the_game_goes_on() -> None:
    game = position(2, round_cap=0).begin("stock")
    for _ in range(200):
        game = game.apply(quiet(game))
    assert not game.over
