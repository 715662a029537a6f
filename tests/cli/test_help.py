"""Help that teaches: examples that work, -h, completion, one spelling, tables on narrow screens."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import Any

import pytest
import typer.main

from nmbr9.cli.app import app
from nmbr9.cli.examples import EXAMPLES
from tests.cli.commands import nmbr9
from tests.tiers import first


def commands(group: Any, prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found |= commands(command, f"{prefix}{name} ")
        else:
            found[prefix + name] = command
    return found


ALL = commands(typer.main.get_command(app))


def test_every_command_has_an_example() -> None:
    assert set(EXAMPLES) == set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_examples_are_shown_and_understood(name: str) -> None:
    shown = nmbr9(*name.split(), "-h")
    assert shown.code == 0
    assert shown.out == nmbr9(*name.split(), "--help").out
    for line, what in EXAMPLES[name]:
        assert f"{line} # {what}" in " ".join(shown.out.split())
        words = shlex.split(line.split(" > ")[0])
        assert words[: 1 + len(name.split())] == ["nmbr9", *name.split()]
        # Parsed, not run.
        ALL[name].make_context(name, words[1 + len(name.split()) :])


def test_examples_are_not_cut_at_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ALL:
        lines = nmbr9(*name.split(), "-h").out.splitlines()
        assert [line for line in lines if len(line) > 100] == []


@pytest.mark.parametrize("old", ["--bot", "--bots"])
def test_the_old_spelling_is_still_understood(old: str) -> None:
    assert nmbr9("simulate", old, "random", "--games", "1").code == 0


@pytest.mark.parametrize("shell", first(1, ["bash", "zsh", "fish"]))
def test_shells_complete_commands(shell: str) -> None:
    environment = {**os.environ, "_NMBR9_COMPLETE": f"source_{shell}"}
    script = subprocess.run(
        [sys.executable, "-m", "nmbr9"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "_NMBR9_COMPLETE=complete_" in script.stdout
    words = {"COMP_WORDS": "nmbr9 simu", "COMP_CWORD": "1", "_TYPER_COMPLETE_ARGS": "nmbr9 simu"}
    asked = subprocess.run(
        [sys.executable, "-m", "nmbr9"],
        env={
            **os.environ,
            **words,
            "_NMBR9_COMPLETE": f"complete_{shell}",
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert "simulate" in asked.stdout


def test_help_loads_nothing_that_it_does_not_need() -> None:
    """Whether it is quick is measured by benchmarks; this is what would make it slow."""
    script = (
        "import sys; from nmbr9.cli.main import run; sys.argv = ['nmbr9', 'simulate', '-h']; run();"
        "print([name for name in ('rich', 'pydantic', 'numba', 'numpy', 'sqlalchemy',"
        " 'nmbr9.rules')"
        " if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("width", [80, 60, 40])
def test_tables_fit_and_keep_the_names(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for arguments in (["bots"], ["simulate", "--bots", "random,greedy", "--games", "2"]):
        out = nmbr9(*arguments).out
        assert max(map(len, out.splitlines())) <= width
        assert any(line.split()[:1] == ["greedy"] for line in out.splitlines())
        assert any(line.split()[:1] == ["random"] for line in out.splitlines())
