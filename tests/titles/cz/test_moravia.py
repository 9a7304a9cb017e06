"""Moravia-Silesia: trains, private companies and the board, chapter XI.2.

Most positions lie on the line from Bohemia to Hungary: E17 (red), E19, E21 Olomouc, F22 Přerov (MW), G23
Hulín, H24, I23 (red).
"""

from __future__ import annotations

from typing import Final

import pytest
from tests.titles.cz.openings import ADA, BRUNO, table, turn

from piercy.core.actions import Pass
from piercy.core.errors import InvalidAction
from piercy.core.game import Game, new_game
from piercy.rail.actions import Answer, BuyTrain, LayTile, OfferForTrain
from piercy.rail.board import place_token
from piercy.testing import questions as ask
from piercy.testing.conformance import player_names
from piercy.testing.moves import lay, offered, passes, refused, run, token
from piercy.testing.questions import Position
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.actions import BuyLocal, LayPurple, LendTrain, OfferAcquisition, OpenAuction, SellLocal
from piercy.titles.cz.book import MORAVIA, book
from piercy.titles.cz.phases import card_exported

FACTS = book(MORAVIA)
TITLE: Final = "18cz-moravia"
LINE = "E19 9@1, E21 6@2, F22 57@2, G23 57@2, H24 8@3"
SHORT = "E19 9@1, E21 6@2"


def position(company: str = "By", *, players: int = 3, cash: int = 1000, first: bool = False) -> CzScenario:
    return turn(company, title=TITLE, players=players, cash=cash, first=first)


def with_mw(made: CzScenario, owner: str) -> CzScenario:
    """MW belongs to a player and has its marker on F22."""
    made.local("MW", owner)
    made.marker("F22", "MW")
    return made


def bought_by(phase: str, train: str, **owned: str) -> Game:
    """The game after By has bought the first card of a phase; the others own trains."""
    made = position().phase(phase)
    made.phase({"d": "a", "e": "d", "g": "e", "j": "g"}[phase], card_sold=False)
    for company, trains in owned.items():
        made.company(company).trains(company, *trains.split())
    return made.at("trains").apply(BuyTrain(ADA, train, "depot"))


@pytest.mark.rule("RCZ-XI.2.9")
def test_no_acquisitions() -> None:
    made = position().company("kk").trains("By", "2a")
    game = made.at("acquire")
    assert not offered(game, OfferAcquisition)
    refused(game, OfferAcquisition(ADA, "kk", 50), "RCZ-XI.2.9")


@pytest.mark.rule("RCZ-XI.2.11")
def test_cards_types_and_prices() -> None:
    found = {letter: (card.types, FACTS.trains[card.types[0]].price) for letter, card in FACTS.cards.items()}
    assert found == {
        "a": (("2",), 70),
        "d": (("3",), 120),
        "e": (("4",), 250),
        "g": (("4+4",), 400),
        "j": (("5+5",), 500),
    }


@pytest.mark.rule("RCZ-XI.2.12")
@pytest.mark.parametrize(("players", "stack"), [(2, "aaaaaddddeeegg"), (3, "aaaaaadddddeeeggg")])
def test_numbers_of_cards(players: int, stack: str) -> None:
    assert "".join(FACTS.tables[players].stack) == stack
    assert FACTS.endless == "j"


@pytest.mark.rule("RCZ-XI.2.13", "RCZ-XI.2.20", "RCZ-VIII.10.1")
@pytest.mark.parametrize("train", ["2a", "3d", "4e", "4+4g", "5+5j"])
def test_every_company_may_own_and_run_every_train(train: str) -> None:
    made = position().phase(train[-1]).tiles(SHORT).trains("By", train)
    assert ask.best_run(made).certificate.total > 0
    made.at("trains").check(Pass(ADA))
    without = position().phase(train[-1]).at("trains")
    refused(without, Pass(ADA), "RCZ-VIII.10.1")
    without.apply(BuyTrain(ADA, train, "depot")).check(Pass(ADA))


