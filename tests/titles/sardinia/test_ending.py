"""The end of the game and the score (2.2.1, 2.7)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.position import Position, broken_rule, events, play, position, state_of

from piercy.core.actions import Pass
from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.titles.sardinia.actions import LaunchCompany, SellCertificates
from piercy.titles.sardinia.bank import pay_in, pay_out
from piercy.titles.sardinia.book import book
from piercy.titles.sardinia.operating_actions import DeclareIncome

FACTS = book()


def all_pass(game: Game) -> Game:
    """Everybody passes until the round changes."""
    start = (state_of(game).stock_round, state_of(game).flow.round, state_of(game).operating_round)
    while not game.over:
        state = state_of(game)
        if (state.stock_round, state.flow.round, state.operating_round) != start:
            break
        game = game.apply(quiet(game))
    return game


def quiet(game: Game) -> Pass | DeclareIncome:
    """Pass, or withhold where something must be declared."""
    actor = game.actor or ""
    if state_of(game).flow.round == "operating" and state_of(game).flow.step == 4:
        return DeclareIncome(actor, False)
    return Pass(actor)


def running(bank: int) -> Position:
    """FMS earns 80 in every turn; the bank has so much money."""
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, traffic=9, trains=["PH2"])
    return made.bank(bank, against="Bob")


def where(game: Game) -> tuple[str, int]:
    return state_of(game).flow.round, state_of(game).operating_round


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
    state = position(2, empty_bank_ends=empty_ends).bank(bank, against="Bob").still()
    pay_out(Context(state), state.players["Alan"], 80)
    assert (state.ending, state.bank.cash) == (ending, bank - 80)


@pytest.mark.rule("R65-2.7.4")
def test_the_bank_goes_on_paying_and_money_that_comes_back_heals_nothing() -> None:
    state = position(2).bank(10, against="Bob").still()
    ctx = Context(state)
    pay_out(ctx, state.players["Alan"], 50)
    pay_in(ctx, state.players["Bob"], 500)
    assert (state.bank.cash, state.ending) == (460, "bank_broken")
    pay_out(ctx, state.players["Alan"], 600)
    assert [event.key for event in ctx.events] == ["end_triggered"], "told once"


@pytest.mark.rule("R65-2.7.2", "R65-2.7.6")
def test_broken_in_the_first_operating_round_the_second_is_played_too() -> None:
    made = running(50)
    game = play(made.begin("operating"), Pass("Alan"))
    game = all_pass(game)
    assert state_of(game).ending == "bank_broken"
    assert where(game) == ("operating", 2)
    game = all_pass(game)
    assert game.over
    assert not events(game, "rank_row_moved", "stock_round_began"), "no operations before a round that is not"
    assert broken_rule(game, Pass("Alan")) == "R65-2.7.2"


@pytest.mark.rule("R65-2.7.2")
def test_broken_in_the_second_operating_round_the_game_is_over_with_it() -> None:
    game = all_pass(running(110).begin("operating"))
    assert (where(game), state_of(game).ending) == (("operating", 2), "")
    game = all_pass(game)
    assert (game.over, state_of(game).ending) == (True, "bank_broken")


@pytest.mark.rule("R65-2.7.3")
def test_broken_in_a_stock_round_two_operating_rounds_follow() -> None:
    made = running(40).company("FA", 70, "Bob", {"Alan": 1})
    game = play(made.begin("stock"), SellCertificates("Alan", "FA", 1))
    assert state_of(game).ending == "bank_broken"
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
    state = made.still()
    state.players["Alan"].loans = 2
    game = made.begin("stock")
    assert game.scores()["Alan"] == 75 + 3 * 80 + 2 * 100
    assert made.title.scores(state)["Alan"] == 75 + 3 * 80 + 2 * 100 - 1000


@pytest.mark.rule("R65-2.7.8", "R65-2.7.9", "R65-5.5.7", "T65-35")
def test_company_loans_reduce_the_value_of_its_shares_below_zero() -> None:
    made = position(2).cash("Alan", 0).cash("Bob", 0)
    made.company("FMS", 40, "Alan", {"Alan": 2}, major=True, loans=3)
    assert made.title.scores(made.still()) == {"Alan": 4 * (40 - 150), "Bob": 0}


@pytest.mark.rule("R65-2.7.10")
def test_during_the_game_loans_change_no_price() -> None:
    made = position(2).cash("Alan", 0).company("FMS", 40, "Bob", {"Alan": 2}, major=True, loans=3)
    game = play(made.begin("stock"), SellCertificates("Alan", "FMS", 1))
    assert state_of(game).players["Alan"].cash == 40


@pytest.mark.rule("R65-2.7.11")
def test_only_private_property_counts() -> None:
    made = position(2).cash("Alan", 0).maritimes("Alan", "M2")
    made.company("FMS", 100, "Alan", {}, major=True, pool=3, dragons=2, cash=900, traffic=50,
                 trains=["PH2"], maritimes=["M1"])  # fmt: skip
    made.company("FA", 60, "Alan", floated=False)
    assert made.title.scores(made.still())["Alan"] == 200 + 120, "an unfloated company counts at its price"


@pytest.mark.rule("R65-2.7.12")
def test_the_highest_score_wins_and_a_tie_is_shared() -> None:
    """Scores are all there is: equal scores are equal places."""
    made = position(3).cash("Alan", 100).cash("Bob", 300).cash("Carl", 300)
    assert made.title.winners(made.still()) == ["Bob", "Carl"]


def test_a_game_that_never_breaks_the_bank_is_stopped_at_the_cap_and_says_so() -> None:
    game = position(2, round_cap=2).begin("stock")
    game = play(game, LaunchCompany("Alan", "FMS", 60))
    while not game.over:
        game = game.apply(quiet(game))
    assert game.title.ending(game.state) == "round_cap"
    assert events(game, "game_stopped")[0]["rounds"] == 2
    assert not events(game, "end_triggered")


def test_without_a_cap_the_game_goes_on() -> None:
    game = position(2, round_cap=0).begin("stock")
    for _ in range(200):
        game = game.apply(quiet(game))
    assert not game.over
