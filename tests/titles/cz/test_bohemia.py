"""Bohemia: two players and Vaclav, chapter XI.1."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from tests.titles.cz.openings import ADA, BRUNO, buy, fresh, sell, start, table, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import BuyShare, BuyTrain, LayTile, OfferForTrain, StartCompany
from piercy.rail.place_token import PlaceTokens
from piercy.testing import questions as ask
from piercy.testing.moves import inside, lay, offered, passes, refused, token
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import BuyLocal, OfferAcquisition
from piercy.titles.cz.book import BOHEMIA, book
from piercy.titles.cz.phases import card_exported
from piercy.titles.cz.rounds import ClosingRound
from piercy.titles.cz.state import VACLAV
from piercy.titles.cz.tokens import Tokens

FACTS = book(BOHEMIA)
TITLE: Final = "18cz-bohemia"
GONE = (
    "A21 B18 B20 B22 B24 C21 C23 C25 C27 D20 D22 D24 D26 D28 E19 E21 E23 E25 E27 F20 F22 F24 F26 G19 G21 G23"
    " G25 G27 H20 H22 H24 I19 I21 I23"
)


def bohemia(seed: int = 1, **options: object) -> Game:
    return new_game(TITLE, players=(ADA, BRUNO), seed=seed, options=options)


def position(company: str, *, first: bool = False, cash: int = 1000) -> CzScenario:
    """A company on turn; Vaclav's first company is given back to the bank, so that tests choose his."""
    made = turn(company, title=TITLE, players=2, cash=cash, first=first)
    for name in ask.companies(made):
        if ask.president(made, name) == VACLAV and name != company:
            made.never_started(name)
    return made


def vaclav_on_turn(company: str, *, first: bool = False) -> CzScenario:
    made = position(company, first=first, cash=0)
    return made.president(company, VACLAV).shares(company, **{VACLAV: FACTS.size(company).opens})


def set_end(made: CzScenario) -> CzScenario:
    """The position after the end of the set of operating rounds."""
    ClosingRound(FACTS).begin(made.context())
    return made


def his_trains(made: CzScenario) -> dict[str, list[str]]:
    return {name: ask.trains(made, name) for name in ask.vaclavs(made)}


@pytest.mark.rule("RCZ-XI.1.1")
def test_cash_and_certificate_limit() -> None:
    assert set(ask.purses(bohemia()).values()) == {280}
    assert FACTS.tables[2].certificates == 14
    for players in (1, 3):
        with pytest.raises(InvalidAction):
            fresh(players, title=TITLE)


@pytest.mark.rule("RCZ-XI.1.2")
def test_companies_in_the_game() -> None:
    assert ask.companies(bohemia()) == [
        "EKJ",
        "BCB",
        "VBW",
        "BN",
        "NWB",
        "ATE",
        "BTE",
        "Sx",
        "By",
        "kk",
    ]


@pytest.mark.rule("RCZ-XI.1.3")
def test_nine_locals_on_the_cheapest_positions() -> None:
    prices = [FACTS.locals[name].price for name in ask.local_names(bohemia())]
    assert prices == [25, 30, 35, 40, 45, 50, 55, 60, 65]


@pytest.mark.rule("RCZ-XI.1.4")
def test_the_western_part_of_the_map() -> None:
    standard, here = book().ground.atlas, FACTS.ground.atlas
    assert standard.hexes.keys() - here.hexes.keys() == set(GONE.split())
    assert not here.hexes.keys() - standard.hexes.keys()
    for name, place in here.hexes.items():
        for edge, beside in enumerate(standard.beside[name]):
            if beside in GONE.split():
                assert edge in place.blocked, (name, edge)


@pytest.mark.rule("RCZ-XI.1.5", "RCZ-VII.4.3")
@pytest.mark.parametrize(
    ("name", "most", "rule"), [("EKJ", 3, "RCZ-VII.4.3"), ("BN", 3, "RCZ-VII.4.3"), ("Sx", 7, "RCZ-XI.1.5")]
)
def test_a_human_may_hold_70_percent_of_a_large_company(name: str, most: int, rule: str) -> None:
    base = table(TITLE, players=2).phase("d").cash("Ada", 2000)
    name = name if ask.president(base, name) is None else "VBW"
    par = FACTS.size(name).pars[0]
    refused(base.company(name, price=par, Ada=most).game(), BuyShare(ADA, name, "bank"), rule)
    after = buy(base.company(name, price=par, Ada=most - 1).game(), name)
    assert ask.holding(after, ADA, name) == most


