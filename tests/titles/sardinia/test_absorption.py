"""Who may absorb whom and when, how it is paid, and state loans (5.1 to 5.3, 5.5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.sardinia.openings import INCOMES, position
from tests.titles.sardinia.steps import ABSORB, STEPS, TRACK, TRAINS, at, end_turn, lay, new

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import BuyShare, RepayLoans
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, events, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.actions import GiveMaritime, RelaunchCompany
from piercy.titles.sardinia.operating_actions import Absorb, VacateMines

TAKE = Absorb("Alan", "FMS", "RCSF")
"""FMS is on turn first, so this is active; RCSF has a token in Cagliari, the home of FMS."""


def pair(phase: int = 3, *, options: dict[str, Any] | None = None, **more: Any) -> SardiniaScenario:
    """FMS at 120 and RCSF at 100, both Alan's; ``fms_`` and ``rcsf_`` begin what differs from that."""
    made = position(3, **(options or {})).phase(phase)
    fms: dict[str, Any] = {"price": 120, "president": "Alan", "singles": {"Alan": 1}, "cash": 400}
    rcsf: dict[str, Any] = {"price": 100, "president": "Alan", "singles": {"Alan": 1}, "tokens": ["E35"]}
    fms |= {name[4:]: value for name, value in more.items() if name.startswith("fms_")}
    rcsf |= {name[5:]: value for name, value in more.items() if name.startswith("rcsf_")}
    return made.company("FMS", **fms).company("RCSF", **rcsf)


@pytest.mark.rule("R65-5.1.1", "R65-5.1.9")
def test_both_companies_have_one_president() -> None:
    game = pair(rcsf_president="Bob", rcsf_singles={"Bob": 1, "Alan": 1}).begin("operating")
    assert ask.step(game) == "track"
    both = pair().company("FA", 90, "Bob", {"Bob": 1}, tokens=["B28"]).begin("operating")
    assert broken_rule(both, Absorb("Alan", "FMS", "FA")) == "R65-5.1.1"
    assert broken_rule(both, Absorb("Alan", "FMS", "FMS")) == "R65-5.1.1"
    assert offered(both, Absorb) == [TAKE, Absorb("Alan", "RCSF", "FMS")]


@pytest.mark.rule("R65-5.1.2", "R65-5.1.6", "R65-5.1.10")
def test_passive_absorption_instead_of_operating() -> None:
    """FMS, trainless and on turn, is taken over by RCSF, which operates later in its place."""
    made = pair(fms_traffic=5, fms_cash=100, rcsf_cash=400, rcsf_trains=["PH3"], rcsf_traffic=3)
    game = play(made.company("FA", 110, "Bob", {"Bob": 1}).begin("operating"), Absorb("Alan", "RCSF", "FMS"))
    assert ask.on_turn(game) == "FA"
    assert ask.traffic(game, "RCSF") == 3 + 5
    assert not events(game, *INCOMES, "price_moved", "tile_laid", "train_bought")
    game = end_turn(game)
    assert ask.on_turn(game) == "RCSF"


@pytest.mark.rule("R65-5.1.3", "R65-5.1.6", "R65-5.1.10")
def test_active_absorption_before_operating() -> None:
    game = play(pair(rcsf_traffic=4, fms_trains=["PH3"]).begin("operating"), TAKE)
    assert (ask.on_turn(game), ask.step(game)) == ("FMS", TRACK)
    assert ask.traffic(game, "FMS") == 4
    game = end_turn(game)
    assert [event["company"] for event in events(game, "turn_began")] == ["FMS", "FMS"]
    assert ask.round_number(game) == 2


@pytest.mark.rule("R65-5.1.4")
def test_absorption_comes_before_the_first_step() -> None:
    game = pair().begin("operating")
    assert ask.step(game) == "absorb"
    laid = play(game, Pass("Alan"), lay("E33", "9", 0))
    assert broken_rule(laid, TAKE) == "R65-5.1.4"


