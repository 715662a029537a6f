"""The par of a contest: what the `steady` bot makes of its deck."""

from __future__ import annotations

import asyncio

from nmbr9.match.contest import PAR_BOT
from nmbr9.match.setup import Setup
from nmbr9.rules.knowledge import view
from nmbr9.server.background.bot_pool import Thinkers
from nmbr9.storage.contests import ContestRow

MOST_REMEMBERED = 1000


class Pars:
    """Plays decks in the background; a bot plays a deck the same way again, so none is stored."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._games: dict[str, asyncio.Task[int]] = {}

    def par_of(self, row: ContestRow) -> int | None:
        """Return the par of a contest's deck, None as long as the bot is playing."""
        game = self._games.get(row.id)
        if game is None or (game.done() and (game.cancelled() or game.exception() is not None)):
            if len(self._games) >= MOST_REMEMBERED:
                self._games.pop(next(iter(self._games)))
            game = self._games[row.id] = asyncio.create_task(self._play(row))
        return game.result() if game.done() else None

    async def _play(self, row: ContestRow) -> int:
        game = Setup.from_dict(row.setup).new_game()
        while not game.is_over:
            game = game.apply(0, await self._thinkers.choose(PAR_BOT, view(game, 0)))
        return game.scores[0]
