"""Contests and a player's data, over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from nmbr9 import Game
from nmbr9.server.settings import Settings, SettingsError, from_environment, to_environment
from tests.cli import commands
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving


def test_a_guest_becomes_a_player_with_the_first_match(server: Server) -> None:
    with httpx.Client(base_url=server.address) as http:
        refused = http.post("/api/matches", json={"options": {}})
        assert (refused.status_code, refused.json()["code"]) == (401, "player/unknown")
        made = http.post("/api/matches", json={"options": {}, "name": "Guest"})
        assert made.status_code == 201
        assert http.get("/api/me").json() == made.json()["player"]
        again = http.post("/api/matches", json={"options": {}, "name": "Another"})
        assert again.json()["player"] == made.json()["player"]
        assert len(http.get("/api/me/history").json()) == 2


def test_an_opponent_is_chosen_by_the_last_games(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            assert await ada.get("/api/me/opponent") == {"bot": None, "games": 0}
            made = await ada.post("/api/matches", options={})
            assert await ada.get("/api/me/opponent") == {"bot": None, "games": 0}
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
            # Whoever lays every tile at the first spot scores less than anybody of the ladder.
            weakest = next(bot for bot in await ada.get("/api/bots") if bot["scores"])
            assert await ada.get("/api/me/opponent") == {"bot": weakest["name"], "games": 1}

    run(story())


def test_an_arena_ranks_any_number_live(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Host") as host:
            arena = await host.post("/api/arenas", options={}, minutes=5)
            people = [Person(server.address, f"P{index}") for index in range(8)]
            for person in people:
                await person.__aenter__()
                told = await person.post(f"/api/contests/{arena['contest']}/play")
                async with Viewer(server.address, told["match"], told["token"]) as viewer:
                    if person is not people[-1]:
                        await viewer.take_turns()
            board = (await people[0].get(f"/api/contests/{arena['contest']}"))["board"]
            assert len(board) == 8
            assert [line["is_finished"] for line in board] == [True] * 7 + [False]
            assert all(line["rank"] == 1 for line in board[:7])  # All played alike.
            assert board[0]["match"] is not None
            unfinished = (await people[-1].get(f"/api/contests/{arena['contest']}"))["board"]
            assert all(line["match"] is None for line in unfinished)
            for person in people:
                await person.http.aclose()

    run(story())


def test_a_challenge_is_played_on_the_deck_of_a_game(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"gap_fillers": True})
            refused = await ada.http.post("/api/challenges", json={"match": made["match"]})
            assert refused.json()["code"] == "match/not-over"
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
                deck = viewer.parts["result"]["deck"]
            challenge = await ada.post("/api/challenges", match=made["match"])
            entered = await ben.post(f"/api/contests/{challenge['contest']}/play")
            async with Viewer(server.address, entered["match"], entered["token"]) as viewer:
                assert viewer.parts["match"]["options"]["gap_fillers"]
                await viewer.take_turns()
                assert viewer.parts["result"]["deck"] == deck
            two = await ben.http.post("/api/challenges", json={"options": {"players": 2}})
            assert two.status_code == 422

    run(story())


def test_a_deleted_player_is_gone(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Gone Girl") as gone:
            made = await gone.post("/api/matches", options={})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
            assert (await gone.http.delete("/api/me")).status_code == 204
            assert (await gone.http.get("/api/me")).status_code == 401
        async with Person(server.address, "Other") as other:
            record = await other.get(f"/api/matches/{made['match']}/record")
            assert record["names"] == ["Player 1"]
            assert Game.from_record(record).is_over

    run(story())


def test_a_game_of_ones_own_is_deleted(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2}, bots=["random"])
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turn()
            path = f"/api/me/history/{made['match']}"
            assert (await ben.http.delete(path)).json()["code"] == "match/kept"
            assert (await ada.http.delete(path)).status_code == 204
            assert await ada.get("/api/me/history") == []
            assert (await ada.http.delete(path)).json()["code"] == "match/kept"
            shared = await ada.post("/api/matches", options={"players": 2})
            await ben.post(f"/api/matches/{shared['match']}/join")
            path = f"/api/me/history/{shared['match']}"
            assert (await ada.http.delete(path)).json()["code"] == "match/kept"
            assert len(await ada.get("/api/me/history")) == 1

    run(story())


def nmbr9(*arguments: str, stdin: str = "") -> str:
    ran = commands.nmbr9(*arguments, typed=stdin)
    assert "Traceback" not in ran.err, ran.err
    return ran.out if ran.code == 0 else f"{ran.code}: {ran.err}"


@pytest.mark.rest
def test_data_goes_out_and_in_while_the_server_runs(tmp_path: Path) -> None:
    database, copy = tmp_path / "games.sqlite3", tmp_path / "copy.sqlite3"

    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()

    with serving(f"sqlite:///{database}", tmp_path) as server:
        run(story(server))
        lines = nmbr9("data", "export", "--database", str(database))
        (line,) = map(json.loads, lines.splitlines())
        assert "Ada" not in lines
        (record,) = nmbr9("data", "records", "--database", str(database)).splitlines()
        assert Game.from_record(json.loads(record)).is_over
        assert "1 match and 1 player" in nmbr9(
            "data", "backup", str(copy), "--database", str(database)
        )
    assert nmbr9("data", "export", "--database", str(copy)) == lines
    other = str(tmp_path / "other.sqlite3")
    assert nmbr9("data", "import", "-", "--database", other, stdin=lines) == "1 new matches\n"
    assert nmbr9("data", "import", "-", "--database", other, stdin=lines) == "0 new matches\n"
    assert nmbr9("data", "import", "-", "--database", other, stdin="{}").startswith(
        "1: nmbr9: line 1"
    )
    assert nmbr9("data", "import", "-", "--database", other, stdin="x").startswith(
        "1: nmbr9: line 1"
    )
    third = str(tmp_path / "third.sqlite3")
    assert nmbr9("data", "move", third, "--database", other) == ("copied: 1 match and 0 players\n")
    assert line["events"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "99999"], "expected a port"),
        (["--workers", "2"], "expected a URL of PostgreSQL"),
        (["--database", "mysql://x"], "expected"),
        (["--origin", "example.org"], "expected an origin"),
        (["--host", "256.1.1.1"], "expected a free address"),
        (["--workers", "0"], "expected workers of at least 1"),
    ],
)
def test_wrong_settings_are_one_sentence(arguments: list[str], complaint: str) -> None:
    answer = nmbr9("serve", "--port", "0", *arguments)
    assert answer.startswith("1: nmbr9: ")
    assert complaint in answer
    assert len(answer.splitlines()) == 1


def test_settings_go_through_the_environment() -> None:
    settings = Settings("x.sqlite3", port=1, origins=("https://a.example",), is_secure=True)
    assert from_environment(to_environment(settings)) == settings
    for name, value in {"PORT": "many", "SECURE": "perhaps", "ORIGINS": "a.example"}.items():
        with pytest.raises(SettingsError, match="expected"):
            from_environment({f"NMBR9_{name}": value})
