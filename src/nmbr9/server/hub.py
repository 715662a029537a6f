"""All matches that a server process has in memory, and whoever watches them."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import Future
from typing import Any

from nmbr9.match.commands import act_for_bot, bots_to_move
from nmbr9.match.errors import Refused
from nmbr9.match.match import Match
from nmbr9.match.views import Lookout, knowledge
from nmbr9.server.connection import Connection
from nmbr9.server.hosting import HostedMatch, loaded
from nmbr9.server.par import Pars
from nmbr9.server.settings import Settings
from nmbr9.server.thinking import BOT_NAMES, Thinkers, choose_for_slow
from nmbr9.storage import matches, players
from nmbr9.storage.database import Database
from nmbr9.storage.journal import Append, Journal
from nmbr9.storage.listen import Listener

LOG = logging.getLogger(__name__)

LISTED_SECONDS = 3600.0
"""How long a match that does not start stays in the lobby."""
MOST_LISTED = 50
KEPT_SECONDS = 60.0
"""How long a match that nobody watches stays in memory."""


class Hosted:
    """A match with its viewers."""

    def __init__(self, hosted: HostedMatch) -> None:
        self.hosted = hosted
        self.lookout = Lookout()
        self.connections: set[Connection] = set()
        self.names: dict[str, str] = {}
        """Of the people in it, by their ids; replaced, never changed, so that views notice."""
        self.thinking: dict[int, int] = {}
        """Seats whose bot is thinking, and about which revision."""
        self.left = time.monotonic()
        """When the last viewer left."""

    @property
    def unknown(self) -> list[str]:
        """The people whose names were not asked for yet."""
        people = (seat.player for seat in self.hosted.match.seats)
        return [player for player in people if player is not None and player not in self.names]


class Hub:
    """The matches of one process. Everything happens in the event loop's thread."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self.journal = Journal(database)
        self.thinkers = Thinkers(settings.bot_processes)
        self.pars = Pars(self.thinkers)
        self._hosted: dict[str, Hosted] = {}
        self._loading: dict[str, asyncio.Task[Hosted]] = {}
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        if database.is_postgresql:
            self._listener = Listener(database, self._heard_elsewhere, self._lost_elsewhere)
        self._sweeper = asyncio.create_task(self._sweep())

    # --- what hosting needs of the storage ---------------------------------------------------

    def append(self, item: Append) -> Future[None]:
        """Store events; see `hosting.Store`."""
        return self.journal.append(item)

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """Return stored events; see `hosting.Store`."""
        return await asyncio.to_thread(matches.load_events, self.database, match, start)

    # --- matches -----------------------------------------------------------------------------

    async def match(self, id: str) -> HostedMatch:
        """Return a match, from memory or from the database.

        Raises: NotFound; Unavailable.
        """
        return (await self._get(id)).hosted

    async def _get(self, id: str) -> Hosted:
        if id in self._hosted:
            return self._hosted[id]
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Hosted:
        row, events, _ = await asyncio.to_thread(matches.load_match, self.database, id)
        match = loaded(id, row.setup, events)
        hosted = HostedMatch(match, self, self._changed, choose_for_slow, BOT_NAMES)
        entry = self._hosted[id] = Hosted(hosted)
        hosted.wake()
        self._ask_bots(entry)
        return entry

    def _changed(self, hosted: HostedMatch, is_own: bool) -> None:
        """Show a new state to everybody who watches, and let bots think about it.

        Only the process that stored the change asks them, else all would think the same. If it
        died, `_sweep` of another one asks.
        """
        entry = self._hosted.get(hosted.match.id)
        if entry is None or entry.hosted is not hosted:
            return
        if entry.connections and entry.unknown:
            hosted.start(self._learn_names(entry))
        self._show(entry)
        if is_own:
            self._ask_bots(entry)

    @staticmethod
    def _show(entry: Hosted) -> None:
        for connection in tuple(entry.connections):
            connection.show(entry.hosted.match, entry.lookout, entry.names)

    async def _learn_names(self, entry: Hosted) -> None:
        ids = entry.unknown
        found = await asyncio.to_thread(players.names_of, self.database, ids)
        entry.names = {**entry.names, **dict.fromkeys(ids, ""), **found}
        self._show(entry)

    def renamed(self, player: str, name: str) -> None:
        """Show a new name to everybody who sees the player in this process."""
        for entry in self._hosted.values():
            if player in entry.names:
                entry.names = {**entry.names, player: name}
                self._show(entry)

    # --- viewers -----------------------------------------------------------------------------

    async def watch(self, connection: Connection) -> HostedMatch:
        """Show a match to a connection from now on.

        Raises: NotFound; Unavailable.
        """
        entry = await self._get(connection.match)
        # Whoever comes from another process, which stops perhaps, must find what it was told there.
        await entry.hosted.read_again()
        if entry.unknown:
            await self._learn_names(entry)
        entry.connections.add(connection)
        connection.show(entry.hosted.match, entry.lookout, entry.names)
        return entry.hosted

    def sync(self, connection: Connection) -> None:
        """Send a connection everything again."""
        entry = self._hosted.get(connection.match)
        if entry is not None:
            connection.forget()
            connection.show(entry.hosted.match, entry.lookout, entry.names)

    def leave(self, connection: Connection) -> None:
        """Show nothing more to a connection."""
        entry = self._hosted.get(connection.match)
        if entry is not None:
            entry.connections.discard(connection)
            entry.left = time.monotonic()

    def tell_all(self, match: str, frame: dict[str, Any]) -> None:
        """Send a frame to everybody who watches a match in this process."""
        entry = self._hosted.get(match)
        for connection in tuple(entry.connections) if entry else ():
            connection.send(frame)

    # --- bots --------------------------------------------------------------------------------

    def _ask_bots(self, entry: Hosted) -> None:
        match = entry.hosted.match
        for seat in bots_to_move(match):
            revision = match.seats[seat].revision
            if entry.thinking.get(seat) != revision:
                entry.thinking[seat] = revision
                entry.hosted.start(self._think(entry, seat, revision))

    async def _think(self, entry: Hosted, seat: int, revision: int) -> None:
        match = entry.hosted.match
        bot = match.seats[seat].bot
        if bot is None or match.seats[seat].revision != revision:
            return
        try:
            action = await self.thinkers.choose(bot, knowledge(match, seat))
            await entry.hosted.change(
                lambda now: [act_for_bot(now, seat, revision, action, time.time())]
            )
        except Refused:
            # The person came back, or another process's bot was quicker.
            LOG.debug("a bot was too late")
        finally:
            entry.thinking.pop(seat, None)
        self._ask_bots(entry)

    # --- other processes ---------------------------------------------------------------------

    def _heard_elsewhere(self, match: str, length: int) -> None:
        """Called in the listener's thread."""
        self._loop.call_soon_threadsafe(self._heard, match, length)

    def _lost_elsewhere(self) -> None:
        """Called in the listener's thread: notifications may have been missed."""
        self._loop.call_soon_threadsafe(self._read_all_again)

    def _heard(self, match: str, length: int) -> None:
        entry = self._hosted.get(match)
        if entry is not None:
            entry.hosted.start(entry.hosted.heard(length))

    def _read_all_again(self) -> None:
        for entry in self._hosted.values():
            entry.hosted.start(entry.hosted.read_again())

    # --- keeping house -----------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Send heartbeats, wake bots that were forgotten, and drop what nobody watches.

        One match after the other: all at once would keep everybody else waiting.
        """
        while True:
            entries = list(self._hosted.items())
            for id, entry in entries:
                self._tend(id, entry)
                await asyncio.sleep(self.settings.heartbeat_seconds / len(entries))
            if not entries:
                await asyncio.sleep(self.settings.heartbeat_seconds)

    def _tend(self, id: str, entry: Hosted) -> None:
        for connection in tuple(entry.connections):
            connection.beat()
        self._ask_bots(entry)
        is_left = time.monotonic() - entry.left > KEPT_SECONDS
        if not entry.connections and not entry.thinking and is_left:
            entry.hosted.close()
            del self._hosted[id]

    async def listed(self) -> list[Match]:
        """Return the matches that strangers may join.

        Raises: Unavailable.
        """
        since = time.time() - LISTED_SECONDS
        ids = await asyncio.to_thread(
            matches.listed_match_ids, self.database, since=since, limit=MOST_LISTED
        )
        found = [(await self.match(id)).match for id in ids]
        return [match for match in found if match.game is None]

    @staticmethod
    def is_closed(closes: float | None) -> bool:
        """Whether a contest is over."""
        return closes is not None and time.time() >= closes

    @property
    def watched(self) -> tuple[int, int]:
        """How many matches are in memory, and how many connections there are."""
        return len(self._hosted), sum(len(entry.connections) for entry in self._hosted.values())

    async def close(self) -> None:
        """Send everybody away, and write what is queued."""
        self._sweeper.cancel()
        for entry in self._hosted.values():
            entry.hosted.close()
            for connection in tuple(entry.connections):
                connection.end()
        self.thinkers.close()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self.journal.close)
