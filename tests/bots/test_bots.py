"""Bots choose from the offers, and games between them end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

import piercy
from piercy.bots import BOTS, Bot, GreedyBot, RandomBot, Unfinished, make_bot, play_out
from piercy.core import record, registry
from piercy.core.actions import Action, Pass
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction, InvalidAction
from piercy.core.flow import Context, Flow, Round, Step
from piercy.core.game import Game, Setup
from piercy.core.offers import Offer, Range
from piercy.core.title import Options, Title


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take some from the heap."""

    type = "take"

    count: int


@dataclass(slots=True)
class Heap:
    """A heap that players take from in turn."""

    flow: Flow
    players: list[str]
    left: int
    turn: int = 0
    taken: dict[str, int] = field(default_factory=dict)


class Taking(Step[Heap, Take]):
    """Take one to three, or pass."""

    name = "take"
    actions = (Take,)

    def actor(self, ctx: Context[Heap]) -> str | None:
        state = ctx.state
        return state.players[state.turn % len(state.players)] if state.left else None

    def offers(self, ctx: Context[Heap]) -> list[Offer]:
        return [Offer(Take, self.actor(ctx) or "", (Range("count", 1, min(3, ctx.state.left)),))]

    def check(self, ctx: Context[Heap], action: Any) -> None:
        if not 1 <= action.count <= min(3, ctx.state.left):
            raise IllegalAction("T-1", "one to three")

    def apply(self, ctx: Context[Heap], action: Any) -> None:
        ctx.state.left -= action.count
        ctx.state.taken[action.player] = ctx.state.taken.get(action.player, 0) + action.count
        ctx.next_step()


class Turns(Round[Heap]):
    """Round the table until the heap is gone."""

    steps = (Taking(),)
    turn_rule = step_rule = "T-2"

    def next_turn(self, ctx: Context[Heap]) -> bool:
        ctx.state.turn += 1
        return ctx.state.left > 0

    def end(self, ctx: Context[Heap]) -> str | None:
        return None


class HeapTitle(Title[Heap]):
    """The game of the heap."""

    id = "heap"
    name = "Heap"
    description = "Take from the heap."
    rules_version = 1
    player_counts = range(2, 5)
    state_type = Heap
    over_rule = "T-3"

    @cached_property
    def rounds(self) -> Mapping[str, Round[Heap]]:
        return {"turns": Turns()}

    def setup(self, players: tuple[str, ...], options: Options, chance: Chance) -> Heap:
        return Heap(Flow("turns"), list(players), 30)

    def scores(self, state: Heap) -> dict[str, int]:
        return {name: state.taken.get(name, 0) for name in state.players}

    def conserved(self, state: Heap) -> dict[str, tuple[int, int]]:
        return {"heap": (30, state.left + sum(state.taken.values()))}


def heap(*players: str) -> Game:
    title = HeapTitle()
    return Game(Setup("heap", players, 0, {}, 1), record.begin(title, title.setup(players, {}, Chance(0))))


class Greedy:
    """Takes as much as it may, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def choose(self, game: Game, chance: Chance) -> Action:
        self.asked[game.actor or ""] += 1
        return game.offers()[0].actions()[-1]


def test_a_random_game_ends_and_is_the_same_again() -> None:
    games = [play_out(heap("Ann", "Bob"), [RandomBot()], Chance(7), 1000) for _ in range(2)]
    assert games[0].over
    assert sum(games[0].scores().values()) == 30
    assert games[0].digest() == games[1].digest()
    assert games[0].history == games[1].history


def test_random_passes_about_once_in_four() -> None:
    game, chance = heap("Ann", "Bob"), Chance(1)
    chosen = Counter(RandomBot().choose(game, chance).type for _ in range(2000))
    assert 400 < chosen["pass"] < 600
    assert chosen["take"] == 2000 - chosen["pass"]


def test_random_chooses_legal_actions_only() -> None:
    game, chance = heap("Ann", "Bob", "Cid"), Chance(3)
    while not game.over:
        action = RandomBot().choose(game, chance)
        game.check(action)
        game = game.apply(action)
    with pytest.raises(InvalidAction, match="nothing to choose"):
        RandomBot().choose(game, chance)


def test_seats_cycle_through_the_bots() -> None:
    one, two = Greedy(), Greedy()
    bots: list[Bot] = [one, two]
    play_out(heap("Ann", "Bob", "Cid"), bots, Chance(0), 100)
    assert set(one.asked) == {"Ann", "Cid"}
    assert set(two.asked) == {"Bob"}


def test_a_game_that_takes_too_long_is_an_error() -> None:
    with pytest.raises(Unfinished, match="not over after 9 actions"):
        play_out(heap("Ann", "Bob"), [Greedy()], Chance(0), 9)
    assert play_out(heap("Ann", "Bob"), [Greedy()], Chance(0), 10).over


def test_no_bots_is_an_error() -> None:
    with pytest.raises(InvalidAction, match="at least one bot"):
        play_out(heap("Ann", "Bob"), [], Chance(0), 9)


def test_bots_have_names() -> None:
    assert "random" in BOTS
    assert isinstance(make_bot("random"), RandomBot)
    with pytest.raises(InvalidAction, match="unknown bot 'clever'; known: club, greedy, random"):
        make_bot("clever")


def test_a_bot_that_can_only_pass_passes() -> None:
    class Stuck(Taking):
        def offers(self, ctx: Context[Heap]) -> list[Offer]:
            return []

    class StuckTurns(Turns):
        steps = (Stuck(),)

    title = HeapTitle()
    title.__dict__["rounds"] = {"turns": StuckTurns()}
    state = title.setup(("Ann", "Bob"), {}, Chance(0))
    game = Game(Setup("heap", ("Ann", "Bob"), 0, {}, 1), record.begin(title, state))
    assert isinstance(RandomBot().choose(game, Chance(0)), Pass)


def test_greedy_beats_random_in_most_games() -> None:
    wins = 0
    for seed in range(6):
        game = piercy.new_game("1856-short", players=["Ann", "Bob"], seed=seed)
        mine = game.players[seed % 2]
        bots: list[Bot] = [GreedyBot(), RandomBot()] if seed % 2 == 0 else [RandomBot(), GreedyBot()]
        scores = play_out(game, bots, Chance(seed), 5000).scores()
        wins += scores[mine] > max(score for name, score in scores.items() if name != mine)
    assert wins >= 5


def test_greedy_only_does_what_is_offered() -> None:
    game = piercy.new_game("1856-short", players=["Ann", "Bob", "Cy"], seed=3)
    chance = Chance(1)
    for _ in range(20):
        action = GreedyBot().choose(game, chance)
        game.check(action)
        game = game.apply(action)


@pytest.mark.parametrize(("title", "players"), [("1865-short", 2), ("18cz-bohemia", 2), ("1856-short", 3)])
def test_greedy_bots_alone_finish_a_game(title: str, players: int) -> None:
    """They do not go on making each other the same offers for ever."""
    bounded = registry.title(title).simulation_options()
    game = piercy.new_game(title, players=["Ann", "Bob", "Cy"][:players], seed=1, options=bounded)
    assert play_out(game, [make_bot("greedy")], Chance(1), 3000).over
