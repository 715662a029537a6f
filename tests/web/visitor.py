"""Somebody who visits the page, and notes everything that goes wrong there."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

from tests.server.client import Viewer, run

SECONDS = 60
expect.set_options(timeout=SECONDS * 1000)

DESK = {"width": 1440, "height": 900}
TABLET = {"width": 768, "height": 1024}
PHONE = {"width": 390, "height": 844}
SMALLEST = {"width": 320, "height": 640}


class Visit:
    """A page in a browser of its own: no cookies, nothing remembered."""

    def __init__(self, browser: Browser, address: str, **context: Any) -> None:
        self.address = address
        self.problems: list[str] = []
        """What a visitor should never see in the console."""
        self.context = browser.new_context(
            **{"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", **context}
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        self.page = self.context.new_page()
        self.page.set_default_timeout(SECONDS * 1000)
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        # A page that is left stops what it was asking for.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"answer {response.status}: {response.url}")

    def _asked(self, request: Request) -> None:
        host = urlsplit(request.url).netloc
        if host and host != urlsplit(self.address).netloc and request.url.startswith("http"):
            self.problems.append(f"foreign: {request.url}")

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.address + path)
        return self.page

    def start_alone(self) -> Page:
        """One click to a game alone."""
        self.go()
        self.page.get_by_role("button", name="Play", exact=True).click()
        self.page.locator(".game .place").wait_for()
        return self.page

    def open_without_line(self) -> None:
        """Cut the line when the browser keeps the page, and open it again."""
        deadline = time.monotonic() + SECONDS
        while not self.page.evaluate(
            "path => caches.match(path).then(Boolean)", f"{self.address}/"
        ):
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(50)
        self.context.set_offline(True)
        self.page.reload()
        expect(self.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        self.context.set_offline(False)
        # A browser complains of a dead line, and that it cannot install a page then.
        cut = ("DISCONNECTED", "console: An unknown error")
        self.problems = [one for one in self.problems if not any(c in one for c in cut)]

    def copy(self, button: Locator) -> str:
        """Press a button that copies, and return what it put into the clipboard.

        All visits of a browser share one clipboard, and it is filled some time after the press: it
        is emptied first, so that nobody reads what an earlier visit has left there.
        """
        self.page.evaluate("navigator.clipboard.writeText('')")
        button.click()
        deadline = time.monotonic() + SECONDS
        while not (copied := self.page.evaluate("navigator.clipboard.readText()")):
            assert time.monotonic() < deadline, "nothing was copied"
            self.page.wait_for_timeout(50)
        return str(copied)

    # --- in a game ---------------------------------------------------------------------------

    @property
    def round(self) -> str:
        return self.page.locator(".round").inner_text()

    @property
    def is_over(self) -> bool:
        return self.page.locator(".result").count() > 0

    def wait_for_change(self, before: str) -> None:
        """Wait for the next card, or the end."""
        # A Boolean, since Playwright would keep an element, and with it the page around it.
        self.page.wait_for_function(
            """before => {
                 const round = document.querySelector('.round');
                 const isOver = document.querySelector('.result');
                 const hasNext = round && round.textContent !== before;
                 return Boolean(isOver || (hasNext && document.querySelector('.place')));
               }""",
            arg=before,
        )

    def place_at_first_spot(self, key: str = "Tab") -> None:
        """Place the tile on the first legal spot that a key leads to."""
        # Without a tile in hand Tab leads away from the table, and Enter presses what is there.
        expect(self.page.locator(".place")).to_be_visible()
        before = self.round
        self.page.keyboard.press(key)
        self.press_place()
        self.wait_for_change(before)

    def press_place(self) -> None:
        """Press Enter, once the card has been there long enough to be meant."""
        expect(self.page.locator(".place")).to_be_enabled()
        self.page.keyboard.press("Enter")

    def play_to_the_end(self, key: str = "Tab") -> None:
        """Place every tile that is left on the first spot."""
        while not self.is_over:
            self.place_at_first_spot(key)

    def finish(self) -> None:
        """Play to the end, all but the last tile at another device: that is much quicker."""
        self.play_all_but_one()
        self.play_to_the_end()

    def play_all_but_one(self) -> None:
        """Let another device of the same player place every tile but the last."""
        match = self.page.url.split("/m/")[1].split("#")[0]
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in self.context.cookies())

        async def play_elsewhere() -> None:
            async with Viewer(self.address, match, cookie=cookie) as viewer:
                for number in range(viewer.parts["table"]["round"], 20):
                    # Bots may be slower than this player.
                    await viewer.until(lambda parts: parts["table"]["round"] == number)  # noqa: B023
                    await viewer.take_turn()

        # In a thread of its own: Playwright's loop runs in this one.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: run(play_elsewhere())).result()
        expect(self.page.locator(".round")).to_contain_text("20")

    def ghost(self) -> tuple[float, float]:
        """Where the middle of the tile in hand is on the screen."""
        box = self.page.locator(".art-ghost svg > g").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Visitors:
    """Everybody in one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._visits: list[Visit] = []

    def new(self, **context: Any) -> Visit:
        visit = Visit(self._browser, self._address, **context)
        self._visits.append(visit)
        return visit

    def close(self) -> None:
        problems = [problem for visit in self._visits for problem in visit.problems]
        for visit in self._visits:
            visit.context.close()
        assert not problems, "\n".join(problems)
