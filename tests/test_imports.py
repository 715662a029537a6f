"""Imports go downwards only, and `import nmbr9` stays light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SRC = Path(__file__).parents[1] / "src"
PACKAGE = "nmbr9"


class Layer(NamedTuple):
    """What the modules of one layer may import, besides their own layer."""

    ours: frozenset[str]
    why: str
    third_party: bool


def layer(ours: str, why: str, third_party: bool = True) -> Layer:
    return Layer(frozenset(ours.split()), why, third_party)


# A layer is a package or a module directly in nmbr9. `__init__` stands for nmbr9 itself, that is
# for the names it exports.
LAYERS = {
    "rules": layer("", "it is the truth and stands on its own", third_party=False),
    "__init__": layer("rules", "`import nmbr9` must be quick", third_party=False),
    "whole_files": layer("", "it writes what it is given", third_party=False),
    "folders": layer("", "it knows the system, and nothing of the game"),
    "extras": layer("rules", "it loads packages of others, and nothing of ours"),
    "kernel": layer("rules folders", "it is the rules again, only faster"),
    "bots": layer("rules extras kernel", "a bot sees a game, never where it is hosted"),
    "solver": layer(
        "rules folders whole_files kernel bots",
        "it judges what players and bots do, never hosts them",
    ),
    "draw": layer("rules", "it shows what it is given"),
    "match": layer("rules", "it is handed its storage and its bots, and does no I/O"),
    "storage": layer(
        "rules extras folders whole_files match", "it keeps matches and does not run them"
    ),
    "envs": layer("__init__ rules bots", "they are thin adapters"),
    "server": layer(
        "__init__ rules extras kernel solver bots draw match storage",
        "it stands on everything but the other doors",
    ),
    "cli": layer(
        "__init__ rules extras folders whole_files kernel solver bots draw match storage envs "
        "server",
        "it is the last door: it may use everything, and nothing may use it",
    ),
    "__main__": layer("cli", "it only starts the command line"),
}


def layer_of(module: str) -> str:
    """The layer of one of our modules; a name that is no layer is one that nmbr9 exports."""
    first = module.split(".")[1] if "." in module else "__init__"
    return first if first in LAYERS else "__init__"


def imported_names(tree: ast.Module, package: str) -> Iterator[tuple[int, str]]:
    """Line and absolute name of each import, wherever in the file it stands.

    `from a import b` counts as `a.b`: whether b is a module or not, it lies in a.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom():
                base = node.module or ""
                if node.level:
                    ancestors = package.split(".")
                    ancestors = ancestors[: len(ancestors) - node.level + 1]
                    base = ".".join([*ancestors, base] if base else ancestors)
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def forbidden_imports(source: str, file: Path) -> list[str]:
    """A sentence for each import of `source`, the text of src/`file`, that LAYERS forbids."""
    parts = file.with_suffix("").parts
    if parts[1] not in LAYERS:
        return [f"{file}: `{parts[1]}` is no layer yet: add it to LAYERS in tests/test_imports.py"]
    own = parts[1]
    ours, why, third_party = LAYERS[own]
    complaints = []
    for line, name in imported_names(ast.parse(source), package=".".join(parts[:-1])):
        top = name.split(".")[0]
        if top == PACKAGE:
            allowed = layer_of(name) in ours | {own}
            choice = ", ".join(sorted(ours)) or "no other layer"
        else:
            allowed = third_party or top in sys.stdlib_module_names
            choice = "the standard library only"
        if not allowed:
            complaints.append(
                f"src/{file}:{line} imports {name}; {own} may import {choice}, because {why}"
            )
    return complaints


MODULES = sorted(path.relative_to(SRC) for path in (SRC / PACKAGE).rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=str)
def test_imports_go_downwards(file: Path) -> None:
    complaints = forbidden_imports((SRC / file).read_text(encoding="utf-8"), file)
    assert not complaints, "\n" + "\n".join(complaints)


def test_there_are_modules_to_look_at() -> None:
    assert MODULES


def test_the_table_has_no_circle() -> None:
    """Each layer imports only layers that are complete without it."""
    done: set[str] = set()
    while ready := {name for name, layer in LAYERS.items() if layer.ours <= done} - done:
        done |= ready
    assert done == set(LAYERS)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/game.py", "import nmbr9.kernel"),
        ("rules/game.py", "import nmbr9"),
        ("rules/game.py", "from nmbr9 import Game"),
        ("rules/game.py", "from nmbr9 import match"),
        ("rules/game.py", "from .. import match"),
        ("rules/game.py", "from ..match import Match"),
        ("rules/modules/gap_fillers.py", "from ...match.seats import Seat"),
        ("rules/__init__.py", "from ..kernel import tables"),
        ("rules/game.py", "import numpy as np"),
        ("rules/game.py", "from numpy.random import default_rng"),
        ("rules/game.py", "def late():\n    import numpy"),
        ("rules/game.py", "if TYPE_CHECKING:\n    from nmbr9.bots import Bot"),
        ("__init__.py", "import typer"),
        ("__init__.py", "from .cli import main"),
        ("match/match.py", "from nmbr9.storage import Storage"),
        ("match/match.py", "import os, nmbr9.bots.greedy"),
        ("bots/greedy.py", "from nmbr9.solver import analysis"),
        ("server/app.py", "from nmbr9.cli.main import main"),
        ("storage/sql.py", "from ..server import app"),
        ("brandnew/thing.py", ""),
    ],
)
def test_a_forbidden_import_is_reported(file: str, source: str) -> None:
    assert len(forbidden_imports(source, Path(PACKAGE, file))) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/game.py", "import collections.abc, dataclasses"),
        ("rules/game.py", "from nmbr9.rules.display import Display"),
        ("rules/game.py", "from . import display"),
        ("rules/modules/gap_fillers.py", "from ..display import Display"),
        ("__init__.py", "from .rules import Game"),
        ("__main__.py", "from nmbr9.cli.main import main"),
        ("kernel/generate.py", "import numba\nfrom ..rules import tiles"),
        ("cli/main.py", "import typer\nfrom nmbr9 import Game, server"),
    ],
)
def test_an_allowed_import_is_not_reported(file: str, source: str) -> None:
    assert forbidden_imports(source, Path(PACKAGE, file)) == []


def test_the_report_names_file_line_import_and_reason() -> None:
    (complaint,) = forbidden_imports("\nimport nmbr9.bots", Path("nmbr9/match/match.py"))
    assert complaint == (
        "src/nmbr9/match/match.py:2 imports nmbr9.bots; match may import rules, "
        "because it is handed its storage and its bots, and does no I/O"
    )


def test_importing_the_package_loads_nothing_third_party() -> None:
    # Compared with before: what the interpreter loads at its own start is not our doing.
    script = "import sys; old = set(sys.modules); import nmbr9; print(*set(sys.modules) - old)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert PACKAGE in loaded
    assert loaded - {PACKAGE} - sys.stdlib_module_names == set()
