"""`nmbr9 play`: a server on this machine, and the page in the browser."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import httpx
import pytest

from nmbr9.cli import browser
from tests.cli.commands import nmbr9, started


@pytest.fixture(autouse=True)
def no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.rest
def test_without_a_screen_the_address_is_printed_and_leads_to_the_game(tmp_path: Path) -> None:
    process = started("play", "--port", "0")
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("The game is at http://127.0.0.1:")
        address = line.split()[4]
        assert "<script type=" in httpx.get(address).text
        assert (tmp_path / "nmbr9" / "nmbr9.sqlite3").exists()
        # In a process of its own: a second server would never end.
        again = started("play", "--port", address.rsplit(":", 1)[1])
        assert again.communicate(timeout=60)[0] == f"The game is already open at {address}\n"
    finally:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert err.startswith("There is no screen to open it on: ")
    assert err.count("\n") == 1


def test_a_port_that_another_program_has_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = nmbr9("play", "--port", str(port))
    assert ran.code == 1
    assert ran.err.startswith(f"nmbr9: expected a free address, got 127.0.0.1:{port}: ")
    assert ran.err.endswith("--port 0 takes one that is free\n")


@pytest.mark.parametrize("way", [[], ["--terminal"]], ids=["browser", "terminal"])
def test_a_data_folder_that_cannot_be_written_is_told(
    way: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is in its place: the one hindrance that also stops root."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with started("play", *way) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert err.count("\n") == 1
    assert str(tmp_path / "file") in err
    assert "expected a folder to write to" in err or "expected a place to save" in err


def test_with_a_screen_the_page_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(browser, "_is_ours", lambda address: True)
    assert nmbr9("play", "--port", "8099").code == 0
    assert opened == []
    monkeypatch.setenv("DISPLAY", ":0")
    nmbr9("play", "--port", "8099")
    assert opened == ["http://127.0.0.1:8099"]


@pytest.mark.parametrize("options", [["--bots", "greedy"], ["--json"], ["--players", "2"]])
def test_options_of_the_terminal_need_the_terminal(options: list[str]) -> None:
    ran = nmbr9("play", *options)
    assert ran.code == 2
    assert "expected --terminal" in ran.err
