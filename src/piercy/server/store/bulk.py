"""Many rows at a stroke: what can be done before the transaction is done before it.

In SQLite nobody else can write while a transaction does. A long game from a file has thousands of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session

from piercy.server.store.tables import ActionRow, Base


def ready(engine: Engine, rows: Sequence[ActionRow]) -> Callable[[Session], None]:
    """What stores the rows, when it is given a session."""
    if engine.dialect.name != "sqlite" or not rows:
        return lambda session: session.add_all(rows)
    statement = str(insert(ActionRow).compile(dialect=engine.dialect))
    values = [_values(engine, row) for row in rows]

    def store(session: Session) -> None:
        session.flush()
        session.connection().exec_driver_sql(statement, values)

    return store


def _values(engine: Engine, row: Base) -> tuple[object, ...]:
    """The values of a row as the driver takes them, in the order of the columns."""
    found = []
    for column in row.__table__.columns:
        write = column.type.dialect_impl(engine.dialect).bind_processor(engine.dialect)
        value = getattr(row, column.key)
        found.append(value if write is None else write(value))
    return tuple(found)
