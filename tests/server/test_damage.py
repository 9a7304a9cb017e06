"""One damaged row harms its own game only: that is shown as broken with the reason, and all else serves."""

from __future__ import annotations

import html
import json
import math
import sqlite3
import time
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tests.server.conftest import browser

from piercy.bots import RandomBot
from piercy.core.chance import Chance
from piercy.server.app import create_app
from piercy.server.pages import home
from piercy.server.services import Services
from piercy.server.settings import Settings
from piercy.server.store import Seat
from piercy.server.store.tables import Base

TITLE = "1856-short"
EVERY = 20
"""So often there is a snapshot in these games, which are short."""
LENGTH = EVERY + 10
DAMAGED = 7
"""The action whose row is damaged."""
ODD: tuple[object, ...] = (
    "", "null", "{", "[]", "{}", "5", "-1", "[5]", '[{"name": 5}]', '{"actor": 5}', '{"worth": 5}',
    '[{"event": 5}]', '"\\ud800"', '["\\ud800"]', "1e999", "NaN", "[" * 5_000, b"\xff\xfe\x00", 10**17, -5,
    1.5, "nobody", "x" * 40, "a\nb", "a\0b", -(2**63), -(10**18), -1e300, float("-inf"),
)  # fmt: skip
"""What may stand in any place of a database that nobody watches over."""
TABLES = Base.metadata.sorted_tables
OF_GAMES = [table for table in TABLES if table.name == "games" or "game" in table.columns]
COLUMNS = [(table.name, column.name) for table in OF_GAMES for column in table.columns]