@pytest.mark.rule("R65-5.1.4", "R65-2.6.4")
def test_gifts_and_repayments_may_precede_it() -> None:
    made = pair(fms_cash=1000, fms_loans=1).maritimes("Alan", "M1")
    game = play(made.begin("operating"), GiveMaritime("Alan", "M1"), RepayLoans("Alan", 500), TAKE)
    assert ask.maritimes(game, "FMS") == ["M1"]


@pytest.mark.rule("R65-5.1.5")
def test_several_active_absorptions_and_then_the_turn() -> None:
    made = pair(fms_cash=900).company("FA", 90, "Alan", {"Alan": 1}, tokens=["B28"])
    game = play(made.begin("operating"), TAKE)
    assert ask.step(game) == "absorb"
    assert broken_rule(game, Absorb("Alan", "FA", "FMS")) == "R65-5.1.5"
    game = play(game, Absorb("Alan", "FMS", "FA"))
    assert (ask.on_turn(game), ask.step(game)) == ("FMS", TRACK)
    assert [event["target"] for event in events(game, "absorbed")] == ["RCSF", "FA"]


def after_fms(**more: Any) -> Game:
    """FMS has operated; RCSF is on turn."""
    game = pair(rcsf_cash=400, **more).begin("operating")
    return end_turn(play(game, Pass("Alan")))


@pytest.mark.rule("R65-5.1.7", "R65-5.1.6", "R65-5.1.4")
def test_an_acquirer_that_has_operated_does_not_operate_again() -> None:
    game = after_fms()
    assert ask.on_turn(game) == "RCSF"
    after = play(game, TAKE)
    assert ask.round_number(after) == 2
    assert [event["company"] for event in events(after, "turn_began")] == ["FMS", "RCSF", "FMS"]
    strict = after_fms(options={"operated_may_absorb": False})
    assert ask.step(strict) == "track"
    assert broken_rule(strict, TAKE) == "R65-5.1.4"


@pytest.mark.rule("R65-5.1.7", "R65-5.1.8", "R65-5.1.2")
def test_refusals_of_those_who_have_operated() -> None:
    """FA comes last and gives its president a choice, so that the step is open."""
    made = pair(rcsf_cash=900, options={"operated_may_absorb": False})
    made.company("FA", 90, "Alan", {"Alan": 1}, tokens=["B28"])
    game = end_turn(play(made.begin("operating"), Pass("Alan")))
    assert (ask.on_turn(game), ask.step(game)) == ("RCSF", ABSORB)
    assert broken_rule(game, TAKE) == "R65-5.1.7"
    assert broken_rule(game, Absorb("Alan", "RCSF", "FMS")) == "R65-5.1.8"
    assert broken_rule(game, Absorb("Alan", "FMS", "FA")) == "R65-5.1.2"
    assert offered(game, Absorb) == [Absorb("Alan", "RCSF", "FA"), Absorb("Alan", "FA", "RCSF")]


@pytest.mark.rule("R65-5.1.9")
def test_absorption_is_voluntary() -> None:
    game = play(pair().begin("operating"), Pass("Alan"))
    assert (ask.on_turn(game), ask.step(game)) == ("FMS", TRACK)


@pytest.mark.rule("R65-5.2.1")
def test_both_have_operated_before() -> None:
    """RCSF has just floated and stands beside FMS in Cagliari; so does FA, which has operated."""
    made = pair(rcsf_operated=False).tiles("E35 L03@4").company("FA", 90, "Alan", {"Alan": 1}, tokens=["E35"])
    game = made.begin("operating")
    assert broken_rule(game, TAKE) == "R65-5.2.1"
    assert offered(game, Absorb) == [Absorb("Alan", "FMS", "FA"), Absorb("Alan", "FA", "FMS")]


ROUTE = "B30 8@5, C31 58@2, C33 8@5, D34 4@2"
"""A direct route from Oristano to Cagliari."""


