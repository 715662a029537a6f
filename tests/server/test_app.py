"""What the application says about itself."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import event

from nmbr9.storage.database import open_database


def test_health_is_one_small_write(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "games.sqlite3"))
    asked: list[str] = []
    event.listen(
        database.engine, "before_cursor_execute", lambda *about: asked.append(str(about[2]))
    )
    database.check()
    database.close()
    assert asked == ["BEGIN IMMEDIATE", "UPDATE health SET checked=?"]
