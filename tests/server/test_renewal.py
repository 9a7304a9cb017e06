"""A stored game of version 0.1.0 is checked once when it is opened, and then stored in today's words."""

from __future__ import annotations

import gzip
import json
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.threads import together

from piercy.core import registry
from piercy.core.actions import read_action
from piercy.core.formats import today
from piercy.core.game import replay
from piercy.server.app import create_app
from piercy.server.game_cache import GameCache, Loaded
from piercy.server.game_service import export
from piercy.server.renewal import fresh_of
from piercy.server.settings import Settings
from piercy.server.store import Conflict, GameInfo, Store, open_store

LEGACY = Path(__file__).parents[1] / "legacy" / "games.db.gz"
ORDER = " ORDER BY 1, 2"
KILLS = """
import os, shutil, signal, sys
from sqlalchemy import Engine, event
from piercy.server.game_cache import GameCache
from piercy.server.store import Store

first, folder, game = sys.argv[1:]
for number in range(1, 200):
    file = f"{folder}/{number}.db"
    shutil.copy(first, file)
    child = os.fork()
    if not child:
        store = Store(f"sqlite:///{file}")
        done = []

        def kill(*_):
            done.append(1)
            if len(done) == number:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(Engine, "after_cursor_execute", kill)
        event.listen(Engine, "commit", kill)
        GameCache(store).current(game)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.waitstatus_to_exitcode(status) == 0:
        break
    assert os.WTERMSIG(status) == signal.SIGKILL
print(number - 1)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of version 0.1.0 in today's shape, with no game opened yet."""
    file = tmp_path / "games.db"
    file.write_bytes(gzip.decompress(LEGACY.read_bytes()))
    open_store(f"sqlite:///{file}").close()
    # one file, so that a copy of it is all of it
    base = sqlite3.connect(file)
    base.execute("PRAGMA journal_mode=DELETE")
    base.close()
    return file


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = open_store(f"sqlite:///{file}")
    yield store
    store.close()


def everything(file: Path, game: str) -> dict[str, Any]:
    """All that is stored of a game."""
    base = sqlite3.connect(file)
    base.row_factory = sqlite3.Row
    keys = {"games": "id", "actions": "game", "snapshots": "game"}
    found = {
        table: [
            dict(row) for row in base.execute(f"SELECT * FROM {table} WHERE {key} = ? ORDER BY 1, 2", [game])
        ]
        for table, key in keys.items()
    }
    base.close()
    return found


def change(file: Path, statement: str, *values: object) -> None:
    base = sqlite3.connect(file)
    with base:
        assert base.execute(statement, values).rowcount == 1
    base.close()


def longest(store: Store, title: str, most: int = 10_000) -> str:
    """The longest game of a title that has no more actions than that."""
    return max((i for i in store.games() if i.title == title and i.seq <= most), key=lambda i: i.seq).id


def digests(info: GameInfo, rows: list[dict[str, Any]]) -> list[str]:
    """What the positions after each of the actions are known by."""
    found: list[str] = []
    played = (read_action(json.loads(row["action"])) for row in rows)
    replay(fresh_of(info), played, lambda game, _: found.append(game.digest()))
    return found


@pytest.mark.parametrize("title", registry.titles())
def test_a_game_of_old_is_stored_in_todays_words_when_it_is_opened(
    file: Path, store: Store, title: str
) -> None:
    for info in [info for info in store.games() if info.title == title]:
        before = everything(file, info.id)
        assert info.format == 1
        loaded = GameCache(store).current(info.id)
        assert loaded.problem is None
        after = everything(file, info.id)
        rules = registry.title(title)
        for old, new in zip(before["actions"], after["actions"], strict=True):
            action = json.loads(new["action"])
            assert read_action(action) == read_action(today(rules, 1, json.loads(old["action"])))
            assert action == read_action(action).to_dict()
            assert json.loads(new["figures"])["worth"] == json.loads(old["figures"])["worth"]
            assert [new[key] for key in ("time", "actor")] == [old[key] for key in ("time", "actor")]
        assert [row["digest"] for row in after["actions"]] == digests(info, after["actions"])
        assert [row["seq"] for row in after["snapshots"]] == list(range(100, info.seq + 1, 100))
        changed = after["games"][0] | {"format": 1}
        assert json.loads(changed.pop("summary")) == json.loads(before["games"][0].pop("summary"))
        assert changed == before["games"][0]
        assert loaded.info.format == 2
        # and from now on it loads like any other
        assert GameCache(store).current(info.id).problem is None
        assert everything(file, info.id) == after


