"""Write docs/cli.md from the program itself: python -m scripts.cli_reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import typer.main

from nmbr9.cli.app import app
from nmbr9.cli.examples import EXAMPLES
from nmbr9.cli.examples import lines as examples

WIDTH = 118
PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
HEAD = """# Command line

This page is written by `make docs` from the program itself; a test fails when it is out of date.

Results go to stdout, messages and progress to stderr. Exit codes: 0 done, 1 refused or illegal,
2 wrong usage, 130 interrupted, 141 nobody reads any more. Commands take `--json` for
machine-readable output. A RECORD is a file with a [record](rules.md) or a game in the
[text notation](notation.md), or with many records, one on each line (`.jsonl`); `-` reads stdin.
It may also be the name of a game that `nmbr9 games` lists.

`nmbr9 --install-completion` lets bash, zsh or fish complete commands and options with Tab.
"""


def reference() -> str:
    """Return the page."""
    group: Any = typer.main.get_command(app)
    return "\n".join([HEAD, *_commands("", group)])


def _commands(prefix: str, group: Any) -> Iterator[str]:
    """Yield a section for each command of a group, and for those of groups in it."""
    for name, command in group.commands.items():
        yield _command(prefix + name, command)
        if hasattr(command, "commands"):
            yield from _commands(f"{prefix}{name} ", command)


def _command(name: str, command: Any) -> str:
    lines = [f"## nmbr9 {name}", "", *_wrapped(command.help), ""]
    for parameter in command.params:
        if parameter.name == "help":
            continue
        is_option = parameter.param_type_name == "option"
        shown = (
            ", ".join(parameter.opts) if is_option else parameter.metavar or parameter.name.upper()
        )
        default = parameter.default
        # A flag is off and a text is empty unless given: only other defaults are worth a word.
        says_default = is_option and default not in (None, "", False)
        told = f"- `{shown}`: {parameter.help}" + (f" Default: {default}." if says_default else "")
        lines += _wrapped(told, "  ")
    if name in EXAMPLES:
        lines += ["", "```sh", *examples(name), "```"]
    return "\n".join([*lines, ""])


def _wrapped(text: str, indent: str = "") -> list[str]:
    """Return lines as short as those of the other pages."""
    words = " ".join(text.split())
    return wrap(words, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
