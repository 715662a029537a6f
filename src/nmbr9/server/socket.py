"""The WebSocket: one connection watches one match and may command a seat in it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from nmbr9.match.commands import ChangeOptions, Rematch
from nmbr9.match.errors import EventError, Refusal, Refused
from nmbr9.rules.errors import OptionsError
from nmbr9.server import frames
from nmbr9.server.connection import Connection
from nmbr9.server.errors import DAMAGED, Denied
from nmbr9.server.hosting import HostedMatch
from nmbr9.server.hub import Hub
from nmbr9.server.ids import hash_of
from nmbr9.server.limits import Bucket
from nmbr9.server.line import line_of
from nmbr9.server.looking import check_may_look, check_may_reuse
from nmbr9.server.metrics import METRICS
from nmbr9.server.people import address_of, is_allowed_host, is_allowed_origin, player_of
from nmbr9.server.questions import explained, hinted
from nmbr9.server.seating import open_rematch, setup_for
from nmbr9.storage.errors import NotFound, StorageError
from nmbr9.storage.matches import player_by_seat_token

LOG = logging.getLogger(__name__)

FIRST_FRAME_SECONDS = 10.0
MOST_FAULTS = 20
"""Frames that were not understood or too many, before the connection is closed."""

FAULT_SECONDS = 0.01
"""Whoever sends nonsense is heard less often, and told before the next one."""

CLOSE_SECONDS = 1.0
"""How long a client has to take in that its connection is closed, before it is cut off."""

# Why a connection is closed (RFC 6455 and 4000 to 4999 for our own).
POLICY = 1008
RESTART = 1012
NO_SUCH_MATCH = 4004
OTHER_PROTOCOL = 4009


class Sockets:
    """All connections of this process."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._per_address: Counter[str] = Counter()

    async def serve(self, websocket: WebSocket) -> None:
        """Talk to one client until it goes."""
        settings = self._hub.settings
        address = address_of(websocket, settings)
        if not is_allowed_host(websocket, settings) or not is_allowed_origin(websocket, settings):
            await websocket.close(POLICY, "this page may not connect")
            return
        if self._per_address[address] >= settings.sockets_per_address:
            await websocket.close(POLICY, "too many connections from your address")
            return
        self._per_address[address] += 1
        try:
            await websocket.accept()
            await _Talk(self._hub, websocket).run()
        except WebSocketDisconnect:
            pass
        finally:
            self._per_address[address] -= 1
            if not self._per_address[address]:
                del self._per_address[address]


