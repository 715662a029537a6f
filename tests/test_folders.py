"""One place for what nmbr9 keeps; what earlier versions kept elsewhere is found and moved."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nmbr9 import folders
from nmbr9.cli.input import saved_games
from nmbr9.kernel import cache_folder
from nmbr9.solver.any_order.proof_folder import usual_folder
from nmbr9.storage.database import default_database_url


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="the custom of Linux")
def test_linux_keeps_its_folders(home: Path) -> None:
    assert folders.data_folder() == home / ".local/share/nmbr9"
    assert folders.cache_folder() == home / ".cache/nmbr9"


def test_everything_is_below_the_two_folders(home: Path) -> None:
    data, cache = folders.data_folder(), folders.cache_folder()
    assert default_database_url() == f"sqlite:///{data}/nmbr9.sqlite3"
    assert cache_folder.root().parent == cache
    assert usual_folder((1, 2)).is_relative_to(cache)
    assert saved_games.games_folder().parent == data


def test_what_is_in_the_old_place_is_moved_once(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = home / ".local/share/nmbr9", home / "Library" / "nmbr9"
    (old / "games").mkdir(parents=True)
    (old / "games" / "a.json").write_text("{}")
    monkeypatch.setattr(folders, "user_data_path", lambda *_, **__: new)
    assert folders.data_folder() == new
    assert (new / "games" / "a.json").exists()
    assert not old.exists()
    # What somebody puts there later is somebody else's.
    old.mkdir()
    assert folders.data_folder() == new
    assert old.exists()


def test_what_cannot_be_moved_is_used_where_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = home / ".local/share/nmbr9"
    old.mkdir(parents=True)
    (home / "file").touch()
    monkeypatch.setattr(folders, "user_data_path", lambda *_, **__: home / "file" / "nmbr9")
    assert folders.data_folder() == old