def spoil(file: Path, game: str, seq: int, figures: dict[str, Any]) -> None:
    told = json.dumps(figures)
    change(file, "UPDATE actions SET figures = ? WHERE game = ? AND seq = ?", told, game, seq)


def test_a_game_whose_scores_differ_stays_as_it_was_and_tells_why(file: Path, store: Store) -> None:
    game = longest(store, "18cz", most=200)
    row = store.log(game)[29]
    worth = {name: value + 1 for name, value in row.figures["worth"].items()}
    spoil(file, game, 30, row.figures | {"worth": worth})
    before = everything(file, game)
    game_cache = GameCache(store)
    loaded = game_cache.current(game)
    for again in (loaded, game_cache.current(game)):
        assert str(again.problem).startswith("action 30 no longer leads to the position that was stored")
        assert again.info.format == 1
        assert again.game is not None
    assert game_cache.at(game, 20).problem is None
    document = json.loads(export(store, loaded))
    assert document["piercy"] == 1
    assert document["actions"] == [json.loads(old["action"]) for old in before["actions"]]
    assert [row.action for row in game_cache.log(game)] == document["actions"]
    assert everything(file, game) == before


def test_a_game_of_old_with_a_damaged_row_stays_as_it_was(file: Path, store: Store) -> None:
    game = longest(store, "1856-short")
    change(file, "UPDATE actions SET action = '{' WHERE game = ? AND seq = 7", game)
    before = everything(file, game)
    loaded = GameCache(store).current(game)
    assert loaded.problem == "action 7 is damaged in the database: action"
    assert loaded.game is not None
    assert loaded.game.seq == 6
    assert everything(file, game) == before


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such kills here")
def test_a_kill_after_any_statement_leaves_the_old_game_or_the_new_one(file: Path, store: Store) -> None:
    game = longest(store, "18cz-moravia")
    before = everything(file, game)
    assert len(before["actions"]) > 20
    store.close()
    folder = file.parent / "killed"
    folder.mkdir()
    command = [sys.executable, "-c", KILLS, str(file), str(folder), game]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    kills = int(done.stdout)
    whole = everything(folder / f"{kills + 1}.db", game)
    assert whole["games"][0]["format"] == 2
    found = [everything(folder / f"{number}.db", game) for number in range(1, kills + 1)]
    assert all(left in (before, whole) for left in found)
    assert found.count(before) > 5
    again = Store(f"sqlite:///{folder / '5.db'}")
    assert GameCache(again).current(game).problem is None
    again.close()
    assert everything(folder / "5.db", game) == whole


def test_many_who_open_it_at_once_all_have_it(store: Store) -> None:
    game = longest(store, "18cz-moravia")
    found: list[Loaded] = []
    together(lambda _: found.append(GameCache(store).current(game)), threads=6)
    assert len(found) == 6
    assert {(loaded.problem, loaded.info.format) for loaded in found} == {(None, 2)}
    assert len({loaded.game.digest() for loaded in found if loaded.game is not None}) == 1


def test_nothing_of_today_is_put_behind_actions_of_old(store: Store) -> None:
    game = longest(store, "1856-short")
    info = store.info(game)
    row = replace(store.log(game)[-1], seq=info.seq + 1)
    with pytest.raises(Conflict):
        store.append(game, info.seq, [row], status="active", summary=info.summary)
    assert store.info(game).seq == info.seq


def test_pages_and_the_api_show_a_game_of_old(file: Path, store: Store) -> None:
    game = longest(store, "1865", most=400)
    store.close()
    with TestClient(create_app(Settings(f"sqlite:///{file}")), base_url="http://localhost") as client:
        rows = client.get(f"/api/games/{game}/log").json()
        assert {"launch_company", "declare_income"}.isdisjoint(row["action"]["type"] for row in rows)
        assert client.get(f"/games/{game}?at=20").status_code == 200
        assert client.get(f"/games/{game}/log").status_code == 200
        assert client.get(f"/api/games/{game}/export").json()["piercy"] == 2
