"""Bots think in processes of their own, and these end with the server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving


@pytest.fixture
def compiling(tmp_path: Path) -> Iterator[Server]:
    """A server with a bot that is compiling, because nothing is cached."""
    with serving(
        f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache")
    ) as it:
        run(_begin_against_a_bot(it.address))
        wait(lambda: bool(it.workers()))
        yield it


async def _begin_against_a_bot(address: str) -> None:
    async with Person(address, "Ada") as ada:
        made = await ada.post("/api/matches", options={"players": 2}, bots=["steady"])
        async with Viewer(address, made["match"], made["token"]):
            pass


def wait(happened: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def is_gone(pid: int) -> bool:
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return True


@pytest.mark.rest
def test_a_server_told_to_stop_does_not_wait_for_its_bots(compiling: Server) -> None:
    bots = compiling.workers()
    began = time.monotonic()
    assert compiling.stop() == 0
    assert time.monotonic() - began < 15
    assert all(is_gone(bot) for bot in bots)


@pytest.mark.rest
def test_bots_end_when_their_server_is_killed(compiling: Server) -> None:
    bots = compiling.workers()
    compiling.kill()
    wait(lambda: all(is_gone(bot) for bot in bots))
