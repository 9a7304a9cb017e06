"""Whatever goes wrong has an answer: one shape for programs, a page for readers, and no traceback."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree
from starlette.testclient import TestClient
from tests.server.addresses import ROUTES, filled, methods
from tests.server.conftest import AS_JSON, Start, browser
from tests.server.test_api import TITLE, first_action, refusal

from piercy.core.errors import EngineError
from piercy.server.app import create_app
from piercy.server.problems import STATUS
from piercy.server.services import Services
from piercy.server.settings import Settings

LARGEST = 10_000


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, largest_body=LARGEST)


def page(response: Any, status: int) -> str:
    """The page that says what went wrong."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert 'id="problem"' in response.text
    assert "Traceback" not in response.text
    text: str = response.text
    return text


def breaks(services: Services, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """From now on the games cannot be read."""

    def fail(*_: object, **__: object) -> None:
        raise error

    for name in ("info", "games", "count", "append", "create", "log"):
        monkeypatch.setattr(services.store, name, fail)


def test_a_fault_of_ours_is_told_in_the_one_shape(
    client: TestClient,
    services: Services,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = start(TITLE, "Ann", "Bob")
    breaks(services, monkeypatch, RuntimeError("a secret of ours"))
    body = refusal(client.get(f"/api/games/{game}/log"), 500, "failed")
    assert "secret" not in body["message"]
    assert "secret" not in page(client.get("/"), 500)
    assert "secret" not in page(client.post(f"/games/{game}/undo", data={"seq": "0"}), 500)
    assert caplog.text.count("a secret of ours") >= 3, "the log tells what the answer does not"


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("select 1", {"who": "Ann"}, sqlite3.OperationalError("database is locked")),
        OperationalError("select 1", {"who": "Ann"}, sqlite3.OperationalError("database or disk is full")),
        NoneFree("QueuePool limit reached"),
    ],
    ids=["locked", "full", "no connection free"],
)
def test_a_locked_or_full_database_is_told_with_when_to_try_again(
    client: TestClient,
    services: Services,
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    game = start(TITLE, "Ann", "Bob")
    action = first_action(client, game)
    breaks(services, monkeypatch, error)
    told = [
        client.get("/api/games"),
        client.post(f"/api/games/{game}/actions", json={"seq": 0, "action": action}),
        client.post(f"/api/games/{game}/undo", json={"seq": 0}),
    ]
    for answer in told:
        refusal(answer, 503, "busy")
        assert answer.headers["retry-after"] == "5"
    for answer in (client.get("/"), client.get(f"/games/{game}/log")):
        page(answer, 503)
        assert answer.headers["retry-after"] == "5"
    assert "Ann" not in caplog.text
    monkeypatch.undo()
    assert client.post(f"/api/games/{game}/actions", json={"seq": 0, "action": action}).status_code == 200


def test_a_database_that_somebody_holds_is_busy_and_free_again(
    client: TestClient, services: Services, settings: Settings, start: Start
) -> None:
    """The same with a real lock. Who waits for it does not wait long here."""
    game = start(TITLE, "Ann", "Bob")
    action = first_action(client, game)
    with services.store._engine.connect() as ours:
        ours.exec_driver_sql("PRAGMA busy_timeout=50")
    other = sqlite3.connect(settings.database.removeprefix("sqlite:///"))
    try:
        other.execute("BEGIN IMMEDIATE")
        body = {"seq": 0, "action": action}
        refusal(client.post(f"/api/games/{game}/actions", json=body), 503, "busy")
        assert client.get(f"/api/games/{game}").json()["at"] == 0
        other.rollback()
        assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200
    finally:
        other.close()


def test_the_table_stays_when_a_part_of_it_fails(
    client: TestClient, services: Services, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(TITLE, "Ann", "Bob")
    breaks(services, monkeypatch, RuntimeError())
    answer = client.get(f"/games/{game}/log", headers={"HX-Request": "true"})
    assert f'href="/games/{game}"' in page(answer, 500)
    assert answer.headers["hx-retarget"] == "#panel"
    assert answer.headers["hx-reselect"] == "#problem"


def chunks() -> Iterator[bytes]:
    for _ in range(LARGEST // 1000 + 1):
        yield b" " * 1000


PLACES = ["/api/games", "/api/games/import", "/api/games/{}/actions", "/api/games/{}/undo"]
FORMS = ["/games", "/import", "/language", "/games/{}/do", "/games/{}/undo", "/games/{}/redo"]


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "chunked"])
def test_too_large_is_too_large_everywhere(client: TestClient, start: Start, announced: bool) -> None:
    game = start(TITLE, "Ann", "Bob")
    kinds = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
    for place in PLACES:
        content = b" " * (LARGEST + 1) if announced else chunks()
        refusal(client.post(place.format(game), content=content, headers=AS_JSON), 413, "too_large")
    for place in FORMS:
        for kind in kinds:
            content = b" " * (LARGEST + 1) if announced else chunks()
            page(client.post(place.format(game), content=content, headers={"Content-Type": kind}), 413)


@pytest.mark.parametrize("path", ["", "/nothing"], ids=["every address", "unknown addresses"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_a_body_without_a_length_is_counted_whether_or_not_anybody_reads_it(
    client: TestClient, start: Start, method: str, path: str
) -> None:
    """Where nothing is asked for by that method, where nothing is at all, and where the kind is wrong."""
    game = start(TITLE, "Ann", "Bob")
    tried = 0
    for route in ROUTES:
        if method == "GET" and route.path.endswith("/events"):
            continue  # the stream would never end, were it begun
        address = filled(route, game, TITLE).rstrip("/") + path or "/"
        for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x"):
            answer = client.request(method, address, content=chunks(), headers={"Content-Type": kind})
            tried += 1
            if method == "HEAD":
                assert answer.status_code == 413, address
            elif address.startswith("/api"):
                refusal(answer, 413, "too_large")
            else:
                page(answer, 413)
    assert tried >= 80
    assert client.get(f"/api/games/{game}").json()["at"] == 0


def test_a_body_without_a_length_that_is_not_too_large_is_read(client: TestClient, start: Start) -> None:
    """Whole, however small its parts are."""
    game = start(TITLE, "Ann", "Bob")
    body = json.dumps({"seq": 0, "action": first_action(client, game)}).encode()
    parts = (body[at : at + 7] for at in range(0, len(body), 7))
    answer = client.post(f"/api/games/{game}/actions", content=parts, headers=AS_JSON)
    assert answer.status_code == 200, answer.text
    just = (b" " * 1000 for _ in range(LARGEST // 1000))
    assert client.request("GET", "/api/titles", content=just).status_code == 200


def test_what_can_be_got_can_be_asked_about(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    tried = 0
    addresses = [filled(route, game, TITLE) for route in ROUTES if "GET" in methods(route)]
    for address in [*addresses, "/api/openapi.json", "/static/icon.svg", "/nothing", "/api/nothing"]:
        asked = client.head(address, follow_redirects=False)
        assert asked.content == b""
        tried += 1
        if address.endswith("/events"):
            # the stream itself never ends
            assert asked.status_code == 200
            assert asked.headers["content-type"].startswith("text/event-stream")
            continue
        got = client.get(address, follow_redirects=False)
        assert asked.status_code == got.status_code
        assert asked.headers.get("content-type") == got.headers.get("content-type")
    assert tried >= 21


def test_a_method_that_is_not_taken_is_told_in_the_one_shape(client: TestClient) -> None:
    answer = client.request("DELETE", "/api/games", headers={"Content-Type": "application/json"})
    refusal(answer, 405, "method")
    assert "GET" in answer.headers["allow"]
    page(client.request("PUT", "/rules"), 405)
    page(client.get("/nothing"), 404)


def test_halves_of_characters_in_a_refusal_can_be_told(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    body = b'{"seq": 0, "action": {"type": "\\ud800", "player": "\\udfff"}}'
    headers = {"Content-Type": "application/json"}
    refusal(client.post(f"/api/games/{game}/actions", content=body, headers=headers), 400, "invalid")


def test_no_house_and_still_an_answer(settings: Settings) -> None:
    """Whatever is broken: what a program gets is the one shape."""
    refusal(browser(create_app(settings)).get("/api/games"), 500, "failed")


NEVER_ANSWERED = {
    "error", "no_database", "unavailable", "unfinished", "bot_fault", "bot_late", "bot_no_start",
}  # fmt: skip
"""Codes of the command line, of bots among themselves, and of what is always more than it says."""


def kinds(kind: type[EngineError]) -> Iterator[type[EngineError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from kinds(below)


def test_the_page_on_serving_lists_every_code_with_its_status() -> None:
    text = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    told: dict[str, int] = {}
    for codes, status in re.findall(r"^\| (`[a-z_`, ]+`) \| (\d{3}) \|", text, re.MULTILINE):
        told |= dict.fromkeys(re.findall(r"[a-z_]+", codes), int(status))
    ours = {
        kind.code for kind in kinds(EngineError) if kind.__module__.startswith("piercy.")
    } - NEVER_ANSWERED
    assert {code: STATUS.get(code, 400) for code in ours} == {c: s for c, s in told.items() if c in ours}
    assert told.keys() - ours == {"method", "timeout"}
