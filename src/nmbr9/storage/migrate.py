"""Bringing the tables up to date when a database is opened."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from sqlalchemy import Connection, text

from nmbr9.storage.errors import StorageError

STEPS = Path(__file__).parent / "migrations"
LOCK = 0x6E6D627239
"""What processes that start together on PostgreSQL queue for: "nmbr9" as a number."""


def upgrade(connection: Connection) -> None:
    """Take the steps that the database has not taken yet.

    All of them or none, and one process at a time: the connection is in a transaction that writes,
    which on SQLite nobody else can begin.

    Raises: StorageError, when a newer nmbr9 has been here.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    script = ScriptDirectory(str(STEPS), version_locations=[str(STEPS)])

    def missing(taken: Any, context: MigrationContext) -> Iterable[MigrationStep]:
        steps = list(script.iterate_revisions("heads", taken))
        return [
            MigrationStep.upgrade_from_script(script.revision_map, step) for step in reversed(steps)
        ]

    # Alembic's own env.py is left out: it would be one more file that only Alembic can run.
    context = MigrationContext.configure(connection, opts={"fn": missing})
    try:
        with Operations.context(context):
            context.run_migrations()
    except RevisionError as error:
        raise StorageError(
            f"expected a database of this nmbr9 or an older one, got a newer one ({error})"
        ) from error
