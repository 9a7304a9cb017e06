"""What is told at the start: nothing about others on this machine alone, all about them beyond it."""

from __future__ import annotations

import re
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from tests.server.live import Server
from tests.server.test_first_start import refusal

from piercy.cli.serve import serve
from piercy.core.errors import InvalidAction
from piercy.server import start_message
from piercy.server.origins import Names, bracketed, is_name
from piercy.server.start_message import local_name, reached_at, who_may_do_what

OPEN = ("--allowed-host", "games.example")
"""Opens a server to others that listens at this machine's own address, as behind a proxy."""


def lines(server: Server) -> list[str]:
    """What a server has printed after its first line, once it is ended."""
    assert server.process.stdout is not None
    server.process.terminate()
    told = server.process.stdout.read().splitlines()
    server.stop()
    return told


def host_key(told: list[str]) -> str:
    found = {str(key) for line in told for key in re.findall(r"#host=([\w-]+)", line)}
    assert len(found) == 1
    return found.pop()


def test_on_this_machine_alone_no_secret_is_needed_or_printed(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    game = server.start("1856-short", "Ann", "Bob")
    actor = server.call(f"/api/games/{game}")["actor"]
    action = {"type": "pass", "player": actor}
    assert server.call(f"/api/games/{game}/actions", {"seq": 0, "action": action})["seq"] == 1
    assert server.call(f"/api/games/{game}")["game"]["seed"] == 1
    with pytest.raises(urllib.error.HTTPError, match="404"):
        server.call(f"/api/games/{game}/seats")
    with urllib.request.urlopen(f"{server.address}/games/{game}", timeout=30) as answer:
        page = answer.read().decode()
        assert answer.headers.get_all("Set-Cookie") is None
    assert "data-choice" in page
    assert 'id="seats"' not in page
    assert lines(server) == []


def test_beyond_it_the_start_tells_who_can_do_what_and_the_hosts_link(tmp_path: Path) -> None:
    keys = []
    for options in ((), (), ("--new-links",)):
        server = Server(tmp_path / "games.db", *OPEN, *options)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            server.start("1856-short", "Ann", "Bob")
        server_address = server.address
        told = lines(server)
        words = "\n".join(told)
        for said in (
            "Other machines",
            "watch all games",
            "secret link of a seat",
            "You are the host",
            "https",
        ):
            assert said in words
        assert f"  {server_address}/#host=" in words
        assert "  https://games.example/#host=" in words
        keys.append(host_key(told))
    assert keys[0] == keys[1] != keys[2]


def test_the_hosts_key_opens_the_server_to_programs(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", *OPEN)
    assert server.process.stdout is not None
    told = [server.process.stdout.readline() for _ in range(10)]
    server.key = host_key(told)
    game = server.start("1856-short", "Ann", "Bob")
    seats = server.call(f"/api/games/{game}/seats")
    server.key = ""
    with pytest.raises(urllib.error.HTTPError, match="403"):
        server.call(f"/api/games/{game}/seats")
    server.key = next(s["key"] for s in seats if s["name"] == server.call(f"/api/games/{game}")["actor"])
    actor = server.call(f"/api/games/{game}")["actor"]
    body = {"seq": 0, "action": {"type": "pass", "player": actor}}
    assert server.call(f"/api/games/{game}/actions", body)["seq"] == 1
    server.stop()


def test_an_address_of_the_newer_kind_can_be_served(tmp_path: Path) -> None:
    if not _has_ipv6():
        pytest.skip("this machine has no IPv6")
    server = Server(tmp_path / "games.db", "--host", "::1")
    assert re.fullmatch(r"http://\[::1\]:\d+", server.address)
    assert server.call("/api/games") == []
    assert lines(server) == []


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (Names("127.0.0.1", ("Play.Example.",)), ["https://play.example"]),
        (Names("::1", ("play.example", "play.example", "localhost")), ["https://play.example"]),
        (
            Names("0.0.0.0", ("box.lan", "[fd00::1]")),
            [f"http://{n}:99" for n in ("box.lan", "[fd00::1]", "192.168.7.5")],
        ),
        (Names("192.168.7.5", ("box.lan",)), ["http://box.lan:99"]),
    ],
    ids=["proxy", "twice", "everywhere", "address"],
)
def test_every_name_that_others_use_has_a_host_link(
    names: Names, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cookie is kept for one name alone: the host of ``localhost`` is nobody under another one."""
    monkeypatch.setattr(start_message, "own_address", lambda: "192.168.7.5")
    assert reached_at(names, 99) == expected
    own = f"http://{local_name(names.host)}:99"
    told = who_may_do_what(names, 99, "KEY")
    links = [line.strip() for line in told if "#host=" in line]
    assert links == [f"{address}/#host=KEY" for address in (own, *expected)]
    assert any("proxy is not reached by https" in line for line in told) == (expected[0][:5] == "https")


def test_the_links_of_seats_bear_the_name_that_others_use(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db", *OPEN)
    assert server.process.stdout is not None
    server.key = host_key([server.process.stdout.readline() for _ in range(10)])
    game = server.start("1856-short", "Ann", "Bob")
    key = server.call(f"/api/games/{game}/seats")[0]["key"]
    shown = {}
    for name in ("localhost", "games.example"):
        headers = {"Authorization": f"Bearer {server.key}", "Host": name}
        asked = urllib.request.Request(f"{server.address}/games/{game}/seats", headers=headers)
        with urllib.request.urlopen(asked, timeout=30) as answer:
            shown[name] = answer.read().decode()
    server.stop()
    assert f'value="https://games.example/games/{game}#seat={key}"' in shown["localhost"]
    assert "only this machine knows" not in shown["localhost"]
    assert "The links begin with https://games.example." in shown["localhost"]
    assert f'value="http://games.example/games/{game}#seat={key}"' in shown["games.example"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "*",
        "*.example.org",
        "http://x",
        "x:80",
        "x/y",
        "a b",
        "a..b",
        "-x",
        "[::1]:80",
        "\u017c.pl",
        "a" * 64,
    ],
)
def test_a_name_that_no_browser_can_send_is_refused(name: str) -> None:
    assert not is_name(name)
    with pytest.raises(InvalidAction, match=r"--allowed-host takes one name like games.example") as refused:
        serve(allowed_host=["games.example", name], database="sqlite://")
    assert refused.value.message.endswith(f"not {name!r}")


def test_a_server_that_is_given_such_a_name_says_so_in_one_line() -> None:
    assert refusal("--allowed-host", "http://x") == (
        "error: --allowed-host takes one name like games.example, without http://, port or *, not 'http://x'"
    )


@pytest.mark.parametrize(
    "name", ["box", "games.example", "Games.Example.", "xn--w-uga1v8h.pl", "10.0.0.7", "fd00::1", "[fd00::1]"]
)
def test_names_and_addresses_can_be_allowed(name: str) -> None:
    assert is_name(name)
    assert Names(others=(name,)).take(bracketed(name), None)


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as line:
            line.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_others_are_told_an_address_that_is_not_only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_message, "own_address", lambda: "192.168.7.5")
    assert reached_at(Names("0.0.0.0"), 99) == ["http://192.168.7.5:99"]
    assert reached_at(Names("192.168.7.5"), 99) == []
    assert "http://192.168.7.5:99/" in who_may_do_what(Names("0.0.0.0"), 99, "x")[0]
    assert "games.example" in who_may_do_what(Names("127.0.0.1", ("games.example",)), 99, "x")[0]
    names = [local_name(host) for host in ("127.0.0.1", "0.0.0.0", "", "::", "::1", "192.168.7.5")]
    assert names == ["localhost"] * 4 + ["[::1]", "192.168.7.5"]


def test_a_machine_without_a_network_has_no_address_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    class Alone(socket.socket):
        connect = unreachable

    monkeypatch.setattr(socket, "socket", Alone)
    assert reached_at(Names("0.0.0.0"), 99) == []
    assert "Their address" not in who_may_do_what(Names("0.0.0.0"), 99, "x")[0]
