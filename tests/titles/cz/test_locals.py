"""Locals as property: chapter IV.1 but for the abilities."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, table, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.events import Event
from piercy.core.game import Game
from piercy.rail.actions import Answer, LayTile
from piercy.testing import questions as ask
from piercy.testing.moves import offered, passes, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import BuyLocal, LayPurple, LayWaived, SellLocal
from piercy.titles.cz.book import book

FACTS = book()


def to_operating_round(game: Game) -> Game:
    """All pass in the stock round."""
    while ask.round_name(game) == "stock":
        game = passes(game)
    return game


def in_phase_b(company: str = "BTE", **options: object) -> CzScenario:
    return turn(company, **options).phase("b")  # type: ignore[arg-type]


@pytest.mark.rule("RCZ-IV.1.1", "RCZ-VIII.2.1")
@pytest.mark.parametrize(("local", "income"), [("S6", 5), ("M1", 10), ("L3", 20)])
def test_locals_pay_players_and_companies_at_the_start_of_an_operating_round(local: str, income: int) -> None:
    base = table().company("kk", price=90, Bruno=5)
    mine = to_operating_round(base.local(local, ADA).game())
    assert ask.cash(mine, ADA) == 380 + income
    corporate = to_operating_round(base.local(local, "kk").game())
    assert ask.cash(corporate, "kk") == 900 + income
    assert ask.cash(corporate, ADA) == 380


@pytest.mark.rule("RCZ-IV.1.2")
def test_a_used_local_pays_on() -> None:
    base = table().company("kk", price=90, Bruno=5).local("L3", "kk", used=True)
    assert ask.cash(to_operating_round(base.game()), "kk") == 920


@pytest.mark.rule("RCZ-IV.1.3")
def test_locals_have_no_place_on_the_map() -> None:
    """All home and other hexes take their tiles whoever owns whatever Local."""
    free, owned = (turn("BTE").phase("d").tiles("D2 57@1") for _ in range(2))
    for number, name in enumerate(FACTS.locals):
        owned.local(name, (ADA, BRUNO, "BTE")[number % 3])
    before, after = free.at("track"), owned.at("track")
    assert offered(before, LayTile)
    assert offered(after, LayTile) == offered(before, LayTile)
    assert ask.board(after) == ask.board(before)


@pytest.mark.rule("RCZ-IV.1.4", "RCZ-IV.1.5", "RCZ-VIII.2.1", "RCZ-V.2")
def test_the_current_price_moves_one_box_with_every_operating_round() -> None:
    game = table().company("MW", price=50, Ada=2).stock_round(1).game()
    began = [event for event in _play_out(game) if event.key == "locals_priced"]
    assert [event.fields["price"] for event in began] == [
        40,
        45,
        50,
        55,
        60,
        65,
        70,
        75,
        80,
        90,
        100,
        110,
        120,
    ]


def _play_out(game: Game) -> list[Event]:
    """All events to the end, everybody passing where that is possible."""
    events: list[Event] = []
    while not game.over:
        actions = game.actions(200)
        game = game.apply(actions[-1])
        events += game.latest_events
    return events


@pytest.mark.rule("RCZ-IV.1.6")
def test_companies_buy_locals_from_phase_b_on() -> None:
    early = turn("MW").local("S1", ADA).at("track")
    refused(early, BuyLocal(ADA, "S1", 10), "RCZ-IV.1.6")
    assert not offered(early, BuyLocal)
    late = turn("MW").phase("b").local("S1", ADA).at("track")
    after = late.apply(BuyLocal(ADA, "S1", 10))
    assert ask.local_owner(after, "S1") == "MW"
    assert ask.local_with_company(after, "S1")


@pytest.mark.rule("RCZ-IV.1.6", "RCZ-VIII.3.2", "RCZ-VIII.3.7")
@pytest.mark.parametrize("step", ["track", "token", "trains"])
def test_at_any_step_of_the_turn(step: str) -> None:
    game = in_phase_b().trains("BTE", "2+2b").local("S1", ADA).local("S2", "BTE").at(step)
    assert ask.local_owner(game.apply(BuyLocal(ADA, "S1", 1)), "S1") == "BTE"
    assert ask.local_closed(game.apply(SellLocal(ADA, "S2")), "S2")


@pytest.mark.rule("RCZ-VIII.3.7")
def test_not_before_the_red_tile_and_the_home_station() -> None:
    game = turn("Sx", first=True).phase("d").local("S1", ADA).at("home")
    assert {action.type for action in game.actions()} == {"lay_tile"}
    refused(game, BuyLocal(ADA, "S1", 1), "RCZ-VIII.3.7")


@pytest.mark.rule("RCZ-IV.1.7", "RCZ-VIII.3.4")
def test_the_price_is_between_1_and_the_current_price_and_in_the_treasury() -> None:
    game = in_phase_b().local("S1", ADA).at("track")
    assert ask.local_price(game) == 40
    for wrong in (-1, 0, 41):
        refused(game, BuyLocal(ADA, "S1", wrong), "RCZ-IV.1.7")
    after = game.apply(BuyLocal(ADA, "S1", 40))
    assert (ask.cash(after, "BTE"), ask.cash(after, ADA)) == (960, 420)
    poor = in_phase_b(cash=39).local("S1", ADA).at("track")
    refused(poor, BuyLocal(ADA, "S1", 40), "RCZ-VIII.3.4")
    assert ask.cash(poor.apply(BuyLocal(ADA, "S1", 39)), "BTE") == 0
    with pytest.raises(InvalidAction):
        game.check(BuyLocal(ADA, "X1", 1))


@pytest.mark.rule("RCZ-IV.1.8", "RCZ-VIII.3.6")
def test_another_player_is_asked_and_may_refuse() -> None:
    game = in_phase_b().local("S1", BRUNO).at("track")
    asked = game.apply(BuyLocal(ADA, "S1", 30))
    assert asked.actor == BRUNO
    assert {action.type for action in asked.actions()} == {"answer"}
    assert (ask.cash(asked, "BTE"), ask.local_owner(asked, "S1")) == (1000, BRUNO)
    refused_ = asked.apply(Answer(BRUNO, False))
    assert (refused_.actor, ask.local_owner(refused_, "S1")) == (ADA, BRUNO)
    assert refused_.apply(BuyLocal(ADA, "S1", 35)).actor == BRUNO  # a refused offer may be made again
    sold = asked.apply(Answer(BRUNO, True))
    assert (ask.cash(sold, "BTE"), ask.cash(sold, BRUNO), ask.local_owner(sold, "S1")) == (970, 410, "BTE")
    assert sold.actor == ADA


@pytest.mark.rule("RCZ-IV.1.8", "RCZ-VIII.3.6")
def test_the_director_sells_to_his_own_company_alone() -> None:
    game = in_phase_b().local("S1", ADA).at("track")
    bought = game.apply(BuyLocal(ADA, "S1", 30))
    assert (bought.actor, ask.local_owner(bought, "S1")) == (ADA, "BTE")


@pytest.mark.rule("RCZ-IV.1.9")
@pytest.mark.parametrize(
    ("company", "allowed"), [("MW", {"S1"}), ("BTE", {"S1", "M1"}), ("kk", {"S1", "M1", "L1"})]
)
def test_a_company_owns_locals_up_to_its_own_size(company: str, allowed: set[str]) -> None:
    position = turn(company).phase("d")
    if company == "kk":
        position.tiles("J14 8895@5").home("kk", "J14")
    for local in ("S1", "M1", "L1"):
        position.local(local, ADA)
    game = position.at("track")
    assert {a.local for a in offered(game, BuyLocal)} == allowed
    for local in {"S1", "M1", "L1"} - allowed:
        refused(game, BuyLocal(ADA, local, 1), "RCZ-IV.1.9")


@pytest.mark.rule("RCZ-IV.1.10")
def test_a_company_may_own_any_number_of_locals() -> None:
    position = in_phase_b()
    for local in ("S1", "S2", "S3", "S4", "S5", "S6", "M1", "M2", "M3", "M4", "M5"):
        position.local(local, "BTE")
    game = position.local("M6", ADA).at("track")
    assert ask.local_owner(game.apply(BuyLocal(ADA, "M6", 1)), "M6") == "BTE"


@pytest.mark.rule("RCZ-IV.1.12", "RCZ-VIII.3.5", "RCZ-IV.1.22")
def test_companies_do_not_sell_locals_to_each_other() -> None:
    game = in_phase_b().company("EKJ").local("S1", "EKJ").at("track")
    refused(game, BuyLocal(ADA, "S1", 1), "RCZ-IV.1.12")
    refused(game, SellLocal(ADA, "S1"), "RCZ-IV.1.22")
    unsold = in_phase_b().at("track")
    refused(unsold, BuyLocal(ADA, "S1", 1), "RCZ-IV.1.12")


@pytest.mark.rule("RCZ-IV.1.11")
def test_a_player_neither_closes_a_local_nor_sells_it_to_the_bank() -> None:
    """All that anybody may do with it is to buy it for the company on turn, in whichever step that is."""
    for step in ("track", "token", "trains"):
        game = in_phase_b().trains("BTE", "2+2b").local("S1", ADA).at(step)
        refused(game, SellLocal(ADA, "S1"), "RCZ-IV.1.11")
        about = {type(action) for action in game.actions() if "S1" in action.to_dict().values()}
        assert about == {BuyLocal}
        after = game.apply(Pass(ADA))
        assert (ask.local_owner(after, "S1"), ask.local_closed(after, "S1")) == (ADA, False)


@pytest.mark.rule("RCZ-IV.1.13")
def test_a_local_of_a_company_counts_for_nobodys_limit() -> None:
    game = in_phase_b().local("S1", ADA).at("track")
    before = ask.certificates(game, ADA)
    assert ask.certificates(game.apply(BuyLocal(ADA, "S1", 1)), ADA) == before - 1


@pytest.mark.rule("RCZ-IV.1.14", "RCZ-IV.1.15", "RCZ-X.2.1")
def test_a_local_is_worth_120_to_a_player_at_the_end_and_nothing_in_a_company() -> None:
    base = table().company("MW", price=50, Ada=2)
    without = base.game().scores()[ADA]
    assert base.local("S1", ADA).game().scores()[ADA] == without + 120
    assert base.local("S1", "MW").game().scores()[ADA] == without


@pytest.mark.rule("RCZ-IV.1.17")
def test_a_local_of_a_player_has_no_ability() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", ADA).local("S2", "EKJ").at("track")
    refused(game, LayPurple(ADA, "S1", "D4", "14p", 0), "RCZ-IV.1.17")
    refused(game, LayWaived(ADA, "S1", "C3", "8", 0), "RCZ-IV.1.17")


@pytest.mark.rule("RCZ-IV.1.22", "RCZ-IV.1.23", "RCZ-IV.1.12")
@pytest.mark.parametrize("used", [False, True])
def test_a_company_sells_a_local_to_the_bank_for_the_current_price(used: bool) -> None:
    position = in_phase_b().local("S1", "BTE", used=used)
    position.set(4, 1)
    game = position.at("track")
    after = game.apply(SellLocal(ADA, "S1"))
    assert ask.cash(after, "BTE") == 1055
    assert (
        ask.local_closed(after, "S1"),
        ask.local_owner(after, "S1"),
        ask.local_with_company(after, "S1"),
    ) == (True, None, False)
    refused(after, SellLocal(ADA, "S1"), "RCZ-IV.1.22")
    refused(after, BuyLocal(ADA, "S1", 1), "RCZ-IV.1.12")


@pytest.mark.rule("RCZ-IV.1.24")
def test_a_local_may_be_bought_and_sold_to_the_bank_in_one_turn() -> None:
    game = in_phase_b().local("S1", ADA).at("track")
    after = game.apply(BuyLocal(ADA, "S1", 5)).apply(SellLocal(ADA, "S1"))
    assert ask.cash(after, "BTE") == 1000 - 5 + 40


@pytest.mark.rule("RCZ-IV.1.25")
def test_a_local_bought_during_the_round_pays_its_new_owner_from_the_next_one() -> None:
    game = in_phase_b().local("L1", ADA).local("S1", ADA).at("track")
    after = game.apply(BuyLocal(ADA, "S1", 5))
    assert (ask.cash(after, "BTE"), ask.cash(after, ADA)) == (995, 385)
    base = table().phase("b").company("MW", price=50, Bruno=2).local("S1", "MW")
    assert ask.cash(to_operating_round(base.game()), "MW") == 200 + 5


@pytest.mark.rule("RCZ-IV.1.26")
def test_the_ability_can_be_used_in_the_turn_of_the_purchase() -> None:
    game = turn("EKJ").phase("d").tiles("D4 57@1").local("S1", ADA).at("track")
    bought = game.apply(BuyLocal(ADA, "S1", 1))
    lays = offered(bought, LayPurple)
    assert {(a.local, a.hex) for a in lays} == {("S1", "D4")}
    assert ask.local_used(bought.apply(lays[0]), "S1")
