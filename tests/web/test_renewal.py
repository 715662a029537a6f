"""A page that stays open while the server gets another version of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.serving import UNLIMITED, Server, serving
from tests.web.renewed import VERSION
from tests.web.visitor import Visit

pytestmark = pytest.mark.long

NEWS = "The game has a new version. The page loads again."


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **UNLIMITED) as server:
        yield server


@contextmanager
def replaced(old: Server, folder: Path) -> Iterator[None]:
    """The next version at the same address."""
    old.stop()
    log = folder / "new.log"
    new = Server(old.database, log, UNLIMITED, port=old.port, module="tests.web.renewed")
    try:
        yield
    finally:
        new.stop()


def has_new_version(page: Page) -> bool:
    source = page.locator("script[type=module]").get_attribute("src") or ""
    return f"/v/{VERSION}/" in source


def test_a_game_goes_on_with_the_new_version(browser: Browser, old: Server, tmp_path: Path) -> None:
    visit = Visit(browser, old.address)
    page = visit.start_alone()
    visit.place_at_first_spot()
    before = visit.round
    with replaced(old, tmp_path):
        expect(page.get_by_text(NEWS).first).to_be_visible()
        page.wait_for_function("() => !document.querySelector('.toast')")
        page.locator(".game .place").wait_for()
        assert has_new_version(page)
        assert visit.round == before
        visit.place_at_first_spot()
        visit.context.close()


@pytest.mark.long
def test_a_page_that_is_not_loaded_yet_is_the_new_one(
    browser: Browser, old: Server, tmp_path: Path
) -> None:
    visit = Visit(browser, old.address)
    link = visit.go().get_by_role("link", name="Learn")
    link.wait_for()
    page = visit.page
    with replaced(old, tmp_path):
        link.click()
        expect(page.get_by_text(NEWS).first).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Learn to play")
        assert has_new_version(page)
        visit.context.close()
