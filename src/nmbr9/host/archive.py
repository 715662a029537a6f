"""Analyses on a shelf: of matches, and of records that somebody opened."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nmbr9.host.shelf import Entry, Shelf

Put = Callable[[Sequence[Entry]], Awaitable[None]]
"""Keeps texts. Raises: Unavailable."""


class ShelfArchive:
    """What `host.analysing.Archive` asks for, on a shelf."""

    def __init__(self, shelf: Shelf, put: Put) -> None:
        self._shelf, self._put = shelf, put

    async def find(self, id: str) -> Mapping[str, Any] | None:
        """See `Archive`."""
        found: Mapping[str, Any] | None = (await self._kept(id)).get("body")
        return found

    async def keep(self, id: str, match: str | None, body: dict[str, Any]) -> None:
        """See `Archive`."""
        await self._write(id, {**await self._kept(id), "body": body})

    async def keep_record(self, id: str, record: dict[str, Any]) -> None:
        """Keep the game of an opened record."""
        await self._write(id, {**await self._kept(id), "record": record})

    async def opened_record(self, id: str) -> dict[str, Any] | None:
        """Return the game of an opened record."""
        found: dict[str, Any] | None = (await self._kept(id)).get("record")
        return found

    async def remove(self, id: str) -> None:
        """Forget what was found out."""
        await self._put([("analyses", id, None)])

    async def _kept(self, id: str) -> dict[str, Any]:
        text = await self._shelf.get("analyses", id)
        kept: dict[str, Any] = {} if text is None else json.loads(text)
        return kept

    async def _write(self, id: str, told: Mapping[str, Any]) -> None:
        await self._put([("analyses", id, json.dumps(told))])
