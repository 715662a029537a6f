"""How much one socket or address may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class Bucket:
    """Allows a rate on average and a burst at once."""

    __slots__ = ("_burst", "_clock", "_level", "_rate", "_seen")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._level, self._seen = burst, clock()

    def take(self) -> bool:
        """Whether one more is allowed now; if so it counts."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._seen) * self._rate)
        self._seen = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def give_back(self) -> None:
        """Do not count the last one after all."""
        self._level = min(self._burst, self._level + 1)


class Buckets:
    """A bucket for each address. The oldest are forgotten, so that memory stays flat."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether an address may ask once more."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()

    def give_back(self, address: str) -> None:
        """Do not count what an address asked last after all."""
        if bucket := self._buckets.get(address):
            bucket.give_back()
