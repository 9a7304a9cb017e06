"""The server is killed while bots play: nothing that was acknowledged is lost or done twice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from tests.server.live import Server

from piercy.core.actions import read_action
from piercy.core.game import new_game
from piercy.server.game_cache import load
from piercy.server.store import Store

KILLS = 20
GAMES = 3


def test_twenty_kills(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    server = Server(database)
    games = [
        server.start("1856-short", "A:random", "B:random", "C:random", "D:random", seed=seed)
        for seed in range(GAMES)
    ]
    seen: dict[str, list[Any]] = {game: [] for game in games}
    for kill in range(KILLS):
        time.sleep(0.05 + 0.03 * (kill % 5))
        for game in games:
            # what a reader has been told is acknowledged
            seen[game] = server.call(f"/api/games/{game}/log")
        server.kill()
        server = Server(database)
        for game in games:
            log = server.call(f"/api/games/{game}/log")
            assert log[: len(seen[game])] == seen[game]
            assert [row["seq"] for row in log] == list(range(1, len(log) + 1))
    _wait_for_progress(server, games)
    server.stop()
    _replay_all(database, games)


def _wait_for_progress(server: Server, games: list[str]) -> None:
    """Bots carry on: every game moves, or is over."""
    before = {game: server.call(f"/api/games/{game}")["game"] for game in games}
    for _ in range(200):
        now = {game: server.call(f"/api/games/{game}")["game"] for game in games}
        if all(now[game]["status"] == "over" or now[game]["seq"] > before[game]["seq"] for game in games):
            return
        time.sleep(0.1)
    raise AssertionError("the bots do not carry on")


def _replay_all(database: Path, games: list[str]) -> None:
    store = Store(f"sqlite:///{database}")
    for game in games:
        info = store.info(game)
        players = [seat.name for seat in info.seats]
        position = new_game(info.title, players=players, seed=info.seed, options=info.options)
        rows = store.log(game)
        assert len(rows) == info.seq > 0
        for row in rows:
            position = position.apply(read_action(row.action))
            assert position.digest() == row.digest
        assert load(store, info, info.seq).problem is None
    store.close()
