"""Several people at one device: their seats, their tokens, and forgetting them."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.client import Person, Viewer, run
from tests.server.serving import Server

OPTIONS = {"players": 3}


def names_in(parts: dict[str, Any]) -> list[str | None]:
    return [parts[f"seats/{seat}"]["name"] for seat in range(3)]


def test_each_has_a_seat_and_a_token_and_the_game_begins_at_once(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options=OPTIONS, people=["Ben", " Cy "])
            assert made["token"] == made["tokens"][0]
            for seat, token in enumerate(made["tokens"]):
                async with Viewer(server.address, made["match"], token) as viewer:
                    assert viewer.parts["match"]["state"] == "running"
                    assert viewer.parts["you"]["seat"] == seat
                    assert names_in(viewer.parts) == ["Ada", "Ben", "Cy"]
                    await viewer.take_turn()
                    # What others placed in this round is not told to those who have not yet.
                    assert [len(viewer.parts[f"displays/{one}"]["pieces"]) for one in range(3)] == [
                        int(one <= seat) for one in range(3)
                    ]
            # The cookie opens the seat of the player whose device it is.
            async with Viewer(server.address, made["match"], cookie=ada.cookie) as viewer:
                assert viewer.parts["you"]["seat"] == 0
                assert viewer.parts["table"]["round"] == 2

    run(story())


def test_who_comes_again_is_the_same_person_and_two_of_one_name_are_two(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            before = (await ada.get("/api/statistics"))["players"]
            for _ in range(2):
                made = await ada.post("/api/matches", options=OPTIONS, people=["Ben", "Ben"])
                async with Viewer(server.address, made["match"], made["tokens"][2]) as viewer:
                    assert viewer.parts["you"]["seat"] == 2
            # It may be as old as it is expensive.
            async with asyncio.timeout(20):
                while (after := (await ada.get("/api/statistics"))["players"]) == before:
                    await asyncio.sleep(0.05)
            assert after == before + 2

    run(story())


def test_too_many_and_names_that_cannot_be_shown_are_refused(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            for people, status, code in (
                (["Ben", "Cy", "Dee"], 409, "seat/taken"),
                (["Ben", ""], 422, "player/name"),
            ):
                body = {"options": OPTIONS, "people": people}
                answer = await ada.http.post("/api/matches", json=body)
                assert (answer.status_code, answer.json()["code"]) == (status, code)

    run(story())


def test_the_player_whose_device_it_is_takes_the_game_out_and_everybody_along(
    server: Server,
) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            first = await ada.post("/api/matches", options=OPTIONS, people=["Ben", "Cy"])
            lines = await ada.get("/api/me/history")
            assert [line["has_others"] for line in lines] == [False]
            path = f"/api/me/history/{first['match']}"
            assert (await ada.http.delete(path)).status_code == 204
            assert await ada.get("/api/me/history") == []
            second = await ada.post("/api/matches", options=OPTIONS, people=["Ben", "Cy"])
            async with Viewer(server.address, second["match"]) as onlooker:
                assert names_in(onlooker.parts) == ["Ada", "Ben", "Cy"]
                assert (await ada.http.delete("/api/me")).status_code == 204
                await onlooker.until(lambda parts: names_in(parts) == ["", "", ""])
            for made in (first, second):
                for token in made["tokens"]:
                    async with Viewer(server.address, made["match"], token) as viewer:
                        assert viewer.closed_with == 1008

    run(story())
