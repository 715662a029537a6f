"""Compiled code is kept apart for different sources."""

from __future__ import annotations

import os
from pathlib import Path

from nmbr9.kernel.cache_folder import KEPT, fingerprint, prepared


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


def test_only_the_newest_folders_stay(tmp_path: Path) -> None:
    sources, root = tmp_path / "sources", tmp_path / "root"
    sources.mkdir()
    made = []
    for step in range(KEPT + 3):
        (sources / "a.py").write_text(str(step), encoding="utf-8")
        made.append(prepared(root, sources))
        os.utime(made[-1], (step, step))
    assert sorted(root.iterdir()) == sorted(made[-KEPT:])