@pytest.mark.rule("RCZ-XI.2.14", "RCZ-VIII.10.5")
def test_start_with_yellow_tiles_and_four_trains() -> None:
    made = position().trains("By", "2a", "2a", "2a")
    assert FACTS.phases["a"].colours == ("yellow",)
    game = made.at("trains").apply(BuyTrain(ADA, "2a", "depot"))
    refused(game, BuyTrain(ADA, "2a", "depot"), "RCZ-VIII.10.5")


@pytest.mark.rule("RCZ-XI.2.15")
def test_the_first_3_opens_green_tiles_and_deals() -> None:
    early = position().company("kk", president=BRUNO).trains("kk", "2a").local("LS", ADA).at("trains")
    refused(early, OfferForTrain(ADA, "kk", "2a", 1), "RCZ-XI.2.15")
    refused(early, BuyLocal(ADA, "LS", 1), "RCZ-XI.2.15")
    game = bought_by("d", "3d", kk="2a")
    assert FACTS.phases[ask.phase(game)].colours == ("yellow", "green")
    assert FACTS.phases[ask.phase(game)].band == 1
    game.check(OfferForTrain(ADA, "kk", "2a", 1))


@pytest.mark.rule("RCZ-XI.2.16")
def test_the_first_4_scraps_all_2s() -> None:
    game = bought_by("e", "4e", kk="2a 2a 3d", Ug="2a")
    assert ask.trains(game, "kk") == ["3d"]
    assert ask.trains(game, "Ug") == []


@pytest.mark.rule("RCZ-XI.2.17", "RCZ-XI.2.55", "RCZ-XI.2.45", "RCZ-XI.2.38")
@pytest.mark.parametrize("how", ["sold", "exported"])
def test_the_first_4_4_closes_all_private_companies(how: str) -> None:
    made = with_mw(position(), BRUNO).phase("g").local("LS", "By").local("LL", BRUNO).local("3E", ADA)
    made.phase("e", card_sold=False)
    cash = ask.cash(made, BRUNO)
    if how == "sold":
        after: Position = made.at("trains").apply(BuyTrain(ADA, "4+4g", "depot"))
    else:
        card_exported(FACTS, made.context(), "g")
        after = made
    assert all(ask.local_closed(after, name) for name in ask.local_names(after))
    assert all(ask.local_owner(after, name) is None for name in ask.local_names(after))
    assert not ask.tokens_on(after, "F22")
    assert ask.cash(after, BRUNO) == cash
    assert FACTS.phases["g"].colours[-1] == "brown"
    assert ask.train_limit(after, "By") == 3
    assert ask.certificates(after, BRUNO) == 0


@pytest.mark.rule("RCZ-XI.2.18", "RCZ-XI.2.19")
def test_the_first_5_5_scraps_all_3s() -> None:
    game = bought_by("j", "5+5j", kk="3d 4e", Ug="4e 4+4g", Pr="3d")
    trains = {name: ask.trains(game, name) for name in ("kk", "Ug", "Pr")}
    assert trains == {"kk": ["4e"], "Ug": ["4e", "4+4g"], "Pr": []}
    assert FACTS.phases["j"].colours[-1] == "gray"
    assert ask.train_limit(game, "By") == 2
    assert not {"4", "4+4", "5+5"} & {old for gone in FACTS.scraps.values() for old in gone}


@pytest.mark.rule("RCZ-XI.2.21")
def test_the_export_starts_phases() -> None:
    made = position()
    assert ask.phase(made) == "a"
    card_exported(FACTS, made.context(), "d")
    assert ask.phase(made) == "d"


@pytest.mark.rule("RCZ-XI.2.22")
@pytest.mark.parametrize(
    ("train", "total"),
    [
        ("2a", 20 + 50),
        ("3d", 20 + 20 + 50),
        ("4e", 20 + 20 + 20 + 50),
        ("4+4g", 20 + 20 + 20 + 50 + 50),
        ("5+5j", 20 + 20 + 20 + 2 * (50 + 50)),
    ],
)
def test_red_bonuses_are_for_plus_trains_whoever_owns_the_place(train: str, total: int) -> None:
    made = position().phase("j").tiles(LINE).trains("By", train)
    assert ask.best_run(made).certificate.total == total


