"""Removing, once an hour, the matches and guests that never became a game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from nmbr9.rules.errors import shown
from nmbr9.storage.database import Database
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.matches import MatchRow
from nmbr9.storage.prune import Patience, forget_networks, note_open, prune_some

HOUR = 3600.0
"""Between two rounds; what is open is younger than that, or noted."""
PAUSE_SECONDS = 0.1
"""Between two transactions, for those of the players."""

LOG = logging.getLogger(__name__)


class Pruning:
    """One server process's part in it; others may do the same on the same database."""

    def __init__(
        self,
        database: Database,
        patience: Patience,
        waiting: Callable[[], list[str]],
    ) -> None:
        """`waiting` tells which matches somebody has open here and have not started."""
        self._database, self._patience, self._waiting = database, patience, waiting

    async def run(self) -> None:
        """Note what is open, then remove what nobody had open for long; again and again."""
        while True:
            await asyncio.sleep(HOUR)
            try:
                await self._round()
            except StorageError as error:
                LOG.warning("nothing is pruned for an hour: %s", error)

    async def _round(self) -> None:
        now = time.time()
        # In the database, so that no other process removes them either.
        if waiting := self._waiting():
            await asyncio.to_thread(note_open, self._database, waiting, now)
        await asyncio.to_thread(forget_networks, self._database, now)
        matches = players = 0
        while any(gone := await asyncio.to_thread(prune_some, self._database, self._patience, now)):
            matches, players = matches + gone.matches, players + gone.players
            await asyncio.sleep(PAUSE_SECONDS)
        if matches or players:
            LOG.info("pruned matches=%d players=%d", matches, players)


def note_long_waiting(database: Database, row: MatchRow) -> None:
    """Note that somebody opens a match that has not started, if it is not a new one.

    Raises: NotFound, when it was just removed; StorageError.
    """
    now = time.time()
    if now - row.created > HOUR and not note_open(database, [row.id], now):
        raise NotFound(f"expected the id of a match, got {shown(row.id)}")
