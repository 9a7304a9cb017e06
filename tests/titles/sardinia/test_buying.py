"""Buying certificates (3.5)."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.openings import owned, position

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.rail.actions import BuyShare, SellShares, StartCompany
from piercy.testing import questions as ask
from piercy.testing.moves import broken_rule, offered, play
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.book import book


def buy(company: str, source: str = "offer", player: str = "Alan") -> BuyShare:
    return BuyShare(player, company, source)


def rich(certs: int, players: int = 4) -> SardiniaScenario:
    """Alan owns so many certificates, of majors at 10, and can buy one of FMS."""
    made = position(players).cash("Alan", 500).company("FMS", 60, "Bob", {"Bob": 1}, major=True)
    for name in ("RCSF", "SFSS", "FCS", "SFS", "FA", "CFC", "CFD"):
        count = min(6, certs)
        certs -= count
        made.company(name, 10, "Bob", {"Alan": count}, major=True)
    return made


@pytest.mark.rule("R65-3.5.1", "R65-3.5.2", "R65-3.7.2", "R65-3.11.7")
def test_from_the_initial_offer_the_company_gets_the_market_price() -> None:
    made = position().cash("Alan", 100).company("FMS", 100, "Bob", {"Bob": 1}, cash=7)
    game = play(made.begin("stock"), buy("FMS"))
    assert ask.cash(game, "Alan") == 0
    assert (ask.cash(game, "FMS"), ask.offer(game, "FMS")) == (107, 1)
    assert ask.price(game, "FMS") == 100


@pytest.mark.rule("R65-3.5.1")
def test_a_purchase_is_paid_in_full_from_private_cash() -> None:
    game = position().cash("Alan", 99).company("FMS", 100, "Bob", {"Bob": 1}, pool=1).begin("stock")
    assert broken_rule(game, buy("FMS")) == "R65-3.5.1"
    assert broken_rule(game, buy("FMS", "pool")) == "R65-3.5.1"
    assert broken_rule(game, buy("FMS", "dragons")) == "R65-3.5.1", "the Dragons have none"
    with pytest.raises(InvalidAction):
        game.apply(buy("FMS", "Bob"))
    with pytest.raises(InvalidAction):
        game.apply(buy("XYZ"))


@pytest.mark.rule("R65-3.5.2")
def test_the_presidents_certificate_is_the_first_to_be_sold() -> None:
    game = position().begin("stock")
    assert broken_rule(game, buy("FMS")) == "R65-3.5.2"
    game = play(game, StartCompany("Alan", "FMS", 60))
    assert ask.cash(game, "FMS") == 120
    game.check(buy("FMS", player="Bob"))


@pytest.mark.rule("R65-3.5.3", "R65-1.5.3")
def test_from_the_pool_the_bank_gets_the_market_price() -> None:
    made = position().cash("Alan", 100).company("FMS", 100, "Bob", {"Bob": 1}, pool=1, cash=7)
    bank = ask.cash(made, ask.BANK)
    game = play(made.begin("stock"), buy("FMS", "pool"))
    assert ask.cash(game, ask.BANK) == bank + 100
    assert (ask.cash(game, "FMS"), ask.pool_shares(game, "FMS")) == (7, 0)
    assert owned(game, "Alan", "FMS") == (False, 1)


@pytest.mark.rule("R65-3.5.4", "R65-3.5.5", "R65-3.5.6", "T65-38")
@pytest.mark.parametrize(
    ("trains", "pool", "cost"), [([], 5, 100), (["PH2"], 0, 110), (["PH2", "PH3"], 0, 130)]
)
def test_the_dragons_ask_a_premium_in_white_and_green(trains: list[str], pool: int, cost: int) -> None:
    made = position().cash("Alan", 200)
    made.company("FMS", 100, "Bob", {}, major=True, pool=pool, dragons=3, trains=trains, cash=7)
    game = made.begin("stock")
    bank, treasury, held = (
        ask.cash(game, ask.BANK),
        ask.cash(game, "FMS"),
        ask.dragons(game, "FMS"),
    )
    game = game.apply(buy("FMS", "dragons"))
    assert ask.cash(game, "Alan") == 200 - cost
    assert ask.price(game, "FMS") == 100
    if not trains:
        assert ask.dragons(game, "FMS") == held - 1
        assert (ask.cash(game, ask.BANK), ask.cash(game, "FMS")) == (bank + cost, treasury)


@pytest.mark.rule("R65-3.5.6")
def test_buying_from_the_dragons_makes_room_for_them() -> None:
    made = position(2).cash("Alan", 200)
    made.company("FMS", 100, "Bob", {"Bob": 1}, major=True, dragons=5, trains=["PH2", "PH3"])
    game = made.begin("stock")
    assert ask.dragons(game, "FMS") == 5, "they own their half"
    game = play(game, buy("FMS", "dragons"))
    assert (ask.dragons(game, "FMS"), ask.offer(game, "FMS")) == (5, 1)


@pytest.mark.rule("R65-3.5.7", "R65-6.1.6")
def test_the_certificate_limits() -> None:
    assert book().certificates == {2: 36, 3: 24, 4: 18}
    assert book(short=True).certificates == {2: 27, 3: 18}


@pytest.mark.rule("R65-3.5.7", "R65-2.6.2", "T65-29")
def test_nobody_buys_beyond_the_certificate_limit_and_maritime_cards_do_not_count() -> None:
    game = rich(18).maritimes("Alan", "M1", "M2").begin("stock")
    assert ask.certificates(game, "Alan") == 18
    assert broken_rule(game, buy("FMS")) == "R65-3.5.7"
    assert not {"buy_share", "start_company"} & {offer.type for offer in game.offers()}
    below = rich(17).maritimes("Alan", "M1", "M2").begin("stock")
    below = below.apply(buy("FMS"))
    assert ask.certificates(below, "Alan") == 18


@pytest.mark.rule("R65-3.5.7")
def test_the_limit_holds_for_a_launch_too() -> None:
    made = position(4).cash("Alan", 500)
    for name in ("RCSF", "SFSS", "FCS"):
        made.company(name, 10, "Bob", {"Alan": 6}, major=True)
    assert broken_rule(made.begin("stock"), StartCompany("Alan", "FMS", 60)) == "R65-3.5.7"


def level(certs: int, **options: bool) -> SardiniaScenario:
    """Alan owns so many certificates, three of them of FMS: as many shares as its president Bob."""
    made = position(4, **options).cash("Alan", 500)
    made.company("FMS", 60, "Bob", {"Alan": 3, "Bob": 1}, major=True, pool=1)
    certs -= 3
    for name in ("RCSF", "SFSS", "FCS", "SFS", "FA", "CFC"):
        made.company(name, 10, "Carl", {"Alan": min(3, certs), "Carl": 3}, major=True)
        certs -= min(3, certs)
    return made


@pytest.mark.rule("R65-3.5.7", "R65-3.10.3")
@pytest.mark.parametrize("source", ["offer", "pool"])
def test_the_limit_looks_before_the_exchange_of_certificates(source: str) -> None:
    game = level(18).begin("stock")
    assert broken_rule(game, buy("FMS", source)) == "R65-3.5.7"
    assert "buy_share" not in {offer.type for offer in game.offers()}


@pytest.mark.rule("R65-3.5.7", "R65-3.10.3")
@pytest.mark.parametrize("source", ["offer", "pool"])
def test_by_option_the_limit_looks_after_the_exchange(source: str) -> None:
    """Two singles go for one president's certificate: Alan ends with as many as before."""
    game = level(18, limit_after_exchange=True).begin("stock")
    assert {(a.company, a.source) for a in offered(game, BuyShare)} == {
        ("FMS", "offer"),
        ("FMS", "pool"),
    }
    assert broken_rule(game, buy("RCSF")) == "R65-3.5.7", "a purchase that wins no presidency"
    game = play(game, buy("FMS", source))
    assert ask.president(game, "FMS") == "Alan"
    assert ask.certificates(game, "Alan") == 18


