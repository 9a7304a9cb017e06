"""The bots: nothing that goes wrong with one move ends them, and each trouble is told at its own table."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest
from anyio import ClosedResourceError
from fastapi.testclient import TestClient
from tests.server.conftest import Mood, Start, browser

from piercy.server.app import create_app
from piercy.server.bot_turns.troubles import LONGEST_LATE, Late, Troubles, growing
from piercy.server.bot_turns.turns import BotTurns
from piercy.server.services import Services
from piercy.server.settings import Settings
from piercy.server.store import GameInfo, Seat, engine

SHORT = "1856-short"
PATIENCE = 1.5


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, bot_patience=PATIENCE)


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Troubles, "_pause", lambda *_: 0.02)


def length(client: TestClient, game: str) -> int:
    return len(client.get(f"/api/games/{game}/log").json())


def wait_until(what: Callable[[], Any], why: str, seconds: float = 40.0) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, why
        time.sleep(0.03)
    return found


def plays_on(client: TestClient, game: str, moves: int = 3) -> None:
    """The bots of a game move, or have ended it."""
    before = length(client, game)

    def moved() -> bool:
        over = client.get(f"/api/games/{game}").json()["over"]
        return bool(over) or length(client, game) >= before + moves

    wait_until(moved, "the bots have stopped playing")


def trouble(client: TestClient, game: str, tries: int = 1) -> dict[str, Any]:
    """What the API tells of a bot that could not move so many times."""

    def found() -> Any:
        told = client.get(f"/api/games/{game}").json()["bot_trouble"]
        return told if told is not None and told["tries"] >= tries else None

    told: dict[str, Any] = wait_until(found, "no trouble is told")
    return told


def no_trouble(client: TestClient, game: str) -> None:
    wait_until(lambda: client.get(f"/api/games/{game}").json()["bot_trouble"] is None, "it is still told")


def processes() -> list[SpawnProcess]:
    return [child for child in multiprocessing.active_children() if isinstance(child, SpawnProcess)]


def test_stopping_while_the_process_starts(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    starting = SpawnProcess.start

    def start_slowly(process: SpawnProcess) -> None:
        time.sleep(0.3)
        starting(process)

    monkeypatch.setattr(SpawnProcess, "start", start_slowly)
    seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
    with browser(create_app(settings)) as client:
        body = {"title": SHORT, "seats": seats, "seed": 1, "options": {}}
        assert client.post("/api/games", json=body).status_code == 201
        time.sleep(0.1)


def test_bots_play_on_after_their_process_ended(client: TestClient, start: Start) -> None:
    game = start(SHORT, "bot:random", "bot:random")
    plays_on(client, game)
    for process in processes():
        process.kill()
    plays_on(client, game)


def test_a_bot_that_raises_is_told_at_its_table_and_other_games_go_on(
    client: TestClient,
    start: Start,
    mood: Mood,
    long_pauses: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    mood("raise")
    stuck = start(SHORT, "bot:greedy", "Ann", "bot:greedy")
    told = trouble(client, stuck)
    assert told["message"] == "an error of the bot (KeyError); the log says more"
    assert told["tries"] == 1
    assert 590 <= told["next_try"] <= 600
    assert "KeyError: 'a secret of the bot'" in caplog.text
    page = client.get(f"/games/{stuck}").text
    assert "The bot could not move: an error of the bot (KeyError)" in page
    assert 'id="retry"' in page
    assert "a secret of the bot" not in page
    assert "Il bot non è riuscito a muovere: un errore del bot" in (
        client.get(f"/games/{stuck}", headers={"Accept-Language": "it"}).text
    )
    plays_on(client, start(SHORT, "bot:random", "bot:random"))
    assert length(client, stuck) == 0


@pytest.mark.parametrize("address", ["/games/{}/retry", "/api/games/{}/retry"], ids=["page", "api"])
def test_a_bot_that_could_not_move_tries_again_at_once_when_asked(
    client: TestClient, start: Start, mood: Mood, long_pauses: None, address: str
) -> None:
    mood("raise")
    game = start(SHORT, "bot:greedy", "Ann", "bot:greedy")
    trouble(client, game)
    client.post(address.format(game))
    trouble(client, game, tries=2)
    mood("")
    assert client.post(address.format(game)).status_code == 200
    wait_until(lambda: length(client, game), "asking again was of no use")
    no_trouble(client, game)
    assert 'id="retry"' not in client.get(f"/games/{game}").text
    assert client.post("/api/games/nowhere/retry").status_code == 404


def test_pauses_grow_and_end_by_themselves(client: TestClient, start: Start, mood: Mood) -> None:
    mood("raise")
    game = start(SHORT, "bot:greedy", "bot:greedy")
    trouble(client, game, tries=4)
    mood("")
    plays_on(client, game)
    no_trouble(client, game)
    assert [growing(times) for times in (1, 2, 3, 4, 30, 3000)] == [0.2, 0.4, 0.8, 1.6, 30.0, 30.0]


def test_a_bot_that_cheats_is_told(client: TestClient, start: Start, mood: Mood, long_pauses: None) -> None:
    mood("cheat")
    game = start(SHORT, "bot:greedy", "bot:greedy")
    assert trouble(client, game)["message"] == "undo and redo have an address of their own"
    assert length(client, game) == 0


def test_a_bot_that_does_not_answer_is_ended_and_replaced(
    client: TestClient, start: Start, mood: Mood
) -> None:
    """A table of bots alone hangs: people never wait for it, the others until it is ended."""
    others = start(SHORT, "bot:random", "bot:random")
    plays_on(client, others)
    first = {process.pid for process in processes()}
    mood("hang")
    stuck = start(SHORT, "bot:greedy", "bot:greedy")
    assert trouble(client, stuck)["message"] == "no answer within 1.5 seconds"
    plays_on(client, start(SHORT, "bot:random", "bot:random"))
    assert {process.pid for process in processes()}.isdisjoint(first), "the process was not ended"
    mood("")
    client.post(f"/api/games/{stuck}/retry")
    plays_on(client, stuck)


def test_a_hanging_table_of_bots_alone_does_not_hold_up_people(settings: Settings, mood: Mood) -> None:
    """It hangs until the end of the test."""
    bots = [{"name": name, "kind": "greedy"} for name in "AB"]
    with browser(create_app(replace(settings, bot_patience=300.0))) as client:
        mood("hang")
        body = {"title": SHORT, "seats": bots, "seed": 1, "options": {}}
        stuck = client.post("/api/games", json=body).json()["id"]
        seats = [{"name": "Ann", "kind": "person"}, *({"name": name, "kind": "random"} for name in "BCDEF")]
        games = (
            client.post("/api/games", json={**body, "seats": seats, "seed": seed}).json()
            for seed in range(20)
        )
        game = next(game["id"] for game in games if game["actor"] != "Ann")
        wait_until(lambda: length(client, game), "a table with a person waits for one of bots alone")
        assert length(client, stuck) == 0


def test_a_stopped_process_is_replaced(client: TestClient, start: Start) -> None:
    """SIGSTOP: it neither answers nor hangs up, and does not hear SIGTERM."""
    game = start("1865-short", "bot:random", "bot:random")
    plays_on(client, game)
    for process in processes():
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
    plays_on(client, game)


def test_many_quick_deaths_are_not_for_ever(
    client: TestClient, start: Start, mood: Mood, short_pauses: None
) -> None:
    mood("die")
    stuck = start(SHORT, "bot:greedy", "bot:greedy")
    assert trouble(client, stuck, tries=6)["message"] == "its process ended"
    plays_on(client, start(SHORT, "bot:random", "bot:random"))
    mood("")
    plays_on(client, stuck)
    no_trouble(client, stuck)


def test_a_process_that_does_not_start_is_tried_again(
    client: TestClient, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(_: SpawnProcess) -> None:
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as broken:
        broken.setattr(SpawnProcess, "start", no_memory)
        game = start(SHORT, "bot:random", "bot:random")
        assert trouble(client, game, tries=2)["message"] == "its process does not start"
    plays_on(client, game)


@pytest.mark.parametrize("broken", ["info", "append"])
@pytest.mark.parametrize("error", [KeyError("a fault of ours"), RuntimeError("the same")], ids=repr)
def test_any_error_of_one_game_is_that_games_alone(
    client: TestClient,
    services: Services,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    error: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    games = [start("1865-short", "bot:random", "bot:random", seed=seed) for seed in range(2)]
    working = getattr(services.store, broken)
    bots = services.bots
    failing = True

    def fail_for_one(game: str, *more: Any, **named: Any) -> Any:
        if failing and game == games[0]:
            raise error
        return working(game, *more, **named)

    monkeypatch.setattr(services.store, broken, fail_for_one)
    wait_until(lambda: (found := bots.trouble(games[0])) and found.tries >= 3, "no trouble is told")
    found = bots.trouble(games[0])
    assert found is not None
    assert found.error.message == f"an error of the server ({type(error).__name__}); its log says more"
    assert "a fault of ours" in caplog.text or "the same" in caplog.text
    plays_on(client, games[1])
    failing = False
    plays_on(client, games[0])


def test_the_look_around_at_the_start_is_tried_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games of the last run get their bots even if the database is busy just then."""
    from piercy.server.store import Store

    with browser(create_app(settings)) as client:
        seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
        body = {"title": "1865-short", "seats": seats, "seed": 1, "options": {}}
        game = client.post("/api/games", json=body).json()["id"]
        wait_until(lambda: length(client, game), "the bots do not begin")
    listing = Store.every_game
    failures: list[int] = []

    def busy(store: Store, **named: Any) -> Any:
        if len(failures) < 2:
            failures.append(1)
            raise sqlite3.OperationalError("database is locked")
        return listing(store, **named)

    monkeypatch.setattr(Store, "every_game", busy)
    with browser(create_app(settings)) as client:
        plays_on(client, game)
    assert len(failures) == 2


