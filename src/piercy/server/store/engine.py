"""How the database is reached: connections that keep transactions whole, and bytes that are always text."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url

BUSY = 10.0
"""Seconds to wait for somebody else who writes."""
WRITING = {"writing": True}
"""Execution options of a transaction that will write: it waits at its start, not in its middle."""


JOURNAL = "WAL"
"""How SQLite keeps a change whole: readers do not wait for the writer."""


def connect(url: str, journal: str = JOURNAL) -> Engine:
    """The way to a database. Players' moves are not repeated in the messages of its errors.

    :param journal: SQLite's way to keep a change whole; another only where one program has the file alone.
    """
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, hide_parameters=True, pool_pre_ping=True)
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY})
    event.listen(engine, "connect", partial(_prepare_sqlite, journal))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(journal: str, connection: Any, _record: Any) -> None:
    """What is committed survives a crash."""
    # the driver opens no transaction before a change of tables: this module opens all of them itself
    connection.isolation_level = None
    # bytes that are no text spoil the place they are in, not the whole list that is being read
    connection.text_factory = _text
    for pragma in (f"journal_mode={journal}", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
