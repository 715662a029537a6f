"""Packages that are not installed with nmbr9: asked for in one sentence, and not needed to play."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from nmbr9.extras import MissingExtra, load_extra


@pytest.mark.parametrize(
    ("extra", "package"),
    [("plots", "matplotlib"), ("cluster", "distributed"), ("postgres", "psycopg")],
)
def test_a_missing_extra_says_how_to_get_it(
    extra: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'nmbr9\[{extra}\]'"):
        load_extra(extra)


WITHOUT_PSYCOPG = """
import sys
sys.modules["psycopg"] = None
from nmbr9.cli.main import main
sys.argv = ["nmbr9", "data", "import", "-", "--database", sys.argv[1]]
main()
"""


@pytest.mark.parametrize(
    ("database", "code", "out", "said"),
    [
        pytest.param("games.sqlite3", 0, "0 new matches\n", "", marks=pytest.mark.rest),
        ("postgresql://nobody@/games", 1, "", "pip install 'nmbr9[postgres]'"),
    ],
)
def test_games_are_kept_in_sqlite_without_the_driver_of_postgresql(
    tmp_path: Path, database: str, code: int, out: str, said: str
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_PSYCOPG, database],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (ran.returncode, ran.stdout) == (code, out)
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
