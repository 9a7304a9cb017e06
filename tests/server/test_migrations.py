"""A database comes to its newest shape wholly or not at all; what cannot be served is told in one line."""

from __future__ import annotations

import gzip
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError
from tests.server.live import Server
from tests.server.test_first_start import refusal
from tests.threads import together

from piercy.server.store import LoggedAction, NoDatabase, Store, open_store
from piercy.server.store.engine import connect
from piercy.server.store.migrate import migrate

LEGACY = Path(__file__).parents[1] / "legacy" / "games.db.gz"
KILLS = """
import os, shutil, signal, sys
from sqlalchemy import Engine, event
from piercy.server.store import open_store

first, folder = sys.argv[1:]
for number in range(1, 200):
    file = f"{folder}/{number}.db"
    if first:
        shutil.copy(first, file)
    child = os.fork()
    if not child:
        done = []

        @event.listens_for(Engine, "after_cursor_execute")
        def kill(*_):
            done.append(1)
            if len(done) == number:
                os.kill(os.getpid(), signal.SIGKILL)

        open_store(f"sqlite:///{file}")
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.waitstatus_to_exitcode(status) == 0:
        break
    assert os.WTERMSIG(status) == signal.SIGKILL
print(number - 1)
"""
HALF = "CREATE TABLE games (id VARCHAR(16) NOT NULL PRIMARY KEY, {columns})"
COLUMNS = "title, rules_version, options, seed, seats, status, summary, seq, created, updated"


def _legacy(folder: Path) -> Path:
    file = folder / "legacy.db"
    file.write_bytes(gzip.decompress(LEGACY.read_bytes()))
    return file


def shape(file: Path) -> dict[str, list[str]]:
    """The tables and their columns."""
    base = sqlite3.connect(file)
    names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: [row[1] for row in base.execute(f"PRAGMA table_info({name})")] for name in names}
    base.close()
    return found


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such kills here")
@pytest.mark.parametrize("first", ["empty", "legacy"])
def test_a_start_that_is_killed_after_any_statement_is_followed_by_one_that_works(
    tmp_path: Path, first: str
) -> None:
    begun = _legacy(tmp_path) if first == "legacy" else None
    command = [sys.executable, "-c", KILLS, str(begun or ""), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    kills = int(done.stdout)
    assert kills > 8
    whole = shape(tmp_path / f"{kills + 1}.db")
    assert "moved" in whole["games"]
    for number in range(1, kills + 1):
        file = tmp_path / f"{number}.db"
        store = open_store(f"sqlite:///{file}")
        games = list(store.every_game())
        store.close()
        assert shape(file) == whole, f"killed after statement {number}"
        if begun is not None:
            assert len(games) == 24
            assert len({info.place.moved for info in games}) == 24
            assert [info.updated for info in games] == sorted((i.updated for i in games), reverse=True)


def test_what_a_kill_of_the_first_version_left_behind_is_taken_over(tmp_path: Path) -> None:
    """0.1.0 committed each statement by itself."""
    file = tmp_path / "half.db"
    base = sqlite3.connect(file)
    base.execute(HALF.format(columns=COLUMNS))
    base.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    base.commit()
    base.close()
    store = open_store(f"sqlite:///{file}")
    assert store.count() == 0
    store.close()
    assert {"games", "actions", "snapshots"} <= shape(file).keys()


def test_many_first_starts_at_once_make_one_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"

    def start(_: int) -> None:
        engine = connect(url)
        migrate(engine)
        engine.dispose()

    together(start, threads=8)
    store = open_store(url)
    assert store.count() == 0
    store.close()


def test_a_second_server_on_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.db")
    try:
        game = server.start("1856-short", "Ann", "Bob")
        link = tmp_path / "other name.db"
        link.symlink_to(tmp_path / "games.db")
        for file in (tmp_path / "games.db", link):
            assert refusal("--database", f"sqlite:///{file}") == (
                "error: the database cannot be used: another Piercy serves it; stop that one, or name "
                "another file with --database"
            )
        hard = tmp_path / "hard.db"
        hard.hardlink_to(tmp_path / "games.db")
        assert refusal("--database", f"sqlite:///{hard}") == (
            "error: the database cannot be used: its file has a second name (a hard link); "
            "remove one of them, or copy the file"
        )
        hard.unlink()
        assert server.call(f"/api/games/{game}")["at"] == 0
    finally:
        server.kill()
    open_store(f"sqlite:///{tmp_path / 'games.db'}").close()  # a dead server claims nothing


def test_a_database_of_a_newer_version_is_refused_in_one_line_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    open_store(f"sqlite:///{file}").close()
    base = sqlite3.connect(file)
    with base:
        base.execute("UPDATE alembic_version SET version_num = '0099'")
    told = refusal("--database", f"sqlite:///{file}")
    assert told == (
        "error: the database cannot be used: a newer version of Piercy made it; update Piercy, or name "
        "another file with --database"
    )
    assert base.execute("SELECT version_num FROM alembic_version").fetchall() == [("0099",)]
    base.close()


def test_a_database_in_memory_is_refused_in_one_line() -> None:
    assert refusal("--database", "sqlite://").startswith(
        "error: the database cannot be used: it is in memory, where the bots cannot see it"
    )


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///:memory:",
        "sqlite:///file::memory:?uri=true",
        "sqlite:///file:a?mode=memory&uri=true",
        "sqlite:///file:/a?vfs=memdb&uri=true",
    ],
)
def test_memory_by_any_other_name(url: str) -> None:
    with pytest.raises(NoDatabase, match="it is in memory"):
        open_store(url)


