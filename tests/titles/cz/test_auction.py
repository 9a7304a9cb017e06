"""Moravia-Silesia: set-up and the auction round, chapter XI.2."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, buy, start, table

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyShare, StartCompany
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names
from piercy.testing.moves import offered, passes, refused
from piercy.titles.cz.actions import OpenAuction, RaiseBid
from piercy.titles.cz.book import MORAVIA, book

FACTS = book(MORAVIA)
TITLE: Final = "18cz-moravia"
PRIVATES = ["LS", "LM", "LL", "3E", "MW"]


def moravia(players: int = 3, seed: int = 1) -> Game:
    return new_game(TITLE, players=player_names(players), seed=seed, options={"order_as_listed": True})


def opened(game: Game, private: str, bid: int) -> Game:
    return game.apply(OpenAuction(str(game.actor), private, bid))


def raised(game: Game, bid: int) -> Game:
    return game.apply(RaiseBid(str(game.actor), bid))


def sold(game: Game, private: str, bid: int) -> Game:
    """Opened, and everybody else passes."""
    return passes(opened(game, private, bid), len(game.players) - 1)


@pytest.mark.rule("RCZ-XI.2.1")
@pytest.mark.parametrize(("players", "cash", "limit"), [(2, 500, 15), (3, 450, 13)])
def test_cash_and_certificate_limit(players: int, cash: int, limit: int) -> None:
    game = moravia(players)
    assert set(ask.purses(game).values()) == {cash}
    assert FACTS.tables[players].certificates == limit
    assert len(FACTS.ground.atlas.hexes) == 41
    for wrong in (1, 4):
        with pytest.raises(InvalidAction):
            moravia(wrong)


@pytest.mark.rule("RCZ-XI.2.2")
def test_the_five_large_companies_of_which_two_players_leave_one_out() -> None:
    assert ask.companies(moravia(3)) == ["Sx", "Pr", "By", "kk", "Ug"]
    assert {FACTS.size(name).shares for name in FACTS.companies} == {10}
    left_out: Counter[str] = Counter()
    for seed in range(60):
        companies = ask.companies(moravia(2, seed))
        assert len(companies) == 4
        left_out.update(FACTS.companies.keys() - companies)
    assert len(left_out) == 5
    assert min(left_out.values()) > 4


@pytest.mark.rule("RCZ-XI.2.3", "RCZ-XI.2.6")
def test_all_companies_start_from_the_first_stock_round_at_the_red_prices() -> None:
    game = table(TITLE).stock_round(1).game()
    starts = offered(game, StartCompany)
    assert {a.company for a in starts} == set(FACTS.companies)
    assert {a.par for a in starts} == {50, 55, 60, 65, 70}
    refused(game, StartCompany(ADA, "kk", 90), "RCZ-XI.2.6")


@pytest.mark.rule("RCZ-XI.2.4")
def test_three_station_markers() -> None:
    assert FACTS.sizes["large"].tokens == 3
    assert FACTS.token_costs == (40, 100)


@pytest.mark.rule("RCZ-XI.2.5")
def test_a_player_may_hold_70_percent() -> None:
    base = table(TITLE).cash("Ada", 1000).company("kk", price=50, Ada=6)
    game = buy(base.game(), "kk")
    assert ask.holding(game, ADA, "kk") == 7
    full = table(TITLE).cash("Ada", 1000).company("kk", price=50, Ada=7).game()
    refused(full, BuyShare(ADA, "kk", "bank"), "RCZ-XI.2.5")


@pytest.mark.rule("RCZ-XI.2.7")
@pytest.mark.parametrize("par", [50, 70])
def test_a_company_opens_at_half_with_ten_times_its_starting_price(par: int) -> None:
    game = start(table(TITLE, players=2).cash("Ada", 1000).game(), "kk" if _there("kk") else "Sx", par)
    name = next(n for n in ask.companies(game) if ask.president(game, n))
    for _ in range(3):
        assert not ask.floated(game, name)
        game = buy(passes(game), name)
    assert ask.floated(game, name)
    assert ask.cash(game, name) == 10 * par


def _there(name: str) -> bool:
    return name in ask.companies(table(TITLE, players=2))


@pytest.mark.rule("RCZ-XI.2.8")
def test_a_dividend_moves_one_space() -> None:
    assert FACTS.sizes["large"].dividend == 1


@pytest.mark.rule("RCZ-XI.2.10", "RCZ-XI.2.21")
def test_the_progress_track() -> None:
    game = sold(moravia(), "LS", 35)
    signs = {"card_exported": "x", "stock_round_began": "SR"}
    track = []
    while not game.over:
        game = game.apply(game.actions()[-1])
        for event in game.latest_events:
            if event.key == "locals_priced":
                track.append(str(event.fields["price"]))
            elif event.key in signs:
                track.append(signs[event.key])
    assert " ".join(track) == "SR 50 x SR 55 x SR 60 65 x SR 70 75 x SR 80 90 x SR 100 110 120"


@pytest.mark.rule("RCZ-XI.2.23")
def test_five_private_companies_are_offered() -> None:
    assert ask.local_names(moravia()) == PRIVATES
    assert [FACTS.locals[name].kind for name in PRIVATES] == ["local"] * 3 + ["train", "railway"]


@pytest.mark.rule("RCZ-XI.2.24", "RCZ-XI.2.51")
def test_auctions_are_opened_in_turn_whoever_won() -> None:
    game = moravia()
    openers = []
    for private in PRIVATES[:2]:
        openers.append(game.actor)
        game = opened(game, private, FACTS.locals[private].price)
        game = passes(raised(game, 100), 2)  # the next player wins
    openers.append(game.actor)
    game = passes(opened(game, "LL", 0), 2)  # nobody bids
    openers.append(game.actor)
    assert openers == [ADA, BRUNO, CARLA, ADA]
    assert ask.local_owner(game, "LL") is None


@pytest.mark.rule("RCZ-XI.2.25")
def test_the_first_bid_is_at_least_the_minimum() -> None:
    game = moravia()
    refused(game, OpenAuction(ADA, "MW", 79), "RCZ-XI.2.25")
    assert ask.bid(opened(game, "MW", 80)) == 80
    assert ask.bid(opened(game, "MW", 123)) == 123
    refused(sold(game, "MW", 80), OpenAuction(BRUNO, "MW", 90), "RCZ-XI.2.25")
    with pytest.raises(InvalidAction):
        game.check(OpenAuction(ADA, "X", 80))
    with pytest.raises(InvalidAction):
        game.check(OpenAuction(ADA, "MW", -5))


@pytest.mark.rule("RCZ-XI.2.26", "RCZ-XI.2.52")
def test_the_others_bid_or_pass_round_the_table() -> None:
    game = opened(moravia(), "MW", 80)
    refused(game, OpenAuction(BRUNO, "LS", 35), "RCZ-XI.2.26")
    assert game.actor == BRUNO
    game = raised(game, 85)
    assert game.actor == CARLA
    game = raised(game, 90)
    assert game.actor == ADA
    game = passes(game)
    assert game.actor == BRUNO
    game = raised(game, 100)
    assert game.actor == CARLA
    game = passes(game)
    assert ask.local_owner(game, "MW") == BRUNO
    assert ask.cash(game, BRUNO) == 350


@pytest.mark.rule("RCZ-XI.2.26", "RCZ-XI.2.52")
def test_the_bids_go_on_behind_whoever_opened() -> None:
    game = sold(moravia(), "LS", 35)
    assert game.actor == BRUNO
    game = opened(game, "MW", 80)
    assert game.actor == CARLA
    game = raised(game, 85)
    assert game.actor == ADA


@pytest.mark.rule("RCZ-XI.2.26", "RCZ-XI.2.51", "RCZ-XI.2.27")
def test_an_opener_may_name_a_company_and_pass_on_it() -> None:
    game = opened(moravia(), "LS", 0)
    assert game.actor == BRUNO
    refused(game, RaiseBid(BRUNO, 34), "RCZ-XI.2.27")
    game = passes(raised(game, 35))  # Carla passes; Ada has passed by opening
    assert ask.local_owner(game, "LS") == BRUNO


@pytest.mark.rule("RCZ-XI.2.51")
def test_an_opener_must_name_a_company() -> None:
    refused(moravia(), Pass(ADA), "RCZ-XI.2.51")
    refused(moravia(), RaiseBid(ADA, 100), "RCZ-XI.2.51")


@pytest.mark.rule("RCZ-XI.2.27")
def test_bids_rise_by_5_at_least_and_stay_within_the_bidders_cash() -> None:
    game = opened(moravia(), "LS", 40)
    for low in (40, 44):
        refused(game, RaiseBid(BRUNO, low), "RCZ-XI.2.27")
    assert ask.highest_bidder(raised(game, 45)) == BRUNO
    assert ask.bid(raised(game, 450)) == 450
    refused(game, RaiseBid(BRUNO, 451), "RCZ-XI.2.27")
    refused(moravia(), OpenAuction(ADA, "LS", 451), "RCZ-XI.2.27")


@pytest.mark.rule("RCZ-XI.2.27")
def test_a_bid_of_the_whole_cash_is_offered() -> None:
    game = opened(moravia(), "LS", 445)
    assert [a.bid for a in offered(game, RaiseBid)] == [450]
    game = opened(moravia(), "LS", 446)
    assert not offered(game, RaiseBid)
    assert passes(game).actor == CARLA


@pytest.mark.rule("RCZ-XI.2.25", "RCZ-XI.2.27")
@pytest.mark.parametrize(("cash", "bids"), [(64, {0}), (65, {0, 65}), (66, {0, 65, 66})])
def test_who_has_just_the_minimum_is_offered_to_open_with_it(cash: int, bids: set[int]) -> None:
    assert FACTS.locals["LL"].price == 65
    position = table(TITLE).cash("Ada", cash)
    game = position.auction().game()
    openings = [a for a in offered(game, OpenAuction) if a.private == "LL"]
    assert {a.bid for a in openings} == bids


@pytest.mark.rule("RCZ-XI.2.28")
def test_who_passed_is_out_of_this_auction_only() -> None:
    game = passes(opened(moravia(), "LS", 40))  # Bruno is out
    game = raised(game, 45)
    game = raised(game, 50)
    assert game.actor == CARLA
    game = passes(game)
    assert ask.local_owner(game, "LS") == ADA
    assert game.actor == BRUNO


@pytest.mark.rule("RCZ-XI.2.29")
def test_the_highest_bidder_pays_the_bank() -> None:
    game = moravia()
    after = sold(game, "LM", 77)
    assert ask.cash(after, ADA) == 450 - 77
    assert ask.cash(after, ask.BANK) == ask.cash(game, ask.BANK) + 77


@pytest.mark.rule("RCZ-XI.2.30")
def test_the_round_ends_when_all_are_sold() -> None:
    game = moravia()
    for private in PRIVATES:
        assert ask.round_name(game) == "auction"
        game = sold(game, private, FACTS.locals[private].price)
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("RCZ-XI.2.30")
def test_the_round_ends_after_as_many_openings_without_a_sale_as_players() -> None:
    game = sold(moravia(), "LS", 35)
    for _ in range(3):
        assert ask.round_name(game) == "auction"
        game = passes(opened(game, "MW", 0), 2)
    assert ask.round_name(game) == "stock"
    left = [name for name in ask.local_names(game) if ask.local_closed(game, name)]
    assert left == ["LM", "LL", "3E", "MW"]
    assert not ask.tokens_on(game, "F22")


@pytest.mark.rule("RCZ-XI.2.31")
@pytest.mark.parametrize("players", [2, 3])
def test_without_a_single_sale_player_1_wins(players: int) -> None:
    game = moravia(players)
    for _ in range(players):
        assert not game.over
        game = passes(opened(game, "LS", 0), players - 1)
    assert game.over
    assert game.winners() == [ADA]


@pytest.mark.rule("RCZ-XI.2.32")
def test_then_the_order_is_by_least_cash() -> None:
    game = moravia()
    for private, bid in zip(PRIVATES, (300, 100, 200, 60, 90), strict=True):
        game = sold(game, private, bid)
    # Ada 450-300-60, Bruno 450-100-90, Carla 450-200
    assert ask.order(game) == [ADA, CARLA, BRUNO]
    assert game.actor == ADA


@pytest.mark.rule("RCZ-XI.2.46")
def test_every_private_company_is_a_certificate() -> None:
    game = moravia()
    for private in PRIVATES:
        game = sold(game, private, FACTS.locals[private].price)
    assert [ask.certificates(game, name) for name in (ADA, BRUNO, CARLA)] == [2, 2, 1]
    assert ask.local_owner(game, "3E") == ADA
    assert ask.local_owner(game, "MW") == BRUNO
