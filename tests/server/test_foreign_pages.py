"""A page of another site can do nothing here: neither by a name of its own nor by a form or script."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.addresses import ROUTES, filled, methods
from tests.server.conftest import Start, browser
from tests.server.test_api import TITLE, refusal
from tests.server.test_pages import FORM

from piercy.server.app import create_app
from piercy.server.origins import Names
from piercy.server.services import Services
from piercy.server.settings import Settings

LAN = "192.168.7.5"


def asks(client: TestClient, host: str, path: str = "/api/games") -> Any:
    return client.get(path, headers={"Host": host}, follow_redirects=False)


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:1865", "LOCALHOST.", "127.0.0.1:80", "127.8.9.1", "[::1]:1865", "[::1]"]
)
def test_this_machine_is_asked_by_its_own_names(client: TestClient, host: str) -> None:
    assert asks(client, host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:1865",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "[fe80::1]",
        "[::1",
        "localhost@evil.example:x",
        "",
        "2130706434",
        "user@127.0.0.1",
        "evil.example@localhost",
        "localhost/evil.example",
        "127.0.0.1#evil.example",
        "127.0.0.1?evil.example",
        "127.0.0.1\\evil.example",
        "localhost:evil",
        "localhost:80:81",
        "localhost, evil.example",
        "[::1]evil.example",
        "[localhost]",
    ],
)
def test_a_name_that_was_given_this_machines_address_reads_nothing(
    client: TestClient, start: Start, host: str
) -> None:
    game = start(TITLE, "Ann", "Bob")
    refusal(asks(client, host), 421, "wrong_host")
    page = asks(client, host, f"/games/{game}")
    assert page.status_code == 421
    assert page.headers["content-type"].startswith("text/html")
    assert "Ann" not in page.text


def named(settings: Settings, host: str, *others: str) -> TestClient:
    return browser(create_app(replace(settings, names=Names(host, others))))


def test_an_address_that_was_opened_and_a_name_that_was_allowed(settings: Settings) -> None:
    with named(settings, LAN, "games.example", "[2001:db8::5]:99") as client:
        for host in (LAN, f"{LAN}:1865", "games.example", "Games.Example:443", "localhost", "[2001:db8::5]"):
            assert asks(client, host).status_code == 200, host
        for host in ("evil.example", "192.168.7.6", "a.games.example"):
            refusal(asks(client, host), 421, "wrong_host")


def test_where_all_addresses_are_open_the_name_is_the_one_that_was_reached() -> None:
    for everywhere in ("0.0.0.0", "::"):
        names = Names(everywhere)
        assert names.take(f"{LAN}:1865", LAN)
        assert names.take(LAN, f"::ffff:{LAN}")
        assert names.take("[2001:db8::5]:1865", "2001:db8::5")
        assert names.take("localhost", "127.0.0.1")
        assert not names.take("192.168.7.6", LAN)
        assert not names.take("evil.example", LAN)
        assert not names.take(LAN, None)


def test_who_else_may_come() -> None:
    assert not any(
        names.open_to_others for names in (Names(), Names("localhost"), Names("::1"), Names("127.0.0.9"))
    )
    opened = [Names("0.0.0.0"), Names("::"), Names(LAN), Names("box"), Names("127.0.0.1", ("games.example",))]
    assert all(names.open_to_others for names in opened)


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:18736"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "null"},
    {"Origin": "file://"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site"},
]


@pytest.fixture
def stranger(client: TestClient) -> TestClient:
    """Asks without saying where from."""
    del client.headers["Origin"]
    return client


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_foreign_page_changes_nothing(
    stranger: TestClient, services: Services, settings: Settings, headers: dict[str, str]
) -> None:
    saved = (Path(__file__).parents[1] / "games" / TITLE / "2-players.json").read_bytes()
    game = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    refusal(stranger.post("/api/games", json=game, headers=headers), 403, "foreign_site")
    plain = headers | {"Content-Type": "text/plain"}
    refusal(stranger.post("/api/games/import", content=saved, headers=plain), 403, "foreign_site")
    assert stranger.post("/games", data=FORM, headers=headers).status_code == 403
    assert stranger.post("/import", files={"file": ("a.json", saved)}, headers=headers).status_code == 403
    language = stranger.post("/language", data={"choice": "pl"}, headers=headers)
    assert language.status_code == 403
    assert "set-cookie" not in language.headers
    assert services.store.count() == 0


@pytest.mark.parametrize(
    "headers",
    [
        [("Origin", "http://localhost"), ("Origin", "http://evil.example")],
        [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")],
        [("Origin", ""), ("Sec-Fetch-Site", "same-origin")],
        [("Origin", "http://localhost@evil.example")],
        [("Origin", "http://localhost, http://evil.example")],
        [("Sec-Fetch-Site", "")],
    ],
    ids=str,
)
def test_a_header_that_says_two_things_is_not_believed(
    stranger: TestClient, services: Services, headers: list[tuple[str, str]]
) -> None:
    assert stranger.post("/games", data=FORM, headers=headers).status_code == 403
    assert services.store.count() == 0


def test_a_request_from_nowhere_must_be_json(stranger: TestClient, services: Services) -> None:
    for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        headers = {"Content-Type": kind} if kind else {}
        refusal(stranger.post("/api/games/import", content=b"{}", headers=headers), 415, "media_type")
    assert stranger.post("/games", data=FORM).status_code == 415
    twice = [("Content-Type", "application/json"), ("Content-Type", "text/plain")]
    refusal(stranger.post("/api/games/import", content=b"{}", headers=twice), 415, "media_type")
    assert services.store.count() == 0
    game = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    assert stranger.post("/api/games", json=game).status_code == 201


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "https://localhost"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ],
    ids=str,
)
def test_pages_of_this_server_change_what_they_should(stranger: TestClient, headers: dict[str, str]) -> None:
    assert stranger.post("/games", data=FORM, headers=headers, follow_redirects=False).status_code == 303


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:80", "http://localhost", 303),
        ("localhost", "http://localhost:80", 303),
        ("localhost:443", "https://localhost", 303),
        ("localhost", "https://localhost:443", 303),
        ("[::1]:80", "http://[::1]", 303),
        ("localhost:8080", "http://localhost:8080", 303),
        ("localhost:8080", "http://localhost", 403),
        ("localhost:80", "http://localhost:8080", 403),
        ("localhost:8443", "https://localhost", 403),
    ],
)
def test_a_port_that_goes_without_saying_may_be_said(
    stranger: TestClient, host: str, origin: str, status: int
) -> None:
    """Proxies and programs tell it, browsers leave it out."""
    headers = {"Host": host, "Origin": origin}
    answer = stranger.post("/games", data=FORM, headers=headers, follow_redirects=False)
    assert answer.status_code == status


def test_nothing_changes_by_looking(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    before = services.store.info(game)
    looked = 0
    for route in ROUTES:
        if "GET" not in methods(route) or route.path.endswith("/events"):
            continue
        address = filled(route, game, TITLE)
        answer = client.get(address, params={"choice": "pl", "language": "pl"}, follow_redirects=False)
        assert "set-cookie" not in answer.headers, address
        looked += 1
    assert looked >= 17
    assert services.store.info(game) == before
    assert services.store.count() == 1


def test_no_one_is_sent_to_another_server(client: TestClient) -> None:
    answer = client.get("/rules/", follow_redirects=False)
    assert answer.headers["location"] == "/rules"
    for path in ("/rules/R65-3.4.2", "/games/", "/api/games/", "//evil.example/", "/static", "/rules/1865/"):
        told = client.get(path, follow_redirects=False).headers.get("location", "/")
        assert told.startswith("/"), path
        assert not told.startswith("//"), path
