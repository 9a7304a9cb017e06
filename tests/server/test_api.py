"""The JSON API: what it gives, and the one shape of what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import AS_JSON, Start

from piercy.core import registry

TITLE = "1856-short"


def refusal(response: Any, status: int, code: str) -> dict[str, Any]:
    """The body of a refusal, which always has the same four fields."""
    assert response.status_code == status, response.text
    body: dict[str, Any] = response.json()
    assert body.keys() == {"code", "message", "rule", "seq"}
    assert body["code"] == code
    assert body["message"]
    return body


def first_action(client: TestClient, game: str) -> dict[str, Any]:
    """Any action of the first offer, filled from what the API says."""
    told = client.get(f"/api/games/{game}/offers").json()
    offer = told["offers"][0]
    action = {"type": offer["type"], "player": offer["player"]}
    for domain in offer["domains"]:
        value = domain["rows"][0] if domain["kind"] == "table" else [domain["options"][0]]
        action |= dict(zip(domain["fields"], value, strict=True))
    return action


def test_titles_with_their_options(client: TestClient) -> None:
    found = {title["id"]: title for title in client.get("/api/titles").json()}
    assert found.keys() == set(registry.titles())
    one = client.get(f"/api/titles/{TITLE}").json()
    assert one == found[TITLE]
    assert one["players"] == [2, 3, 4, 5, 6]
    assert {option["name"]: option["default"] for option in one["options"]}["test_everybody"] is True
    assert client.get(one["rules"]).status_code == 200
    refusal(client.get("/api/titles/1999"), 404, "unknown")


def test_only_the_options_for_players_are_offered(client: TestClient) -> None:
    for title in client.get("/api/titles").json():
        shown = {option["name"] for option in title["options"]}
        assert shown == {o.name for o in registry.title(title["id"]).options if o.audience == "players"}
    assert "recorded_runs" not in {
        o["name"] for o in client.get("/api/titles/18cz-bohemia").json()["options"]
    }


@pytest.mark.parametrize(
    ("title", "option", "value", "words"),
    [
        (TITLE, "idle_limit", 5, "option 'idle_limit' is for games without a person only"),
        ("1865-short", "round_cap", 5, "option 'round_cap' is for games without a person only"),
        ("18cz-bohemia", "recorded_runs", True, "option 'recorded_runs' is for imported games only"),
        ("18cz-bohemia", "draw_seed", 5, "option 'draw_seed' is for imported games only"),
    ],
)
def test_an_option_that_is_not_for_players_is_refused_to_them(
    client: TestClient, title: str, option: str, value: object, words: str
) -> None:
    seats = [{"name": "Ann", "kind": "person"}, {"name": "Bob", "kind": "random"}]
    wanted = {"title": title, "seats": seats, "options": {option: value}}
    told = refusal(client.post("/api/games", json=wanted), 400, "invalid")
    assert told["message"] == words


def test_a_table_of_bots_alone_is_bounded_and_one_with_a_person_is_not(client: TestClient) -> None:
    def started(kind: str, **options: object) -> Any:
        seats = [{"name": "Ann", "kind": kind}, {"name": "Bob", "kind": "random"}]
        return client.post("/api/games", json={"title": "1865-short", "seats": seats, "options": options})

    assert started("person").json()["options"]["round_cap"] == 0
    assert started("random").json()["options"]["round_cap"] == 40
    assert started("random", round_cap=3).json()["options"]["round_cap"] == 3
    told = refusal(started("random", round_cap=99_999_999), 400, "invalid")
    assert told["message"] == "option 'round_cap' may be a whole number from 0 to 1000, not 99999999"


def test_a_game_from_its_start_to_its_second_action(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    view = client.get(f"/api/games/{game}").json()
    assert (view["at"], view["over"], view["problem"]) == (0, False, None)
    assert view["actor"] in ("Ann", "Bob")
    action = first_action(client, game)
    done = client.post(f"/api/games/{game}/actions", json={"seq": 0, "action": action})
    assert done.status_code == 200, done.text
    assert done.json()["seq"] == 1
    log = client.get(f"/api/games/{game}/log").json()
    assert log[0]["action"] == action
    assert log[0]["events"][0]["event"] == "tile_laid"
    assert client.get(f"/api/games/{game}/log", params={"since": 1}).json() == []
    again = client.get(f"/api/games/{game}", params={"at": 0}).json()
    assert again["digest"] == view["digest"]
    assert client.get("/api/games").json()[0]["id"] == game


def test_undo_and_redo(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    before = client.get(f"/api/games/{game}").json()["digest"]
    client.post(f"/api/games/{game}/actions", json={"seq": 0, "action": first_action(client, game)})
    after = client.get(f"/api/games/{game}").json()["digest"]
    assert client.post(f"/api/games/{game}/undo", json={"seq": 1}).json()["seq"] == 2
    assert client.get(f"/api/games/{game}").json()["digest"] == before
    assert client.post(f"/api/games/{game}/redo", json={"seq": 2}).json()["seq"] == 3
    assert client.get(f"/api/games/{game}").json()["digest"] == after
    refusal(client.post(f"/api/games/{game}/redo", json={"seq": 3}), 400, "invalid")


def test_the_map_is_a_picture(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    answer = client.get(f"/api/games/{game}/map.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    refusal(client.get(f"/api/games/{game}/map.svg", params={"at": 7}), 404, "unknown")


def test_what_is_refused_says_why(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    actor = client.get(f"/api/games/{game}").json()["actor"]
    other = "Bob" if actor == "Ann" else "Ann"
    act = f"/api/games/{game}/actions"
    far = {"type": "lay_tile", "player": actor, "hex": "D15", "tile": "8", "rotation": 0}
    body = refusal(client.post(act, json={"seq": 0, "action": far}), 422, "illegal")
    assert body["rule"] == "R56-4.15"
    assert body["seq"] == 0
    body = refusal(
        client.post(act, json={"seq": 0, "action": {"type": "pass", "player": other}}), 422, "illegal"
    )
    assert body["rule"] == "R56-1.5"
    refusal(client.post(act, json={"seq": 9, "action": {"type": "pass", "player": actor}}), 409, "stale")
    refusal(client.post(act, json={"seq": 0, "action": {"type": "fly", "player": actor}}), 400, "invalid")
    refusal(client.post(act, json={"seq": 0, "action": {"type": "undo", "player": actor}}), 400, "invalid")
    refusal(client.post(act, json={"seq": 0, "action": {"type": "pass", "player": "Eve"}}), 400, "invalid")
    refusal(client.post(act, json={"seq": "0", "action": {}}), 400, "invalid")
    refusal(client.post(act, json={"seq": 0, "action": {}, "more": 1}), 400, "invalid")
    refusal(client.get("/api/games/nowhere"), 404, "unknown_game")
    refusal(client.get("/api/nowhere"), 404, "unknown")
    refusal(client.put(act, json={}), 405, "method")
    refusal(client.get(f"/api/games/{game}/export", params={"format": "chess"}), 400, "invalid")


def test_a_bots_seat_is_not_for_persons(client: TestClient, start: Start) -> None:
    game = start(TITLE, "bot:random", "bot:random", seed=3)
    refusal(client.post(f"/api/games/{game}/undo", json={"seq": 0}), 403, "wrong_seat")


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"", b"[]", b"null", b"\xff\xfe", b'{"seq": 1e999, "action": {}}', b"[" * 5000,
        b'{"seq": 0, "action": {"type": "pass", "player": {"$gt": 1}}}',
    ],
)  # fmt: skip
def test_broken_bodies(client: TestClient, start: Start, body: bytes) -> None:
    game = start(TITLE, "Ann", "Bob")
    headers = {"Content-Type": "application/json"}
    answer = client.post(f"/api/games/{game}/actions", content=body, headers=headers)
    refusal(answer, 400, "invalid")
    refusal(client.post("/api/games/import", content=body, headers=AS_JSON), 400, "broken_save")


def test_a_body_that_is_too_long(client: TestClient) -> None:
    refusal(client.post("/api/games/import", content=b" " * 8_000_001, headers=AS_JSON), 413, "too_large")

    def endless() -> Any:
        for _ in range(90):
            yield b" " * 100_000

    refusal(client.post("/api/games/import", content=endless(), headers=AS_JSON), 413, "too_large")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "1999"}, {"seats": []}, {"seats": [{"name": "Ann"}]}, {"seed": -1}, {"seed": 2**60},
        {"seats": [{"name": "A"}, {"name": "A"}]}, {"seats": [{"name": "A", "kind": "deep"}, {"name": "B"}]},
        {"seed": "x"}, {"options": {"idle_limit": "often"}}, {"options": {"speed": 9}}, {"extra": True},
        {"seats": [{"name": "\x00"}, {"name": "B"}]}, {"seats": [{"name": "x" * 41}, {"name": "B"}]},
    ],
)  # fmt: skip
def test_games_that_cannot_be_started(client: TestClient, change: dict[str, Any]) -> None:
    body = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]} | change
    refusal(client.post("/api/games", json=body), 400, "invalid")
    assert client.get("/api/games").json() == []


def test_a_tampered_save_is_refused(client: TestClient, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    client.post(f"/api/games/{game}/actions", json={"seq": 0, "action": first_action(client, game)})
    saved = client.get(f"/api/games/{game}/export").json()
    for change in ({"digest": "0" * 32}, {"seed": 99}, {"actions": saved["actions"] * 2}, {"title": "1999"}):
        changed = json.dumps(saved | change)
        refusal(client.post("/api/games/import", content=changed, headers=AS_JSON), 400, "broken_save")


def test_names_are_shown_as_text_everywhere(client: TestClient, start: Start) -> None:
    name = '<img src=x onerror="x()">'
    game = start(TITLE, name, "Bob")
    for address in ("/", f"/games/{game}", f"/games/{game}/log"):
        page = client.get(address)
        assert "<img src=x" not in page.text
        assert "&lt;img src=x" in page.text or address.endswith("log")
        assert "script-src" not in page.headers["content-security-policy"]
        assert "default-src 'self'" in page.headers["content-security-policy"]


def test_pages_that_do_not_exist(client: TestClient) -> None:
    for address in ("/games/nowhere", "/rules/R99-1", "/nothing", "/games/nowhere/log"):
        page = client.get(address)
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")


def test_the_document_of_the_api(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert "/api/games/{game_id}/actions" in document["paths"]
    assert not any(path.startswith("/games") for path in document["paths"])


def test_blanks_around_a_name_make_no_other_name(client: TestClient) -> None:
    def begin(*names: str) -> Any:
        seats = [{"name": name} for name in names]
        return client.post("/api/games", json={"title": TITLE, "seats": seats, "seed": 1})

    assert refusal(begin("A", " A "), 400, "invalid")["message"] == "every player needs a name of their own"
    begun = begin(" A\t", "B  C")
    assert [seat["name"] for seat in begun.json()["seats"]] == ["A", "B  C"]
