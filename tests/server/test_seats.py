"""Where others reach the server: the host does everything, a seat's link plays that seat, strangers watch."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.server.addresses import ROUTES, filled, methods
from tests.server.conftest import Start, browser
from tests.server.test_api import TITLE, first_action, refusal
from tests.server.test_pages import FORM

from piercy.core.game import from_json, new_game
from piercy.server.app import create_app
from piercy.server.keys import Keys
from piercy.server.origins import Names
from piercy.server.settings import Settings

KEY = re.compile(r"[\w-]{32}")
Come = Callable[..., TestClient]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A server that others reach."""
    return replace(settings, names=Names("0.0.0.0"))


@pytest.fixture
def keys(client: TestClient) -> Keys:
    assert isinstance(client.app, FastAPI)
    found: Keys = client.app.state.services.keys
    return found


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """The host's browser, and the server with it."""
    with browser(create_app(settings)) as opened:
        assert isinstance(opened.app, FastAPI)
        key = opened.app.state.services.keys.host()
        answer = opened.post("/host", data={"key": key}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        yield opened


@pytest.fixture
def come(client: TestClient, keys: Keys) -> Come:
    """Another device: ``come()`` is a stranger's, ``come(game, "Ann")`` opened the link of Ann's seat."""

    def opened(game: str = "", *players: str) -> TestClient:
        assert isinstance(client.app, FastAPI)
        other = browser(client.app)
        for player in players:
            key = keys.seat(game, player)
            answer = other.post(f"/games/{game}/seat", data={"key": key}, follow_redirects=False)
            assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{game}")
        return other

    return opened


@pytest.fixture
def game(start: Start) -> str:
    return start(TITLE, "Ann", "Bob", seed=3)


def actor(asking: TestClient, game: str) -> str:
    name: str = asking.get(f"/api/games/{game}").json()["actor"]
    return name


def seq(asking: TestClient, game: str) -> int:
    reached: int = asking.get(f"/api/games/{game}").json()["game"]["seq"]
    return reached


def act(asking: TestClient, game: str, **headers: str | bytes) -> Any:
    """Whoever is on turn does the first thing that is offered."""
    body = {"seq": seq(asking, game), "action": first_action(asking, game)}
    sent = [
        (name.encode(), value if isinstance(value, bytes) else value.encode())
        for name, value in headers.items()
    ]
    return asking.post(f"/api/games/{game}/actions", json=body, headers=sent)


def hand_over(asking: TestClient, game: str, name: str) -> str:
    """Pass for a person until another one is on turn; who that is."""
    for _ in range(200):
        reached, now = seq(asking, game), actor(asking, game)
        if now not in (name, "B1"):
            return now
        if now == name:
            action = {"type": "pass", "player": name}
            answer = asking.post(f"/api/games/{game}/actions", json={"seq": reached, "action": action})
            assert answer.status_code == 200, answer.text
        else:
            time.sleep(0.05)
    raise AssertionError(f"{name} stays on turn")


def turn(asking: TestClient, game: str, way: str) -> Any:
    return asking.post(f"/api/games/{game}/{way}", json={"seq": seq(asking, game)})


def other_of(name: str) -> str:
    return "Bob" if name == "Ann" else "Ann"


# --- who may do what


def test_the_host_does_everything(client: TestClient, game: str) -> None:
    for _ in range(3):
        assert act(client, game).status_code == 200
    assert turn(client, game, "undo").status_code == 200
    assert turn(client, game, "redo").status_code == 200
    assert client.post("/games", data=FORM, follow_redirects=False).status_code == 303
    assert "Play now" in client.get("/").text


def test_a_stranger_changes_nothing_at_any_address(client: TestClient, come: Come, game: str) -> None:
    stranger = come()
    act(client, game)
    before = client.get(f"/api/games/{game}").json()
    action = json.dumps(first_action(client, game))
    new = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    bodies: dict[str, dict[str, Any]] = {
        "/api/games": {"json": new},
        "/api/games/import": {"json": client.get(f"/api/games/{game}/export").json()},
        "/api/games/{game_id}/actions": {"json": {"seq": 1, "action": json.loads(action)}},
        "/api/games/{game_id}/undo": {"json": {"seq": 1}},
        "/api/games/{game_id}/redo": {"json": {"seq": 1}},
        "/api/games/{game_id}/retry": {"json": {}},
        "/games/{game_id}/retry": {"data": {}},
        "/games": {"data": FORM},
        "/import": {"files": {"file": ("a.json", client.get(f"/api/games/{game}/export").content)}},
        "/games/{game_id}/do": {"data": {"seq": 1, "action": action}},
        "/games/{game_id}/undo": {"data": {"seq": 1}},
        "/games/{game_id}/redo": {"data": {"seq": 1}},
        "/games/{game_id}/seat": {"data": {"key": "x" * 32}},
        "/host": {"data": {"key": "x" * 32}},
        "/games/{game_id}/rename": {"data": {"name": "Mine"}},
        "/games/{game_id}/hand": {"data": {"player": "Ann", "kind": "random"}},
        "/games/{game_id}/orders": {"data": {"player": "Ann", "kind": "pass"}},
        "/games/{game_id}/orders/stop": {"data": {"player": "Ann", "kind": "pass"}},
        "/games/{game_id}/orders/skip": {"data": {"player": "Ann", "on": "true"}},
    }
    bodies |= {
        f"/games/{{game_id}}/{what}": {"data": {}}
        for what in ("archive", "unarchive", "delete", "restore", "purge")
    }
    for route in ROUTES:
        if methods(route) == ["GET"] or route.path == "/language":
            continue
        path = filled(route, game, TITLE)
        answer = stranger.post(path, **bodies[route.path], follow_redirects=False)
        assert answer.status_code == 403, route.path
        assert "set-cookie" not in answer.headers
        if path.startswith("/api"):
            hosts_alone = path in ("/api/games", "/api/games/import")
            refusal(answer, 403, "host_only" if hosts_alone else "wrong_seat")
    assert client.get(f"/api/games/{game}").json() == before
    assert len(client.get("/api/games").json()) == 1


def test_a_stranger_is_told_so_wherever_the_game_stands(come: Come, game: str) -> None:
    body = {"seq": 99, "action": {"type": "pass", "player": "Ann"}}
    refusal(come().post(f"/api/games/{game}/actions", json=body), 403, "wrong_seat")


def test_a_seats_link_plays_that_seat_alone(client: TestClient, come: Come, game: str) -> None:
    mine = actor(client, game)
    device = come(game, mine)
    assert act(device, game).status_code == 200
    assert hand_over(device, game, mine) == other_of(mine)
    reached = seq(client, game)
    refusal(act(device, game), 403, "wrong_seat")
    data = {"seq": reached, "action": json.dumps(first_action(client, game))}
    answer = device.post(f"/games/{game}/do", data=data, follow_redirects=False)
    assert answer.status_code == 403
    assert "you do not play for" in answer.text
    assert seq(client, game) == reached


def test_a_seats_link_neither_starts_nor_brings_games_nor_shows_links(come: Come, game: str) -> None:
    device = come(game, "Ann")
    new = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    refusal(device.post("/api/games", json=new), 403, "host_only")
    refusal(device.post("/api/games/import", json={}), 403, "host_only")
    refusal(device.get(f"/api/games/{game}/seats"), 403, "host_only")
    assert device.get(f"/games/{game}/seats").status_code == 403


def test_one_device_can_hold_two_seats(client: TestClient, come: Come, game: str) -> None:
    device = come(game, "Ann", "Bob")
    for _ in range(3):
        assert act(device, game).status_code == 200


def test_the_seats_of_bots_have_no_link(client: TestClient, start: Start, keys: Keys) -> None:
    game = start(TITLE, "Ann", "bot:random", seed=3)
    assert [seat["name"] for seat in client.get(f"/api/games/{game}/seats").json()] == ["Ann"]
    assert isinstance(client.app, FastAPI)
    key = keys.seat(game, "B1")
    assert browser(client.app).post(f"/games/{game}/seat", data={"key": key}).status_code == 403


def test_a_program_brings_its_key_in_a_header(client: TestClient, come: Come, game: str, keys: Keys) -> None:
    program = come()
    mine = actor(client, game)
    wrong = act(program, game, Authorization=f"Bearer {keys.seat(game, other_of(mine))}")
    refusal(wrong, 403, "wrong_seat")
    assert act(program, game, Authorization=f"bearer {keys.seat(game, mine)}").status_code == 200
    assert act(program, game, Authorization=f"Bearer {keys.host()}").status_code == 200


# --- keys that are wrong


def test_a_key_that_was_not_given_opens_nothing(
    client: TestClient, come: Come, game: str, start: Start, keys: Keys
) -> None:
    mine = actor(client, game)
    right = keys.seat(game, mine)
    elsewhere = start(TITLE, "Ann", "Bob", seed=3)
    wrong = {
        "another game's": keys.seat(elsewhere, mine),
        "another server's": Keys(bytes(32)).seat(game, mine),
        "another server's host": Keys(bytes(32)).host(),
        "in other letters": right.swapcase(),
        "cut": right[:-1],
        "longer": f"{right}A",
        "its beginning": right[:4],
        "all at once": "A" * 30_000,
        "no letters": "ż" * 32,
    }
    for what, key in wrong.items():
        for header in (f"Bearer {key}", f"Basic {key}"):
            refusal(act(come(), game, Authorization=header.encode()), 403, "wrong_seat")
        for address in ("/host", f"/games/{game}/seat"):
            answer = come().post(address, data={"key": key}, follow_redirects=False)
            assert answer.status_code in (400, 403), what
            assert "set-cookie" not in answer.headers
        if key.isascii():
            forged = come()
            forged.cookies.set(f"seat-{game}", key)
            forged.cookies.set(keys.host_cookie, key)
            refusal(act(forged, game), 403, "wrong_seat")
    for header in ("", "Bearer", f"Basic {right}", right):
        refusal(act(come(), game, Authorization=header), 403, "wrong_seat")
    assert seq(client, game) == 0


def test_the_cookie_of_one_game_opens_no_other(
    client: TestClient, come: Come, game: str, start: Start
) -> None:
    elsewhere = start(TITLE, "Ann", "Bob", seed=3)
    device = come(game, "Ann", "Bob")
    device.cookies.set(f"seat-{elsewhere}", device.cookies[f"seat-{game}"])
    refusal(act(device, elsewhere), 403, "wrong_seat")


def test_every_seat_of_every_game_has_another_long_key(keys: Keys) -> None:
    made = {keys.seat(game, player) for game in ("a", "b", "ab") for player in ("Ann", "Bob", "b")}
    made |= {keys.host(), keys.seat("", "a"), keys.seat("a", ""), keys.seat("host", "")}
    assert len(made) == 13
    # six bits a letter
    assert all(KEY.fullmatch(key) and len(key) * 6 >= 128 for key in made)


# --- taking back


def test_one_takes_back_ones_own_decision_and_no_other(client: TestClient, come: Come, game: str) -> None:
    first = actor(client, game)
    mine, theirs = come(game, first), come(game, other_of(first))
    assert act(mine, game).status_code == 200
    refusal(turn(theirs, game, "undo"), 403, "wrong_seat")
    assert turn(mine, game, "undo").status_code == 200
    refusal(turn(theirs, game, "redo"), 403, "wrong_seat")
    assert turn(mine, game, "redo").status_code == 200
    hand_over(mine, game, first)
    assert act(theirs, game).status_code == 200
    reached = seq(client, game)
    refusal(turn(mine, game, "undo"), 403, "wrong_seat")
    assert seq(client, game) == reached
    assert turn(client, game, "undo").status_code == 200


def test_what_bots_did_since_is_taken_back_with_ones_own_decision(
    client: TestClient, come: Come, start: Start
) -> None:
    game = start(TITLE, "Ann", "bot:random", "Cid", seed=3)
    while (mine := actor(client, game)) == "B1":
        time.sleep(0.02)
    theirs = hand_over(client, game, mine)
    bots = [row["actor"] for row in client.get(f"/api/games/{game}/log").json()]
    assert "B1" in bots[bots.index(mine) :]
    refusal(turn(come(game, theirs), game, "undo"), 403, "wrong_seat")
    assert turn(come(game, mine), game, "undo").status_code == 200
    assert actor(client, game) == mine


def test_the_pages_offer_to_take_back_what_one_may(client: TestClient, come: Come, game: str) -> None:
    first = actor(client, game)
    mine, theirs = come(game, first), come(game, other_of(first))
    act(mine, game)

    def offered(asking: TestClient) -> bool:
        found = re.search(r'<button[^>]*id="undo"([^>]*)>', asking.get(f"/games/{game}").text)
        assert found is not None
        return "disabled" not in found[1]

    assert [offered(asking) for asking in (client, mine, theirs, come())] == [True, True, False, False]


# --- what is shown


def test_offers_are_shown_to_those_who_may_act(client: TestClient, come: Come, game: str) -> None:
    mine = actor(client, game)
    shown = {
        "host": client.get(f"/games/{game}").text,
        "mine": come(game, mine).get(f"/games/{game}").text,
        "theirs": come(game, other_of(mine)).get(f"/games/{game}").text,
        "stranger": come().get(f"/games/{game}").text,
    }
    assert {name for name, text in shown.items() if "data-choice" in text} == {"host", "mine"}
    assert {name for name, text in shown.items() if 'id="watching"' in text} == {"theirs", "stranger"}
    assert f"You play {other_of(mine)}." in shown["theirs"]
    assert "You are watching" in shown["stranger"]
    homes = {name: asking.get("/").text for name, asking in (("host", client), ("stranger", come()))}
    assert {name for name, text in homes.items() if "Choose a game, then start" in text} == {"host"}
    assert {name for name, text in shown.items() if 'id="seats"' in text} == {"host"}


def test_no_choice_can_be_looked_into_by_others(client: TestClient, come: Come, game: str) -> None:
    action = first_action(client, game)
    query = "&".join(f"{key}={value}" for key, value in {"do": action["type"], **action}.items())
    assert "data-choice" in client.get(f"/games/{game}?{query}").text
    assert "data-choice" not in come().get(f"/games/{game}?{query}").text


def test_strangers_are_not_offered_to_start_games(come: Come, game: str) -> None:
    page = come().get("/").text
    assert "Play now" not in page
    assert "Import" not in page
    assert f"/games/{game}" in page


def test_what_will_be_drawn_is_hidden_while_the_game_runs(client: TestClient, come: Come, game: str) -> None:
    seed = client.get(f"/api/games/{game}").json()["game"]["seed"]
    assert seed == 3
    assert isinstance(client.get(f"/api/games/{game}").json()["state"]["flow"]["random"], int)
    for asking in (come(), come(game, "Ann", "Bob")):
        assert [row["seed"] for row in asking.get("/api/games").json()] == [None]
        for at in ("", "?at=0"):
            view = asking.get(f"/api/games/{game}{at}").json()
            assert view["game"]["seed"] is None
            assert view["state"]["flow"]["random"] is None
        for form in ("piercy", "18xx.games"):
            refusal(asking.get(f"/api/games/{game}/export?format={form}"), 403, "host_only")
    assert act(come(game, "Ann", "Bob"), game).json()["seed"] is None


def test_no_fingerprint_proves_a_guess_of_the_seed(client: TestClient, come: Come, game: str) -> None:
    """A small seed is found by trying, if the position after no action tells whether a try is right."""
    assert act(client, game).status_code == 200
    guessed = new_game(TITLE, players=["Ann", "Bob"], seed=3).digest()
    assert client.get(f"/api/games/{game}?at=0").json()["digest"] == guessed
    told = [row["digest"] for row in client.get(f"/api/games/{game}/log").json()]
    assert told == [client.get(f"/api/games/{game}").json()["digest"]]
    for asking in (come(), come(game, "Ann", "Bob")):
        for at in ("", "?at=0", "?at=1"):
            assert asking.get(f"/api/games/{game}{at}").json()["digest"] is None
        assert [row["digest"] for row in asking.get(f"/api/games/{game}/log").json()] == [None]
        for address in (f"/games/{game}", f"/games/{game}?at=0", f"/games/{game}/log"):
            text = asking.get(address).text
            assert guessed not in text
            assert told[0] not in text


def test_the_draws_of_a_game_from_another_site_are_hidden_too(client: TestClient, come: Come) -> None:
    assert isinstance(client.app, FastAPI)
    saved = new_game("18cz-bohemia", players=["Ann", "Bob"], seed=5, options={"draw_seed": 77})
    game = client.app.state.services.imports.bring(saved.to_json().encode()).id
    host, stranger = (asking.get(f"/api/games/{game}").json() for asking in (client, come(game, "Ann")))
    assert host["game"]["options"]["draw_seed"] == host["state"]["house"]["draw_seed"] == 77
    assert host["state"]["draws"] > 0
    assert stranger["game"]["options"]["draw_seed"] is None
    assert stranger["state"]["house"]["draw_seed"] is None
    assert stranger["state"]["draws"] is None
    assert stranger["state"]["house"].keys() == host["state"]["house"].keys()


def test_when_the_game_is_over_nothing_is_hidden_and_only_the_host_takes_back(
    client: TestClient, come: Come, start: Start
) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    services = client.app.state.services  # type: ignore[attr-defined]
    saved = json.loads((Path(__file__).parents[1] / "games" / TITLE / "2-players.json").read_text())
    brought = client.post("/api/games/import", json=saved).json()
    assert brought["status"] == "over"
    game, names = brought["id"], [seat["name"] for seat in brought["seats"]]
    device = come(game, *names)
    assert device.get(f"/api/games/{game}").json()["game"]["seed"] == saved["seed"]
    digest = from_json(json.dumps(saved)).digest()
    assert device.get(f"/api/games/{game}").json()["digest"] == digest
    assert device.get(f"/api/games/{game}/log").json()[-1]["digest"] == digest
    assert device.get(f"/api/games/{game}/export").status_code == 200
    refusal(turn(device, game, "undo"), 403, "wrong_seat")
    assert 'id="undo" disabled' in device.get(f"/games/{game}").text
    assert turn(client, game, "undo").status_code == 200
    assert services.store.info(game).status == "active"


def test_seeds_are_too_many_to_try_them_all(client: TestClient) -> None:
    new = {"title": TITLE, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    assert max(client.post("/api/games", json=new).json()["seed"] for _ in range(12)) > 2**45


# --- secrets stay secret


def test_keys_are_told_to_the_host_alone_and_on_one_page(
    client: TestClient,
    come: Come,
    game: str,
    keys: Keys,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = [keys.host(), *(keys.seat(game, name) for name in ("Ann", "Bob"))]
    device, stranger = come(game, "Ann"), come()
    act(client, game)
    told = set()
    for asking in (client, device, stranger):
        for route in ROUTES:
            if "GET" not in methods(route) or route.path.endswith("/events"):
                continue
            path = filled(route, game, TITLE)
            answer = asking.get(path)
            if any(key in answer.text or key in str(answer.headers) for key in secrets):
                assert asking is client, path
                assert keys.host() not in answer.text
                told.add(route.path)
                assert path.startswith("/api") or answer.headers["cache-control"] == "no-store"
    assert told == {"/games/{game_id}/seats", "/api/games/{game_id}/seats"}
    assert device.post("/host", data={"key": keys.seat(game, "Ann")}).status_code == 403
    kept = b"".join(file.read_bytes() for file in Path(settings.folder() or "").iterdir())
    for key in secrets:
        assert key not in caplog.text
        assert key.encode() not in kept, "a key is computed, never stored"


def test_no_address_that_is_sent_holds_a_key(client: TestClient, game: str) -> None:
    for seat in client.get(f"/api/games/{game}/seats").json():
        before, _, behind = seat["link"].partition("#")
        assert before == f"/games/{game}"
        assert behind == f"seat={seat['key']}"
    # what a reader's own pages tell each other holds none either, and other sites are told nothing
    assert client.get(f"/games/{game}").headers["referrer-policy"] == "same-origin"


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(
    client: TestClient, keys: Keys, game: str
) -> None:
    assert isinstance(client.app, FastAPI)
    other = browser(client.app)
    for address, key in (("/host", keys.host()), (f"/games/{game}/seat", keys.seat(game, "Ann"))):
        answer = other.post(address, data={"key": key}, follow_redirects=False)
        attributes = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"httponly", "samesite=lax", "path=/"} <= attributes
    foreign = {"Origin": "http://evil.example"}
    answer = other.post(f"/games/{game}/seat", data={"key": keys.seat(game, "Ann")}, headers=foreign)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    answer = other.post(f"/api/games/{game}/undo", json={"seq": 0}, headers=foreign)
    refusal(answer, 403, "foreign_site")


def test_the_hosts_link_leads_to_no_other_site(client: TestClient, keys: Keys) -> None:
    for back in ("//evil.example", "http://evil.example/", "/\\evil.example"):
        answer = client.post("/host", data={"key": keys.host(), "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_links_work_after_a_restart_until_new_ones_are_made(
    settings: Settings, client: TestClient, come: Come, game: str
) -> None:
    device = come(game, "Ann", "Bob")
    cookie = device.cookies[f"seat-{game}"]
    client.__exit__()
    for renewed in (False, True):
        again = create_app(settings)
        with browser(again) as opened:
            opened.cookies.set(f"seat-{game}", cookie)
            assert act(opened, game).status_code == (403 if renewed else 200)
            again.state.services.store.secret(renew=True)


def test_a_damaged_secret_is_made_anew(settings: Settings, client: TestClient) -> None:
    assert isinstance(client.app, FastAPI)
    store = client.app.state.services.store
    before = store.secret()
    assert store.secret() == before
    for damage in ("''", "'zz'", "5", "x'00ff'"):
        with store._engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE secrets SET value = {damage}")
        made = store.secret()
        assert len(made) == 32
        assert made != before
        assert store.secret() == made
