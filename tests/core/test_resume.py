"""A game carried on from a saved state, its history told instead of played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.test_game import fresh, played

from piercy.core import plain
from piercy.core.actions import Action, Pass, Redo, Undo, read_action
from piercy.core.errors import InvalidAction
from piercy.core.events import Event
from piercy.core.game import Game, resume

Past = list[tuple[Action, tuple[Event, ...]]]


def told(game: Game) -> Past:
    """Every logged action with what happened through it; events of an undo are none."""
    past: Past = []
    again = fresh()
    for data in game.to_dict()["actions"]:
        action = read_action(data)
        again = again.apply(action)
        past.append((action, () if isinstance(action, Undo) else again.latest_events))
    return past


def with_undos() -> Game:
    game = played(20).undo().undo().undo().redo()
    return game.apply(game.actions(1)[0]).undo().redo()


@pytest.mark.parametrize(
    "make", [lambda: played(0), lambda: played(7), lambda: played(20).undo(), with_undos], ids=range(4)
)
def test_a_resumed_game_is_the_same_game(make: Callable[[], Game]) -> None:
    game = make()
    again = resume(fresh(), told(game), plain.copy(game.state))
    assert again.state == game.state
    assert again.to_json() == game.to_json()
    assert again.history == game.history
    assert again.log == game.log
    assert again.can_redo == game.can_redo


def test_it_goes_on_and_back_like_the_other() -> None:
    game = with_undos()
    again = resume(fresh(), told(game), plain.copy(game.state))
    for _ in range(5):
        action = game.actions(1)[0]
        game, again = game.apply(action), again.apply(action)
    assert again.state == game.state
    while game.history:
        game, again = game.undo(), again.undo()
        assert again.state == game.state
    assert not again.history


def test_the_state_is_not_shared() -> None:
    game = played(7)
    state: Any = plain.copy(game.state)
    again = resume(fresh(), told(game), state)
    state.heap += 1
    assert again.state == game.state


@pytest.mark.parametrize(("action", "word"), [(Undo("Ada"), "undo"), (Redo("Ada"), "redo")])
def test_a_history_that_cannot_be(action: Action, word: str) -> None:
    with pytest.raises(InvalidAction, match=f"nothing to {word}"):
        resume(fresh(), [(action, ())], fresh().state)


def test_a_told_action_forgets_what_was_undone() -> None:
    past: Past = [(Pass("Ada"), ()), (Undo("Ada"), ()), (Pass("Bruno"), ())]
    assert not resume(fresh(), past, fresh().state).can_redo
    assert resume(fresh(), past[:2], fresh().state).can_redo
