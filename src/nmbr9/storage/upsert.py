"""Writing a row that somebody else may be writing at the same time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def inserted(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Write a row, unless one is in its way; return whether it was written."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = make(table).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(statement, row).first() is not None
