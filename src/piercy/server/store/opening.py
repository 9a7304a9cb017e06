"""Opening the games for a server: one server at a time, with a database that is fit for use."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from sqlalchemy import URL, Engine, inspect, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from piercy.core.errors import EngineError
from piercy.server.store.engine import JOURNAL, connect
from piercy.server.store.migrate import MIGRATED, Newer, migrate
from piercy.server.store.store import Store
from piercy.server.store.tables import Base

_PACKAGES = {"psycopg": "psycopg[binary]", "MySQLdb": "mysqlclient"}
"""Where a driver is called otherwise by those who install it."""


class NoDatabase(EngineError):
    """The database cannot be used."""

    code = "no_database"


def open_store(url: str, journal: str = JOURNAL) -> Store:
    """The games of a database, brought to today's shape. Until the store is closed no other server has them.

    :raises NoDatabase: it cannot be used; the reason is one line.
    """
    try:
        return _open(url, journal)
    except (SQLAlchemyError, sqlite3.Error, ImportError, ValueError, _Unfit, Newer) as error:
        # the address itself is not repeated: there may be a password in it
        raise NoDatabase("the database cannot be used: {reason}", reason=_reason(error)) from error


class _Unfit(Exception):
    """There is a database, but not one to serve games from."""


def _open(url: str, journal: str) -> Store:
    leave = _claim(make_url(url))
    try:
        engine = connect(url, journal)
        try:
            _check_owner(engine)
            migrate(engine)
            _check(engine)
        finally:
            engine.dispose()
        store = Store(url, journal)
    except BaseException:
        leave()
        raise
    store.at_close(leave)
    return store


def _claim(url: URL) -> Callable[[], None]:
    """Keep other servers away from a database file until the answer is called or this process ends.

    The claim is SQLite's own lock on an empty file beside the database, so it works wherever the database
    does, and the system takes it back however the process ends. The bots' process does not ask for it.
    """
    file = _file(url)
    if file is None:
        return lambda: None
    if Path(file).is_dir():
        raise _Unfit("it is a folder; name a file in it")
    if Path(file).exists() and not Path(file).is_file():
        raise _Unfit("it is no ordinary file")
    if Path(file).exists() and Path(file).stat().st_nlink > 1:
        # SQLite keeps what is not yet in the file beside it, under its name: another name would lose it
        raise _Unfit("its file has a second name (a hard link); remove one of them, or copy the file")
    claim = sqlite3.connect(
        f"{os.path.realpath(file)}-server", timeout=0.0, isolation_level=None, check_same_thread=False
    )
    try:
        claim.execute("BEGIN EXCLUSIVE").close()
    except sqlite3.OperationalError as error:
        claim.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise _Unfit(
                "another Piercy serves it; stop that one, or name another file with --database"
            ) from None
        raise
    return claim.close


def _file(url: URL) -> str | None:
    """The file of an SQLite database; None where another program keeps the games."""
    if url.get_backend_name() != "sqlite":
        return None
    name = url.database or ":memory:"
    if name.startswith("file:"):
        parts = urlsplit(name)
        asked = {**url.query, **dict(parse_qsl(parts.query))}
        in_memory = asked.get("mode") == "memory" or asked.get("vfs") == "memdb"
        name = ":memory:" if in_memory else unquote(parts.path)
    if name.startswith(":memory:"):
        raise _Unfit("it is in memory, where the bots cannot see it and no game would be kept; name a file")
    return name


def _check_owner(engine: Engine) -> None:
    """Whether another program keeps its tables there, and Piercy has none yet.

    A table of Piercy's may be there without the others: version 0.1.0 could be killed while it made them.
    """
    there = set(inspect(engine).get_table_names())
    if there and not there & {MIGRATED, *Base.metadata.tables}:
        raise _Unfit(f"it is another program's: it has a table {min(there)}, and none of Piercy's")


def _check(engine: Engine) -> None:
    """Whether the tables are ours: another program may have made some of the same name."""
    services = inspect(engine)
    for table in Base.metadata.sorted_tables:
        if not services.has_table(table.name):
            raise _Unfit(f"its table {table.name} is lost")
        missing = {column.name for column in table.columns}
        missing -= {column["name"] for column in services.get_columns(table.name)}
        if missing:
            raise _Unfit(f"its table {table.name} is not Piercy's: it has no column {min(missing)}")


def _reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, Newer):
        return "a newer version of Piercy made it; update Piercy, or name another file with --database"
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = _PACKAGES.get(error.name, error.name)
        return f"its driver is not installed; install it with: pip install '{package}'"
    if isinstance(error, ArgumentError):
        return "this is no address of a database; a file is named as sqlite:///FILE"
    if isinstance(error, OperationalError) and "locked" in str(error.orig):
        return "another program has locked it"
    if isinstance(error, OperationalError) and re.match("no such (table|column)", str(error.orig)):
        return f"its tables are not Piercy's: there is {error.orig}"
    told = error.orig if isinstance(error, DBAPIError) else error
    return next(iter(str(told).splitlines()), type(error).__name__)
