"""Games told step by step, one after the other in a thread: each takes some tenths of a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import ParamSpec

import orjson

from nmbr9.match.match import Match
from nmbr9.match.replay import replay_of, replayed
from nmbr9.protocol.host import Waiting
from nmbr9.protocol.requests.denials import Denied
from nmbr9.rules.game import Game
from nmbr9.rules.record import loads
from nmbr9.server.background.fair_queue import FairQueue
from nmbr9.server.background.quotas import Quotas

P = ParamSpec("P")


class Replays:
    """Tells games as JSON, ready to be sent; in the event loop it would keep all sockets waiting.

    Not in a process beside, which takes longer to begin than most games to be told.
    """

    def __init__(self, quotas: Quotas) -> None:
        self._queue, self._quotas = FairQueue(1), quotas

    async def of_record(self, record: bytes, who: Waiting) -> bytes:
        """Return the steps of a record's game.

        Raises: RecordError; Denied.
        """
        return await self._told(who, _of_record, record)

    async def of_game(self, game: Game, who: Waiting) -> bytes:
        """Return the steps of a game.

        Raises: Denied.
        """
        return await self._told(who, _of_game, game)

    async def of_match(self, match: Match, names: Mapping[str, str], who: Waiting) -> bytes:
        """Return the steps of a match that is over.

        Raises: Denied.
        """
        return await self._told(who, _of_match, match, names)

    async def _told(
        self, who: Waiting, tell: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs
    ) -> bytes:
        if not self._quotas.take(who):
            raise Denied(429, "replay/too-many", "expected fewer replays: wait a minute")
        async with self._queue.turn(who):
            return await asyncio.to_thread(tell, *args, **kwargs)


def _of_record(record: bytes) -> bytes:
    return _of_game(loads(record))


def _of_game(game: Game) -> bytes:
    return orjson.dumps(replayed(game))


def _of_match(match: Match, names: Mapping[str, str]) -> bytes:
    return orjson.dumps(replay_of(match, names))
