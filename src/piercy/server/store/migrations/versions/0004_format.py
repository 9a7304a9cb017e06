"""The words in which a game is stored; what was stored before there was a choice is in those of 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("format", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("games", "format")
