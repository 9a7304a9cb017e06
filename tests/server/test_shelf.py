"""What people do with games beside playing them: find, name, put away, delete, take back, hand over."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.server.conftest import Start

from piercy.server.bot_turns.process import BotProcess
from piercy.server.game_cache import GameCache
from piercy.server.pages import home
from piercy.server.services import Services
from piercy.server.store import GameInfo, NoSuchGame, Place
from piercy.server.store import shelf as shelf_module
from piercy.server.store.shelf import WantedGames

TITLE = "1856-short"


def ids(text: str) -> list[str]:
    """The games that a home page lists."""
    return re.findall(r'<td><a href="/games/(\w+)"', text)


def wait_until(services: Services, game: str, done: Callable[[GameInfo], bool]) -> GameInfo:
    """The game when the bots have brought it there."""
    for _ in range(600):
        info = services.store.info(game)
        if done(info):
            return info
        time.sleep(0.05)
    raise AssertionError("the bots did not move")


def test_games_are_found_by_name_player_title_and_state(client: TestClient, start: Start) -> None:
    first = start(TITLE, "Ann", "Žofie", seed=1)
    second = start("18cz-bohemia", "Ben", "Cid", seed=2)
    client.post(f"/games/{first}/rename", data={"name": "  Sunday   evening "})
    assert "Sunday evening</a>" in client.get("/").text
    for query, found in {
        "?q=sunday": [first], "?q=ŽOFIE+ann": [first], "?q=bohemia": [second], "?q=ben+sunday": [],
        "?title=18cz-bohemia": [second], "?status=over": [], "?status=active": [second, first],
    }.items():  # fmt: skip
        assert ids(client.get("/" + query).text) == found, query
    assert "No game fits that." in client.get("/?q=ben+sunday").text
    assert client.get("/?place=cellar").status_code == 400
    assert client.post(f"/games/{first}/rename", data={"name": "x" * 81}).status_code == 400
    assert "Sunday evening</h1>" in client.get(f"/games/{first}/manage").text


def test_a_search_is_paged_and_goes_on_where_it_ended(
    client: TestClient, services: Services, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "SHOWN", 2)
    monkeypatch.setattr(shelf_module, "AT_ONCE", 2)
    games = [start(TITLE, "Ann" if at % 2 else "Eve", "Bob", seed=at) for at in range(8)][::-1]
    address, found = "/?q=ann", []
    while address:
        text = client.get(address).text
        found.append(ids(text))
        link = re.search(r'href="(/\?after=[^"]*)" rel="next"', text)
        address = link[1].replace("&amp;", "&") if link else ""
    assert found == [[games[0], games[2]], [games[4], games[6]]]
    # a search that has looked through many games goes on where it stopped
    monkeypatch.setattr(shelf_module, "MOST_READ", 4)
    page = services.store.shelf.find(WantedGames(words="nobody"), {}, limit=2)
    assert page.games == ()
    assert isinstance(page.after, Place)
    assert page.after.id == games[3]


def test_archive_delete_and_undo(client: TestClient, services: Services, start: Start) -> None:
    kept, game = start(TITLE, "Ann", "Bob"), start(TITLE, "Cid", "Dan")
    page = client.post(f"/games/{game}/archive")
    assert ids(page.text) == [kept]
    assert 'id="take-back"' in page.text
    assert ids(client.get("/?place=archive").text) == [game]
    assert services.store.count() == 2
    assert ids(client.post(f"/games/{game}/unarchive").text) == [game, kept]

    page = client.post(f"/games/{game}/delete")
    assert "is deleted" in page.text
    assert ids(page.text) == [kept]
    assert [told["id"] for told in client.get("/api/games").json()] == [kept]
    assert services.store.count() == 1
    back = re.search(r'action="(/games/\w+/restore)"', page.text)
    assert back is not None
    assert ids(client.post(back[1]).text) == [game, kept]

    client.post(f"/games/{game}/purge")  # what is not in the bin stays
    assert services.store.info(game).id == game
    client.post(f"/games/{game}/delete")
    assert ids(client.get("/?place=bin").text) == [game]
    client.post(f"/games/{game}/purge")
    with pytest.raises(NoSuchGame):
        services.store.info(game)
    assert client.get(f"/games/{game}").status_code == 404
    assert ids(client.get("/").text) == [kept]


def test_a_seat_is_handed_to_a_bot_and_back(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    actor = services.store.info(game).actor
    assert actor is not None
    client.post(f"/games/{game}/hand", data={"player": actor, "kind": "random"})
    info = wait_until(services, game, lambda info: info.actor != actor)
    seat = info.seat(actor)
    assert seat is not None
    assert seat.is_bot
    rows = services.store.log(game)
    assert rows
    assert {row.actor for row in rows} == {actor}
    client.post(f"/games/{game}/hand", data={"player": actor, "kind": "person"})
    assert not any(seat.is_bot for seat in services.store.info(game).seats)
    assert f"{actor}, your move" not in client.get(f"/games/{game}").text
    for wrong in ({"player": "Eve", "kind": "random"}, {"player": actor, "kind": "wizard"}):
        assert client.post(f"/games/{game}/hand", data=wrong).status_code == 400
    assert client.get(f"/api/games/{game}").json()["game"]["seats"] == [
        {"name": "Ann", "kind": "person"},
        {"name": "Bob", "kind": "person"},
    ]


def test_a_table_of_bots_that_a_person_joins_has_no_bounds(
    client: TestClient, services: Services, start: Start
) -> None:
    game = start(TITLE, "bot:random", "bot:random", seed=3, idle_limit=4)
    wait_until(services, game, lambda info: info.seq > 5)
    assert client.get(f"/games/{game}?at=3").status_code == 200
    client.post(f"/games/{game}/hand", data={"player": "B0", "kind": "person"})
    info = wait_until(services, game, lambda info: info.bot_to_move is None)
    assert (info.status, info.options["idle_limit"]) == ("active", 0)
    told = client.get(f"/api/games/{game}/export").json()
    assert told["options"]["idle_limit"] == 0
    for seq in (4, info.seq):
        stored = GameCache(services.store).at(game, seq)
        here = services.game_cache.at(game, seq)
        assert stored.problem is None is here.problem
        assert stored.game is not None
        assert here.game is not None
        assert stored.game.digest() == here.game.digest() == services.store.log(game)[seq - 1].digest


def test_a_bot_whose_seat_is_taken_while_it_thinks_is_no_trouble(
    services: Services, start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    actor = services.store.info(game).actor
    assert actor is not None
    asked = []

    def choose(self: BotProcess, game_id: str, seq: int, bot: str) -> dict[str, Any]:
        asked.append(bot)
        services.games.hand_over(game_id, actor, "person")
        found = services.game_cache.current(game_id).game
        assert found is not None
        return found.actions(limit=1)[0].to_dict()

    monkeypatch.setattr(BotProcess, "choose", choose)
    services.games.hand_over(game, actor, "random")
    wait_until(services, game, lambda info: bool(asked) and info.bot_to_move is None)
    time.sleep(0.3)
    assert services.store.info(game).seq == 0
    assert asked == ["random"]
    assert "could not move" not in caplog.text


def test_a_deleted_game_is_played_by_no_bot(client: TestClient, services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", seed=3)
    client.post(f"/games/{game}/delete")
    before = services.store.info(game)
    assert before.actor is not None
    services.games.hand_over(game, before.actor, "random")
    assert services.store.info(game).bot_to_move is not None
    services.bots.retry(services.store.info(game))
    other = start(TITLE, "bot:random", "Cid", seed=3)
    wait_until(services, other, lambda info: info.bot_to_move is None)
    assert services.store.info(game).seq == 0
    client.post(f"/games/{game}/restore")
    wait_until(services, game, lambda info: info.seq > 0)


@pytest.mark.parametrize("title", ["1856-short", "18cz"])
def test_every_table_leads_to_its_file(client: TestClient, start: Start, title: str) -> None:
    game = start(title, "Ann", "Bob", "Cid")
    assert f'href="/api/games/{game}/export"' in client.get(f"/games/{game}").text
    assert client.get(f"/api/games/{game}/export").json()["title"] == title
    page = client.get(f"/games/{game}/manage").text
    assert ("format=18xx.games" in page) == (title == "18cz")


def test_options_are_sentences_in_groups_with_their_rules_behind(client: TestClient) -> None:
    page = client.get("/").text
    assert "<span>Both tile operations of a turn may be on one hex.</span>" in page
    assert 'href="/rules/Q65-07"' in page
    assert "<legend>The Dragons</legend>" in page
    cards = re.findall(r'id="title-([\w-]+)"', page)
    assert cards[0] == TITLE
    assert "begin here" in page
