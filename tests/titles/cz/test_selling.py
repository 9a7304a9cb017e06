"""Opening, Directors and selling: chapters VII.5 and VII.6."""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, DARIO, buy, sell, start, table, turn

from piercy.core.errors import InvalidAction
from piercy.core.game import Game
from piercy.rail.actions import SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import offered, passes, refused
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import SellLocal
from piercy.titles.cz.book import book

FACTS = book()
CAPITAL = {
    "MW": {50: (100, 200), 55: (110, 220), 60: (120, 240), 65: (130, 260), 70: (140, 280)},
    "BN": {60: (180, 300), 70: (210, 350), 80: (240, 400), 90: (270, 450), 100: (300, 500)},
    "Sx": {90: (450, 900), 100: (500, 1000), 110: (550, 1100), 120: (600, 1200)},
}


def rich(**options: bool) -> CzScenario:
    return (
        table("18cz", players=3, **options)
        .phase("d")
        .cash("Ada", 2000)
        .cash("Bruno", 2000)
        .cash("Carla", 2000)
    )


def bought_until_open(game: Game, name: str, par: int) -> Game:
    """Ada starts the company and buys on until it opens; the others pass."""
    game = start(game, name, par)
    while not ask.floated(game, name):
        game = buy(passes(game, 2), name)
    return game


@pytest.mark.rule("RCZ-VII.5.1", "RCZ-IX.1.3")
def test_the_price_marker_goes_under_those_already_there() -> None:
    game = start(start(table().game(), "MW", 60), "VBW", 60)
    assert ask.operating_order(game) == ["MW", "VBW"]
    assert ask.price(game, "VBW") == 60


@pytest.mark.rule("RCZ-VII.5.2", "RCZ-VII.5.3")
@pytest.mark.parametrize("name", CAPITAL)
def test_starting_prices_by_size(name: str) -> None:
    game = rich().game()
    prices = [a.par for a in offered(game, StartCompany) if a.company == name]
    assert prices == list(CAPITAL[name])
    for wrong in {40, 50, 60, 70, 90, 120, 126} - set(prices):
        refused(game, StartCompany(ADA, name, wrong), "RCZ-VII.5.3")


@pytest.mark.rule("WCZ-4", "RCZ-VII.5.5", "RCZ-VII.5a.1")
@pytest.mark.parametrize(
    ("name", "par", "cost", "capital"),
    [(name, par, *numbers) for name, table_ in CAPITAL.items() for par, numbers in table_.items()],
)
def test_cost_of_opening_and_capital(name: str, par: int, cost: int, capital: int) -> None:
    game = bought_until_open(rich().game(), name, par)
    assert ask.cash(game, ADA) == 2000 - cost
    assert ask.cash(game, name) == capital


@pytest.mark.rule("RCZ-VII.5.4")
def test_shares_sold_back_to_the_bank_do_not_count_for_opening() -> None:
    game = rich().company("Sx", price=100, Ada=2, Bruno=2).game()
    game = sell(passes(game), "Sx", 1)  # Bruno sells one: 30 % are left
    game = passes(game, 1)
    game = buy(game, "Sx")  # Carla: 40 %
    assert not ask.floated(game, "Sx")
    game = buy(game, "Sx")  # Ada: 50 %
    assert ask.floated(game, "Sx")


@pytest.mark.rule("RCZ-VII.5.6")
def test_on_opening_the_director_gets_all_station_markers() -> None:
    game = start(rich().game(), "BN", 60)
    assert ask.tokens_left(game, "BN") == 0
    game = buy(game, "BN")
    assert ask.tokens_left(game, "BN") == 3
    assert ask.president(game, "BN") == ADA


@pytest.mark.rule("RCZ-VII.5.7", "RCZ-VII.5.11")
def test_open_companies_operate_in_the_next_operating_round_and_others_not() -> None:
    game = start(start(rich().game(), "MW", 50), "BN", 60)
    game = passes(game, 3)
    game = passes(game) if ask.round_name(game) == "stock" else game
    assert ask.round_name(game) == "operating"
    assert ask.on_turn(game) == "MW"
    assert ask.queue(game) == []
    assert (ask.floated(game, "BN"), ask.cash(game, "BN"), ask.tokens_left(game, "BN")) == (False, 0, 0)


