"""Connections: answers without delay, requests that never end, and more connections than files."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
import uvicorn
from tests.server.live import Server

from piercy.core import registry
from piercy.server import connections
from piercy.server.connections import TimedConnection
from piercy.server.logs import OncePerSecond
from piercy.server.run import served
from piercy.server.settings import Settings

PATIENCE = 0.4
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[uvicorn.Server, int]]:
    """A server in a thread, and its port."""
    server = served(settings)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    wait_for(lambda: server.started)
    yield server, listening.getsockname()[1]
    server.should_exit = True
    thread.join(20)
    listening.close()


def wait_for(what: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that has little patience."""
    path = tmp_path_factory.mktemp("lines") / "games.db"
    with serving(replace(Settings(f"sqlite:///{path}"), patience=PATIENCE)) as (_, opened):
        yield opened


def ask(path: str, port: int, *more: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", f"Host: localhost:{port}", *more, "", ""]).encode()


def hear(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    heard = b""
    while part := line.recv(65_536):
        heard += part
    return heard


def shape(answer: bytes) -> dict[str, object]:
    """The body of an answer, which is in the one shape."""
    found: dict[str, object] = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert found.keys() == {"code", "message", "rule", "seq"}
    return found


def test_small_answers_do_not_wait_for_their_confirmation(settings: Settings) -> None:
    with (
        serving(settings) as (server, port),
        socket.create_connection(("127.0.0.1", port)) as line,
    ):
        line.sendall(ask("/api/titles", port))
        assert line.recv(100).startswith(b"HTTP/1.1 200")
        (taken,) = server.server_state.connections
        assert isinstance(taken, TimedConnection)
        accepted = taken.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-More",
        POST + b"Content-Length: 100\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
    ids=["nothing", "a line", "headers", "a body", "chunks"],
)
def test_a_request_that_does_not_arrive_is_closed(port: int, part: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(part)
        assert shape(hear(line))["code"] == "timeout"


def test_drops_of_a_request_do_not_keep_it_open(port: int) -> None:
    """Not the silence is measured but the whole time."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nX-Drops: ".encode())
        line.settimeout(PATIENCE / 10)
        wait_for(lambda: _is_closed_after_another_drop(line))


def _is_closed_after_another_drop(line: socket.socket) -> bool:
    try:
        line.sendall(b".")
        return b"408" in line.recv(100)
    except TimeoutError:
        return False
    except OSError:
        return True


def test_the_next_request_of_a_connection_has_the_same_time(port: int) -> None:
    """Also where its beginning came with the request before it."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(ask("/api/titles/1865", port) + POST + b"Content-Length: 9\r\n\r\n{")
        heard = hear(line)
    assert heard.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 408" in heard


def test_whoever_listens_is_not_hurried(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE * 3) as line:
        listen(line, port)
        with pytest.raises(TimeoutError):
            line.recv(4096)


def listen(line: socket.socket, port: int) -> None:
    """Have live updates of a new game come."""
    body = b'{"title": "1856-short", "seats": [{"name": "Ann"}, {"name": "Bob"}]}'
    with socket.create_connection(("127.0.0.1", port), timeout=20) as other:
        other.sendall(POST + f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        game = json.loads(hear(other).partition(b"\r\n\r\n")[2])["id"]
    line.sendall(ask(f"/api/games/{game}/events", port))
    while b"data: 0" not in line.recv(4096):
        pass


@pytest.mark.parametrize("part", [b"GET / HTT", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_a_request_that_never_has_its_turn_is_closed(port: int, part: bytes) -> None:
    """Behind live updates, which have no end."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        listen(line, port)
        begun = time.monotonic()
        line.sendall(part)
        with suppress(ConnectionResetError):
            hear(line)
        assert time.monotonic() - begun >= PATIENCE * 0.9


def test_an_answer_that_takes_long_is_not_cut_off_by_what_comes_behind(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both requests are answered, in their order."""
    real = registry.titles

    def slowly() -> list[str]:
        time.sleep(PATIENCE * 3)
        return real()

    monkeypatch.setattr(registry, "titles", slowly)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(ask("/api/titles", port) + ask("/api/titles/1865", port, "Connection: close"))
        assert hear(line).count(b"HTTP/1.1 200") == 2


def test_what_is_not_http_is_refused_in_the_one_shape(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        answer = hear(line)
    assert answer.startswith(b"HTTP/1.1 400")
    assert shape(answer)["code"] == "invalid"
    assert b"uvicorn" not in answer


def test_the_soft_limit_on_files_becomes_the_hard_one(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    limits = [(100, 4000)]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, wanted: limits.append(wanted))
    assert connections.raise_file_limit() == 4000
    assert limits[-1] == (4000, 4000)


FILES = 200
"""So few that a test can use them up."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server that may open few files, and what it complains of. Its soft limit is lower still."""
    folder = tmp_path_factory.mktemp("small")
    limit = ("sh", "-c", f'ulimit -Sn {FILES // 2} && ulimit -Hn {FILES} && exec "$0" "$@"')
    with (folder / "errors").open("w") as errors:
        server = Server(folder / "games.db", before=limit, errors=errors)
    yield server, folder / "errors"
    server.stop()


def test_new_connections_are_refused_at_four_fifths_of_the_files(small: tuple[Server, Path]) -> None:
    server, errors = small
    game = server.start("1856-short", "Ann", "Bob")
    port = int(server.address.rpartition(":")[2])
    address = ("127.0.0.1", port)
    with ExitStack() as listeners:
        answer, served = b"200 OK", 0
        while b"200 OK" in answer:
            line = listeners.enter_context(socket.create_connection(address, timeout=20))
            line.sendall(ask(f"/api/games/{game}/events", port))
            answer = line.recv(4096)
            served += 1
        assert b"503" in answer
        assert FILES // 2 < served <= FILES * 4 // 5
        assert abs(_open_files(server) - FILES * 4 // 5) < 8
        with socket.create_connection(address, timeout=20) as one_more:
            one_more.sendall(ask("/api/titles", port))
            answer = hear(one_more)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after: 5" in answer.lower()
        assert shape(answer)["code"] == "busy"
        with socket.create_connection(address, timeout=20) as reader:
            reader.sendall(ask("/", port))
            assert b"text/html" in hear(reader)
    wait_for(lambda: _answers(server))
    assert errors.read_text() == ""


def test_more_connections_than_files_make_no_storm(small: tuple[Server, Path]) -> None:
    server, errors = small
    address = ("127.0.0.1", int(server.address.rpartition(":")[2]))
    before = _seconds(server)
    with ExitStack() as crowd:
        for _ in range(FILES * 2):
            line = socket.socket()
            crowd.callback(line.close)
            line.setblocking(False)
            line.connect_ex(address)
        time.sleep(1.0)
    wait_for(lambda: _answers(server))
    assert len(errors.read_text()) < 20_000
    assert _seconds(server) - before < 1.0, "the server was busy with refusing"


def test_silent_connections_leave_files_for_the_others(tmp_path: Path) -> None:
    """They are counted with all that is open, and those beyond are sent away though they say nothing."""
    silent = 95
    with (tmp_path / "errors").open("w") as errors, ExitStack() as crowd:
        server = Server(
            tmp_path / "games.db", before=("sh", "-c", 'ulimit -n 100 && exec "$0" "$@"'), errors=errors
        )
        crowd.callback(server.stop)
        address = ("127.0.0.1", int(server.address.rpartition(":")[2]))
        lines = [crowd.enter_context(socket.create_connection(address, timeout=20)) for _ in range(silent)]
        answers: dict[int, bytes] = {}
        for line in lines:
            line.setblocking(False)

        def most_are_sent_away() -> bool:
            for at, line in enumerate(lines):
                with suppress(BlockingIOError):
                    answers[at] = answers.get(at, b"") + _heard(line)
            return len(answers) >= silent - 80

        wait_for(most_are_sent_away, 10)
        assert all(shape(told)["code"] == "busy" for told in answers.values() if told)
        # a few that were answered leave only with the end of their patience
        wait_for(lambda: _open_files(server) <= 85, 20)
        assert (tmp_path / "errors").read_text() == ""


def _heard(line: socket.socket) -> bytes:
    try:
        return line.recv(4096)
    except ConnectionResetError:
        return b""


def _open_files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def _answers(server: Server) -> bool:
    try:
        return bool(server.call("/api/titles"))
    except OSError:
        return False


def _seconds(server: Server) -> float:
    """The processor time that the server has used."""
    stat = Path(f"/proc/{server.process.pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def test_an_error_that_repeats_is_told_once_a_second_with_a_count() -> None:
    told: list[str] = []
    stream = logging.StreamHandler()
    stream.emit = lambda record: told.append(record.getMessage())  # type: ignore[method-assign]
    stream.addFilter(OncePerSecond(pause=0.2))
    log = logging.getLogger("piercy.storm")
    log.propagate = False
    log.addHandler(stream)
    for at in range(1000):
        log.error("no files are left\nsocket %s", at)
    log.error("another thing")
    assert told == ["no files are left\nsocket 0", "another thing"]
    time.sleep(0.2)
    log.error("no files are left\nsocket %s", 1000)
    log.removeHandler(stream)
    assert told[2:] == ["no files are left\nsocket 1000 (and 999 more like it)"]
