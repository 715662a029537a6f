"""Imports go downwards only, and `import nmbr9` stays light."""

import ast
import subprocess
import sys
from collections import Counter
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
    "judge": layer("rules kernel", "it says how good a display is, and decides nothing"),
    "bots": layer("rules extras kernel judge", "a bot sees a game, never where it is hosted"),
    "solver": layer(
        "rules folders whole_files kernel judge bots",
        "it judges what players and bots do, never hosts them",
    ),
    "draw": layer("rules", "it shows what it is given"),
    "match": layer(
        "rules", "it is handed its storage and its bots, and does no I/O", third_party=False
    ),
    "lessons": layer("rules match", "a lesson is a match with one task", third_party=False),
    "protocol": layer(
        "rules match lessons",
        "whoever hosts a match may use it, in a browser too",
        third_party=False,
    ),
    "host": layer(
        "__init__ rules extras folders whole_files kernel judge bots solver match lessons protocol",
        "whoever hosts matches uses it, in a browser too",
    ),
    "storage": layer(
        "rules extras folders whole_files match", "it keeps matches and does not run them"
    ),
    "server": layer(
        "__init__ rules extras kernel judge solver bots draw match lessons protocol host storage",
        "it stands on everything but the other doors",
    ),
    "site": layer(
        "__init__ rules whole_files match host server",
        "it writes what a server would serve, and serves nothing",
    ),
    "cli": layer(
        "__init__ rules extras folders whole_files kernel judge solver bots draw match host "
        "storage server site",
        "it is the last door: it may use everything, and nothing may use it",
    ),
    "__main__": layer("cli", "it only starts the command line"),
}

# The folders inside a layer, and which of their neighbours they may import. Modules directly in the
# layer belong to no part: they are what the parts share, or what puts the parts together.
PARTS = {
    "rules.pieces": "",
    "rules.placing": "pieces",
    "rules.variants": "placing actions",  # a variant speaks of actions, and a turn asks its variant
    "rules.actions": "pieces placing variants",
    "protocol.requests": "",
    "bots.guests": "",
    "bots.simulation": "guests",
    "solver.known_deck": "",
    "solver.any_order": "known_deck",
    "solver.certificate": "any_order",
    "solver.analysis": "known_deck",
    "storage.group_commit": "",
    "storage.migrations": "",
    "server.workers": "",
    "server.background": "access",
    "host.build": "",
    "host.thin_numpy": "",
    "server.access": "",
    "server.starting": "",
    "server.live": "access background",
    "server.http": "access live background",
    "cli.input": "",
    "cli.output": "input",
    "cli.terminal": "output",
    "cli.commands.bots": "input output",  # before the folder that it lies in
    "cli.commands": "input output terminal",
}


def layer_of(module: str) -> str:
    """The layer of one of our modules; a name that is no layer is one that nmbr9 exports."""
    first = module.split(".")[1] if "." in module else "__init__"
    return first if first in LAYERS else "__init__"


def part_of(module: str) -> str:
    """The part of a layer that one of our modules lies in, as in PARTS, or nothing."""
    return next((part for part in PARTS if f"{module}.".startswith(f"{PACKAGE}.{part}.")), "")


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
    part = part_of(".".join(parts))
    neighbours = {f"{own}.{name}" for name in PARTS[part].split()} if part else set()
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
        theirs = part_of(name)
        if part and theirs.startswith(f"{own}.") and theirs not in {part, *neighbours}:
            complaints.append(
                f"src/{file}:{line} imports {name}; {part} may import "
                f"{', '.join(sorted(neighbours)) or 'no other part'} of its layer"
            )
    return complaints


MODULES = sorted(path.relative_to(SRC) for path in (SRC / PACKAGE).rglob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=str)
def test_imports_go_downwards(file: Path) -> None:
    complaints = forbidden_imports((SRC / file).read_text(encoding="utf-8"), file)
    assert not complaints, "\n" + "\n".join(complaints)


def test_there_are_modules_to_look_at() -> None:
    assert MODULES


FOLDERS = sorted({file.parent for file in MODULES if len(file.parts) > 3})


def test_every_folder_inside_a_layer_is_a_part() -> None:
    assert {".".join(folder.parts[1:]) for folder in FOLDERS} == set(PARTS)


def test_no_room_is_overcrowded() -> None:
    """Nobody finds a file among many: a folder has at most 16 beside its subfolders."""
    endings = {".py", ".js", ".css"}
    folders = [SRC / PACKAGE, *(path for path in (SRC / PACKAGE).rglob("*") if path.is_dir())]
    crowded = {
        str(folder.relative_to(SRC)): names
        for folder in folders
        if len(
            names := [
                file.name
                for file in folder.iterdir()
                if file.suffix in endings and file.stem != "__init__"
            ]
        )
        > 16
    }
    assert crowded == {}


def test_no_two_modules_of_a_layer_share_a_name() -> None:
    names = Counter(
        (file.parts[1], file.stem)
        for file in MODULES
        if len(file.parts) > 2 and file.stem != "__init__"
    )
    assert [name for name, count in names.items() if count > 1] == []


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
        ("rules/pieces/tiles.py", "from nmbr9.rules.placing.display import Display"),
        ("solver/any_order/covers.py", "from nmbr9.solver.certificate import verify"),
    ],
)
def test_a_forbidden_import_is_reported(file: str, source: str) -> None:
    assert len(forbidden_imports(source, Path(PACKAGE, file))) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("rules/game.py", "import collections.abc, dataclasses"),
        ("rules/game.py", "from nmbr9.rules.placing.display import Display"),
        ("rules/game.py", "from . import display"),
        ("rules/modules/gap_fillers.py", "from ..display import Display"),
        ("__init__.py", "from .rules import Game"),
        ("__main__.py", "from nmbr9.cli.main import main"),
        ("rules/placing/display.py", "from nmbr9.rules.pieces.tiles import Tile"),
        ("solver/any_order/covers.py", "from nmbr9.solver.cards import check_cards"),
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


REFEREE = [
    ".".join(path.with_suffix("").parts)
    for path in MODULES
    if path.parts[1] == "protocol" and path.stem != "__init__"
]


@pytest.mark.parametrize("modules", [PACKAGE, ", ".join(REFEREE)], ids=["nmbr9", "protocol"])
def test_importing_it_loads_nothing_third_party(modules: str) -> None:
    # Compared with before: what the interpreter loads at its own start is not our doing.
    script = f"import sys; old = set(sys.modules); import {modules}; print(*set(sys.modules) - old)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert PACKAGE in loaded
    assert loaded - {PACKAGE} - sys.stdlib_module_names == set()
