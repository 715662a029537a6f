"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "players",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("token_hash", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("day", sa.Text),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("closes", sa.Double),
        sa.Column("setup", sa.Text, nullable=False),
    )
    op.create_index("contests_kind", "contests", ["kind", "day", "created"])
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("contest", sa.Text, sa.ForeignKey("contests.id")),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("finished", sa.Double),
        sa.Column("options_key", sa.Text),
        sa.Column("players", sa.Integer),
    )
    op.create_index("matches_finished", "matches", ["finished"])
    op.create_table(
        "events",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "events_player",
        "events",
        ["player"],
        sqlite_where=sa.text("player IS NOT NULL"),
        postgresql_where=sa.text("player IS NOT NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.Text, sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("token_hash", sa.Text, unique=True),
        sa.Column("score", sa.Integer),
    )
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "entries",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("contest", sa.Text, sa.ForeignKey("contests.id"), nullable=False),
        sa.Column("player", sa.Text, sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
        sa.UniqueConstraint("contest", "player", name="entries_once"),
    )
    op.create_index("entries_player", "entries", ["player"])
