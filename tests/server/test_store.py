"""Games are kept: every action once, in order, and what does not replay is shown and not lost."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from starlette.testclient import TestClient
from tests.server.conftest import AS_JSON, Start

from piercy.bots import RandomBot, play_out
from piercy.core.actions import read_action
from piercy.core.chance import Chance
from piercy.core.errors import IllegalAction, StaleAction
from piercy.core.game import from_json, new_game
from piercy.rail.atlas import Hex
from piercy.rail.rail_title import ground_of
from piercy.server.game_cache import GameCache, load
from piercy.server.game_service import ReadOnly
from piercy.server.problems import WrongSeat
from piercy.server.records import SNAPSHOT_EVERY
from piercy.server.run import NoDatabase, run
from piercy.server.services import Services
from piercy.server.settings import Settings
from piercy.server.store import Conflict, LoggedAction, NoSuchGame, open_store
from piercy.server.store.engine import connect

TITLE = "1856-short"
SAFE = {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1}
"""What SQLite answers when a commit waits for the disk (2 is FULL)."""
SAVED = Path(__file__).parents[1] / "games" / TITLE / "3-players.json"


def play(services: Services, game: str, actions: int, seed: int = 2) -> None:
    """Let a random bot decide for everybody."""
    chance = Chance(seed)
    for _ in range(actions):
        position = services.game_cache.current(game).game
        assert position is not None
        if position.over:
            return
        services.games.submit(game, position.seq, RandomBot().choose(position, chance).to_dict())


@contextmanager
def spoiling(settings: Settings) -> Iterator[sqlite3.Connection]:
    """The database behind the server's back. A connection in a ``with`` of its own is not closed by it."""
    with closing(sqlite3.connect(settings.database.removeprefix("sqlite:///"))) as base, base:
        yield base


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'new.db'}")
    with engine.connect() as connection:
        told = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in SAFE}
    engine.dispose()
    assert told == SAFE


def test_migrations_build_the_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    open_store(url).close()
    open_store(url).close()  # a second start changes nothing
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    assert {"games", "actions", "snapshots", "alembic_version"} <= names


