"""Many scripts as one: a browser fetches six files at a time, so fifty modules keep it waiting.

Each module becomes a function that runs once and returns what it exports; the others take that
from a variable instead of a file. Scripts outside import those variables from the joined one, so
that no module is ever there twice. What modules may write is what ours do: imports come first,
``import {..}`` or ``import * as``, and what is exported is declared there by its name.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from nmbr9.server.brief import tokens_of

Read = Callable[[str], str]
"""Returns the text of the script at a path."""

_IMPORT = re.compile(
    r"""\s*import\s*(?:\{(?P<names>[^}]*)\}|\*\s*as\s+(?P<all>\w+))\s*from\s*'(?P<path>[^']+)';"""
)
_LATER = re.compile(r"""\bimport\('(?P<path>\.[^']+)'\)""")
_DECLARING = frozenset(["async", "function", "const", "class"])


class Import(NamedTuple):
    """A statement that imports."""

    binding: str
    """What is bound, as after ``const``."""
    path: str


class Script(NamedTuple):
    """A module, taken apart."""

    imports: tuple[Import, ...]
    body: str


def joined(paths: Sequence[str], read: Read) -> str:
    """Return one script for some that import one another; it exports a variable for each."""
    inside = frozenset(paths)
    return "\n".join(_wrapped(path, read, inside) for path in _dependencies_first(paths, read))


def beside(path: str, read: Read, inside: frozenset[str], where: str) -> str:
    """Return a script that stays outside and takes what is inside from the joined one."""
    imports, body = _parsed(path, read(path))
    needed = dict.fromkeys(variable_of(there) for _, there in imports if there in inside)
    lines = [f"import{{{','.join(needed)}}}from '/{where}';"] if needed else []
    lines += [_bound(one, inside) for one in imports]
    return "".join(lines) + _with_later(
        body, path, inside, lambda name: f"import('/{where}').then((all)=>all.{name})"
    )


def dependencies(path: str, text: str) -> list[str]:
    """Return the scripts that one imports."""
    return [there for _, there in _parsed(path, text).imports]


def variable_of(path: str) -> str:
    """Return the variable of a module: short, and the same in every version of the game.

    >>> variable_of("js/dom.js")
    '$3e1ff'
    """
    return f"${hashlib.sha256(path.encode()).hexdigest()[:5]}"


def _dependencies_first(paths: Sequence[str], read: Read) -> Iterator[str]:
    done: set[str] = set()

    def visit(path: str) -> Iterator[str]:
        if path not in done:
            done.add(path)
            for there in dependencies(path, read(path)):
                yield from visit(there)
            yield path

    for path in paths:
        yield from visit(path)


def _wrapped(path: str, read: Read, inside: frozenset[str]) -> str:
    imports, body = _parsed(path, read(path))
    bound = "".join(_bound(one, inside) for one in imports)
    body, names = _without_exports(body)
    # Resolved only when it is asked for: until then all variables have their values.
    body = _with_later(body, path, inside, "Promise.resolve({})".format)
    return (
        f"export const {variable_of(path)}=(()=>{{{bound}{body}\nreturn{{{','.join(names)}}};}})();"
    )


def _with_later(body: str, path: str, inside: frozenset[str], taken: Callable[[str], str]) -> str:
    """Return a script whose later imports find what is inside: `taken` says how, by variable."""

    def later(found: re.Match[str]) -> str:
        there = _resolved(path, found["path"])
        return taken(variable_of(there)) if there in inside else f"import('/{there}')"

    return _LATER.sub(later, body)


def _bound(one: Import, inside: frozenset[str]) -> str:
    if one.path in inside:
        return f"const {one.binding.replace(' as ', ':')}={variable_of(one.path)};"
    binding = one.binding if one.binding.startswith("{") else f"* as {one.binding}"
    return f"import {binding} from '/{one.path}';"


def _parsed(path: str, text: str) -> Script:
    imports: list[Import] = []
    at = 0
    while found := _IMPORT.match(text, at):
        binding = found["all"] or f"{{{found['names']}}}"
        imports.append(Import(binding, _resolved(path, found["path"])))
        at = found.end()
    return Script(tuple(imports), text[at:])


def _resolved(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _without_exports(body: str) -> tuple[str, list[str]]:
    """Return a script without the word ``export``, and the names that it stood before."""
    names: list[str] = []
    kept: list[str] = []
    wanted = False
    for kind, text in tokens_of(body):
        if kind == "name" and text == "export":
            wanted = True
            continue
        if wanted and kind == "name" and text not in _DECLARING:
            names.append(text)
            wanted = False
        kept.append(text)
    return "".join(kept), names
