"""The package as people install it, in an environment that has nothing else: a game is played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.server.client import Person, Viewer, run
from tests.server.serving import Server

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.download


def called(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_and_sdist_are_built_and_the_wheel_plays(tmp_path: Path) -> None:
    # The wheel is built from the sdist, so that nothing can be missing in either.
    called(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT)
    wheel, sdist = sorted(tmp_path.glob("nmbr9-*"), key=lambda file: file.suffix, reverse=True)
    said = called(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    assert said.count("PASSED") == 2

    # The versions that we know, without the hashes: pip would want one for the wheel as well.
    pins = re.sub(r" \\\n +--hash=\S+", "", (ROOT / "constraints-play.txt").read_text())
    (tmp_path / "pins.txt").write_text(pins)
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python")
    install = (python, "-m", "pip", "install", "--quiet", "--no-compile")
    called(*install, "-c", tmp_path / "pins.txt", wheel)

    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server = Server(database, tmp_path / "server.log", {"PYTHONPATH": ""}, python=python)
    try:
        run(_play(server))
    finally:
        assert server.stop() == 0


async def _play(server: Server) -> None:
    async with Person(server.address, "Ada") as ada:
        made = await ada.post("/api/matches", options={"players": 2})
        async with Viewer(server.address, made["match"], made["token"]) as viewer:
            await viewer.command("seat-bot", seat=1, bot="random")
            await viewer.command("start")
            await viewer.take_turns()
            assert len(viewer.parts["result"]["scores"]) == 2
        assert "<script" in (await ada.http.get("/")).text