@pytest.mark.rule("RCZ-XI.2.33", "RCZ-IV.1.12")
def test_locals_work_as_in_the_standard_game() -> None:
    found = [(FACTS.locals[n].income, FACTS.locals[n].waives[-1]) for n in ("LS", "LM", "LL")]
    assert found == [(5, "river"), (10, "hill"), (20, "mountain")]
    made = position().phase("d").local("LL", BRUNO)
    game = made.at("track").apply(BuyLocal(ADA, "LL", 50)).apply(Answer(BRUNO, True))
    assert ask.cash(game, "By") == 950
    assert ask.cash(game.apply(SellLocal(ADA, "LL")), "By") == 1000
    refused(game, BuyLocal(ADA, "LM", 51), "RCZ-IV.1.12")
    assert ask.local_price(game) == 50


@pytest.mark.rule("RCZ-XI.2.33", "RCZ-XI.2.50")
def test_purple_tiles_through_the_locals() -> None:
    assert len(FACTS.ground.tiles) == len(book().ground.tiles)
    game = position().phase("d").tiles(SHORT).local("LS", "By").at("track")
    lays = offered(game, LayPurple)
    assert {a.hex for a in lays} == {"E21"}
    assert ask.local_used(game.apply(lays[0]), "LS")


@pytest.mark.rule("RCZ-XI.2.34", "RCZ-XI.2.36", "RCZ-XI.2.53", "RCZ-XI.2.37", "RCZ-VIII.10.1")
def test_the_3e_card_is_lent_for_one_run_even_to_a_company_without_a_train() -> None:
    game = position().tiles(LINE).local("3E", ADA).at("run")
    assert game.actor == ADA
    before = ask.certificates(game, ADA)
    lent = game.apply(LendTrain(ADA))
    assert ask.local_closed(lent, "3E")
    assert ask.certificates(lent, ADA) == before - 1
    assert not ask.trains(lent, "By")
    refused(lent, LendTrain(ADA), "RCZ-XI.2.34")
    ran = lent.apply(offered(lent, type(run(lent)))[0])
    assert ask.revenue(ran) == 20 + 20 + 20 + 50
    # the card did not fulfil the duty to own a train
    after = passes(ran.apply(ran.actions(1)[0]), 0)
    refused(after, Pass(ADA), "RCZ-VIII.10.1")


@pytest.mark.rule("RCZ-XI.2.34")
def test_only_its_owner_lends_it_and_only_to_his_own_company() -> None:
    game = position().tiles(LINE).trains("By", "2a").local("3E", BRUNO).at("run")
    assert not offered(game, LendTrain)
    refused(game, LendTrain(ADA), "RCZ-XI.2.34")


@pytest.mark.rule("RCZ-XI.2.34")
def test_lending_is_optional() -> None:
    game = position().tiles(LINE).local("3E", ADA).at("run")
    assert ask.local_owner(passes(game), "3E") == ADA


@pytest.mark.rule("RCZ-XI.2.35", "RCZ-VIII.8.5")
def test_the_lent_train_collects_bonuses_and_may_use_the_track_of_the_others() -> None:
    game = position().tiles(SHORT).trains("By", "2a").local("3E", ADA).at("run").apply(LendTrain(ADA))
    both = run(game, "2: E21/0 E19 E17/0", "3E: E21/0 E19 E17/0")
    assert ask.revenue(game.apply(both)) == (20 + 20) + (20 + 20 + 50)
    refused(game, run(game, "3E: E21/0 E19 E17/0"), "RCZ-VIII.8.5")


@pytest.mark.rule("RCZ-XI.2.35", "RCZ-VIII.7.3")
def test_the_lent_train_skips_towns_and_needs_a_station() -> None:
    tiles = "E21 6@2, F22 57@2, G23 57@2, F20 2@0"
    game = position().tiles(tiles).local("3E", ADA).at("run").apply(LendTrain(ADA))
    assert FACTS.trains["3E"].skips_towns
    assert FACTS.trains["3E"].stops == 3
    refused(game, run(game, "3E: F22/0 G23/0"), "RCZ-VIII.7.3")


