"""The programs of the cookbook run and give what they say, and so do their types."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "cookbook"


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    # As an imported module is: without it compiled code that was kept could not be loaded again.
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_bot_plays_whole_games() -> None:
    assert program("own_bot").main(games=2) > 0


def test_the_study_draws_a_plot(tmp_path: Path) -> None:
    study = program("study").main(2, str(tmp_path / "study.png"))
    assert len(study.rows) == 4
    assert (tmp_path / "study.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_the_study_of_2000_games_draws_a_plot(tmp_path: Path) -> None:
    study = program("study").main(1_000, str(tmp_path / "study.png"))
    assert len(study.rows) == 2_000


def test_the_compiled_search_finds_what_the_rules_find() -> None:
    search = program("compiled_search")
    points, where = search.main()
    display = search.Display()
    for number, x, y in ((9, 0, 0), (9, 3, 0), (7, 0, 4)):
        display = display.place(search.Piece(search.NumberTile(number), x, y, 0))
    best = 0
    for first in display.legal_placements(8):
        after = display.place_unchecked(first.piece(8))
        highest = max(spot.level for spot in after.legal_placements(9))
        best = max(best, after.points + 9 * highest)
    assert points == best
    assert where.startswith("8 at ")


@pytest.mark.rest
def test_the_worst_move_is_drawn(tmp_path: Path) -> None:
    program("worst_move").main(str(tmp_path / "worst.png"))
    assert (tmp_path / "worst.png").read_bytes().startswith(b"\x89PNG")


def typed(path: Path) -> str:
    """The examples of a page as a module, in the order of the page."""
    text = re.sub(r"^```.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return "".join(each.source for each in doctest.DocTestParser().get_examples(text))


@pytest.mark.rest
def test_programs_and_examples_pass_a_strict_type_check(tmp_path: Path) -> None:
    files = [str(path) for path in sorted((ROOT / "docs").glob("**/*.py"))]
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")):
        source = typed(page)
        if "nmbr9" in source:
            file = tmp_path / f"{page.stem.replace('-', '_').lower()}_examples.py"
            file.write_text(source, encoding="utf-8")
            files.append(str(file))
    run = subprocess.run(
        # Values that an example only shows are no mistake of types.
        [sys.executable, "-m", "mypy", "--strict", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
