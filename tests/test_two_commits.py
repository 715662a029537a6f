"""The benchmark of two commits says when one of them is worse, and by how much."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.two_commits import P99, Commit, compare, in_turns


@pytest.mark.parametrize(
    ("name", "old", "new", "is_good"),
    [
        ("listed_per_second (/s)", [100.0, 90, 110], [98.0, 50, 120], True),
        ("listed_per_second (/s)", [100.0, 90, 110], [96.0, 120, 50], False),
        ("rules, written out (us)", [10.0], [10.29], True),
        ("rules, written out (us)", [10.0], [10.31], False),
        ("rules, written out (us)", [10.0], [5.0], True),
        (P99, [10.0], [10.49], True),
        (P99, [10.0], [10.51], False),
    ],
)
def test_medians_are_held_against_the_limit(
    name: str, old: list[float], new: list[float], is_good: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = (
        Commit(commit, Path(commit), {name: values})
        for commit, values in (("before", old), ("after", new))
    )
    assert compare(before, after) == is_good
    assert ("MISSED" in capsys.readouterr().out) == (not is_good)


def test_the_commits_take_turns_in_beginning() -> None:
    commits = [Commit("a", Path()), Commit("b", Path())]
    assert [commit.name for commit in in_turns(commits, 3)] == ["a", "b", "b", "a", "a", "b"]
