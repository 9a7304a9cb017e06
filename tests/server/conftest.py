"""A server in the test's own process, over a database of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.server import odd_bots

from piercy.server.app import create_app
from piercy.server.bot_turns import process
from piercy.server.bot_turns.troubles import Troubles
from piercy.server.services import Services
from piercy.server.settings import Settings

Start = Callable[..., str]
Mood = Callable[[str], None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(f"sqlite:///{tmp_path / 'games.db'}", bot_pause=0.0)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with browser(create_app(settings)) as opened:
        yield opened


def browser(app: FastAPI) -> TestClient:
    """Asks as a browser does that shows a page of this server."""
    return TestClient(app, "http://localhost", headers={"Origin": "http://localhost"})


AS_JSON = {"Content-Type": "application/json"}


@pytest.fixture
def services(client: TestClient) -> Services:
    app = client.app
    assert isinstance(app, FastAPI)
    found: Services = app.state.services
    return found


@pytest.fixture
def start(client: TestClient) -> Start:
    """Starts a game and gives its id: ``start("1856-short", "Ann", "bot:random", seed=3)``."""

    def started(title: str, *seats: str, seed: int = 1, **options: Any) -> str:
        told = [
            {"name": f"B{at}", "kind": seat.removeprefix("bot:")}
            if seat.startswith("bot:")
            else {"name": seat, "kind": "person"}
            for at, seat in enumerate(seats)
        ]
        body = {"title": title, "seats": told, "seed": seed, "options": options}
        response = client.post("/api/games", json=body)
        assert response.status_code == 201, response.text
        game: str = response.json()["id"]
        return game

    return started


@pytest.fixture
def mood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mood]:
    """Tells all ``greedy`` bots what to do from now on; at the end they behave."""
    file = tmp_path / "mood"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv(odd_bots.MOOD, str(file))
    monkeypatch.setattr(process, "make_bot", odd_bots.make)

    def tell(wanted: str) -> None:
        # renaming is one step: no bot reads half a word
        file.with_suffix(".new").write_text(wanted, encoding="utf-8")
        file.with_suffix(".new").replace(file)

    yield tell
    tell("")


@pytest.fixture
def long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is not tried again by itself."""
    monkeypatch.setattr(Troubles, "_pause", lambda *_: 600.0)
