"""The server as the host of live matches: the journal, the bots' processes and the event loop."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import orjson

from nmbr9.host import thinking
from nmbr9.match.events import Event
from nmbr9.match.match import Match, Seat
from nmbr9.match.store import Receipt, StorageError
from nmbr9.protocol.frames import Json
from nmbr9.protocol.host import NOBODY, Arrival, Twin, Waiting
from nmbr9.protocol.seating import rematch_of
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View
from nmbr9.server.access.deck_secrecy import check_may_reuse
from nmbr9.server.background.bot_pool import Thinkers
from nmbr9.server.live.listing import changed_listing
from nmbr9.server.live.seating import free_match_id, store_match
from nmbr9.storage import matches, players
from nmbr9.storage.database import Database
from nmbr9.storage.group_commit.journal import Append, Finish, Journal, Seated
from nmbr9.storage.matches import MatchRow, SeatRow

LOG = logging.getLogger(__name__)

# Not the bytes themselves: they keep the large buffer that they were written in.
ORJSON = Json(orjson.loads, lambda value: orjson.dumps(value).decode())


async def durable(receipt: Receipt) -> None:
    """Return when something is durable. It will be even if the waiting is cancelled.

    Raises: StorageError.
    """
    try:
        await asyncio.wrap_future(receipt)
    except StorageError as error:
        # Another one: the receipt keeps this one, which would keep those who raised it, and so a
        # whole match, in memory until somebody looks for garbage.
        kind, message, error.__traceback__ = type(error), str(error), None
    else:
        return
    raise kind(message)


class ServerHost:
    """What `protocol.host.Host` asks for, with a database. Lives in the event loop's thread."""

    json = ORJSON
    has_lines = keeps_arrivals = True
    stored = staticmethod(durable)

    def __init__(self, database: Database, thinkers: Thinkers) -> None:
        self.journal = Journal(database)
        self.database, self._thinkers = database, thinkers
        self.bots = thinkers.names
        self._tasks: set[asyncio.Task[None]] = set()

    def append(
        self,
        before: Match,
        after: Match,
        events: Sequence[Event],
        newest: Receipt | None,
        arrival: Arrival | None = None,
    ) -> Receipt:
        """See `Host`."""
        item = Append(before.id, before.length, tuple(e.to_dict() for e in events), after=newest)
        if not (before.is_running and after.is_running and before.host == after.host):
            # Only at the beginning and at the end there is more to store than events.
            item = _with_facts(item, before, after, events, arrival)
        return self.journal.append(item)

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """See `Host`."""
        return await asyncio.to_thread(matches.load_events, self.database, match, start)

    async def names_of(self, ids: Sequence[str]) -> Mapping[str, str]:
        """See `Host`."""
        return await asyncio.to_thread(players.names_of, self.database, ids)

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        """See `Host`."""
        return await self._thinkers.choose(bot, seen, twin, who)

    def choose_for_slow(self, game: Game, seat: int) -> Action:
        """See `Host`."""
        return thinking.choose_for_slow(game, seat)

    async def open_rematch(self, match: Match, *, same_deck: bool) -> str:
        """See `Host`."""
        if same_deck:
            await check_may_reuse(self, match.setup)
        now, id = time.time(), await asyncio.to_thread(free_match_id, self.database)
        setup, events = rematch_of(match, now, same_deck=same_deck)
        row = MatchRow(id, now, setup.to_dict(), None, 0, None)
        people = [None if seat.is_away else seat.player for seat in match.seats]
        seats = [SeatRow(index, player, None) for index, player in enumerate(people)]
        await asyncio.to_thread(store_match, self.database, row, setup, events, seats)
        return id

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """See `Host`."""
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ring(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """See `Host`."""
        return asyncio.get_running_loop().call_later(seconds, call)


def _with_facts(
    item: Append, before: Match, after: Match, events: Sequence[Event], arrival: Arrival | None
) -> Append:
    """Add what queries ask for: who sits where, what is played, how it ended, what is listed."""
    pairs = zip_longest(before.seats, after.seats, fillvalue=Seat())
    finish, hashes = None, {} if arrival is None else {arrival.player: arrival.token_hash}
    newcomer = None if arrival is None else arrival.newcomer
    if after.is_over and not before.is_over:
        assert after.game is not None, "it is over"
        finish = Finish(events[-1].at, tuple(after.game.scores), after.helped)
    return item._replace(
        finish=finish,
        seated=tuple(
            Seated(index, now.player, hashes.get(now.player or ""))
            for index, (then, now) in enumerate(pairs)
            if then.player != now.player
        ),
        played=None if after.setup is before.setup else after.setup.to_dict(),
        listing=changed_listing(before, after),
        newcomer=None if newcomer is None else newcomer._asdict(),
    )


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        LOG.exception("a task of a match failed")
