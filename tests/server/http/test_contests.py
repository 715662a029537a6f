"""Contests: the same deck for all, no peeping, and what is ranked."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from nmbr9.server.http.contests import today
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving_without_error
from tests.tiers import first


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own, because the deck of the day is closed here."""
    with serving_without_error(tmp_path_factory.mktemp("contests")) as it:
        yield it


def close(server: Server, contest: str) -> None:
    """Let the time of a contest be over."""
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE contests SET closes = ? WHERE id = ?", (time.time(), contest))
        connection.commit()


async def play(server: Server, seat: dict[str, Any]) -> int:
    """Play a game alone to its end and return its points."""
    async with Viewer(server.address, seat["match"], seat["token"]) as viewer:
        await viewer.take_turns()
        return int(viewer.parts["result"]["scores"][0])


async def opened(host: Person, kind: str) -> str:
    if kind == "daily":
        return str((await host.get(f"/api/daily/{today()}"))["contest"])
    return str((await host.post(f"/api/{kind}s"))["contest"])


async def lines(person: Person, contest: str) -> dict[str, Any]:
    """The ranking, by name."""
    board = (await person.get(f"/api/contests/{contest}"))["board"]
    return {line["name"]: line for line in board}


async def sees(person: Person, server: Server, match: str) -> set[bool]:
    """Whether each of the ways to look at a finished match is open to somebody."""
    paths = ["", "/record", "/replay", "/analysis"]
    answers = [await person.http.get(f"/api/matches/{match}{path}") for path in paths]
    spy = Viewer(server.address, match, cookie=person.cookie)
    await spy.connect()
    await spy.close()
    for answer in answers:
        assert answer.status_code == 200 or answer.json()["code"] == "contest/running"
    return {*(answer.status_code == 200 for answer in answers), "match" in spy.parts}


@pytest.mark.usefixtures("within_one_day")
@pytest.mark.parametrize("kind", first(1, ["daily", "challenge", "arena"], rest=0))
def test_whoever_is_in_the_middle_sees_no_cards_and_is_ranked_in_time_only(
    server: Server, kind: str
) -> None:
    async def story() -> None:
        async with (
            Person(server.address, "Ada") as ada,
            Person(server.address, "Ben") as ben,
            Person(server.address, "Cy") as cy,
            Person(server.address, "Dee") as dee,
        ):
            contest = await opened(ada, kind)
            first = await ada.post(f"/api/contests/{contest}/play")
            second = await ben.post(f"/api/contests/{contest}/play")
            await play(server, first)
            assert await sees(ben, server, first["match"]) == {False}
            assert await sees(cy, server, first["match"]) == {False}
            close(server, contest)
            assert await sees(ben, server, first["match"]) == {False}
            assert await sees(cy, server, first["match"]) == {True}
            told = await ben.get(f"/api/contests/{contest}")
            assert (told["is_open"], told["has_finished"], told["par"]) == (False, False, None)
            assert {line["match"] for line in told["board"]} == {None}
            assert (await lines(ben, contest))["Ben"]["is_practice"]
            await play(server, second)
            assert await sees(ben, server, first["match"]) == {True}
            if kind != "arena":
                # The deck can still be played, by whoever has perhaps looked at it before.
                late = await cy.post(f"/api/contests/{contest}/play")
                assert await sees(cy, server, first["match"]) == {False}
                await play(server, late)
                assert (await lines(cy, contest))["Cy"]["is_practice"]
            told = await lines(dee, contest)
            ranks = {name: line["rank"] for name, line in told.items() if line["is_finished"]}
            assert ranks == {name: 1 if name == "Ada" else None for name in ranks}
            assert [told[name]["is_practice"] for name in ("Ada", "Ben")] == [False, True]

    run(story())


def test_the_deck_of_an_open_contest_is_not_given_away(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            contest = await opened(ada, "arena")
            made = await ada.post(f"/api/contests/{contest}/play")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
                refused = await viewer.command("rematch", same_deck=True)
                assert (refused["type"], refused["code"]) == ("rejected", "contest/open")
                for kind in ("challenges", "arenas"):
                    answer = await ada.http.post(f"/api/{kind}", json={"match": made["match"]})
                    assert (answer.status_code, answer.json()["code"]) == (409, "contest/open")
                    assert "expected a deck of no open contest" in answer.json()["message"]
                close(server, contest)
                assert (await ada.post("/api/challenges", match=made["match"]))["contest"]
                assert (await viewer.command("rematch", same_deck=True))["type"] == "accepted"

    run(story())


def test_the_game_that_a_challenge_is_made_from_is_in_it(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches")
            points = await play(server, made)
            contest = (await ada.post("/api/challenges", match=made["match"]))["contest"]
            told = await ada.get(f"/api/contests/{contest}")
            assert (told["match"], told["has_finished"]) == (made["match"], True)
            (line,) = told["board"]
            assert (line["name"], line["score"], line["rank"]) == ("Ada", points, 1)
            again = await ada.post(f"/api/contests/{contest}/play")
            assert again["match"] == made["match"]
            assert len(await lines(ada, contest)) == 1
            entered = await ben.post(f"/api/contests/{contest}/play")
            assert (await lines(ben, contest))["Ada"]["match"] is None
            # Not even by a link that was passed on.
            assert await sees(ben, server, made["match"]) == {False}
            await play(server, entered)
            assert (await lines(ben, contest))["Ada"]["match"] == made["match"]
            assert await sees(ben, server, made["match"]) == {True}
            two = (await ada.post("/api/challenges", match=made["match"]))["contest"]
            assert set(await lines(ada, two)) == {"Ada"}

    run(story())


@pytest.mark.long
def test_bots_play_neither_contests_nor_records(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            contest = await opened(ada, "challenge")
            made = await ada.post(f"/api/contests/{contest}/play")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                refused = await viewer.command("hand-over", seat=0, bot="greedy")
                assert (refused["type"], refused["code"]) == ("rejected", "hand-over/refused")
            made = await ada.post("/api/matches")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                assert (await viewer.command("hand-over", seat=0, bot="greedy"))[
                    "type"
                ] == "accepted"
                await viewer.until(lambda _: viewer.is_over, 120)
            assert await ada.get("/api/me/records") == []
            assert (await ada.get("/api/me/history"))[0]["score"] is not None
            challenge = (await ada.post("/api/challenges", match=made["match"]))["contest"]
            line = (await lines(ada, challenge))["Ada"]
            assert (line["rank"], line["is_practice"]) == (None, True)
            made = await ada.post("/api/matches")
            points = await play(server, made)
            assert [line["score"] for line in await ada.get("/api/me/records")] == [points]

    run(story(), 150)
