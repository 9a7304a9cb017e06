"""Checkpoints of two public games, set up here from what the digest says of them (WCZ-26 to WCZ-28).

The import of whole games is tested in ``tests/interop``; these tests need no file.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.titles.cz.openings import ADA, BRUNO, CARLA, buy, fresh, start, table, turn

from piercy.core.game import Game
from piercy.testing import questions as ask
from piercy.testing.moves import passes
from piercy.testing.scenario import CzScenario
from piercy.titles.cz.acquisition import price_range
from piercy.titles.cz.actions import DraftLocal, OfferAcquisition
from piercy.titles.cz.book import BOHEMIA, book
from piercy.titles.cz.phases import settle_limits
from piercy.titles.cz.rounds import ClosingRound

FACTS = book()
WEST = book(BOHEMIA)
CAPITALS = {
    "MW": (50, 200), "BCB": (65, 260), "VBW": (60, 240), "EKJ": (50, 200), "OFE": (70, 280),
    "NWB": (60, 300), "KFN": (80, 400), "ATE": (70, 350), "BTE": (70, 350), "BN": (100, 500),
    "Ug": (100, 1000), "Pr": (90, 900), "By": (100, 1000), "Sx": (120, 1200), "kk": (120, 1200),
}  # fmt: skip
DRAFT = "L1 L2 L3 S1 S2 M1 M2 M3 L4 - M4 S3 L5 L6 - - - -"


@pytest.mark.rule("WCZ-27")
def test_the_draft_of_game_29247() -> None:
    game = fresh(order_as_listed=True)
    for local in DRAFT.split():
        game = passes(game) if local == "-" else game.apply(DraftLocal(str(game.actor), local))
    assert ask.purses(game) == {ADA: 130, BRUNO: 105, CARLA: 220}
    assert ask.order(game) == [BRUNO, ADA, CARLA]
    unsold = [name for name in ask.local_names(game) if ask.local_closed(game, name)]
    assert [FACTS.locals[name].price for name in unsold] == [40, 45, 50, 60, 65]
    assert ask.round_name(game) == "stock"


@pytest.mark.rule("WCZ-27")
@pytest.mark.parametrize(("name", "par", "capital"), [(n, *numbers) for n, numbers in CAPITALS.items()])
def test_starting_prices_and_capitals_of_game_29247(name: str, par: int, capital: int) -> None:
    game = start(table().phase("d").cash("Ada", 2000).game(), name, par)
    while not ask.floated(game, name):
        game = buy(passes(game, 2), name)
    assert ask.cash(game, name) == capital


@pytest.mark.rule("WCZ-27", "WCZ-17")
@pytest.mark.parametrize(("price", "paid"), [(65, 97), (55, 80), (68, 64), (75, 110), (58, 29), (80, 120)])
def test_acquisition_prices_of_game_29247(price: int, paid: int) -> None:
    low, high = price_range(price)
    assert low <= paid <= high
    position = turn("ATE", cash=1000).phase("d").company("BCB", president=BRUNO)
    position.price("BCB", price)
    before = ask.cash(position, BRUNO)
    game = position.at("acquire").apply(OfferAcquisition(ADA, "BCB", paid))
    accepted = game.apply(game.actions()[0])
    assert ask.cash(accepted, BRUNO) == before + 2 * paid


@pytest.mark.rule("WCZ-26", "WCZ-27", "RCZ-X.2.2")
def test_final_account_of_game_29247() -> None:
    position = table().phase("d").cash("Ada", 5026).cash("Bruno", 4111).cash("Carla", 2360)
    held: dict[str, tuple[int, dict[str, Any]]] = {
        "OFE": (120, {CARLA: 2}),
        "MW": (120, {BRUNO: 3, CARLA: 1}),
        "BN": (105, {CARLA: 3}),
        "ATE": (180, {ADA: 3, BRUNO: 2}),
        "Sx": (222, {ADA: 6, BRUNO: 1}),
        "Pr": (231, {CARLA: 4, ADA: 1}),
        "By": (165, {CARLA: 6, ADA: 4}),
        "kk": (213, {BRUNO: 5}),
        "Ug": (370, {BRUNO: 6, CARLA: 2, ADA: 2}),
    }
    for name, (price, shares) in held.items():
        position.company(name, price=price, par=FACTS.size(name).pars[0], **shares)
    position.loan(CARLA, 4 + 118).local("M2", "ATE")
    game = position.over().game()
    assert game.scores() == {ADA: 8529, BRUNO: 8338, CARLA: 5445}
    assert game.winners() == [ADA]


class Bohemian:
    """The two-player game: who gets which card, with the players' purchases between the sets."""

    def __init__(self, game: Game) -> None:
        self.position = CzScenario(game)

    def bought(self, *trains: str) -> None:
        """Cards sold to the players' companies, named where it matters: ``EKJ 2a``."""
        for bought in trains:
            company, _, train = bought.rpartition(" ")
            self.position.card_sold(train, company or None)

    def gets(self, company: str, *trains: str) -> None:
        """These trains instead of those it had; their cards were counted as gone when they were bought."""
        self.position.scrapped(company, *ask.trains(self.position, company)).trains(company, *trains)

    def set_ends(self) -> dict[str, str]:
        """What Vaclav's companies have after the end of the set."""
        ClosingRound(WEST).begin(self.position.context())
        return self.his()

    def his(self) -> dict[str, str]:
        return {n: " ".join(ask.trains(self.position, n)) for n in ask.vaclavs(self.position)}


