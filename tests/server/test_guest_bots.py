"""Bots that the operator named: chosen by name, survived whatever they do, gone with the server."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nmbr9.bots.guests.process_bot import GRACE_SECONDS
from nmbr9.bots.registry import BOTS
from nmbr9.host.thinking import SECONDS
from tests.bots.guests.programs import bad_bot, running, wait_until_gone
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving, serving_without_error

BUSY_SECONDS = 20
"""What starting processes may take besides on a busy machine."""
BAD = ("killed", "silent", "babbling", "slow", "forking")
WORSE = ("cheating", "multiplying", "crashing", "deaf", "greedy-for-memory")


def named(*hows: str, mark: str = "") -> str:
    return ",".join(bad_bot(how, mark) for how in hows)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("guests")
    with serving_without_error(folder, NMBR9_BOTS=named("spying", "cheating")) as it:
        yield it


def test_the_bots_there_are_can_be_asked_for(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            told = await ada.get("/api/bots")
            assert [bot["name"] for bot in told] == [*BOTS, "spying", "cheating"]
            assert [bot["is_ours"] for bot in told] == [True] * len(BOTS) + [False] * 2
            assert "process" not in str(told)

    run(story())


@pytest.mark.parametrize(
    "name",
    ["os:getcwd", "nmbr9.bots.greedy:Greedy", "process:touch /tmp/x", bad_bot("spying")[:40], ""],
)
def test_a_request_that_names_code_is_refused(server: Server, name: str) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            refused = await ada.http.post(
                "/api/matches", json={"options": {"players": 2}, "bots": [name]}
            )
            assert (refused.status_code, refused.json()["code"]) == (409, "seat/no-such-bot")
            made = await ada.post("/api/matches", options={"players": 2})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                if name:
                    answer = await viewer.command("seat-bot", seat=1, bot=name)
                    assert answer["code"] == "seat/no-such-bot"
                await viewer.command("seat-bot", seat=1, bot="spying")
                assert viewer.parts["seats/1"]["bot"] == "spying"

    run(story())


def test_a_match_with_a_good_and_a_cheating_bot_is_played_to_its_end(server: Server) -> None:
    """The good one looks for secrets in its environment and for the deck, and finds none."""

    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post(
                "/api/matches", options={"players": 3}, bots=["spying", "cheating"]
            )
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
                assert len(viewer.parts["result"]["scores"]) == 3
            replay = await ada.get(f"/api/matches/{made['match']}/replay")
            assert replay["bots"] == [None, "spying", "cheating"]

    run(story())
    logs = server.logs()
    assert "cheating forfeits a move to greedy: expected a legal action, got 9u@50,50^7" in logs
    assert "spying forfeits" not in logs


@pytest.mark.rest
@pytest.mark.parametrize("hows", [BAD, WORSE])
def test_the_others_play_on_whatever_bots_do(hows: tuple[str, ...], tmp_path: Path) -> None:
    """Six at a table, five of them bad: no round takes longer than the slowest of them may."""

    async def story(address: str) -> None:
        async with Person(address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 6}, bots=list(hows))
            async with Viewer(address, made["match"], made["token"]) as viewer:
                while not viewer.is_over:
                    began = time.monotonic()
                    await viewer.take_turn()
                    assert time.monotonic() - began < SECONDS + GRACE_SECONDS + BUSY_SECONDS
                assert len(viewer.parts["result"]["scores"]) == 6

    with serving_without_error(tmp_path, NMBR9_BOTS=named(*hows, mark=tmp_path.name)) as server:
        run(story(server.address), 400)
        for how in hows:
            assert how == "forking" or f"{how} forfeits a move to greedy" in server.logs()
        assert running(tmp_path.name)
    wait_until_gone(tmp_path.name)


@pytest.mark.rest
def test_a_stored_match_goes_on_without_its_bot(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"

    async def begin(address: str) -> dict[str, str]:
        async with Person(address, "Ada") as ada:
            made: dict[str, str] = await ada.post(
                "/api/matches", options={"players": 2}, bots=["spying"]
            )
            return made

    async def go_on(address: str) -> None:
        async with Viewer(address, begun["match"], begun["token"]) as viewer:
            await viewer.take_turns()

    begun: dict[str, str] = {}
    with serving(database, tmp_path, NMBR9_BOTS=named("spying", mark=tmp_path.name)) as server:

        async def first() -> None:
            begun.update(await begin(server.address))

        run(first())
        server.kill()
    wait_until_gone(tmp_path.name)
    with serving(database, tmp_path) as server:
        run(go_on(server.address))
        assert "'spying' is not among the bots here: greedy plays for it" in server.logs()


def test_a_bot_that_fails_at_the_start_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nmbr9", "serve", "--port", "0", "--bots", bad_bot("newer")]
    done = subprocess.run(
        [*command, "--database", str(tmp_path / "games.sqlite3")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["nmbr9: expected protocol 1, got 2"]
    assert running("newer") == []
