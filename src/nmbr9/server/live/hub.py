"""All matches that a server process has in memory."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from nmbr9.match.device import is_at_device_of
from nmbr9.match.errors import EventError
from nmbr9.match.match import Match
from nmbr9.protocol.host import Waiting
from nmbr9.protocol.live_match import LiveMatch, loaded
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.viewer import Viewer
from nmbr9.server.access.networks import Crowds, Makers
from nmbr9.server.background.analysis_jobs import Analyses
from nmbr9.server.background.bot_pool import Thinkers
from nmbr9.server.background.par import Pars
from nmbr9.server.background.pruning import Pruning, note_long_waiting
from nmbr9.server.background.quotas import (
    ANALYSES,
    BOT_TURNS,
    HINTS,
    NEW_GUESTS,
    NEW_MATCHES,
    REPLAYS,
    Quota,
    Quotas,
)
from nmbr9.server.background.replays import Replays
from nmbr9.server.garbage import Sweeps
from nmbr9.server.live.boards import Boards
from nmbr9.server.live.host import ServerHost
from nmbr9.server.live.listing import listing_of
from nmbr9.server.remembered import Remembered
from nmbr9.server.settings import Settings
from nmbr9.storage import matches
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.database import Database
from nmbr9.storage.group_commit.channel import Leaving
from nmbr9.storage.group_commit.listen import Listener
from nmbr9.storage.listings import State, list_again, remove_listing
from nmbr9.storage.players import statistics
from nmbr9.storage.prune import Patience

KEPT_SECONDS = 60.0
"""How long a match that nobody watches stays in memory."""


class Hub:
    """The matches of one process. Everything happens in the event loop's thread."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self.crowds = crowds = Crowds(settings.crowds)

        def quotas(quota: Quota, *, of_players: bool = True) -> Quotas:
            return Quotas(quota, settings.quotas, crowds.__contains__, of_players=of_players)

        self.thinkers = Thinkers(
            settings.bot_processes, settings.bots, turns=quotas(BOT_TURNS), hints=quotas(HINTS)
        )
        self.host = ServerHost(database, self.thinkers)
        self.pars = Pars(self.thinkers)
        self.analyses = Analyses(database, settings.analysis_seconds, quotas(ANALYSES))
        self.replays = Replays(quotas(REPLAYS))
        self.boards = Boards(database, self.playing)
        self.statistics = Remembered(partial(statistics, database))
        self._new_matches = quotas(NEW_MATCHES)
        self._new_guests = quotas(NEW_GUESTS, of_players=False)
        self.makers = Makers(crowds, is_noting=settings.quotas > 0)
        self._matches: dict[str, LiveMatch] = {}
        self._deserted: set[str] = set()
        """Where nobody who plays has been yet: they may have left the list meanwhile."""
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        if database.is_postgresql:
            self._listener = Listener(
                database, self._heard_elsewhere, self._lost_elsewhere, self._left_elsewhere
            )
        self._sweeper = asyncio.create_task(self._sweep())
        patience = Patience(settings.waiting_days, settings.guest_days)
        self._pruner = asyncio.create_task(Pruning(database, patience, self._waiting).run())

    async def match(self, id: str) -> LiveMatch:
        """Return a match, from memory or from the database.

        Raises: NotFound; EventError, when it cannot go on; Unavailable.
        """
        if id in self._matches:
            return self._matches[id]
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> LiveMatch:
        try:
            # Both in a thread: others play on while a long match is read.
            match = await asyncio.to_thread(_loaded, self.database, id)
        except EventError as error:
            DAMAGE.note(f"match {id}", error)
            # Whoever came is told; strangers need not find it in the list again.
            await asyncio.to_thread(remove_listing, self.database, id)
            raise
        live = self._matches[id] = LiveMatch(match, self.host)
        self._deserted.add(id)
        live.wake()
        return live

    async def match_if_whole(self, id: str) -> Match | None:
        """Return a match for a list, None if it cannot go on: the others are listed all the same.

        Raises: NotFound; Unavailable.
        """
        try:
            return (await self.match(id)).match
        except EventError:
            return None

    def playing(self, id: str) -> Match | None:
        """Return a match if it is in memory."""
        live = self._matches.get(id)
        return None if live is None else live.match

    async def waiting_match(self, code: str) -> Match | None:
        """Return the match that waits for its start and whose id begins with a code.

        Raises: Unavailable.
        """
        ids = await asyncio.to_thread(matches.unfinished_ids_with, self.database, code)
        found = [match for id in ids if (match := await self.match_if_whole(id)) is not None]
        return next((match for match in found if match.game is None), None)

    def count_match(self, who: Waiting) -> None:
        """Count something new that somebody opens to play.

        Raises: Denied.
        """
        if not self._new_matches.take(who):
            raise Denied(429, "match/too-many", "expected fewer new matches from you")

    def count_guest(self, who: Waiting) -> None:
        """Count a player who is new.

        Raises: Denied.
        """
        if not self._new_guests.take(who):
            raise Denied(429, "player/too-many", "expected fewer new players from this address")

    def renamed(self, player: str, name: str) -> None:
        """Show a new name to everybody who sees the player in this process."""
        for live in self._matches.values():
            if player in live.names:
                live.rename({player: name})

    def forgotten(self, player: str) -> None:
        """Send a player away who was deleted, with whoever plays at their device.

        To the others their line is cut.
        """
        for live in self._matches.values():
            if names := {id: "" for id in live.names if is_at_device_of(player, id)}:
                live.rename(names)
        self.send_away(player)

    def send_away(self, player: str) -> None:
        """Close the sockets of a player, and of whoever plays at their device."""
        for live in self._matches.values():
            for viewer in tuple(live.viewers):
                if is_at_device_of(player, viewer.player or ""):
                    viewer.end()

    def let_go(self, match: str) -> None:
        """Read a match again for whoever comes next: its player wants to be forgotten."""
        live = self._matches.pop(match, None)
        self._deserted.discard(match)
        if live is not None:
            live.close()

    async def welcome(self, viewer: Viewer, live: LiveMatch) -> None:
        """List a match again when somebody who plays in it comes back.

        Raises: Unavailable.
        """
        match = live.match
        if match.id in self._deserted and match.seat_of(viewer.player) is not None:
            self._deserted.discard(match.id)
            if (listing := listing_of(match)) and listing.state is not State.GONE:
                await asyncio.to_thread(list_again, self.database, match.id, listing)

    # --- other processes ---------------------------------------------------------------------

    def _heard_elsewhere(self, match: str, length: int) -> None:
        """Called in the listener's thread, for all that any process has stored, this one as well.

        Most of it is no news here: the event loop is woken for the rest only.
        """
        live = self._matches.get(match)
        if live is not None and live.is_news(length):
            self._loop.call_soon_threadsafe(self._heard, match, length)

    def _lost_elsewhere(self) -> None:
        """Called in the listener's thread: notifications may have been missed."""
        self._loop.call_soon_threadsafe(self._read_all_again)

    def _left_elsewhere(self, player: str, why: Leaving) -> None:
        """Called in the listener's thread, also for who has left at this process."""
        leave = self.forgotten if why is Leaving.FORGOTTEN else self.send_away
        self._loop.call_soon_threadsafe(leave, player)

    def _heard(self, match: str, length: int) -> None:
        live = self._matches.get(match)
        if live is not None:
            self.host.start(live.heard(length))

    def _read_all_again(self) -> None:
        for live in self._matches.values():
            self.host.start(live.read_again())

    # --- keeping house -----------------------------------------------------------------------

    def _waiting(self) -> list[str]:
        """Return the matches that somebody has open here and that have not started."""
        return [id for id, live in self._matches.items() if live.match.game is None]

    async def _sweep(self) -> None:
        """Send heartbeats, wake bots that were forgotten, and drop what nobody watches.

        One match after the other: all at once would keep everybody else waiting.
        """
        sweeps = Sweeps()
        while True:
            sweeps.consider(self.host.journal.appended)
            tended = list(self._matches.items())
            for id, live in tended:
                self._tend(id, live)
                await asyncio.sleep(self.settings.heartbeat_seconds / len(tended))
            if not tended:
                await asyncio.sleep(self.settings.heartbeat_seconds)

    def _tend(self, id: str, live: LiveMatch) -> None:
        for viewer in tuple(live.viewers):
            viewer.beat()
        live.ask_bots()
        is_left = live.match.is_over or time.monotonic() - live.left > KEPT_SECONDS
        if is_left and not live.viewers and not live.thinking and self._matches.get(id) is live:
            self.let_go(id)
            if listing_of(live.match):
                # A table where nobody is would keep strangers waiting.
                self.host.start(asyncio.to_thread(remove_listing, self.database, id))

    @property
    def watched(self) -> tuple[int, int]:
        """How many matches are in memory, and how many connections there are."""
        return len(self._matches), sum(len(live.viewers) for live in self._matches.values())

    async def close(self) -> None:
        """Send everybody away, and write what is queued."""
        self._sweeper.cancel()
        self._pruner.cancel()
        for live in self._matches.values():
            live.close()
        self.thinkers.close()
        self.analyses.close()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self.host.journal.close)


def _loaded(database: Database, id: str) -> Match:
    row, events, _ = matches.load_match(database, id)
    match = loaded(id, row.setup, events)
    if match.game is None:
        note_long_waiting(database, row)
    return match
