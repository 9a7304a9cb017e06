"""The order of latest moves, which no clock can turn round."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("moved", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(
        "UPDATE games SET moved = ranked.place FROM"
        " (SELECT id, row_number() OVER (ORDER BY updated, id DESC) AS place FROM games) AS ranked"
        " WHERE ranked.id = games.id"
    )
    op.drop_index("games_by_time", "games")
    op.create_index("games_by_move", "games", ["moved", "id"])


def downgrade() -> None:
    op.drop_index("games_by_move", "games")
    op.create_index("games_by_time", "games", ["updated"])
    op.drop_column("games", "moved")
