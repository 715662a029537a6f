"""The slow player's minute: an alarm for the moment at which somebody's time is over (2.12)."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from typing import Any

from nmbr9.match.happenings import next_deadline
from nmbr9.match.match import Match
from nmbr9.protocol.host import Alarm, Host
from nmbr9.rules.slow_player import PROMPT_SECONDS

SNOOZE_SECONDS = 0.5
"""How long at least until an alarm that was of no use rings again."""
EARLY_SECONDS = 0.05
"""So much too early an alarm may ring that is on time."""


class MinuteClock:
    """Follows a match, and does something whenever a minute of one of its players is over."""

    def __init__(self, host: Host, expire: Callable[[float], Coroutine[Any, Any, None]]) -> None:
        """`expire` is told what time it is at least."""
        self._host, self._expire = host, expire
        self._alarm: Alarm | None = None
        self._over: tuple[float, float] | None = None
        """A deadline, and when it is over by a clock that nobody sets."""
        self._deadline: float | None = None
        """When it rings."""
        self._is_stopped = False

    def follow(self, match: Match) -> None:
        """Ring when the next minute in this state of the match is over."""
        deadline = next_deadline(match)
        if deadline != self._deadline:
            self._set(deadline)

    def snooze(self, match: Match) -> None:
        """Ring again, if nothing was set since it rang: it was too early, or the store is away."""
        if self._alarm is None:
            self._set(next_deadline(match), SNOOZE_SECONDS)

    def stop(self) -> None:
        """Never ring again."""
        self._is_stopped = True
        if self._alarm is not None:
            self._alarm.cancel()

    def _set(self, deadline: float | None, soonest: float = 0.0) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._deadline = deadline
        if deadline is not None and not self._is_stopped:
            seconds = max(soonest, self._seconds_until(deadline))
            self._alarm = self._host.ring(seconds, self._ring)

    def _seconds_until(self, deadline: float) -> float:
        """Return how long a minute still lasts: never longer than one, however clocks are set."""
        now = time.monotonic()
        if self._over is None or self._over[0] != deadline:
            self._over = deadline, now + min(PROMPT_SECONDS, deadline - time.time())
        return self._over[1] - now

    def _ring(self) -> None:
        assert self._deadline is not None, "it rings for one"
        now = time.time()
        if self._seconds_until(self._deadline) < EARLY_SECONDS:
            now = max(now, self._deadline)
        self._alarm = self._deadline = None
        self._host.start(self._expire(now))
