"""Actions and errors as data."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.toy import BeansTaken, Charm, Give, Name, Take

from piercy.core.actions import Action, Pass, action_type, action_types, read_action, vocabulary
from piercy.core.errors import BrokenSave, EngineError, IllegalAction, InvalidAction, StaleAction
from piercy.core.events import Event, read_event
from piercy.core.plain import PlainError

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "action", [Pass("a"), Take("a", 3), Charm("a", ("red", "blue")), Give("a", "b"), Name("a", None)]
)
def test_round_trip(action: Action) -> None:
    data = action.to_dict()
    assert data["type"] == action.type
    assert read_action(data) == action


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "an action must be an object with a 'type', not NoneType"),
        ([], "an action must be an object with a 'type', not list"),
        ({}, "unknown action type None"),
        ({"type": "fly"}, "unknown action type 'fly'"),
        ({"type": ["pass"]}, "unknown action type ['pass']"),
        ({"type": "pass"}, "pass: Pass lacks the field 'player'"),
        ({"type": "pass", "player": 1}, "pass: Pass.player must be str, not 1"),
        ({"type": "pass", "player": "a", "x": 1}, "pass: Pass has no field 'x'"),
        ({"type": "toy_take", "player": "a", "beans": True}, "toy_take: Take.beans must be int, not True"),
        (
            {"type": "toy_charm", "player": "a", "charms": "red"},
            "toy_charm: Charm.charms must be a list, not 'red'",
        ),
    ],
)
def test_what_is_no_action(data: Any, message: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        read_action(data)
    assert caught.value.message == message
    assert caught.value.rule is None


def test_deeply_nested_values_are_refused() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(InvalidAction):
        read_action({"type": nested})


@given(plain_values | st.dictionaries(st.sampled_from(["type", "player", "beans", "charms"]), plain_values))
def test_reading_anything(data: Any) -> None:
    with contextlib.suppress(EngineError):
        read_action(data)


@given(
    st.sampled_from(["pass", "undo", "redo", "toy_take", "toy_charm", "toy_give", "toy_name"]),
    st.dictionaries(st.sampled_from(["player", "beans", "charms", "to", "friend", "{x}"]), plain_values),
)
def test_reading_a_known_type_with_anything(kind: str, fields: dict[str, Any]) -> None:
    try:
        action = read_action({"type": kind, **fields})
    except InvalidAction:
        return
    assert read_action(action.to_dict()) == action


def test_type_names_are_unique() -> None:
    @dataclass(frozen=True, slots=True)
    class Again(Action):
        type = "pass"

    @dataclass(frozen=True, slots=True)
    class Nameless(Action):
        pass

    for kind in (Again, Nameless):
        with pytest.raises(ValueError, match="type name of its own"):
            action_type(kind)
        with pytest.raises(ValueError, match="type name of its own"):
            vocabulary([kind])
    assert action_types()["pass"] is Pass
    assert list(action_types()) == sorted(action_types())


def test_errors_are_data() -> None:
    illegal = IllegalAction("R56-1.1", "{a} not {b!r}", a=1, b="x")
    assert illegal.to_dict() == {"code": "illegal", "message": "1 not 'x'", "rule": "R56-1.1"}
    assert str(illegal) == "1 not 'x' [R56-1.1]"
    assert illegal.template == "{a} not {b!r}"
    assert dict(illegal.fields) == {"a": 1, "b": "x"}
    assert InvalidAction("plain {text}").message == "plain {text}"
    codes = {kind.code for kind in (EngineError, InvalidAction, IllegalAction, StaleAction, BrokenSave)}
    assert len(codes) == 5


def test_events_are_data() -> None:
    event = BeansTaken("a", 2)
    assert event["beans"] == 2
    assert event.to_dict() == {"event": "toy_taken", "player": "a", "beans": 2}
    assert read_event(event.to_dict()) == event


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"event": "nothing"},
        {"event": "toy_taken"},
        {"event": "toy_taken", "player": 1, "beans": 2},
    ],
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(PlainError):
        read_event(data)


def test_an_event_has_one_shape() -> None:
    with pytest.raises(ValueError, match="declared twice"):

        class Other(Event, key="toy_taken"):
            pips: int
