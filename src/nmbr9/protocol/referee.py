"""A host without a server: the matches of one program, kept wherever it likes.

Nothing here happens by itself. A page's frame is answered when `hear` is done; what is to be done
besides, bots' turns and hints, waits until `work` is called, and the clock until `ring_due` is. So
a terminal and a test call these when it suits them, and with a store that lets nobody wait
`finished` runs each of them without an event loop. Who has one, and bots that think elsewhere,
overrides `choose`, `start` and `ring`, as a worker in a browser does.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.match.store import Receipt
from nmbr9.protocol import frames
from nmbr9.protocol.frames import PLAIN_JSON, FrameError, Json
from nmbr9.protocol.host import NOBODY, Arrival, Twin, Waiting
from nmbr9.protocol.ids import new_match_id
from nmbr9.protocol.live_match import LiveMatch, loaded
from nmbr9.protocol.seating import first_events, rematch_of
from nmbr9.protocol.viewer import Viewer
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View, view

T = TypeVar("T")

Choose = Callable[[str, View, Twin | None], Action]
"""Returns what a bot does, going by what it sees; a twin begins in a way of its own."""


class Store(Protocol):
    """Keeps for each match its setup, and its events in their order."""

    async def create(self, match: Match, events: list[dict[str, Any]]) -> None:
        """Keep a new match. Raises: StorageError."""

    def append(self, match: Match, events: list[dict[str, Any]]) -> Receipt:
        """Begin to keep what happened next; `match` is the state that it leads to."""

    async def load(self, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the setup and all events of a match. Raises: NotFound; StorageError."""


class LocalViewer(Viewer):
    """A page in the same program."""

    def __init__(
        self, json: Json, player: str | None, live: LiveMatch, write: Callable[[str], None]
    ) -> None:
        super().__init__(json, player)
        self.live, self._send = live, write

    def write(self, text: str) -> None:
        """Hand a text to the page."""
        self._send(text)

    def end(self) -> None:
        """Show nothing more."""
        self.live.leave(self)


class Ring:
    """Something that is called when it is time."""

    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at, self.call, self.is_cancelled = at, call, False

    def cancel(self) -> None:
        """Let it not be called."""
        self.is_cancelled = True


class Referee:
    """The matches of one program. Players have ids that only the program knows."""

    has_lines = keeps_arrivals = False

    def __init__(
        self, store: Store, choose: Choose, bots: Iterable[str], json: Json = PLAIN_JSON
    ) -> None:
        self.json, self.bots = json, frozenset(bots)
        self.names: dict[str, str] = {}
        """Of the players, by their ids."""
        self._store, self._choose = store, choose
        self._matches: dict[str, LiveMatch] = {}
        self._jobs: deque[Coroutine[Any, Any, None]] = deque()
        self._rings: list[Ring] = []

    # --- what the program calls --------------------------------------------------------------

    async def new_match(self, setup: Setup, people: Sequence[str], bots: Sequence[str] = ()) -> str:
        """Make a match; with all seats taken it has started. Return its id.

        Raises: Refused; StorageError.
        """
        return await self._create(setup, first_events(setup, people, bots, self.bots, time.time()))

    async def live(self, match: str) -> LiveMatch:
        """Return a match, from memory or from the store.

        Raises: NotFound; EventError; StorageError.
        """
        if match not in self._matches:
            setup, events = await self._store.load(match)
            if match not in self._matches:  # Somebody else may have waited for it, too.
                live = self._matches[match] = LiveMatch(loaded(match, setup, events), self)
                live.wake()
        return self._matches[match]

    async def watch(self, id: str, player: str | None, write: Callable[[str], None]) -> LocalViewer:
        """Show a match to a page from now on; None only looks on.

        Raises: NotFound; EventError; StorageError.
        """
        viewer = LocalViewer(self.json, player, await self.live(id), write)
        await viewer.live.watch(viewer)
        return viewer

    async def hear(self, viewer: LocalViewer, text: str) -> None:
        """Do what a frame from a page asks for, and answer it."""
        try:
            frame = frames.read(text, self.json)
            answer = await viewer.live.answer(frame, viewer)
        except FrameError as error:
            answer = frames.error(error.code, str(error), frames.id_in(text, self.json))
        if answer is not None:
            viewer.send(answer)

    def work(self) -> bool:
        """Do one thing that waits to be done, such as a bot's turn; return whether there was one.

        Raises: StorageError.
        """
        if not self._jobs:
            return False
        finished(self._jobs.popleft())
        return True

    def ring_due(self, now: float) -> float | None:
        """Play for those whose minute is over (2.12); return when to call again, if ever."""
        due = [ring for ring in self._rings if ring.at <= now and not ring.is_cancelled]
        self._rings = [ring for ring in self._rings if ring.at > now and not ring.is_cancelled]
        for ring in due:
            ring.call()
        return min((ring.at for ring in self._rings if not ring.is_cancelled), default=None)

    def close(self) -> None:
        """Do nothing more; what is stored stays."""
        for live in self._matches.values():
            live.close()
        while self._jobs:
            self._jobs.pop().close()

    # --- what a live match calls -------------------------------------------------------------

    def append(
        self,
        before: Match,
        after: Match,
        events: Sequence[Event],
        newest: Receipt | None,
        arrival: Arrival | None = None,
    ) -> Receipt:
        """See `Host`."""
        return self._store.append(after, [event.to_dict() for event in events])

    async def stored(self, receipt: Receipt) -> None:
        """See `Host`."""
        if not receipt.done():
            await asyncio.wrap_future(receipt)
        receipt.result()

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """See `Host`."""
        return (await self._store.load(match))[1][start:]

    async def names_of(self, players: Sequence[str]) -> Mapping[str, str]:
        """See `Host`."""
        return {player: self.names[player] for player in players if player in self.names}

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        """See `Host`."""
        return self._choose(bot, seen, twin)

    def choose_for_slow(self, game: Game, seat: int) -> Action:
        """See `Host`."""
        return self._choose("greedy", view(game, seat), None)

    async def open_rematch(self, match: Match, *, same_deck: bool) -> str:
        """See `Host`."""
        return await self._create(*rematch_of(match, time.time(), same_deck=same_deck))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """See `Host`."""
        self._jobs.append(work)

    def ring(self, seconds: float, call: Callable[[], None]) -> Ring:
        """See `Host`."""
        ring = Ring(time.time() + seconds, call)
        self._rings.append(ring)
        return ring

    async def _create(self, setup: Setup, events: Sequence[Event]) -> str:
        match = Match.new(new_match_id(), setup).after(*events)
        await self._store.create(match, [event.to_dict() for event in events])
        return match.id


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return what comes of a coroutine that never has to wait: no event loop is needed for it."""
    try:
        work.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    work.close()
    raise RuntimeError("expected a host that lets nobody wait, got one that does")
