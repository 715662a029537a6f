"""Ranked means first sight: throw-away guests, rehearsals, known decks and hints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.client import Person, Viewer, run
from tests.server.http.test_contests import close, play
from tests.server.serving import Server, serving_without_error

WAYS = ("record", "replay", "analysis")


async def refused(person: Person, match: str) -> list[str]:
    """What is said on each way to the cards of a match, nothing where it is open."""
    answers = [await person.http.get(f"/api/matches/{match}/{way}") for way in WAYS]
    return [answer.json().get("code", "") for answer in answers]


async def own_line(person: Person, contest: str) -> dict[str, Any]:
    told = await person.get(f"/api/contests/{contest}")
    (line,) = [line for line in told["board"] if line["is_you"]]
    return {**told, **line}


def test_a_throw_away_guest_learns_nothing_for_a_second_game(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with (
            Person(server.address, "Host") as host,
            Person(server.address, "One") as one,
            Person(server.address, "Two") as two,
        ):
            contest = (await host.post("/api/arenas"))["contest"]
            # Older than the deck, these two; and now come two of the same address who are not.
            await play(server, await one.post(f"/api/contests/{contest}/play"))
            await play(server, await two.post(f"/api/contests/{contest}/play"))
            assert (await own_line(two, contest))["rank"] is not None
            async with (
                Person(server.address, "Three") as three,
                Person(server.address, "Four") as four,
            ):
                first = await three.post(f"/api/contests/{contest}/play")
                await play(server, first)
                told = await own_line(three, contest)
                assert (told["practice"], told["is_shown"]) == (None, True)
                assert told["rank"] is not None
                assert await refused(three, first["match"]) == [""] * 3
                second = await four.post(f"/api/contests/{contest}/play")
                assert (await own_line(four, contest))["is_practice"]
                await play(server, second)
                told = await own_line(four, contest)
                assert (told["practice"], told["rank"]) == ("newcomers", None)
                assert (told["is_shown"], told["par"]) == (False, None)
                assert {line["match"] for line in told["board"]} == {None}
                for match in (first["match"], second["match"]):
                    assert await refused(four, match) == ["contest/not-ranked"] * 3
                close(server, contest)
                for match in (first["match"], second["match"]):
                    assert await refused(four, match) == [""] * 3
                assert (await own_line(four, contest))["rank"] is None

    with serving_without_error(tmp_path, NMBR9_NEWCOMERS_PER_ADDRESS="1") as server:
        run(story(server))


def test_known_cards_are_marked_and_are_no_record(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches")
            points = await play(server, made)
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                assert viewer.parts["result"]["marks"] == [[]]
                again = await viewer.command("rematch", same_deck=True)
                assert again["type"] == "accepted"
                await viewer.until(lambda parts: parts["match"]["rematch"])
                match = viewer.parts["match"]["rematch"]
            async with Viewer(server.address, match, cookie=ada.cookie) as viewer:
                assert (await viewer.command("start"))["type"] == "accepted"
                await viewer.take_turns()
                assert viewer.parts["result"]["marks"] == [["known-deck"]]
            assert [line["match"] for line in await ada.get("/api/me/records")] == [made["match"]]
            told = {line["match"]: line["is_marked"] for line in await ada.get("/api/me/history")}
            assert told == {made["match"]: False, match: True}
            # A challenge made from the second game: its player has rehearsed, and is not ranked.
            contest = (await ada.post("/api/challenges", match=match))["contest"]
            assert (await own_line(ada, contest))["rank"] is None
            # One made from the first: the same cards, ranked once, as they were seen first.
            contest = (await ada.post("/api/challenges", match=made["match"]))["contest"]
            told = await own_line(ada, contest)
            assert (told["rank"], told["score"]) == (1, points)

    run(story())


def test_whoever_has_played_a_deck_in_one_contest_is_not_ranked_in_another(
    server: Server,
) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches")
            await play(server, made)
            for practice in (None, "known-deck"):
                contest = (await ada.post("/api/challenges", match=made["match"]))["contest"]
                entered = await ben.post(f"/api/contests/{contest}/play")
                await play(server, entered)
                told = await own_line(ben, contest)
                assert (told["practice"], told["is_practice"]) == (practice, practice is not None)
            assert len(await ben.get("/api/me/records")) == 1
            marked = {line["is_marked"] for line in await ben.get("/api/me/history")}
            assert marked == {False, True}

    run(story())
