"""The house of a browser in plain Python: what it keeps, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from nmbr9.host.match_store import FORMAT
from nmbr9.host.referee_worker import Desk, begin
from nmbr9.match.views import merged
from tests.host.memory_shelf import MemoryShelf
from tests.spots import random_spot

SECONDS = 60


class Page:
    """A page at the desk: asks, watches a match, and places what it may."""

    def __init__(self, shelf: MemoryShelf) -> None:
        self.shelf = shelf
        self.parts: dict[str, Any] = {}
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: list[tuple[int, str]] = []
        self.desk: Desk
        self._random, self._count = Random(5), 0

    async def open(self) -> Page:
        async def think(call: bytes, _: bool) -> bytes:
            raise AssertionError("nobody has to think here")

        self.desk = await begin(
            self.shelf,
            lambda _, text: self._take(json.loads(text)),
            lambda _, code, reason: self.closed.append((code, reason)),
            think,
        )
        return self

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "state":
            self.parts = frame["parts"]
        elif frame["type"] == "changed":
            self.parts = merged(self.parts, frame["parts"])
        else:
            self.answers.put_nowait(frame)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        status, data = json.loads(await self.desk.ask(method, path, json.dumps(body)))
        assert status < 400, data
        return data

    async def watch(self, match: str, token: str | None = None) -> None:
        self.parts = {}
        self.desk.hear(1, json.dumps({"type": "watch", "match": match, "token": token}))
        while not self.parts and not self.closed:
            await asyncio.sleep(0)

    async def act(self) -> dict[str, Any]:
        while not self.parts["you"].get("legal"):
            await asyncio.sleep(0)
        offer = dict(self._random.choice(self.parts["you"]["legal"]))
        if "at" in offer:
            offer |= random_spot(offer.pop("at"), self._random)
        self._count += 1
        revision = self.parts["you"]["revision"]
        frame = {"type": "command", "id": f"c{self._count}", "do": "act", "revision": revision}
        self.desk.hear(1, json.dumps({**frame, "action": offer}))
        return await self.answers.get()

    async def play(self) -> None:
        while "result" not in self.parts:
            if not self.parts["you"].get("legal"):
                await asyncio.sleep(0)
                continue
            assert (await self.act())["type"] == "accepted"


def told(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), SECONDS))


@pytest.mark.parametrize("bots", [[], ["greedy", "random"]], ids=["alone", "with bots"])
def test_a_game_is_kept_and_found_again(bots: list[str]) -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        options = {"players": 1 + len(bots)}
        made = await page.ask("POST", "/matches", {"options": options, "bots": bots, "name": "Ada"})
        await page.watch(made["match"], made["token"])
        for _ in range(4):
            assert (await page.act())["type"] == "accepted"
        # The worker is killed; another one reads what was kept.
        again = await Page(page.shelf).open()
        assert await again.ask("GET", "/me") == made["player"]
        (line,) = await again.ask("GET", "/me/history")
        assert (line["match"], line["finished"], line["has_others"]) == (made["match"], None, False)
        await again.watch(made["match"])
        assert len(again.parts["displays/0"]["pieces"]) == 4
        assert again.parts["displays/0"] == page.parts["displays/0"]
        await again.play()
        scores = again.parts["result"]["scores"]
        (line,) = await again.ask("GET", "/me/history")
        assert line["score"] == scores[0]
        records = await again.ask("GET", "/me/records")
        assert [one["score"] for one in records] == ([] if bots else [scores[0]])
        assert await again.ask("GET", "/me/opponent") == {"bot": "mole", "games": 1}
        replay = await again.ask("GET", f"/matches/{made['match']}/replay")
        assert (replay["scores"], replay["names"]) == (scores, ["Ada", *bots])
        await again.ask("DELETE", f"/me/history/{made['match']}")
        assert await again.ask("GET", "/me/history") == []
        assert not again.shelf.tables["headers"]
        assert not again.shelf.tables["events"]

    told(story)


def test_people_at_one_device_have_seats_of_their_own() -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        body = {"options": {"players": 2}, "people": ["Ben"], "name": "Ada"}
        made = await page.ask("POST", "/matches", body)
        seats = []
        for token in made["tokens"]:
            await page.watch(made["match"], token)
            seats.append(page.parts["you"]["seat"])
            page.desk.hang_up(1)
            await asyncio.sleep(0.01)
        assert seats == [0, 1]
        assert page.parts["seats/1"]["name"] == "Ben"
        await page.watch(made["match"], "stolen")
        assert page.closed == [(1008, "seat/token: expected the token of a seat in this match")]

    told(story)


def test_nothing_is_shown_that_the_browser_did_not_keep() -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        made = await page.ask("POST", "/matches", {"name": "Ada"})
        await page.watch(made["match"])
        page.shelf.is_full = True
        answer = await page.act()
        assert answer["code"] == "storage/unavailable"
        assert not page.parts["displays/0"]["pieces"]
        status, data = json.loads(await page.desk.ask("POST", "/matches", "{}"))
        assert (status, data["code"]) == (503, "storage/unavailable")
        page.shelf.is_full = False
        assert (await page.act())["type"] == "accepted"
        assert len(page.parts["displays/0"]["pieces"]) == 1
        assert len(await page.ask("GET", "/me/history")) == 1

    told(story)


def test_games_of_a_newer_page_are_left_alone() -> None:
    async def story() -> None:
        shelf = MemoryShelf()
        page = await Page(shelf).open()
        made = await page.ask("POST", "/matches", {"name": "Ada"})
        header = json.loads(shelf.tables["headers"][made["match"]])
        newer = json.dumps({**header, "format": FORMAT + 1, "news": True})
        shelf.tables["headers"][made["match"]] = newer
        again = await Page(shelf).open()
        assert await again.ask("GET", "/me/history") == []
        await again.watch(made["match"])
        assert again.closed[0][0] == 1008
        assert again.closed[0][1].startswith("match/newer: expected a game of this page")
        assert shelf.tables["headers"][made["match"]] == newer

    told(story)


@pytest.mark.parametrize("table", ["headers", "events"])
def test_a_damaged_game_stays_alone_with_its_damage(
    table: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        shelf = MemoryShelf()
        page = await Page(shelf).open()
        damaged = await page.ask("POST", "/matches", {"name": "Ada"})
        whole = await page.ask("POST", "/matches", {})
        half = shelf.tables[table][damaged["match"]][:-20]
        shelf.tables[table][damaged["match"]] = half
        again = await Page(shelf).open()
        known = [line["match"] for line in await again.ask("GET", "/me/history")]
        assert whole["match"] in known
        assert (damaged["match"] in known) == (table == "events")
        await again.watch(damaged["match"])
        code, reason = again.closed[0]
        if table == "events":
            assert (code, reason.partition(":")[0]) == (1008, "match/damaged")
        else:
            assert code == 4004
            assert "the header of a match is damaged" in caplog.text
        assert shelf.tables[table][damaged["match"]] == half

    told(story)


def test_who_is_forgotten_leaves_nothing_behind() -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        await page.ask(
            "POST", "/matches", {"options": {"players": 2}, "people": ["Ben"], "name": "A"}
        )
        await page.ask("DELETE", "/me")
        assert not any(page.shelf.tables.values())

    told(story)


def test_what_needs_other_people_says_so() -> None:
    async def story() -> None:
        page = await Page(MemoryShelf()).open()
        status, data = json.loads(await page.desk.ask("GET", "/tables", ""))
        assert (status, data["code"]) == (501, "request/needs-server")

    told(story)
