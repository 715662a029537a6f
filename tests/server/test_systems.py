"""The server on systems that lack what Linux has: it starts, and people and bots play."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.client import Person, Viewer, run
from tests.server.serving import Server, serving_without_error

LESS = """
import os, socket, sys
del socket.SO_REUSEPORT, socket.TCP_USER_TIMEOUT, os.fork, os.nice
sys.modules["uvloop"] = sys.modules["httptools"] = None
"""
"""Run by every process of the server before anything else, because of its name."""


@pytest.mark.rest
def test_a_game_without_what_only_some_systems_have(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        async with Person(server.address, "Ada") as ada:
            made = await ada.post("/api/matches", options={"players": 2})
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                await viewer.command("seat-bot", seat=1, bot="greedy")
                assert (await viewer.command("start"))["type"] == "accepted"
                await viewer.take_turns()
                assert len(viewer.parts["result"]["scores"]) == 2

    (tmp_path / "sitecustomize.py").write_text(LESS)
    with serving_without_error(tmp_path, PYTHONPATH=str(tmp_path)) as server:
        run(story(server))
