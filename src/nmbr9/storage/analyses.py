"""Analyses of finished games: those of matches, and those of records that somebody opened.

They hold no names. What is found out about a match stays as long as the match; of opened records
only the newest are kept, because anybody can send any number of them.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, select, update

from nmbr9.storage.database import Database
from nmbr9.storage.event_json import Body, from_text, to_text
from nmbr9.storage.tables import analyses
from nmbr9.storage.upsert import inserted

MOST_RECORDS = 20_000
"""Opened records that are kept: fifty days of all that one address may open."""


class StoredAnalysis(NamedTuple):
    """What is kept of one game."""

    record: Body | None
    """The game, if it is no match of this database."""
    body: Body | None
    """What was found out; None until it is complete."""


def find_analysis(database: Database, id: str) -> StoredAnalysis | None:
    """Return what is kept under an id."""
    query = select(analyses.c.record, analyses.c.body).where(analyses.c.id == id)
    with database.read() as connection:
        found = connection.execute(query).one_or_none()
    if found is None:
        return None
    return StoredAnalysis(*(None if text is None else from_text(text) for text in found))


def keep_record(database: Database, id: str, record: Body, created: float) -> None:
    """Keep the game of an opened record, so that every process can look at it, also later."""
    oldest_kept = (
        select(analyses.c.created)
        .where(analyses.c.match.is_(None))
        .order_by(analyses.c.created.desc())
        .offset(MOST_RECORDS - 1)
        .limit(1)
    )
    with database.write() as connection:
        if inserted(connection, analyses, _row(id, created, record=to_text(record))):
            connection.execute(
                delete(analyses).where(
                    analyses.c.match.is_(None),
                    analyses.c.created < oldest_kept.scalar_subquery(),
                )
            )


def keep_analysis(
    database: Database, id: str, match: str | None, body: Body, created: float
) -> None:
    """Keep all that was found out; it replaces what was kept before.

    Without a match it is that of an opened record, and nothing is kept if that is gone.

    Raises: StorageError, when there is no such match.
    """
    text = to_text(body)
    with database.write() as connection:
        row = _row(id, created, match=match, body=text)
        if match is None or not inserted(connection, analyses, row):
            connection.execute(update(analyses).where(analyses.c.id == id).values(body=text))


def _row(id: str, created: float, **more: str | None) -> dict[str, str | float | None]:
    return {"id": id, "created": created, "match": None, "record": None, "body": None, **more}
