"""`nmbr9 play`: a server on this machine, and the page in the browser."""

from __future__ import annotations

import io
import os
import signal
import socket
import threading
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
import segno

from nmbr9.cli import browser
from nmbr9.cli.output import invitation
from tests.cli.commands import nmbr9, started, unboxed


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


@pytest.mark.parametrize(
    "said", [b"SSH-2.0-server\r\n", b"HTTP/1.0 200 OK\r\n\r\n[1]", b"HTTP/1.0 200 OK\r\n\r\nno"]
)
def test_whatever_another_program_answers_it_is_not_ours(said: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            line, _ = door.accept()
            with line:
                line.recv(10_000)
                line.sendall(said)

        other = threading.Thread(target=answer)
        other.start()
        assert not browser._is_ours(f"http://127.0.0.1:{door.getsockname()[1]}")
        other.join()


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


def test_for_the_local_network_the_address_and_a_qr_code_are_printed(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    four, six = ip_address("192.168.1.5"), ip_address("fd00::7")
    monkeypatch.setattr("nmbr9.server.local_network.lan_addresses", lambda: [four, six])
    invitation.invite_to(8099, "/")
    code, sentence = capfd.readouterr().out.rsplit("Others", 1)
    drawn = io.StringIO()
    segno.make("http://192.168.1.5:8099/", micro=False).terminal(drawn, compact=True, border=2)
    assert code == drawn.getvalue()
    assert sentence == (
        " on the same network play at http://192.168.1.5:8099/\n"
        "If that does not open there, one of these will: http://[fd00::7]:8099/\n"
    )
    monkeypatch.setattr("nmbr9.server.local_network.lan_addresses", lambda: [six])
    invitation.invite_to(8099, "/")
    assert "addresses of IPv6 only" in capfd.readouterr().out
    monkeypatch.setattr("nmbr9.server.local_network.lan_addresses", list)
    invitation.invite_to(8099, "/")
    assert capfd.readouterr().out.startswith(
        "Nobody else can come yet: this machine has no address"
    )


def test_a_terminal_without_blocks_gets_the_address_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "nmbr9.server.local_network.lan_addresses", lambda: [ip_address("192.168.1.5")]
    )
    old = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", write_through=True)
    monkeypatch.setattr("sys.stdout", old)
    invitation.invite_to(8099, "/")
    assert isinstance(old.buffer, io.BytesIO)
    assert old.buffer.getvalue().startswith(b"Others on the same network play at http://192.")


def test_only_with_lan_others_can_connect_and_a_game_for_this_machine_is_told() -> None:
    process = started("play", "--port", "0")
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        port = address.rsplit(":", 1)[1]
        again = started("play", "--lan", "--port", port)
        assert again.communicate(timeout=60) == (
            "",
            f"nmbr9: expected no game at {address}, got one that only this machine can open: "
            "end it, or take another --port\n",
        )
        assert again.returncode == 1
        assert httpx.get(address, headers={"Host": "evil.example"}).status_code == 421
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=20)


def test_the_terminal_is_for_those_in_front_of_it() -> None:
    ran = nmbr9("play", "--terminal", "--lan")
    assert ran.code == 2
    assert "expected --port and --lan without --terminal" in unboxed(ran.err)
