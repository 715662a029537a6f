"""Take the pictures of the page for the documentation: python -m scripts.screenshots.

It needs Chromium. The cards are shuffled anew each time: look at the pictures before you keep them.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.serving import UNLIMITED, serving

FOLDER = Path(__file__).parents[1] / "docs" / "images"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
ROUNDS = 14
"""After so many cards a display is worth looking at."""


class Camera:
    """One visitor with a window of some size, in the colours of a theme."""

    def __init__(self, browser: Browser, address: str, size: dict[str, int], theme: str) -> None:
        self._address = address
        options: dict[str, Any] = {"viewport": size, "locale": "en-GB", "reduced_motion": "reduce"}
        if size is PHONE:
            options |= {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
        context = browser.new_context(**options)
        kept = json.dumps(json.dumps({"theme": theme}))
        context.add_init_script(f"localStorage.setItem('nmbr9', {kept})")
        self.page: Page = context.new_page()

    def go(self, path: str) -> None:
        """Open a page and wait until it is quiet."""
        self.page.goto(self._address + path)
        self.page.wait_for_load_state("networkidle")

    def start_game(self, bots: list[str]) -> str:
        """Make a game against bots and open it; return the match."""
        match: str = self.page.evaluate(
            """async bots => {
                 const main = document.querySelector('script[type=module]').src;
                 const {newMatch} = await import(new URL('net/api.js', main));
                 const {match} = await newMatch({players: 1 + bots.length}, bots);
                 return match;
               }""",
            bots,
        )
        self.go(f"/m/{match}")
        return match

    def play(self, rounds: int) -> None:
        """Place the tile of each round where the hint says, up to the end."""
        for _ in range(rounds):
            before = self.page.locator(".round").inner_text()
            self.ask_for_spot()
            self.page.locator(".place").click()
            self.page.wait_for_function(
                """before => document.querySelector('.result')
                     || (document.querySelector('.round')?.textContent ?? before) !== before""",
                arg=before,
            )

    def ask_for_spot(self) -> None:
        """Ask for hints until the tile is held over the spot."""
        if "Here." in (self.page.locator(".hint-words").text_content() or ""):
            return
        hint = self.page.locator(".hint .btn, .narrow-only .btn").locator("visible=true")
        for said in ("level", "Look at", "Here."):
            hint.click()
            self.page.wait_for_function(
                "said => document.querySelector('.hint-words').textContent.includes(said)",
                arg=said,
                timeout=120_000,  # the first thought of a new server takes long
            )

    def open_analysis(self, match: str) -> None:
        """Open the analysis of a match that is over, and wait until all of it is there."""
        self.go(f"/analysis/{match}")
        self.page.locator("progress").wait_for(state="hidden", timeout=120_000)

    def shoot(self, name: str) -> None:
        """Keep what is seen now."""
        # Nothing of the picture is about where the focus is.
        self.page.evaluate("document.activeElement?.blur()")
        self.page.wait_for_timeout(700)
        self.page.screenshot(path=FOLDER / f"{name}.png")
        print(f"docs/images/{name}.png")


def take_all(browser: Browser, address: str) -> None:
    """Take every picture."""
    desk = Camera(browser, address, DESKTOP, "light")
    desk.go("/")
    desk.shoot("start-desktop")
    match = desk.start_game(["steady", "greedy"])
    desk.play(ROUNDS)
    desk.ask_for_spot()
    desk.shoot("play-desktop")
    desk.play(20 - ROUNDS)
    desk.page.locator(".last-games").wait_for()
    desk.shoot("result-desktop")
    desk.go(f"/replay/{match}")
    desk.shoot("replay-desktop")
    desk.open_analysis(match)
    desk.shoot("analysis-desktop")
    desk.go("/learn/support")
    desk.shoot("lesson-desktop")
    phone = Camera(browser, address, PHONE, "dark")
    phone.go("/")
    phone.start_game(["careful"])
    phone.play(ROUNDS)
    phone.ask_for_spot()
    phone.page.evaluate("document.getElementById('toasts').replaceChildren()")
    phone.shoot("play-phone")
    phone.go("/learn/two-tiles")
    phone.shoot("lesson-phone")
    phone.open_analysis(match)
    phone.shoot("analysis-phone")


def main() -> None:
    """Start a server and a browser, and take the pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("expected a Chromium on this machine, got none")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place)
        with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder, **UNLIMITED) as server:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"]
            )
            take_all(browser, server.address)
            browser.close()


if __name__ == "__main__":
    main()