@pytest.mark.rule("RCZ-XI.1.6")
def test_only_the_humans_have_priority_cards_and_turns() -> None:
    game = bohemia()
    assert sorted(ask.order(game)) == [ADA, BRUNO]
    seen = set()
    while ask.set_number(game) == 1 and ask.round_name(game) in ("prestock", "stock"):
        seen.add(game.actor)
        game = passes(game)
    assert seen == {ADA, BRUNO}
    more = passes(table(TITLE, players=2).cash("Ada", 10).cash("Bruno", 20).game(), 2)
    assert ask.order(more) == [BRUNO, ADA]
    equal = passes(table(TITLE, players=2).cash("Ada", 10).cash("Bruno", 10).game(), 2)
    assert ask.order(equal) == [ADA, BRUNO]


@pytest.mark.rule("RCZ-XI.1.7", "RCZ-XI.1.8", "RCZ-XI.1.13", "RCZ-XI.1.12")
def test_vaclavs_first_company() -> None:
    drawn = Counter(ask.vaclavs(bohemia(seed))[0] for seed in range(60))
    assert drawn.keys() == {"EKJ", "BCB", "VBW"}
    assert min(drawn.values()) > 8
    game = bohemia()
    (name,) = ask.vaclavs(game)
    assert (
        ask.shareholders(game, name),
        ask.trains(game, name),
        ask.cash(game, name),
        ask.floated(game, name),
    ) == ({VACLAV: 2}, ["2a"], 0, True)
    assert ask.price(game, name) == 50
    assert ask.depot(game).count("a") == 4


@pytest.mark.rule("RCZ-XI.1.8")
def test_it_operates_from_the_first_operating_round() -> None:
    game = bohemia()
    while ask.round_name(game) != "operating":
        game = passes(game)
    assert ask.president(game, str(ask.on_turn(game))) == VACLAV


@pytest.mark.rule("RCZ-XI.1.9", "RCZ-XI.1.36", "RCZ-VIII.2.6")
def test_the_first_b_card_calls_a_medium_company() -> None:
    made = position("EKJ").phase("b")
    made.phase("a", card_sold=False)
    game = made.at("trains").apply(BuyTrain(ADA, "2b", "depot"))
    (name,) = ask.vaclavs(game)
    assert FACTS.companies[name].size == "medium"
    assert (ask.shareholders(game, name), ask.trains(game, name), ask.cash(game, name)) == (
        {VACLAV: 3},
        ["2+2b"],
        0,
    )
    assert ask.price(game, name) == 60
    # it waits for the next round, although the turn goes on
    assert (ask.on_turn(game), ask.queue(game)) == ("EKJ", [])
    assert ask.operating_order(game)[0] == name
    assert ask.depot(game.apply(BuyTrain(ADA, "2b", "depot"))).count("b") == 1


@pytest.mark.rule("RCZ-XI.1.10")
def test_the_first_d_card_calls_a_large_company() -> None:
    made = position("EKJ").phase("d")
    made.phase("c", card_sold=False)
    game = made.at("trains").apply(BuyTrain(ADA, "3d", "depot"))
    (name,) = ask.vaclavs(game)
    assert (FACTS.companies[name].size, ask.shareholders(game, name), ask.trains(game, name)) == (
        "large",
        {VACLAV: 5},
        ["3Ed"],
    )
    assert ask.price(game, name) == 90


@pytest.mark.rule("RCZ-XI.1.9", "RCZ-XI.1.10")
@pytest.mark.parametrize(("card", "size"), [("b", "medium"), ("d", "large")])
def test_an_exported_card_calls_too(card: str, size: str) -> None:
    made = position("EKJ").phase(card)
    made.phase("a" if card == "b" else "c", card_sold=False)
    made.gone(card)
    card_exported(FACTS, made.context(), card)
    assert [FACTS.companies[name].size for name in ask.vaclavs(made)] == [size]


@pytest.mark.rule("RCZ-XI.1.11")
def test_a_card_for_vaclav_calls_his_next_company() -> None:
    made = vaclav_on_turn("BCB").phase("b").trains("BCB", "2a")
    made.phase("a", card_sold=False)
    made.option(export=False)
    set_end(made)
    trains = his_trains(made)
    assert trains.pop("BCB") == ["2b"]
    assert list(trains.values()) == [["2+2b"]]


