"""One client over a WebSocket: watches one match, and may command a seat in it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from nmbr9.protocol import frames
from nmbr9.protocol.first_frame import ENDING, POLICY, RESTART, closing, no_such_token, read_first
from nmbr9.protocol.frames import CommandFrame, Explain, FrameError, Hint, Watch
from nmbr9.protocol.ids import hash_of
from nmbr9.protocol.live_match import LiveMatch
from nmbr9.protocol.viewer import Viewer
from nmbr9.rules.errors import shown
from nmbr9.server.access.deck_secrecy import check_may_look
from nmbr9.server.access.identity import address_of, is_allowed_host, is_allowed_origin, player_of
from nmbr9.server.access.limits import Bucket
from nmbr9.server.access.networks import network_of
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.outbox import MOST_WAITING, outbox_of
from nmbr9.server.metrics import METRICS
from nmbr9.storage.matches import player_by_seat_token

LOG = logging.getLogger(__name__)

FIRST_FRAME_SECONDS = 10.0
MOST_FAULTS = 20
"""Frames that were not understood or too many, before the connection is closed."""

FAULT_SECONDS = 0.01
"""Whoever sends nonsense is heard less often, and told before the next one."""

CLOSE_SECONDS = 1.0
"""How long a client has to take in that its connection is closed, before it is cut off."""


class Clients:
    """All connections of this process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._per_address: Counter[str] = Counter()

    async def serve(self, websocket: WebSocket) -> None:
        """Talk to one client until it goes."""
        settings = self._hub.settings
        address = network_of(address_of(websocket, settings))
        if not is_allowed_host(websocket, settings) or not is_allowed_origin(websocket, settings):
            await websocket.close(POLICY, "this page may not connect")
            return
        is_full = self._per_address[address] >= settings.sockets_per_address
        if is_full and address not in self._hub.crowds:
            await websocket.close(POLICY, "too many connections from your address")
            return
        self._per_address[address] += 1
        try:
            await websocket.accept()
            await Client(self._hub, websocket).run()
        except WebSocketDisconnect:
            pass
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]


class Client(Viewer):
    """A viewer at the other end of a socket, from its first frame to its end."""

    def __init__(self, hub: Hub, websocket: WebSocket) -> None:
        super().__init__(hub.host.json)
        self._hub, self._socket = hub, websocket
        self.address = network_of(address_of(websocket, hub.settings))
        rate = hub.settings.frames_per_second
        self._bucket = Bucket(rate, 4 * rate)
        # Of these, so many may be questions: moves come first.
        self._questions = Bucket(rate / 2, 2 * rate)
        self._faults = 0
        self._outbox = outbox_of(websocket)
        self.is_ended = False
        """Whether it is to be closed; nothing more is sent then."""
        task = asyncio.current_task()
        assert task is not None, "somebody awaits this"
        self._task = task
        self._is_listening = False
        """Whether nothing else is done than waiting for a frame."""
        self._is_cut_off = False
        self._goodbye: asyncio.Task[None] | None = None

    # --- from the first frame to the end -----------------------------------------------------

    async def run(self) -> None:
        """Talk to the client until it goes."""
        try:
            live = await self._first_frame()
            await self._listen(live)
        except TimeoutError:
            await self._close(POLICY, "frame/malformed: expected a first frame, got none")
        except ENDING as error:
            await self._close(*closing(error))
        finally:
            self._outbox.stop()

    async def _first_frame(self) -> LiveMatch:
        """Return the match that the first frame asks for, and know who asks.

        Raises: FrameError; Denied; NotFound; EventError; Unavailable.
        """
        async with asyncio.timeout(FIRST_FRAME_SECONDS):
            frame = read_first(await self._receive(), self.json)
        asked = self._socket.path_params.get("match", frame.match)
        if asked != frame.match:
            raise FrameError(f"expected the match of the address, {shown(asked)}, got another one")
        live = await self._hub.match(frame.match)
        self.player = await self._player(frame, live)
        return live

    async def _player(self, frame: Watch, live: LiveMatch) -> str | None:
        """Return the person whose seat a token opens, or whom the cookie names."""
        if frame.token is not None:
            owner = await asyncio.to_thread(
                player_by_seat_token, self._hub.database, frame.match, hash_of(frame.token)
            )
            if owner is None:
                raise no_such_token()
            return owner
        player = await player_of(self._socket, self._hub.database, self._hub.settings)
        id = None if player is None else player.id
        if live.match.seat_of(id) is None:
            await check_may_look(self._hub, live.match, player)
        return id

    async def _listen(self, live: LiveMatch) -> None:
        try:
            await live.watch(self)
            await self._hub.welcome(self, live)
            while not self.is_ended and await self._next(live):
                pass
        except asyncio.CancelledError:
            if not self._is_cut_off:
                raise
            self._task.uncancel()
            LOG.info("cut off a client that does not read")
        finally:
            live.leave(self)
            if self._goodbye is not None:
                await self._goodbye

    async def _next(self, live: LiveMatch) -> bool:
        """Do what the next frame asks for; False when it was one fault too many."""
        text = ""
        try:
            text = await self._receive()
            if not self._bucket.take():
                raise FrameError("expected fewer frames a second", "frame/too-many")
            frame = frames.read(text, self.json)
            METRICS.frames.inc()
            if isinstance(frame, Explain | Hint) and not self._questions.take():
                raise FrameError("expected fewer questions a second", "frame/too-many")
            started = time.perf_counter()
            answer = await live.answer(frame, self)
            if answer is not None:
                self.send(answer)
                if isinstance(frame, CommandFrame):
                    METRICS.commands[answer["type"]].inc()
                    METRICS.command_seconds.observe(time.perf_counter() - started)
        except FrameError as error:
            self._faults += 1
            METRICS.faults.inc()
            if self._faults > MOST_FAULTS:
                await self._close(POLICY, f"{error.code}: {error}, {MOST_FAULTS} times")
                return False
            self.send(frames.error(error.code, str(error), frames.id_in(text, self.json)))
            await asyncio.sleep(FAULT_SECONDS)
        return True

    async def _receive(self) -> str:
        """Return the next frame.

        Raises: WebSocketDisconnect; FrameError; CancelledError, when the connection is cut off.
        """
        # Cheaper than a timeout that is made for each frame and hardly ever used.
        self._is_listening = True
        try:
            message = await self._socket.receive()
        finally:
            self._is_listening = False
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise FrameError("expected a frame of text, got bytes")
        return str(text)

    # --- what is sent ------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Send a text; whoever lets too much wait is cut off."""
        if self.is_ended:
            return
        if self._outbox.waiting > MOST_WAITING:
            self.end()
        else:
            self._outbox.write(text)

    def end(self) -> None:
        """Send nothing more; leave the client some time to hear goodbye, then end."""
        if not self.is_ended:
            self.is_ended = True
            self._goodbye = asyncio.create_task(
                self._close(RESTART, "too slow, or the server stops: connect again")
            )
            asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._cut_off)

    def _cut_off(self) -> None:
        """End, also if the client reads nothing: to tell it so would wait for ever.

        A command that is under way is finished first, because what it stores is shown by it.
        """
        if self._is_listening:
            self._is_cut_off = True
            self._task.cancel()

    async def _close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    # A close frame has room for 123 bytes.
                    await self._socket.close(code, reason.encode()[:123].decode(errors="ignore"))
