"""Bringing a database to the newest shape, once at every start of a server."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from piercy.server.store.engine import WRITING

_MIGRATIONS = Path(__file__).with_name("migrations")


class Newer(Exception):
    """The database has a shape that this version does not know."""


def migrate(engine: Engine) -> None:
    """Run the migrations that the database does not have yet: all of them, or none.

    On SQLite the transaction begins with the right to write: of two who start at once, one waits.

    :raises Newer: a later version made the database.
    """
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.execution_options(**WRITING).begin() as connection:
        if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
            raise Newer
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
