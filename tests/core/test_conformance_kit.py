"""The conformance kit passes what is right and finds what is wrong."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from tests.core import toy

from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction
from piercy.core.flow import Context
from piercy.core.game import new_game
from piercy.core.offers import Offer, OneOf, Range, Solved, Subset, Table
from piercy.testing import conformance, mutants


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as found:
        yield found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_toy_conforms(players: int, seed: int) -> None:
    game = conformance.run_conformance("toy", players, seed, thorough_every=1)
    assert game.over


def complaint(players: int = 3, seed: int = 1) -> str:
    with pytest.raises(AssertionError) as caught:
        conformance.run_conformance("toy", players, seed, thorough_every=1)
    assert re.search(rf"toy, {players} players, seed {seed}, after action \d+", str(caught.value))
    return str(caught.value)


def test_an_offer_that_is_refused(patch: pytest.MonkeyPatch) -> None:
    def offers(self: toy.TakeStep, ctx: toy.Ctx) -> list[Offer]:
        return [Offer(toy.Take, ctx.state.players[ctx.state.active], (Range("beans", 1, 4),))]

    patch.setattr(toy.TakeStep, "offers", offers)
    assert "is offered but refused" in complaint()


def test_an_empty_offer(patch: pytest.MonkeyPatch) -> None:
    def offers(self: toy.TakeStep, ctx: toy.Ctx) -> list[Offer]:
        return [Offer(toy.Take, ctx.state.players[ctx.state.active], (OneOf("beans", ()),))]

    patch.setattr(toy.TakeStep, "offers", offers)
    assert "has no action" in complaint()


def test_no_offer_where_none_may_pass(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.NameStep, "offers", lambda self, ctx: [])
    with pytest.raises(AssertionError, match="nothing is offered"):
        conformance.random_game("toy", 3, 1)


def test_a_rule_that_does_not_exist(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.TakeRound, "turn_rule", "R56-99.99")
    assert "'R56-99.99', which no digest has" in complaint()


def test_a_check_that_changes_the_state(patch: pytest.MonkeyPatch) -> None:
    def check(self: toy.GiveStep, ctx: Context[toy.ToyState], action: toy.Give) -> None:
        ctx.state.luck += 1
        raise IllegalAction(toy.LIMIT, "no")

    patch.setattr(toy.GiveStep, "check", check)
    patch.setattr(toy.GiveStep, "offers", lambda self, ctx: [])
    assert "changed" in complaint()


def test_a_check_that_breaks(patch: pytest.MonkeyPatch) -> None:
    def check(self: toy.GiveStep, ctx: toy.Ctx, action: toy.Give) -> None:
        ctx.state.hands[action.to]

    patch.setattr(toy.GiveStep, "check", check)
    assert "is not refused but fails: KeyError" in complaint()


def test_a_check_that_lets_too_much_through(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.GiveStep, "check", lambda self, ctx, action: None)
    assert "passes the check but fails: KeyError" in complaint()


def test_what_vanishes(patch: pytest.MonkeyPatch) -> None:
    def apply(self: toy.GiveStep, ctx: toy.Ctx, action: toy.Give) -> None:
        ctx.state.hand().beans -= 1
        ctx.state.given = True

    patch.setattr(toy.GiveStep, "apply", apply)
    assert "beans: there should be 40, there are 39" in complaint()


def test_memory_outside_the_state(patch: pytest.MonkeyPatch) -> None:
    count = iter(range(10_000))

    def begin(self: toy.TakeStep, ctx: toy.Ctx) -> None:
        ctx.state.luck = 2 * next(count)

    patch.setattr(toy.TakeStep, "begin", begin)
    assert "lead" in complaint() or "replay" in complaint()


def test_a_game_without_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.NameRound, "end", lambda self, ctx: "take")
    with pytest.raises(AssertionError, match="not over after 200 actions"):
        conformance.random_game("toy", 2, 1, cap=200)


def test_an_end_with_offers() -> None:
    game = new_game("toy", players=["Ada", "Bruno"])
    with pytest.raises(AssertionError, match="the game is not over"):
        conformance.check_over(game)


def test_open_to_everybody(patch: pytest.MonkeyPatch) -> None:
    game = new_game("toy", players=["Ada", "Bruno"])
    patch.setattr(type(game.title.referee), "check", lambda self, ctx, action: None)
    with pytest.raises(AssertionError, match="was not offered to"):
        conformance.check_offers(game)


def test_states_that_share_their_parts() -> None:
    one = toy.Hand(1, ["red"])
    with pytest.raises(AssertionError, match=r"state\.charms is shared"):
        conformance._assert_apart(one, toy.Hand(1, one.charms), "state")
    with pytest.raises(AssertionError, match=r"x\['a'\]\[0\] is shared"):
        conformance._assert_apart({"a": [one]}, {"a": [one]}, "x")


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mixed(Action):
    type = "toy_mixed"
    part: Part
    pair: tuple[str, int]
    maybe: int | None
    flag: bool


def test_blanks_of_every_kind() -> None:
    kinds = {type(action) for action in mutants.blanks("Ada", "toy")}
    assert {Pass, toy.Take, toy.Charm, toy.Name} <= kinds
    assert mutants._fields(Mixed) == {
        "player": "nowhere",
        "part": Part("nowhere", ()),
        "pair": ("nowhere", 0),
        "maybe": None,
        "flag": False,
    }


def test_mutants_change_one_thing() -> None:
    action = Mixed("Ada", Part("x", ("y", "z")), ("p", 4), None, True)
    data = action.to_dict()
    found = list(mutants.mutants(action))
    assert data not in found
    assert data | {"pair": ["p", 5]} in found
    assert data | {"part": {"name": "nowhere", "way": ["y", "z"]}} in found
    assert data | {"part": {"name": "x", "way": ["y", "z", "z"]}} in found
    assert {key: value for key, value in data.items() if key != "flag"} in found


def test_choosing_passes_now_and_then() -> None:
    game = new_game("toy", players=["Ada", "Bruno"])
    chance = Chance(1)
    passes = sum(isinstance(conformance.choose(game, chance), Pass) for _ in range(400))
    assert 60 < passes < 140


def test_what_is_legal_but_not_offered(patch: pytest.MonkeyPatch) -> None:
    def offers(self: toy.TakeStep, ctx: toy.Ctx) -> list[Offer]:
        return [Offer(toy.Take, ctx.state.players[ctx.state.active], (Range("beans", 1, 1),))]

    patch.setattr(toy.TakeStep, "offers", offers)
    assert "is legal, but it was not offered" in complaint()


def test_what_an_offer_covers() -> None:
    pair = Offer(Mixed, "Ada", (Table(("pair", "flag"), ((("p", 4), True), (("q", 5), False))),))
    action = Mixed("Ada", Part("x", ()), ("p", 4), None, True)
    assert pair.covers(action)
    assert not pair.covers(dataclasses.replace(action, flag=False))
    assert not pair.covers(dataclasses.replace(action, player="Bruno"))
    assert not pair.covers(Pass("Ada"))
    some = Offer(toy.Charm, "Ada", (Subset("charms", ("red", "red", "blue"), 1, 2),))
    for fitting in ("red blue", "blue red", "red red"):
        assert some.covers(toy.Charm("Ada", tuple(fitting.split())))
    for wrong in ("blue blue", "", "x", "red red blue"):
        assert not some.covers(toy.Charm("Ada", tuple(wrong.split())))
    assert Offer(toy.Charm, "Ada", (Subset("charms", ("red",)),)).covers(toy.Charm("Ada", ()))
    numbers = Offer(toy.Take, "Ada", (Range("beans", 2, 10, 4),))
    assert [n for n in range(12) if numbers.covers(toy.Take("Ada", n))] == [2, 6, 10]
    names = Offer(toy.Name, "Ada", (OneOf("friend", (None, "Bruno")),))
    assert names.covers(toy.Name("Ada", None))
    assert not names.covers(toy.Name("Ada", "Carla"))
    solved = Offer(toy.Give, "Ada", (Solved("to", lambda: ("Bruno",)),))
    assert solved.covers(toy.Give("Ada", "anybody"))


def test_rows_are_mixed() -> None:
    offer = Offer(Mixed, "Ada", (Table(("part", "pair", "maybe", "flag"), ((1, 2, 3, 4), (5, 6, 7, 8))),))
    assert len(set(conformance._crossed(offer, Chance(1)))) > 4
