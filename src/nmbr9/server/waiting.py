"""Coroutines that wait for the journal: one wake-up of the event loop for a whole batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nmbr9.storage.receipts import Receipt


class Waiting:
    """Who waits for which receipt. Only `answered` may be called outside the loop's thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiters: dict[Receipt, list[asyncio.Future[None]]] = {}

    async def stored(self, receipt: Receipt) -> None:
        """Return when something is durable. It will be even if the waiting is cancelled.

        Raises: StorageError.
        """
        if not receipt.is_answered:
            # A future for each who waits: if one gives up, the others go on.
            waiter = self._loop.create_future()
            self._waiters.setdefault(receipt, []).append(waiter)
            await waiter
        receipt.result()

    def answered(self, receipts: Sequence[Receipt]) -> None:
        """Wake whoever waits for some receipts, which are answered."""
        self._loop.call_soon_threadsafe(self._wake, receipts)

    def _wake(self, receipts: Sequence[Receipt]) -> None:
        for receipt in receipts:
            for waiter in self._waiters.pop(receipt, ()):
                if not waiter.done():
                    waiter.set_result(None)
