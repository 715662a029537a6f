"""Every paragraph of docs/rules.md is named in the code and has a test on either side of it.

A test says what it is about with ``@pytest.mark.accepts("5.3")`` or ``@pytest.mark.refuses`` of the
same. A paragraph with a decision **[D]** needs both again as ``"5.3D"``. A section without numbered
paragraphs, as section 9, counts as one paragraph. The markers are read from the source of the
tests, so that the answer is the same whichever tests run, and in how many processes.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules.md"
KINDS = ("accepts", "refuses")
Marks = dict[str, set[str]]
"""By kind of marker, the paragraphs that carry it."""


def paragraphs_of(text: str) -> dict[str, bool]:
    """Return the paragraphs of the rules, and of each whether a decision [D] is in it."""
    found: dict[str, bool] = {}
    current = section = ""
    for line in text.splitlines():
        if heading := re.match(r"## (\d+) ", line):
            current = section = heading[1]
            found[section] = False
        elif number := re.match(r"(\d+\.\d+) ", line):
            found.pop(section, None)
            current = number[1]
            found[current] = False
        elif not line.strip():
            current = ""  # what follows a blank line belongs to no paragraph
        if current and "**[D" in line:
            found[current] = True
    return found


def needed_marks(paragraphs: dict[str, bool]) -> set[str]:
    """Return the paragraphs that need tests, those with a decision once more with a D."""
    return {*paragraphs, *(f"{number}D" for number, is_decided in paragraphs.items() if is_decided)}


def marks_in(source: str) -> Marks:
    """Return what the tests in a source file say they accept and refuse."""
    found: Marks = {kind: set() for kind in KINDS}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                kind = _kind_of(decorator)
                if kind and isinstance(decorator, ast.Call):
                    found[kind].update(map(ast.literal_eval, decorator.args))
    return found


def _kind_of(decorator: ast.expr) -> str:
    match = re.fullmatch(r"pytest\.mark\.(\w+)\(.*\)", ast.unparse(decorator), re.DOTALL)
    return match[1] if match and match[1] in KINDS else ""


def collected_marks() -> Marks:
    found: Marks = {kind: set() for kind in KINDS}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for kind, marks in marks_in(path.read_text(encoding="utf-8")).items():
            found[kind] |= marks
    return found


def complaints_about(paragraphs: dict[str, bool], marks: Marks) -> list[str]:
    """Return a line for every test that is missing and every marker that names nothing."""
    needed = needed_marks(paragraphs)
    missing = [
        f"{number}: no test {kind} it"
        for number in sorted(needed, key=lambda each: (_order(each), each))
        for kind in KINDS
        if number not in marks[kind]
    ]
    unknown = [
        f"{number}: a test {kind} it, but the rules have no such paragraph or decision"
        for kind in KINDS
        for number in sorted(marks[kind] - needed)
    ]
    return missing + unknown


def _order(number: str) -> list[int]:
    return [int(part) for part in number.rstrip("D").split(".")]


def prose_of(source: str) -> str:
    """Return the comments and the texts of a source file, docstrings included."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    kinds = (tokenize.COMMENT, tokenize.STRING)
    return "\n".join(token.string for token in tokens if token.type in kinds)


def unnamed(paragraphs: Iterable[str], prose: str) -> list[str]:
    """Return the paragraphs that a prose does not name."""
    return [number for number in paragraphs if not re.search(_name_pattern(number), prose)]


def _name_pattern(number: str) -> str:
    if "." not in number:
        return rf"[Ss]ection {number}(?!\.?\d)"
    return rf"(?<![\d.]){re.escape(number)}(?!\.?\d)"


def test_every_paragraph_has_a_test_that_accepts_and_one_that_refuses() -> None:
    complaints = complaints_about(
        paragraphs_of(RULES.read_text(encoding="utf-8")), collected_marks()
    )
    assert not complaints, "\n" + "\n".join(complaints)


def test_every_paragraph_is_named_where_it_is_implemented() -> None:
    sources = (ROOT / "src" / "nmbr9").rglob("*.py")
    prose = "\n".join(prose_of(path.read_text(encoding="utf-8")) for path in sources)
    missing = unnamed(paragraphs_of(RULES.read_text(encoding="utf-8")), prose)
    assert not missing, f"no docstring or comment in src/nmbr9 names {', '.join(missing)}"


def test_all_paragraphs_are_found() -> None:
    paragraphs = paragraphs_of(RULES.read_text(encoding="utf-8"))
    in_section = {"1": 2, "2": 13, "3": 2, "4": 3, "5": 8, "6": 3, "7": 6, "8": 3}
    expected = [f"{section}.{n + 1}" for section, count in in_section.items() for n in range(count)]
    assert list(paragraphs) == [*expected, "9"]
    decided = "1.2 2.4 2.12 3.2 4.1 4.2 4.3 5.2 5.3 5.4 5.6 5.7 5.8 6.3 7.2 7.3 7.5 7.6"
    assert [
        number for number, has_decision in paragraphs.items() if has_decision
    ] == decided.split()


SMALL_RULES = """\
# Rules
## 1 Material
1.1 A tile.
1.2 A box **[D]**,
1.10 and another
**[D: of wood]**.

Not in any paragraph **[D]**.
## 2 The record
Text.
"""


def test_paragraphs_and_their_decisions_are_told_apart() -> None:
    paragraphs = paragraphs_of(SMALL_RULES)
    assert paragraphs == {"1.1": False, "1.2": True, "1.10": True, "2": False}
    assert needed_marks(paragraphs) == {"1.1", "1.2", "1.2D", "1.10", "1.10D", "2"}


def test_only_markers_on_tests_are_collected() -> None:
    source = (
        '@pytest.mark.accepts("1.1", "1.2D")\n@pytest.mark.long\ndef test_a() -> None: ...\n'
        '@pytest.mark.refuses("1.1")\ndef helper() -> None: ...\n'
        "class TestB:\n"
        '    @pytest.mark.refuses("2")\n    def test_b(self) -> None: ...\n'
    )
    assert marks_in(source) == {"accepts": {"1.1", "1.2D"}, "refuses": {"2"}}


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind in KINDS for number in ("1.1", "1.2D", "2")]
)
def test_a_paragraph_without_a_test_is_reported(kind: str, number: str) -> None:
    paragraphs = paragraphs_of(SMALL_RULES)
    marks = {each: needed_marks(paragraphs) for each in KINDS}
    assert complaints_about(paragraphs, marks) == []
    marks[kind] = marks[kind] - {number}
    assert complaints_about(paragraphs, marks) == [f"{number}: no test {kind} it"]


@pytest.mark.parametrize("number", ["1.3", "1.1D", "1"])
def test_a_marker_that_names_nothing_is_reported(number: str) -> None:
    paragraphs = paragraphs_of(SMALL_RULES)
    marks = {each: needed_marks(paragraphs) for each in KINDS}
    marks["accepts"] = marks["accepts"] | {number}
    (complaint,) = complaints_about(paragraphs, marks)
    assert complaint.startswith(f"{number}: a test accepts it, but")


def test_a_paragraph_that_no_code_names_is_reported() -> None:
    source = '"""As 1.10 and section 2 say, not 11.2 or 1.2.3."""\nvolume = 1.1  # see (1.3).\n'
    assert unnamed(["1.1", "1.2", "1.3", "1.10", "2", "1"], prose_of(source)) == ["1.1", "1.2", "1"]
