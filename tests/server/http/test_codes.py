"""Codes: six characters lead to a match that waits, and guessing them leads nowhere."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from nmbr9.protocol.host import Newcomer
from nmbr9.protocol.ids import CODE_LENGTH, ID_ALPHABET, new_match_id
from nmbr9.protocol.seating import new_setup
from nmbr9.rules.options import Options
from nmbr9.server.http.codes import TRIES_AT_ONCE, TRIES_PER_SECOND, new_tries
from nmbr9.server.live import seating
from nmbr9.storage.database import open_database
from nmbr9.storage.matches import unfinished_ids_with
from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving


def test_a_code_has_no_characters_that_look_alike() -> None:
    assert not set("01ilo") & set(ID_ALPHABET)
    id = new_match_id()
    assert set(id) <= set(ID_ALPHABET)
    assert len(id) == CODE_LENGTH + 12


def test_a_code_leads_to_a_match_until_it_starts(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            code = made["match"][:CODE_LENGTH]
            assert await ben.get(f"/api/codes/{code}") == {"match": made["match"]}
            await ben.post(f"/api/matches/{made['match']}/join")
            # Who left the page before the start finds it again.
            assert await ben.get(f"/api/codes/{code}") == {"match": made["match"]}
            async with Viewer(server.address, made["match"], made["token"]) as host:
                assert (await host.command("start"))["type"] == "accepted"
            gone = await ben.http.get(f"/api/codes/{code}")
            assert (gone.status_code, gone.json()["code"]) == (404, "code/not-found")

    run(story())


@pytest.mark.parametrize("code", ["abcde", "abcdefg", "abc%20ef", "ABCDEF", "äbcdef"])
def test_what_is_no_code_is_refused(server: Server, code: str) -> None:
    answer = httpx.get(f"{server.address}/api/codes/{code}")
    assert (answer.status_code, answer.json()["code"]) == (422, "request/malformed")


def test_no_two_unfinished_matches_have_one_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = iter(["aaaaaa" + "b" * 12, "aaaaaa" + "c" * 12, "aaaaab" + "b" * 12])
    monkeypatch.setattr(seating, "new_match_id", lambda: next(ids))
    database = open_database(f"sqlite:///{tmp_path / 'games.sqlite3'}")

    setup, hosts = new_setup(Options(players=2)), [Newcomer(id, "P", 0.0, id) for id in "pq"]
    made = [seating.open_match(database, setup, host, [], [])[0] for host in hosts]
    assert made == ["aaaaaa" + "b" * 12, "aaaaab" + "b" * 12]
    assert unfinished_ids_with(database, "aaaaaa") == made[:1]
    assert unfinished_ids_with(database, "aaaaac") == []
    database.close()


@pytest.mark.rest
def test_wrong_codes_are_limited_and_right_ones_are_not(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path) as server:

        async def story() -> None:
            async with Person(server.address, "Ada") as ada:
                made = await ada.post("/api/matches", options={"players": 2})
                code = made["match"][:CODE_LENGTH]
                for _ in range(TRIES_AT_ONCE + 1):
                    assert await ada.get(f"/api/codes/{code}")
                tried = [await ada.http.get("/api/codes/zzzzzz") for _ in range(TRIES_AT_ONCE + 1)]
                statuses = [answer.status_code for answer in tried]
                assert statuses == [404] * TRIES_AT_ONCE + [429]
                assert tried[-1].json()["code"] == "code/too-many"
                assert (await ada.http.get(f"/api/codes/{code}")).status_code == 429

        run(story())


def test_a_guesser_finds_one_of_a_hundred_in_less_than_a_thousand_days() -> None:
    tries = TRIES_AT_ONCE + TRIES_PER_SECOND * 24 * 3600
    assert 1 - (1 - 100 / len(ID_ALPHABET) ** CODE_LENGTH) ** tries < 0.001


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 10])
def test_several_processes_together_let_nobody_guess_more(processes: int) -> None:
    each = [new_tries(processes) for _ in range(processes)]
    at_once = sum(tries.take("here") for tries in each for _ in range(2 * TRIES_AT_ONCE))
    assert TRIES_AT_ONCE - processes < at_once <= TRIES_AT_ONCE
    assert sum(tries._rate for tries in each) == pytest.approx(TRIES_PER_SECOND)
