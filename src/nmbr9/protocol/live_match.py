"""One match that is played: decided here, stored by its host, then shown to its viewers.

A command is decided on the newest state, `_pending`. Everybody is shown `match` only, the state
that is stored; it follows when the host says so. When another process was quicker, or the store
failed, the pending state is given up and read again from the store.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from nmbr9.match.commands import (
    ChangeOptions,
    Command,
    House,
    Rematch,
    decide,
    hint,
)
from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Event, event_from_dict
from nmbr9.match.happenings import act_for_bot, bots_to_move, expire
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.store import Conflict, Receipt, StorageError
from nmbr9.match.views import bot_view
from nmbr9.protocol import frames
from nmbr9.protocol.frames import AnyFrame, CommandFrame, FrameError, Wish
from nmbr9.protocol.host import Arrival, Dropped, Host, Overdrawn, Twin, Waiting
from nmbr9.protocol.minute_clock import MinuteClock
from nmbr9.protocol.presence import Presence
from nmbr9.protocol.questions import explained, hinted
from nmbr9.protocol.view_cache import ViewCache
from nmbr9.protocol.viewer import Viewer
from nmbr9.rules.errors import OptionsError

LOG = logging.getLogger(__name__)

Decide = Callable[[Match], Sequence[Event]]
"""Turns the newest state into events; asked again when another process was quicker."""


class LiveMatch:
    """A match with its viewers, its bots and its clock."""

    def __init__(self, match: Match, host: Host) -> None:
        self.keeps_arrivals = host.keeps_arrivals
        """Whether whoever sits down is stored together with that."""
        self.match = match
        """The newest state that is stored."""
        self._host = host
        self.viewers: dict[Viewer, None] = {}
        """In the order in which they came, so that everything is shown in the same order."""
        self.left = time.monotonic()
        """When the last viewer left."""
        self.names: dict[str, str] = {}
        """Of the people in it, by their ids; replaced, never changed, so that views notice."""
        self.thinking: dict[int, int] = {}
        """Seats whose bot is thinking, and about which revision."""
        self._views = ViewCache(host.json.write)
        self._pending = match
        self._newest: Receipt | None = None
        """The last append that the pending state builds on."""
        self._is_doubtful = False
        """Whether the store has to be asked what is stored."""
        self._reading = asyncio.Lock()
        self._clock = MinuteClock(host, self._expire)
        self._presence = Presence(
            host, self._change_if_open, lambda: [viewer.player for viewer in self.viewers]
        )
        self._is_closed = False

    def wake(self) -> None:
        """Begin to keep time and to let bots play, after a match was loaded."""
        self._clock.follow(self.match)
        self.ask_bots()

    def close(self) -> None:
        """Stop keeping time, and send everybody away."""
        self._is_closed = True
        self._clock.stop()
        for viewer in tuple(self.viewers):
            viewer.end()

    # --- what viewers ask for ----------------------------------------------------------------

    async def answer(self, frame: AnyFrame, viewer: Viewer) -> dict[str, Any] | None:
        """Do what a frame asks for; return the frame that answers it, if there is one.

        Raises: FrameError.
        """
        match frame:
            case CommandFrame(id, wish):
                try:
                    revision = await self.command(viewer.player, id, wish)
                except Refused as refused:
                    return frames.rejected(id, refused)
                except StorageError as error:
                    return frames.error("storage/unavailable", str(error), id)
                return frames.accepted(id, revision)
            case frames.Sync():
                viewer.forget()
                viewer.show(self.match, self._views, self.names)
            case frames.Explain(id):
                try:
                    return explained(frame, self.match, viewer.player)
                except Refused as refused:
                    return frames.rejected(id, refused)
            case frames.Hint():
                # In the background: who changes their mind does not wait for the hint.
                self._host.start(self._hint(frame, viewer))
            case frames.Emote(emote):
                seat = self.match.seat_of(viewer.player)
                if seat is None:
                    raise FrameError("expected a player, got an onlooker", "seat/not-seated")
                for other in tuple(self.viewers):
                    other.send({"type": "emote", "seat": seat, "emote": emote})
            case frames.Watch():
                raise FrameError("expected the frame watch once, at the beginning")
        return None

    async def command(self, sender: str | None, id: str, wish: Wish) -> int:
        """Carry out what a person asks for; return their revision afterwards, once it is stored.

        Raises: Refused; Unavailable.
        """
        if isinstance(wish, frames.OtherOptions | frames.Again):
            wish = await self._prepared(wish, sender)
        house = House(time.time(), self._host.bots, self._presence.long_gone)
        await self.change(partial(decide, sender=sender, id=id, command=wish, house=house))
        return self.match.answered[sender, id]

    async def _prepared(
        self, wish: frames.OtherOptions | frames.Again, sender: str | None
    ) -> Command:
        """Return a command with the cards, or the match, that it needs.

        Raises: Refused; Unavailable.
        """
        match = self.match
        if isinstance(wish, frames.OtherOptions):
            try:
                setup = wish.options.setup(is_hidden=wish.is_hidden, is_listed=wish.is_listed)
            except OptionsError as error:
                raise Refused(Refusal.OPTIONS_IMPOSSIBLE, str(error)) from None
            return ChangeOptions(setup)
        is_host = match.host is not None and match.seat_of(sender) == match.host
        if not (is_host and match.is_over and match.rematch is None):
            # It will be refused: nothing is made for it.
            return Rematch(match.rematch or "")
        return Rematch(await self._host.open_rematch(match, same_deck=wish.same_deck))

    async def _hint(self, frame: frames.Hint, viewer: Viewer) -> None:
        who = Waiting(viewer.address, viewer.player or "", is_wanted=lambda: viewer in self.viewers)
        try:
            choose = partial(self._host.choose, who=who)
            answer = await hinted(frame, self.match, viewer.player, choose)
            # Kept before it is told: who has had a hint has one for good.
            await self.change(lambda now: hint(now, viewer.player, time.time()))
            viewer.send(answer)
        except StorageError as error:
            viewer.send(frames.error("storage/unavailable", str(error), frame.id))
        except Refused as refused:
            viewer.send(frames.rejected(frame.id, refused))
        except Overdrawn as error:
            too_many = Refused(Refusal.HINT_TOO_MANY, str(error))
            viewer.send(frames.rejected(frame.id, too_many))
        except Dropped:
            LOG.debug("nobody waited for a hint any more")

    # --- decide, store, show -----------------------------------------------------------------

    async def change(self, decide: Decide, arrival: Arrival | None = None) -> None:
        """Decide, store and show; also what a command repeats is stored when this returns.

        Who arrives by the events is stored with them, if the host can.

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
            after = self._pending = before.after(*events)
            receipt = self._host.append(before, after, events, self._newest, arrival)
            self._newest = receipt
            try:
                await self._host.stored(receipt)
            except Conflict:
                self._is_doubtful = True
            except Exception:
                # Perhaps it was written all the same, perhaps something else was: only the store
                # knows.
                self._is_doubtful = True
                raise
            else:
                if arrival is not None:
                    # Known before they are shown: nobody need ask, or be shown the seat twice.
                    self.names = {**self.names, arrival.player: arrival.name}
                self._show(after, is_own=True)
                return

    async def _change_if_open(self, decide: Decide) -> None:
        """Change the match for a reason of its host's, unless somebody else has it by now."""
        if self._is_closed:
            return
        try:
            await self.change(decide)
        except StorageError as error:
            LOG.warning("a line that was cut, or is back, is not noted: %s", error)

    async def _settle(self) -> bool:
        """Make sure that a refusal rests on what is stored, and on all of it.

        Raises: Unavailable.
        """
        newest = self._newest
        if newest is not None and not newest.done():
            # What the refusal rests on may yet fail.
            with suppress(StorageError):
                await self._host.stored(newest)
            return False
        await self.read_again()
        return True

    def _show(self, match: Match, *, is_own: bool) -> None:
        """Show a stored state to everybody who watches, unless a newer one was shown already.

        Bots are asked only by the process that stored it, else all would think the same. If it
        dies, another one asks when it tends the match.
        """
        if match.length <= self.match.length:
            return
        self.match = match
        if match.length > self._pending.length:
            # It was read again from the store just before this was stored.
            self._pending, self._newest = match, None
        self._clock.follow(match)
        self._presence.follow(match)
        if self.viewers and self._unnamed:
            self._host.start(self._learn_names())
        for viewer in tuple(self.viewers):
            viewer.show(match, self._views, self.names)
        if is_own:
            self.ask_bots()

    async def read_again(self) -> None:
        """Take in what is stored.

        Raises: Unavailable.
        """
        async with self._reading:
            start = self.match.length
            stored = await self._host.events_from(self.match.id, start)
            match = self.match  # It may have grown meanwhile.
            match = match.after(*map(event_from_dict, stored[match.length - start :]))
            self._pending, self._newest, self._is_doubtful = match, None, False
        self._show(match, is_own=False)

    async def heard(self, length: int) -> None:
        """Take in what another process has stored, if it is news."""
        if self.is_news(length):
            await self.read_again()

    def is_news(self, length: int) -> bool:
        """Whether more may be stored than is known here; any thread may ask."""
        return length > self._pending.length or self._is_doubtful

    # --- viewers -----------------------------------------------------------------------------

    async def watch(self, viewer: Viewer) -> None:
        """Show the match to a viewer from now on.

        Raises: Unavailable.
        """
        # Whoever comes from another process, which stops perhaps, must find what it was told there.
        await self.read_again()
        if self._unnamed:
            await self._learn_names()
        self.viewers[viewer] = None
        viewer.show(self.match, self._views, self.names)
        self._presence.came(self.match, viewer.player)
        # Nobody was there to wait for them, perhaps.
        self.ask_bots()

    def leave(self, viewer: Viewer) -> None:
        """Show nothing more to a viewer."""
        self.viewers.pop(viewer, None)
        self.left = time.monotonic()
        if not self._is_closed:
            self._presence.left(viewer.player)

    @property
    def _unnamed(self) -> list[str]:
        """The people whose names were not asked for yet."""
        people = (seat.player for seat in self.match.seats)
        return [player for player in people if player is not None and player not in self.names]

    async def _learn_names(self) -> None:
        ids = self._unnamed
        self.rename({**dict.fromkeys(ids, ""), **await self._host.names_of(ids)})

    def rename(self, names: dict[str, str]) -> None:
        """Show new names of people, by their ids, to everybody who watches."""
        self.names = {**self.names, **names}
        for viewer in tuple(self.viewers):
            viewer.show(self.match, self._views, self.names)

    # --- bots --------------------------------------------------------------------------------

    def ask_bots(self) -> None:
        """Let every bot think that has something to do and is not thinking already.

        Where nobody watches they wait for somebody who does.
        """
        for seat in bots_to_move(self.match) if self._is_watched else ():
            revision = self.match.seats[seat].revision
            if self.thinking.get(seat) != revision:
                self.thinking[seat] = revision
                self._host.start(self._think(seat, revision))

    async def _think(self, seat: int, revision: int) -> None:
        match = self.match
        bot = match.seats[seat].bot
        if bot is None or match.seats[seat].revision != revision:
            return
        try:
            bots = [other.bot for other in match.seats]
            twin = Twin(match.setup.salt, bots[:seat].count(bot)) if bots.count(bot) > 1 else None
            who = self._at_table(lambda: self.match.seats[seat].revision == revision)
            action = await self._host.choose(bot, bot_view(match, seat), twin, who)
            await self.change(lambda now: [act_for_bot(now, seat, revision, action, time.time())])
        except (Refused, Dropped):
            # The person came back, another process's bot was quicker, or everybody has gone.
            LOG.debug("a bot was too late")
        finally:
            self.thinking.pop(seat, None)
        self.ask_bots()

    @property
    def _is_watched(self) -> bool:
        return bool(self.viewers) and not self._is_closed

    def _at_table(self, is_wanted: Callable[[], bool]) -> Waiting:
        """Return who waits for a bot: whoever opened the table, if they are there."""

        def order(viewer: Viewer) -> int:
            seat = self.match.seat_of(viewer.player)
            return 2 if seat is None else int(seat != self.match.host)

        first = min(self.viewers, key=order)
        return Waiting(
            first.address,
            first.player or "",
            is_at_table=True,
            is_wanted=lambda: self._is_watched and is_wanted(),
        )

    # --- whose minute is over (2.12) ---------------------------------------------------------

    async def _expire(self, now: float) -> None:
        choose = self._host.choose_for_slow
        try:
            await self.change(lambda match: expire(match, now, choose))
        finally:
            self._clock.snooze(self.match)


def loaded(id: str, setup: dict[str, Any], events: Iterable[dict[str, Any]]) -> Match:
    """Return a match as it is stored.

    Raises: EventError.
    """
    return Match.replayed(id, Setup.from_dict(setup), map(event_from_dict, events))
