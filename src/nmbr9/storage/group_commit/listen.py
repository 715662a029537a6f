"""Hearing from PostgreSQL which matches have grown and who has left, whichever process it was."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from nmbr9.storage.database import Database
from nmbr9.storage.errors import PSYCOPG_ERRORS, StorageError, Unavailable, reason
from nmbr9.storage.group_commit.channel import CHANNEL, Leaving

if TYPE_CHECKING:
    from nmbr9.storage.database import OwnConnection

LOG = logging.getLogger(__name__)

POLL_SECONDS = 0.25
"""How long `close` may have to wait. News are heard at once."""
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.1, 5.0
"""How long to wait before connecting again, doubled each time."""


class Listener:
    """A connection and a thread that calls `heard(match, length)` for each append that commits.

    And `left(player, why)` for each player for whom nothing opens anything any more.

    When the connection breaks it is made again, and then `lost()` is called: what happened in
    between was not heard, so the caller reads everything again that it holds. All are called in
    the listener's thread.

    Raises: StorageError, for SQLite; Unavailable, when the first connection fails. From then on
    nothing is missed without `lost`.
    """

    def __init__(
        self,
        database: Database,
        heard: Callable[[str, int], None],
        lost: Callable[[], None],
        left: Callable[[str, Leaving], None],
    ) -> None:
        if not database.is_postgresql:
            raise StorageError(f"expected PostgreSQL to listen to, got {database}")
        self._database = database
        self._heard = heard
        self._lost = lost
        self._left = left
        self._stop = threading.Event()
        try:
            connection = self._listening()
        except PSYCOPG_ERRORS as error:
            raise Unavailable(f"expected the database to answer, got {reason(error)}") from error
        self._thread = threading.Thread(
            target=self._run, args=(connection,), name="nmbr9-listener", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop listening; no call comes afterwards."""
        self._stop.set()
        self._thread.join()

    def _listening(self) -> OwnConnection:
        connection = self._database.connect_apart()
        connection.execute(f"LISTEN {CHANNEL}".encode())
        return connection

    def _run(self, connection: OwnConnection | None) -> None:
        while connection is not None:
            try:
                self._listen(connection)
            except PSYCOPG_ERRORS as error:
                LOG.warning("lost the connection to the database: %s", reason(error))
            finally:
                connection.close()
            connection = self._connected_again()
            if connection is not None:
                self._call(self._lost)

    def _listen(self, connection: OwnConnection) -> None:
        """Pass on what comes, until told to stop.

        Raises: psycopg.Error.
        """
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=POLL_SECONDS):
                who, _, what = notice.payload.rpartition(" ")
                # The channel belongs to the whole database: others may say something else there.
                if who and what.isascii() and what.isdigit():
                    self._call(self._heard, who, int(what))
                elif who and what in tuple(Leaving):
                    self._call(self._left, who, Leaving(what))
                if self._stop.is_set():
                    return

    def _connected_again(self) -> OwnConnection | None:
        """Return a new connection, however long it takes, or None when told to stop."""
        wait = FIRST_WAIT_SECONDS
        while not self._stop.wait(wait):
            try:
                return self._listening()
            except PSYCOPG_ERRORS:
                wait = min(2 * wait, LONGEST_WAIT_SECONDS)
        return None

    def _call(self, function: Callable[..., None], *args: str | int) -> None:
        try:
            function(*args)
        except Exception:
            # The caller's mistake must not end the listening for everybody.
            LOG.exception("a listener failed")
