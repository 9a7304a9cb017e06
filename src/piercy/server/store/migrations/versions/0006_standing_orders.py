"""What seats have the server do for them, and which actions it did."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "standing_orders",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.create_table(
        "sent_actions",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("why", sa.String(20), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("sent_actions")
    op.drop_table("standing_orders")
