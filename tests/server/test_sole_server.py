"""A second server where there can be one only is refused with a sentence; readers are not."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from nmbr9.server.settings import Settings
from nmbr9.server.starting.sole_server import AnotherServer, check_address, identity_of
from tests.postgresql import PostgreSQL
from tests.server.serving import Server, serving


def ran(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "nmbr9", *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.mark.rest
def test_a_second_server_on_one_file_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    with serving(f"sqlite:///{file}", tmp_path) as server:
        second = ran("serve", "--port", "0", "--database", str(file))
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr.startswith("nmbr9: expected a file that no server has, got ")
        assert f"the server at 127.0.0.1:{server.port} (process {server.pid})" in second.stderr
        assert second.stderr.count("\n") == 1
        assert ran("data", "export", "--database", str(file)).returncode == 0
        assert ran("games", NMBR9_DATABASE=str(file)).returncode == 0
        # The next one comes beside it, at the same door, and has the file when it has gone.
        log = tmp_path / "next.log"
        environment = {"NMBR9_TAKES_OVER": "1"}
        following = Server(server.database, log, environment, port=server.port)
        try:
            server.stop()
            assert httpx.get(f"{following.address}/healthz").status_code == 200
            third = ran("serve", "--port", "0", "--database", str(file))
            while f"process {server.pid}" in third.stderr:  # it is just taking over
                third = ran("serve", "--port", "0", "--database", str(file))
            assert f"(process {following.pid})" in third.stderr
            following.kill()
            following.start()  # Whatever ends a server, its file is free.
        finally:
            following.stop()


def test_another_database_at_the_same_door_is_refused(tmp_path: Path) -> None:
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("one.sqlite3", "two.sqlite3"))
    with serving(first, tmp_path) as server:
        asked = ran("serve", "--port", str(server.port), "--database", second)
        assert (asked.returncode, asked.stdout) == (1, "")
        assert asked.stderr == (
            f"nmbr9: expected no server at 127.0.0.1:{server.port}, or one with the same "
            "database, got one with another: stop it, or take another --port\n"
        )
        check_address(Settings(database=first, port=server.port))
        assert str(tmp_path) not in httpx.get(f"{server.address}/healthz").text


@pytest.mark.rest
def test_two_servers_on_one_postgresql_share_a_door(tmp_path: Path, postgresql: PostgreSQL) -> None:
    url = postgresql.new_database()
    with serving(url, tmp_path) as server:
        following = Server(url, tmp_path / "next.log", port=server.port)
        server.stop()
        assert httpx.get(f"{following.address}/healthz").status_code == 200
        following.stop()


def test_something_else_at_the_door_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nmbr9.server.starting.sole_server.ASKING_SECONDS", 0.1)
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        settings = Settings(database=str(tmp_path / "games"), port=other.getsockname()[1])
        with pytest.raises(AnotherServer, match="where something listens that is no nmbr9"):
            check_address(settings)


def test_databases_are_told_apart_by_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games")
    same = [f"sqlite:///{tmp_path / 'games'}", str(tmp_path / "games"), str(tmp_path / "link")]
    assert len({identity_of(url) for url in same}) == 1
    urls = ["postgresql://ada:secret@db/games", "postgresql://ben@db/games", "postgresql://db/more"]
    first, again, other = map(identity_of, urls)
    assert first == again != other
    # However the same place is said.
    same = ["postgresql://db/games", "postgresql://db:5432/games", "postgresql:///games?host=db"]
    assert set(map(identity_of, same)) == {first}
    apart = [
        first,
        identity_of("postgresql://db:5433/games"),
        identity_of("postgresql:///games?host=/run/a"),
        identity_of("postgresql:///games?host=/run/b"),
    ]
    assert len(set(apart)) == 4


def test_a_server_that_cannot_begin_says_nothing_of_listening(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no database at all, but long enough" * 100)
    failed = ran("serve", "--port", "0", "--database", str(tmp_path / "games.sqlite3"))
    assert (failed.returncode, failed.stdout) == (1, "")


def test_whoever_reads_that_it_listens_is_let_in_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nmbr9", "serve", "--port", "0", "--json", "--database"]
    with subprocess.Popen(
        [*command, str(tmp_path / "games")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        assert httpx.get(f"{address}/healthz").status_code == 200
        process.terminate()
