"""Moving SQLite's log to its place, beside the writer instead of in its way.

By itself SQLite does this in the commit that makes the log too long: every second or two under
load, and whoever waits for that commit waits for two more flushes of the disk.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import closing

from nmbr9.storage.database import Database

LOG = logging.getLogger(__name__)

SECONDS = 1.0
"""Between two looks at the log."""


class Checkpointer:
    """A thread that moves what is in the log as long as there is something in it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._closing = threading.Event()
        self._has_grown = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nmbr9-checkpoint", daemon=True)
        self._thread.start()

    def log_has_grown(self) -> None:
        """Say that something was committed."""
        self._has_grown.set()

    def close(self) -> None:
        """Stop; what is in the log is safe there."""
        self._closing.set()
        self._has_grown.set()
        self._thread.join()

    def _run(self) -> None:
        while self._has_grown.wait() and not self._closing.wait(SECONDS):
            self._has_grown.clear()
            try:
                self._checkpoint()
            except sqlite3.Error:
                # The log is as good a place, and it will be tried again.
                LOG.warning("cannot move the database's log to its place", exc_info=True)

    def _checkpoint(self) -> None:
        """Move as much as is possible without making anybody wait."""
        with closing(sqlite3.connect(self._database.path, timeout=0.1)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
