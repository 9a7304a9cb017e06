"""The bots' process: it can be closed at any moment, also while it is being started."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.context import SpawnProcess

import pytest
from fastapi.testclient import TestClient
from tests.server.conftest import Start, browser

from piercy.server.app import create_app
from piercy.server.settings import Settings


def test_stopping_while_the_process_starts(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    starting = SpawnProcess.start

    def start_slowly(process: SpawnProcess) -> None:
        time.sleep(0.3)
        starting(process)

    monkeypatch.setattr(SpawnProcess, "start", start_slowly)
    seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
    with browser(create_app(settings)) as client:
        body = {"title": "1856-short", "seats": seats, "seed": 1, "options": {}}
        assert client.post("/api/games", json=body).status_code == 201
        time.sleep(0.1)


def test_bots_play_on_after_their_process_ended(client: TestClient, start: Start) -> None:
    game = start("1856-short", "bot:random", "bot:random")
    _wait_for(client, game, 3)
    for process in _children():
        process.kill()
    _wait_for(client, game, len(client.get(f"/api/games/{game}/log").json()) + 3)


def _children() -> list[SpawnProcess]:
    return [child for child in multiprocessing.active_children() if isinstance(child, SpawnProcess)]


def _wait_for(client: TestClient, game: str, seq: int) -> None:
    deadline = time.monotonic() + 30.0
    while len(client.get(f"/api/games/{game}/log").json()) < seq:
        assert time.monotonic() < deadline, "the bots have stopped playing"
        time.sleep(0.05)
