"""What was found out about finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of analyses."""
    op.create_table(
        "analyses",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE")),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("record", sa.Text),
        sa.Column("body", sa.Text),
    )
    op.create_index("analyses_match", "analyses", ["match", "created"])
