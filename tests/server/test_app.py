"""What the application says about itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import ASGITransport, AsyncClient
from sqlalchemy import event

from nmbr9.server.app import create_app
from nmbr9.server.settings import Settings
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import Unavailable
from tests.server.client import run


def test_health_is_one_small_question(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "games.sqlite3"))
    asked: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *about: asked.append(str(about[2]))
    )
    database.check()
    database.close()
    assert asked == ["BEGIN", "SELECT 1 FROM matches LIMIT 1"]


def test_health_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Database) -> None:
        raise Unavailable("expected the database to answer, got silence")

    async def story() -> None:
        app = create_app(Settings(database=str(tmp_path / "games.sqlite3")))
        client = AsyncClient(transport=ASGITransport(app), base_url="http://nmbr9")
        async with app.router.lifespan_context(app), client:
            assert (await client.get("/healthz")).json() == {"status": "ok"}
            monkeypatch.setattr(Database, "check", fail)
            answer = await client.get("/healthz")
            assert (answer.status_code, answer.json()["code"]) == (503, "storage/unavailable")

    run(story())
