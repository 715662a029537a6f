"""The documentation as a site: built without a broken link, and read from a folder."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.rest


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "NO_MKDOCS_2_WARNING": "1"},
    )
    # A broken link is a warning, and with --strict warnings are errors.
    assert run.returncode == 0, run.stderr
    assert "not included in the" not in run.stderr, "a page that no menu leads to"
    return folder


def words(page: Path) -> str:
    """What a page says, without its marks."""
    return unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_the_reference_has_every_public_name_with_its_types(site: Path) -> None:
    page = (site / "reference.html").read_text(encoding="utf-8")
    names = re.findall(r"^::: (\S+)$", (ROOT / "docs" / "reference.md").read_text(), re.MULTILINE)
    assert len(names) > 100
    assert [name for name in names if f'id="{name}"' not in page] == []
    assert "players: int = 1" in words(site / "reference.html")


def test_the_cookbook_shows_its_programs(site: Path) -> None:
    shown = words(site / "cookbook.html")
    for program in (ROOT / "docs" / "cookbook").glob("*.py"):
        assert program.read_text(encoding="utf-8").strip() in shown


def test_it_can_be_searched_from_a_folder_and_asks_no_host(site: Path, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto((site / "index.html").as_uri())
    # By keys: it is their going up that the search waits for.
    page.get_by_role("textbox", name="Search").press_sequentially("check-bot")
    expect(page.locator(".md-search-result__item").first).to_contain_text("nmbr9 check-bot")
    assert [url for url in asked if not url.startswith("file:")] == []
    context.close()
