"""Storing what nearly every batch is, events of running games, by one statement of PostgreSQL.

The statement locks the matches, compares their lengths, adds the events, tells the other processes
and commits: one message and its answer where a transaction of the usual statements has eight. So a
commit costs the server and PostgreSQL half of the processor time, which matters the more, the more
processes there are: each commits for itself.
"""

from __future__ import annotations

import selectors
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nmbr9.storage.database import Database
from nmbr9.storage.errors import plain_errors
from nmbr9.storage.group_commit.channel import CHANNEL

if TYPE_CHECKING:
    from nmbr9.storage.database import OwnConnection

# In the order of their ids, and looked at again once they are locked: another process may have been
# quicker.
_STORE = f"""
WITH wanted AS (
    SELECT * FROM unnest(%(ids)b::text[], %(lengths)b::int[], %(grown)b::int[])
    AS wanted(id, length, grown)
), held AS (
    SELECT matches.id, wanted.grown FROM matches JOIN wanted USING (id, length)
    ORDER BY matches.id FOR UPDATE OF matches
), grown AS (
    UPDATE matches SET length = held.grown FROM held WHERE matches.id = held.id
    RETURNING matches.id, matches.length
), added AS (
    INSERT INTO events (match, seq, body, player)
    SELECT event.* FROM unnest(
        %(matches)b::text[], %(seqs)b::int[], %(bodies)b::text[], %(players)b::text[]
    ) AS event(match, seq, body, player) JOIN grown ON grown.id = event.match
)
SELECT id, pg_notify('{CHANNEL}', id || ' ' || length) FROM grown
"""


class OneStatement:
    """A connection of its own, made when it is needed and again when it has failed.

    For one thread.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: OwnConnection | None = None

    def store(
        self, lengths: Mapping[str, tuple[int, int]], rows: Sequence[Mapping[str, Any]]
    ) -> set[str]:
        """Store events of some matches; return those that had the length they were to have.

        `lengths` says of each match how many events it has and will have. Nothing of any other
        match is stored.

        Raises: StorageError.
        """
        values = {
            "ids": list(lengths),
            "lengths": [before for before, _ in lengths.values()],
            "grown": [after for _, after in lengths.values()],
            "matches": [row["match"] for row in rows],
            "seqs": [row["seq"] for row in rows],
            "bodies": [row["body"] for row in rows],
            "players": [row["player"] for row in rows],
        }
        with plain_errors():
            connection = self._connected()
            try:
                return {str(id) for id, _ in connection.execute(_STORE.encode(), values)}
            except BaseException:
                self.close()
                raise

    def _connected(self) -> OwnConnection:
        """Return a connection that was not closed by the other end.

        Raises: psycopg.Error.
        """
        if self._connection is not None:
            # Nothing is due: if there is something to read, it is the end of the connection.
            with selectors.DefaultSelector() as selector:
                selector.register(self._connection.fileno(), selectors.EVENT_READ)
                if selector.select(0):
                    self.close()
        if self._connection is None:
            self._connection = self._database.connect_apart()
        return self._connection

    def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
