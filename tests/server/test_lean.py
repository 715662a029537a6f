"""What is left out on the way to the browser changes nothing in scripts and style sheets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nmbr9.server.lean import lean_script, lean_style
from nmbr9.server.pages import FOLDER
from tests.deno import deno

SCRIPTS = sorted(FOLDER.rglob("*.js"))
STYLES = sorted(FOLDER.rglob("*.css"))


def test_every_script_is_still_one(tmp_path: Path) -> None:
    for index, file in enumerate(SCRIPTS):
        lean = lean_script(file.read_text("utf-8"))
        (tmp_path / f"{index}-{file.name}").write_text(lean, "utf-8")
    # Putting them into shape is a way to read them that runs nothing.
    parsed = deno("fmt", "--no-config", str(tmp_path))
    assert parsed.returncode == 0, parsed.stderr


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_loses_nothing_but_comments_and_space(file: Path) -> None:
    text = file.read_text("utf-8")
    lean = lean_script(text)
    text = re.sub(r"^[ \t]*//.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"/\*\* @(?:type|param)(?:[^*]|\*(?!/))*\*/", "", text)
    assert re.sub(r"\s", "", lean) == re.sub(r"\s", "", text)
    assert not re.search(r"^(/\*|//|\s)", lean, re.MULTILINE)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_texts_in_a_script_keep_their_spaces(file: Path) -> None:
    quoted = re.compile(r"'(?:[^'\\\n]|\\.)*'")
    text = re.sub(r"^[ \t]*(//|\*|/\*).*$", "", file.read_text("utf-8"), flags=re.MULTILINE)
    text = re.sub(r"/\*\* @(?:type|param).*?\*/", "", text)
    assert quoted.findall(lean_script(text)) == quoted.findall(text)


@pytest.mark.parametrize("file", STYLES, ids=lambda file: file.name)
def test_a_style_sheet_keeps_its_rules(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
    lean = lean_style(file.read_text("utf-8"))
    assert lean.count("{") == text.count("{")
    assert lean.count("}") == text.count("}")
    without_spaces = re.sub(r"\s|;(?=\s*\})", "", text)
    assert re.sub(r"\s", "", lean) == without_spaces
