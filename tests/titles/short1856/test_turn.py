"""The turn: chapter 3 of the digest."""

from __future__ import annotations

import pytest

from piercy.core.actions import Action, Pass
from piercy.core.errors import IllegalAction
from piercy.core.game import Game
from piercy.core.standstill import AnswerEnd, ProposeEnd
from piercy.rail.actions import BuyTrain, DiscardTrain, LayTile, PlaceToken, RunTrains
from piercy.rail.routes import Route
from piercy.testing import questions as ask
from piercy.testing.conformance import random_game
from piercy.testing.moves import player
from piercy.testing.mutants import blanks
from piercy.testing.scenario import scenario

OWN_ACTIONS = {"lay_tile", "place_token", "run_trains", "buy_train", "discard_train", "pass"}


def rule_against(game: Game, action: Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        game.apply(action)
    return refusal.value.rule


def start_of_turn() -> Game:
    """LPS can do something in each of the four steps."""
    made = scenario("1856-short", players=4, seed=1).phase(2).trains("LPS", "2").next_train("3")
    for company in ("BBG", "LPS", "WGB", "CA"):
        made.cash(company, 400)
    return made.tiles("C14 57@2, D15 8@3, D17 14@0").on_turn("LPS").at_step("track").game()


def four_steps(game: Game) -> list[Action]:
    owner = player(game, "LPS")
    return [
        LayTile(owner, "C14", "14", 1),
        PlaceToken(owner, "D17", 0),
        RunTrains(owner, (Route("2", ("C14/0", "D15", "D17/0")),)),
        BuyTrain(owner, "3", "depot"),
    ]


@pytest.mark.rule("R56-3.1")
@pytest.mark.parametrize("passing", [True, False])
def test_four_steps_in_order_none_before_its_time_and_none_later(passing: bool) -> None:
    game = start_of_turn()
    owner = player(game, "LPS")
    actions = four_steps(game)
    for now, action in enumerate(actions):
        assert game.actor == owner
        assert {offer.type for offer in game.offers()} == {action.type, "pass"}
        for other in actions[:now] + actions[now + 1 :]:
            assert rule_against(game, other) == "R56-3.1"
        game = game.apply(Pass(owner) if passing else action)
    if not passing:  # a second train can be afforded
        game = game.apply(Pass(owner)) if game.actor == owner else game
    assert game.actor == player(game, "WGB")


@pytest.mark.rule("R56-3.2", "R56-3.1")
def test_a_new_train_waits_for_the_next_turn() -> None:
    made = scenario("1856-short", players=2, seed=1).tiles("C14 57@2").on_turn("LPS").at_step("trains")
    game = made.cash("CA", 600).cash("LPS", 240).game()
    owner = player(game, "LPS")
    run = RunTrains(owner, (Route("2", ("B13/0", "C14/0")),))
    game = game.apply(BuyTrain(owner, "2", "depot"))
    assert rule_against(game, run) == "R56-3.1"
    seen = []
    while game.offers()[0].action is not RunTrains:
        assert game.actor is not None
        seen.append(game.actor)
        game = game.apply(Pass(game.actor))
    assert player(game, "CA") in seen
    assert ask.round_number(game) == 2
    assert ask.cash(game.apply(run), owner) == 240 - 100 + 50


@pytest.mark.rule("R56-3.3", "R56-6.2")
def test_the_tile_and_the_marker_of_this_turn_count_for_its_run() -> None:
    made = scenario("1856-short", players=4, seed=1).phase(2).trains("LPS", "2")
    for company in ("BBG", "LPS", "WGB", "CA"):
        made.cash(company, 400)
    game = made.tiles("C14 57@2, D15 8@3, D17 14@0").on_turn("LPS").at_step("track").game()
    owner = player(game, "LPS")
    to_the_town = RunTrains(owner, (Route("2", ("D17/0", "D19/0")),))
    game = game.apply(LayTile(owner, "D19", "3", 0))
    without_marker = game.apply(Pass(owner))
    assert rule_against(without_marker, to_the_town) == "R56-6.2"
    game = game.apply(PlaceToken(owner, "D17", 0))
    before = ask.cash(game, owner)
    assert ask.cash(game.apply(to_the_town), owner) == before + 30 + 10


@pytest.mark.rule("R56-3.4")
def test_no_train_is_given_up_freely() -> None:
    game = start_of_turn()
    owner = player(game, "LPS")
    for _ in range(4):
        assert rule_against(game, DiscardTrain(owner, "2")) == "R56-3.4"
        game = game.apply(Pass(owner))


@pytest.mark.rule("R56-3.4")
def test_nothing_but_the_four_actions_is_offered_and_all_else_is_refused() -> None:
    agreement = {ProposeEnd.type, AnswerEnd.type}  # of the players, in a game that stands still [R56-8.12]
    foreign = [kind for kind in blanks("Ada", "1856-short") if kind.type not in OWN_ACTIONS | agreement]
    seen: set[str] = set()

    def look(game: Game) -> None:
        seen.update(offer.type for offer in game.offers())
        if game.actor is not None:
            owner = game.actor
            tried = [kind for kind in blanks(owner, "1856-short") if kind.type not in OWN_ACTIONS | agreement]
            assert len(tried) == len(foreign)
            for action in tried:
                assert rule_against(game, action) == "R56-3.4"

    random_game("1856-short", 4, 3, every_step=look)
    assert seen - agreement == OWN_ACTIONS
