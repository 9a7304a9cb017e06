"""Games from outside: new ones, saved ones, undo and redo."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.test_actions import plain_values
from tests.core.toy import Toy, ToyState

from piercy.core import registry
from piercy.core.actions import Pass, Redo, Undo
from piercy.core.errors import BrokenSave, EngineError, InvalidAction
from piercy.core.flow import Flow
from piercy.core.game import Game, from_dict, from_json, new_game, replay
from piercy.core.title import POINT
from piercy.testing.conformance import random_game

PLAYERS = ["Ada", "Bruno", "Carla"]


def fresh() -> Game:
    return new_game("toy", players=PLAYERS, seed=3, options={"limit": 3})


def played(count: int) -> Game:
    game = fresh()
    for _ in range(count):
        game = game.apply(game.actions(1)[0])
    return game


def saved(**changes: Any) -> str:
    return json.dumps(played(6).to_dict() | changes)


def test_equal_arguments_give_equal_games() -> None:
    assert fresh().digest() == fresh().digest()
    assert fresh().to_json() == fresh().to_json()
    orders = {new_game("toy", players=PLAYERS, seed=seed).state_as(ToyState).players for seed in range(20)}
    assert len(orders) > 1
    assert fresh().setup.options == {"heap": 40, "limit": 3, "friendly": False}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": "chess"}, "unknown title 'chess'"),
        ({"players": ["Ada"]}, "toy is for 2 to 4 players, not 1"),
        ({"players": list("abcde")}, "not 5"),
        ({"players": ["Ada", "Ada"]}, "a name of their own"),
        ({"players": ["Ada", " "]}, "1 to 40 characters"),
        ({"players": ["Ada", "x" * 41]}, "1 to 40 characters"),
        ({"players": "Ada"}, "a list of names"),
        ({"players": ["Ada", 1]}, "a list of names"),
        ({"players": ["Ada", "\ud800"]}, "name"),
        ({"seed": True}, "the seed must be a whole number, not True"),
        ({"seed": "1"}, "the seed must be a whole number, not '1'"),
        ({"options": {"speed": 1}}, "toy has no option 'speed'"),
        ({"options": {"limit": 4}}, "option 'limit' may be 3, 5, not 4"),
        ({"options": {"limit": True}}, "not True"),
        ({"options": {"friendly": 1}}, "option 'friendly' may be False, True, not 1"),
        ({"options": {"heap": -1}}, "option 'heap' may be a whole number from 0 to 1000000, not -1"),
        ({"options": {"heap": [1]}}, "not [1]"),
    ],
)
def test_what_makes_no_game(changes: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"title": "toy", "players": PLAYERS} | changes
    title = arguments.pop("title")
    with pytest.raises(InvalidAction) as caught:
        new_game(title, **arguments)
    assert message in caught.value.message


def test_titles_are_registered_once_and_built_once() -> None:
    assert "toy" in registry.titles()
    assert registry.title("toy") is registry.title("toy")
    with pytest.raises(ValueError, match="registered twice"):
        registry.register("toy", Toy)


def test_registering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_MAKERS", {})
    before = registry.titles()
    registry.register("toy", Toy)
    assert registry.titles() == [*before, "toy"]


def test_a_game_is_a_value() -> None:
    game = fresh()
    before = game.to_json()
    game.apply(game.actions(1)[0])
    assert game.to_json() == before
    assert game.seq == 0
    assert game.history == ()
    assert game.latest_events == game.log


def test_actions_up_to_a_limit() -> None:
    game = played(4)
    everything = game.actions()
    assert len(everything) > 3
    for limit in range(len(everything) + 2):
        assert game.actions(limit) == everything[:limit]


def test_undo_leads_back_step_by_step() -> None:
    game, before = fresh(), []
    for _ in range(40):
        before.append(game)
        game = game.apply(game.actions(1)[0])
    end = game
    for earlier in reversed(before):
        game = game.undo()
        assert game.state == earlier.state
        assert game.history == earlier.history
        assert game.log == earlier.log
    assert game.seq == 80
    with pytest.raises(InvalidAction, match="nothing to undo"):
        game.undo()
    for _ in range(40):
        game = game.redo()
    assert game.state == end.state
    assert game.log == end.log
    assert not game.can_redo
    with pytest.raises(InvalidAction, match="nothing to redo"):
        game.redo()
    again = from_json(game.to_json())
    assert again.seq == 120
    assert again.state == game.state


@pytest.mark.parametrize("kind", [Undo, Redo])
def test_nobody_from_outside_takes_back(kind: type[Undo] | type[Redo]) -> None:
    game = played(3).undo()
    for refused in (game.check, game.apply):
        with pytest.raises(InvalidAction, match="there is no player 'stranger'"):
            refused(kind("stranger"))
    assert game.apply(kind("Bruno")).seq == game.seq + 1
    with pytest.raises(BrokenSave, match=r"action 1 \((un|re)do\) is refused: there is no player"):
        replay(fresh(), [kind("stranger")])


def test_nothing_to_undo_at_the_start() -> None:
    for action, word in ((Undo("Ada"), "undo"), (Redo("Ada"), "redo")):
        with pytest.raises(InvalidAction, match=f"nothing to {word}"):
            fresh().check(action)


def test_a_new_action_forgets_what_was_undone() -> None:
    back = next(game for n in range(18, 30) if (game := played(n)).offers()[-1].action is Pass)
    game = back.apply(back.actions(1)[0])
    game = game.apply(game.actions(1)[0])
    back = game.undo().undo()
    other = back.apply(Pass(back.actor or ""))
    assert not other.can_redo
    assert other.history[:-1] == game.history[:-2]
    assert back.can_redo
    assert back.redo().redo().state == game.state
    assert [a["type"] for a in other.to_dict()["actions"][-3:]] == ["undo", "undo", "pass"]
    assert from_json(other.to_json()).state == other.state


def test_branches_do_not_disturb_each_other() -> None:
    game = played(17)
    branches = [game.apply(action) for action in game.actions()]
    digests = [branch.digest() for branch in branches]
    for branch in branches:
        assert branch.undo().digest() == game.digest()
    assert [branch.digest() for branch in branches] == digests


def test_scores_and_winners() -> None:
    game = fresh()
    assert set(game.scores()) == set(PLAYERS)
    assert game.winners() == []
    assert game.title.winners(game.state) == list(game.scores()), "all have nothing yet"
    end = random_game("toy", 3, 1)
    best = max(end.scores().values())
    assert end.winners() == [name for name, score in end.scores().items() if score == best]
    assert end.title.prospects(end.state, "Ada") == end.scores()["Ada"] * POINT


def test_saved_and_read_back() -> None:
    game = played(25)
    again = from_json(game.to_json())
    assert again.state == game.state
    assert again.log == game.log
    assert again.setup == game.setup
    assert again.to_json() == game.to_json()


def test_replay_numbers_the_refused_action() -> None:
    with pytest.raises(BrokenSave, match=r"action 1 \(pass\) is refused: it is .* decision"):
        replay(fresh(), [Pass("stranger")])


BROKEN = [
    ("", "this is not JSON"),
    ("{", "this is not JSON"),
    ("[]", "not a saved game of format 1, 2"),
    ("{}", "not a saved game of format 1, 2"),
    ('{"piercy": 3}', "not a saved game of format 1, 2"),
    ('{"piercy": true}', "not a saved game of format 1, 2"),
    ('{"piercy": 1}', "the field 'title' is missing"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_what_is_no_saved_game(text: str, message: str) -> None:
    with pytest.raises(BrokenSave) as caught:
        from_json(text)
    assert message in caught.value.message


@pytest.mark.parametrize(
    "name", ["title", "rules_version", "players", "seed", "options", "actions", "digest"]
)
def test_missing_and_mistyped_fields(name: str) -> None:
    data = played(6).to_dict()
    for broken in ({k: v for k, v in data.items() if k != name}, data | {name: None}, data | {name: True}):
        with pytest.raises(BrokenSave, match=f"the field '{name}' is missing or is not a"):
            from_dict(broken)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": "chess"}, "unknown title 'chess'"),
        ({"options": {"speed": 1}}, "has no option 'speed'"),
        ({"players": ["Ada"]}, "toy is for 2 to 4 players"),
        ({"players": ["Ada", "Bruno", "\ud800"], "actions": []}, ""),
        ({"actions": [1]}, "action 1: an action must be an object"),
        ({"actions": [{"type": "fly"}]}, "action 1: unknown action type 'fly'"),
        ({"actions": [{"type": "pass", "player": "{x}"}]}, "action 1 (pass) is refused"),
        (
            {"actions": [{"type": "undo", "player": "Ada"}]},
            "action 1 (undo) is refused: there is nothing to undo",
        ),
        ({"actions": []}, "does not replay to the state"),
        ({"seed": 4}, ""),
        ({"digest": "0" * 32}, "rules version 1, now 1"),
        (
            {"rules_version": 7},
            "rules version 7 of toy is not known here (the latest is 1)",
        ),
        ({"rules_version": 0}, "rules version 0 of toy is not known here"),
    ],
)
def test_tampering_is_found(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenSave) as caught:
        from_json(saved(**changes))
    assert message in caught.value.message


def test_truncated_text() -> None:
    text = saved()
    for length in range(0, len(text), 7):
        with pytest.raises(BrokenSave):
            from_json(text[:length])


def test_numbers_too_long_to_read() -> None:
    with pytest.raises(BrokenSave):
        from_json('{"piercy": 1, "seed": ' + "9" * 10_000 + "}")


def test_nesting_too_deep_to_read() -> None:
    for depth in (900, 5000, 100_000):
        nested = "[" * depth + "]" * depth
        for text in (nested, saved().replace("[", f"[{nested},", 1), saved().replace('"pass"', nested)):
            with contextlib.suppress(EngineError):
                from_json(text)


@given(st.text() | plain_values.map(json.dumps))
def test_reading_any_text(text: str) -> None:
    with pytest.raises(BrokenSave):
        from_json(text)


@given(
    st.dictionaries(
        st.sampled_from(["title", "rules_version", "players", "seed", "options", "actions", "digest"]),
        plain_values | st.lists(st.text()) | st.integers(),
    )
)
def test_reading_almost_a_saved_game(changes: dict[str, Any]) -> None:
    data = played(6).to_dict() | changes
    with contextlib.suppress(BrokenSave):
        from_json(json.dumps(data))


@pytest.mark.parametrize("seed", range(5))
def test_random_games_read_back(seed: int) -> None:
    game = random_game("toy", 3, seed)
    assert from_json(game.to_json()).log == game.log


def test_the_state_of_another_title_is_not_taken_for_ours() -> None:
    @dataclass(slots=True)
    class Other:
        flow: Flow

    game = fresh()
    assert game.state_as(ToyState) is game.state
    with pytest.raises(TypeError, match="a game of toy has no Other"):
        game.state_as(Other)
