"""Analyses over HTTP: part by part, kept, and only of games that are over."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from nmbr9 import Game, Options
from nmbr9.host import analysing
from nmbr9.match.replay import replayed
from nmbr9.protocol.host import Waiting
from nmbr9.protocol.requests.analysis_answers import nameless
from nmbr9.protocol.requests.denials import Denied
from nmbr9.rules.options import Variant
from nmbr9.server.background.analysis_jobs import Analyses
from nmbr9.server.background.process_pool import Processes
from nmbr9.server.background.quotas import Quota, Quotas
from nmbr9.solver.analysis.analyst import Analyst
from nmbr9.storage.analyses import find_analysis, keep_analysis, keep_record
from nmbr9.storage.database import open_database
from tests.postgresql import PostgreSQL
from tests.server.background.test_bot_pool import is_gone, wait
from tests.server.client import COMPILING, Person, Viewer, run
from tests.server.serving import UNLIMITED, Server, serving


def _played(options: Options | None = None, seed: int = 3, rounds: int = 99) -> Game:
    game = Game.new(options or Options(players=1), seed=seed)
    while not game.is_over and game.table.round_number <= rounds:
        seat = game.waiting_for[0]
        game = game.apply_unchecked(seat, game.legal_actions(seat)[-1])
    return game


async def _whole(person: Person, path: str) -> tuple[Any, list[float]]:
    """What is known in the end, and how far it was each time that it was asked for."""
    progress: list[float] = []
    async with asyncio.timeout(COMPILING):
        while True:
            told = await person.get(path)
            progress.append(told["progress"])
            assert told["is_complete"] == (told["state"] == "complete")
            if told["is_complete"]:
                return told, progress
            assert told["state"] in ("waiting", "computing"), told
            await asyncio.sleep(0.1)


def _answer(server: Server, record: object) -> httpx.Response:
    return httpx.post(f"{server.address}/api/analysis", json=record)


@pytest.mark.long
def test_a_match_is_analysed_part_by_part_and_found_after_a_restart(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 1})
            path = f"/api/matches/{made['match']}/analysis"
            for method in ("GET", "POST"):
                refused = await ada.http.request(method, path)
                assert (refused.status_code, refused.json()["code"]) == (409, "match/not-over")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
            first = await ada.post(path)
            assert first["players"][0]["moves"] == []
            assert (await ada.post(path))["id"] == first["id"]
            told, progress = await _whole(ada, path)
            assert progress == sorted(progress)
            assert len(set(progress)) > 2
            (player,) = told["players"]
            assert len(player["moves"]) == 20
            assert player["hindsight"][-1] == told["scores"][0]
            assert told["best_found"] >= max(told["par"], player["hindsight"][0])
            worst = max(player["moves"], key=lambda move: move["loss"])
            losses = {move["index"]: move["loss"] for move in player["moves"]}
            assert losses[player["turning_points"][0]] == worst["loss"]
            assert {"action", "value", "gained"} == set(worst["best"][0])
            assert "Ada" not in str(told)
            server.stop()
            server.start()
            again = await ada.http.get(path)
            assert again.json() == told
            assert not server.workers()  # Nothing is computed again.

    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(database, tmp_path, **UNLIMITED, NMBR9_ANALYSIS_SECONDS="0.5") as server:
        run(story(server), COMPILING)
        assert '"level": "error"' not in server.logs(), server.logs()


@pytest.mark.long
def test_the_record_of_a_finished_game_gets_an_id_that_leads_to_it(server: Server) -> None:
    game = _played(Options(players=2, variant=Variant.TWO_OUT_OF_THREE))
    record = {**game.to_record(), "names": ["Ada", "Ben"]}
    told = _answer(server, record).json()
    other = _answer(server, {**record, "names": ["Cem", "Dee"]}).json()
    assert told["id"] == other["id"]
    assert [len(player["moves"]) for player in told["players"]] == [0, 0]
    path = f"/api/analysis/{told['id']}"

    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            assert await ada.get(f"{path}/replay") == replayed(nameless(game))
            whole, _ = await _whole(ada, path)
            expected = {index % 2 for index in range(2)}
            assert {move["action"]["player"] for p in whole["players"] for move in p["moves"]} == (
                expected
            )
            assert whole["par"] > 0
            assert whole["best_found"] >= max(whole["scores"])
            # What was still possible is found in the basic game without modules only.
            assert whole["players"][0]["hindsight"] is None

    run(story(), COMPILING)


def test_other_records_are_refused(server: Server) -> None:
    running = _answer(server, _played(rounds=3).to_record())
    assert (running.status_code, running.json()["code"]) == (409, "match/not-over")
    wrong = _answer(server, {"format": "nmbr9/1"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "record/refused")
    for path in ("", "/replay"):
        unknown = httpx.get(f"{server.address}/api/analysis/{'0' * 64}{path}")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "analysis/not-found")
    assert httpx.get(f"{server.address}/api/analysis/no-hash").status_code == 422


def test_cards_of_a_running_contest_stay_secret(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            arena = await ada.post("/api/arenas", options={}, minutes=5)
            made = await ada.post(f"/api/contests/{arena['contest']}/play")
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
            for method in ("GET", "POST"):
                path = f"/api/matches/{made['match']}/analysis"
                refused = await ben.http.request(method, path)
                assert (refused.status_code, refused.json()["code"]) == (403, "contest/running")

    run(story())


def _are_gone(pids: list[int]) -> bool:
    return all(is_gone(pid) for pid in pids)


@pytest.mark.long
def test_the_process_of_an_analysis_ends_with_its_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}  # Nothing is compiled yet.
    with serving(database, tmp_path, **cache) as server:
        for end in (server.stop, server.kill):
            assert _answer(server, _played().to_record()).status_code == 200
            wait(lambda: bool(server.workers()))
            workers = server.workers()
            began = time.monotonic()
            end()
            assert time.monotonic() - began < 15
            wait(partial(_are_gone, workers))
            if end == server.stop:
                server.start()
        assert '"level": "error"' not in server.logs(), server.logs()


EVE, ADA = Waiting("192.0.2.1"), Waiting("192.0.2.2", "ada")


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no part of an analysis come to its end."""

    async def waits(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Processes, "_done", waits)


