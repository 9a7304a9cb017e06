"""What people do with their games beside playing them: names, and games put away or thrown away."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "shelf",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False, server_default=""),
        sa.Column("archived", sa.String(32), nullable=False, server_default=""),
        sa.Column("deleted", sa.String(32), nullable=False, server_default=""),
    )


def downgrade() -> None:
    op.drop_table("shelf")
