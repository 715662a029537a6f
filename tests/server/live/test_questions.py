"""Questions about one's own turn: answered truly, refused to strangers, and nothing leaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
import websockets

from nmbr9.rules.game import Game
from nmbr9.rules.options import Options
from nmbr9.rules.record import read_action
from tests.server.client import COMPILING, Person, run
from tests.server.keys import unknown_keys
from tests.server.serving import Server, serving


class Asker:
    """A bare connection that asks."""

    def __init__(self, address: str, match: str, token: str | None) -> None:
        self._url, self._watch = address.replace("http", "ws") + "/ws", (match, token)
        self.parts: dict[str, Any] = {}
        self._count = 0

    async def __aenter__(self) -> Asker:
        self.socket = await websockets.connect(self._url)
        match, token = self._watch
        await self.socket.send(json.dumps({"type": "watch", "match": match, "token": token}))
        self.parts = json.loads(await self.socket.recv())["parts"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def ask(self, type: str = "explain", **rest: object) -> dict[str, Any]:
        self._count += 1
        id = f"q{self._count}"
        await self.socket.send(json.dumps({"type": type, "id": id, **rest}))
        return await self.next_frame()

    async def next_frame(self) -> dict[str, Any]:
        """The next frame that is no heartbeat and no change of the view."""
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.recv())
            assert unknown_keys(frame) == []
            if frame["type"] not in ("ping", "changed"):
                return frame


def test_violations_are_those_of_the_rules(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            async with Asker(server.address, made["match"], made["token"]) as asker:
                number = asker.parts["you"]["number"]
                deck = [number, *(n for n in range(10) for _ in range(2 - (n == number)))]
                game = Game.new(Options(players=1), deck=deck)
                for x, level in ((0, 0), (5, 0), (0, 1)):
                    action = _place(number, x, level)
                    answer = await asker.ask(action=action)
                    found = game.violations(0, read_action("action", action))
                    assert answer["violations"] == [one.to_dict() for one in found]
                    assert answer["action"] == action
                    assert answer["revision"] == asker.parts["you"]["revision"]
                answer = await asker.ask(text=f"{number} U @ 0,0")
                assert answer["action"] == _place(number, 0, 0)
                assert answer["violations"] == []
                answer = await asker.ask(text="up there")
                assert answer["action"] is None
                assert answer["violations"][0]["code"] == "action/malformed"

    run(story())


def test_others_turns_are_not_explained(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 2}, bots=["greedy"])
            async with Asker(server.address, made["match"], None) as onlooker:
                answer = await onlooker.ask(action=_place(3, 0, 0))
                assert (answer["type"], answer["code"]) == ("rejected", "seat/not-seated")
                assert (await onlooker.ask("hint"))["code"] == "seat/not-seated"
            async with Asker(server.address, made["match"], made["token"]) as asker:
                answer = await asker.ask(action={**_place(3, 0, 0), "player": 1})
                assert [one["code"] for one in answer["violations"]] == ["turn/not-yours"]

    run(story())


def test_the_tile_of_a_card_that_is_not_taken_cannot_be_tried(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            options = {"players": 1, "variant": "two-out-of-three"}
            made = await ada.post("/api/matches", options=options)
            async with Asker(server.address, made["match"], made["token"]) as asker:
                number = asker.parts["table"]["revealed"][0]
                answer = await asker.ask(action=_place(number, 0, 0))
                assert [one["code"] for one in answer["violations"]] == ["turn/not-taken"]

    run(story())


def test_malformed_questions_are_told_so(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            async with Asker(server.address, made["match"], made["token"]) as asker:
                for wrong in (
                    {},
                    {"text": "done", "action": {"player": 0, "do": "done"}},
                    {"action": {"do": "done"}},
                    {"text": "x" * 101},
                ):
                    answer = await asker.ask(**wrong)
                    assert answer["code"] == "frame/malformed", wrong

    run(story())


@pytest.mark.rest
def test_a_hint_is_a_legal_action_and_not_for_contests_or_company(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            alone = await ada.post("/api/matches", options={"players": 1})
            async with Asker(server.address, alone["match"], alone["token"]) as asker:
                answer = await asker.ask("hint")
                assert answer["type"] == "hinted"
                explained = await asker.ask(action=answer["action"])
                assert explained["violations"] == []
            contest = await ada.post("/api/challenges")
            entered = await ada.post(f"/api/contests/{contest['contest']}/play")
            both = await ada.post("/api/matches", options={"players": 2})
            await ben.post(f"/api/matches/{both['match']}/join")
            async with Asker(server.address, both["match"], both["token"]) as asker:
                assert (await asker.ask("hint"))["code"] == "match/not-started"
                await asker.socket.send('{"type": "command", "id": "a", "do": "start"}')
                assert (await asker.next_frame())["type"] == "accepted"
                assert (await asker.ask("hint"))["code"] == "hint/refused"
            async with Asker(server.address, entered["match"], entered["token"]) as asker:
                assert (await asker.ask("hint"))["code"] == "hint/refused"

    run(story(), COMPILING)


def test_a_hint_keeps_nothing_else_waiting(server: Server) -> None:
    """Strong bots think for a second, and compile for half a minute the first time."""

    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            async with Asker(server.address, made["match"], made["token"]) as asker:
                await asker.socket.send('{"type": "hint", "id": "hint"}')
                await asker.socket.send('{"type": "explain", "id": "why", "text": "done"}')
                told = [await asker.next_frame() for _ in range(2)]
                assert [(one["type"], one["id"]) for one in told] == [
                    ("explained", "why"),
                    ("hinted", "hint"),
                ]

    run(story(), COMPILING)


@pytest.mark.rest
def test_too_many_questions_are_refused(tmp_path: Any) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            async with Asker(server.address, made["match"], made["token"]) as asker:
                told = [await asker.ask(text="done")]
                assert "code" not in told[0]
                while "code" not in told[-1] and len(told) < 1000:
                    told.append(await asker.ask(text="done"))
                assert told[-1]["code"] == "frame/too-many"
                # Whoever asked learns that this question will not be answered.
                assert all(isinstance(one["id"], str) for one in told)
                await asker.socket.send('{"type": "hint", "id": "h"}')
                assert (await asker.next_frame())["id"] == "h"

    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, NMBR9_FRAMES_PER_SECOND="10") as server:
        run(story(server), COMPILING)


def _place(number: int, x: int, level: int) -> dict[str, Any]:
    return {
        "player": 0,
        "do": "place",
        "number": number,
        "flipped": False,
        "rotation": 0,
        "x": x,
        "y": 0,
        "level": level,
        "tokens": [],
    }