@pytest.mark.rule("R65-5.2.2", "R65-4.4.7")
def test_the_companies_are_connected() -> None:
    apart = pair(rcsf_tokens=[])
    assert ask.step(apart.begin("operating")) == "track"
    joined = pair(rcsf_tokens=[]).tiles(ROUTE).begin("operating")
    assert TAKE in offered(joined, Absorb)
    full = pair(rcsf_tokens=[]).company("FA", 90, "Bob", {"Bob": 1}, tokens=["E35", "B28"]).tiles(ROUTE)
    assert TAKE in offered(full.begin("operating"), Absorb)


@pytest.mark.rule("R65-5.2.2")
def test_a_refusal_for_want_of_a_connection() -> None:
    made = pair().company("FA", 90, "Alan", {"Alan": 1})
    assert broken_rule(made.begin("operating"), Absorb("Alan", "FMS", "FA")) == "R65-5.2.2"


@pytest.mark.rule("R65-5.2.3", "R65-5.2.4", "R65-5.3.9")
def test_the_compensation_must_be_payable() -> None:
    """With nothing but two certificates of 10 and three loans, FMS can raise 1520."""
    poor = pair(fms_price=10, fms_cash=0, rcsf_price=490)
    game = poor.begin("operating")
    assert ask.on_turn(game) == "RCSF"
    made = play(game, TAKE)
    assert (ask.loan(made, "FMS"), ask.pool_shares(made, "FMS"), ask.cash(made, "FMS")) == (
        3,
        2,
        1520 - 3 * 490 + 50,
    )
    major = pair(fms_price=10, fms_cash=0, rcsf_price=490, rcsf_major=True, rcsf_singles={"Alan": 4})
    game = major.begin("operating")
    assert broken_rule(game, TAKE) == "R65-5.3.9"
    assert offered(game, Absorb) == [Absorb("Alan", "RCSF", "FMS")]


@pytest.mark.rule("R65-5.2.5", "R65-5.4.5")
@pytest.mark.parametrize(("one", "other"), [(False, True), (True, False)])
def test_minors_and_majors_alike(one: bool, other: bool) -> None:
    made = pair(
        fms_major=one,
        fms_singles={"Alan": 4 if one else 1},
        rcsf_major=other,
        rcsf_singles={"Alan": 4 if other else 1},
        fms_cash=900,
    )
    game = play(made.begin("operating"), TAKE)
    assert ask.president(game, "RCSF") is None, "it has been taken over"
    assert ask.major(game, "FMS") == one


@pytest.mark.rule("R65-5.2.6", "R65-5.5.6")
def test_more_than_three_loans_together_must_be_repaid_first() -> None:
    game = pair(fms_cash=1000, fms_loans=2, rcsf_loans=2).begin("operating")
    assert broken_rule(game, TAKE) == "R65-5.2.6"
    assert TAKE not in offered(game, Absorb)
    game = play(game, RepayLoans("Alan", 500), TAKE)
    assert ask.loan(game, "FMS") == 3


@pytest.mark.rule("R65-5.3.1", "R65-5.3.2", "R65-5.3.10")
def test_every_share_outside_the_initial_offer_is_paid() -> None:
    """Alan has three of five shares, the Dragons one, one is in the initial offer."""
    made = pair(rcsf_dragons=1, rcsf_cash=50)
    game = made.begin("operating")
    alan, bank = ask.cash(game, "Alan"), ask.cash(game, ask.BANK)
    game = play(game, TAKE)
    assert ask.cash(game, "Alan") == alan + 300
    assert ask.cash(game, ask.BANK) == bank + 100 - 50
    assert ask.cash(game, "FMS") == 400 + 50 - 400 + 50
    assert events(game, "absorbed")[0]["compensation"] == 400