class _Talk:
    """One connection."""

    def __init__(self, hub: Hub, websocket: WebSocket) -> None:
        self._hub, self._socket = hub, websocket
        rate = hub.settings.frames_per_second
        self._bucket = Bucket(rate, 4 * rate)
        # Of these, so many may be questions: moves come first.
        self._questions = Bucket(rate / 2, 2 * rate)
        self._faults = 0
        self._line = line_of(websocket)
        task = asyncio.current_task()
        assert task is not None, "somebody awaits this"
        self._task = task
        self._is_listening = False
        """Whether nothing else is done than waiting for a frame."""
        self._is_cut_off = False
        self._goodbye: asyncio.Task[None] | None = None

    async def run(self) -> None:
        try:
            await self._talk()
        finally:
            self._line.stop()

    async def _talk(self) -> None:
        try:
            connection = await self._first_frame()
        except TimeoutError:
            await self._close(POLICY, "frame/malformed: expected a first frame, got none")
            return
        except frames.OtherProtocol as error:
            await self._close(OTHER_PROTOCOL, str(error))
            return
        except (frames.FrameError, Denied) as error:
            await self._close(POLICY, f"{error.code}: {error}")
            return
        except NotFound as error:
            await self._close(NO_SUCH_MATCH, str(error))
            return
        except EventError as error:
            LOG.warning("a stored match cannot go on: %s", error)
            await self._close(POLICY, f"match/damaged: {DAMAGED}")
            return
        except StorageError:
            await self._close(RESTART, "the database cannot be reached: try again")
            return
        try:
            hosted = await self._hub.watch(connection)
            while not connection.is_ended and await self._next(connection, hosted):
                pass
        except StorageError:
            await self._close(RESTART, "the database cannot be reached: try again")
        except asyncio.CancelledError:
            if not self._is_cut_off:
                raise
            self._task.uncancel()
            LOG.info("cut off a client that does not read")
        finally:
            self._hub.leave(connection)
            if self._goodbye is not None:
                await self._goodbye

    def _end_soon(self) -> None:
        """Leave the client some time to hear goodbye, then end."""
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

    async def _first_frame(self) -> Connection:
        """Return the connection that the first frame asks for.

        Raises: FrameError; Denied; NotFound; EventError; Unavailable.
        """
        async with asyncio.timeout(FIRST_FRAME_SECONDS):
            frame = frames.read(await self._receive())
        if not isinstance(frame, frames.Watch):
            raise frames.FrameError("expected a frame of type watch first")
        if frame.protocol != frames.PROTOCOL:
            raise frames.OtherProtocol(f"expected protocol {frames.PROTOCOL}, got {frame.protocol}")
        hosted = await self._hub.match(frame.match)
        player = await self._player(frame, hosted)
        return Connection(frame.match, player, self._line, self._end_soon)

    async def _player(self, frame: frames.Watch, hosted: HostedMatch) -> str | None:
        """Return the person whose seat a token opens, or whom the cookie names."""
        if frame.token is not None:
            owner = await asyncio.to_thread(
                player_by_seat_token, self._hub.database, frame.match, hash_of(frame.token)
            )
            if owner is None:
                raise frames.FrameError("expected the token of a seat in this match", "seat/token")
            return owner
        player = await player_of(self._socket, self._hub.database)
        id = None if player is None else player.id
        if hosted.match.seat_of(id) is None:
            await check_may_look(self._hub, hosted.match, player)
        return id

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
            raise frames.FrameError("expected a frame of text, got bytes")
        return str(text)

    async def _next(self, connection: Connection, hosted: HostedMatch) -> bool:
        """Do what the next frame asks for; False when it was one fault too many."""
        text = ""
        try:
            text = await self._receive()
            if not self._bucket.take():
                raise frames.FrameError("expected fewer frames a second", "frame/too-many")
            frame = frames.read(text)
            METRICS.frames.inc()
            await self._do(frame, connection, hosted)
        except frames.FrameError as error:
            self._faults += 1
            METRICS.faults.inc()
            if self._faults > MOST_FAULTS:
                await self._close(POLICY, f"{error.code}: {error}, {MOST_FAULTS} times")
                return False
            connection.send(frames.error(error.code, str(error), frames.id_in(text)))
            await asyncio.sleep(FAULT_SECONDS)
        return True

    async def _do(
        self,
        frame: frames.AnyFrame,
        connection: Connection,
        hosted: HostedMatch,
    ) -> None:
        match frame:
            case frames.CommandFrame():
                await self._command(frame, connection, hosted)
            case frames.Sync():
                self._hub.sync(connection)
            case frames.ExplainFrame():
                self._check_may_ask()
                try:
                    connection.send(explained(frame, hosted.match, connection.player))
                except Refused as refused:
                    connection.send(frames.rejected(frame.id, refused))
            case frames.HintFrame():
                self._check_may_ask()
                # In the background: who changes their mind does not wait for the hint.
                hosted.start(self._hint(frame, connection, hosted))
            case frames.Emote():
                seat = hosted.match.seat_of(connection.player)
                if seat is None:
                    raise frames.FrameError("expected a player, got an onlooker", "seat/not-seated")
                told = {"type": "emote", "seat": seat, "emote": frame.emote}
                self._hub.tell_all(connection.match, told)
            case frames.Watch():
                raise frames.FrameError("expected the frame watch once, at the beginning")

    def _check_may_ask(self) -> None:
        if not self._questions.take():
            raise frames.FrameError("expected fewer questions a second", "frame/too-many")

    async def _hint(
        self, frame: frames.HintFrame, connection: Connection, hosted: HostedMatch
    ) -> None:
        thinkers = self._hub.thinkers
        try:
            connection.send(await hinted(frame, hosted.match, connection.player, thinkers))
        except Refused as refused:
            connection.send(frames.rejected(frame.id, refused))

    async def _command(
        self, frame: frames.CommandFrame, connection: Connection, hosted: HostedMatch
    ) -> None:
        started = time.perf_counter()
        try:
            if isinstance(frame, frames.RematchFrame):
                command: object = await self._rematch(frame, connection, hosted)
            elif isinstance(frame, frames.OptionsFrame):
                command = _changed_options(frame)
            else:
                command = frames.command_of(frame)
            revision = await hosted.command(connection.player, frame.id, command)  # type: ignore[arg-type]
        except Refused as refused:
            METRICS.rejected.inc()
            connection.send(frames.rejected(frame.id, refused))
        except StorageError as error:
            METRICS.unavailable.inc()
            connection.send(frames.error("storage/unavailable", str(error), frame.id))
        else:
            METRICS.accepted.inc()
            connection.send(frames.accepted(frame.id, revision))
        finally:
            METRICS.command_seconds.observe(time.perf_counter() - started)

    async def _rematch(
        self, frame: frames.RematchFrame, connection: Connection, hosted: HostedMatch
    ) -> Rematch:
        """Make the match that a rematch leads to, if it will be accepted.

        Raises: Refused; Unavailable.
        """
        match = hosted.match
        is_host = match.host is not None and match.seat_of(connection.player) == match.host
        if not (is_host and match.is_over and match.rematch is None):
            return Rematch(match.rematch or "")
        if frame.same_deck:
            await check_may_reuse(self._hub, match.setup)
        return Rematch(await open_rematch(self._hub, match, same_deck=frame.same_deck))

    async def _close(self, code: int, reason: str) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    # A close frame has room for 123 bytes.
                    await self._socket.close(code, reason.encode()[:123].decode(errors="ignore"))


def _changed_options(frame: frames.OptionsFrame) -> ChangeOptions:
    """Return other options for a match, with new cards.

    Raises: Refused.
    """
    try:
        setup = setup_for(frame.options, is_hidden=frame.is_hidden, is_listed=frame.is_listed)
    except OptionsError as error:
        raise Refused(Refusal.OPTIONS_IMPOSSIBLE, str(error)) from None
    return ChangeOptions(setup)
