"""When somebody last had a match open that has not started, so that nobody's table is removed."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add a column to matches."""
    op.add_column("matches", sa.Column("last_open", sa.Double))
