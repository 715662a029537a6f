"""The worker that answers a page in place of a server: the same questions, the same frames.

JavaScript (web/js/host/referee-worker.js) hands in a shelf, and functions that send and think.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from nmbr9.host.browser_house import BrowserHouse, LocalVisit
from nmbr9.host.calls import as_call, result_of
from nmbr9.host.file_answers import ROUTES
from nmbr9.host.shelf import Shelf
from nmbr9.protocol.first_frame import ENDING, RESTART, closing, no_such_token, read_first
from nmbr9.protocol.frames import PLAIN_JSON
from nmbr9.protocol.ids import hash_of
from nmbr9.protocol.referee import LocalViewer
from nmbr9.protocol.requests.routes import answered
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import View
from nmbr9.rules.options import Variant

LOG = logging.getLogger(__name__)

Send = Callable[[int, str], None]
"""Sends a frame over a line."""
Shut = Callable[[int, int, str], None]
"""Ends a line with a code and a reason."""
Think = Callable[[bytes, bool], Awaitable[Any]]
"""Has a call (see `calls`) carried out in the other worker.

It is told, too, whether the call is about basic games only.
"""


class Desk:
    """Where the page's questions and frames arrive."""

    def __init__(self, house: BrowserHouse, send: Send, shut: Shut) -> None:
        self._house, self._send, self._shut = house, send, shut
        self._lines: dict[int, asyncio.Queue[str | None]] = {}
        self._talks: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, address: str, content: str) -> str:
        """Answer a question: `[status, data]` as JSON."""
        visit = LocalVisit(self._house)
        told = await answered(visit, method, address, content.encode(), PLAIN_JSON, ROUTES)
        return PLAIN_JSON.write(list(told))

    async def begin_early(self, match: str, first: int, name: str) -> str:
        """Open a game alone whose first card the page has shown already."""
        return PLAIN_JSON.write(await self._house.begin_early(match, first, name))

    def hear(self, line: int, text: str) -> None:
        """Take a frame of a line; the first one opens it."""
        if line not in self._lines:
            self._lines[line] = asyncio.Queue()
            talk = asyncio.ensure_future(self._talk(line))
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)
        self._lines[line].put_nowait(text)

    def hang_up(self, line: int) -> None:
        """End a line: the page is not there any more."""
        if line in self._lines:
            self._lines[line].put_nowait(None)

    async def _talk(self, line: int) -> None:
        """Answer the frames of a line in their order."""
        queue = self._lines[line]
        try:
            viewer = await self._watch(line, await queue.get() or "")
            while (text := await queue.get()) is not None:
                await self._house.hear(viewer, text)
            viewer.end()
        except ENDING as error:
            self._shut(line, *closing(error))
        except Exception as error:
            # Without its traceback: what is packed for browsers has no lines to tell of.
            LOG.error("a line failed: %r", error)
            self._shut(line, RESTART, "something went wrong: connect again")
        finally:
            del self._lines[line]

    async def _watch(self, line: int, text: str) -> LocalViewer:
        frame = read_first(text, PLAIN_JSON)
        house, owner = self._house, self._house.owner
        await house.live(frame.match)
        player = None if owner is None else owner.id
        if frame.token is not None:
            player = house.store.header(frame.match).tokens.get(hash_of(frame.token))
            if player is None:
                raise no_such_token()
        return await house.watch(frame.match, player, lambda text: self._send(line, text))


async def begin(shelf: Shelf, send: Send, shut: Shut, think: Think) -> Desk:
    """Return the desk of a house that has read what is kept."""

    async def aside(work: Callable[..., Any], *args: object) -> Any:
        games = [arg for arg in args if isinstance(arg, Game | View)]
        is_basic = all(game.options.variant is Variant.BASIC for game in games)
        return result_of(await think(as_call(work, *args), is_basic))

    house = BrowserHouse(shelf, aside)
    await house.open()
    return Desk(house, send, shut)
