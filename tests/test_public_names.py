"""What is promised: every public module says so in `__all__`, and the reference names all of it."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

from scripts.api_reference import PAGE, PUBLIC, reference

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted((ROOT / "docs").glob("**/*.py"))
PAGES = [
    path for path in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]) if path != PAGE
]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    module = import_module(name)
    assert len(set(module.__all__)) == len(module.__all__)
    for public in module.__all__:
        assert not public.startswith("_")
        value = getattr(module, public)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert inspect.getdoc(value), f"{name}.{public} has no docstring"


def test_the_reference_is_up_to_date_and_names_every_public_name() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == reference(), "run make docs"
    for name in PUBLIC:
        for public in import_module(name).__all__:
            assert f"\n::: {name}.{public}\n" in page


def examples(path: Path) -> str:
    """The code of a program, or of all examples of a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    found = doctest.DocTestParser().get_examples(re.sub(r"^```.*$", "", text, flags=re.MULTILINE))
    return "".join(example.source for example in found)


@pytest.mark.parametrize("path", [*PROGRAMS, *PAGES], ids=lambda path: path.name)
def test_examples_use_only_what_is_promised(path: Path) -> None:
    for node in ast.walk(ast.parse(examples(path))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "nmbr9":
            promised = getattr(import_module(node.module or ""), "__all__", ())
            for alias in node.names:
                assert alias.name in promised, f"{node.module}.{alias.name}"
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("nmbr9"):
                    assert hasattr(import_module(alias.name), "__all__"), alias.name
