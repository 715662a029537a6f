"""The documentation says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nmbr9
from nmbr9 import Code, Token, Variant
from nmbr9.rules.actions import KINDS
from scripts.cli_reference import PAGE, reference

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_command_line_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == reference(), "run make docs"


def test_the_notation_page_names_every_action_variant_and_token() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    for word in (*KINDS, *Variant, *Token):
        assert f'"{word}"' in page or word == "place", word


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text):
        path = target[0] or target[1]
        assert (page.parent / path).exists(), path


def test_the_names_of_the_package_are_sorted_and_there() -> None:
    assert nmbr9.__all__ == sorted(nmbr9.__all__)
    assert all(hasattr(nmbr9, name) for name in nmbr9.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        nmbr9.nothing  # noqa: B018


def test_codes_keep_their_form() -> None:
    """They go over the wire: a family, a slash and words with dashes."""
    assert all(re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", code) for code in Code)
