"""Bringing a database to the newest shape, once at every start of a server."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

from piercy.server.store.engine import WRITING

_MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATED = "alembic_version"
"""Where Alembic keeps which migration was the last."""


class Newer(Exception):
    """The database has a shape that this version does not know."""


def migrate(engine: Engine) -> None:
    """Run the migrations that the database does not have yet: all of them, or none.

    On SQLite the transaction begins with the right to write: of two who start at once, one waits.

    :raises Newer: a later version made the database.
    """
    if _is_newest(engine):
        # reading the migrations takes longer than opening the games
        return
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    with engine.execution_options(**WRITING).begin() as connection:
        if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
            raise Newer
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _is_newest(engine: Engine) -> bool:
    """Whether the latest migration has been run. The files are named by their numbers."""
    latest = max(file.name[:4] for file in _MIGRATIONS.joinpath("versions").glob("[0-9]*.py"))
    if not inspect(engine).has_table(MIGRATED):
        return False
    with engine.begin() as connection:
        return [latest] == list(connection.scalars(text(f"SELECT version_num FROM {MIGRATED}")))
