"""A row that a health check writes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table with its one row."""
    health = op.create_table(
        "health",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("checked", sa.Double, nullable=False),
    )
    op.bulk_insert(health, [{"id": 1, "checked": 0.0}])
