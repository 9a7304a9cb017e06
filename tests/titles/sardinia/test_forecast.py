"""The forecast of the Dragons' turns."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.titles.sardinia.openings import NAMES, position

from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.events import Event
from piercy.core.game import Game, new_game
from piercy.rail.rail_title import ComingTurn
from piercy.testing import questions as ask
from piercy.testing.conformance import choose
from piercy.testing.scenario import SardiniaScenario
from piercy.titles.sardinia.forecast import TRADES, Forecast

GREEN = ["PH2", "PH3"]


def of(game: Game) -> Forecast:
    return ask.coming(game)


def played_out(game: Game) -> list[ComingTurn]:
    """What the Dragons do if everybody passes to the end of the stock round."""
    found: list[ComingTurn] = []
    number = ask.set_number(game)
    while ask.round_name(game) == "stock" and ask.set_number(game) == number:
        before = len(game.log)
        game = game.apply(Pass(game.actor or ""))
        told: list[Event] = []
        for event in game.log[before:]:
            if event.key == "priority_dealt":
                break
            told.append(event)
        else:
            found.append(_turn(game, told))
            continue
        break
    return found


def declined(game: Game) -> list[ComingTurn]:
    """What the Dragons do in the stock round that begins when nobody converts, and everybody passes."""
    before = len(game.log)
    while ask.round_name(game) == "prelude":
        game = game.apply(Pass(game.actor or ""))
    return [_turn(game, list(game.log[before:])), *played_out(game)]


def entered(game: Game) -> list[ComingTurn]:
    """What the Dragons do in the next stock round if it began now and everybody passed."""
    round_name = "prelude" if ask.round_name(game) == "operating" else "stock"
    game = SardiniaScenario(game).between_rounds().begin(round_name)
    found: list[ComingTurn] = []
    while ask.round_name(game) != "operating" and "priority_dealt" not in {e.key for e in game.latest_events}:
        if ask.round_name(game) == "stock":
            found.append(_turn(game, game.latest_events))
        game = game.apply(Pass(game.actor or ""))
    return found


def _turn(game: Game, told: Sequence[Event]) -> ComingTurn:
    return ComingTurn(ask.stock_player(game), tuple(event for event in told if event.key in TRADES))


@pytest.mark.parametrize(
    ("title", "players", "seed"), [("1865", 2, 1), ("1865", 3, 2), ("1865", 4, 3), ("1865-short", 3, 4)]
)
def test_the_forecast_agrees_with_what_the_dragons_then_do(title: str, players: int, seed: int) -> None:
    """In every position of a random game.

    In a stock round: what follows when all pass. Before one: the same when nobody converts. In an operating
    round: the stock round that would begin now.
    """
    game = new_game(title, players=NAMES[:players], seed=seed)
    chance = Chance(seed)
    compared = trades = 0
    while not game.over and compared < 500:
        then = game
        before = game.digest()
        turns = list(of(game).turns)
        assert game.digest() == before, "a forecast changes nothing"
        if ask.round_name(then) == "stock":
            assert turns == played_out(game)
        elif ask.round_name(then) == "prelude":
            assert turns == declined(game)
        elif ask.round_name(then) == "operating" and game.seq % 5 == 0 and not ask.ending(then):
            assert turns == entered(then)
        trades += sum(event.key != "dragons_bought_nothing" for turn in turns for event in turn.events)
        compared += 1
        game = game.apply(choose(game, chance))
    assert trades > 50, "the Dragons have something to do"


def test_several_turns_ahead_until_the_round_ends() -> None:
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, trains=GREEN, major=True, dragons=2)
    game = made.begin("operating")
    bought = [turn.events[-1].key for turn in of(game).turns]
    assert bought == ["dragons_bought"] * 3 + ["dragons_bought_nothing"]
    assert [turn.before for turn in of(game).turns] == ["Alan", "Bob", "Alan", "Bob"]


def test_nothing_comes_after_the_end() -> None:
    made = position(2).company("FMS", 80, "Alan", {"Alan": 1}, trains=GREEN, traffic=3)
    assert of(made.begin("operating")).turns
    assert not of(made.ending("bank_broken").begin("operating")).turns
