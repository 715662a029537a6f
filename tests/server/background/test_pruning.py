"""A server removes what never became a game, and nothing that somebody has open."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from nmbr9.match.commands import join
from nmbr9.match.match import Match
from nmbr9.match.setup import Setup
from nmbr9.rules.options import Options
from nmbr9.server.background import pruning
from nmbr9.server.live.hub import Hub
from nmbr9.server.live.seating import rows_of, store_match
from nmbr9.server.settings import Settings, SettingsError
from nmbr9.storage.copies import Contents
from nmbr9.storage.database import Database, open_database
from nmbr9.storage.errors import NotFound, Unavailable
from nmbr9.storage.matches import newest_matches
from nmbr9.storage.prune import DAY, Patience, note_open, prune, prune_some
from tests.server.client import run


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(f"sqlite:///{tmp_path}/games.sqlite3")
    yield opened
    opened.close()


def store_waiting(database: Database, id: str, days: float) -> None:
    """Store a match of two that waits for the second for so many days."""
    now = time.time() - days * DAY
    setup = Setup.new(Options(players=2), Random(1))
    row, seats = rows_of(id, setup, [], [], now)
    store_match(database, row, setup, [join(Match.new(id, setup), "p0", None, now)], seats)


def stored(database: Database) -> set[str]:
    return {row.id for row in newest_matches(database, 9)}


def test_every_hour_all_goes_but_what_is_open(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "HOUR", 0.01)
    monkeypatch.setattr("nmbr9.server.live.hub.note_long_waiting", lambda *_: None)
    threads = set()
    noted: list[str] = []

    def note(database: Database, ids: list[str], now: float) -> int:
        found = note_open(database, ids, now)
        noted.extend(ids)
        return found

    def prune_elsewhere(*arguments: object) -> Contents:
        threads.add(threading.current_thread())
        return prune_some(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pruning, "note_open", note)
    monkeypatch.setattr(pruning, "prune_some", prune_elsewhere)

    async def story() -> None:
        store_waiting(database, "open", 0.5)
        hub = Hub(Settings(database=str(database)), database)
        try:
            await hub.match("open")
            store_waiting(database, "shut", 2.0)
            while "shut" in stored(database) or "open" not in noted:
                await asyncio.sleep(0.01)
        finally:
            await hub.close()
        # Two days after it was made, and one and a half after it was last noted.
        assert prune(database, Patience(1.0, 7.0), time.time() + 0.75 * DAY) == (0, 0)
        assert prune(database, Patience(1.0, 7.0), time.time() + 1.25 * DAY) == (1, 0)

    run(story())
    assert threads
    assert threading.main_thread() not in threads


def test_a_match_that_is_opened_late_is_open_for_other_processes_at_once(
    database: Database,
) -> None:
    async def story() -> None:
        hub = Hub(Settings(database=str(database)), database)
        try:
            store_waiting(database, "late", 0.99)
            await hub.match("late")
            assert prune(database, Patience(1.0, 7.0), time.time() + 0.5 * DAY) == (0, 0)
        finally:
            await hub.close()

    run(story())


def test_a_match_that_goes_while_it_is_read_is_not_there(database: Database) -> None:
    async def story() -> None:
        store_waiting(database, "gone", 2.0)
        (row,) = newest_matches(database, 1)
        assert prune(database, Patience(1.0, 7.0), time.time()) == (1, 0)
        with pytest.raises(NotFound, match="expected the id of a match, got 'gone'"):
            pruning.note_long_waiting(database, row)

    run(story())


def test_a_database_that_fails_is_pruned_later(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pruning, "HOUR", 0.01)
    tries = 0

    def fail_first(*arguments: object) -> Contents:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise Unavailable("expected the database to answer, got nothing")
        return prune_some(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pruning, "prune_some", fail_first)

    async def story() -> None:
        store_waiting(database, "shut", 2.0)
        rounds = pruning.Pruning(database, Patience(1.0, 7.0), list)
        task = asyncio.create_task(rounds.run())
        while stored(database):
            await asyncio.sleep(0.01)
        task.cancel()

    run(story())
    assert "nothing is pruned for an hour: expected the database to answer" in caplog.text


@pytest.mark.parametrize("days", [-1.0, 0.5, float("nan")])
def test_nobody_waits_for_less_than_a_day(days: float) -> None:
    with pytest.raises(SettingsError, match="expected waiting_days of at least 1, or 0 for ever"):
        Settings(waiting_days=days)
    with pytest.raises(SettingsError, match="expected guest_days of at least 1, or 0 for ever"):
        Settings(guest_days=days)
