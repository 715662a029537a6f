"""What a browser keeps: tables of texts, as an IndexedDB has them."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

Entry = tuple[str, str, str | None]
"""A table, a key and the text to be kept under it; None deletes."""

TABLES = ("headers", "events", "players", "analyses")


class Shelf(Protocol):
    """Keeps texts. In a browser it is written in JavaScript (web/js/host/shelf.js)."""

    def get(self, table: str, key: str) -> Awaitable[str | None]:
        """Return a text, or None where nothing is kept."""

    def all(self, table: str) -> Awaitable[Sequence[str]]:
        """Return all texts of a table."""

    def put(self, entries: Sequence[Entry]) -> Awaitable[None]:
        """Keep some texts, all of them or none; done when they are durable.

        Raises: Exception, when there is no room or the browser keeps nothing.
        """
