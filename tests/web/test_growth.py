"""A tab that stays open: one game after the other, and nothing is left of those before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.server.serving import Server
from tests.web.conftest import FLAGS, system_chromium
from tests.web.visitor import Visit, Visitors

pytestmark = pytest.mark.long

GAMES = 10
MOST = 1.05
"""How much more there may be after the last game than after the first."""


class Held(NamedTuple):
    """What a tab holds once the garbage is out."""

    nodes: int
    listeners: int
    heap: int
    """In bytes."""


@pytest.fixture(scope="module")
def plain_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that compiles nothing: machine code for what runs often would count as heap."""
    path = system_chromium()
    args = [*FLAGS, "--js-flags=--jitless"]
    running = browser.browser_type.launch(executable_path=path, args=args)
    yield running
    running.close()


@pytest.fixture
def tab(plain_browser: Browser, server: Server) -> Iterator[Visit]:
    visitors = Visitors(plain_browser, server.address)
    yield visitors.new()
    visitors.close()


def held(session: CDPSession) -> Held:
    for _ in range(3):  # what one collection lets go of, the next one finds
        session.send("HeapProfiler.collectGarbage")
        time.sleep(0.1)
    counters = session.send("Memory.getDOMCounters")
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return Held(counters["nodes"], counters["jsEventListeners"], int(heap))


def _play(visit: Visit) -> None:
    """A whole game with everything that opens over it, and one that is left after two tiles."""
    page = visit.page
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game .place").wait_for()
    for _ in range(3):
        visit.place_at_first_spot()
    for key in "sstth":
        page.keyboard.press(key)
    for _ in range(8):  # where it does not fit: the server is asked why
        page.keyboard.press("ArrowRight")
    page.locator(".panel-why").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator(".table").focus()
    visit.play_to_the_end()
    page.get_by_role("button", name="Play again").click()
    page.locator(".game .place").wait_for()
    for _ in range(2):
        visit.place_at_first_spot()
    page.get_by_role("link", name="nmbr9, to the start").click()
    page.get_by_role("link", name="Continue your game").wait_for()
    page.locator(".hero-scene .art-stage").wait_for(state="attached")
    # Messages go by themselves, after some seconds.
    page.evaluate("document.getElementById('toasts').replaceChildren()")
    page.wait_for_timeout(500)


def test_nothing_grows_from_game_to_game(tab: Visit) -> None:
    tab.go()
    session = tab.context.new_cdp_session(tab.page)
    after: list[Held] = []
    for number in range(1, GAMES + 1):
        _play(tab)
        after.append(held(session))
        print(f"game {number}: {after[-1]}")
    first, last = after[0], after[-1]
    assert last.nodes <= MOST * first.nodes
    assert last.listeners <= MOST * first.listeners
    assert last.heap <= MOST * first.heap
