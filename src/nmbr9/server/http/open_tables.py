"""HTTP for the tables on the start page: those that strangers may join, and those to watch."""

from __future__ import annotations

import time
from collections.abc import Callable

from fastapi import APIRouter

from nmbr9.server.database_thread import ask
from nmbr9.server.http.asking import HubOf
from nmbr9.server.http.schemas import TableLine, TablesAnswer
from nmbr9.storage.database import Database
from nmbr9.storage.listings import ListedRow, State, listed

router = APIRouter(prefix="/api")

LISTED_SECONDS = 3600.0
"""How long a table is listed that neither starts nor ends."""
MOST_LISTED = 12
"""Of each kind: as many as fit on a page."""


@router.get("/tables")
async def tables(hub: HubOf) -> TablesAnswer:
    """Return the tables whose hosts let strangers find them."""
    return await ask(hub, _tables, time.time(), hub.makers.get)


def _tables(database: Database, now: float, source_of: Callable[[str], str | None]) -> TablesAnswer:
    since = now - LISTED_SECONDS
    waiting, running = (
        [
            _line(row, now)
            for row in listed(database, state, since=since, limit=MOST_LISTED, source_of=source_of)
        ]
        for state in (State.OPEN, State.RUNNING)
    )
    return TablesAnswer(open=waiting, running=running)


def _line(row: ListedRow, now: float) -> TableLine:
    listing = row.listing
    return TableLine(
        match=row.match,
        host=row.host,
        options=listing.options,
        has_own_shapes=listing.has_own_shapes,
        seats=listing.seats,
        open=listing.open,
        seconds=max(0, round(now - listing.since)),
    )
