"""Sitting down: one request and one transaction for each person, also for one who is new."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from nmbr9.server.app import create_app
from nmbr9.server.settings import Settings
from nmbr9.storage.database import Database

PLAYERS = 4


@asynccontextmanager
async def asking(folder: Path) -> AsyncIterator[Callable[[], httpx.AsyncClient]]:
    """Makes clients of an application in this process."""
    app = create_app(Settings(database=str(folder / "games.sqlite3")))
    async with app.router.lifespan_context(app):
        yield lambda: httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://127.0.0.1"
        )


def test_four_newcomers_are_four_requests_and_four_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def count(name: str) -> None:
        original = getattr(Database, name)

        def counting(self: Database) -> Any:
            written.append(name)
            return original(self)

        monkeypatch.setattr(Database, name, counting)

    async def story() -> None:
        async with asking(tmp_path) as client:
            for name in ("write", "write_directly"):
                count(name)
            match, people = "", []
            for seat in range(PLAYERS):
                people.append(client())
                path = f"/api/matches/{match}/join" if match else "/api/matches"
                body = {"name": f"P{seat}"} | ({} if match else {"options": {"players": PLAYERS}})
                answer = await people[-1].post(path, json=body)
                assert answer.status_code in (200, 201), answer.text
                told = answer.json()
                match = told["match"]
                assert (told["seat"], told["player"]["name"]) == (seat, f"P{seat}")
            assert written == ["write_directly"] * PLAYERS
            # They are players from now on, with a game.
            for seat, person in enumerate(people):
                assert (await person.get("/api/me")).json()["name"] == f"P{seat}"
                [line] = (await person.get("/api/me/history")).json()
                assert (line["match"], line["seat"]) == (match, seat)
                await person.aclose()

    asyncio.run(story())


def test_who_finds_no_seat_is_not_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as client, client() as ada, client() as ben:
            made = await ada.post("/api/matches", json={"name": "Ada"})
            path = f"/api/matches/{made.json()['match']}/join"
            assert (await ben.post(path, json={})).json()["code"] == "player/unknown"
            refused = await ben.post(path, json={"name": "Ben"})
            assert refused.status_code == 409
            assert "set-cookie" not in refused.headers
            assert (await ben.post(path, json={"name": " "})).json()["code"] == "player/name"
            assert (await ada.get("/api/statistics")).json()["players"] == 1

    asyncio.run(story())


def test_a_player_who_tells_a_name_stays_who_they_are(tmp_path: Path) -> None:
    async def story() -> None:
        async with asking(tmp_path) as client, client() as ada, client() as ben:
            made = await ada.post("/api/matches", json={"name": "Ada", "options": {"players": 2}})
            known = (await ben.post("/api/players", json={"name": "Ben"})).json()
            path = f"/api/matches/{made.json()['match']}/join"
            first = (await ben.post(path, json={"name": "Other"})).json()
            assert first["player"] == known
            # Another token for the same seat; the first one opens it no more.
            again = (await ben.post(path, json={"name": "Other"})).json()
            assert (again["seat"], again["player"]) == (1, known)
            assert again["token"] != first["token"]

    asyncio.run(story())
