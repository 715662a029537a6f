"""Whole matches over a real socket."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from nmbr9 import Game
from nmbr9.match.commitment import commitment
from tests.server.client import COMPILING, Person, Viewer, run
from tests.server.serving import SECONDS, Server, serving


def test_three_were_to_come_and_two_play(server: Server) -> None:
    async def story() -> None:
        async with (
            Person(server.address, "Ada") as ada,
            Person(server.address, "Ben") as ben,
            Person(server.address, "Cy") as cy,
        ):
            made = await ada.post("/api/matches", options={"players": 3})
            match = made["match"]
            for who in (ben, cy):
                await who.post(f"/api/matches/{match}/join")
            host = Viewer(server.address, match, token=made["token"])
            guest = Viewer(server.address, match, cookie=cy.cookie)
            onlooker = Viewer(server.address, match, cookie=ben.cookie)
            async with host, guest, onlooker:
                assert guest.parts["you"]["seat"] == 2
                await onlooker.command("leave")
                assert (await host.command("start"))["code"] == "match/seats-open"
                assert (await host.command("start", fewer=True))["type"] == "accepted"
                for viewer in (host, guest, onlooker):
                    await viewer.until(lambda parts: "table" in parts)
                    assert "seats/2" not in viewer.parts
                assert guest.parts["you"]["seat"] == 1
                assert guest.parts["seats/1"]["name"] == "Cy"
                await asyncio.gather(host.take_turns(), guest.take_turns())
                scores = guest.parts["result"]["scores"]
            (line,) = await cy.get("/api/me/history")
            assert (line["seat"], line["score"]) == (1, scores[1])
            assert await ben.get("/api/me/history") == []
            record = await ben.get(f"/api/matches/{match}/record")
            assert record["names"] == ["Ada", "Cy"]
            assert Game.from_record(record).scores == scores

    run(story())


def test_two_people_and_a_bot_play_a_match(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 3}, is_listed=True)
            joined = await ben.post(f"/api/matches/{made['match']}/join")
            assert joined["seat"] == 1
            first = Viewer(server.address, made["match"], token=made["token"])
            second = Viewer(server.address, made["match"], cookie=ben.cookie)
            onlooker = Viewer(server.address, made["match"])
            async with first, second, onlooker:
                assert (await second.command("start"))["code"] == "seat/not-host"
                assert (await first.command("start"))["code"] == "match/seats-open"
                assert (await first.command("seat-bot", seat=2, bot="greedy"))["type"] == "accepted"
                assert (await first.command("start"))["type"] == "accepted"
                for viewer in (first, second):
                    await viewer.until(lambda parts: "table" in parts)
                await asyncio.gather(first.take_turns(), second.take_turns())
                await onlooker.until(lambda parts: "result" in parts)
                result = onlooker.parts["result"]
                assert result == first.parts["result"] == second.parts["result"]
                assert onlooker.parts["match"]["commitment"] == commitment(
                    result["salt"], result["deck"], result["starting_tiles"]
                )
                assert [first.parts[f"seats/{seat}"]["name"] for seat in range(3)] == [
                    "Ada",
                    "Ben",
                    None,
                ]
                record = await ada.get(f"/api/matches/{made['match']}/record")
                assert Game.from_record(record).scores == result["scores"]
                assert record["names"] == ["Ada", "Ben", "greedy"]
                again = await first.command("rematch", same_deck=False)
                assert again["type"] == "accepted"
                await second.until(lambda parts: parts["match"]["rematch"])
            next_match = second.parts["match"]["rematch"]
            async with Viewer(server.address, next_match, cookie=ben.cookie) as later:
                assert later.parts["you"]["seat"] == 1
                assert later.parts["seats/2"]["bot"] == "greedy"

    run(story())


def test_a_game_alone_is_kept_as_a_record(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Solo") as solo:
            made = await solo.post("/api/matches", options={"gap_fillers": True})
            async with Viewer(server.address, made["match"], token=made["token"]) as viewer:
                await viewer.take_turns()
                score = viewer.parts["result"]["scores"][0]
            (best,) = await solo.get("/api/me/records")
            assert best == {
                "options_key": "basic gap-fillers",
                "score": score,
                "match": made["match"],
            }
            (line,) = await solo.get("/api/me/history")
            assert (line["match"], line["score"]) == (made["match"], score)

    run(story())


@pytest.mark.long
def test_a_match_goes_on_after_a_kill(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            viewer = Viewer(server.address, made["match"], token=made["token"])
            await viewer.connect()
            for _ in range(7):
                action = viewer.first_action()
                assert action is not None
                await viewer.until_revision((await viewer.act(action))["revision"])
            before = viewer.parts
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            await viewer.connect()
            assert viewer.parts == before
            await viewer.take_turns()
            await viewer.close()

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path) as server:
        run(story(server))


@pytest.mark.rest
def test_stopping_is_graceful(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            async with Viewer(server.address, made["match"], token=made["token"]) as viewer:
                code = await asyncio.to_thread(server.stop)
                await viewer.until(lambda _: viewer.closed_with is not None)
                assert viewer.closed_with == 1012
                assert code == 0

    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path) as server:
        run(story(server))


def _wait_for_listeners(port: int, count: int) -> None:
    """Wait until so many sockets listen at a port."""
    deadline = time.monotonic() + SECONDS
    while True:
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        rows = [line.split() for line in lines]
        # The second column is the address, the fourth the state: 0A listens.
        found = sum(row[1].endswith(f":{port:04X}") and row[3] == "0A" for row in rows)
        if found >= count:
            return
        assert time.monotonic() < deadline, f"expected {count} listeners, got {found}"
        time.sleep(0.02)


@pytest.mark.long
def test_a_new_server_takes_over_at_the_same_address(tmp_path: Path) -> None:
    """The second one starts before the first one stops: nobody finds the door closed."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def story(old: Server) -> None:
        async with Person(old.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            viewer = Viewer(old.address, made["match"], made["token"])
            await viewer.connect()
            for _ in range(3):
                action = viewer.first_action()
                assert action is not None
                await viewer.until_revision((await viewer.act(action))["revision"])
            before = viewer.parts
            new = await asyncio.to_thread(
                lambda: Server(database, tmp_path / "new.log", port=old.port)
            )
            # Its questions after its health were answered by the old one, perhaps.
            await asyncio.to_thread(_wait_for_listeners, old.port, 2)
            try:
                assert await asyncio.to_thread(old.stop) == 0
                await viewer.until(lambda _: viewer.closed_with is not None)
                viewer.closed_with = None
                await viewer.connect()
                assert viewer.parts == before
                await viewer.take_turns()
                await viewer.close()
            finally:
                await asyncio.to_thread(new.stop)

    with serving(database, tmp_path) as server:
        run(story(server))


@pytest.mark.rest
@pytest.mark.usefixtures("within_one_day")
@pytest.mark.long
def test_the_daily_deck_is_the_same_for_all_and_counted_once(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Eva") as eva, Person(server.address, "Ben") as ben:
            from nmbr9.server.http.contests import today

            day = today()
            mine = await eva.post(f"/api/daily/{day}/play")
            again = await eva.post(f"/api/daily/{day}/play")
            assert again["match"] == mine["match"]
            other = await ben.post(f"/api/daily/{day}/play")
            async with Viewer(server.address, again["match"], token=again["token"]) as viewer:
                await viewer.take_turns()
                deck = viewer.parts["result"]["deck"]
                score = viewer.parts["result"]["scores"][0]
            board = (await ben.get(f"/api/daily/{day}"))["board"]
            assert {line["match"] for line in board} == {None}
            refused = await ben.http.get(f"/api/matches/{mine['match']}/record")
            assert refused.status_code == 403
            spy = Viewer(server.address, mine["match"], cookie=ben.cookie)
            await spy.connect()
            assert (spy.closed_with, spy.parts) == (1008, {})
            async with Viewer(server.address, other["match"], token=other["token"]) as viewer:
                assert "result" not in viewer.parts
                await viewer.take_turns()
                assert viewer.parts["result"]["deck"] == deck
            told = await ben.get(f"/api/daily/{day}")
            assert {line["name"]: line["score"] for line in told["board"]}["Eva"] == score
            while told["par"] is None:
                await asyncio.sleep(0.1)
                told = await ben.get(f"/api/daily/{day}")
            assert told["par"] > 0
            async with Viewer(server.address, mine["match"], cookie=ben.cookie) as viewer:
                assert viewer.parts["result"]["deck"] == deck
            record = await ben.get(f"/api/matches/{mine['match']}/record")
            assert record["deck"] == deck
            assert day in await eva.get("/api/daily")

    run(story(), COMPILING)
