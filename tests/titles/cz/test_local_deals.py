"""Locals bought by companies and sold to the bank [RCZ-IV.1]."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import Answer, OfferForTrain
from piercy.testing import questions as ask
from piercy.testing.moves import offered, refused
from piercy.titles.cz.actions import BuyLocal, OfferAcquisition, SellLocal


def on_offer(game: Game) -> set[str]:
    return {a.local for a in offered(game, BuyLocal)}


@pytest.mark.rule("RCZ-IV.1.6", "RCZ-VIII.12.3")
def test_companies_buy_locals_from_phase_b_on() -> None:
    early = turn("EKJ").local("S1", ADA).at("track")
    refused(early, BuyLocal(ADA, "S1", 10), "RCZ-IV.1.6")
    assert on_offer(early) == set()
    game = turn("EKJ").phase("b").local("S1", ADA).at("track")
    assert on_offer(game) == {"S1"}
    game.check(BuyLocal(ADA, "S1", 10))


@pytest.mark.rule("RCZ-IV.1.6", "RCZ-VIII.3.2", "RCZ-VIII.3.7", "RCZ-IV.1.22")
@pytest.mark.parametrize("step", ["track", "token", "acquire", "trains"])
def test_locals_are_dealt_with_at_every_step_of_the_turn(step: str) -> None:
    position = turn("BTE").phase("b").company("EKJ").local("S1", ADA).local("S2", "BTE")
    game = position.at(step)
    assert ask.step(game) == step
    assert on_offer(game) == {"S1"}
    game = game.apply(BuyLocal(ADA, "S1", 10)).apply(SellLocal(ADA, "S2"))
    assert ask.step(game) == step
    assert (ask.local_owner(game, "S1"), ask.local_closed(game, "S2")) == ("BTE", True)


@pytest.mark.rule("RCZ-VIII.3.7")
def test_before_the_home_station_stands_nothing_is_bought() -> None:
    game = turn("Sx", first=True).phase("d").local("L1", ADA).at("home")
    assert on_offer(game) == set()
    refused(game, BuyLocal(ADA, "L1", 10), "RCZ-VIII.3.7")


@pytest.mark.rule("RCZ-IV.1.7", "RCZ-VIII.3.4")
def test_a_local_costs_1_to_the_current_price_from_the_treasury() -> None:
    game = turn("EKJ", cash=100).phase("b").local("S1", ADA).at("track")
    before = ask.cash(game, ADA)
    refused(game, BuyLocal(ADA, "S1", 0), "RCZ-IV.1.7")
    refused(game, BuyLocal(ADA, "S1", 41), "RCZ-IV.1.7")
    for price in (1, 40):
        made = game.apply(BuyLocal(ADA, "S1", price))
        assert ask.cash(made, "EKJ") == 100 - price
        assert ask.cash(made, ADA) == before + price
    poor = turn("EKJ", cash=30).phase("b").local("S1", ADA).at("track")
    refused(poor, BuyLocal(ADA, "S1", 31), "RCZ-VIII.3.4")
    prices = {a.price for a in offered(poor, BuyLocal)}
    assert (min(prices), max(prices)) == (1, 30)


@pytest.mark.rule("RCZ-IV.1.8", "RCZ-VIII.3.6")
def test_another_players_local_needs_his_consent() -> None:
    game = turn("EKJ", cash=100).phase("b").local("S1", BRUNO).local("S2", ADA).at("track")
    asked = game.apply(BuyLocal(ADA, "S1", 40))
    assert asked.actor == BRUNO
    no = asked.apply(Answer(BRUNO, False))
    assert ask.local_owner(no, "S1") == BRUNO
    yes = asked.apply(Answer(BRUNO, True))
    assert (ask.local_owner(yes, "S1"), ask.local_with_company(yes, "S1")) == ("EKJ", True)
    assert ask.cash(yes, BRUNO) == ask.cash(game, BRUNO) + 40
    alone = game.apply(BuyLocal(ADA, "S2", 40))
    assert ask.local_owner(alone, "S2") == "EKJ"


@pytest.mark.rule("RCZ-IV.1.9")
def test_companies_own_locals_of_their_size_or_smaller() -> None:
    def sizes(company: str) -> set[str]:
        position = turn(company).phase("d").local("S1", ADA).local("M1", ADA).local("L1", ADA)
        if company == "Sx":
            position.home("Sx", "B4").tiles("B4 8896@1")
        return on_offer(position.at("track"))

    assert sizes("EKJ") == {"S1"}
    assert sizes("BTE") == {"S1", "M1"}
    assert sizes("Sx") == {"S1", "M1", "L1"}
    game = turn("EKJ").phase("d").local("M1", ADA).at("track")
    refused(game, BuyLocal(ADA, "M1", 10), "RCZ-IV.1.9")


@pytest.mark.rule("RCZ-IV.1.10")
def test_a_company_owns_any_number_of_locals() -> None:
    names = [f"S{n}" for n in range(1, 7)]
    position = turn("EKJ").phase("b")
    for name in names:
        position.local(name, ADA)
    game = position.at("track")
    for name in names:
        game = game.apply(BuyLocal(ADA, name, 1))
    assert [ask.local_owner(game, name) for name in ask.local_names(game)].count("EKJ") == 6


@pytest.mark.rule("RCZ-IV.1.11")
def test_a_player_sells_no_local_to_the_bank() -> None:
    game = turn("EKJ").phase("b").local("S1", ADA).local("S2", "EKJ").at("track")
    refused(game, SellLocal(ADA, "S1"), "RCZ-IV.1.11")
    assert offered(game, SellLocal) == [SellLocal(ADA, "S2")]


@pytest.mark.rule("RCZ-IV.1.12")
def test_locals_do_not_go_from_company_to_company() -> None:
    game = turn("EKJ").phase("b").company("VBW").local("S1", "VBW").at("track")
    refused(game, BuyLocal(ADA, "S1", 10), "RCZ-IV.1.12")
    assert on_offer(game) == set()


@pytest.mark.rule("RCZ-IV.1.22", "RCZ-IV.1.23", "RCZ-IV.1.12")
@pytest.mark.parametrize("used", [False, True])
def test_the_bank_pays_the_current_price_used_or_not_and_the_local_closes(used: bool) -> None:
    position = turn("EKJ", cash=0).phase("e").local("S1", "EKJ", used=used)
    position.set(5, 2)
    game = position.at("track").apply(SellLocal(ADA, "S1"))
    assert ask.cash(game, "EKJ") == 65
    assert (ask.local_owner(game, "S1"), ask.local_closed(game, "S1")) == (None, True)
    refused(game, SellLocal(ADA, "S1"), "RCZ-IV.1.22")
    refused(game, BuyLocal(ADA, "S1", 1), "RCZ-IV.1.12")


@pytest.mark.rule("RCZ-IV.1.24")
def test_a_local_may_be_bought_and_sold_to_the_bank_in_one_turn() -> None:
    game = turn("EKJ", cash=10).phase("b").local("S1", ADA).at("track")
    game = game.apply(BuyLocal(ADA, "S1", 10)).apply(SellLocal(ADA, "S1"))
    assert ask.cash(game, "EKJ") == 40


@pytest.mark.rule("RCZ-IV.1.25", "RCZ-IV.1.1")
def test_a_local_pays_its_new_owner_from_the_next_round_on() -> None:
    position = turn("EKJ", cash=100).phase("b").local("S1", ADA).trains("EKJ", "2a")
    position.set(5, 1)
    game = position.at("trains").apply(BuyLocal(ADA, "S1", 10))
    cash = ask.cash(game, ADA)
    assert ask.cash(game, "EKJ") == 90
    game = game.apply(Pass(ADA))
    assert ask.round_number(game) == 2
    assert ask.cash(game, "EKJ") == 95
    assert ask.cash(game, ADA) == cash


@pytest.mark.rule("RCZ-XI.1.27", "RCZ-XI.1.26")
def test_vaclavs_companies_deal_with_nobody() -> None:
    position = turn("BTE", title="18cz-bohemia", players=2).phase("b").local("S1", ADA)
    vaclav = next(name for name in ask.companies(position) if ask.president(position, name) == "Vaclav")
    train = ask.trains(position, vaclav)[0]
    human = next(name for name in ("EKJ", "BCB", "VBW") if name != vaclav)
    acquiring = position.company(human).at("acquire")
    refused(acquiring, OfferAcquisition(ADA, vaclav, 50), "RCZ-XI.1.27")
    buying = turn("BTE", title="18cz-bohemia", players=2).phase("b").trains("BTE", "2+2b").at("trains")
    refused(buying, OfferForTrain(ADA, vaclav, train, 50), "RCZ-XI.1.27")
    assert not offered(buying, OfferForTrain)
    his = turn("BTE", title="18cz-bohemia", players=2).phase("b").local("S1", ADA)
    game = his.instead(vaclav).at("track")
    assert game.actor is not None
    assert on_offer(game) == set()
    refused(game, BuyLocal(str(game.actor), "S1", 1), "RCZ-XI.1.27")


def test_what_is_no_local_is_no_action() -> None:
    game = turn("EKJ").phase("b").at("track")
    for action in (BuyLocal(ADA, "X1", 5), SellLocal(ADA, "")):
        with pytest.raises(InvalidAction):
            game.check(action)
