"""A real game, 18CZ 29247 of 18xx.games: its import, its tile lays and its runs.

The file is not part of the project. It is looked for beside the checkout; without it there are no figures.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from piercy.core import plain
from piercy.core.actions import Action
from piercy.core.flow import Context
from piercy.core.game import Game, new_game
from piercy.core.record import Record
from piercy.interop.games18xx.replay import import_text
from piercy.rail.actions import LayTile, RunTrains
from piercy.titles.cz import running
from piercy.titles.cz.actions import LayWaived, RecordedRun
from piercy.titles.cz.book import book
from piercy.titles.cz.state import CzState

SAMPLE = Path(__file__).parents[4] / "shared" / "samples" / "18cz-29247.18xxgames.json"


def sample_figures(path: Path = SAMPLE, times: int = 5) -> dict[str, Any] | None:
    """What the import, all lays and the router take on the sample; None if it is not there."""
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8")
    game, report = import_text(text)
    imports = [_seconds(lambda: import_text(text)) for _ in range(times)]
    lays = [_lay_seconds(state, game, times) for state in positions(game, LayTile, LayWaived)]
    runs = [_run_seconds(state) for state in positions(game, RunTrains, RecordedRun)]
    routes = [seconds for seconds, _ in runs]
    return {
        "actions": report.actions,
        "scores equal": report.equal,
        "import with all checks, milliseconds": round(1e3 * min(imports), 1),
        "positions with lays": len(lays),
        "all lays, median milliseconds": round(1e3 * statistics.median(lays), 2),
        "all lays, worst milliseconds": round(1e3 * max(lays), 2),
        "runs": len(runs),
        "runs proven best": sum(proven for _, proven in runs),
        "router, median milliseconds": round(1e3 * statistics.median(routes), 2),
        "router, worst milliseconds": round(1e3 * max(routes), 1),
    }


def positions(game: Game, *kinds: type[Action]) -> Iterator[CzState]:
    """The positions of a game before each action of some kinds."""
    setup = game.setup
    fresh = new_game(setup.title, players=setup.players, seed=setup.seed, options=setup.options)
    state = fresh.state_as(CzState)
    record: Record[CzState] = Record(fresh.title, state, fresh.log, plain.copy(state))
    for action in game.history:
        if isinstance(action, kinds):
            yield plain.copy(record.state)
        record.do(action)


def _lay_seconds(state: CzState, game: Game, times: int) -> float:
    """All that may be laid at a position, the shortest of several timings."""
    referee = game.title.referee
    return min(_seconds(lambda: referee.offers(Context(state))) for _ in range(times))


def _run_seconds(state: CzState) -> tuple[float, bool]:
    """The best run at a position, solved afresh, and whether it is proven."""
    running.forget()
    start = time.process_time()
    found = running.best(book(), state)
    return time.process_time() - start, found.certificate.proven


def _seconds(call: Any) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start