@pytest.mark.rule("RCZ-XI.2.37")
def test_the_3e_card_does_not_count_for_the_train_limit() -> None:
    game = position().trains("By", "2a", "2a", "2a").local("3E", ADA).at("trains")
    assert len(ask.trains(game.apply(BuyTrain(ADA, "2a", "depot")), "By")) == 4


@pytest.mark.rule("RCZ-XI.2.38")
def test_the_3e_card_is_not_sold_and_pays_nothing() -> None:
    game = position().phase("d").local("3E", ADA).at("track")
    refused(game, BuyLocal(ADA, "3E", 1), "RCZ-XI.2.38")
    assert ask.income_of(game, "3E") == 0


def at_income(owner: str, *, phase: str = "a", tile: str | None = None) -> Game:
    """The start of an operating round with the MW in a player's hands."""
    base = table(TITLE).phase(phase).local("MW", owner).company("By", price=50, Ada=5)
    base.marker("F22", "MW")
    if tile:
        base.tiles(f"F22 {tile}@2")
    return passes(base.game(), 3)


@pytest.mark.rule("RCZ-XI.2.39")
def test_the_marker_of_the_mw_stands_on_its_home() -> None:
    game = new_game(TITLE, players=player_names(3), seed=1)
    assert not ask.tokens_on(game, "F22")
    game = game.apply(OpenAuction(str(game.actor), "MW", FACTS.locals["MW"].price))
    assert not ask.tokens_on(game, "F22"), "it is not sold yet"
    game = passes(game, 2)
    assert ask.local_owner(game, "MW") is not None
    assert ask.tokens(game) == {"F22": [("MW", 0)]}


@pytest.mark.rule("RCZ-XI.2.40", "RCZ-XI.2.41", "WCZ-24")
@pytest.mark.parametrize(
    ("phase", "tile", "lays", "pays"),
    [
        ("a", None, {"5", "6", "57"}, 20),
        ("d", "57", {"14", "15", "619"}, 30),
        ("a", "57", set(), 20),
    ],
)
def test_the_owner_of_the_mw_builds_at_home_then_it_pays(
    phase: str, tile: str | None, lays: set[str], pays: int
) -> None:
    game = at_income(BRUNO, phase=phase, tile=tile)
    if not lays:
        assert ask.round_name(game) == "operating"
        assert ask.cash(game, BRUNO) == 450 + pays
        return
    assert (game.actor, ask.round_name(game)) == (BRUNO, "income")
    built = offered(game, LayTile)
    assert {a.tile for a in built} == lays
    assert {a.hex for a in built} == {"F22"}
    refused(game, LayTile(BRUNO, "E21", "57", 0), "RCZ-XI.2.40")
    for unknown in (LayTile(BRUNO, "Z99", "57", 0), LayTile(BRUNO, "F22", "no such", 0)):
        with pytest.raises(InvalidAction):
            game.check(unknown)
    purple = LayTile(BRUNO, "F22", "14p", 1)
    if tile:
        refused(game, purple, "RCZ-XI.2.40")
    after = game.apply(built[0])
    assert ask.cash(after, BRUNO) == 450 + pays
    assert ask.tokens_on(after, "F22") == [("MW", 0)]


@pytest.mark.rule("RCZ-XI.2.40", "RCZ-XI.2.41")
def test_building_is_optional_and_without_a_tile_the_mw_pays_nothing() -> None:
    game = passes(at_income(BRUNO))
    assert ask.round_name(game) == "operating"
    assert ask.cash(game, BRUNO) == 450
    assert ask.income_of(game, "MW") == 0


@pytest.mark.rule("RCZ-XI.2.42", "RCZ-XI.2.44", "RCZ-IV.1.7", "RCZ-IV.1.22", "RCZ-XI.2.15")
def test_the_mw_is_sold_to_a_company_which_gets_its_station() -> None:
    made = with_mw(position().phase("d").tiles(LINE), BRUNO)
    game = made.at("track")
    assert ask.token_price(game, "By") == 40
    refused(game, BuyLocal(ADA, "MW", 51), "RCZ-IV.1.7")
    after = game.apply(BuyLocal(ADA, "MW", 50)).apply(Answer(BRUNO, True))
    assert ask.cash(after, BRUNO) == 500
    assert ask.tokens_on(after, "F22") == [("By", 0)]
    assert ask.local_closed(after, "MW")
    assert ask.tokens_left(after, "By") == ask.tokens_left(game, "By")
    assert ask.token_price(after, "By") == 100
    refused(after, SellLocal(ADA, "MW"), "RCZ-IV.1.22")
    early = with_mw(position(), BRUNO).at("track")
    refused(early, BuyLocal(ADA, "MW", 1), "RCZ-XI.2.15")


