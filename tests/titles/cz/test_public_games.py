"""Checkpoints of two public games, set up here from what the digest says of them (WCZ-26 to WCZ-28).

The import of whole games is tested in ``tests/interop``; these tests need no file.
"""

from __future__ import annotations

import pytest
from tests.titles.cz.table import ADA, BRUNO, CARLA, buy, fresh, passes, start, table
from tests.titles.cz.turn import turn

from piercy.core import plain
from piercy.core.flow import Context
from piercy.core.game import Game
from piercy.titles.cz.acquisition import price_range
from piercy.titles.cz.actions import DraftLocal, OfferAcquisition
from piercy.titles.cz.book import BOHEMIA, book
from piercy.titles.cz.phases import card_sold, settle_limits
from piercy.titles.cz.rounds import ClosingRound
from piercy.titles.cz.state import Company, CzState, take_card
from piercy.titles.cz.vaclav import vaclavs_companies

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
    assert {name: p.cash for name, p in game.state.players.items()} == {ADA: 130, BRUNO: 105, CARLA: 220}
    assert game.state.order == [BRUNO, ADA, CARLA]
    unsold = [name for name, local in game.state.locals.items() if local.closed]
    assert [FACTS.locals[name].price for name in unsold] == [40, 45, 50, 60, 65]
    assert game.state.flow.round == "stock"


@pytest.mark.rule("WCZ-27")
@pytest.mark.parametrize(("name", "par", "capital"), [(n, *numbers) for n, numbers in CAPITALS.items()])
def test_starting_prices_and_capitals_of_game_29247(name: str, par: int, capital: int) -> None:
    game = start(table().phase("d").cash(Ada=2000).game(), name, par)
    while not game.state.companies[name].open:
        game = buy(passes(game, 2), name)
    assert game.state.companies[name].cash == capital


@pytest.mark.rule("WCZ-27", "WCZ-17")
@pytest.mark.parametrize(("price", "paid"), [(65, 97), (55, 80), (68, 64), (75, 110), (58, 29), (80, 120)])
def test_acquisition_prices_of_game_29247(price: int, paid: int) -> None:
    low, high = price_range(price)
    assert low <= paid <= high
    position = turn("ATE", cash=1000).phase("d").company("BCB", director=BRUNO)
    position.state.companies["BCB"].cell = FACTS.cell_of[price]
    before = position.state.players[BRUNO].cash
    game = position.at("acquire").apply(OfferAcquisition(ADA, "BCB", paid))
    accepted = game.apply(game.actions()[0])
    assert accepted.state.players[BRUNO].cash == before + 2 * paid


@pytest.mark.rule("WCZ-26", "WCZ-27", "RCZ-X.2.2")
def test_final_account_of_game_29247() -> None:
    position = table().phase("d").cash(Ada=5026, Bruno=4111, Carla=2360)
    held = {
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
    game = position.game()
    assert game.scores() == {ADA: 8529, BRUNO: 8338, CARLA: 5445}
    assert game.title.winners(game.state) == [ADA]


class Bohemian:
    """The two-player game: who gets which card, with the players' purchases between the sets."""

    def __init__(self, game: Game) -> None:
        self.state: CzState = plain.copy(game.state)
        self.ctx = Context(self.state)

    def bought(self, *trains: str) -> None:
        """Cards sold to the players' companies."""
        for train in trains:
            assert take_card(WEST, self.state) == train[-1]
            self.state.depot.gone.append(train[-1])
            card_sold(WEST, self.ctx, train)

    def set_ends(self) -> dict[str, str]:
        """What Vaclav's companies have after the end of the set."""
        ClosingRound(WEST).begin(self.ctx)
        return self.his()

    def his(self) -> dict[str, str]:
        return {n: " ".join(self.state.companies[n].trains) for n in vaclavs_companies(WEST, self.state)}


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
    state = play.state
    for name in ("EKJ", "VBW"):
        state.companies[name] = Company(
            {ADA: 2}, ADA, par=50, cell=WEST.cell_of[50], open=True, trains=["2a", "2a", "2b"]
        )
    assert play.his() == {"BCB": "2a"}
    play.bought("2a", "2a", "2a", "2a", "2b")
    assert play.his() == {"BCB": "2a", "BTE": "2+2b"}
    play.bought("2b")
    assert play.set_ends() == {"BCB": "2b", "BTE": "2+2c"}
    assert state.phase == "c"
    assert play.set_ends() == {"BCB": "3c", "BTE": "2+2c"}
    play.bought("3c")
    assert play.set_ends() == {"BCB": "3d", "BTE": "3+3d", "Sx": "3Ed"}
    assert state.phase == "d"
    assert play.set_ends() == {"BCB": "3d", "BTE": "3+3e", "Sx": "3Ee"}
    assert state.phase == "e"
    play.bought("3+3e", "3Ee")
    _check_set_five(play)
    play.bought("4+4f")
    assert play.set_ends() == {"BCB": "5g", "BTE": "4+4g", "Sx": "4Eg"}
    play.bought("5g", "5h")
    state.companies["EKJ"].trains[:] = []
    state.companies["BN"].trains[:] = ["3+3d"]
    state.companies["kk"].trains[:] = ["3Ee"]
    assert play.set_ends() == {"BCB": "5h", "BTE": "5+5i", "Sx": "6Ei"}
    assert state.phase == "i"
    assert [state.companies[name].trains for name in ("BN", "kk")] == [[], []]


def _check_set_five(play: Bohemian) -> None:
    """Two small companies of three 2 trains each have returned one; then the 4 and the 4+4 scrap."""
    state = play.state
    settle_limits(WEST, play.ctx)
    for name in ("EKJ", "VBW"):
        trains = state.companies[name].trains
        assert len(trains) == 3  # a and b cards differ, so the Director must choose
        state.depot.pool.append(trains.pop())
    state.companies["BN"].trains[:] = ["2+2b"]
    assert play.set_ends() == {"BCB": "4f", "BTE": "4+4f", "Sx": "4Ef"}
    assert state.phase == "f"
    assert [state.companies[name].trains for name in ("EKJ", "VBW", "BN")] == [[], [], []]
    assert state.depot.pool == []
