"""One match in the memory of a server process: decided here, stored, then shown.

A command is decided on the newest state, `_pending`. Everybody is shown `match` only, the state
that is stored; it follows when the journal says so. When another process was quicker, or the
database failed, the pending state is given up and read again from the database.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Protocol

from nmbr9.match.commands import Command, House, decide, expire, next_deadline
from nmbr9.match.errors import Refused
from nmbr9.match.events import Event, event_from_dict
from nmbr9.match.match import Match, Seat
from nmbr9.match.setup import Setup
from nmbr9.rules.actions import Action
from nmbr9.rules.game import Game
from nmbr9.server.listing import changed_listing
from nmbr9.storage.errors import Conflict, StorageError
from nmbr9.storage.journal import Append, Finish, Seated
from nmbr9.storage.receipts import Receipt

LOG = logging.getLogger(__name__)

SNOOZE_SECONDS = 0.5
"""How long at least until an alarm that was of no use rings again."""


class Store(Protocol):
    """What hosting needs of the storage."""

    def append(self, item: Append) -> Receipt:
        """Store events; the receipt is answered when they are durable."""

    def stored(self, receipt: Receipt) -> Awaitable[None]:
        """Wait until events are durable. Raises: Conflict; Unavailable."""

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """Return the events that are stored, from number `start` on. Raises: Unavailable."""


Decide = Callable[[Match], Sequence[Event]]
"""Turns the newest state into events; asked again when another process was quicker."""


class HostedMatch:
    """A match that is played."""

    def __init__(
        self,
        match: Match,
        store: Store,
        on_change: Callable[[HostedMatch, bool], None],
        choose_for_slow: Callable[[Game, int], Action],
        bots: frozenset[str],
    ) -> None:
        self.match = match
        """The newest state that is stored."""
        self._pending = match
        self._store, self._on_change = store, on_change
        self._choose_for_slow, self._bots = choose_for_slow, bots
        self._newest: Receipt | None = None
        """The last append that the pending state builds on."""
        self._is_doubtful = False
        """Whether the database has to be asked what is stored."""
        self._reading = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def command(self, sender: str | None, id: str, command: Command) -> int:
        """Carry out a person's command; return their revision afterwards, once it is stored.

        Raises: Refused; Unavailable.
        """
        await self.change(
            lambda match: decide(match, sender, id, command, House(time.time(), self._bots))
        )
        return self.match.answered[sender, id]

    async def change(self, decide: Decide) -> None:
        """Decide, store and show; also what a command repeats is stored when this returns.

        Raises: Refused; Unavailable.
        """
        is_sure = False
        while True:
            if self._is_doubtful:
                await self.read_again()
            before = self._pending
            try:
                events = decide(before)
            except Refused:
                if is_sure:
                    raise
                is_sure = await self._settle()
                continue
            if not events and self.match.length >= before.length:
                return
            # Without events, what was asked for is on its way: wait for it behind an empty append.
            try:
                await self._write(before, events)
            except Conflict:
                self._is_doubtful = True
            else:
                return

    async def _settle(self) -> bool:
        """Make sure that a refusal rests on what is stored, and on all of it.

        Raises: Unavailable.
        """
        newest = self._newest
        if newest is not None and not newest.is_answered:
            # What the refusal rests on may yet fail.
            with suppress(StorageError):
                await self._store.stored(newest)
            return False
        await self.read_again()
        return True

    async def _write(self, before: Match, events: Sequence[Event]) -> None:
        after = before
        for event in events:
            after = after.after(event)
        finish = None
        if after.is_over and not before.is_over:
            assert after.game is not None, "it is over"
            finish = Finish(events[-1].at, tuple(after.game.scores), after.helped)
        bodies = tuple(event.to_dict() for event in events)
        self._pending = after
        self._newest = self._store.append(
            Append(
                before.id,
                before.length,
                bodies,
                finish,
                self._newest,
                _seated(before, after),
                None if after.setup is before.setup else after.setup.to_dict(),
                changed_listing(before, after),
            )
        )
        try:
            await self._store.stored(self._newest)
        except Exception:
            # Perhaps it was written all the same, perhaps something else was: only the database
            # knows.
            self._is_doubtful = True
            raise
        self._show(after, is_own=True)

    def _show(self, match: Match, *, is_own: bool) -> None:
        """Show a stored state, unless a newer one was shown already."""
        if match.length > self.match.length:
            self.match = match
            if match.length > self._pending.length:
                # It was read again from the database just before this was stored.
                self._pending, self._newest = match, None
            self._set_alarm()
            self._on_change(self, is_own)

    async def read_again(self) -> None:
        """Take in what is stored.

        Raises: Unavailable.
        """
        async with self._reading:
            start = self.match.length
            stored = await self._store.events_from(self.match.id, start)
            match = self.match  # It may have grown meanwhile.
            for body in stored[match.length - start :]:
                match = match.after(event_from_dict(body))
            self._pending, self._newest, self._is_doubtful = match, None, False
        self._show(match, is_own=False)

    async def heard(self, length: int) -> None:
        """Take in what another process has stored, if it is news."""
        if length > self._pending.length or self._is_doubtful:
            await self.read_again()

    # --- the clock (2.12) --------------------------------------------------------------------

    def _set_alarm(self, soonest: float = 0.0) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        deadline = next_deadline(self.match)
        if deadline is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(soonest, deadline - time.time()), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.start(self._expire())

    async def _expire(self) -> None:
        try:
            await self.change(lambda match: expire(match, time.time(), self._choose_for_slow))
        finally:
            if self._alarm is None:
                # It rang early, because the clock was set back meanwhile, or the database is away.
                self._set_alarm(SNOOZE_SECONDS)

    def wake(self) -> None:
        """Begin to keep time, after a match was loaded."""
        self._set_alarm()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; what goes wrong is logged."""
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop keeping time."""
        self._is_closed = True
        if self._alarm is not None:
            self._alarm.cancel()


def _seated(before: Match, after: Match) -> tuple[Seated, ...]:
    """Return whose seats became whose."""
    pairs = zip_longest(before.seats, after.seats, fillvalue=Seat())
    return tuple(
        Seated(index, now.player)
        for index, (then, now) in enumerate(pairs)
        if then.player != now.player
    )


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        LOG.exception("a task of a match failed")


def loaded(id: str, setup: dict[str, Any], events: Iterable[dict[str, Any]]) -> Match:
    """Return a match as it is stored.

    Raises: EventError.
    """
    return Match.replayed(id, Setup.from_dict(setup), map(event_from_dict, events))
