"""The documentation says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nmbr9
from nmbr9 import Code, Token, Variant
from nmbr9.rules.actions.kinds import KINDS
from scripts.cli_reference import PAGE, reference

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LONGEST_LINE = 119


def test_the_command_line_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run make docs"


def test_the_notation_page_names_every_action_variant_and_token() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for word in (*KINDS, *Variant, *Token):
        assert f'"{word}"' in page or word == "place", word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text):
        path = target[0] or target[1]
        assert (page.parent / path).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_are_short_enough_to_compare(page: Path) -> None:
    """Two versions of a page are compared line by line; tables, code and pictures cannot break."""
    if page.name == "CHANGELOG.md":
        return
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    lines = [line for line in text.splitlines() if not line.startswith(("|", "<img"))]
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


def test_the_names_of_the_package_are_sorted_and_there() -> None:
    assert nmbr9.__all__ == sorted(nmbr9.__all__)
    assert all(hasattr(nmbr9, name) for name in nmbr9.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        nmbr9.nothing  # noqa: B018


def test_codes_keep_their_form() -> None:
    """They go over the wire: a family, a slash and words with dashes."""
    assert all(re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", code) for code in Code)
