"""A host without a server: the matches of one program, kept wherever it likes.

Nothing here happens by itself, and nobody waits. A page's frame is answered when `hear` returns;
what is to be done besides, bots' turns and hints, waits until `work` is called, and the clock until
`ring_due` is. So a worker in a browser, a terminal and a test call these when it suits them. Who
has bots that think elsewhere overrides `choose` and `start`.
"""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from nmbr9.match.errors import Refusal, Refused
from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.match.replay import replay_of
from nmbr9.match.setup import Setup
from nmbr9.match.store import Receipt, StorageError
from nmbr9.protocol import frames
from nmbr9.protocol.frames import PLAIN_JSON, FrameError, Json
from nmbr9.protocol.host import NOBODY, Twin, Waiting
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

    def create(self, match: str, setup: dict[str, Any], events: list[dict[str, Any]]) -> None:
        """Keep a new match. Raises: StorageError."""

    def append(self, match: str, events: list[dict[str, Any]]) -> None:
        """Keep what happened next. Raises: StorageError."""

    def load(self, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the setup and all events of a match. Raises: NotFound."""


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

    def open_match(self, setup: Setup, people: Sequence[str], bots: Sequence[str] = ()) -> str:
        """Make a match; with all seats taken it has started. Return its id.

        Raises: Refused; StorageError.
        """
        return self._create(setup, first_events(setup, people, bots, self.bots, time.time()))

    def match(self, id: str) -> LiveMatch:
        """Return a match, from memory or from the store.

        Raises: NotFound; EventError.
        """
        if id not in self._matches:
            live = self._matches[id] = LiveMatch(loaded(id, *self._store.load(id)), self)
            live.wake()
        return self._matches[id]

    def watch(self, id: str, player: str | None, write: Callable[[str], None]) -> LocalViewer:
        """Show a match to a page from now on; None only looks on.

        Raises: NotFound; EventError; StorageError.
        """
        viewer = LocalViewer(self.json, player, self.match(id), write)
        finished(viewer.live.watch(viewer))
        return viewer

    def hear(self, viewer: LocalViewer, text: str) -> None:
        """Do what a frame from a page asks for, and answer it."""
        try:
            frame = frames.read(text, self.json)
            answer = finished(viewer.live.answer(frame, viewer))
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

    def replay(self, id: str) -> dict[str, Any]:
        """Return a match that is over step by step.

        Raises: Refused; NotFound.
        """
        match = self.match(id).match
        if not match.is_over:
            raise Refused(Refusal.NOT_OVER, "expected a match that is over, got a running one")
        return replay_of(match, self.names)

    def close(self) -> None:
        """Do nothing more; what is stored stays."""
        for live in self._matches.values():
            live.close()
        while self._jobs:
            self._jobs.pop().close()

    # --- what a live match calls -------------------------------------------------------------

    def append(
        self, before: Match, after: Match, events: Sequence[Event], newest: Receipt | None
    ) -> Receipt:
        """See `Host`."""
        receipt: Receipt = Receipt()
        try:
            self._store.append(before.id, [event.to_dict() for event in events])
        except StorageError as error:
            receipt.set_exception(error)
        else:
            receipt.set_result(None)
        return receipt

    async def stored(self, receipt: Receipt) -> None:
        """See `Host`."""
        receipt.result()

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """See `Host`."""
        return self._store.load(match)[1][start:]

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
        return self._create(*rematch_of(match, time.time(), same_deck=same_deck))

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """See `Host`."""
        self._jobs.append(work)

    def ring(self, seconds: float, call: Callable[[], None]) -> Ring:
        """See `Host`."""
        ring = Ring(time.time() + seconds, call)
        self._rings.append(ring)
        return ring

    def _create(self, setup: Setup, events: Sequence[Event]) -> str:
        id = secrets.token_hex(6)
        self._store.create(id, setup.to_dict(), [event.to_dict() for event in events])
        return id


def finished(work: Coroutine[Any, Any, T]) -> T:
    """Return what comes of a coroutine that never has to wait: no event loop is needed for it."""
    try:
        work.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    work.close()
    raise RuntimeError("expected a host that lets nobody wait, got one that does")