@pytest.mark.rule("RCZ-VII.5.11", "RCZ-VII.6.2")
def test_shares_of_a_company_that_has_not_opened_are_traded_normally() -> None:
    game = rich().company("Sx", price=100, Bruno=2, Ada=1).game()
    sold = sell(game, "Sx")
    assert ask.cash(sold, ADA) == 2100
    assert ask.price(sold, "Sx") == 95
    assert sold.scores()[BRUNO] == 2000 + 2 * 95


@pytest.mark.rule("RCZ-VII.5.8")
def test_an_open_company_stays_open() -> None:
    game = rich().company("BN", price=60, Ada=2, Bruno=2).game()
    game = sell(game, "BN", 2)
    assert ask.shareholders(game, "BN") == {BRUNO: 2}
    assert ask.floated(game, "BN")


@pytest.mark.rule("RCZ-VII.5.9")
def test_the_home_station_is_placed_at_the_first_turn_and_not_at_the_opening() -> None:
    game = start(table().game(), "MW", 50)
    assert not ask.tokens(game)
    game = passes(game, 3)
    assert ask.tokens(game) == {"F22": [("MW", 0)]}
    assert (ask.cash(game, "MW"), ask.tokens_left(game, "MW")) == (200, 2)


@pytest.mark.rule("RCZ-VII.5.10")
def test_the_home_tile_is_optional() -> None:
    game = turn("MW", first=True).at("home")
    assert ask.tokens_on(game, "F22") == [("MW", 0)]
    after = passes(game)
    assert "F22" not in ask.tiles_laid(after)
    assert ask.step(after) == "token"


@pytest.mark.rule("RCZ-VII.5a.2", "WCZ-5")
def test_the_capital_follows_the_starting_price_even_if_the_price_has_moved() -> None:
    game = start(rich().company("MW", price=50, Carla=2).game(), "By", 120)
    game = buy(buy(game, "By"), "By")  # Bruno, Carla: 40 %
    game = sell(passes(game), "By")  # Bruno sells: 30 %
    assert ask.price(game, "By") == 115
    game = passes(game)
    game = buy(buy(game, "By"), "By")  # Carla, Ada: 50 %
    assert ask.cash(game, "By") == 1200


@pytest.mark.rule("RCZ-VII.5b.2")
def test_equal_holdings_change_no_director() -> None:
    game = buy(rich().company("BN", price=60, Bruno=2, Ada=1).game(), "BN")
    assert ask.president(game, "BN") == BRUNO
    assert "president_changed" not in {event.key for event in game.latest_events}


@pytest.mark.rule("RCZ-VII.5b.1", "RCZ-VII.5b.2")
def test_a_change_of_director_is_told_when_there_is_one_and_only_then() -> None:
    def told(**shares: Any) -> list[dict[str, object]]:
        game = buy(rich().company("BN", price=60, **shares).game(), "BN")
        return [dict(e.fields) for e in game.latest_events if e.key == "president_changed"]

    assert told(Ada=2, Bruno=1) == []
    assert told(Bruno=2, Carla=2) == []
    assert told(Bruno=2, Ada=2) == [{"company": "BN", "before": BRUNO, "player": ADA}]


@pytest.mark.rule("RCZ-VII.5b.1", "RCZ-VII.5b.3")
def test_the_charter_passes_to_the_new_director() -> None:
    base = rich().company("BN", price=60, Bruno=2, Ada=2).local("S1", "BN")
    game = base.game()
    made = buy(game, "BN")
    assert ask.president(made, "BN") == ADA
    assert (ask.cash(made, "BN"), ask.tokens_left(made, "BN"), ask.shareholders(made, "BN")) == (
        ask.cash(game, "BN"),
        ask.tokens_left(game, "BN"),
        {BRUNO: 2, ADA: 3},
    )
    assert ask.local_owner(base, "S1") == "BN"
    # Bruno now has two ordinary shares for the certificate he gave up
    assert ask.certificates(buy(game, "BN"), BRUNO) == ask.certificates(game, BRUNO) + 1