def test_actions_come_back_in_order_with_their_digests(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    play(services, game, 30)
    rows = services.store.log(game)
    assert [row.seq for row in rows] == list(range(1, 31))
    position = new_game(TITLE, players=["Ann", "Bob"], seed=1)
    for row in rows:
        position = position.apply(read_action(row.action))
        assert position.digest() == row.digest
        assert row.events == json.loads(json.dumps([event.to_dict() for event in position.latest_events]))
        assert row.actor == row.action["player"]


def test_the_same_place_takes_one_action_only(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    play(services, game, 1)
    row = services.store.log(game)[0]
    again = LoggedAction(1, row.actor, row.action, row.events, row.figures, row.digest)
    info = services.store.info(game)
    with pytest.raises(Conflict):
        services.store.append(game, 0, [again], status=info.status, summary=info.summary)
    with pytest.raises(Conflict):  # the place is free, but the game is not there yet
        services.store.append(game, 5, [row], status=info.status, summary=info.summary)
    assert services.store.info(game) == info
    assert len(services.store.log(game)) == 1


def test_a_long_game_loads_from_its_snapshot(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", "Cid", seed=4)
    play(services, game, SNAPSHOT_EVERY + 20)
    info = services.store.info(game)
    snapshot = next(services.store.snapshots(game, info.seq), None)
    assert snapshot is not None
    assert snapshot.seq == SNAPSHOT_EVERY
    known = services.game_cache.current(game).game
    loaded = load(services.store, info, info.seq)
    assert known is not None
    assert loaded.game is not None
    assert loaded.problem is None
    assert loaded.game.digest() == known.digest()
    assert loaded.game.to_dict() == known.to_dict()
    assert loaded.game.undo().digest() == known.undo().digest()
    assert [event.to_dict() for event in loaded.game.log] == json.loads(
        json.dumps([event.to_dict() for event in known.log])
    )


def test_any_moment_can_be_seen_again(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob", "Cid", seed=4)
    play(services, game, SNAPSHOT_EVERY + 20)
    rows = services.store.log(game)
    for seq in (1, 7, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 3):
        past = services.game_cache.at(game, seq).game
        assert past is not None
        assert past.seq == seq
        assert past.digest() == rows[seq - 1].digest


def test_the_cache_forgets_and_loads_again(services: Services, start: Start) -> None:
    game_cache = GameCache(services.store, current=2)
    games = [start(TITLE, "Ann", "Bob", seed=seed) for seed in range(4)]
    found = [game_cache.current(game) for game in games]
    assert [game_cache.current(game).info.seed for game in games] == [0, 1, 2, 3]
    again = game_cache.current(games[-1])
    assert again.game is not None
    assert found[0].game is not None
    assert again.game.setup.seed == 3


def test_a_cache_catches_up_with_what_others_stored(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    other = GameCache(services.store)
    assert other.current(game).info.seq == 0
    play(services, game, 5)
    late, known = other.current(game).game, services.game_cache.current(game).game
    assert late is not None
    assert known is not None
    assert late.digest() == known.digest()


def test_undo_and_redo_are_logged_and_replay(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    play(services, game, 6)
    before = services.store.log(game)
    services.games.undo(game, 6)
    services.games.undo(game, 7)
    services.games.redo(game, 8)
    rows = services.store.log(game)
    assert rows[:6] == before
    assert [row.action["type"] for row in rows[6:]] == ["undo", "undo", "redo"]
    assert rows[-1].digest == before[4].digest
    fresh = load(services.store, services.store.info(game), 9)
    assert fresh.problem is None
    assert fresh.game is not None
    assert fresh.game.can_redo


def test_an_undo_takes_back_what_bots_did_after_a_person(
    client: TestClient, services: Services, start: Start
) -> None:
    game = start(TITLE, "Ann", "bot:random", seed=3)
    persons = 0
    for _ in range(3000):
        info = services.store.info(game)
        if info.actor != "Ann":
            time.sleep(0.01)
            continue
        if persons == 4:
            break
        position = services.game_cache.current(game).game
        assert position is not None
        services.games.submit(game, position.seq, RandomBot().choose(position, Chance(persons)).to_dict())
        persons += 1
    info = services.store.info(game)
    undone = services.games.undo(game, info.seq)
    assert undone.actor == "Ann"
    position = services.game_cache.current(game).game
    assert position is not None
    assert sum(action.player == "Ann" for action in position.history) == 3


def test_only_persons_are_played_by_persons(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "bot:random", seed=1)
    info = services.store.info(game)
    with pytest.raises((WrongSeat, StaleAction)):
        services.games.submit(game, info.seq, {"type": "pass", "player": "B1"})


def test_a_refused_action_stores_nothing(services: Services, start: Start) -> None:
    game = start(TITLE, "Ann", "Bob")
    actor = services.store.info(game).actor
    tile = {"type": "lay_tile", "player": actor, "hex": "A1", "tile": "5", "rotation": 0}
    lake = next(name for name, place in _atlas(services, game).items() if not place.first_tiles)
    with pytest.raises(IllegalAction):
        services.games.submit(game, 0, tile | {"hex": lake})
    with pytest.raises(StaleAction):
        services.games.submit(game, 4, {"type": "pass", "player": actor})
    assert services.store.log(game) == []
    with pytest.raises(NoSuchGame):
        services.games.submit("nowhere", 0, {"type": "pass", "player": actor})


def _atlas(services: Services, game: str) -> dict[str, Hex]:
    position = services.game_cache.current(game).game
    assert position is not None
    return dict(ground_of(position.title).atlas.hexes)


def test_a_game_that_no_longer_agrees_is_read_only_and_kept(
    client: TestClient, services: Services, settings: Settings, start: Start
) -> None:
    game = start(TITLE, "Ann", "Bob")
    play(services, game, 12)
    with spoiling(settings) as base:
        base.execute("UPDATE actions SET digest = 'otherwise' WHERE seq >= 9")
    services.game_cache = services.games._game_cache = GameCache(services.store)
    loaded = services.game_cache.current(game)
    assert loaded.problem is not None
    assert "action 9" in loaded.problem
    assert loaded.game is not None
    assert loaded.game.seq == 8
    with pytest.raises(ReadOnly):
        services.games.submit(game, 8, {"type": "pass", "player": loaded.game.actor})
    page = client.get(f"/games/{game}")
    assert page.status_code == 200
    assert "action 9 no longer leads to the position" in page.text
    answer = client.post(
        f"/api/games/{game}/actions", json={"seq": 8, "action": {"type": "pass", "player": "Ann"}}
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "read_only")
    assert len(client.get(f"/api/games/{game}/export").json()["actions"]) == 12


def test_an_action_that_is_refused_today_stops_the_replay_before_it(
    services: Services, settings: Settings, start: Start
) -> None:
    game = start(TITLE, "Ann", "Bob")
    play(services, game, 6)
    with spoiling(settings) as base:
        base.execute("""UPDATE actions SET action = '{"type": "pass", "player": "Nobody"}' WHERE seq = 4""")
    loaded = GameCache(services.store).current(game)
    assert loaded.game is not None
    assert loaded.game.seq == 3
    assert "action 4 is refused" in str(loaded.problem)


def test_a_title_that_is_gone_is_shown_by_its_log(
    client: TestClient, services: Services, settings: Settings, start: Start
) -> None:
    game = start(TITLE, "Ann", "Bob")
    with spoiling(settings) as base:
        base.execute("UPDATE games SET title = '1999'")
    services.game_cache = GameCache(services.store)
    assert "unknown title" in client.get(f"/games/{game}").text
    view = client.get(f"/api/games/{game}").json()
    assert view["state"] is None
    assert "unknown title" in view["problem"]
    assert client.get(f"/api/games/{game}/offers").json()["offers"] == []
    assert client.get(f"/api/games/{game}/export").status_code == 200
    assert client.get(f"/api/games/{game}/map.svg").status_code == 404


def test_an_imported_game_is_stored_whole(client: TestClient, services: Services) -> None:
    text = SAVED.read_text(encoding="utf-8")
    answer = client.post("/api/games/import", content=text, headers=AS_JSON)
    assert answer.status_code == 201
    game = answer.json()["id"]
    assert answer.json()["status"] == "over"
    exported = client.get(f"/api/games/{game}/export").text
    assert from_json(exported).digest() == from_json(text).digest()
    assert len(services.store.log(game)) == len(json.loads(text)["actions"])
    assert services.store.log(game)[-1].figures["worth"] == answer.json()["scores"]


def test_a_played_out_game_has_its_result_in_its_row(services: Services) -> None:
    saved = play_out(new_game(TITLE, players=["Ann", "Bob"], seed=3), [RandomBot()], Chance(1), 5000)
    info = services.imports.bring(saved.to_json().encode())
    assert services.store.info(info.id).summary["scores"] == saved.scores()
    assert services.store.info(info.id).status == "over"


@pytest.mark.parametrize("url", ["nonsense", "nosuch://localhost/games", "{garbage}"])
def test_a_database_that_cannot_be_used_is_told_before_anything_is_served(url: str, tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.db"
    garbage.write_text("this is no database, " * 100, "utf-8")
    settings = Settings(url.format(garbage=f"sqlite:///{garbage}"))
    with pytest.raises(NoDatabase, match="the database cannot be used"):
        run(settings, "127.0.0.1", 0, open_browser=False)
    assert garbage.read_text("utf-8").startswith("this is no database")
