"""What takes long to find out, found out once for everybody who asks meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

PAUSE = 50
"""So many times as long as it took it is remembered: no more than a fiftieth of a processor."""


class Remembered(Generic[T]):
    """An answer that is as old as it was expensive. Lives in the event loop's thread."""

    def __init__(
        self,
        find: Callable[[], T],
        clock: Callable[[], float] = time.monotonic,
        spent: Callable[[], float] = time.thread_time,
    ) -> None:
        """Ask `find`, in a thread, whenever the last answer is too old.

        `spent` tells the processor time of that thread: what only had to wait was not expensive.
        """
        self._find, self._clock, self._spent = find, clock, spent
        self._until = 0.0
        self._finding: asyncio.Task[T] | None = None

    async def get(self, *, is_fresh: bool = False) -> T:
        """Return the answer; a fresh one is not older than this call.

        Raises: what `find` raises.
        """
        finding = self._finding
        if is_fresh and finding is not None and not finding.done():
            await asyncio.wait([finding])  # It may have begun too early.
            finding = self._finding
        is_old = (
            finding is not None and finding.done() and (is_fresh or self._clock() > self._until)
        )
        if finding is None or is_old:
            finding = self._finding = asyncio.create_task(self._ask())
        return await asyncio.shield(finding)

    async def _ask(self) -> T:
        cost = 0.0

        def find() -> T:
            nonlocal cost
            began = self._spent()
            try:
                return self._find()
            finally:
                cost = self._spent() - began

        try:
            return await asyncio.to_thread(find)
        finally:
            self._until = self._clock() + PAUSE * cost
