"""What a live match needs of the program that hosts it: a server, a browser, a test."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from nmbr9.match.events import Event
from nmbr9.match.match import Match
from nmbr9.match.store import Receipt
from nmbr9.protocol.frames import Json
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.errors import Nmbr9Error
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View


class Twin(NamedTuple):
    """A bot with others of its strength at its table, who see the same cards and think alike."""

    secret: str
    """Of their match, the same for all of them."""
    number: int
    """Which of them it is, from 0."""


def always() -> bool:
    """Return that something is wanted."""
    return True


class Waiting(NamedTuple):
    """Who waits for something that takes long. A host with many people lets them take turns."""

    address: str = ""
    """Where they are; empty for the host itself."""
    player: str = ""
    """Which of the people there."""
    is_at_table: bool = False
    """Whether somebody cannot play on before it is there."""
    is_wanted: Callable[[], bool] = always
    """Whether anybody still waits."""


NOBODY = Waiting()
"""The host itself, which may wait."""


class Dropped(Nmbr9Error):
    """Something that nobody waited for any more."""


class Overdrawn(Nmbr9Error):
    """Somebody who asked for too much of what takes long; the message says for what."""


class Newcomer(NamedTuple):
    """Somebody who has told a name and is stored with the first thing they do."""

    id: str
    name: str
    created: float
    token_hash: str
    """Of what tells who they are."""


class Arrival(NamedTuple):
    """What is stored of somebody together with their sitting down."""

    player: str
    name: str
    token_hash: str
    """Of what opens their seat."""
    newcomer: Newcomer | None
    """Who they are, if they are not stored yet."""


class Alarm(Protocol):
    """Something that is going to happen."""

    def cancel(self) -> None:
        """Let it not happen."""


class Host(Protocol):
    """Its store, its bots, its clock, and how it writes JSON.

    Nothing here asks for an event loop: where the methods that are awaited never make anybody
    wait, a coroutine of a live match is over as soon as it has begun.
    """

    json: Json
    bots: frozenset[str]
    """The names of the bots there are."""
    has_lines: bool
    """Whether those who watch come over lines that can be cut, and not in the same program."""
    keeps_arrivals: bool
    """Whether `append` stores who arrives."""

    def append(
        self,
        before: Match,
        after: Match,
        events: Sequence[Event],
        newest: Receipt | None,
        arrival: Arrival | None = None,
    ) -> Receipt:
        """Begin to store events, which lead from one state to another, and who arrives by them.

        They build on what `newest` was given for, if that is not stored yet.
        """

    def stored(self, receipt: Receipt) -> Awaitable[None]:
        """Wait until events are durable. Raises: Conflict; Unavailable."""

    async def events_from(self, match: str, start: int) -> list[dict[str, Any]]:
        """Return the events that are stored, from number `start` on. Raises: Unavailable."""

    async def names_of(self, players: Sequence[str]) -> Mapping[str, str]:
        """Return the names of people by their ids, as far as they are known."""

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        """Return what a bot does; a twin begins in a way of its own.

        Raises: Dropped; Overdrawn, for a hint.
        """

    def choose_for_slow(self, game: Game, seat: int) -> Action:
        """Return what is done for a player whose minute is over (2.12)."""

    async def open_rematch(self, match: Match, *, same_deck: bool) -> str:
        """Make another match for the same people; return its id. Raises: Refused; Unavailable."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; what goes wrong is logged."""

    def ring(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Call something when some time has passed."""
