"""Names of actions: those that titles share mean one thing; a title's own may be another title's, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import pytest
from tests.core.toy import Take, TakeRound, TakeStep, Toy, ToyState

import piercy
from piercy.core import registry
from piercy.core.actions import Action, Pass, action_types, read_action
from piercy.core.errors import InvalidAction
from piercy.core.flow import Round


@dataclass(frozen=True, slots=True)
class Grab(Action):
    """Called as the toy title calls its ``Take``."""

    type = "toy_take"
    hands: int


@dataclass(frozen=True, slots=True)
class FalsePass(Action):
    """Called as what every title has."""

    type = "pass"


class Others(Toy):
    """A title whose first round is played with an action of its own."""

    own: ClassVar[type[Action]]

    @cached_property
    def rounds(self) -> Mapping[str, Round[ToyState]]:
        step = type("Step", (TakeStep,), {"actions": (self.own,)})
        return {**super().rounds, "take": type("Round", (TakeRound,), {"steps": (step(),)})()}


class Grabbing(Others):
    id = "grabbing"
    own = Grab


class Misnamed(Others):
    id = "misnamed"
    own = FalsePass


@pytest.fixture(autouse=True)
def two_more() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MAKERS, "grabbing", Grabbing)
        patch.setitem(registry._MAKERS, "misnamed", Misnamed)
        yield


def test_two_titles_may_give_one_name_to_two_actions() -> None:
    assert read_action({"type": "toy_take", "player": "a", "beans": 2}, "toy") == Take("a", 2)
    assert piercy.action({"type": "toy_take", "player": "a", "hands": 2}, title="grabbing") == Grab("a", 2)
    with pytest.raises(InvalidAction, match="toy_take: Grab has no field 'beans'"):
        read_action({"type": "toy_take", "player": "a", "beans": 2}, "grabbing")


def test_a_name_of_several_titles_is_read_with_the_title_only() -> None:
    with pytest.raises(InvalidAction, match="several titles have an action toy_take: say which title it is"):
        read_action({"type": "toy_take", "player": "a", "beans": 2})
    assert "toy_take" not in action_types()
    assert (action_types("toy")["toy_take"], action_types("grabbing")["toy_take"]) == (Take, Grab)


def test_a_name_of_one_title_needs_none() -> None:
    data = {"type": "take_maritime", "player": "a", "card": "M1"}
    assert read_action(data) == read_action(data, "1865") == read_action(data, "1865-short")
    with pytest.raises(InvalidAction, match="unknown action type 'take_maritime'"):
        read_action(data, "18cz")
    with pytest.raises(InvalidAction, match="unknown title '1999'"):
        read_action(data, "1999")


def test_shared_names_mean_the_same_in_every_title() -> None:
    for title in (None, "toy", *piercy.titles()):
        assert read_action({"type": "pass", "player": "a"}, title) == Pass("a")
        assert action_types(title)["pass"] is Pass


def test_a_title_that_takes_a_shared_name_is_broken() -> None:
    assert registry.broken()["misnamed"] == "an action needs a type name of its own, not 'pass'"
    assert "misnamed" not in piercy.titles()


def test_a_saved_game_is_read_in_the_words_of_its_title() -> None:
    game = piercy.new_game("toy", players=["a", "b"])
    game = game.apply(Take(str(game.actor), 2))
    assert piercy.from_json(game.to_json()).digest() == game.digest()
