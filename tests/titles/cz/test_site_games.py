"""Checkpoints of the public test games of 18xx.games that need no file: they follow from the rules."""

from __future__ import annotations

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, turn

from piercy.core.events import Event
from piercy.core.game import Game
from piercy.rail.actions import DiscardTrain
from piercy.testing import questions as ask
from piercy.testing.moves import refused, run
from piercy.testing.questions import Position
from piercy.testing.scenario import CzScenario, scenario
from piercy.titles.cz.acquisition import price_range
from piercy.titles.cz.actions import RecordedRun
from piercy.titles.cz.book import BOHEMIA, book
from piercy.titles.cz.export import export_card
from piercy.titles.cz.prestock import end_of_privates_sale

FACTS = book(BOHEMIA)


@pytest.mark.rule("WCZ-26", "RCZ-VIII.7.15")
def test_the_one_run_of_the_public_game_that_the_rules_forbid() -> None:
    """ATE's 4+4 from one city of the green Praha over Pardubice and Hradec to another: 170."""
    layout = "E11 8891@4, E13 55@0, E15 14@0, D16 14@0, D14 8@1, F12 3@5"
    position = turn("ATE", recorded_runs=True).phase("f").tiles(layout).home("ATE", "E15")
    game = position.trains("ATE", "4+4f").at("run")
    path = "E13/1 E15/0 D16/0 D14 E13/0 F12/0"
    refused(game, run(game, f"4+4: E11/2 {path} E11/3"), "RCZ-VIII.7.15")
    assert ask.revenue(game.apply(run(game, f"4+4: E11/2 {path}"))) == 170 - 40
    assert ask.revenue(game.apply(RecordedRun(ADA, 170))) == 170


@pytest.mark.rule("WCZ-27", "RCZ-VI.8")
def test_the_order_after_the_pre_stock_round() -> None:
    made = scenario("18cz", players=(ADA, BRUNO, CARLA), order_as_listed=True)
    for name, cash in ((ADA, 130), (BRUNO, 105), (CARLA, 220)):
        made.cash(name, cash)
    end_of_privates_sale(made.context())
    assert ask.order(made) == [BRUNO, ADA, CARLA]


@pytest.mark.rule("WCZ-27")
def test_the_capital_of_all_fifteen_companies() -> None:
    started = {
        "MW": (50, 200), "BCB": (65, 260), "VBW": (60, 240), "EKJ": (50, 200), "OFE": (70, 280),
        "NWB": (60, 300), "KFN": (80, 400), "ATE": (70, 350), "BTE": (70, 350), "BN": (100, 500),
        "Ug": (100, 1000), "Pr": (90, 900), "By": (100, 1000), "Sx": (120, 1200), "kk": (120, 1200),
    }  # fmt: skip
    assert started.keys() == book().companies.keys()
    for name, (price, capital) in started.items():
        size = book().size(name)
        assert price in size.pars
        assert price * size.shares == capital


@pytest.mark.rule("WCZ-27")
def test_what_was_paid_for_acquired_shares_was_within_the_limits() -> None:
    for price, paid in ((65, 97), (55, 80), (68, 64), (75, 110), (58, 29), (80, 120)):
        low, high = price_range(price)
        assert low <= paid <= high
    assert [price_range(price)[1] for price in (65, 80)] == [97, 120]
    assert price_range(58)[0] == 29


@pytest.mark.rule("WCZ-27")
def test_exports_and_phases_follow_the_stack() -> None:
    """With what was sold in between taken from the stack, and the phases that those sales began."""
    exports, phases = "bcdeggj", "bbdefgj"
    position = turn("EKJ")
    told: list[Event] = []
    for letter, phase in zip(exports, phases, strict=True):
        position.gone(*(card for card in ask.depot(position) if card < letter))
        position.phase(phase, card_sold=False)
        ctx = position.context()
        export_card(book(), ctx)
        told += ctx.events
    assert [event["card"] for event in told if event.key == "card_exported"] == list(exports)
    assert [event["phase"] for event in told if event.key == "phase_opened"] == ["C", "G"]


