"""Matches on a shelf: for each a header, which history asks for, and its events."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from nmbr9.host.shelf import Entry, Shelf
from nmbr9.match.events import Acted
from nmbr9.match.match import Match
from nmbr9.match.store import Conflict, NotFound, Receipt, Unavailable
from nmbr9.protocol.ids import hash_of
from nmbr9.protocol.requests.denials import DAMAGED, Denied
from nmbr9.rules.errors import shown

LOG = logging.getLogger(__name__)

FORMAT = 1
"""Of what is kept; whoever meets a higher one is an older page, and says so."""

NEWER = "expected a game of this page or an older one, got one of a newer page: load the page again"


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a match without its events."""

    match: str
    created: float
    setup: dict[str, Any]
    """What it began with, and so how it is replayed."""
    played: dict[str, Any]
    """What is played now, or was in the end."""
    seats: list[str | None]
    """The people's ids by seat."""
    tokens: dict[str, str] = field(default_factory=dict)
    """The ids of people by the hashes of the tokens that open their seats."""
    finished: float | None = None
    scores: list[int] | None = None
    helped: list[int] | None = None
    """Seats for which a bot in a person's place, or the clock, has chosen something."""
    format: int = FORMAT


class Whole(NamedTuple):
    """A match with everything that is kept of it."""

    created: float
    setup: dict[str, Any]
    """What it began with."""
    match: Match
    """After all events."""
    events: list[dict[str, Any]]
    tokens: dict[str, str]
    """As in its header."""


class MatchStore:
    """What `protocol.referee.Store` asks for, on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.headers: dict[str, Header] = {}
        self._events: dict[str, list[dict[str, Any]]] = {}
        """Of the matches that are played or looked at."""
        self._newer: set[str] = set()
        """Matches of a newer page."""
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Future[None]] = set()

    async def open(self) -> None:
        """Read what is kept, but no events."""
        for text in await self._shelf.all("headers"):
            try:
                told = json.loads(text)
                if told["format"] > FORMAT:
                    self._newer.add(told["match"])
                else:
                    self.headers[told["match"]] = Header(**told)
            except (ValueError, TypeError, LookupError) as error:
                # It stays where it is: others can be played all the same.
                LOG.error("the header of a match is damaged: %r", error)

    async def create(self, match: Match, events: list[dict[str, Any]]) -> None:
        """See `Store`."""
        setup = match.setup.to_dict()
        header = Header(match.id, time.time(), setup, setup, _people(match))
        await self._keep(header, events)

    def append(self, match: Match, events: list[dict[str, Any]]) -> Receipt:
        """See `Store`."""
        receipt: Receipt = Receipt()
        task = asyncio.ensure_future(self._append(match, events))
        self._tasks.add(task)

        def done(_: object) -> None:
            self._tasks.discard(task)
            error = task.exception()
            if error is None:
                receipt.set_result(None)
            else:
                receipt.set_exception(error)

        task.add_done_callback(done)
        return receipt

    async def load(self, match: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """See `Store`."""
        header = self.header(match)
        if match not in self._events:
            text = await self._shelf.get("events", match)
            if text is None:
                raise NotFound(f"expected the events of match {match}, got nothing")
            try:
                events = json.loads(text)
            except ValueError:
                raise Denied(409, "match/damaged", DAMAGED) from None
            self._events.setdefault(match, events)
        return header.setup, self._events[match]

    def header(self, match: str) -> Header:
        """Return what is known of a match.

        Raises: NotFound; Denied, for a match of a newer page.
        """
        if match in self._newer:
            raise Denied(409, "match/newer", NEWER)
        if match not in self.headers:
            raise NotFound(f"expected the id of a match, got {shown(match)}")
        return self.headers[match]

    def knows(self, match: str) -> bool:
        """Whether a match is kept, even if only a newer page can read it."""
        return match in self.headers or match in self._newer

    async def all_kept(self) -> list[tuple[Header, list[dict[str, Any]]]]:
        """Return every match with its events, oldest first.

        Raises: Denied, when one of them is of a newer page: it would be missing.
        """
        if self._newer:
            raise Denied(409, "match/newer", NEWER)
        headers = sorted(self.headers.values(), key=lambda one: (one.created, one.match))
        return [(header, (await self.load(header.match))[1]) for header in headers]

    async def take_in(self, matches: Sequence[Whole], also: Sequence[Entry]) -> None:
        """Keep matches that were played elsewhere and what belongs to them, all of it or none.

        Raises: Unavailable.
        """
        headers: list[Header] = []
        entries = [*also]
        for created, setup, match, events, tokens in matches:
            begun = Header(match.id, created, setup, setup, [], tokens)
            headers.append(_after(begun, match, events))
            entries += _entries(headers[-1], events)
        async with self._writing:
            await self.put(entries)
            self.headers.update((header.match, header) for header in headers)

    async def give_token(self, match: str, player: str, token: str) -> None:
        """Let a token open the seat of a player."""
        async with self._writing:
            header = self.header(match)
            header = replace(header, tokens={**header.tokens, hash_of(token): player})
            await self.put([_entry(header)])
            self.headers[match] = header

    async def remove(self, match: str) -> None:
        """Forget a match."""
        await self.put([("headers", match, None), ("events", match, None)])
        self.headers.pop(match, None)
        self._events.pop(match, None)

    async def put(self, entries: Sequence[Entry]) -> None:
        """Keep some texts, all of them or none.

        Raises: Unavailable.
        """
        try:
            await self._shelf.put(entries)
        except Exception as error:
            raise Unavailable(f"expected a browser that keeps games, got: {error}") from None

    async def _append(self, match: Match, events: list[dict[str, Any]]) -> None:
        if not events:
            return
        async with self._writing:
            header, (_, known) = self.header(match.id), await self.load(match.id)
            if len(known) + len(events) != match.length:
                raise Conflict(f"expected event {len(known)} of match {match.id}, got a later one")
            header = _after(header, match, events)
            await self._keep(header, [*known, *events])

    async def _keep(self, header: Header, events: list[dict[str, Any]]) -> None:
        """Keep a match; here, too, only when it is durable."""
        await self.put(_entries(header, events))
        self.headers[header.match], self._events[header.match] = header, events


def _after(header: Header, match: Match, events: Sequence[dict[str, Any]]) -> Header:
    """Return the header of a match after some more events, its last ones."""
    if match.is_over and match.game is not None and header.finished is None:
        header = replace(
            header,
            finished=next(event["at"] for event in reversed(events) if event["do"] == Acted.do),
            scores=list(match.game.scores),
            helped=sorted(match.helped),
        )
    return replace(header, played=match.setup.to_dict(), seats=_people(match))


def _people(match: Match) -> list[str | None]:
    return [seat.player if seat.is_person else None for seat in match.seats]


def _entry(header: Header) -> Entry:
    return "headers", header.match, json.dumps(asdict(header))


def _entries(header: Header, events: list[dict[str, Any]]) -> list[Entry]:
    return [_entry(header), ("events", header.match, json.dumps(events))]
