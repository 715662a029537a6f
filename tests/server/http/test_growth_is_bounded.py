"""Guests and matches that one address can make."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from nmbr9.server.app import create_app
from nmbr9.server.background.quotas import FAMILY, NEW_GUESTS, NEW_MATCHES
from nmbr9.server.settings import Settings

HERE, CROWD = "203.0.113.7", "203.0.113.8"


def test_an_address_makes_so_many_guests_and_a_player_so_many_matches(tmp_path: Path) -> None:
    async def story() -> None:
        settings = Settings(
            database=str(tmp_path / "games.sqlite3"), requests_per_second=1e6, crowds=(CROWD,)
        )
        app = create_app(settings)

        def client(address: str) -> httpx.AsyncClient:
            transport = httpx.ASGITransport(app, client=(address, 5))
            return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")

        async def comes(address: str, path: str, **body: object) -> httpx.Response:
            """Somebody new, each time."""
            async with client(address) as http:
                return await http.post(path, json=body)

        async def many(ask: Callable[[], Awaitable[httpx.Response]], most: int) -> httpx.Response:
            """Ask until it is too much; meanwhile there is room again for a few more."""
            for count in range(3 * most):
                if (answer := await ask()).status_code != 201:
                    assert count >= most
                    return answer
            raise AssertionError("expected an end")

        async with app.router.lifespan_context(app):
            most = FAMILY * NEW_GUESTS.in_minute
            refused = await many(lambda: comes(HERE, "/api/players", name="Eve"), most)
            assert (refused.status_code, refused.json()["code"]) == (429, "player/too-many")
            assert "set-cookie" not in refused.headers
            # Elsewhere, and where many people share an address, nobody notices.
            for address, count in (("203.0.113.9", 1), (CROWD, 3 * most)):
                for _ in range(count):
                    assert (await comes(address, "/api/players", name="Ada")).status_code == 201
            async with client(CROWD) as http:
                await http.post("/api/players", json={"name": "Ada"})
                refused = await many(
                    lambda: http.post("/api/matches", json={}), NEW_MATCHES.in_minute
                )
            assert (refused.status_code, refused.json()["code"]) == (429, "match/too-many")

    asyncio.run(story())
