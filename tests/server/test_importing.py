"""Games from files: replayed once, in a process of its own with little time, and nobody else waits for it."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import AS_JSON
from tests.server.test_api import TITLE, refusal

from piercy.bots import RandomBot, play_out
from piercy.core.actions import Pass
from piercy.core.chance import Chance
from piercy.core.errors import EngineError
from piercy.core.game import Game, from_json, new_game, replay
from piercy.interop.games18xx import export_game
from piercy.server import game_cache
from piercy.server.files import read_file, replayed
from piercy.server.game_cache import GameCache, read_log
from piercy.server.importing import Bounds, Imports, work
from piercy.server.problems import Busy, Failed, TooLarge
from piercy.server.records import SNAPSHOT_EVERY, Recording
from piercy.server.services import Services
from piercy.server.store import GameInfo, LoggedAction, Seat

GAMES = Path(__file__).parents[1] / "games"


def whole_game() -> Game:
    return play_out(new_game(TITLE, players=["Ann", "Bob"], seed=3), [RandomBot()], Chance(1), 5000)


def turned_back(times: int, size: int = 0) -> bytes:
    """A file of one move that is taken back and done again: small, and slow to replay."""
    game = new_game(TITLE, players=["Ann", "Bob"], seed=3)
    game = game.apply(RandomBot().choose(game, Chance(1)))
    document = game.to_dict()
    player = document["actions"][0]["player"]
    for _ in range(times):
        document["actions"] += [{"type": "undo", "player": player}, {"type": "redo", "player": player}]
    text = json.dumps(document)
    return f"{text[:-1]}{' ' * (size - len(text))}}}".encode()


def imports(services: Services, **bounds: Any) -> Imports:
    """What takes files in, with bounds of its own."""
    return Imports(services.settings.database, services.store, lambda info: None, Bounds(**bounds))


def own(services: Services) -> Imports:
    """What takes files in, as a server has it."""
    assert isinstance(services.imports, Imports)
    return services.imports


def test_a_game_from_a_file_is_replayed_once_and_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server itself does not replay it at all: it would not survive the attempt here."""
    saved, told = whole_game(), list[GameInfo]()
    own(services)._told = told.append

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the server replays the game")

    with monkeypatch.context() as patched:
        patched.setattr("piercy.server.files.from_dict", never)
        patched.setattr("piercy.core.record.Record.do", never)
        info = services.imports.bring(saved.to_json().encode())
        assert [one.id for one in told] == [info.id]
        assert services.game_cache.current(info.id).info == info
    loaded = services.game_cache.current(info.id)
    assert loaded.problem is None
    assert loaded.game is not None
    assert loaded.game.to_dict() == saved.to_dict()


def test_what_is_stored_of_a_file_is_what_playing_it_stores(services: Services) -> None:
    """Row by row."""
    saved = whole_game()
    played = services.games.create(TITLE, [Seat(name) for name in saved.players], 3)
    for at, action in enumerate(saved.history):
        services.games.submit(played.id, at, action.to_dict())
    brought = services.imports.bring(saved.to_json().encode())
    ours, theirs = services.store.log(brought.id), services.store.log(played.id)
    assert len(ours) == saved.seq > 20
    for row, other in zip(ours, theirs, strict=True):
        assert {**row.to_dict(), "time": ""} == {**other.to_dict(), "time": ""}
        assert row.figures == other.figures
    now = services.store.info(played.id)
    assert (brought.status, brought.summary, brought.seq) == (now.status, now.summary, now.seq)


def test_a_file_of_the_site_is_recorded_on_the_way() -> None:
    """Also where the replay passes on, takes back and does again: each position as it is logged."""
    recording = Recording()
    ours = from_json((GAMES / "18cz" / "3-players.json").read_text("utf-8"))
    game = read_file(export_game(ours).encode(), 20_000, recording.watch)
    recording.end(game)
    logged = game.to_dict()["actions"]
    assert [row.action for row in recording.rows] == logged
    assert [row.seq for row in recording.rows] == list(range(1, len(logged) + 1))
    again = from_json(game.to_json())
    assert recording.rows[-1].digest == again.digest() == game.digest()
    assert [row.digest for row in recording.rows] == [row.digest for row in _replayed(again).rows]


