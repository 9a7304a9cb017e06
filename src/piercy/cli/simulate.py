"""Programs play many games, side by side in processes; the same arguments give the same answer."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any

import typer
from rich.progress import track
from rich.table import Table

import piercy  # the processes that play need the titles  # noqa: F401
from piercy.bots import make_bot, play_out
from piercy.cli.common import Chosen, Json, print_json, read_options, screen, seat_names
from piercy.core import registry
from piercy.core.chance import Chance
from piercy.core.errors import InvalidAction
from piercy.core.game import LARGEST_SEED, Game, new_game
from piercy.core.title import OptionValue


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    title: str
    players: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    max_actions: int
    options: dict[str, OptionValue] = field(default_factory=dict)
    count: bool = False
    """Whether to count actions and events."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of it."""

    seed: int
    finished: bool
    actions: int | None
    scores: dict[str, int] | None
    winners: list[str]
    digest: str | None
    error: str | None
    ending: str = ""
    """Why it ended, where the title tells."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often each action was done and each event happened, if asked for."""


def play_one(job: Job) -> Result:
    """Play one game. Whatever goes wrong in it is its result, not the end of the others."""
    try:
        game = new_game(job.title, players=job.players, seed=job.seed, options=job.options)
        chance = Chance(Chance(job.seed).word())  # not the sequence that the game itself draws from
        game = play_out(game, [make_bot(name) for name in job.bots], chance, job.max_actions)
        scores = game.scores()
        ending = game.title.ending(game.state)
        counts = _counted(game) if job.count else {}
        return Result(job.seed, True, game.seq, scores, game.winners(), game.digest(), None, ending, counts)
    except Exception as error:  # noqa: BLE001
        return Result(job.seed, False, None, None, [], None, f"{type(error).__name__}: {error}")


def _counted(game: Game) -> dict[str, int]:
    counted = Counter(f"action {action.type}" for action in game.history)
    counted.update(f"event {event.key}" for event in game.log)
    return dict(sorted(counted.items()))


def simulate(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The game; see `piercy titles`.")],
    players: Annotated[int | None, typer.Option(help="How many seats; the fewest if not given.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    bots: Annotated[
        str, typer.Option(help="Who plays: names with commas, seat by seat, then again.")
    ] = "random",
    seed: Annotated[int, typer.Option(help="The seed of the first game; each next one adds 1.")] = 0,
    rotate: Annotated[bool, typer.Option(help="Every game moves the bots on by one seat.")] = False,
    max_actions: Annotated[int, typer.Option(min=1, help="Give a game up after so many actions.")] = 20_000,
    option: Chosen = None,
    counts: Annotated[bool, typer.Option("--counts", help="Count every kind of action and event.")] = False,
    as_json: Json = False,
) -> None:
    """Let programs play."""
    options = read_options(registry.title(title), option, persons=False)
    seated = _jobs(title, players, games, bots, seed, max_actions, rotate)
    jobs = [replace(job, options=options, count=counts) for job in seated]
    played: Iterator[Result] = _play_all(jobs)
    console = screen(stderr=True)
    if not as_json and sys.stderr.isatty():
        played = iter(track(played, "playing", total=games, console=console, transient=True))
    results = list(played)
    summary = summarise(results, jobs)
    if as_json:
        print_json({"title": title, "games": [asdict(result) for result in results], "summary": summary})
    else:
        _show(results, summary)
    if summary["errors"]:
        raise typer.Exit(1)


def summarise(results: Sequence[Result], jobs: Sequence[Job]) -> dict[str, Any]:
    """The games together. Wins count for everyone who shares one; a bot wins alone or not at all."""
    players = jobs[0].players
    alone = dict.fromkeys(sorted({bot for job in jobs for bot in job.bots}), 0)
    for result, job in zip(results, jobs, strict=True):
        if len(result.winners) == 1:
            alone[job.bots[players.index(result.winners[0]) % len(job.bots)]] += 1
    lengths = [result.actions for result in results if result.actions is not None]
    return {
        "games": len(results),
        "finished": sum(result.finished for result in results),
        "errors": sum(result.error is not None for result in results),
        "mean_actions": round(sum(lengths) / len(lengths), 2) if lengths else None,
        "wins": {name: sum(name in result.winners for result in results) for name in players},
        "sole_wins_by_bot": alone,
        "endings": dict(Counter(result.ending for result in results if result.ending)),
        "counts": dict(sorted(_sum_of(results).items())),
    }


def _sum_of(results: Sequence[Result]) -> Counter[str]:
    total: Counter[str] = Counter()
    for result in results:
        total.update(result.counts)
    return total


def _jobs(
    title: str, players: int | None, games: int, bots: str, seed: int, max_actions: int, rotate: bool
) -> list[Job]:
    rules = registry.title(title)
    count = rules.player_counts[0] if players is None else players
    if count not in rules.player_counts:
        low, high = rules.player_counts[0], rules.player_counts[-1]
        raise InvalidAction(
            "{title} is for {low} to {high} players, not {got}", title=title, low=low, high=high, got=count
        )
    if not 0 <= seed <= LARGEST_SEED - games + 1:
        raise InvalidAction("the seed is a whole number from 0 to {most}", most=LARGEST_SEED - games + 1)
    names = tuple(name.strip() for name in bots.split(","))
    for name in names:
        make_bot(name)
    if len(names) > count:
        raise InvalidAction("{bots} bots for {seats} seats", bots=len(names), seats=count)
    seats = tuple(seat_names(count))
    seated = tuple(names[seat % len(names)] for seat in range(count))
    shifts = [number % count if rotate else 0 for number in range(games)]
    return [
        Job(title, seats, seated[shift:] + seated[:shift], seed + number, max_actions)
        for number, shift in enumerate(shifts)
    ]


def _play_all(jobs: Sequence[Job]) -> Iterator[Result]:
    workers = min(os.cpu_count() or 1, len(jobs))
    if workers == 1:
        yield from map(play_one, jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play_one, jobs)


def _show(results: Sequence[Result], summary: dict[str, Any]) -> None:
    table = Table("seed", "actions", "scores", "winners", "digest", box=None)
    for result in results:
        if result.scores is None:
            table.add_row(str(result.seed), "-", result.error or "", "-", "-")
        else:
            scores = "  ".join(f"{name} {score}" for name, score in result.scores.items())
            won = ", ".join(result.winners)
            table.add_row(str(result.seed), str(result.actions), scores, won, (result.digest or "")[:12])
    wins = "  ".join(f"{name} {count}" for name, count in summary["wins"].items())
    bots = "  ".join(f"{name} {count}" for name, count in summary["sole_wins_by_bot"].items())
    console = screen()
    console.print(table)
    console.print(
        f"{summary['games']} games, {summary['finished']} finished, {summary['errors']} errors; "
        f"{summary['mean_actions']} actions on average; wins: {wins}; "
        f"won alone: {bots}"
    )
    for what in ("endings", "counts"):
        if summary[what]:
            listed = "; ".join(f"{name}: {count}" for name, count in summary[what].items())
            console.print(f"{what}: {listed}")