@pytest.mark.rule("R65-3.5.7")
def test_after_the_exchange_too_nobody_owns_more_than_the_limit() -> None:
    game = level(19, limit_after_exchange=True).begin("stock")
    assert broken_rule(game, buy("FMS")) == "R65-3.5.7"
    own = position(4, limit_after_exchange=True).cash("Alan", 500)
    own.company("FMS", 60, "Alan", {"Alan": 3}, major=True)
    for name, count in (("RCSF", 4), ("SFSS", 4), ("FCS", 4), ("SFS", 2)):
        own.company(name, 10, "Carl", {"Alan": count, "Carl": 4}, major=True)
    game = own.begin("stock")
    assert ask.certificates(game, "Alan") == 18
    assert broken_rule(game, buy("FMS")) == "R65-3.5.7", "a president exchanges nothing"


@pytest.mark.rule("R65-3.5.8")
@pytest.mark.parametrize(("major", "singles"), [(False, 1), (True, 4)])
def test_nobody_owns_more_than_60_percent(major: bool, singles: int) -> None:
    game = (
        position().cash("Alan", 500).company("FMS", 60, "Alan", {"Alan": singles}, major=major).begin("stock")
    )
    assert broken_rule(game, buy("FMS")) == "R65-3.5.8"
    less = position().cash("Alan", 500).company("FMS", 60, "Alan", {"Alan": singles - 1}, major=major)
    less.begin("stock").check(buy("FMS"))