@pytest.mark.rule("R65-5.3.1")
def test_pool_certificates_are_paid_to_the_bank_and_players_each_their_part() -> None:
    made = pair(rcsf_singles={"Bob": 1}, rcsf_pool=2, fms_cash=600)
    game = made.begin("operating")
    before = ask.purses(game)
    game = play(game, TAKE)
    gained = {name: ask.cash(game, name) - before[name] for name in ask.players(game)}
    assert gained == {"Alan": 200, "Bob": 100, "Carl": 0}


@pytest.mark.rule("R65-5.3.3", "R65-5.3.4")
@pytest.mark.parametrize(
    ("trains", "each"), [([], 100), (["PH3"], 110), (["PH3", "PH3"], 130)], ids=["red", "white", "green"]
)
def test_the_price_is_that_of_the_targets_region(trains: list[str], each: int) -> None:
    """Rank two by its tokens and three more by each train; row PH3."""
    game = play(pair(fms_cash=500, rcsf_trains=trains).begin("operating"), TAKE)
    assert events(game, "absorbed")[0]["compensation"] == 3 * each


@pytest.mark.rule("R65-5.3.5", "R65-5.3.6", "R65-5.3.7", "R65-3.11.7")
def test_first_the_treasuries_then_just_as_many_own_certificates_as_needed() -> None:
    game = play(pair(fms_cash=100, rcsf_cash=100).begin("operating"), TAKE)
    assert (ask.offer(game, "FMS"), ask.pool_shares(game, "FMS"), ask.loan(game, "FMS")) == (1, 1, 0)
    assert ask.cash(game, "FMS") == 100 + 100 + 120 - 300 + 50
    assert ask.price(game, "FMS") == 120
    after = play(pair(fms_cash=200, rcsf_cash=100).begin("operating"), TAKE)
    assert (ask.offer(after, "FMS"), ask.pool_shares(after, "FMS"), ask.cash(after, "FMS")) == (2, 0, 50)


@pytest.mark.rule("R65-5.3.6", "R65-5.3.8", "R65-5.5.1")
def test_then_loans_once_the_pool_is_full() -> None:
    made = pair(fms_cash=100, fms_pool=1, fms_singles={"Alan": 1})
    game = play(made.begin("operating"), TAKE)
    assert (ask.offer(game, "FMS"), ask.pool_shares(game, "FMS"), ask.loan(game, "FMS")) == (0, 2, 1)
    assert ask.cash(game, "FMS") == 100 + 120 + 500 - 300 + 50


@pytest.mark.rule("R65-5.3.6", "R65-5.3.8")
def test_the_pool_never_takes_more_than_half_of_the_acquirer() -> None:
    """A major with four shares in the pool and three in its initial offer can sell one."""
    made = pair(fms_major=True, fms_singles={"Alan": 1}, fms_pool=4, fms_cash=100)
    game = play(made.begin("operating"), TAKE)
    assert (ask.offer(game, "FMS"), ask.pool_shares(game, "FMS"), ask.loan(game, "FMS")) == (2, 5, 1)


@pytest.mark.rule("T65-36", "R65-5.3.9", "R65-5.5.3", "R65-5.2.3", "R65-5.2.4")
def test_never_more_than_three_loans() -> None:
    """Nothing to sell; three shares at 250 cost 750. With 50 in cash 700 are missing, with 250 only 500."""

    def made(cash: int) -> SardiniaScenario:
        base = pair(
            fms_price=270,
            fms_singles={"Alan": 1, "Bob": 2},
            fms_cash=cash,
            fms_loans=1,
            rcsf_price=250,
            rcsf_loans=1,
        )
        return base.tiles("E35 L03@4").company("FA", 90, "Alan", {"Alan": 1}, tokens=["E35"])

    game = made(50).begin("operating")
    assert broken_rule(game, TAKE) == "R65-5.3.9"
    assert TAKE not in offered(game, Absorb)
    assert ask.loan(play(made(250).begin("operating"), TAKE), "FMS") == 3