def drawn_as_in_the_game() -> CzScenario:
    """A game of two in which the site's generator gives Vaclav BCB, BTE and Sx; nothing is exported."""
    pools = (("EKJ", "BCB", "VBW"), ("BN", "NWB", "ATE", "BTE"), ("Sx", "By", "kk"))
    for seed in range(1, 1000):
        x, names = seed, []
        for pool in pools:
            x = (1103515245 * x + 12345) % 2**31
            names.append(pool[x % len(pool)])
        if names == ["BCB", "BTE", "Sx"]:
            break
    options = {"draw_seed": seed, "export": False}
    made = scenario("18cz-bohemia", players=(ADA, BRUNO), seed=1, **options)
    for name in ("EKJ", "VBW", "NWB", "By"):
        made.company(name, president=ADA, operated=False)
    return made


def buy(made: CzScenario, company: str, kind: str) -> None:
    """A company of a human takes the top card."""
    made.card_sold(kind + ask.card_on_sale(made), company)


def finish_set(made: CzScenario, number: int) -> Game:
    """All turns of a set are done: what happens by itself until somebody is asked."""
    return made.set_over(number).game()


def cards(position: Position) -> dict[str, list[str]]:
    return {name: ask.trains(position, name) for name in ask.vaclavs(position)}


@pytest.mark.rule("WCZ-28", "RCZ-XI.1.28", "RCZ-XI.1.31", "RCZ-XI.1.36")
def test_vaclavs_cards_in_the_two_player_game() -> None:
    made = drawn_as_in_the_game()
    assert cards(made) == {"BCB": ["2a"]}
    for name in ("EKJ", "EKJ", "VBW", "VBW"):
        buy(made, name, "2")
    buy(made, "EKJ", "2")
    assert cards(made) == {"BCB": ["2a"], "BTE": ["2+2b"]}
    buy(made, "VBW", "2")
    game = finish_set(made, 1)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["2b"], "BTE": ["2+2c"]}, "c")
    game = finish_set(made, 2)
    made = CzScenario(game)
    assert cards(made) == {"BCB": ["3c"], "BTE": ["2+2c"]}
    buy(made, "NWB", "2+2")
    game = finish_set(made, 3)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["3d"], "BTE": ["3+3d"], "Sx": ["3Ed"]}, "d")
    game = finish_set(made, 4)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["3d"], "BTE": ["3+3e"], "Sx": ["3Ee"]}, "e")
    # EKJ and VBW, with three 2 trains each, return one each before the stock round
    for _ in range(2):
        assert ask.round_name(game) == "closing"
        game = game.apply(DiscardTrain(ADA, "2a"))
    assert ask.round_name(game) == "stock"
    made = CzScenario(game)
    assert [len(ask.trains(made, name)) for name in ("EKJ", "VBW")] == [2, 2]
    for _ in range(2):
        buy(made, "NWB", "3+3")
    game = finish_set(made, 5)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["4f"], "BTE": ["4+4f"], "Sx": ["4Ef"]}, "f")
    assert ask.trains(made, "EKJ") == ask.trains(made, "VBW") == []
    assert ask.trains(made, "NWB") == ["3+3e", "3+3e"]
    buy(made, "EKJ", "4")
    game = finish_set(made, 6)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["5g"], "BTE": ["4+4g"], "Sx": ["4Eg"]}, "g")
    buy(made, "VBW", "5")
    buy(made, "By", "5E")
    game = finish_set(made, 7)
    made = CzScenario(game)
    assert (cards(made), ask.phase(made)) == ({"BCB": ["5h"], "BTE": ["5+5i"], "Sx": ["6Ei"]}, "i")
    assert ask.trains(made, "NWB") == []
