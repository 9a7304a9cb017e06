"""The course of the game: chapters I, V, VIII.1 to VIII.3 and X."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, fresh, sell, table, turn

from piercy.core.actions import Pass
from piercy.core.events import Event
from piercy.core.game import Game
from piercy.rail.actions import Answer, BuyTrain, LayTile, OfferForTrain, PayDividend, PlaceToken
from piercy.testing import questions as ask
from piercy.testing.moves import lay, offered, passes, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import BuyLocal, OfferAcquisition, SellLocal
from piercy.titles.cz.book import book

FACTS = book()


def idle_game(**shares: Any) -> Game:
    """The first stock round of a game in which one company is there; everybody will pass."""
    return table().company("MW", price=50, **(shares or {"Ada": 2})).stock_round(1).game()


def play_out(game: Game) -> tuple[Game, list[Event]]:
    """Play to the end by the last action offered, which is a pass wherever passing is possible."""
    events: list[Event] = []
    while not game.over:
        game = game.apply(game.actions()[-1])
        events += game.latest_events
    return game, events


def marks(events: list[Event]) -> str:
    """The course of a game in the notation of the progress track."""
    signs = {"stock_round_began": "SR", "card_exported": "x", "game_over": "end"}
    found = []
    for event in events:
        if event.key == "locals_priced":
            found.append(str(event.fields["price"]))
        elif event.key in signs:
            found.append(signs[event.key])
    return " ".join(found)


@pytest.mark.rule(
    "RCZ-V.1", "RCZ-V.2", "RCZ-V.3", "RCZ-X.1.1", "RCZ-X.1.2", "RCZ-IV.1.5", "WCZ-25", "RCZ-XII.9"
)
def test_the_whole_progress_track() -> None:
    _, events = play_out(idle_game())
    assert marks(events) == (
        "40 x SR 45 x SR 50 x SR 55 x SR 60 65 x SR 70 75 x SR 80 90 x SR 100 110 120 end"
    )


@pytest.mark.rule("RCZ-V.1", "RCZ-V.2")
def test_rounds_are_told_by_their_numbers() -> None:
    _, events = play_out(idle_game())
    stock = [e.fields["number"] for e in events if e.key == "stock_round_began"]
    assert stock == [2, 3, 4, 5, 6, 7, 8]
    operating = [(e.fields["set"], e.fields["number"]) for e in events if e.key == "operating_round_began"]
    lengths = (1, 1, 1, 1, 2, 2, 2, 3)
    assert operating == [(s, n) for s, length in enumerate(lengths, 1) for n in range(1, length + 1)]


@pytest.mark.rule("RCZ-V.1", "RCZ-VI.9")
def test_the_game_begins_with_the_pre_stock_round_then_a_stock_round() -> None:
    game = fresh()
    assert ask.round_name(game) == "prestock"
    while ask.round_name(game) == "prestock":
        game = passes(game)
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("RCZ-VIII.13.1", "RCZ-VIII.13.2", "RCZ-V.3")
def test_seven_exports_each_after_a_set() -> None:
    game, events = play_out(idle_game())
    assert sum(event.key == "card_exported" for event in events) == 7
    assert ask.round_number(game) == 3


@pytest.mark.rule("RCZ-V.4", "RCZ-VIII.1.1", "RCZ-III.3.5")
def test_companies_act_through_their_directors_and_pay_themselves() -> None:
    game = turn("BTE", cash=100).company("EKJ", president=BRUNO).at("track")
    assert game.actor == ADA
    refused(game, LayTile(BRUNO, "D2", "57", 1), "RCZ-VIII.1.1")
    stationed = turn("BCB", cash=100).tiles("E15 57@2").at("track")
    before = ask.cash(stationed, ADA)
    after = lay(stationed, "D14 8@0")
    assert ask.cash(after, "BCB") == 90
    assert ask.cash(after, ADA) == before


@pytest.mark.rule("RCZ-VIII.1.1")
@pytest.mark.parametrize("step", ["track", "token", "run", "acquire", "trains"])
def test_every_step_is_decided_by_the_director_wherever_he_sits(step: str) -> None:
    position = turn("BTE").phase("b").tiles("D2 57@1, D4 57@1").trains("BTE", "2+2b").company("EKJ")
    position.shares("BTE", Carla=3).president("BTE", CARLA)
    assert ask.order(position)[0] == ADA
    assert position.at(step).actor == CARLA


@pytest.mark.rule("RCZ-VIII.1.3", "RCZ-VIII.8.5", "RCZ-VIII.10.1", "RCZ-VIII.4.22")
def test_what_a_director_is_bound_to_do() -> None:
    base = turn("BTE").phase("b").tiles("D2 57@1, D4 57@1").trains("BTE", "2+2b")
    assert ask.step(passes(base.at("track"))) == "token"
    assert ask.step(passes(base.at("token"))) == "run"
    refused(base.at("run"), Pass(ADA), "RCZ-VIII.8.5")
    without = turn("BTE").phase("b").at("trains")
    refused(without, Pass(ADA), "RCZ-VIII.10.1")
    red = turn("Sx", first=True).phase("d").at("home")
    refused(red, Pass(ADA), "RCZ-VIII.4.22")


@pytest.mark.rule("RCZ-VIII.2.2", "RCZ-VIII.2.3")
def test_companies_operate_by_price_and_then_from_the_top_of_the_stack() -> None:
    base = table().company("MW", price=60, Ada=2).company("VBW", price=70, Bruno=2)
    base.company("EKJ", price=60, Carla=2).company("OFE", price=63, Carla=2)
    game = base.game()
    while ask.round_name(game) != "operating":
        game = passes(game)
    assert [ask.on_turn(game), *ask.queue(game)] == ["VBW", "OFE", "MW", "EKJ"]


@pytest.mark.rule("RCZ-VIII.2.4")
def test_the_order_is_fixed_at_the_start_of_the_round() -> None:
    base = table().company("MW", price=60, Ada=2).company("VBW", price=60, Bruno=2)
    game = base.game()
    turns = []
    while ask.round_name(game) in ("stock", "operating"):
        game = game.apply(game.actions()[-1])
        turns += [e.fields["company"] for e in game.latest_events if e.key == "turn_began"]
        if len(turns) == 2:
            break
    # MW has earned nothing and dropped below VBW, which still has one turn only
    assert turns == ["MW", "VBW"]
    assert ask.queue(game) == []
    assert ask.cell(game, "MW") < ask.cell(game, "VBW")


@pytest.mark.rule("RCZ-VIII.2.5")
def test_a_company_acquired_before_its_turn_has_none() -> None:
    position = turn("BTE").phase("b").company("EKJ").company("VBW").trains("BTE", "2+2b")
    position.queue("EKJ", "VBW")
    game = position.at("acquire").apply(OfferAcquisition(ADA, "EKJ", 50))
    while ask.on_turn(game) == "BTE":
        game = game.apply(game.actions()[-1])
    assert ask.on_turn(game) == "VBW"


@pytest.mark.rule("RCZ-VIII.3.1", "RCZ-VIII.3.3", "RCZ-VIII.3.8")
def test_the_steps_come_in_a_fixed_order_and_none_comes_back() -> None:
    position = turn("BTE").phase("b").tiles("D2 57@1, D4 57@1").trains("BTE", "2+2b").company("EKJ", cash=0)
    position.queue()
    game = position.at("track")
    refused(game, PlaceToken(ADA, "D4", 0), "RCZ-VIII.3.1")
    refused(game, BuyTrain(ADA, "2b", "depot"), "RCZ-VIII.3.1")
    game = passes(game)
    refused(game, LayTile(ADA, "C3", "8", 0), "RCZ-VIII.3.1")
    game = passes(game)
    refused(game, PlaceToken(ADA, "D4", 0), "RCZ-VIII.3.1")
    refused(game, PayDividend(ADA, True), "RCZ-VIII.3.1")
    game = game.apply(game.actions(1)[0])
    assert {action.type for action in game.actions() if action.type != "buy_local"} == {"dividend"}
    game = game.apply(PayDividend(ADA, True))
    assert offered(game, OfferAcquisition)
    refused(game, BuyTrain(ADA, "2b", "depot"), "RCZ-VIII.3.1")
    game = passes(game)
    refused(game, OfferAcquisition(ADA, "EKJ", 50), "RCZ-VIII.3.1")
    game = game.apply(BuyTrain(ADA, "2b", "depot"))
    assert ask.on_turn(game) == "BTE"
    assert ask.on_turn(passes(game)) != "BTE"


@pytest.mark.rule("RCZ-VIII.3.4", "RCZ-VIII.4.25", "RCZ-VIII.9.7")
def test_only_money_the_company_has_is_spent() -> None:
    broke = turn("BCB", cash=9).tiles("E15 57@2").at("track")
    refused(broke, LayTile(ADA, "D14", "8", 0), "RCZ-VIII.4.25")
    acquirer = turn("BTE", cash=99).phase("b").company("EKJ").at("acquire")
    assert ask.cash(acquirer, ADA) > 1
    refused(acquirer, OfferAcquisition(ADA, "EKJ", 50), "RCZ-VIII.9.7")


@pytest.mark.rule("RCZ-VIII.3.5")
def test_money_moves_only_as_the_rules_say() -> None:
    """Through a whole random game every change of cash is told by an event that a rule provides for."""
    moving = {
        "local_drafted",
        "company_started",
        "share_bought",
        "shares_sold",
        "company_floated",
        "loans_repaid",
        "local_paid",
        "local_bought",
        "local_sold",
        "tile_laid",
        "token_placed",
        "dividend_paid",
        "revenue_withheld",
        "company_acquired",
        "train_converted",
        "train_bought",
        "train_traded",
        "president_helped",
        "loans_taken",
    }
    game = fresh(seed=5)
    for number in range(600):
        if game.over:
            break
        actions = game.actions(60)
        after = game.apply(actions[(number * 7) % len(actions)])
        if _purses(game) != _purses(after):
            assert moving & {event.key for event in after.latest_events}
        game = after
    assert ask.set_number(game) > 2


def _purses(game: Game) -> list[int]:
    return [ask.cash(game, name) for name in (*ask.players(game), *ask.companies(game))]


@pytest.mark.rule("RCZ-VIII.3.6")
def test_nothing_else_happens_while_an_offer_is_open() -> None:
    position = (
        turn("BTE").phase("b").company("EKJ", president=BRUNO).trains("EKJ", "2b").trains("BTE", "2+2b")
    )
    game = position.local("S1", CARLA).at("trains")
    for offer, asked in [
        (OfferForTrain(ADA, "EKJ", "2b", 10), BRUNO),
        (BuyLocal(ADA, "S1", 10), CARLA),
    ]:
        waiting = game.apply(offer)
        assert waiting.actor == asked
        refused(waiting, Pass(asked), "RCZ-VIII.3.6")
        refused(waiting, Pass(ADA), "RCZ-VIII.3.6")
        refused(waiting, BuyTrain(ADA, "2b", "depot"), "RCZ-VIII.3.6")
        declined = waiting.apply(Answer(asked, False))
        assert declined.actor == ADA
        assert _purses(declined) == _purses(game)
        assert _purses(waiting.apply(Answer(asked, True))) != _purses(game)


@pytest.mark.rule("RCZ-VIII.3.6")
def test_shareholders_who_are_not_directors_are_never_asked() -> None:
    position = turn("BTE").phase("b").company("EKJ").shares("EKJ", Ada=2, Bruno=1)
    game = position.at("acquire").apply(OfferAcquisition(ADA, "EKJ", 50))
    assert game.actor == ADA
    assert ask.cash(game, BRUNO) == 430


@pytest.mark.rule("RCZ-VIII.3.6")
def test_without_consent_as_an_option() -> None:
    position = turn("BTE", no_consent=True).phase("b").local("S1", CARLA)
    game = position.at("track").apply(BuyLocal(ADA, "S1", 10))
    assert (game.actor, ask.local_owner(game, "S1")) == (ADA, "BTE")


@pytest.mark.rule("RCZ-VIII.3.7", "RCZ-VIII.3.6")
def test_the_abilities_and_deals_wait_while_another_player_decides() -> None:
    position = turn("BTE").phase("b").company("EKJ", president=BRUNO).trains("EKJ", "2b")
    game = position.local("S1", "BTE").at("trains").apply(OfferForTrain(ADA, "EKJ", "2b", 10))
    assert {action.type for action in game.actions()} == {"answer"}
    refused(game, SellLocal(ADA, "S1"), "RCZ-VIII.3.6")


def ranked(position: CzScenario) -> dict[str, int]:
    return position.game().scores()


@pytest.mark.rule("RCZ-I.1", "RCZ-X.2.2", "RCZ-X.2.1", "RCZ-VIII.11.14")
def test_final_wealth() -> None:
    base = table().cash("Ada", 100).cash("Bruno", 50).cash("Carla", 0).company("MW", price=65, Ada=3, Bruno=1)
    base.local("S1", ADA).local("L1", BRUNO).loan(CARLA, 70)
    assert ranked(base) == {ADA: 100 + 3 * 65 + 120, BRUNO: 50 + 65 + 120, CARLA: -140}


@pytest.mark.rule("RCZ-X.2.3")
def test_shares_of_a_company_that_never_opened_count() -> None:
    base = table().phase("d").cash("Ada", 0).company("Sx", price=95, par=100, Ada=3)
    assert not ask.floated(base, "Sx")
    assert ranked(base)[ADA] == 285


@pytest.mark.rule("RCZ-X.2.4")
def test_the_richest_wins_and_equals_share_the_victory() -> None:
    winners = table().cash("Ada", 10).cash("Bruno", 30).cash("Carla", 30).over().game()
    assert winners.winners() == [BRUNO, CARLA]


@pytest.mark.rule("RCZ-X.2.5", "RCZ-VIII.11.11", "RCZ-VIII.11.15")
def test_wealth_may_be_negative() -> None:
    assert ranked(table().cash("Ada", 0).loan(ADA, 500))[ADA] == -1000


@pytest.mark.rule("RCZ-II.7")
def test_the_bank_never_runs_out() -> None:
    base = table().phase("d").company("Sx", price=370, Ada=6, Bruno=4)
    game = base.game()
    assert ask.cash(game, ask.BANK) < 0
    after = sell(game, "Sx", 4)
    assert ask.cash(after, ADA) == 380 + 4 * 370
    assert not after.over
    assert ask.price(after, "Sx") == 350


@pytest.mark.rule("RCZ-X.1.1")
def test_after_the_end_nothing_can_be_done() -> None:
    game, _ = play_out(idle_game())
    assert game.over
    assert game.actor is None
    refused(game, Pass(ADA), "RCZ-X.1.1")