@pytest.mark.rule("R65-5.3.11")
def test_no_private_money_is_added() -> None:
    game = pair(fms_cash=100).cash("Alan", 2000).begin("operating")
    after = play(game, TAKE)
    assert ask.cash(after, "Alan") == 2300
    assert ask.pool_shares(after, "FMS") == 2


@pytest.mark.rule("R65-5.3.12", "R65-5.3.19", "R65-5.4.14")
def test_the_target_becomes_a_complete_new_set() -> None:
    made = pair(rcsf_trains=["PH3"], rcsf_traffic=4, rcsf_loans=1, rcsf_maritimes=["M1"], fms_cash=900)
    game = play(made.begin("operating"), TAKE)
    assert (
        ask.major(game, "RCSF"),
        ask.offer(game, "RCSF"),
        ask.president(game, "RCSF"),
        ask.pool_shares(game, "RCSF"),
        ask.dragons(game, "RCSF"),
    ) == (True, 8, None, 0, 0)
    assert ask.shareholders(game, "RCSF") == {}
    assert (ask.price(game, "RCSF"), ask.row(game, "RCSF"), ask.home(game, "RCSF")) == (0, 0, "")
    assert not ask.in_market(game, "RCSF")
    assert (
        ask.floated(game, "RCSF"),
        ask.operated(game, "RCSF"),
        ask.loan(game, "RCSF"),
        ask.traffic(game, "RCSF"),
        ask.trains(game, "RCSF"),
    ) == (False, False, 0, 0, [])
    assert (ask.maritimes(game, "RCSF"), ask.cash(game, "RCSF"), ask.tokens_left(game, "RCSF")) == ([], 0, 0)
    assert all(("RCSF", 0) not in tokens for tokens in ask.tokens(game).values())


def past(game: Game, step: str) -> Game:
    """Pass until the turn has got beyond a step."""
    return end_turn(game) if step == TRAINS else at(game, STEPS[STEPS.index(step) + 1])


def to_stock(game: Game) -> Game:
    """Pass through to the next stock round; whoever must buy does."""
    while ask.round_name(game) != "stock":
        before = game
        buying = ask.round_name(before) == "operating" and ask.step(before) == TRAINS
        if buying and ask.must_buy(before, str(ask.on_turn(game))):
            game = play(game, new(ask.depot(before)[0], game.actor or ""))
            continue
        game = (
            past(game, ask.step(before))
            if ask.round_name(before) == "operating"
            else play(game, Pass(game.actor or ""))
        )
    return game


@pytest.mark.rule("R65-5.3.13", "R65-5.3.14", "R65-5.3.19", "R65-5.4.18", "R65-3.8.1")
def test_it_can_be_launched_again_in_the_next_stock_round() -> None:
    game = to_stock(play(pair(fms_cash=900).cash("Alan", 900).begin("operating"), TAKE))
    before = game
    assert ask.barred(before) == {}
    while game.actor != "Alan":
        game = play(game, Pass(game.actor or ""))
    again = RelaunchCompany("Alan", "RCSF", 60, "B20")
    assert again in offered(game, RelaunchCompany)
    game = play(game, again)
    assert (
        ask.major(game, "RCSF"),
        ask.president(game, "RCSF"),
        ask.home(game, "RCSF"),
        ask.operated(game, "RCSF"),
    ) == (True, "Alan", "B20", False)
    assert ("RCSF", 0) in ask.tokens_on(game, "B20")


@pytest.mark.rule("R65-5.4.18", "R65-3.5.7")
@pytest.mark.parametrize("absorbed", [True, False])
def test_certificate_room_is_free_again(absorbed: bool) -> None:
    """Alan is at the limit of three players; with RCSF he loses a president's certificate and a single."""
    made = pair(fms_major=True)
    for name, count in (("SFSS", 6), ("FCS", 6), ("FA", 6), ("CFD", 2)):
        made.company(name, 10, "Carl", {"Alan": count}, major=True)
    game = made.begin("operating")
    assert ask.certificates(game, "Alan") == 24
    game = play(game, TAKE if absorbed else Pass("Alan"))
    while ask.round_name(game) != "stock" or game.actor != "Alan":
        game = game.apply(game.actions()[-1])
    purchase = BuyShare("Alan", "FMS", "offer")
    if absorbed:
        assert ask.certificates(play(game, purchase), "Alan") == 23
    else:
        assert broken_rule(game, purchase) == "R65-3.5.7"


