"""`nmbr9 data` keeps what people trust it with: sources are not made, copies not spoiled."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from nmbr9.storage.database import open_database
from nmbr9.storage.matches import SeatRow
from tests.cli.commands import nmbr9, unboxed
from tests.storage.examples import add_match, add_player, fill


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = tmp_path / "games.sqlite3"
    with closing(open_database(str(path))) as opened:
        fill(opened)
    return str(path)


def test_a_typo_in_a_backup_leaves_the_good_copy_alone(database: str, tmp_path: Path) -> None:
    copy, typo = tmp_path / "good.bak", tmp_path / "typo.sqlite3"
    ran = nmbr9("data", "backup", str(copy), "--database", database)
    assert (ran.code, ran.out) == (0, f"wrote {copy}: 3 matches and 2 players\n")
    good = copy.read_bytes()
    ran = nmbr9("data", "backup", str(copy), "--database", str(typo))
    assert (ran.code, ran.out) == (2, "")
    assert "expected a database of nmbr9, got no file" in unboxed(ran.err)
    assert copy.read_bytes() == good
    assert not typo.exists()


@pytest.mark.parametrize(
    "command", [["export"], ["records"], ["prune"], ["move", "target.sqlite3"]]
)
def test_no_source_is_made(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = nmbr9("data", *command, "--database", "typo.sqlite3")
    assert (ran.code, ran.out) == (2, "")
    assert "got no file typo.sqlite3" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_no_target_is_made_for_a_source_that_is_not_there(tmp_path: Path) -> None:
    missing, target = tmp_path / "typo.jsonl", tmp_path / "new.sqlite3"
    ran = nmbr9("data", "import", str(missing), "--database", str(target))
    assert (ran.code, ran.out) == (2, "")
    assert "expected a file that can be read" in unboxed(ran.err)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told_in_plain_words(database: str, tmp_path: Path) -> None:
    copy = tmp_path / "typo" / "copy.sqlite3"
    for command, what in (("backup", "backup"), ("move", "database")):
        ran = nmbr9("data", command, str(copy), "--database", database)
        assert (ran.code, ran.out) == (1, "")
        sentence = f"expected to write a {what} to {copy}, got No such file or directory"
        assert ran.err == f"nmbr9: {sentence}\n"


def test_nothing_is_imported_into_a_file_of_somebody_else(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE songs (title)")
    before = other.read_bytes()
    ran = nmbr9("data", "import", "-", "--database", str(other))
    assert (ran.code, ran.out) == (1, "")
    assert "expected a database of nmbr9, got " in ran.err
    assert other.read_bytes() == before


def test_an_import_that_was_interrupted_at_once_can_be_made_again(tmp_path: Path) -> None:
    """Ctrl-C between the file and its first table leaves one with nothing in it."""
    left = tmp_path / "left.sqlite3"
    with closing(sqlite3.connect(left)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    assert left.stat().st_size > 0
    ran = nmbr9("data", "import", "-", "--database", str(left))
    assert (ran.code, ran.out) == (0, "0 new matches\n")


def test_a_file_of_somebody_else_is_replaced_by_force_only(database: str, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary")
    for command in ("backup", "move"):
        ran = nmbr9("data", command, str(diary), "--database", database)
        assert (ran.code, ran.out) == (1, "")
        assert "--force replaces it" in ran.err
        assert diary.read_text() == "Dear diary"
    ran = nmbr9("data", "move", str(diary), "--database", database, "--force", "--json")
    assert json.loads(ran.out) == {"matches": 3, "players": 2}
    ran = nmbr9("data", "move", str(diary), "--database", database)
    assert "expected an empty database to copy to" in ran.err


def test_what_never_became_a_game_is_pruned(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_database(database)) as opened:
        add_match(opened, "waits", seats=[SeatRow(0, None, None)])
        add_player(opened, "cid", "Cid")
    prune = ("data", "prune", "--database", database)
    rest = "what never started, and who has no game\n"
    ran = nmbr9(*prune, "--dry-run")
    assert (ran.code, ran.out) == (0, f"would remove 1 match and 1 player: {rest}")
    ran = nmbr9(*prune, "--dry-run", "--json")
    assert json.loads(ran.out) == {"matches": 1, "players": 1}
    monkeypatch.setenv("NMBR9_WAITING_DAYS", "0.5")
    ran = nmbr9(*prune)
    assert (ran.code, ran.out) == (1, "")
    assert "expected waiting_days of at least 1, or 0 for ever, got 0.5" in unboxed(ran.err)
    monkeypatch.setenv("NMBR9_WAITING_DAYS", "0")
    assert nmbr9(*prune).out == f"removed 0 matches and 1 player: {rest}"
    monkeypatch.delenv("NMBR9_WAITING_DAYS")
    assert nmbr9(*prune).out == f"removed 1 match and 0 players: {rest}"
    assert nmbr9(*prune).out == f"removed 0 matches and 0 players: {rest}"
