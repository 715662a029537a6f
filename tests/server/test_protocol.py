"""The conversation in docs/protocol.md, frame by frame."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from nmbr9.host.calls import carried_out
from nmbr9.host.referee_worker import Desk, begin
from nmbr9.match.errors import Refusal
from nmbr9.protocol.first_frame import OTHER_PROTOCOL, POLICY
from nmbr9.protocol.frames import MOST_BYTES, PROTOCOL
from nmbr9.server.page_files import FOLDER
from tests.host.memory_shelf import MemoryShelf
from tests.server.serving import Server

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def golden() -> dict[str, Any]:
    found = re.findall(r"<!-- golden: (\w+) -->\n```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    return {name: json.loads(text) for name, text in found}


def replaced(frame: Any, names: dict[str, str]) -> Any:
    text = json.dumps(frame)
    for name, value in names.items():
        text = text.replace(f'"{name}"', f'"{value}"')
    return json.loads(text)


class Talk:
    """A page's line to a host, and what comes over it."""

    async def ask(self, method: str, path: str, body: object) -> Any:
        """Ask a question; return what was answered."""
        raise NotImplementedError

    async def open(self, match: str) -> None:
        raise NotImplementedError

    async def say(self, frame: Any) -> None:
        raise NotImplementedError

    async def frame(self) -> Any:
        raise NotImplementedError

    async def closed(self) -> tuple[int, str]:
        raise NotImplementedError

    async def end(self) -> None:
        """Let the host go."""

    async def heard(self) -> Any:
        """Return the next frame that is no heartbeat."""
        while (frame := await self.frame())["type"] == "ping":
            pass
        return frame


