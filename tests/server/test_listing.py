"""Games are listed by key: none comes twice, and none that stays where it is is left out."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Start
from tests.server.test_api import TITLE, first_action, refusal

from piercy.server.pages import home
from piercy.server.services import Services
from piercy.server.store import Place


def move(client: TestClient, game: str) -> None:
    body = {"seq": 0, "action": first_action(client, game)}
    assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200


def test_pages_go_on_behind_a_game_wherever_others_have_moved(client: TestClient, start: Start) -> None:
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(7)][::-1]
    seen = client.get("/api/games?limit=3").json()
    assert [told["id"] for told in seen] == games[:3]
    move(client, games[5])  # to the front: by counting, games[2] would come again
    after = seen[-1]["place"]
    rest = client.get("/api/games", params={"limit": 3, "after": after}).json()
    assert [told["id"] for told in rest] == [games[3], games[4], games[6]]
    assert client.get("/api/games", params={"after": rest[-1]["place"]}).json() == []
    assert client.get("/api/games?limit=1").json()[0]["id"] == games[5]


def test_all_games_are_told_once_while_some_move(
    client: TestClient, services: Services, start: Start
) -> None:
    """So a server looks through them at its start, while bots play."""
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(6)][::-1]
    told = []
    for info in services.store.every_game(at_once=2):
        told.append(info.id)
        if len(told) == 3:
            move(client, games[1])
            move(client, games[5])
    assert told == games[:5]


def test_games_that_moved_level_are_told_by_their_ids(services: Services, start: Start) -> None:
    """As they are in a database that was put together by hand."""
    games = sorted(start(TITLE, "Ann", "Bob", seed=seed) for seed in range(7))
    with services.store._engine.begin() as base:
        base.exec_driver_sql("UPDATE games SET moved = 5")
    assert [info.id for info in services.store.every_game(at_once=3)] == games
    behind = services.store.games(limit=2, after=Place(5, games[2]))
    assert [info.id for info in behind] == games[3:5]


def test_a_clock_that_goes_back_does_not_change_the_order(
    client: TestClient, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(3)]
    monkeypatch.setattr("piercy.server.store.store.now", lambda: "2016-01-01T00:00:00.000+00:00")
    move(client, games[0])
    assert [told["id"] for told in client.get("/api/games").json()] == [games[0], games[2], games[1]]


@pytest.mark.parametrize("place", ["", "x", "5", "5-", "-", "9" * 30 + "-a", "1-" + "a" * 17, "1-a b"])
def test_what_is_no_place_is_refused(client: TestClient, place: str) -> None:
    refusal(client.get("/api/games", params={"after": place}), 400, "invalid")
    assert client.get("/", params={"after": place}).status_code == 400


def test_the_old_way_to_count_is_still_taken(client: TestClient, start: Start) -> None:
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(3)][::-1]
    assert [told["id"] for told in client.get("/api/games?limit=2&offset=1").json()] == games[1:]
    document = client.get("/api/openapi.json").json()
    (offset,) = (p for p in document["paths"]["/api/games"]["get"]["parameters"] if p["name"] == "offset")
    assert offset["deprecated"] is True


def test_the_home_page_leads_to_older_games(
    client: TestClient, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "SHOWN", 3)
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(7)][::-1]
    text, address, found = "", "/", []
    for _ in range(3):
        text = client.get(address).text
        found.append([game for game in games if f'href="/games/{game}"' in text])
        address = text.partition('<a href="/?after=')[2].partition('"')[0]
        address = f"/?after={address}" if address else ""
    assert found == [games[:3], games[3:6], games[6:]]
    assert address == ""
    assert "Newest games" in text