@pytest.mark.rule("RCZ-XI.1.12")
def test_the_draw_is_among_all_companies_of_the_size() -> None:
    drawn = set()
    for seed in range(40):
        made = CzScenario(bohemia(seed)).phase("b")
        made.phase("a", card_sold=False).card_sold("2b")
        drawn.add(ask.vaclavs(made)[1])
    assert drawn == {"BN", "NWB", "ATE", "BTE"}


def test_the_draw_of_18xx_games() -> None:
    """The generator of that site from a seed of its own [DCZ-15]."""
    firsts = [ask.vaclavs(bohemia(draw_seed=seed))[0] for seed in range(1, 7)]
    pool = ["EKJ", "BCB", "VBW"]
    assert firsts == [pool[(1103515245 * seed + 12345) % 2**31 % 3] for seed in range(1, 7)]


@pytest.mark.rule("RCZ-XI.1.13")
def test_his_marker_goes_under_those_already_there() -> None:
    game = table(TITLE, players=2).phase("b").cash("Ada", 2000).game()
    made = CzScenario(start(game, "BN", 60)).phase("a", card_sold=False).card_sold("2b")
    medium = ask.vaclavs(made)[1]
    assert ask.price(made, medium) == ask.price(made, "BN")
    assert ask.market(made).index(medium) > ask.market(made).index("BN")


@pytest.mark.rule("RCZ-XI.1.14")
@pytest.mark.parametrize(("name", "left"), [("EKJ", 2), ("BN", 2), ("Sx", 5)])
def test_the_rest_of_his_shares_is_on_sale_and_he_stays_director(name: str, left: int) -> None:
    base = table(TITLE, players=2).phase("d").cash("Ada", 2000)
    for other in ask.vaclavs(base):
        base.never_started(other)
    base.company(name, price=FACTS.size(name).pars[0], Vaclav=FACTS.size(name).opens)
    game = base.game()
    assert ask.offer(game, name) == left
    for _ in range(left):
        game = passes(buy(game, name))
    assert (ask.president(game, name), ask.holding(game, ADA, name)) == (VACLAV, left)
    assert ask.certificates(game, ADA) == left
    assert ask.president(sell(game, name, left), name) == VACLAV


@pytest.mark.rule("RCZ-XI.1.15")
def test_his_shares_count_for_the_sold_out_move() -> None:
    base = table(TITLE, players=2).company("BTE", price=60, Vaclav=3, Ada=2)
    game = passes(base.game(), 2)
    assert ask.price(game, "BTE") == 63


@pytest.mark.rule("RCZ-XI.1.16")
def test_his_companies_have_their_turn_by_price() -> None:
    made = vaclav_on_turn("EKJ").company("BTE").company("VBW")
    made.price("VBW", FACTS.prices[ask.cell(made, "VBW") - 2])
    assert ask.operating_order(made) == ["BTE", "EKJ", "VBW"]


@pytest.mark.rule("RCZ-XI.1.17", "RCZ-XI.1.38")
@pytest.mark.parametrize(("name", "card"), [("EKJ", 0), ("BTE", 1), ("By", 0)])
@pytest.mark.parametrize("order", [(ADA, BRUNO), (BRUNO, ADA)])
def test_who_lays_his_track(name: str, card: int, order: tuple[str, str]) -> None:
    made = vaclav_on_turn(name).phase("d")
    if name == "By":
        made.tiles("F2 8898@0").home("By", "F2")
    made.order(*order)
    # cash changes during the set do not matter
    made.cash(order[0], ask.cash(made, order[0]) - 50)
    game = made.at("track")
    assert game.actor == order[card]
    refused(game, Pass(order[1 - card]), "RCZ-XI.1.17")


@pytest.mark.rule("RCZ-XI.1.18")
@pytest.mark.parametrize(("name", "card"), [("EKJ", 1), ("BTE", 0), ("By", 1)])
def test_who_places_his_stations(name: str, card: int) -> None:
    made = vaclav_on_turn(name).phase("d")
    if name == "By":
        made.tiles("F2 8898@0").home("By", "F2")
    game = made.at("token")
    assert game.actor == ask.order(game)[card]


@pytest.mark.rule("RCZ-XI.1.19", "RCZ-VIII.6.7")
def test_his_track_and_stations_cost_nothing() -> None:
    game = vaclav_on_turn("BCB").tiles("E15 57@2").at("track")
    assert ask.cash(lay(game, "D14 8@0"), "BCB") == 0
    placed = vaclav_on_turn("EKJ").tiles("D4 57@1, D2 57@1").at("token")
    refused(placed, token(placed, "D2"), "RCZ-VIII.6.7")  # BTE's home: reservations hold
    free = vaclav_on_turn("EKJ").tiles("D4 57@1, D2 14@1").at("token")
    after = free.apply(token(free, "D2"))
    assert ask.cash(after, "EKJ") == 0
    assert ("EKJ", 0) in ask.tokens_on(after, "D2")


