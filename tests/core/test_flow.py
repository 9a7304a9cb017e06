"""Rounds, steps and the referee, by the toy title."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.core.toy import LIMIT, NAMED, ORDER, OVER, TURN, Charm, Drop, Give, Name, Take, ToyState

from piercy.core.actions import Action, Pass
from piercy.core.errors import IllegalAction
from piercy.core.flow import Context, Memo
from piercy.core.game import Game, new_game


def start(**options: int) -> Game:
    return new_game("toy", players=["Ada", "Bruno"], seed=0, options=options)


def until(game: Game, reached: Callable[[Game], bool]) -> Game:
    """Play takes of one bean, and nothing else that can be declined, until a position is reached."""
    while not reached(game):
        offers = game.offers()
        first = offers[0].actions(1)[0]
        declines = isinstance(first, Charm | Give)
        game = game.apply(offers[-1].actions(1)[0] if declines else first)
    return game


def can(game: Game, kind: type[Action]) -> bool:
    return any(offer.action is kind for offer in game.offers())


def refusal(game: Game, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        game.check(action)
    with pytest.raises(IllegalAction):
        game.apply(action)
    return caught.value.rule


def test_the_first_turn_is_set_up() -> None:
    game = start()
    assert game.actor == game.state_as(ToyState).players[0]
    assert [event.key for event in game.log] == ["toy_cycle", "toy_luck"]
    assert [offer.type for offer in game.offers()] == ["toy_take", "pass"]
    assert game.state.flow.begun


def test_only_the_actor_acts() -> None:
    game = start()
    first, second = game.state_as(ToyState).players
    assert refusal(game, Take(second, 1)) == TURN
    assert refusal(game, Pass("stranger")) == TURN
    assert refusal(game, Name(first, None)) == ORDER
    assert refusal(game, Take(first, 4)) == LIMIT
    assert refusal(game, Give(first, second)) == ORDER


def test_anytime_steps_stand_beside_the_current_one() -> None:
    game = until(start(), lambda g: can(g, Give) and can(g, Take))
    actor = game.actor
    assert actor is not None
    other = next(name for name in game.players if name != actor)
    assert [offer.type for offer in game.offers()] == ["toy_take", "toy_give", "pass"]
    assert refusal(game, Give(actor, actor)) == LIMIT
    assert refusal(game, Give(other, actor)) == TURN
    after = game.apply(Give(actor, other))
    assert after.actor == actor
    assert not can(after, Give)
    assert can(after, Take)


def test_interrupts_come_first_and_cannot_be_declined() -> None:
    game = start(limit=3)
    while game.actor is not None and game.state_as(ToyState).hands[game.actor].beans < 2:
        game = until(game.apply(Take(game.actor, 2)), lambda g: can(g, Take))
    name = game.actor
    assert name is not None
    game = game.apply(Take(name, 2))
    assert game.actor == name
    assert [offer.type for offer in game.offers()] == ["toy_drop"]
    assert refusal(game, Pass(name)) == LIMIT
    assert refusal(game, Take(name, 1)) == ORDER
    assert refusal(game, Drop(name, 2)) == LIMIT
    game = game.apply(Drop(name, 1))
    assert game.state_as(ToyState).hands[name].beans == 3
    assert not can(game, Drop)


def test_steps_without_a_decision_are_skipped() -> None:
    game = start(heap=1)
    game = game.apply(game.offers()[0].actions(1)[0])
    game = until(game, lambda g: can(g, Name))
    keys = [event.key for event in game.log]
    assert keys.count("toy_luck") == 2, "begin is called for a step that is then skipped"
    assert keys.count("toy_taken") == 1


def test_passing_leaves_the_step() -> None:
    game = start()
    assert game.actor is not None
    after = game.apply(Pass(game.actor))
    assert after.latest_events[0].key == "passed"
    now, then = game.state_as(ToyState), after.state_as(ToyState)
    assert then.heap == now.heap
    assert (then.active, then.flow.step) != (now.active, now.flow.step)


def test_a_step_may_refuse_a_pass() -> None:
    game = until(start(), lambda g: can(g, Name))
    first = game.state_as(ToyState).players[0]
    assert game.actor == first
    assert [offer.type for offer in game.offers()] == ["toy_name"]
    assert refusal(game, Pass(first)) == NAMED
    assert game.apply(Name(first, None)).state.flow.round == "take"


def test_the_end() -> None:
    game = until(start(), lambda g: g.over)
    assert game.actor is None
    assert game.offers() == []
    assert game.actions() == []
    assert game.log[-1].key == "game_over"
    assert refusal(game, Pass(game.players[0])) == OVER


def test_what_is_derived_is_made_once_and_forgotten_at_a_touch() -> None:
    ctx, made = Context(start().state), list[str]()
    doubled, other = Memo[int]("doubled"), Memo[int]("doubled")

    def twice(number: int) -> int:
        made.append(str(number))
        return 2 * number

    def kept(number: int) -> int:
        return ctx.kept(doubled, lambda: twice(number), number)

    assert [kept(1), kept(2), kept(1), kept(2)] == [2, 4, 2, 4]
    assert made == ["1", "2"]
    assert ctx.kept(other, lambda: 7, 1) == 7, "each memo is for itself, whatever it is called"
    ctx.touch()
    assert ctx.kept(doubled, lambda: 9, 1) == 9
    assert repr(doubled) == "Memo('doubled')"


def test_that_nothing_was_found_is_kept_too() -> None:
    ctx, nothing = Context(start().state), Memo[int | None]("nothing")
    assert ctx.kept(nothing, lambda: None) is None
    assert ctx.kept(nothing, lambda: 5) is None