def test_bots_play_on_after_the_database_was_locked(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than anybody waits for it: a lock of 13 s, and 10 s of waiting, are 2.6 s and 0.2 s here."""
    monkeypatch.setattr(engine, "BUSY", 0.2)
    with browser(create_app(settings)) as client:
        seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
        body = {"title": "1865-short", "seats": seats, "options": {}}
        games = [client.post("/api/games", json={**body, "seed": seed}).json()["id"] for seed in range(2)]
        for game in games:
            plays_on(client, game, 1)
        other = sqlite3.connect(settings.database.removeprefix("sqlite:///"), timeout=20.0)
        try:
            other.execute("BEGIN IMMEDIATE")
            ends = time.monotonic() + 2.6
            for game in games:
                assert trouble(client, game)["message"] == "the games cannot be reached just now"
            time.sleep(max(0.0, ends - time.monotonic()))
            other.rollback()
        finally:
            other.close()
        games.append(client.post("/api/games", json={**body, "seed": 3}).json()["id"])
        for game in games:
            plays_on(client, game)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 700 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=700k", "piercy", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("only who administers the machine may mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_bots_play_on_after_the_disk_was_full(small_disk: Path) -> None:
    with browser(create_app(Settings(f"sqlite:///{small_disk / 'games.db'}", bot_pause=0.0))) as client:
        seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
        body = {"title": "1865-short", "seats": seats, "options": {}}
        games = [client.post("/api/games", json={**body, "seed": seed}).json()["id"] for seed in range(3)]
        for game in games:
            assert trouble(client, game)["message"] == "the games cannot be reached just now"
        before = [length(client, game) for game in games]
        command = ["mount", "-o", "remount,size=50m", str(small_disk)]
        subprocess.run(command, check=True)
        games.append(client.post("/api/games", json={**body, "seed": 4}).json()["id"])
        for game in games:
            plays_on(client, game)
        assert all(length(client, game) > stood for game, stood in zip(games, before, strict=False))


def test_a_damaged_game_keeps_no_bots_from_playing(settings: Settings) -> None:
    """Damaged while the server is down, and while it plays."""
    seats = [{"name": "A", "kind": "random"}, {"name": "B", "kind": "random"}]
    body = {"title": "1865-short", "seats": seats, "options": {}}
    with browser(create_app(settings)) as client:
        games = [client.post("/api/games", json={**body, "seed": seed}).json()["id"] for seed in range(3)]
        wait_until(lambda: length(client, games[0]), "the bots do not begin")
    _damage(settings, "summary='null'", games[0])
    with browser(create_app(settings)) as client:
        plays_on(client, games[1])
        _damage(settings, "summary='{', seats='5'", games[1])
        plays_on(client, games[2])
        assert client.get(f"/api/games/{games[0]}/log").status_code == 200


def _damage(settings: Settings, change: str, game: str) -> None:
    other = sqlite3.connect(settings.database.removeprefix("sqlite:///"), timeout=20.0)
    other.execute(f"UPDATE games SET {change} WHERE id=?", (game,))
    other.commit()
    other.close()


def test_the_pauses_of_a_bot_that_does_not_answer_grow_longer() -> None:
    """Each try holds up a process, so it may not be made too often."""
    troubles = Troubles(20.0)
    pauses = [troubles.add("a", Late("no answer"))[1] for _ in range(8)]
    assert pauses == [0.2, 20.0, 40.0, 80.0, 160.0, 320.0, LONGEST_LATE, LONGEST_LATE]
    assert troubles.add("b", KeyError())[1] == 0.2


def test_listeners_hear_of_a_bot_that_could_not_move(
    client: TestClient, services: Services, start: Start, mood: Mood, long_pauses: None
) -> None:
    """So that the open page shows it: the number of actions stays what it was."""
    mood("raise")
    game = start(SHORT, "bot:greedy", "bot:greedy")
    trouble(client, game)
    heard: list[str] = []

    def listen() -> None:
        # the end of the stream may overtake the client that reads it; what was heard is what counts
        with suppress(ClosedResourceError), client.stream("GET", f"/api/games/{game}/events") as stream:
            heard.extend(stream.iter_lines())

    thread = threading.Thread(target=listen)
    thread.start()
    wait_until(lambda: services.hub.listeners(game), "nobody listens")
    client.post(f"/api/games/{game}/retry")
    trouble(client, game, tries=2)
    services.hub.stop()
    thread.join(20)
    assert [line for line in heard if line] == ["retry: 1000", "data: 0", "event: stir", "data:"]


SERVER = """
import sys
from piercy.server.bot_turns.turns import BotTurns
from piercy.server.bot_turns import process
from tests.server import odd_bots
process.make_bot = odd_bots.make
if __name__ == "__main__":
    one = process.BotProcess(sys.argv[1], 300.0)
    one._open()
    print(one._process.pid, flush=True)
    one.choose(sys.argv[2], 0, "greedy")
"""


def test_a_bot_that_hangs_ends_with_its_server(
    client: TestClient,
    services: Services,
    start: Start,
    settings: Settings,
    tmp_path: Path,
    mood: Mood,
) -> None:
    game = start(SHORT, "Ann", "Ben")
    mood("hang")
    script = tmp_path / "server.py"
    script.write_text(SERVER, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, str(script), settings.database, game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        time.sleep(0.5)
        assert _lives(pid)
        server.kill()
    wait_until(lambda: not _lives(pid), "it thinks on without a server", 20.0)


def _lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has buried does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def test_the_look_round_ends_when_the_server_does(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games there are to look at."""
    services = Services(settings)
    game = services.games.create(SHORT, [Seat("Ann"), Seat("Bob")], 1)
    looked, over = threading.Event(), threading.Event()

    def every_game(*, status: str) -> Iterator[GameInfo]:
        while not over.is_set():
            looked.set()
            yield game

    monkeypatch.setattr(services.store, "every_game", every_game)
    services.bots.start()
    try:
        assert looked.wait(10)
        services.bots.stop()
        assert isinstance(services.bots, BotTurns)
        assert "bots begin" not in [thread.name for thread in services.bots._threads if thread.is_alive()]
    finally:
        over.set()
        services.store.close()
