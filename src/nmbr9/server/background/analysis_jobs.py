"""Analyses at a server: in a process beside, and kept in the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

from nmbr9.host import analysing
from nmbr9.server.background.process_pool import Processes
from nmbr9.server.background.quotas import Quotas
from nmbr9.storage.analyses import find_analysis, keep_analysis
from nmbr9.storage.database import Database

AT_ONCE = 1


class DatabaseArchive:
    """What `host.analysing.Archive` asks for, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, id: str) -> Mapping[str, Any] | None:
        """See `Archive`."""
        stored = await asyncio.to_thread(find_analysis, self._database, id)
        return None if stored is None else stored.body

    async def keep(self, id: str, match: str | None, body: dict[str, Any]) -> None:
        """See `Archive`."""
        await asyncio.to_thread(keep_analysis, self._database, id, match, body, time.time())


class Analyses(analysing.Analyses):
    """The analyses of one server process."""

    def __init__(
        self, database: Database, best_seconds: float, quotas: Quotas | None = None
    ) -> None:
        self._processes = Processes(AT_ONCE)
        archive, may_begin = DatabaseArchive(database), None if quotas is None else quotas.take
        super().__init__(archive, self._processes.run, best_seconds, may_begin)

    def close(self) -> None:
        """Stop, at once."""
        super().close()
        self._processes.close()
