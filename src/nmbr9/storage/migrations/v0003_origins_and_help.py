"""Which game a challenge was made from, and whose turns were not all their own."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a column to contests and one to seats."""
    op.add_column("contests", sa.Column("origin", sa.Text))
    op.add_column("seats", sa.Column("helped", sa.Boolean))
