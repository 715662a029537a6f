"""What a process makes of the news of others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from nmbr9.protocol.host import Newcomer
from nmbr9.protocol.seating import WantedOptions
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.seating import open_match
from nmbr9.server.settings import Settings
from nmbr9.storage.database import open_database


class _Bell:
    """In the place of an event loop: notes the lengths that it is woken for."""

    def __init__(self) -> None:
        self.woken: list[object] = []

    def call_soon_threadsafe(self, *what: object) -> None:
        self.woken.append(what[-1])


def test_the_event_loop_is_woken_for_news_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bell = _Bell()

    async def story() -> None:
        hub = Hub(Settings(), database)
        ada = Newcomer("ada", "Ada", 0.0, "hash")
        id, _ = open_match(database, WantedOptions(players=2).setup(), ada, [], [])
        length = (await hub.match(id)).match.length
        with monkeypatch.context() as patch:
            patch.setattr(hub, "_loop", bell)
            hub._heard_elsewhere("elsewhere", 7)  # Another process has it.
            hub._heard_elsewhere(id, length)  # This process has stored it.
            hub._heard_elsewhere(id, length + 1)
        assert bell.woken == [length + 1]
        await hub.close()

    database = open_database(f"sqlite:///{tmp_path}/games.sqlite3")
    asyncio.run(story())
    database.close()


def test_nothing_is_remembered_of_a_match_that_was_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        hub = Hub(Settings(), database)
        ada = Newcomer("ada", "Ada", 0.0, "hash")
        id, _ = open_match(database, WantedOptions(players=2).setup(), ada, [], [])
        await hub.match(id)
        assert hub._deserted == {id}
        hub.let_go(id)
        assert (hub._deserted, hub.watched) == (set(), (0, 0))
        await hub.close()

    database = open_database(f"sqlite:///{tmp_path}/games.sqlite3")
    asyncio.run(story())
    database.close()
