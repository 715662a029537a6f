"""Keeping the interpreter's search for garbage from making players wait.

A server holds some hundred thousand objects that live as long as their matches. The collector's
full pass over all of them takes up to half a second, during which nobody is answered, and finds
next to nothing: states of matches do not refer to each other in circles. So only young objects are
searched all the time; a full pass waits until nobody plays, but not for ever. With the
interpreter's own habits a placement costs 30 % more processor time in a server of 100 matches
(median of four pairs of `benchmarks.optimisations`), besides the pauses.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable

YOUNG = 500
"""Objects made, and not gone by themselves, before the youngest are searched."""
MIDDLE = 1
"""Such searches before those that survived one are searched again: below ten milliseconds."""
NEVER = 1_000_000_000
SWITCH_SECONDS = 0.0005
"""How long a thread that asks the database may keep the event loop waiting for the interpreter."""
LONGEST_SECONDS = 600.0
"""After so long a full pass is made whoever waits."""


class Sweeps:
    """Full passes over everything, when it is quiet."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        collect: Callable[[], object] = gc.collect,
    ) -> None:
        self._clock, self._collect = clock, collect
        self._last = clock()
        self._seen = 0

    def consider(self, commands: int) -> bool:
        """Make a full pass if there were no new commands since the last time; return whether."""
        is_quiet, self._seen = commands == self._seen, commands
        now = self._clock()
        if not is_quiet and now - self._last < LONGEST_SECONDS:
            return False
        self._last = now
        self._collect()
        return True


def keep_pauses_short() -> None:
    """Leave the modules that are loaded out of all searches, and search only young objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(SWITCH_SECONDS)