class ServerTalk(Talk):
    """With a real server."""

    def __init__(self, server: Server) -> None:
        self._address = server.address
        self._http = httpx.AsyncClient(base_url=server.address)
        self._socket: Any = None

    async def ask(self, method: str, path: str, body: object) -> Any:
        answer = await self._http.request(method, f"/api{path}", json=body)
        return answer.json()

    async def open(self, match: str) -> None:
        url = self._address.replace("http", "ws")
        self._socket = await websockets.connect(f"{url}/ws/{match}")

    async def say(self, frame: Any) -> None:
        await self._socket.send(json.dumps(frame))

    async def frame(self) -> Any:
        return json.loads(await self._socket.recv())

    async def closed(self) -> tuple[int, str]:
        await self._socket.wait_closed()
        return self._socket.close_code, self._socket.close_reason

    async def end(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self._http.aclose()


class BrowserTalk(Talk):
    """With the host that runs in a browser, here in plain Python."""

    LINE = 7

    def __init__(self, _: Server) -> None:
        self._desk: Desk | None = None
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._end: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    async def desk(self) -> Desk:
        if self._desk is None:

            async def think(call: bytes, _: bool) -> bytes:
                return carried_out(call)

            self._desk = await begin(
                MemoryShelf(),
                lambda _, text: self._frames.put_nowait(text),
                lambda _, code, reason: self._end.set_result((code, reason)),
                think,
            )
        return self._desk

    async def ask(self, method: str, path: str, body: object) -> Any:
        return json.loads(await (await self.desk()).ask(method, path, json.dumps(body)))[1]

    async def open(self, match: str) -> None:
        pass

    async def say(self, frame: Any) -> None:
        (await self.desk()).hear(self.LINE, json.dumps(frame))

    async def frame(self) -> Any:
        return json.loads(await self._frames.get())

    async def closed(self) -> tuple[int, str]:
        return await self._end


BOTH = pytest.mark.parametrize("kind", [ServerTalk, BrowserTalk], ids=["server", "browser"])


@BOTH
def test_the_page_tells_the_truth(server: Server, kind: type[Any]) -> None:
    frames = golden()
    assert len(frames) == 9

    async def story() -> None:
        talk = kind(server)
        made = await talk.ask("POST", "/matches", {"options": {"players": 2}, "name": "Ada"})
        await talk.open(made["match"])
        names = {"MATCH": made["match"], "TOKEN": made["token"]}
        await talk.say(replaced(frames["watch"], names))
        state = await talk.heard()
        names["HASH"] = state["parts"]["match"]["commitment"]
        assert state == replaced(frames["state"], names)
        await talk.say(frames["command"])
        assert await talk.heard() == frames["changed"]
        assert await talk.heard() == frames["accepted"]
        await talk.say({**frames["command"], "id": "a2"})
        assert await talk.heard() == frames["rejected"]
        await talk.say(frames["command"])
        assert await talk.heard() == frames["accepted"]
        await talk.say(frames["sync"])
        again = await talk.heard()
        assert again["type"] == "state"
        assert again["n"] == 3
        expected = state["parts"] | frames["changed"]["parts"]
        assert again["parts"] == expected
        await talk.say({"type": "command", "id": "a3", "do": "start"})
        assert (await talk.heard())["type"] == "changed"
        assert (await talk.heard())["type"] == "accepted"
        await talk.say(frames["explain"])
        answer = await talk.heard()
        while answer["type"] == "changed":  # the bot has moved
            answer = await talk.heard()
        assert answer == frames["explained"]
        await talk.end()

    asyncio.run(asyncio.wait_for(story(), 20))


@BOTH
def test_who_speaks_another_protocol_is_told(server: Server, kind: type[Any]) -> None:
    async def story() -> None:
        talk = kind(server)
        made = await talk.ask("POST", "/matches", {"options": {}, "name": "Ada"})
        await talk.open(made["match"])
        await talk.say({"type": "watch", "match": made["match"], "protocol": PROTOCOL + 1})
        reason = f"expected protocol {PROTOCOL}, got {PROTOCOL + 1}"
        assert await talk.closed() == (OTHER_PROTOCOL, reason)
        await talk.end()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_the_address_and_the_first_frame_name_the_same_match(server: Server) -> None:
    async def story() -> None:
        talk = ServerTalk(server)
        made = await talk.ask("POST", "/matches", {"options": {}, "name": "Ada"})
        watch = {"type": "watch", "match": made["match"], "token": made["token"]}
        await talk.open("elsewhere")
        await talk.say(watch)
        code, reason = await talk.closed()
        assert code == POLICY
        assert "the match of the address" in reason
        # As pages connect that were loaded before.
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            await socket.send(json.dumps(watch))
            assert json.loads(await socket.recv())["type"] == "state"
        await talk.end()

    asyncio.run(asyncio.wait_for(story(), 20))


def test_questions_are_refused_in_the_same_words(server: Server) -> None:
    async def story(talk: Talk) -> list[Any]:
        asked: list[tuple[str, str, object]] = [
            ("GET", "/me", None),
            ("POST", "/matches", {"options": {}}),
            ("POST", "/matches", {"options": {"players": 9}, "name": "Ada"}),
            ("POST", "/matches", {"options": {"variant": "chess"}, "name": "Ada"}),
            ("POST", "/matches", {"bots": ["nobody"], "options": {"players": 2}, "name": "Ada"}),
            ("POST", "/players", {"name": ""}),
            ("POST", "/players", {"name": "Ada", "age": 3}),
            ("GET", "/me/history?limit=many", None),
            ("GET", "/matches/nowhere", None),
            ("POST", "/lessons/chess", {}),
            ("POST", "/replay", {}),
            ("GET", f"/analysis/{'0' * 64}", None),
        ]
        told = [await talk.ask(*question) for question in asked]
        await talk.end()
        return told

    async def both() -> list[Any]:
        first, other = await story(ServerTalk(server)), await story(BrowserTalk(server))
        assert first == other
        return first

    told = asyncio.run(asyncio.wait_for(both(), 20))
    assert [answer["code"] for answer in told] == [
        "player/unknown",
        "player/unknown",
        "request/malformed",
        "options/impossible",
        "seat/no-such-bot",
        "player/name",
        "request/malformed",
        "request/malformed",
        "match/not-found",
        "lesson/not-found",
        "record/refused",
        "analysis/not-found",
    ]


def test_page_and_server_speak_the_same_protocol() -> None:
    script = (FOLDER / "js" / "net" / "match-socket.js").read_text()
    assert f"const PROTOCOL = {PROTOCOL};" in script
    assert f"const OTHER_PROTOCOL = {OTHER_PROTOCOL};" in script


def test_every_code_is_on_the_page() -> None:
    page = PAGE.read_text()
    assert not [code for code in Refusal if f"`{code}`" not in page]
    assert str(MOST_BYTES) in page