@pytest.mark.usefixtures("never")
def test_one_address_fills_its_own_places_and_followers_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "MOST_AT_ADDRESS", 2)

    async def story() -> None:
        database = open_database(str(tmp_path / "games.sqlite3"))
        analyses, game = Analyses(database, 1.0), _played()
        for id in "ab":
            assert (await analyses.begin(id, game, None, EVE))["state"] == "waiting"
        with pytest.raises(Denied, match="expected fewer than 2 waiting analyses, got 2") as denied:
            await analyses.begin("c", game, None, EVE)
        assert (denied.value.status, denied.value.code) == (503, "analysis/busy")
        assert (await analyses.begin("a", game, None, EVE))["id"] == "a"
        assert (await analyses.follow("c", game, None, EVE))["state"] == "waiting"
        assert await analyses.known("c") is None
        assert (await analyses.begin("d", game, None, ADA))["state"] == "waiting"
        assert await analyses.known("d") is not None
        analyses.close()
        database.close()

    run(story())


@pytest.mark.usefixtures("never")
def test_analyses_are_counted_and_what_is_refused_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        database = open_database(str(tmp_path / "games.sqlite3"))
        quotas = Quotas(Quota(1, 10), 1.0, lambda _: False)
        analyses, game = Analyses(database, 1.0, quotas), _played()
        await analyses.begin("a", game, None, ADA)
        with pytest.raises(Denied, match="expected fewer analyses") as denied:
            await analyses.begin("b", game, None, ADA)
        assert (denied.value.status, denied.value.code) == (429, "analysis/too-many")
        await analyses.begin("a", game, None, ADA)  # It is known: nothing is begun.
        await analyses.begin("b", game, None, EVE)
        analyses.close()
        database.close()

    run(story())


def test_what_nobody_looks_at_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "WATCHED_SECONDS", 0.0)

    async def story() -> None:
        database = open_database(str(tmp_path / "games.sqlite3"))
        analyses = Analyses(database, 1.0)
        await analyses.begin("a", _played(), None, ADA)
        while await analyses.known("a") is not None:
            await asyncio.sleep(0.01)
        analyses.close()
        database.close()

    run(story())


def test_a_failure_is_told_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        database = open_database(str(tmp_path / "games.sqlite3"))
        analyses, game = Analyses(database, 1.0), _played()
        tries = 0

        async def fails(*_: object) -> None:
            nonlocal tries
            tries += 1
            raise ValueError("no")

        monkeypatch.setattr(analyses, "_find_out", fails)
        await analyses.begin("a", game, None)
        while (await analyses.follow("a", game, None))["state"] != "failed":
            await asyncio.sleep(0.01)
        await analyses.begin("a", game, None)
        assert tries == 1
        assert "an analysis failed" in caplog.text
        analyses.close()
        database.close()

    run(story())


def test_what_an_older_version_found_is_looked_for_again(tmp_path: Path) -> None:
    async def story() -> None:
        database = open_database(str(tmp_path / "games.sqlite3"))
        game = nameless(_played())
        keep_record(database, "a", game.to_record(), 1.0)
        keep_analysis(database, "a", None, {"version": 0, "found": {}}, 1.0)
        analyses = Analyses(database, 1.0)
        assert await analyses.known("a") is None
        analyses.close()
        database.close()

    run(story())


@pytest.mark.long
def test_every_process_on_one_database_answers(postgresql: PostgreSQL, tmp_path: Path) -> None:
    url = postgresql.new_database()
    game = _played()
    (tmp_path / "other").mkdir()
    with (
        serving(url, tmp_path, **UNLIMITED) as one,
        serving(url, tmp_path / "other", **UNLIMITED) as other,
    ):
        id = _answer(one, game.to_record()).json()["id"]
        path = f"{other.address}/api/analysis/{id}"
        deadline = time.monotonic() + COMPILING
        while not (told := httpx.get(path).raise_for_status().json())["is_complete"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert len(told["players"][0]["moves"]) == 20
        wait(lambda: httpx.get(f"{one.address}/api/analysis/{id}").json()["is_complete"], COMPILING)
    database = open_database(url)
    assert find_analysis(database, id) is not None
    database.close()


@pytest.mark.rest
def test_parts_together_are_the_whole() -> None:
    game = _played(Options(players=2), rounds=3)
    whole = list(Analyst(game).moves())
    parts = [move for part in analysing._ranges(game) for move in analysing._moves(game, part)]
    assert parts == whole
