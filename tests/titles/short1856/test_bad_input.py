"""What is wrong with an action is named, with its rule where a rule forbids it; nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

import piercy
from piercy.core.game import Game
from piercy.testing.conformance import random_game
from piercy.testing.moves import player
from piercy.testing.scenario import scenario

BUY_STATION = {"type": "place_token", "hex": "D17", "city": 0}


def position(step: str) -> Game:
    made = scenario("1856-short", players=2, seed=1).phase(2).trains("LPS", "2").cash("LPS", 600)
    return made.tiles("C14 57@2, D15 8@3, D17 14@0").on_turn("LPS").at_step(step).game()


def refusal(game: Game, data: dict[str, Any]) -> piercy.EngineError:
    before = game.digest()
    with pytest.raises(piercy.EngineError) as refused:
        game.apply(piercy.action({"player": game.actor or game.players[0]} | data))
    assert game.digest() == before
    return refused.value


@pytest.mark.parametrize(
    ("step", "data", "message"),
    [
        ("track", {"type": "lay_tile", "hex": "Z9", "tile": "8", "rotation": 0}, "unknown hex 'Z9'"),
        ("track", {"type": "lay_tile", "hex": "D15", "tile": "8a", "rotation": 0}, "unknown tile '8a'"),
        ("track", {"type": "lay_tile", "hex": "D15", "tile": 8, "rotation": 0}, "LayTile.tile must be str"),
        ("track", {"type": "lay_tile", "hex": "D15", "tile": "8"}, "LayTile lacks the field 'rotation'"),
        ("track", {"type": "fly"}, "unknown action type 'fly'"),
        ("token", BUY_STATION | {"hex": "Z9"}, "unknown hex 'Z9'"),
        ("token", BUY_STATION | {"city": 1}, "hex D17 has no stop 1"),
        ("token", BUY_STATION | {"city": -1}, "hex D17 has no stop -1"),
        ("run", {"type": "run_trains", "routes": []}, "name at least one route, or pass"),
        ("run", {"type": "run_trains", "routes": [{"train": "9", "path": []}]}, "unknown train '9'"),
        ("run", {"type": "run_trains", "routes": [{"train": "2", "path": ["Z9/0"]}]}, "unknown hex 'Z9'"),
        ("run", {"type": "run_trains", "routes": [{"train": "2", "path": ["C14/7"]}]}, "has no stop '7'"),
        (
            "run",
            {"type": "run_trains", "routes": [{"train": "2", "path": ["C14/0", "D17/0"]}]},
            "C14 and D17 are not neighbours",
        ),
        ("trains", {"type": "buy_train", "train": "9", "source": "depot"}, "unknown train '9'"),
        ("trains", {"type": "buy_train", "train": "3", "source": "shop"}, "not from 'shop'"),
    ],
)
def test_what_is_no_action(step: str, data: dict[str, Any], message: str) -> None:
    error = refusal(position(step), data)
    assert isinstance(error, piercy.InvalidAction)
    assert message in error.message
    assert error.rule is None


@pytest.mark.parametrize("name", ["CA", None])
def test_the_wrong_player(name: str | None) -> None:
    game = position("track")
    who = "a stranger" if name is None else player(game, name)
    error = refusal(game, {"type": "pass", "player": who})
    assert error.rule == "R56-1.5"
    assert error.message == f"it is {player(game, 'LPS')}'s decision, not {who}'s"


def test_nothing_is_done_after_the_end() -> None:
    over = random_game("1856-short", 2, 1)
    for data in ({"type": "pass"}, {"type": "lay_tile", "hex": "D15", "tile": "8", "rotation": 0}):
        for name in over.players:
            error = refusal(over, data | {"player": name})
            assert (error.rule, error.message) == ("R56-8.4", "the game is over")


def test_an_unknown_title() -> None:
    with pytest.raises(piercy.InvalidAction, match="unknown title '1830'; known: 1856-short"):
        piercy.new_game("1830", players=["Ada", "Bruno"])
