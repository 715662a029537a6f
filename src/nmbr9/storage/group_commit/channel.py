"""What the processes of a server say to each other: a channel of PostgreSQL."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import Connection, text

CHANNEL = "nmbr9"
"""A line on it is a match and its length, or a player and a `Leaving`."""

_SAY = text("SELECT pg_notify(:channel, :line)")


class Leaving(StrEnum):
    """Why nothing opens anything for a player any more."""

    LOGGED_OUT = "logged-out"
    FORGOTTEN = "forgotten"


def say_leaving(connection: Connection, player: str, why: Leaving) -> None:
    """Say within a transaction that a player leaves; with SQLite nobody else can hear it."""
    if connection.dialect.name == "postgresql":
        connection.execute(_SAY, {"channel": CHANNEL, "line": f"{player} {why}"})
