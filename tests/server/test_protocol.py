"""The conversation in docs/protocol.md, frame by frame."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import websockets

from nmbr9.match.errors import Refusal
from nmbr9.protocol.frames import MOST_BYTES, PROTOCOL
from nmbr9.server.live.client import OTHER_PROTOCOL
from nmbr9.server.page_files import FOLDER
from tests.server.client import Person
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


def test_the_page_tells_the_truth(server: Server) -> None:
    frames = golden()
    assert len(frames) == 9

    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 2})
            url = server.address.replace("http", "ws") + "/ws"
            async with websockets.connect(url) as socket:

                async def received() -> Any:
                    while True:
                        frame = json.loads(await socket.recv())
                        if frame["type"] != "ping":
                            return frame

                names = {"MATCH": made["match"], "TOKEN": made["token"]}
                await socket.send(json.dumps(replaced(frames["watch"], names)))
                state = await received()
                names["HASH"] = state["parts"]["match"]["commitment"]
                assert state == replaced(frames["state"], names)
                await socket.send(json.dumps(frames["command"]))
                assert await received() == frames["changed"]
                assert await received() == frames["accepted"]
                await socket.send(json.dumps({**frames["command"], "id": "a2"}))
                assert await received() == frames["rejected"]
                await socket.send(json.dumps(frames["command"]))
                assert await received() == frames["accepted"]
                await socket.send(json.dumps(frames["sync"]))
                again = await received()
                assert again["type"] == "state"
                assert again["n"] == 3
                expected = state["parts"] | frames["changed"]["parts"]
                assert again["parts"] == expected
                await socket.send(json.dumps({"type": "command", "id": "a3", "do": "start"}))
                assert (await received())["type"] == "changed"
                assert (await received())["type"] == "accepted"
                await socket.send(json.dumps(frames["explain"]))
                answer = await received()
                while answer["type"] == "changed":  # the bot has moved
                    answer = await received()
                assert answer == frames["explained"]

    asyncio.run(asyncio.wait_for(story(), 20))


def test_who_speaks_another_protocol_is_told(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches")
            url = server.address.replace("http", "ws") + "/ws"
            async with websockets.connect(url) as socket:
                watch = {"type": "watch", "match": made["match"], "protocol": PROTOCOL + 1}
                await socket.send(json.dumps(watch))
                await socket.wait_closed()
                assert socket.close_code == OTHER_PROTOCOL
                assert socket.close_reason == f"expected protocol {PROTOCOL}, got {PROTOCOL + 1}"

    asyncio.run(asyncio.wait_for(story(), 20))


def test_page_and_server_speak_the_same_protocol() -> None:
    script = (FOLDER / "js" / "net" / "match-socket.js").read_text()
    assert f"const PROTOCOL = {PROTOCOL};" in script
    assert f"const OTHER_PROTOCOL = {OTHER_PROTOCOL};" in script


def test_every_code_is_on_the_page() -> None:
    page = PAGE.read_text()
    assert not [code for code in Refusal if f"`{code}`" not in page]
    assert str(MOST_BYTES) in page
