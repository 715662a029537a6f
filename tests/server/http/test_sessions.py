"""The cookie: of this very host where the line is secure, renewed, exchanged, and given up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from nmbr9.server.access.identity import COOKIE, COOKIE_SECONDS
from nmbr9.server.app import create_app
from nmbr9.server.settings import Settings
from tests.postgresql import PostgreSQL
from tests.server.client import Person, Viewer, run
from tests.server.serving import UNLIMITED, Server, serving

SECURE = "__Host-nmbr9_player"


@asynccontextmanager
async def asked(folder: Path, *, is_secure: bool) -> AsyncIterator[httpx.AsyncClient]:
    """A client without cookies of its own, and a server in this process."""
    app = create_app(Settings(database=f"{folder}/games.sqlite3", is_secure=is_secure))
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="https://nmbr9") as client,
    ):
        yield client


def cookies_of(answer: httpx.Response) -> dict[str, set[str]]:
    """Each cookie that is set, with what stands behind its value."""
    found = {}
    for text in answer.headers.get_list("set-cookie"):
        pair, *rest = text.split("; ")
        found[pair.split("=")[0]] = {word for word in rest if not word.startswith("expires")}
    return found


KEPT = {f"Max-Age={COOKIE_SECONDS}", "Path=/", "Secure", "HttpOnly", "SameSite=lax"}


def test_a_secure_line_has_a_cookie_of_this_very_host(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path, is_secure=True) as client:
            made = await client.post("/api/players", json={"name": "Ada"})
            assert cookies_of(made)[SECURE] == KEPT
            assert (await client.get("/api/me")).json() == made.json()
            again = cookies_of(await client.get("/api/me"))
            assert again[SECURE] == KEPT, "who plays now and then stays who they are"
            assert "set-cookie" not in (await client.get("/api/bots")).headers

    run(story())


def test_an_old_cookie_is_exchanged_and_nobody_loses_games(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path, is_secure=False) as client:
            made = await client.post("/api/players", json={"name": "Ada"})
            assert set(cookies_of(made)) == {COOKIE}
            token = client.cookies[COOKIE]
            match = (await client.post("/api/matches", json={})).json()["match"]
        async with asked(tmp_path, is_secure=True) as client:
            told = await client.get("/api/me/history", headers={"Cookie": f"{COOKIE}={token}"})
            assert [line["match"] for line in told.json()] == [match]
            assert cookies_of(told) == {
                SECURE: KEPT,
                COOKIE: {"Max-Age=0", "Path=/", "SameSite=lax"},
            }
            client.cookies.clear()
            # A neighbour's page may set the old one; it counts for nothing beside the new one.
            both = {"Cookie": f"{COOKIE}=neighbour; {SECURE}={token}"}
            assert (await client.get("/api/me", headers=both)).json()["name"] == "Ada"
            client.cookies.clear()
            nobody = await client.get("/api/me", headers={"Cookie": f"{SECURE}=none"})
            assert (nobody.status_code, cookies_of(nobody)) == (401, {})

    run(story())


def test_who_logs_out_leaves_nothing_that_opens_anything(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada, Person(server.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            match, cookie = made["match"], ada.cookie
            await ben.post(f"/api/matches/{match}/join")
            async with Viewer(server.address, match, made["token"]) as viewer:
                answer = await ada.http.delete("/api/me/session")
                assert answer.status_code == 204
                assert not ada.http.cookies
                await viewer.closing()
                assert viewer.closed_with == 1012
            stolen = await ben.http.get("/api/me", headers={"Cookie": cookie})
            assert stolen.status_code == 401
            async with Viewer(server.address, match, made["token"]) as viewer:
                await viewer.closing()
                assert viewer.closed_with == 1008
            seats = await ben.get(f"/api/matches/{match}")
            assert seats["seats/0"]["name"] == "Ada"
            assert (await ada.http.delete("/api/me/session")).status_code == 401

    run(story())


@pytest.mark.rest
def test_who_leaves_at_one_process_is_sent_away_at_the_others(
    postgresql: PostgreSQL, tmp_path: Path
) -> None:
    async def story(here: Server, there: Server) -> None:
        async with Person(here.address, "Ada") as ada, Person(here.address, "Ben") as ben:
            made = await ada.post("/api/matches", options={"players": 2})
            match = made["match"]
            taken = await ben.post(f"/api/matches/{match}/join")
            async with (
                Viewer(there.address, match, made["token"]) as adas,
                Viewer(there.address, match, taken["token"]) as bens,
                Viewer(there.address, match) as onlooker,
            ):
                await onlooker.until(lambda parts: parts["seats/1"]["name"] == "Ben")
                assert (await ada.http.delete("/api/me/session")).status_code == 204
                await adas.closing()
                assert adas.closed_with == 1012
                assert bens.closed_with is None
                assert (await ben.http.delete("/api/me")).status_code == 204
                await bens.closing()
                await onlooker.until(lambda parts: parts["seats/1"]["name"] == "")
                assert onlooker.parts["seats/0"]["name"] == "Ada"

    url = postgresql.new_database()
    (tmp_path / "other").mkdir()
    with (
        serving(url, tmp_path, **UNLIMITED) as here,
        serving(url, tmp_path / "other", **UNLIMITED) as there,
    ):
        run(story(here, there))