@pytest.mark.rule("RCZ-XI.1.20", "RCZ-VIII.4.6")
def test_the_other_building_rules_hold_for_him() -> None:
    game = vaclav_on_turn("EKJ", first=True).at("home")
    assert ask.tokens_on(game, "D4") == [("EKJ", 0)]
    refused(game, LayTile(str(game.actor), "C3", "8", 0), "RCZ-VIII.4.6")
    game = lay(game, "D4 57@1")
    assert ask.step(game) == "track"  # the first turn allows a second yellow tile
    game = lay(game, "D6 9@1")
    assert ask.step(game) == "token"
    able = vaclav_on_turn("EKJ").tiles("D4 57@1, D2 14@1").at("token")
    assert PlaceTokens(Tokens(FACTS)).actor(inside(able)) is not None
    spent = CzScenario(able).without_tokens("EKJ").context()
    assert PlaceTokens(Tokens(FACTS)).actor(spent) is None


@pytest.mark.rule("RCZ-XI.1.21")
def test_who_chooses_his_red_hex_and_ates_city() -> None:
    red = vaclav_on_turn("By", first=True).phase("d").at("home")
    assert red.actor == ask.order(red)[0]
    assert {a.hex for a in offered(red, LayTile)} == {"F2", "H4"}
    ate = vaclav_on_turn("ATE", first=True).phase("d").tiles("B8 8859@0").at("home")
    assert ate.actor == ask.order(ate)[0]  # the station decider of a medium company
    assert {action.type for action in ate.actions()} == {"place_token"}


@pytest.mark.rule("RCZ-XI.1.22")
def test_laying_track_is_optional() -> None:
    game = vaclav_on_turn("EKJ").tiles("D4 57@1").at("track")
    assert ask.step(passes(game)) == "token"


@pytest.mark.rule("RCZ-XI.1.23", "RCZ-XI.1.24", "RCZ-XI.1.25", "RCZ-XI.1.26")
def test_his_trains_run_by_themselves_and_all_is_paid_out() -> None:
    made = vaclav_on_turn("EKJ").tiles("D4 57@1, D2 57@1").trains("EKJ", "2a").shares("EKJ", Vaclav=2, Ada=1)
    game = passes(made.at("track"), 2)
    ran = next(e for e in game.latest_events if e.key == "trains_run")
    assert ran.fields["revenue"] == 40
    assert ask.cash(game, ADA) == 280 + 10
    assert ask.cash(game, "EKJ") == 0
    assert ask.price(game, "EKJ") == 55
    assert ask.on_turn(game) != "EKJ"  # nothing was asked: no dividend, no purchase


@pytest.mark.rule("RCZ-XI.1.24", "RCZ-XI.1.32", "RCZ-XI.1.26")
def test_without_a_train_he_earns_nothing_and_drops() -> None:
    game = passes(vaclav_on_turn("EKJ").tiles("D4 57@1, D2 57@1").at("track"), 2)
    assert ask.price(game, "EKJ") == 40
    assert "trains_run" not in {event.key for event in game.latest_events}
    assert ask.on_turn(game) != "EKJ"


@pytest.mark.rule("RCZ-XI.1.27")
def test_his_companies_take_no_part_in_deals() -> None:
    made = (
        position("BTE").phase("b").company("EKJ", president=VACLAV).trains("EKJ", "2b").trains("BTE", "2+2b")
    )
    made.company("VBW")
    refused(made.at("acquire"), OfferAcquisition(ADA, "EKJ", 50), "RCZ-XI.1.27")
    refused(made.at("trains"), OfferForTrain(ADA, "EKJ", "2b", 1), "RCZ-XI.1.27")
    own = vaclav_on_turn("BTE").phase("b").company("EKJ").local("S1", ADA).at("track")
    assert {action.type for action in own.actions()} <= {"lay_tile", "pass"}
    refused(own, BuyLocal(str(own.actor), "S1", 1), "RCZ-XI.1.27")