def test_a_driver_that_is_missing_is_named_as_it_is_installed() -> None:
    with pytest.raises(NoDatabase, match=r"install it with: pip install 'psycopg\[binary\]'"):
        open_store("postgresql+psycopg://localhost/games")


def test_tables_of_somebody_else_are_not_taken_for_ours(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE actions (what TEXT)")
    base.close()
    with pytest.raises(NoDatabase, match="its table actions is not Piercy's"):
        open_store(f"sqlite:///{file}")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE notes (what TEXT)")
    with pytest.raises(NoDatabase, match="another program's: it has a table notes, and none of Piercy's"):
        open_store(f"sqlite:///{file}")
    assert base.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]
    base.close()


def test_tables_that_cannot_be_renewed_are_told_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE games (x)")
    base.close()
    with pytest.raises(NoDatabase, match="its tables are not Piercy's: there is no such column: "):
        open_store(f"sqlite:///{file}")


def test_a_lost_table_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    open_store(f"sqlite:///{file}").close()
    base = sqlite3.connect(file)
    base.execute("DROP TABLE snapshots")
    base.close()
    with pytest.raises(NoDatabase, match="its table snapshots is lost"):
        open_store(f"sqlite:///{file}")


def test_a_plain_path_is_told_how_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="a file is named as sqlite:///FILE"):
        open_store(str(tmp_path / "games.db"))


def test_what_is_no_file_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="it is a folder; name a file in it"):
        open_store(f"sqlite:///{tmp_path}")
    with pytest.raises(NoDatabase, match="it is no ordinary file"):
        open_store("sqlite:////dev/null")


def test_the_errors_of_a_database_do_not_tell_what_players_do(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    open_store(f"sqlite:///{file}").close()
    base = sqlite3.connect(file)
    base.execute("DROP TABLE actions")
    base.close()
    store = Store(f"sqlite:///{file}")
    secret = LoggedAction(1, "Ann", {"type": "bid", "price": 4711}, [], {}, "0" * 32)
    with pytest.raises(OperationalError) as raised:
        store.append("game", 0, [secret], status="active", summary={})
    store.close()
    assert "actions" in str(raised.value)
    assert "4711" not in str(raised.value)
    assert "Ann" not in str(raised.value)
