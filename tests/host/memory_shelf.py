"""A shelf in memory: what a browser's database does, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from nmbr9.host.shelf import TABLES, Entry


class MemoryShelf:
    """Keeps texts in dictionaries; `is_full` lets every write fail, and keep nothing."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, str]] = {table: {} for table in TABLES}
        self.is_full = False

    async def get(self, table: str, key: str) -> str | None:
        return self.tables[table].get(key)

    async def all(self, table: str) -> Sequence[str]:
        return list(self.tables[table].values())

    async def put(self, entries: Sequence[Entry]) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")
        for table, key, text in entries:
            if text is None:
                self.tables[table].pop(key, None)
            else:
                self.tables[table][key] = text
