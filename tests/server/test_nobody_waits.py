"""Nobody waits for a large file, and nothing that takes long is done by the one thread all requests pass."""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import Any

import pytest
from sqlalchemy import Engine, event
from starlette.testclient import TestClient
from tests.server.addresses import ROUTES, filled, methods
from tests.server.conftest import AS_JSON, Start, browser
from tests.server.live import Server
from tests.server.test_api import TITLE, first_action
from tests.server.test_importing import turned_back

from piercy.bots import RandomBot
from piercy.core.chance import Chance
from piercy.core.game import new_game
from piercy.server import api
from piercy.server.app import create_app
from piercy.server.bot_turns.turns import BotTurns
from piercy.server.importing import Imports
from piercy.server.pages import home
from piercy.server.services import Services, caller, host_only
from piercy.server.settings import Settings
from piercy.server.store import Store

LONGEST = 0.1
"""Seconds that anybody may wait while a file is brought."""
SIZE = 7_900_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("files") / "games.db")
    yield started
    started.stop()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("other") / "games.db")
    yield started
    started.stop()


class Client:
    """Asks again and again over a line that is kept, and remembers the longest wait."""

    def __init__(self, server: Server, ask: Callable[[], tuple[str, bytes]]) -> None:
        self._port = int(server.address.rpartition(":")[2])
        self._ask = ask
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.waits: list[float] = []
        self.failed: list[bytes] = []

    def __enter__(self) -> Client:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(60)

    def _run(self) -> None:
        with socket.create_connection(("127.0.0.1", self._port), timeout=60) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while not self._over.is_set():
                head, body = self._ask()
                begun = time.monotonic()
                line.sendall(
                    f"{head} HTTP/1.1\r\nHost: localhost:{self._port}\r\nContent-Type: application/json\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
                answer = _whole(line)
                self.waits.append(time.monotonic() - begun)
                if not answer.startswith(b"HTTP/1.1 20"):
                    self.failed.append(answer)
                time.sleep(0.005)


def _whole(line: socket.socket) -> bytes:
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(65_536)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = int(next(h for h in head.lower().split(b"\r\n") if h.startswith(b"content-length:"))[15:])
    while len(body) < length:
        body += line.recv(65_536)
    return head + b"\r\n\r\n" + body


class Player:
    """Makes a move and takes it back, for ever."""

    def __init__(self, server: Server) -> None:
        self._game = server.start(TITLE, "Ann", "Bob", seed=3)
        fresh = new_game(TITLE, players=["Ann", "Bob"], seed=3)
        self._move = RandomBot().choose(fresh, Chance(1)).to_dict()
        self._seq = -1

    def __call__(self) -> tuple[str, bytes]:
        self._seq += 1
        if self._seq % 2:
            return f"POST /api/games/{self._game}/undo", json.dumps({"seq": self._seq}).encode()
        body = {"seq": self._seq, "action": self._move}
        return f"POST /api/games/{self._game}/actions", json.dumps(body).encode()


@pytest.mark.parametrize(
    ("times", "status"), [(9_999, 201), (112_000, 413)], ids=["taken", "too many actions"]
)
def test_nobody_waits_while_a_file_of_8_megabytes_is_brought(
    server: Server, other: Server, times: int, status: int
) -> None:
    """Neither readers nor players, beyond what the machine makes those wait who play at another server.

    The best of a few trials counts: the machine has other work too, and what is slow is so every time.
    """
    file = turned_back(times, SIZE)
    assert SIZE * 0.98 < len(file) < 8_000_000
    waited = []
    for _ in range(4):
        with (
            Client(server, lambda: ("GET /api/titles/1865", b"")) as reader,
            Client(server, Player(server)) as player,
            Client(other, Player(other)) as elsewhere,
        ):
            time.sleep(0.3)
            assert _brought(server, file) == status
        assert reader.failed == player.failed == elsewhere.failed == []
        assert min(len(reader.waits), len(player.waits)) > 20
        waited.append((max(reader.waits), max(player.waits), max(elsewhere.waits)))
        if max(waited[-1][:2]) - waited[-1][2] <= LONGEST:
            return
    raise AssertionError(f"readers, players, and players elsewhere waited so many seconds: {waited}")


def _brought(server: Server, file: bytes) -> int:
    request = urllib.request.Request(
        f"{server.address}/api/games/import", file, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            found: int = answer.status
    except urllib.error.HTTPError as error:
        found = error.code
        error.close()
    return found


# -- the thread that all requests pass


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch, services: Services) -> Iterator[list[str]]:
    """Notes what asks the database, draws a page or plays in the thread of the event loop."""
    seen: list[str] = []
    done: list[str] = []

    def note(what: str) -> None:
        done.append(what)
        if _in_a_loop():
            seen.append(what)

    def watch(place: str) -> None:
        module, _, name = place.rpartition(".")
        owner = resolve_name(module)
        real = getattr(owner, name)

        def noted(*args: Any, **more: Any) -> Any:
            note(place)
            return real(*args, **more)

        monkeypatch.setattr(owner, name, noted)

    with monkeypatch.context():
        for place in SLOW:
            watch(place)
        listener = ("before_cursor_execute", lambda *_: note("the database"))
        event.listen(services.store._engine, *listener)
        yield seen
        event.remove(services.store._engine, *listener)
    assert {"the database", *SLOW} == set(done), "too little was tried"


SLOW = ("jinja2.Template.render", "piercy.core.record.Record.do")


def test_nothing_that_takes_long_is_done_in_the_thread_that_all_requests_pass(
    client: TestClient, services: Services, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every address, with what it takes, with too much, and with what it refuses."""
    game = start(TITLE, "Ann", "Bob")
    action = first_action(client, game)
    with watched(monkeypatch, services) as seen:
        for route in ROUTES:
            for method in methods(route):
                _try(client, method, filled(route, game, TITLE), {"seq": 0, "action": action})
    assert seen == []


def test_the_database_is_opened_and_the_house_is_shut_in_a_thread_of_their_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start may migrate, and an end waits for bots: neither holds up the loop, nor the signal to stop."""
    seen: list[tuple[str, bool]] = []

    def watch(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def noted(*args: Any, **more: Any) -> Any:
            seen.append((f"{owner.__name__}.{name}", _in_a_loop()))
            return real(*args, **more)

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((BotTurns, "stop"), (Imports, "stop"), (Store, "close")):
        watch(owner, name)
    listener = (Engine, "before_cursor_execute", lambda *_: seen.append(("the database", _in_a_loop())))
    event.listen(*listener)
    try:
        with browser(create_app(settings)):
            assert ("the database", False) in seen
    finally:
        event.remove(*listener)
    assert {what for what, _ in seen} == {"the database", "BotTurns.stop", "Imports.stop", "Store.close"}
    assert [what for what, in_a_loop in seen if in_a_loop] == []


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _try(client: TestClient, method: str, address: str, body: dict[str, object]) -> None:
    if method == "GET":
        client.head(address) if address.endswith("/events") else client.get(address)
        client.head(address.replace("/games/", "/games/no"))
        return
    form = {"seq": "0", "action": json.dumps(body["action"]), "title": TITLE, "choice": "it", "key": "x"}
    form |= {"kind-0": "person", "name-0": "Ann", "kind-1": "person", "name-1": "Bob"}
    client.request(method, address, json=body)
    client.request(method, address, data=form, follow_redirects=False)
    client.request(method, address, files={"file": ("a.json", b"{}")})
    client.request(method, address, content=iter([b" " * 5_000_000] * 2), headers=AS_JSON)
    client.request(method, address, content=b"[" * 1_000, headers=AS_JSON)


def test_only_what_waits_for_a_body_is_asynchronous() -> None:
    """All addresses are served by threads; what they need may wait for a body and do nothing else."""
    waiting = set()
    assert len(ROUTES) > 30
    for route in ROUTES:
        assert not inspect.iscoroutinefunction(route.endpoint), route.path
        waiting |= {found.call for found in route.dependant.dependencies if asynchronous(found.call)}
    for call in waiting:
        assert all(part.startswith(("request.body(", "request.form(", "caller(")) for part in _awaited(call))
    # who asks is told by the headers alone
    assert waiting == {api.file_of, home.filled_in, caller, host_only}


def asynchronous(call: object) -> bool:
    return inspect.iscoroutinefunction(call)


def _awaited(call: Any) -> Iterator[str]:
    for node in ast.walk(ast.parse(inspect.getsource(call))):
        if isinstance(node, ast.Await):
            yield ast.unparse(node.value)
        elif isinstance(node, ast.AsyncWith):
            yield from (ast.unparse(item.context_expr) for item in node.items)