@pytest.mark.rule("RCZ-XI.2.43")
def test_a_company_with_a_station_there_does_not_buy_the_mw() -> None:
    made = with_mw(position().phase("d").tiles("E21 6@2, F22 14@1"), BRUNO).tokens("By", "F22")
    refused(made.at("track"), BuyLocal(ADA, "MW", 1), "RCZ-XI.2.43")


@pytest.mark.rule("RCZ-XI.2.47")
def test_what_private_companies_are_worth_at_the_end() -> None:
    base = table(TITLE)
    nothing = base.game().scores()[ADA]
    assert base.local("LS", ADA).game().scores()[ADA] == nothing + 120
    base.local("3E", ADA)
    place_token(ask.board(base.local("MW", ADA)), "F22", 0, "MW")
    assert base.game().scores()[ADA] == nothing + 120


@pytest.mark.rule("RCZ-XI.2.48", "RCZ-VIII.4.6", "RCZ-VIII.6.7")
def test_homes_are_single_cities_where_the_normal_rules_hold() -> None:
    homes = {name: company.homes for name, company in FACTS.companies.items()}
    assert homes == {"Sx": ("C25",), "Pr": ("C23",), "By": ("E21",), "kk": ("G19",), "Ug": ("G23",)}
    assert {len(FACTS.ground.atlas[home].printed.stops) for (home,) in homes.values()} == {1}
    game = position(first=True).at("home")
    assert ask.tokens_on(game, "E21") == [("By", 0)]
    refused(game, LayTile(ADA, "E19", "9", 1), "RCZ-VIII.4.6")
    reserved = position().tiles(LINE).at("token")
    refused(reserved, token(reserved, "G23"), "RCZ-VIII.6.7")


@pytest.mark.rule("RCZ-XI.2.49")
def test_red_hexes_are_printed_and_open_to_all() -> None:
    red = {place.id: place for place in FACTS.ground.atlas.hexes.values() if place.kind == "red"}
    assert red.keys() == {"A21", "B18", "E17", "G27", "I17", "I23"}
    assert not any(place.first_tiles for place in red.values())
    (stop,) = red["E17"].printed.stops
    assert (stop.values, stop.slots, stop.terminal, stop.city) == ((20, 30, 40, 50), 0, True, True)
    game = position(first=True).at("home")
    assert ask.step(game) == "track"  # no red tile comes first
    game = lay(lay(game, "E21 6@2"), "E19 9@1")
    assert ask.step(game) == "token"
    earned = position().tiles(SHORT).trains("By", "2a")
    assert ask.best_run(earned).certificate.total == 20 + 20


@pytest.mark.rule("RCZ-XI.2.54", "RCZ-VIII.7.17")
def test_the_station_of_the_mw_blocks_until_a_company_buys_it() -> None:
    blocked = with_mw(position().phase("d").tiles(LINE).trains("By", "3d"), BRUNO)
    game = blocked.at("run")
    refused(game, run(game, "3: E21/0 F22/0 G23/0"), "RCZ-VIII.7.17")
    assert ask.best_run(game).certificate.total == 20 + 20 + 30
    sold = with_mw(position().phase("d").tiles(LINE).trains("By", "4e"), BRUNO).at("track")
    sold = sold.apply(BuyLocal(ADA, "MW", 1)).apply(Answer(BRUNO, True))
    assert ask.best_run(sold).certificate.total == 20 + 20 + 20 + 30


@pytest.mark.rule("RCZ-XI.2.55")
def test_the_right_to_build_ends_with_the_mw() -> None:
    base = table(TITLE).phase("g").company("By", price=50, Ada=5)
    base.local("MW", None, closed=True)
    assert ask.round_name(passes(base.game(), 3)) == "operating"