@pytest.mark.rule("RCZ-VII.5b.4", "WCZ-23", "RCZ-VII.5b.9", "RCZ-VII.6.7", "RCZ-VII.5b.7")
def test_the_director_of_a_small_company_sells_if_another_holds_half() -> None:
    base = rich().company("MW", price=60, Ada=2, Bruno=2)
    for count in (1, 2):
        game = sell(base.game(), "MW", count)
        assert ask.president(game, "MW") == BRUNO
        assert ask.holding(game, ADA, "MW") == 2 - count
    quarter = rich().company("MW", price=60, Ada=2, Bruno=1).game()
    refused(quarter, SellShares(ADA, "MW", 1), "RCZ-VII.5b.7")
    refused(quarter, SellShares(ADA, "MW", 2), "RCZ-VII.5b.7")
    assert not offered(quarter, SellShares)


@pytest.mark.rule("RCZ-VII.5b.9", "RCZ-VII.5b.2")
def test_nobody_can_outbid_the_director_of_a_small_company() -> None:
    game = buy(rich().company("MW", price=60, Bruno=2, Ada=1).game(), "MW")
    assert ask.president(game, "MW") == BRUNO
    assert ask.offer(game, "MW") == 0


@pytest.mark.rule("RCZ-VII.5b.5")
def test_after_a_sale_the_player_with_most_shares_becomes_director() -> None:
    game = sell(rich().company("Sx", price=100, Ada=4, Bruno=2, Carla=3).game(), "Sx", 2)
    assert (ask.president(game, "Sx"), ask.holding(game, ADA, "Sx")) == (CARLA, 2)
    assert ask.certificates(game, CARLA) == 2
    assert ask.certificates(game, ADA) == 2


@pytest.mark.rule("RCZ-VII.5b.5")
def test_a_director_who_keeps_most_shares_stays() -> None:
    game = sell(rich().company("Sx", price=100, Ada=4, Bruno=2).game(), "Sx", 2)
    assert ask.president(game, "Sx") == ADA


@pytest.mark.rule("RCZ-VII.5b.6")
@pytest.mark.parametrize(
    ("order", "heir"),
    [
        ((ADA, BRUNO, CARLA, DARIO), BRUNO),
        ((CARLA, ADA, DARIO, BRUNO), DARIO),
        ((BRUNO, DARIO, ADA, CARLA), BRUNO),
        ((BRUNO, ADA, DARIO, CARLA), DARIO),
    ],
)
def test_a_tie_goes_to_the_first_after_the_old_director(order: tuple[str, ...], heir: str) -> None:
    base = table(players=4).phase("d").cash("Ada", 500).order(*order)
    base.company("Sx", price=100, Ada=2, Bruno=2, Dario=2, Carla=1)
    base.player_turn(order.index(ADA))
    assert ask.president(sell(base.game(), "Sx", 1), "Sx") == heir


@pytest.mark.rule("RCZ-VII.5b.7")
def test_the_directors_certificate_cannot_be_sold_to_the_bank() -> None:
    game = rich().company("Sx", price=100, Ada=4, Bruno=1).game()
    counts = {a.count for a in offered(game, SellShares) if a.company == "Sx"}
    assert counts == {1, 2}
    refused(game, SellShares(ADA, "Sx", 3), "RCZ-VII.5b.7")


@pytest.mark.rule("RCZ-VII.5b.8", "RCZ-VII.6.5")
def test_the_seller_orders_his_sales_and_each_takes_effect_at_once() -> None:
    base = rich().company("Sx", price=100, Ada=2, Bruno=2).company("By", price=110, Ada=2, Carla=2)
    game = sell(base.game(), "By", 2)
    assert ask.president(game, "By") == CARLA
    assert ask.president(game, "Sx") == ADA
    game = sell(game, "Sx", 2)
    assert ask.president(game, "Sx") == BRUNO
    assert ask.president(sell(sell(base.game(), "Sx", 2), "By", 2), "By") == CARLA