@pytest.mark.rule("RCZ-XI.1.28", "RCZ-XI.1.29", "RCZ-XI.1.33")
def test_at_the_end_of_a_set_his_companies_take_the_next_cards() -> None:
    made = vaclav_on_turn("Sx").phase("d").tiles("A7 8896@1").home("Sx", "A7").trains("Sx", "3Ed")
    made.company("BTE", president=VACLAV).trains("BTE", "2+2c").company("EKJ", president=VACLAV).trains(
        "EKJ", "3d"
    )
    before = ask.depot(made)
    set_end(made)
    # the export took the first card of the stack
    assert before[:4] == ["d", "d", "e", "e"]
    assert his_trains(made) == {"EKJ": ["3d"], "BTE": ["3+3e"], "Sx": ["3Ee"]}
    assert Counter(ask.gone(made))["d"] == 1 + 2  # exported; two former trains scrapped
    assert all(len(trains) == 1 for trains in his_trains(made).values())


@pytest.mark.rule("RCZ-XI.1.33")
@pytest.mark.parametrize(("export", "card"), [(True, "b"), (False, "a")])
def test_the_export_can_be_switched_off(export: bool, card: str) -> None:
    made = vaclav_on_turn("EKJ").trains("EKJ", "2a")
    made.option(export=export)
    made.gone("a", "a", "a")
    assert ask.depot(made)[:2] == ["a", "b"]
    assert his_trains(set_end(made))["EKJ"] == ["2" + card]


@pytest.mark.rule("RCZ-XI.1.30")
def test_his_cards_start_phases_and_make_trains_of_their_colour_obsolete() -> None:
    made = vaclav_on_turn("EKJ").phase("e").trains("EKJ", "3d").company("VBW").trains("VBW", "2a", "2b")
    made.company("BN").trains("BN", "2+2b")
    made.phase("d", card_sold=False)
    made.option(export=False)
    set_end(made)
    assert ask.phase(made) == "e"
    assert his_trains(made)["EKJ"] == ["4e"]
    assert ask.trains(made, "VBW") == []
    assert ask.trains(made, "BN") == ["2+2b"]


@pytest.mark.rule("RCZ-XI.1.31")
def test_a_company_called_during_the_distribution_gets_its_starting_train_only() -> None:
    made = vaclav_on_turn("EKJ").phase("d").trains("EKJ", "3c").company("BTE", president=VACLAV)
    made.trains("BTE", "2+2c")
    made.phase("c", card_sold=False)
    made.option(export=False)
    set_end(made)
    small, medium, large = his_trains(made).values()
    assert (small, large, medium) == (["3d"], ["3Ed"], ["3+3d"])
    assert ask.depot(made).count("d") == 1
    earlier = vaclav_on_turn("EKJ").phase("b").trains("EKJ", "2a").company("BTE", president=VACLAV)
    earlier.trains("BTE", "2+2b")
    earlier.option(export=False)
    assert list(his_trains(set_end(earlier)).values()) == [["2b"], ["2+2b"]]
    assert Counter(ask.gone(earlier))["b"] == 1


@pytest.mark.rule("RCZ-XI.1.34")
def test_no_cards_after_the_last_set() -> None:
    game = bohemia()
    while not game.over:
        game = game.apply(game.actions()[-1])
    assert not {"vaclav_card", "card_exported"} & {event.key for event in game.latest_events}
    assert ask.set_number(game) == 8


@pytest.mark.rule("RCZ-XI.1.35")
def test_only_the_humans_are_ranked() -> None:
    assert bohemia().scores().keys() == {ADA, BRUNO}
    with pytest.raises(InvalidAction):
        new_game(TITLE, players=(ADA, VACLAV))


@pytest.mark.rule("RCZ-XI.1.37", "WCZ-30")
def test_limits_are_applied_once_after_the_whole_distribution() -> None:
    made = (
        vaclav_on_turn("EKJ")
        .phase("f")
        .trains("EKJ", "4e")
        .company("BTE", president=VACLAV)
        .trains("BTE", "3+3e")
    )
    made.company("BN").trains("BN", "2+2b", "3+3d", "3+3e")
    made.phase("e", card_sold=False)
    made.option(export=False)
    set_end(made)
    assert ask.phase(made) == "f"
    assert ask.trains(made, "BN") == ["3+3d", "3+3e"]
    assert not ask.pool(made)


def test_a_company_of_a_human_starts_beside_his() -> None:
    game = table(TITLE, players=2).game()
    free = [a.company for a in offered(game, StartCompany)]
    assert set(free) == {"EKJ", "BCB", "VBW"} - set(ask.vaclavs(game))
