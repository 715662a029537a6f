"""Lines that are cut without a word, over real sockets; the rest is in protocol/test_presence."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time

import pytest

from tests.server.client import Person, Viewer, run
from tests.server.serving import Server


class SilentLine:
    """A socket that watches a match and then never says anything again, as if its line was cut."""

    async def __aenter__(self) -> SilentLine:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def watch(self, server: Server, match: str, token: str) -> None:
        reader, self._writer = await asyncio.open_connection("127.0.0.1", server.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self._writer.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readline()
        text = json.dumps({"type": "watch", "match": match, "token": token}).encode()
        mask = os.urandom(4)
        masked = bytes(letter ^ mask[index % 4] for index, letter in enumerate(text))
        assert 126 <= len(text) < 65_536 or len(text) < 126
        head = (
            bytes([0x81, 0x80 | len(text)])
            if len(text) < 126
            else (bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big"))
        )
        self._writer.write(head + mask + masked)
        while b'"type":"state"' not in await reader.read(65_536):
            pass


async def seat_of_ben_is(viewer: Viewer, is_gone: bool) -> float:
    """Wait until the others are told; return how long that took."""
    began = time.monotonic()
    await viewer.until(lambda parts: parts["seats/1"]["is_gone"] is is_gone)
    return time.monotonic() - began


@pytest.mark.rest
def test_a_line_that_is_cut_without_a_word_is_shown_within_20_seconds(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            match = made["match"]
            seat = await ben.post(f"/api/matches/{match}/join")
            async with (
                Viewer(server.address, match, made["token"]) as viewer,
                SilentLine() as line,
            ):
                await line.watch(server, match, seat["token"])
                assert (await viewer.command("start"))["type"] == "accepted"
                took = await seat_of_ben_is(viewer, is_gone=True)
                print(f"a silent line is shown after {took:.1f} s")
                assert took < 20
                early = await viewer.command("hand-over", seat=1, bot="greedy")
                assert (early["type"], early["code"]) == ("rejected", "seat/not-away")
                async with Viewer(server.address, match, seat["token"]):
                    await seat_of_ben_is(viewer, is_gone=False)

    run(story())


def test_a_player_who_is_deleted_is_sent_away_and_gone(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            match = made["match"]
            seat = await ben.post(f"/api/matches/{match}/join")
            async with (
                Viewer(server.address, match, made["token"]) as viewer,
                Viewer(server.address, match, seat["token"]) as other,
            ):
                assert (await viewer.command("start"))["type"] == "accepted"
                assert (await ben.http.delete("/api/me")).status_code == 204
                await seat_of_ben_is(viewer, is_gone=True)
                assert other.closed_with == 1012

    run(story())


@pytest.mark.long
def test_others_call_a_bot_after_half_a_minute_until_the_player_is_back(server: Server) -> None:
    async def story() -> None:
        async with (
            Person(server.address, "Ada") as ada,
            Person(server.address, "Ben") as ben,
            Person(server.address, "Cy") as cy,
        ):
            made = await ada.post("/api/matches", options={"players": 3})
            match = made["match"]
            seats = [await who.post(f"/api/matches/{match}/join") for who in (ben, cy)]
            async with (
                Viewer(server.address, match, made["token"]) as first,
                Viewer(server.address, match, seats[1]["token"]) as third,
            ):
                async with Viewer(server.address, match, seats[0]["token"]):
                    assert (await first.command("start"))["type"] == "accepted"
                await seat_of_ben_is(third, is_gone=True)
                began = time.monotonic()
                while (await third.command("hand-over", seat=1, bot="greedy"))[
                    "type"
                ] != "accepted":
                    await asyncio.sleep(0.5)
                waited = time.monotonic() - began
                print(f"a bot could be called after {waited:.1f} s")
                assert 29 < waited < 32
                for viewer in (first, third):
                    await viewer.take_turn()
                await first.until(lambda parts: parts["table"]["round"] == 2)
                async with Viewer(server.address, match, seats[0]["token"]) as second:
                    await second.until(lambda parts: parts["seats/1"]["bot"] is None)
                    await second.until(lambda parts: not parts["seats/1"]["is_gone"])

    run(story())