@pytest.mark.rule("RCZ-VII.5b.10")
def test_the_director_can_change_before_the_company_opens() -> None:
    game = buy(rich().company("Sx", price=105, par=100, Bruno=2, Ada=2).game(), "Sx")
    assert ask.president(game, "Sx") == ADA
    assert (ask.floated(game, "Sx"), ask.par(game, "Sx"), ask.cash(game, "Sx")) == (True, 100, 1000)
    early = sell(rich().company("Sx", price=105, par=100, Ada=2, Bruno=2).game(), "Sx", 1)
    assert ask.president(early, "Sx") == BRUNO
    assert (ask.floated(early, "Sx"), ask.par(early, "Sx")) == (False, 100)


@pytest.mark.rule("RCZ-VII.6.1")
def test_nothing_is_sold_in_the_first_stock_round() -> None:
    base = table().company("MW", price=60, Bruno=2, Ada=1)
    first = base.stock_round(1).game()
    refused(first, SellShares(ADA, "MW", 1), "RCZ-VII.6.1")
    assert not offered(first, SellShares)
    assert offered(base.stock_round(2).game(), SellShares)


@pytest.mark.rule("RCZ-VII.6.2")
def test_only_shares_held_can_be_sold() -> None:
    game = table().company("MW", price=60, Bruno=2, Ada=1).game()
    refused(game, SellShares(ADA, "MW", 2), "RCZ-VII.6.2")
    refused(game, SellShares(ADA, "VBW", 1), "RCZ-VII.6.2")
    for count in (0, -1):
        with pytest.raises(InvalidAction):
            game.check(SellShares(ADA, "MW", count))


@pytest.mark.rule("RCZ-VII.6.3", "RCZ-VII.6.4")
def test_the_bank_pays_the_price_before_the_drop_and_takes_the_shares_back() -> None:
    game = sell(rich().company("Sx", price=100, Bruno=2, Ada=5).game(), "Sx", 3)
    assert ask.cash(game, ADA) == 2300
    assert ask.price(game, "Sx") == 95
    assert ask.offer(game, "Sx") == 6
    assert ask.cash(buy(passes(game), "Sx"), BRUNO) == 2000 - 95


@pytest.mark.rule("RCZ-VII.6.6", "RCZ-IX.3.1")
def test_one_sale_and_one_drop_per_company_and_turn() -> None:
    game = sell(rich().company("Sx", price=100, Bruno=2, Ada=5).game(), "Sx", 1)
    refused(game, SellShares(ADA, "Sx", 1), "RCZ-VII.6.6")
    assert not offered(game, SellShares)
    later = passes(game, 3)
    assert ask.price(sell(later, "Sx", 1), "Sx") == 90
    site = rich(drop_per_sale=True).company("Sx", price=100, Bruno=2, Ada=5).game()
    assert ask.price(sell(sell(site, "Sx", 1), "Sx", 1), "Sx") == 90


@pytest.mark.rule("RCZ-IV.1.11")
def test_locals_are_not_sold_in_a_stock_round() -> None:
    game = table().phase("b").local("S1", ADA).game()
    refused(game, SellLocal(ADA, "S1"), "RCZ-IV.1.11")
    assert {action.type for action in game.actions()} <= {"start_company", "pass"}


@pytest.mark.rule("RCZ-IV.2a.1", "RCZ-VIII.1.2")
def test_no_shares_are_traded_in_an_operating_round() -> None:
    game = turn("MW").company("VBW", president=BRUNO).at("track")
    refused(game, SellShares(ADA, "MW", 1), "RCZ-VIII.1.2")
    refused(game, StartCompany(ADA, "EKJ", 50), "RCZ-VIII.1.2")