def test_what_bounds_simulations_bounds_no_game_of_persons() -> None:
    game = new_game("1856-short", players=["Ann", "Bob"], seed=5, options={"idle_limit": 3})
    for number in range(8):
        game = game.apply(game.actions(limit=1 + number % 2)[-1])
    game = game.undo()
    info, recording = replayed(game.to_json().encode())
    assert info.options["idle_limit"] == 0
    assert [row.action["type"] for row in recording.rows][-1] == "undo"
    assert (info.seq, info.status) == (9, "active")
    while not game.over:
        game = game.apply(Pass(player=str(game.actor)))
    ended, _ = replayed(game.to_json().encode())
    assert (ended.options["idle_limit"], ended.status) == (3, "over")


def _replayed(game: Game) -> Recording:
    recording = Recording()
    read_file(game.to_json().encode(), 20_000, recording.watch)
    return recording


def test_an_imported_game_has_snapshots_on_the_way(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No step of the slider replays more than what lies behind the snapshot before it."""
    saved = (GAMES / "1865" / "4-players.json").read_bytes()
    info = services.imports.bring(saved)
    seen = [found.seq for found in services.store.snapshots(info.id, info.seq)]
    marks = range(SNAPSHOT_EVERY, info.seq + 1, SNAPSHOT_EVERY)
    assert seen == sorted({*marks, info.seq}, reverse=True)
    counted: list[int] = []

    def counting(game: Game, actions: Any, watch: Any = None) -> Game:
        listed = list(actions)
        counted.append(len(listed))
        return replay(game, listed, watch)

    monkeypatch.setattr(game_cache, "replay", counting)
    rows = services.store.log(info.id)
    for at in (1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, info.seq // 2, info.seq - 1):
        past = GameCache(services.store).at(info.id, at).game
        assert past is not None
        assert past.digest() == rows[at - 1].digest
    assert max(counted) < SNAPSHOT_EVERY


def test_the_log_of_a_long_game_is_read_once_however_one_goes_through_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = services.imports.bring(turned_back(500))
    read: list[int] = []

    def counting(*args: Any) -> Any:
        read.append(len(args[2]))
        return read_log(*args)

    looking = GameCache(services.store)
    monkeypatch.setattr(game_cache, "read_log", counting)
    log = services.store.log
    asked: list[tuple[int, int | None]] = []

    def told(game: str, since: int = 0, until: int | None = None) -> list[LoggedAction]:
        asked.append((since, until))
        return log(game, since, until)

    monkeypatch.setattr(services.store, "log", told)
    for at in (900, 300, 950, 901):
        past = looking.at(info.id, at).game
        assert past is not None
        assert past.digest() == log(info.id)[at - 1].digest
    assert asked == [(0, 900), (900, 950)]
    assert sum(read) == 900


def test_a_game_of_too_many_actions_is_refused(client: TestClient, services: Services) -> None:
    services.imports = imports(services, actions=20)
    assert services.imports.bring(turned_back(9)).seq == 19
    body = refusal(
        client.post("/api/games/import", content=turned_back(10), headers=AS_JSON), 413, "too_large"
    )
    assert body["message"] == "the file has 21 actions; a game of more than 20 is not taken"
    assert services.store.count() == 1


def test_twenty_thousand_actions_are_the_most() -> None:
    assert Bounds().actions == 20_000
    assert Bounds().seconds == 30


def test_a_game_that_takes_too_long_is_refused(client: TestClient, services: Services) -> None:
    """Whatever makes it slow: here every undo goes back to the same start, thousands of times."""
    services.imports = imports(services, seconds=1, actions=10**9)
    before = time.monotonic()
    file = turned_back(60_000)
    body = refusal(client.post("/api/games/import", content=file, headers=AS_JSON), 413, "too_large")
    assert body["message"] == "replaying this game takes more than 1 second; it is not taken"
    assert services.store.count() == 0
    assert time.monotonic() - before < 300  # a busy machine gives its second late


def test_a_game_that_does_not_get_on_is_refused(services: Services) -> None:
    """Where processor time stands still: the machine has no time for it, or the process was stopped."""
    slow = imports(services, wait=0.01)
    with pytest.raises(TooLarge):
        slow.bring(turned_back(5))
    assert slow._running == set()


def test_a_form_may_bring_a_file_too(client: TestClient) -> None:
    answer = client.post("/import", files={"file": ("a.json", turned_back(1))}, follow_redirects=False)
    assert answer.status_code == 303
    refused = client.post("/import", files={"file": ("a.json", b"nothing")})
    assert refused.status_code == 400
    assert "this is not JSON" in refused.text


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "application/jsonp"]
)
def test_a_file_comes_as_json_or_in_the_form(client: TestClient, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    refusal(client.post("/api/games/import", content=turned_back(1), headers=headers), 415, "media_type")
    assert client.get("/api/games").json() == []


def test_files_wait_for_their_turn_and_too_many_are_told_to_come_again(
    client: TestClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    importer = services.imports = imports(services, at_once=1, waiting=1)
    inside, going = threading.Semaphore(0), threading.Event()

    def slow(self: Imports, body: bytes) -> str:
        inside.release()
        assert going.wait(20)
        raise Failed("enough")

    monkeypatch.setattr(Imports, "_keep", slow)

    def bring() -> None:
        with pytest.raises(Failed):
            importer.bring(b"{}")

    callers = [threading.Thread(target=bring) for _ in range(2)]
    for caller in callers:
        caller.start()
    assert inside.acquire(timeout=20)
    _until(lambda: importer._room._value == 0)
    answer = client.post("/api/games/import", content=b"{}", headers=AS_JSON)
    refusal(answer, 503, "busy")
    assert answer.headers["retry-after"] == "5"
    assert not inside.acquire(timeout=0.2), "two files at once"
    going.set()
    for caller in callers:
        caller.join(20)
    assert importer._room._value == 2


def _until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGSEGV], ids=["ended", "crashed"])
def test_a_process_that_ends_by_itself_is_a_fault_of_ours(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: signal.Signals
) -> None:
    _end_the_process(own(services), monkeypatch, how)
    with pytest.raises(Failed):
        services.imports.bring(turned_back(5_000))
    assert "ended by itself" in caplog.text
    assert own(services)._running == set()
    assert services.imports.bring(turned_back(2)).seq == 5


def _end_the_process(importer: Imports, monkeypatch: pytest.MonkeyPatch, how: signal.Signals) -> None:
    """Once a process runs, end it."""

    def end() -> None:
        _until(lambda: bool(importer._running))
        (process,) = importer._running
        assert process.pid is not None
        os.kill(process.pid, how)

    threading.Thread(target=end).start()


def test_a_server_that_stops_does_not_wait_for_files(services: Services) -> None:
    importer = imports(services)
    failed: list[EngineError] = []

    def bring() -> None:
        try:
            importer.bring(turned_back(9_000))
        except EngineError as error:
            failed.append(error)

    caller = threading.Thread(target=bring)
    caller.start()
    _until(lambda: bool(importer._running))
    before = time.monotonic()
    importer.stop()
    caller.join(20)
    assert time.monotonic() - before < 5
    assert isinstance(failed[0], Busy)
    with pytest.raises(Busy):
        importer.bring(turned_back(1))


class _Line:
    """The line to a server that hangs up after it has given the file."""

    def __init__(self, body: bytes) -> None:
        self.body, self.sent = body, list[object]()

    def recv_bytes(self) -> bytes:
        return self.body

    def poll(self) -> bool:
        return True

    def send(self, answer: object) -> None:
        self.sent.append(answer)


def test_nothing_is_stored_for_a_server_that_is_gone(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piercy.server.importing._limit", lambda seconds: None)
    monkeypatch.setattr("piercy.server.importing.signal.signal", lambda *_: None)
    line: Any = _Line(turned_back(1))
    work(line, services.settings.database, Bounds())
    assert line.sent == []
    assert services.store.count() == 0


def test_a_locked_database_is_told_to_whoever_brings_a_file(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Busy, match="cannot be reached just now"):
        own(services)._understood(("database", "database is locked"))
    with pytest.raises(Failed):
        own(services)._understood(("failed", "KeyError: 1"))
