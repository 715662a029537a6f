"""Which matches strangers find, and what was played where that was not what was planned."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table of listings and add a column to matches.

    Nothing is listed at first: a table that waits comes back when somebody who sits there does.
    """
    op.add_column("matches", sa.Column("played", sa.Text))
    op.create_table(
        "listings",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("host", sa.Integer),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("has_own_shapes", sa.Boolean, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("open", sa.Integer, nullable=False),
    )
    op.create_index("listings_state", "listings", ["state", "since"])