@pytest.mark.rule("R65-5.5.2")
def test_no_loan_for_track_tokens_or_trains() -> None:
    made = position(2).company("FMS", 100, "Alan", {"Alan": 1}, traffic=0, cash=0)
    game = made.begin("operating")
    assert {offer.type for offer in game.offers()} == {"lay_tile", "pass"}
    game = end_turn(game)
    assert ask.loan(game, "FMS") == 0


@pytest.mark.rule("R65-5.5.4", "R65-2.7.8")
def test_loans_are_counted_in_units_of_500() -> None:
    one = pair(fms_loans=1).over().game()
    two = pair(fms_loans=2).over().game()
    assert one.scores()["Alan"] - two.scores()["Alan"] == 3 * 50


@pytest.mark.rule("R65-5.5.5", "R65-5.5.7")
def test_loans_bear_no_interest_and_change_nothing_else() -> None:
    bobs: dict[str, Any] = {"rcsf_president": "Bob", "rcsf_singles": {"Bob": 1}}
    ends = [
        end_turn(
            pair(fms_loans=loans, fms_traffic=3, fms_trains=["PH3"], **bobs).begin("operating"), dividend=True
        )
        for loans in (0, 3)
    ]
    assert len({ask.cash(game, "FMS") for game in ends}) == 1
    assert [ask.price(game, "FMS") for game in ends] == [130, 130]
    assert [ask.rank(game, "FMS") for game in ends] == [4, 4]


@pytest.mark.rule("R65-5.5.6")
def test_repayment_in_full_units_from_the_treasury() -> None:
    game = pair(fms_cash=1100, fms_loans=3).begin("operating")
    assert offered(game, RepayLoans) == [RepayLoans("Alan", 500), RepayLoans("Alan", 1000)]
    assert broken_rule(game, RepayLoans("Alan", 1500)) == "R65-5.5.6"
    for amount in (0, -500, 250, 501):
        with pytest.raises(InvalidAction, match="loans of 500 are repaid whole"):
            game.apply(RepayLoans("Alan", amount))
    bank = ask.cash(game, ask.BANK)
    after = play(game, RepayLoans("Alan", 1000))
    assert (ask.loan(after, "FMS"), ask.cash(after, "FMS")) == (1, 100)
    assert ask.cash(after, ask.BANK) == bank + 1000


@pytest.mark.rule("R65-5.5.6")
def test_only_the_company_on_turn_repays() -> None:
    game = pair(fms_cash=0, rcsf_cash=900, rcsf_loans=1, rcsf_tokens=[]).begin("operating")
    assert ask.on_turn(game) == "FMS"
    assert offered(game, RepayLoans) == []


@pytest.mark.rule("R65-5.5.8", "R65-4.9.4", "R65-5.5.6")
def test_personal_loans_cannot_be_repaid() -> None:
    made = pair(fms_cash=900)
    made.loans("Alan", 1).cash("Alan", ask.cash(made, "Alan") + 500)
    game = made.begin("operating")
    assert offered(game, RepayLoans) == []
    assert broken_rule(game, RepayLoans("Alan", 500)) == "R65-5.5.6"


@pytest.mark.rule("R65-5.1.1", "R65-5.4.1")
def test_what_is_no_company() -> None:
    game = pair().begin("operating")
    with pytest.raises(InvalidAction):
        game.apply(Absorb("Alan", "FMS", "nobody"))
    assert broken_rule(game, VacateMines("Alan", ())) == "R65-5.4.1"
