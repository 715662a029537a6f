"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.machine import CHROMIUM, leave_out, playwright_browsers
from tests.server.serving import Server, serving_without_error
from tests.web.visitor import Visit, Visitors

FLAGS = [
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# The first one has no window to draw even in theory, and needs less than half the processor time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")


def system_chromium() -> str | None:
    """The system's Chromium; None leaves it to Playwright to find its own."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium, or the one that Playwright has installed.

    Ended with the last test of the page: while Playwright runs, no other loop can.
    """
    path = system_chromium()
    if path is None and not any(playwright_browsers().glob("chromium*")):
        leave_out(CHROMIUM)
    with started_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@contextmanager
def started_playwright() -> Iterator[Playwright]:
    """Playwright; its driver is a program of its own, which needs a library that few lack."""
    manager = sync_playwright()
    try:
        playwright = manager.start()
    except Exception as error:  # it has no class of its own for this
        if "driver" not in str(error):
            raise
        leave_out(CHROMIUM)
    try:
        yield playwright
    finally:
        playwright.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that looks only shortly for the best that a deck allowed."""
    folder = tmp_path_factory.mktemp("web")
    with serving_without_error(folder, NMBR9_ANALYSIS_SECONDS="0.5") as it:
        yield it


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Makes visitors of the page; at the end nothing must have gone wrong for any of them."""
    all_of_them = Visitors(browser, server.address)
    yield all_of_them
    all_of_them.close()


@pytest.fixture
def visit(visitors: Visitors) -> Visit:
    """One visitor at a desk."""
    return visitors.new()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shots")
