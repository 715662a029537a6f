"""Whether the server can do its work, told in time: a database may hang instead of failing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nmbr9.storage.errors import Unavailable

LIMIT_SECONDS = 1.5
"""Those who ask, such as balancers, want to know within two."""


class Health:
    """Asks the database once at a time, however many people want to know."""

    def __init__(self, check: Callable[[], None], seconds: float = LIMIT_SECONDS) -> None:
        self._check, self._seconds = check, seconds
        self._asking: asyncio.Future[None] | None = None

    async def check(self) -> None:
        """Return once the database has kept something.

        A check that hangs is not joined by others: its thread would be missing elsewhere.

        Raises: StorageError, also when there is no answer in time.
        """
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(asyncio.to_thread(self._check))
            self._asking.add_done_callback(_seen)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(self._asking)
        except TimeoutError:
            raise Unavailable(
                f"expected the database to write within {self._seconds} s, got no answer"
            ) from None


def _seen(asking: asyncio.Future[None]) -> None:
    """Take the error of a check that nobody waits for any more: it has been told."""
    if not asking.cancelled():
        asking.exception()
