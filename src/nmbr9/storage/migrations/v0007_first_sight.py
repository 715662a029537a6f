"""Where newcomers enter contests from, and why what somebody plays there is not ranked."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add two columns to entries; those that are there count as they did."""
    op.add_column("entries", sa.Column("network", sa.Text))
    op.add_column("entries", sa.Column("practice", sa.Text))