@pytest.mark.rule("R65-3.5.9", "R65-3.5.7")
def test_two_singles_for_a_presidents_certificate_may_exceed_the_limit() -> None:
    """Alan has 18 certificates; Bob overtakes him in FMS and gives him two singles."""
    made = position(4).cash("Bob", 500).cash("Alan", 500).priority("Bob")
    made.company("FMS", 60, "Alan", {"Bob": 2}, major=True)
    for name, count in (("RCSF", 6), ("SFSS", 6), ("FCS", 5)):
        made.company(name, 10, "Carl", {"Alan": count}, major=True)
    game = made.begin("stock")
    assert ask.certificates(game, "Alan") == 18
    game = play(game, buy("FMS", player="Bob"), Pass("Carl"), Pass("Dora"))
    assert ask.certificates(game, "Alan") == 19
    assert broken_rule(game, buy("FMS")) == "R65-3.5.7"
    game.check(Pass("Alan"))


@pytest.mark.rule("R65-3.5.10")
def test_who_has_sold_a_company_may_not_buy_it_in_this_round() -> None:
    made = position(2).cash("Alan", 500).company("FMS", 60, "Bob", {"Alan": 1}, major=True, pool=1)
    game = play(made.begin("stock"), SellShares("Alan", "FMS", 1))
    for source in ("offer", "pool"):
        assert broken_rule(game, buy("FMS", source)) == "R65-3.5.10"
    game = play(game, Pass("Alan"), Pass("Bob"))
    assert broken_rule(game, buy("FMS")) == "R65-3.5.10"
    game = game.apply(Pass("Alan"))
    assert ask.barred(game) == {}, "the ban ends with the round"


@pytest.mark.rule("R65-3.5.10")
def test_a_presidency_exchange_is_no_sale() -> None:
    made = position(2).cash("Bob", 500).cash("Alan", 500).priority("Bob")
    game = made.company("FMS", 60, "Alan", {"Bob": 2}, major=True).begin("stock")
    game = play(game, buy("FMS", player="Bob"))
    assert owned(game, "Alan", "FMS") == (False, 2)
    game.check(buy("FMS"))


@pytest.mark.rule("R65-3.5.11", "R65-1.2.4", "R65-3.5.1")
def test_only_players_buy() -> None:
    """A company's treasury is no help to its president, and no offer is made to a company."""
    made = position(2).cash("Alan", 59).company("FMS", 60, "Alan", {"Alan": 1}, cash=900)
    game = made.company("FA", 60, "Bob", {"Bob": 1}).begin("stock")
    assert broken_rule(game, buy("FA")) == "R65-3.5.1"
    assert {offer.player for offer in game.offers()} == {"Alan"}
