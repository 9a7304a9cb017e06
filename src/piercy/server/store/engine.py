"""How the database is reached: connections that keep transactions whole, and bytes that are always text."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url

BUSY = 10.0
"""Seconds to wait for somebody else who writes."""
WRITING = {"writing": True}
"""Execution options of a transaction that will write: it waits at its start, not in its middle."""


def connect(url: str) -> Engine:
    """The way to a database. Players' moves are not repeated in the messages of its errors."""
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, hide_parameters=True, pool_pre_ping=True)
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Readers do not wait for the writer, and what is committed survives a crash."""
    # the driver opens no transaction before a change of tables: this module opens all of them itself
    connection.isolation_level = None
    # bytes that are no text spoil the place they are in, not the whole list that is being read
    connection.text_factory = _text
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
