"""What ``make bench`` measures, and the page it writes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import piercy
from piercy.bench.cz_sample import sample_figures
from piercy.bench.router_stress import run_stress, summary
from piercy.bots.arena import play_out
from piercy.bots.roster import make_bot
from piercy.core import plain, registry
from piercy.core.actions import Action
from piercy.core.chance import Chance
from piercy.core.game import Game

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
LONG_GAME = 600
"""Actions at least in the game that is measured: short games hide growth."""
TRIES = (("random", 30), ("greedy", 5))


def run_all() -> dict[str, Any]:
    """All measurements, as plain data."""
    return {
        "engine": {title: engine_figures(title) for title in piercy.titles()},
        "router": router_figures(),
        "sample": sample_figures() or {},
    }


def engine_figures(title: str) -> dict[str, float]:
    """How fast a long game of a title is replayed, copied and offered."""
    fresh, game = long_game(title)
    actions = game.history
    seconds = _best(lambda: piercy.replay(fresh, actions))
    late = piercy.replay(fresh, actions[: -len(actions) // 10])
    first, last = _quarters(fresh, actions)
    alike = growth_alike(first, last)
    return {
        "actions": len(actions),
        "replayed actions per second": round(len(actions) / seconds),
        "state copy in microseconds": round(1e6 * _best(lambda: plain.copy(late.state)), 1),
        "late offers in milliseconds, worst": round(1e3 * _worst_offers(late, actions[late.seq :]), 2),
        "last quarter against first, per action": round(_mean(last) / _mean(first), 2),
        "last quarter against first, same kinds of action": round(alike, 2),
    }


def long_game(title: str) -> tuple[Game, Game]:
    """A game of the most players, fresh and finished: the first of LONG_GAME actions, else the longest found.

    Random games come first, then those of bots who know what they do: they end later in some titles.
    """
    best: tuple[Game, Game] | None = None
    for bot, games in TRIES:
        for seed in range(games):
            bounded = registry.title(title).simulation_options()
            fresh = piercy.new_game(title, players=NAMES[: _most_players(title)], seed=seed, options=bounded)
            game = play_out(fresh, [make_bot(bot)], Chance(seed), 100_000)
            if best is None or len(game.history) > len(best[1].history):
                best = fresh, game
            if len(game.history) >= LONG_GAME:
                return best
    assert best is not None
    return best


def router_figures() -> dict[str, Any]:
    """The router on its stress set."""
    results = run_stress()
    each = [asdict(result) | {"seconds": round(result.seconds, 4)} for result in results]
    return summary(results) | {"each": each}


def _most_players(title: str) -> int:
    return registry.title(title).player_counts[-1]


def _worst_offers(game: Game, actions: tuple[Action, ...]) -> float:
    worst = 0.0
    for action in actions:
        # the first look fills caches that live as long as the process
        game.offers()
        worst = max(worst, _best(game.offers))
        game = game.apply(action)
    return worst


Timings = list[tuple[str, float]]
"""The kind of each action and what it took."""


def growth_alike(first: Timings, last: Timings) -> float:
    """What the last actions take against what as many of the first of the same kinds would have taken.

    Kinds of action that only one of the two lists has are left out: late turns run trains, early ones bid.
    """
    early: dict[str, list[float]] = {}
    for kind, seconds in first:
        early.setdefault(kind, []).append(seconds)
    shared = [(kind, seconds) for kind, seconds in last if kind in early]
    return sum(seconds for _, seconds in shared) / sum(statistics.mean(early[kind]) for kind, _ in shared)


def _mean(timings: Timings) -> float:
    return statistics.mean(seconds for _, seconds in timings)


def _quarters(fresh: Game, actions: tuple[Action, ...]) -> tuple[Timings, Timings]:
    """What each action of the first and the last quarter of a replay takes."""
    quarter = len(actions) // 4
    late = piercy.replay(fresh, actions[:-quarter])
    return _timings(fresh, actions[:quarter]), _timings(late, actions[-quarter:])


def _timings(game: Game, actions: tuple[Action, ...], times: int = 5) -> Timings:
    """The shortest of several timings of each action of a replay."""
    passes = []
    for _ in range(times):
        marks: list[float] = []
        piercy.replay(game, _noting(actions, marks))
        marks.append(time.process_time())
        passes.append([end - start for start, end in pairwise(marks)])
    best = map(min, zip(*passes, strict=True))
    return [(action.type, seconds) for action, seconds in zip(actions, best, strict=True)]


def _noting(actions: tuple[Action, ...], marks: list[float]) -> Iterator[Action]:
    """The actions, each handed out with a look at the clock."""
    for action in actions:
        marks.append(time.process_time())
        yield action


def _best(call: Callable[[], object], times: int = 5) -> float:
    """The shortest of several timings: what the work takes when nothing else disturbs it."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        call()
        seconds.append(time.process_time() - start)
    return min(seconds)


def page(figures: dict[str, Any]) -> str:
    """The figures as the Markdown page ``docs/benchmarks.md``."""
    lines = [
        "# Benchmarks",
        "",
        "Measured by `make bench`, which writes this page. One process, CPython; times are processor time.",
        "Early turns are mostly passes, late ones run trains: that alone makes the last quarter of a short",
        "game dearer. The line about the same kinds of action leaves it out.",
        "",
    ]
    for title, engine in figures["engine"].items():
        lines += [f"## Engine: {title}", "", "A long game of bots, with the most players.", ""]
        lines += _table(("what", "figure"), engine.items())
    router = dict(figures["router"])
    each = router.pop("each")
    lines += ["## Router", "", "The stress set: dense boards, long trains; every answer with its proof.", ""]
    lines += _table(("what", "figure"), router.items())
    columns = ("name", "stops", "links", "total", "proven", "nodes", "seconds")
    lines += _table(columns, ([row[column] for column in columns] for row in each))
    lines += ["## A real game", "", "18CZ 29247 of 18xx.games: read, replayed and priced.", ""]
    lines += _table(("what", "figure"), figures["sample"].items()) if figures["sample"] else ["Not at hand."]
    return "\n".join(lines).rstrip() + "\n"


def _table(heads: tuple[str, ...], rows: Any) -> list[str]:
    made = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    return [*made, *("| " + " | ".join(map(str, row)) + " |" for row in rows), ""]