@pytest.fixture(scope="module", autouse=True)
def often() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in ("game_service", "game_cache", "records"):
            patch.setattr(f"piercy.server.{module}.SNAPSHOT_EVERY", EVERY)
        yield


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A database with two games; the one that moved last is to be damaged."""
    file = tmp_path_factory.mktemp("damage") / "games.db"
    services = Services(Settings(f"sqlite:///{file}"))
    sound, ill = (_played(services, seed) for seed in (1, 4))
    for game in (sound, ill):
        services.store.standing.put(game, "Ann", {"skip": True, "orders": [], "ended": ""})
    services.store.close()
    with sqlite3.connect(file) as base:
        base.executemany("INSERT INTO sent_actions VALUES (?, 2, 'skip')", [(sound,), (ill,)])
        base.execute("PRAGMA journal_mode=DELETE")
    base.close()
    return file, sound, ill


def _played(services: Services, seed: int) -> str:
    seats = [Seat("Ann"), Seat("Bob")]
    game = services.games.create(TITLE, seats, seed).id
    services.store.shelf.put(game, name="A game with a name")
    chance = Chance(seed)
    for _ in range(LENGTH):
        position = services.game_cache.current(game).game
        assert position is not None
        services.games.submit(game, position.seq, RandomBot().choose(position, chance).to_dict())
    return game


@pytest.fixture
def copy(two_games: tuple[Path, str, str], tmp_path: Path) -> Path:
    """A database that a test may spoil."""
    made = tmp_path / "games.db"
    made.write_bytes(two_games[0].read_bytes())
    return made


def spoil(file: Path, table: str, column: str, value: object, game: str) -> None:
    key = "id" if table == "games" else "game"
    which = f" AND seq = {DAMAGED}" if table == "actions" else ""
    base = sqlite3.connect(file)
    # a key that another row has cannot be written
    taken = suppress(sqlite3.IntegrityError) if column in ("id", "game", "seq") else nullcontext()
    with base, taken:
        # a text that is not UTF-8, as a disk may leave it
        placed = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
        query = f"UPDATE {table} SET {column} = {placed} WHERE {key} = ?{which}"
        assert base.execute(query, (value, game)).rowcount >= 1
    base.close()


def visit(client: TestClient, game: str) -> dict[str, Any]:
    """Look at everything there is to see of a game; nothing of it is a fault of the server."""
    pages = [
        f"/games/{game}",
        f"/games/{game}/manage",
        f"/games/{game}?at=3",
        f"/games/{game}?show=charts",
        f"/games/{game}/log",
    ]
    api = ["", "?at=3", "/offers", "/log", "/export", "/map.svg", "/export?format=18xx.games"]
    found = {}
    for address in [*pages, *(f"/api/games/{game}{part}" for part in api)]:
        found[address] = answer = client.get(address)
        assert answer.status_code < 500, (address, answer.text)
    found["move"] = client.post(
        f"/api/games/{game}/actions", json={"seq": LENGTH, "action": {"type": "pass", "player": "Ann"}}
    )
    found["undo"] = client.post(f"/games/{game}/undo", data={"seq": str(LENGTH)}, follow_redirects=False)
    assert found["move"].status_code < 500
    assert found["undo"].status_code < 500
    return found


def check_the_other(client: TestClient, game: str) -> None:
    """The neighbour of a damaged game is as it was."""
    view = client.get(f"/api/games/{game}").json()
    assert (view["problem"], view["at"], view["game"]["status"]) == (None, LENGTH, "active")
    assert client.get(f"/games/{game}?show=charts").status_code == 200
    home = client.get("/")
    assert home.status_code == 200
    assert f'href="/games/{game}"' in home.text
    assert game in listed(client)


def listed(client: TestClient, limit: int = 5) -> list[str]:
    """The games that the API lists, page by page."""
    found: list[str] = []
    place: dict[str, str] = {}
    while page := client.get("/api/games", params={"limit": limit, **place}).json():
        found += [told["id"] for told in page]
        assert len(found) < 500, "the list has no end"
        place = {"after": page[-1]["place"]}
    return found


HERE = len(ODD) + 2


@pytest.mark.parametrize("column", ["id", "moved"])
@pytest.mark.parametrize("limit", [1, 4])
def test_every_game_is_reached_whatever_key_a_game_has(
    two_games: tuple[Path, str, str], copy: Path, column: str, limit: int
) -> None:
    """Page by page, on the home page too, and at the look round of the bots: each once, with an end."""
    _, sound, ill = two_games
    for number, value in enumerate(ODD):
        clone(copy, ill, f"ill{number}")
        spoil(copy, "games", column, value, f"ill{number}")
    base = sqlite3.connect(copy)
    with base:  # the last of those that are sound
        base.execute("UPDATE games SET moved = -50 WHERE id = ?", (sound,))
    base.close()
    app = create_app(Settings(f"sqlite:///{copy}"))
    with browser(app) as client, pytest.MonkeyPatch.context() as patch:
        told = listed(client, limit)
        assert len(told) == len(set(told)) == HERE
        assert {sound, ill} <= set(told)
        again = [client.get(f"/api/games?limit=1&offset={at}").json()[0]["id"] for at in range(HERE)]
        assert again == told
        assert client.get(f"/api/games?offset={HERE}").json() == []
        assert [info.id for info in app.state.services.store.every_game(at_once=limit)] == told
        patch.setattr(home, "SHOWN", limit)
        address, pages = "/", 0
        while address:
            text = client.get(address).text
            pages += 1
            assert pages <= HERE, "the pages have no end"
            onwards = text.partition('<a href="/?after=')[2].partition('"')[0]
            address = f"/?after={onwards}" if onwards else ""
        assert pages == math.ceil(HERE / limit)


def test_a_damaged_place_spoils_no_other_games_place(two_games: tuple[Path, str, str], copy: Path) -> None:
    """The next move has the number behind the latest sound one, and mends the place of its own game."""
    _, sound, ill = two_games
    for number, value in enumerate((1.5, 1e300, "x", 2**63 - 1, -1e300, b"\xff")):
        clone(copy, ill, f"ill{number}")
        spoil(copy, "games", "moved", value, f"ill{number}")
    services = Services(Settings(f"sqlite:///{copy}"))
    try:
        moved = []
        for game in (sound, "ill2", ill):
            position = services.game_cache.current(game).game
            assert position is not None
            services.games.submit(game, LENGTH, RandomBot().choose(position, Chance(1)).to_dict())
            moved.append(services.store.info(game).place.moved)
        assert moved == [moved[0], moved[0] + 1, moved[0] + 2]
        assert [info.id for info in services.store.games(limit=3)] == [ill, "ill2", sound]
    finally:
        services.store.close()


@pytest.mark.parametrize("seq", [1.5, "x", b"\xff", -5, float("inf")], ids=repr)
def test_an_action_of_damaged_number_is_told_as_damaged(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient, seq: object
) -> None:
    _, _, ill = two_games
    spoil(copy, "actions", "seq", seq, ill)
    view = served.get(f"/api/games/{ill}").json()
    assert view["at"] == (1 if seq == 1.5 else DAMAGED - 1)
    assert ("damaged in the database: seq" if seq == 1.5 else "missing") in view["problem"]
    rows = served.get(f"/api/games/{ill}/log").json()
    damaged = [row for row in rows if row["problem"]]
    assert [row["seq"] for row in damaged] == ([] if seq == -5 else [0])
    assert all("damaged in the database: seq" in row["problem"] for row in damaged)
    told = [row["seq"] for row in rows if not row["problem"]]
    assert told == [number for number in range(1, LENGTH + 1) if number != DAMAGED]
    for _ in range(2):
        game_cache = served.app.state.services.game_cache  # type: ignore[attr-defined]
        assert [row.seq for row in game_cache.rows(ill, LENGTH)] == told


@pytest.mark.parametrize("seq", [1.5, "x", b"\xff", -5, float("-inf"), float("inf")], ids=repr)
def test_a_snapshot_of_damaged_number_is_ignored_and_made_anew(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient, seq: object
) -> None:
    _, _, ill = two_games
    spoil(copy, "snapshots", "seq", seq, ill)
    view = served.get(f"/api/games/{ill}").json()
    assert (view["problem"], view["at"]) == (None, LENGTH)
    base = sqlite3.connect(copy)
    query = "SELECT count(*) FROM snapshots WHERE game = ? AND seq = ?"
    assert base.execute(query, (ill, EVERY)).fetchone() == (1,)
    base.close()


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda part: str(part))
def test_damage_harms_its_own_game_only(
    two_games: tuple[Path, str, str], copy: Path, table: str, column: str
) -> None:
    """Whatever stands in whatever column: the server starts, and everything is served."""
    _, sound, ill = two_games
    damaged = [f"ill{number}" for number in range(len(ODD))]
    for game, value in zip(damaged, ODD, strict=True):
        clone(copy, ill, game)
        spoil(copy, table, column, value, game)
    with browser(create_app(Settings(f"sqlite:///{copy}"))) as client:
        check_the_other(client, sound)
        for game in damaged:
            visit(client, game)
        check_the_other(client, sound)


def clone(file: Path, game: str, name: str) -> None:
    base = sqlite3.connect(file)
    with base:
        for table in OF_GAMES:
            key, *others = (column.name for column in table.columns)
            columns = ", ".join(others)
            base.execute(
                f"INSERT INTO {table.name} ({key}, {columns}) "
                f"SELECT ?, {columns} FROM {table.name} WHERE {key} = ?",
                (name, game),
            )
    base.close()


@pytest.fixture
def served(copy: Path) -> Iterator[TestClient]:
    with browser(create_app(Settings(f"sqlite:///{copy}"))) as client:
        yield client


@pytest.mark.parametrize(
    "column", ["summary", "seats", "options", "seed", "rules_version", "status", "title"]
)
def test_a_game_with_a_damaged_row_is_shown_as_broken(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient, column: str
) -> None:
    _, _, ill = two_games
    spoil(copy, "games", column, "zzz" if column == "title" else "{", ill)
    # any text may be a title; this one is unknown
    reason = "unknown title 'zzz'" if column == "title" else f"damaged in the database: {column}"
    (told,) = [told for told in served.get("/api/games").json() if told["id"] == ill]
    assert (told["status"], told["problem"].partition(";")[0]) == ("broken", reason)
    assert reason in html.unescape(served.get("/").text)
    page = served.get(f"/games/{ill}")
    assert (page.status_code, reason in html.unescape(page.text)) == (200, True)
    view = served.get(f"/api/games/{ill}").json()
    assert (view["problem"].partition(";")[0], view["state"]) == (reason, None)
    exported = served.get(f"/api/games/{ill}/export").json()
    assert len(exported["actions"]) == LENGTH
    answer = served.post(f"/api/games/{ill}/undo", json={"seq": LENGTH})
    assert (answer.status_code, answer.json()["code"]) == (409, "read_only")


def test_a_row_that_is_damaged_while_its_game_is_in_memory_is_seen(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient
) -> None:
    _, _, ill = two_games
    assert served.get(f"/api/games/{ill}").json()["problem"] is None
    spoil(copy, "games", "seats", "null", ill)
    assert served.get(f"/api/games/{ill}").json()["problem"] == "damaged in the database: seats"


@pytest.mark.parametrize("column", ["action", "digest", "events", "figures", "actor", "time"])
def test_a_game_with_a_damaged_action_is_shown_as_far_as_it_goes(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient, column: str
) -> None:
    """To the action before, or whole if what is damaged does not matter for the position."""
    _, _, ill = two_games
    spoil(copy, "actions", column, "{" if column not in ("digest", "actor", "time") else 5.5, ill)
    if column in ("digest", "actor", "time"):
        # the column makes a text of any number
        base = sqlite3.connect(copy)
        with base:
            base.execute(f"UPDATE actions SET {column} = x'00ff' WHERE game = ? AND seq = ?", (ill, DAMAGED))
        base.close()
    reason = f"action {DAMAGED} is damaged in the database: {column}"
    view = served.get(f"/api/games/{ill}").json()
    assert view["problem"] == reason
    assert view["at"] == (DAMAGED - 1 if column in ("action", "digest") else LENGTH)
    assert reason in served.get(f"/games/{ill}").text
    row = served.get(f"/api/games/{ill}/log").json()[DAMAGED - 1]
    assert row["problem"] == reason
    before = served.get(f"/api/games/{ill}?at={DAMAGED - 1}").json()
    assert (before["problem"], before["at"]) == (None, DAMAGED - 1)
    answer = served.post(f"/api/games/{ill}/undo", json={"seq": view["at"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "read_only")


@pytest.mark.parametrize("state", ["{", "null", "5", "{}", b"\xff", None], ids=repr)
def test_a_broken_snapshot_is_ignored_and_made_anew(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient, state: object
) -> None:
    _, _, ill = two_games
    base = sqlite3.connect(copy)
    whole = base.execute("SELECT state FROM snapshots WHERE game = ?", (ill,)).fetchall()
    assert len(whole) == 1
    if state is None:  # one that is sound, but of another moment
        state = json.dumps({**json.loads(whole[0][0]), "flow": {}})
    spoil(copy, "snapshots", "state", state, ill)
    view = served.get(f"/api/games/{ill}").json()
    assert (view["problem"], view["at"]) == (None, LENGTH)
    assert base.execute("SELECT state FROM snapshots WHERE game = ?", (ill,)).fetchall() == whole
    base.close()


def test_a_game_without_snapshots_gets_them_when_it_is_first_replayed(
    two_games: tuple[Path, str, str], copy: Path, served: TestClient
) -> None:
    """So it was with imported games of 0.1.0, and after rules were corrected."""
    _, _, ill = two_games
    base = sqlite3.connect(copy)
    with base:
        base.execute("DELETE FROM snapshots")
    assert served.get(f"/api/games/{ill}?at={LENGTH - 1}").json()["at"] == LENGTH - 1
    assert base.execute("SELECT game, seq FROM snapshots").fetchall() == [(ill, EVERY)]
    base.close()


def test_bots_play_on_beside_a_damaged_game(copy: Path, two_games: tuple[Path, str, str]) -> None:
    """The damaged game is the first that is looked at when the server starts."""
    _, _, ill = two_games
    services = Services(Settings(f"sqlite:///{copy}"))
    bots = services.games.create(TITLE, [Seat("A", "random"), Seat("B", "random")], 3).id
    services.store.close()
    for column, value in (("summary", "null"), ("seats", "{"), ("moved", "x")):
        spoil(copy, "games", column, value, ill)
    with browser(create_app(Settings(f"sqlite:///{copy}", bot_pause=0.0))) as client:
        assert isinstance(client.app, FastAPI)
        end = time.monotonic() + 60
        while client.get(f"/api/games/{bots}").json()["at"] < 5:
            assert time.monotonic() < end, "the bots do not play"
            time.sleep(0.1)
