"""The forecast of the Dragons' turns."""

from __future__ import annotations

import pytest
from tests.titles.sardinia.position import FULL, NAMES, position, state_of

from piercy.core import plain
from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.events import Event
from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.rail.rail_title import ComingTurn
from piercy.testing.conformance import choose
from piercy.titles.sardinia.forecast import TRADES, Forecast, forecast
from piercy.titles.sardinia.state import SardiniaState
from piercy.titles.sardinia.title import Sardinia

GREEN = ["PH2", "PH3"]


def of(game: Game) -> Forecast:
    title = game.title
    assert isinstance(title, Sardinia)
    return forecast(title.facts, state_of(game))


def played_out(game: Game) -> list[ComingTurn]:
    """What the Dragons do if everybody passes to the end of the stock round."""
    found: list[ComingTurn] = []
    number = state_of(game).stock_round
    while state_of(game).flow.round == "stock" and state_of(game).stock_round == number:
        before = len(game.log)
        game = game.apply(Pass(game.actor or ""))
        told: list[Event] = []
        for event in game.log[before:]:
            if event.key == "priority_dealt":
                break
            told.append(event)
        else:
            found.append(_turn(state_of(game), told))
            continue
        break
    return found


def declined(game: Game) -> list[ComingTurn]:
    """What the Dragons do in the stock round that begins when nobody converts, and everybody passes."""
    before = len(game.log)
    while state_of(game).flow.round == "prelude":
        game = game.apply(Pass(game.actor or ""))
    return [_turn(state_of(game), list(game.log[before:])), *played_out(game)]


def entered(title: Sardinia, state: SardiniaState) -> list[ComingTurn]:
    """What the Dragons do in the next stock round if it began now and everybody passed."""
    twin = plain.copy(state)
    twin.flow.round = "prelude" if state.flow.round == "operating" else "stock"
    twin.turn = twin.trade = twin.forced = twin.absorption = None
    twin.discarding, twin.operated, twin.operating_round, twin.draft = [], [], 0, []
    ctx = Context(twin)
    title.referee.open(ctx)
    found: list[ComingTurn] = []
    while twin.flow.round != "operating" and not any(e.key == "priority_dealt" for e in ctx.events):
        if twin.flow.round == "stock":
            found.append(_turn(twin, ctx.events))
        ctx.events.clear()
        step = title.referee.check(ctx, passing := Pass(title.referee.actor(ctx) or ""))
        title.referee.apply(ctx, passing, step)
    return found


def _turn(state: SardiniaState, told: list[Event]) -> ComingTurn:
    return ComingTurn(state.stock.player, tuple(event for event in told if event.key in TRADES))


@pytest.mark.parametrize(
    ("title", "players", "seed"), [("1865", 2, 1), ("1865", 3, 2), ("1865", 4, 3), ("1865-short", 3, 4)]
)
def test_the_forecast_agrees_with_what_the_dragons_then_do(title: str, players: int, seed: int) -> None:
    """In every position of a random game.

    In a stock round: what follows when all pass. Before one: the same when nobody converts. In an operating
    round: the stock round that would begin now.
    """
    game = new_game(title, players=NAMES[:players], seed=seed)
    rules = game.title
    assert isinstance(rules, Sardinia)
    chance = Chance(seed)
    compared = trades = 0
    while not game.over and compared < 500:
        state = state_of(game)
        before = game.digest()
        turns = list(of(game).turns)
        assert game.digest() == before, "a forecast changes nothing"
        if state.flow.round == "stock":
            assert turns == played_out(game)
        elif state.flow.round == "prelude":
            assert turns == declined(game)
        elif state.flow.round == "operating" and game.seq % 5 == 0 and not state.ending:
            assert turns == entered(rules, state)
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
    state = made.begin("operating").state
    assert forecast(FULL.facts, state).turns
    state.ending = "bank_broken"
    assert not forecast(FULL.facts, state).turns