def draws(seed: int) -> list[str]:
    """Whom the generator of 18xx.games draws, one company of each size."""
    found = []
    for names in (["EKJ", "BCB", "VBW"], ["BN", "NWB", "ATE", "BTE"], ["Sx", "By", "kk"]):
        seed = (1103515245 * seed + 12345) % 2**31
        found.append(names[seed % len(names)])
    return found


@pytest.mark.rule("WCZ-28", "WCZ-26")
def test_vaclavs_cards_in_the_two_player_game() -> None:
    seed = next(seed for seed in range(1, 1000) if draws(seed) == ["BCB", "BTE", "Sx"])
    play = Bohemian(fresh(2, title="18cz-bohemia", export=False, draw_seed=seed))
    for name in ("EKJ", "VBW"):
        play.position.company(name, president=ADA, operated=False)
    assert play.his() == {"BCB": "2a"}
    play.bought("EKJ 2a", "EKJ 2a", "VBW 2a", "VBW 2a", "EKJ 2b")
    assert play.his() == {"BCB": "2a", "BTE": "2+2b"}
    play.bought("VBW 2b")
    assert play.set_ends() == {"BCB": "2b", "BTE": "2+2c"}
    assert ask.phase(play.position) == "c"
    assert play.set_ends() == {"BCB": "3c", "BTE": "2+2c"}
    play.bought("3c")
    assert play.set_ends() == {"BCB": "3d", "BTE": "3+3d", "Sx": "3Ed"}
    assert ask.phase(play.position) == "d"
    assert play.set_ends() == {"BCB": "3d", "BTE": "3+3e", "Sx": "3Ee"}
    assert ask.phase(play.position) == "e"
    play.bought("3+3e", "3Ee")
    _check_set_five(play)
    play.bought("4+4f")
    assert play.set_ends() == {"BCB": "5g", "BTE": "4+4g", "Sx": "4Eg"}
    play.bought("5g", "5h")
    play.position.company("kk", president=ADA, operated=False)
    play.gets("EKJ")
    play.gets("BN", "3+3d")
    play.gets("kk", "3Ee")
    assert play.set_ends() == {"BCB": "5h", "BTE": "5+5i", "Sx": "6Ei"}
    assert ask.phase(play.position) == "i"
    assert [ask.trains(play.position, name) for name in ("BN", "kk")] == [[], []]


def _check_set_five(play: Bohemian) -> None:
    """Two small companies of three 2 trains each have returned one; then the 4 and the 4+4 scrap."""
    settle_limits(WEST, play.position.context())
    for name in ("EKJ", "VBW"):
        trains = ask.trains(play.position, name)
        assert len(trains) == 3  # a and b cards differ, so the Director must choose
        play.gets(name, *trains[:-1])
        play.position.pool(trains[-1])
    play.gets("BN", "2+2b")
    assert play.set_ends() == {"BCB": "4f", "BTE": "4+4f", "Sx": "4Ef"}
    assert ask.phase(play.position) == "f"
    assert [ask.trains(play.position, name) for name in ("EKJ", "VBW", "BN")] == [[], [], []]
    assert ask.pool(play.position) == []
