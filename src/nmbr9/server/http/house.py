"""A server as the house that answers questions: its database, its matches, its analyses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from fastapi import Request, Response

from nmbr9.bots.ladder import typical_scores
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.protocol.host import Newcomer, Waiting
from nmbr9.protocol.ids import hash_of, new_token
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.protocol.requests.house import BotLine, Player
from nmbr9.rules.game import Game
from nmbr9.server.access.deck_secrecy import check_may_look
from nmbr9.server.access.identity import newcomer, take_cookie
from nmbr9.server.access.networks import waiting_for
from nmbr9.server.database_thread import ask, player_asking
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.seating import open_match
from nmbr9.storage import players as stored_players
from nmbr9.storage.analyses import find_analysis, keep_record
from nmbr9.storage.matches import give_token
from nmbr9.storage.players import Played, PlayerRow

P = ParamSpec("P")
T = TypeVar("T")


class ServerHouse:
    """What `protocol.requests.house.House` asks for, with a database."""

    def __init__(self, hub: Hub, who: Waiting) -> None:
        """`who` waits for what takes long."""
        self._hub, self._who = hub, who
        self.bot_lines: Sequence[BotLine] = [
            BotLine(bot.name, bot.version, bot.summary, bot.guest is None, typical_scores(bot.name))
            for bot in hub.thinkers.bots.values()
        ]

    async def aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """See `House`."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def live(self, match: str) -> LiveMatch:
        """See `House`."""
        return await self._hub.match(match)

    async def names_of(self, players: Sequence[str]) -> Mapping[str, str]:
        """See `House`."""
        return await ask(self._hub, stored_players.names_of, players)

    async def rename(self, player: str, name: str) -> None:
        """See `House`."""
        await ask(self._hub, stored_players.rename, player, name)
        self._hub.renamed(player, name)

    async def forget(self, player: str) -> None:
        """See `House`."""
        await ask(self._hub, stored_players.delete_player, player)
        self._hub.forgotten(player)

    async def companions_of(self, player: str) -> Iterable[PlayerRow]:
        """See `House`."""
        return await ask(self._hub, stored_players.companions_of, player)

    async def add_companion(self, id: str, name: str) -> None:
        """See `House`."""
        self._hub.count_guest(self._who)
        row = PlayerRow(id, name, time.time())
        await ask(self._hub, stored_players.create_player, row, hash_of(new_token()))

    async def open_match(
        self, setup: Setup, host: Player, others: Sequence[str], bots: Sequence[str]
    ) -> tuple[str, list[str]]:
        """See `House`."""
        self._hub.count_match(self._who)
        known = self._hub.host.bots
        match, tokens = await ask(self._hub, open_match, setup, host, others, bots, known)
        self._hub.makers.note(match, self._who.address)
        return match, tokens

    async def give_token(self, match: str, player: str, token: str) -> bool:
        """See `House`."""
        return await ask(self._hub, give_token, match, player, hash_of(token))

    async def history(self, player: str, before: float | None, limit: int) -> Iterable[Played]:
        """See `House`."""
        return await ask(self._hub, stored_players.history, player, before=before, limit=limit)

    async def best_scores(self, player: str) -> Mapping[str, tuple[int, str]]:
        """See `House`."""
        return await ask(self._hub, stored_players.best_scores, player)

    async def leave_history(self, player: str, match: str) -> None:
        """See `House`."""
        await ask(self._hub, stored_players.leave_history, player, match)
        self._hub.let_go(match)

    async def replay_of_match(self, match: Match, names: Mapping[str, str]) -> bytes:
        """See `House`."""
        return await self._hub.replays.of_match(match, names, self._who)

    async def replay_of_game(self, game: Game) -> bytes:
        """See `House`."""
        return await self._hub.replays.of_game(game, self._who)

    async def replay_of_record(self, record: bytes) -> bytes:
        """See `House`."""
        return await self._hub.replays.of_record(record, self._who)

    async def check_may_look(self, match: Match, asking: Player | None) -> None:
        """See `House`."""
        await check_may_look(self._hub, match, asking)

    async def begin_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """See `House`."""
        return await self._hub.analyses.begin(id, game, match, self._who)

    async def follow_analysis(self, id: str, game: Game, match: str | None) -> dict[str, Any]:
        """See `House`."""
        return await self._hub.analyses.follow(id, game, match, self._who)

    async def known_analysis(self, id: str) -> dict[str, Any] | None:
        """See `House`."""
        return await self._hub.analyses.known(id)

    async def keep_record(self, id: str, record: dict[str, Any]) -> None:
        """See `House`."""
        await ask(self._hub, keep_record, id, record, time.time())

    async def opened_record(self, id: str) -> dict[str, Any] | None:
        """See `House`."""
        stored = await ask(self._hub, find_analysis, id)
        return None if stored is None else stored.record


class WebVisit:
    """A request with its cookie, as a visit to the house."""

    def __init__(self, request: Request, response: Response, hub: Hub) -> None:
        self._who = waiting_for(request, hub.settings)
        self.house = ServerHouse(hub, self._who)
        self._request, self._response, self._hub = request, response, hub

    async def player(self) -> PlayerRow | None:
        """See `Visit`."""
        return await player_asking(self._hub, self._request)

    async def become(self, name: str) -> PlayerRow:
        """See `Visit`."""
        made = await self.introduce(name)
        row = PlayerRow(made.id, made.name, made.created)
        await ask(self._hub, stored_players.create_player, row, made.token_hash)
        return row

    async def introduce(self, name: str) -> Newcomer:
        """See `Visit`."""
        self._hub.count_guest(self._who)
        return newcomer(name, self._response, self._hub.settings)

    def leave(self) -> None:
        """See `Visit`."""
        take_cookie(self._response, self._hub.settings)
