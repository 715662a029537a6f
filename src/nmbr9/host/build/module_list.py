"""Which of our modules each bundle holds: what its beginnings import, and so on."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parents[3]
"""The folder of the package nmbr9."""

REFEREE = ("nmbr9.bots.greedy", "nmbr9.bots.uniform", "nmbr9.bots.registry")
WORKERS = {"nmbr9.host.referee_worker": True, "nmbr9.host.thinker": False}
"""What a page starts, and whether that is the referee."""
REFEREE_WHOLE = ("nmbr9.rules", "nmbr9.match", "nmbr9.protocol", "nmbr9.lessons")
"""Packages of which everything is there, whatever is imported when."""
BOTS = ("nmbr9.bots.planner", "nmbr9.judge.judge", "nmbr9.solver.analysis.analyst")
BESIDES = ("pickle", "importlib.resources._adapters", "importlib.readers")
"""Of the standard library: what workers hand each other values with, and what it imports itself
only when it is used."""
ELSEWHERE = ("nmbr9.kernel.compile_numba", "nmbr9.kernel.cache_folder")
"""Imported where there is a processor to compile for, which no browser lets programs have."""


class Modules(NamedTuple):
    """What a bundle holds."""

    ours: tuple[str, ...]
    """By dotted name, in order."""
    standard: tuple[str, ...]
    """What those import of the standard library."""


def modules_of_bundles() -> dict[str, Modules]:
    """Return the modules of the referee, which comes first, and those that bots need besides."""
    workers = {name: first for name, first in WORKERS.items() if _file_of(name)}
    whole = [name for package in REFEREE_WHOLE for name in _all_in(package)]
    beginnings = [*REFEREE, *whole, *(name for name, first in workers.items() if first)]
    referee = _closure(beginnings, with_late=False)
    later = [*BOTS, *(name for name, first in workers.items() if not first)]
    bots = _closure([*later, *referee], with_late=True) - referee
    return {"referee": _described(referee, BESIDES), "bots": _described(bots)}


def _described(names: Iterable[str], also: tuple[str, ...] = ()) -> Modules:
    ours = tuple(sorted(names))
    imported = {name for module in ours for name in _imports(module, with_late=True)}
    standard = {name for name in imported if name.split(".")[0] in sys.stdlib_module_names}
    return Modules(ours, tuple(sorted(standard.union(also))))


def _closure(beginnings: Iterable[str], *, with_late: bool) -> set[str]:
    """Return modules and all that they import; `with_late`, inside of functions as well."""
    found: set[str] = set()
    waiting = list(beginnings)
    while waiting:
        name = waiting.pop()
        if name in found or name in ELSEWHERE or _file_of(name) is None:
            continue
        found.add(name)
        parent, _, _ = name.rpartition(".")
        waiting += [parent, *_imports(name, with_late=with_late)] if parent else []
    return found


def _imports(module: str, *, with_late: bool) -> Iterator[str]:
    """Yield what a module imports; of `from a import b` both a and a.b, whichever is one."""
    path = _file_of(module)
    assert path is not None, "only modules that are there are looked at"
    for node in _nodes(ast.parse(path.read_text("utf-8")), with_late=with_late):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _nodes(tree: ast.AST, *, with_late: bool) -> Iterator[ast.AST]:
    """Yield the statements that are carried out, none of those for a checker of types."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if with_late or not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
            yield from _nodes(node, with_late=with_late)


def _all_in(package: str) -> Iterator[str]:
    folder = SOURCES / package.replace(".", "/")
    for path in sorted(folder.rglob("*.py")):
        yield ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def _file_of(module: str) -> Path | None:
    """Return the source of one of our modules, None if it is no module of ours."""
    if module.split(".", maxsplit=1)[0] != "nmbr9":
        return None
    path = SOURCES / module.replace(".", "/")
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def path_in_bundle(module: str) -> str:
    """Return where a module of ours stands in its bundle."""
    file = _file_of(module)
    assert file is not None, "it was found before"
    return file.relative_to(SOURCES).as_posix()
