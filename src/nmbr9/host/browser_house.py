"""Everything that is played at one device: the house that a browser is to itself."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple, ParamSpec, TypeVar

from nmbr9.bots.greedy import Greedy
from nmbr9.bots.ladder import typical_scores
from nmbr9.bots.registry import BOTS
from nmbr9.bots.uniform import Uniform
from nmbr9.host.analysing import Analyses
from nmbr9.host.archive import ShelfArchive
from nmbr9.host.match_store import MatchStore, Whole
from nmbr9.host.shelf import Entry, Shelf
from nmbr9.host.thinking import choose_for_slow, think
from nmbr9.match.device import is_at_device_of
from nmbr9.match.match import Match
from nmbr9.match.replay import replay_of, replayed
from nmbr9.match.setup import Setup
from nmbr9.protocol.host import NOBODY, Dropped, Twin, Waiting
from nmbr9.protocol.ids import new_id, new_token
from nmbr9.protocol.referee import Referee
from nmbr9.protocol.requests.house import BotLine, Player
from nmbr9.protocol.seating import WantedOptions, first_events
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View
from nmbr9.rules.names import checked_name
from nmbr9.rules.record import loads

LOG = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Aside = Callable[..., Any]
"""Calls a function with arguments where it keeps nobody waiting; what it gives is awaited."""

BEST_SECONDS = 3.0
"""How long the best display of an analysed game is looked for."""

AT_ONCE = frozenset({Uniform.name, Greedy.name})
"""Bots that need no more than the rules: they answer before anybody notices."""


class Somebody(NamedTuple):
    """A person at this device."""

    id: str
    name: str
    created: float


class Line(NamedTuple):
    """A match in the history of a player."""

    match: str
    seat: int
    created: float
    finished: float | None
    score: int | None
    setup: Mapping[str, Any]
    contest: None = None
    has_others: bool = False
    is_marked: bool = False


class BrowserHouse(Referee):
    """The referee of one device, and what it keeps of players, matches and analyses."""

    def __init__(self, shelf: Shelf, aside: Aside) -> None:
        self.store = MatchStore(shelf)
        super().__init__(self.store, _choose_at_once, BOTS)
        self.bot_lines: Sequence[BotLine] = [
            BotLine(e.name, e.version, e.summary, is_ours=True, scores=typical_scores(e.name))
            for e in BOTS.values()
        ]
        self.people: dict[str, Somebody] = {}
        self.archive = ShelfArchive(shelf, self.store.put)
        self.analyses = Analyses(self.archive, self._run, BEST_SECONDS)
        self._shelf, self._aside = shelf, aside
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Read what is kept."""
        for text in await self._shelf.all("players"):
            self._know(Somebody(**json.loads(text)))
        await self.store.open()

    # --- as the host of live matches ---------------------------------------------------------

    async def choose(
        self, bot: str, seen: View, twin: Twin | None = None, who: Waiting = NOBODY
    ) -> Action:
        """See `Host`."""
        if bot in AT_ONCE:
            return _choose_at_once(bot, seen, twin)
        action: Action = await self._aside(think, bot, seen, secrets.randbits(63), twin)
        return action

    def choose_for_slow(self, game: Game, seat: int) -> Action:
        """See `Host`."""
        return choose_for_slow(game, seat)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """See `Host`."""
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ring(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:  # type: ignore[override]
        """See `Host`."""
        return asyncio.get_running_loop().call_later(seconds, call)

    async def _run(self, who: Waiting, work: Callable[..., Any], *args: object) -> Any:
        """Carry out a part of an analysis, unless nobody looks any more.

        Raises: Dropped.
        """
        if not who.is_wanted():
            raise Dropped("expected somebody who looks, got nobody")
        return await self._aside(work, *args)

    # --- as the house that answers questions -------------------------------------------------

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """See `House`: nobody else waits here."""
        return work(*args, **kwargs)

    async def rename(self, player: str, name: str) -> None:
        """See `House`."""
        await self._keep(self.people[player]._replace(name=name))
        for live in self._matches.values():
            if player in live.names:
                live.rename({player: name})

    async def forget(self, player: str) -> None:
        """See `House`: nobody else is here, so the games go as well."""
        for match in tuple(self.store.headers):
            await self.leave_history(player, match)
        gone = [id for id in self.people if is_at_device_of(player, id)]
        await self.store.put([("players", id, None) for id in gone])
        for id in gone:
            del self.people[id], self.names[id]

    async def companions_of(self, player: str) -> list[Somebody]:
        """See `House`."""
        others = [one for one in self.people.values() if one.id != player]
        return sorted(others, key=lambda one: (one.created, one.id))

    async def add_companion(self, id: str, name: str) -> None:
        """See `House`."""
        await self._keep(Somebody(id, name, time.time()))

    async def open_match(
        self, setup: Setup, host: Player, others: Sequence[str], bots: Sequence[str]
    ) -> tuple[str, list[str]]:
        """See `House`."""
        people = [host.id, *others]
        match = await self.new_match(setup, people, bots)
        tokens = [new_token() for _ in people]
        for player, token in zip(people, tokens, strict=True):
            await self.store.give_token(match, player, token)
        return match, tokens

    async def give_token(self, match: str, player: str, token: str) -> bool:
        """See `House`."""
        await self.store.give_token(match, player, token)
        return player in self.store.header(match).seats

    async def history(self, player: str, before: float | None, limit: int) -> list[Line]:
        """See `House`."""
        headers = sorted(self.store.headers.values(), key=lambda one: (-one.created, one.match))
        lines = [
            Line(
                one.match,
                seat,
                one.created,
                one.finished,
                None if one.scores is None else one.scores[seat],
                one.played,
                is_marked=seat in (one.helped or ()),
            )
            for one in headers
            if before is None or one.created < before
            for seat, who in enumerate(one.seats)
            if who == player
        ]
        return lines[:limit]

    async def best_scores(self, player: str) -> dict[str, tuple[int, str]]:
        """See `House`: of equal scores the first counts, and none with help."""
        best: dict[str, tuple[int, str]] = {}
        for one in sorted(self.store.headers.values(), key=lambda one: one.finished or 0.0):
            if one.scores is None or one.seats != [player] or one.helped:
                continue
            key, (score,) = one.played["options_key"], one.scores
            if key not in best or best[key][0] < score:
                best[key] = score, one.match
        return best

    async def leave_history(self, player: str, match: str) -> None:
        """See `House`."""
        live = self._matches.pop(match, None)
        if live is not None:
            live.close()
        await self.store.remove(match)
        await self.archive.remove(match)

    async def replay_of_match(self, match: Match, names: Mapping[str, str]) -> dict[str, Any]:
        """See `House`."""
        return replay_of(match, names)

    async def replay_of_game(self, game: Game) -> dict[str, Any]:
        """See `House`."""
        return replayed(game)

    async def replay_of_record(self, record: bytes) -> dict[str, Any]:
        """See `House`."""
        return replayed(loads(record))

    async def check_may_look(self, match: Match, asking: Player | None) -> None:
        """See `House`: nobody has anything to hide from themselves."""

    async def begin_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """See `House`."""
        return await self.analyses.begin(id, game, match)

    async def follow_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """See `House`."""
        return await self.analyses.follow(id, game, match)

    async def known_analysis(self, id: str) -> dict[str, Any] | None:
        """See `House`."""
        return await self.analyses.known(id)

    async def keep_record(self, id: str, record: dict[str, Any]) -> None:
        """See `House`."""
        await self.archive.keep_record(id, record)

    async def opened_record(self, id: str) -> dict[str, Any] | None:
        """See `House`."""
        return await self.archive.opened_record(id)

    # --- people ------------------------------------------------------------------------------

    @property
    def owner(self) -> Somebody | None:
        """Whose device it is: the one person who is nobody's companion."""
        return next((one for one in self.people.values() if "-" not in one.id), None)

    async def settle(self, name: str) -> Somebody:
        """Take somebody in as the owner of the device. Raises: NameRefused; Unavailable."""
        one = Somebody(new_id(), checked_name(name), time.time())
        await self._keep(one)
        return one

    async def begin_early(self, match: str, first: int, name: str) -> dict[str, Any]:
        """Open a game alone whose first card the page has shown; every other card is drawn here.

        The page drew it so that each number is as likely as any other, as if the deck had been
        shuffled: of each there are two.

        Raises: NameRefused; Unavailable.
        """
        owner = self.owner or await self.settle(name)
        if match not in self.store.headers:
            setup = WantedOptions().setup()
            while setup.deck[0] != first:
                setup = WantedOptions().setup()
            events = first_events(setup, [owner.id], [], self.bots, time.time())
            made = Match.new(match, setup).after(*events)
            await self.store.create(made, [event.to_dict() for event in events])
        return {"match": match, "player": {"id": owner.id, "name": owner.name}}

    async def take_in(self, people: Sequence[Somebody], matches: Sequence[Whole]) -> None:
        """Keep people and matches of another browser, all of them or none. Raises: Unavailable."""
        await self.store.take_in(matches, [_entry(one) for one in people])
        for one in people:
            self._know(one)

    async def _keep(self, one: Somebody) -> None:
        await self.store.put([_entry(one)])
        self._know(one)

    def _know(self, one: Somebody) -> None:
        self.people[one.id], self.names[one.id] = one, one.name


class LocalVisit:
    """A question of the page at this device."""

    def __init__(self, house: BrowserHouse) -> None:
        self.house = house

    async def player(self) -> Somebody | None:
        """See `Visit`."""
        return self.house.owner

    async def become(self, name: str) -> Somebody:
        """See `Visit`."""
        return await self.house.settle(name)

    async def introduce(self, name: str) -> Somebody:
        """See `Visit`: who is new here is stored at once."""
        return await self.become(name)

    def leave(self) -> None:
        """See `Visit`: who is forgotten is nobody already."""


def _entry(one: Somebody) -> Entry:
    return "players", one.id, json.dumps(one._asdict())


def _choose_at_once(bot: str, seen: View, twin: Twin | None) -> Action:
    return think(bot, seen, secrets.randbits(63), twin)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        # Without its traceback: what is packed for browsers has no lines to tell of.
        LOG.error("a task of a match failed: %r", error)
