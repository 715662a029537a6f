"""Starting tiles of one's own (3.2): a match carries its shapes wherever it goes."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest

from nmbr9 import Game, Options
from nmbr9.match.replay import replayed
from nmbr9.match.setup import Setup
from nmbr9.rules.pieces.starting_shapes import parse_shapes
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server

SHAPES = [["XXX", "X.."], ["XX", "XX", ".X"], [".X.", "XXX"]]
OPTIONS = {"starting_tiles": True, "starting_shapes": SHAPES}


def shapes_in(parts: dict[str, Any], count: int) -> list[Any]:
    return [parts[f"displays/{seat}"]["pieces"][0]["starting_tile"] for seat in range(count)]


def test_two_people_and_a_bot_play_with_them_and_again(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post(
                "/api/matches", options={"players": 3, **OPTIONS}, bots=["greedy"], is_listed=True
            )
            path = f"/api/matches/{made['match']}"
            listed = {line["match"]: line for line in (await ben.get("/api/tables"))["open"]}
            assert listed[made["match"]]["has_own_shapes"]
            joined = await ben.post(f"{path}/join")
            async with (
                Viewer(server.address, made["match"], made["token"]) as host,
                Viewer(server.address, made["match"], joined["token"]) as guest,
            ):
                await host.command("start")
                for viewer in (host, guest):
                    await viewer.until(lambda parts: "displays/2" in parts)
                    assert sorted(shapes_in(viewer.parts, 3)) == sorted(SHAPES)
                    assert viewer.parts["match"]["starting_shapes"] == SHAPES
                await asyncio.gather(host.take_turns(), guest.take_turns())
                await host.command("rematch", same_deck=False)
                await host.until(lambda parts: parts["match"]["rematch"] is not None)
                again = host.parts["match"]["rematch"]
            async with Viewer(server.address, again, cookie=ada.cookie) as viewer:
                await viewer.command("start")
                await viewer.until(lambda parts: "displays/2" in parts)
                assert sorted(shapes_in(viewer.parts, 3)) == sorted(SHAPES)

    run(story())


def test_a_record_is_replayed_where_the_shapes_are_unknown(server: Server) -> None:
    game = Game.new(Options(starting_tiles=True), seed=3, starting_shapes=[["X.X", "XXX", "..X"]])
    while not game.is_over:
        game = game.apply(0, game.legal_actions(0)[-1])
    told = httpx.post(f"{server.address}/api/replay", json=game.to_record())
    assert told.json() == replayed(game)
    assert told.json()["start"][0]["pieces"][0]["starting_tile"] == ["X.X", "XXX", "..X"]


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ([["X" * 7]], "expected starting tile A in 6 by 6 cells, got 7 by 1"),
        ([["X.X"]], "expected the squares of starting tile A to hang together"),
        ([["..."]], "expected starting tile A with 1 to 16 squares X, got 0"),
        ([["X" * n] for n in (1, 2, 3, 4, 5, 6, 5)], "expected 1 to 6 starting tiles, got 7"),
        ([["XO"]], "expected starting tile A as rows of X and ., got ['XO']"),
        ([{"a": 1}], "expected starting tile A as rows of X and ., got {'a': 1}"),
    ],
)
def test_a_malformed_shape_gets_a_sentence(server: Server, shapes: list[Any], words: str) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            for path in ("/api/matches", "/api/challenges"):
                body = {"options": {"starting_tiles": True, "starting_shapes": shapes}}
                answer = await ada.http.post(path, json=body)
                assert (answer.status_code, answer.json()["code"]) == (422, "options/impossible")
                assert words in answer.json()["message"]

    run(story())


def test_shapes_need_the_module_and_one_for_each_player(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            for options, words in (
                ({"starting_shapes": SHAPES}, "only with their module"),
                ({"players": 4, **OPTIONS}, "for each of 4 players, got 3"),
            ):
                answer = await ada.http.post("/api/matches", json={"options": options})
                assert answer.status_code == 422
                assert words in answer.json()["message"]

    run(story())


def test_records_with_shapes_of_ones_own_are_kept_apart(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/challenges", options=OPTIONS)
            assert made["has_own_shapes"]
            seat = await ada.post(f"/api/contests/{made['contest']}/play")
            async with Viewer(server.address, seat["match"], seat["token"]) as viewer:
                await viewer.take_turns()
            (best,) = await ada.get("/api/me/records")
            assert best["options_key"] == "basic own-starting-tiles"
            (line,) = await ada.get("/api/me/history")
            assert line["has_own_shapes"]

    run(story())


def test_a_stored_setup_keeps_them() -> None:
    setup = Setup.new(Options(2, starting_tiles=True), Random(1), shapes=parse_shapes(SHAPES))
    stored = json.loads(json.dumps(setup.to_dict()))
    assert Setup.from_dict(stored) == setup
    assert setup.options_key == "basic own-starting-tiles"
    assert {*setup.starting_tiles} <= {*setup.shapes}
