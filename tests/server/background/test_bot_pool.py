"""Bots think in processes of their own, and these end with the server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nmbr9.bots.greedy import greedy_action
from nmbr9.host.thinking import OPENING, own_opening
from nmbr9.protocol.host import Twin
from nmbr9.rules.game import Game
from nmbr9.rules.knowledge import view
from nmbr9.rules.options import Options
from nmbr9.rules.placing.display import Display
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


@pytest.mark.long
def test_a_server_told_to_stop_does_not_wait_for_its_bots(compiling: Server) -> None:
    bots = compiling.workers()
    began = time.monotonic()
    assert compiling.stop() == 0
    assert time.monotonic() - began < 15
    assert all(is_gone(bot) for bot in bots)


@pytest.mark.long
def test_bots_end_when_their_server_is_killed(compiling: Server) -> None:
    bots = compiling.workers()
    compiling.kill()
    wait(lambda: all(is_gone(bot) for bot in bots))


def _played(twin: Twin, deck: int) -> Display:
    """What `greedy` builds after an opening of its own."""
    game = Game.new(Options(), seed=deck)
    while not game.is_over:
        seen = view(game, 0)
        opening = own_opening(seen, twin)
        assert (opening is not None) == (len(seen.state.display.pieces) < OPENING)
        game = game.apply(0, opening or greedy_action(seen))
    return game.players[0].display


def test_bots_with_a_twin_begin_in_ways_of_their_own() -> None:
    """Five of them at one table, on a few decks: on each they build five displays."""
    for deck in range(3):
        displays = [_played(Twin("secret", number), deck) for number in range(5)]
        assert len({display.pieces for display in displays}) == len(displays)


@pytest.mark.rest
def test_bots_of_one_strength_build_displays_of_their_own(server: Server) -> None:
    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 3}, bots=["greedy"] * 2)
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.take_turns()
                assert viewer.parts["displays/1"] != viewer.parts["displays/2"]

    run(story())
