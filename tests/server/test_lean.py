"""What is left out on the way to the browser changes nothing in scripts and style sheets."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from nmbr9.server.lean import lean_script, lean_style
from nmbr9.server.pages import FOLDER

SCRIPTS = sorted(FOLDER.rglob("*.js"))
STYLES = sorted(FOLDER.rglob("*.css"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_no_text_of_a_script_goes_over_several_lines(file: Path) -> None:
    for line in file.read_text("utf-8").splitlines():
        assert line.count("`") % 2 == 0, line


PARSE = """
const {readdirSync, readFileSync} = require("node:fs");
const {SourceTextModule} = require("node:vm");
for (const name of readdirSync(process.argv[1])) {
  new SourceTextModule(readFileSync(`${process.argv[1]}/${name}`, "utf8"), {identifier: name});
}
"""


def test_every_script_is_still_one(tmp_path: Path) -> None:
    for index, file in enumerate(SCRIPTS):
        lean = lean_script(file.read_text("utf-8"))
        (tmp_path / f"{index}-{file.name}").write_text(lean, "utf-8")
    command = ["node", "--experimental-vm-modules", "--eval", PARSE, str(tmp_path)]
    parsed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert parsed.returncode == 0, parsed.stderr


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_loses_nothing_but_comments_and_indentation(file: Path) -> None:
    lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
    kept = lean_script(file.read_text("utf-8")).splitlines()
    rest = iter(lines)
    for line in kept:
        # Each line is there in the same order, whole or with a type less.
        assert any(line == other or ("/**" in other and _untyped(other) == line) for other in rest)
    assert not any(re.match(r"/\*|//|\s", line) for line in kept)


def _untyped(line: str) -> str:
    return re.sub(r"/\*\* @.*?\*/ ?", "", line).strip()


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_a_style_sheet_keeps_its_rules(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    lean = lean_style(file.read_text("utf-8"))
    assert lean.count("{") == text.count("{")
    assert lean.count("}") == text.count("}")
    without_spaces = re.sub(r"\s|;(?=\s*\})", "", text)
    assert re.sub(r"\s", "", lean) == without_spaces
