"""All matches that a server process has in memory, and whoever watches them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from typing import Any

from nmbr9.match.commands import act_for_bot, bots_to_move
from nmbr9.match.errors import EventError, Refused
from nmbr9.match.match import Match
from nmbr9.match.views import knowledge
from nmbr9.server.analysing import Analyses
from nmbr9.server.connection import Connection
from nmbr9.server.garbage import Sweeps
from nmbr9.server.hosting import HostedMatch, loaded
from nmbr9.server.listing import listing_of
from nmbr9.server.par import Pars
from nmbr9.server.settings import Settings
from nmbr9.server.telling import lookout
from nmbr9.server.thinking import BOT_NAMES, Thinkers, Twin, choose_for_slow
from nmbr9.server.waiting import Waiting
from nmbr9.storage import matches, players
from nmbr9.storage.database import Database
from nmbr9.storage.journal import Append, Journal
from nmbr9.storage.listen import Listener
from nmbr9.storage.listings import State, list_again, remove_listing
from nmbr9.storage.receipts import Receipt

LOG = logging.getLogger(__name__)

KEPT_SECONDS = 60.0
"""How long a match that nobody watches stays in memory."""


class Room:
    """A match with its viewers."""

    def __init__(self, hosted: HostedMatch) -> None:
        self.hosted = hosted
        self.lookout = lookout()
        self.connections: set[Connection] = set()
        self.names: dict[str, str] = {}
        """Of the people in it, by their ids; replaced, never changed, so that views notice."""
        self.thinking: dict[int, int] = {}
        """Seats whose bot is thinking, and about which revision."""
        self.left = time.monotonic()
        """When the last viewer left."""
        self.was_deserted = True
        """Whether nobody who plays in it has been here yet: it may have left the list meanwhile."""

    @property
    def unknown(self) -> list[str]:
        """The people whose names were not asked for yet."""
        people = (seat.player for seat in self.hosted.match.seats)
        return [player for player in people if player is not None and player not in self.names]


class Hub:
    """The matches of one process. Everything happens in the event loop's thread."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings, self.database = settings, database
        self._waiting = Waiting()
        self.journal = Journal(database, on_answers=self._waiting.answered)
        self.thinkers = Thinkers(settings.bot_processes)
        self.pars = Pars(self.thinkers)
        self.analyses = Analyses(database, settings.analysis_seconds)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        if database.is_postgresql:
            self._listener = Listener(database, self._heard_elsewhere, self._lost_elsewhere)
        self._sweeper = asyncio.create_task(self._sweep())

    # --- what hosting needs of the storage ---------------------------------------------------

    def append(self, item: Append) -> Receipt:
        """Store events; see `hosting.Store`."""
        return self.journal.append(item)

    def stored(self, receipt: Receipt) -> Awaitable[None]:
        """Wait until events are stored; see `hosting.Store`."""
        return self._waiting.stored(receipt)

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """Return stored events; see `hosting.Store`."""
        return await asyncio.to_thread(matches.load_events, self.database, match, start)

    # --- matches -----------------------------------------------------------------------------

    async def match(self, id: str) -> HostedMatch:
        """Return a match, from memory or from the database.

        Raises: NotFound; EventError, when it cannot go on; Unavailable.
        """
        return (await self._get(id)).hosted

    async def _get(self, id: str) -> Room:
        if id in self._rooms:
            return self._rooms[id]
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(task)

    async def _load(self, id: str) -> Room:
        row, events, _ = await asyncio.to_thread(matches.load_match, self.database, id)
        match = loaded(id, row.setup, events)
        hosted = HostedMatch(match, self, self._changed, choose_for_slow, BOT_NAMES)
        room = self._rooms[id] = Room(hosted)
        hosted.wake()
        self._ask_bots(room)
        return room

    def _changed(self, hosted: HostedMatch, is_own: bool) -> None:
        """Show a new state to everybody who watches, and let bots think about it.

        Only the process that stored the change asks them, else all would think the same. If it
        died, `_sweep` of another one asks.
        """
        room = self._rooms.get(hosted.match.id)
        if room is None or room.hosted is not hosted:
            return
        if room.connections and room.unknown:
            hosted.start(self._learn_names(room))
        self._show(room)
        if is_own:
            self._ask_bots(room)

    @staticmethod
    def _show(room: Room) -> None:
        for connection in tuple(room.connections):
            connection.show(room.hosted.match, room.lookout, room.names)

    async def _learn_names(self, room: Room) -> None:
        ids = room.unknown
        found = await asyncio.to_thread(players.names_of, self.database, ids)
        room.names = {**room.names, **dict.fromkeys(ids, ""), **found}
        self._show(room)

    def renamed(self, player: str, name: str) -> None:
        """Show a new name to everybody who sees the player in this process."""
        for room in self._rooms.values():
            if player in room.names:
                room.names = {**room.names, player: name}
                self._show(room)

    def let_go(self, match: str) -> None:
        """Read a match again for whoever comes next: its player wants to be forgotten."""
        room = self._rooms.pop(match, None)
        if room is None:
            return
        for connection in tuple(room.connections):
            connection.end()
        room.hosted.close()

    # --- viewers -----------------------------------------------------------------------------

    async def watch(self, connection: Connection) -> HostedMatch:
        """Show a match to a connection from now on.

        Raises: NotFound; Unavailable.
        """
        room = await self._get(connection.match)
        # Whoever comes from another process, which stops perhaps, must find what it was told there.
        await room.hosted.read_again()
        if room.unknown:
            await self._learn_names(room)
        room.connections.add(connection)
        connection.show(room.hosted.match, room.lookout, room.names)
        if room.was_deserted and room.hosted.match.seat_of(connection.player) is not None:
            room.was_deserted = False
            if (listing := listing_of(room.hosted.match)) and listing.state is not State.GONE:
                await asyncio.to_thread(list_again, self.database, connection.match, listing)
        return room.hosted

    def sync(self, connection: Connection) -> None:
        """Send a connection everything again."""
        room = self._rooms.get(connection.match)
        if room is not None:
            connection.forget()
            connection.show(room.hosted.match, room.lookout, room.names)

    def leave(self, connection: Connection) -> None:
        """Show nothing more to a connection."""
        room = self._rooms.get(connection.match)
        if room is not None:
            room.connections.discard(connection)
            room.left = time.monotonic()

    def tell_all(self, match: str, frame: dict[str, Any]) -> None:
        """Send a frame to everybody who watches a match in this process."""
        room = self._rooms.get(match)
        for connection in tuple(room.connections) if room else ():
            connection.send(frame)

    # --- bots --------------------------------------------------------------------------------

    def _ask_bots(self, room: Room) -> None:
        match = room.hosted.match
        for seat in bots_to_move(match):
            revision = match.seats[seat].revision
            if room.thinking.get(seat) != revision:
                room.thinking[seat] = revision
                room.hosted.start(self._think(room, seat, revision))

    async def _think(self, room: Room, seat: int, revision: int) -> None:
        match = room.hosted.match
        bot = match.seats[seat].bot
        if bot is None or match.seats[seat].revision != revision:
            return
        try:
            bots = [other.bot for other in match.seats]
            twin = Twin(match.setup.salt, bots[:seat].count(bot)) if bots.count(bot) > 1 else None
            action = await self.thinkers.choose(bot, knowledge(match, seat), twin)
            await room.hosted.change(
                lambda now: [act_for_bot(now, seat, revision, action, time.time())]
            )
        except Refused:
            # The person came back, or another process's bot was quicker.
            LOG.debug("a bot was too late")
        finally:
            room.thinking.pop(seat, None)
        self._ask_bots(room)

    # --- other processes ---------------------------------------------------------------------

    def _heard_elsewhere(self, match: str, length: int) -> None:
        """Called in the listener's thread."""
        self._loop.call_soon_threadsafe(self._heard, match, length)

    def _lost_elsewhere(self) -> None:
        """Called in the listener's thread: notifications may have been missed."""
        self._loop.call_soon_threadsafe(self._read_all_again)

    def _heard(self, match: str, length: int) -> None:
        room = self._rooms.get(match)
        if room is not None:
            room.hosted.start(room.hosted.heard(length))

    def _read_all_again(self) -> None:
        for room in self._rooms.values():
            room.hosted.start(room.hosted.read_again())

    # --- keeping house -----------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Send heartbeats, wake bots that were forgotten, and drop what nobody watches.

        One match after the other: all at once would keep everybody else waiting.
        """
        sweeps = Sweeps()
        while True:
            sweeps.consider(self.journal.appended)
            rooms = list(self._rooms.items())
            for id, room in rooms:
                self._tend(id, room)
                await asyncio.sleep(self.settings.heartbeat_seconds / len(rooms))
            if not rooms:
                await asyncio.sleep(self.settings.heartbeat_seconds)

    def _tend(self, id: str, room: Room) -> None:
        for connection in tuple(room.connections):
            connection.beat()
        self._ask_bots(room)
        is_left = room.hosted.match.is_over or time.monotonic() - room.left > KEPT_SECONDS
        if not room.connections and not room.thinking and is_left:
            room.hosted.close()
            del self._rooms[id]
            if listing_of(room.hosted.match):
                # A table where nobody is would keep strangers waiting.
                room.hosted.start(asyncio.to_thread(remove_listing, self.database, id))

    async def waiting_match(self, code: str) -> Match | None:
        """Return the match that waits for its start and whose id begins with a code.

        Raises: Unavailable.
        """
        ids = await asyncio.to_thread(matches.unfinished_ids_with, self.database, code)
        found = [match for id in ids if (match := await self.match_if_whole(id)) is not None]
        return next((match for match in found if match.game is None), None)

    async def match_if_whole(self, id: str) -> Match | None:
        """Return a match for a list, None if it cannot go on: the others are listed all the same.

        Raises: NotFound; Unavailable.
        """
        try:
            return (await self.match(id)).match
        except EventError as error:
            LOG.warning("a stored match cannot go on: %s", error)
            return None

    @staticmethod
    def is_closed(closes: float | None) -> bool:
        """Whether a contest is over."""
        return closes is not None and time.time() >= closes

    @property
    def watched(self) -> tuple[int, int]:
        """How many matches are in memory, and how many connections there are."""
        return len(self._rooms), sum(len(room.connections) for room in self._rooms.values())

    async def close(self) -> None:
        """Send everybody away, and write what is queued."""
        self._sweeper.cancel()
        for room in self._rooms.values():
            room.hosted.close()
            for connection in tuple(room.connections):
                connection.end()
        self.thinkers.close()
        self.analyses.close()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self.journal.close)
