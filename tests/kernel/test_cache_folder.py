"""Compiled code is kept apart for different sources."""

from __future__ import annotations

import os
from pathlib import Path

import nmbr9
from nmbr9.kernel.cache_folder import KEPT, SOURCES, fingerprint, prepared


def test_another_content_gives_another_folder(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "a.py").write_text("1", encoding="utf-8")
    (sources / "b.py").write_text("2", encoding="utf-8")
    first = fingerprint(sources)
    assert fingerprint(sources) == first
    (sources / "b.py").write_text("3", encoding="utf-8")
    assert fingerprint(sources) != first
    (sources / "b.py").rename(sources / "c.py")
    assert len({first, fingerprint(sources)}) == 2


def test_a_source_in_a_folder_below_counts_and_so_does_its_folder(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    nothing = fingerprint(tmp_path)
    (below / "a.py").write_text("1", encoding="utf-8")
    first = fingerprint(tmp_path)
    (below / "a.py").write_text("2", encoding="utf-8")
    changed = fingerprint(tmp_path)
    below.rename(tmp_path / "elsewhere")
    assert len({nothing, first, changed, fingerprint(tmp_path)}) == 4


def test_everything_that_is_compiled_counts() -> None:
    """A module outside of these folders would run as it was compiled before its last change."""
    package = Path(nmbr9.__file__).parent
    users = [
        path
        for path in package.rglob("*.py")
        if "nmbr9.kernel.compile import" in path.read_text(encoding="utf-8")
    ]
    assert users
    assert [path for path in users if not any(path.is_relative_to(one) for one in SOURCES)] == []


def test_only_the_newest_folders_stay(tmp_path: Path) -> None:
    sources, root = tmp_path / "sources", tmp_path / "root"
    sources.mkdir()
    made = []
    for step in range(KEPT + 3):
        (sources / "a.py").write_text(str(step), encoding="utf-8")
        made.append(prepared(root, sources))
        os.utime(made[-1], (step, step))
    assert sorted(root.iterdir()) == sorted(made[-KEPT:])
