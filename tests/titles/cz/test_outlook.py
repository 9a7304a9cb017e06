"""What the expert of 18CZ thinks of positions."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files

import pytest
from tests.titles.cz.openings import ADA, BRUNO, fresh, table, turn

from piercy.core import registry
from piercy.core.actions import Action, Pass
from piercy.core.game import Game
from piercy.present.words import blanks
from piercy.rail.actions import (
    Answer,
    BuyShare,
    BuyTrain,
    OfferForTrain,
    PayDividend,
    StartCompany,
)
from piercy.rail.outlook import Advice, HasOutlook
from piercy.testing import questions as ask
from piercy.titles.cz.actions import (
    BuyLocal,
    DraftLocal,
    OfferAcquisition,
    SellLocal,
)

SENTENCES = tomllib.loads((files("piercy.titles.cz") / "words" / "en.toml").read_text("utf-8"))["reasons"]


def advice(game: Game) -> Sequence[Advice]:
    title = registry.title(game.title.id)
    assert isinstance(title, HasOutlook)
    return title.advise(game)


def best(game: Game) -> Action:
    return advice(game)[0].action


@pytest.mark.parametrize("title", ["18cz", "18cz-bohemia", "18cz-moravia"])
def test_all_that_is_advised_is_on_offer_and_can_be_told(title: str) -> None:
    game = fresh(3 if title != "18cz-bohemia" else 2, title=title)
    for _ in range(80):
        if game.over:
            break
        found = advice(game)
        assert found, f"nothing to say on action {game.seq}"
        offers = game.offers()
        assert all(any(offer.covers(one.action) for offer in offers) for one in found)
        for reason in (one.reason for one in found):
            assert blanks(SENTENCES[reason.key]) <= reason.fields.keys(), reason.key
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        game = game.apply(found[0].action)


def test_equal_positions_give_equal_advice() -> None:
    game = fresh()
    assert advice(game) == advice(fresh())


def test_money_for_a_company_is_kept_in_the_sale_of_locals() -> None:
    game = fresh()
    while ask.round_name(game) == "prestock":
        game = game.apply(best(game))
    for _ in range(3):
        assert isinstance(best(game), StartCompany)
        game = game.apply(best(game))


def test_the_dearest_income_is_drafted_first() -> None:
    assert isinstance(best(fresh()), DraftLocal)


def test_who_has_begun_a_company_opens_it() -> None:
    game = table().phase("b").cash(ADA, 300).game()
    game = game.apply(StartCompany(ADA, "KFN", 60)).apply(Pass(BRUNO))
    while game.actor != ADA:
        game = game.apply(Pass(str(game.actor)))
    assert best(game) == BuyShare(ADA, "KFN", "bank")


def test_a_company_without_a_train_buys_one_it_can_run() -> None:
    game = turn("KFN", cash=400).phase("d").at("trains")
    bought = best(game)
    assert isinstance(bought, BuyTrain)
    assert bought.train.startswith("3+3")


def test_a_local_that_pays_little_becomes_money_and_the_company_gets_its_money_back() -> None:
    game = turn("MW", cash=100).phase("b").set(5, 1).local("S1", ADA).trains("MW", "2a").at("track")
    sold = best(game)
    assert sold == BuyLocal(ADA, "S1", ask.local_price(game))
    later = turn("MW", cash=0).phase("b").set(3, 1).local("S1", "MW").at("trains")
    assert isinstance(best(later), SellLocal)


def test_in_the_last_round_money_of_a_company_buys_another_of_its_directors() -> None:
    rich = turn("KFN", cash=1000).phase("h").set(8, 3).trains("KFN", "5+5h")
    rich = rich.company("MW", cash=10).price("MW", 120).trains("MW", "5g").queue()
    bought = best(rich.at("acquire"))
    assert isinstance(bought, OfferAcquisition)
    assert (bought.company, bought.price) == ("MW", 180)


def test_a_company_is_not_taken_over_for_less_than_it_brings() -> None:
    poor = turn("KFN", cash=110).phase("f").set(6, 1).company("MW", cash=100).price("MW", 100)
    assert best(poor.trains("KFN", "3+3e").trains("MW", "4e").queue("MW").at("acquire")) == Pass(ADA)


def test_a_train_is_not_given_away_to_others() -> None:
    game = turn("MW", cash=100).phase("e").president("MW", BRUNO).company("OFE").trains("OFE", "4e")
    asked = game.at("trains").apply(OfferForTrain(BRUNO, "OFE", "4e", 1))
    assert best(asked) == Answer(ADA, accept=False)


def test_bids_leave_what_opens_a_company() -> None:
    game = fresh(title="18cz-moravia")
    while ask.round_name(game) == "auction":
        game = game.apply(best(game))
    assert all(ask.cash(game, name) >= 5 * 50 for name in game.players)
    while ask.round_name(game) == "stock":
        game = game.apply(best(game))
    assert any(ask.floated(game, name) for name in ask.companies(game))


def test_revenue_is_paid_when_no_train_is_needed() -> None:
    game = turn("MW", cash=0).phase("h").trains("MW", "5g").set(7, 1).earned(180).at("dividend")
    assert best(game) == PayDividend(ADA, pay=True)


def test_revenue_is_kept_for_a_train_that_the_director_cannot_pay() -> None:
    poor = turn("MW", cash=170).phase("f").trains("MW", "3c").set(6, 2).cash(ADA, 0).gone("f", "f", "f", "f")
    assert best(poor.earned(180).at("dividend")) == PayDividend(ADA, pay=False)
