"""How smoothly a tile is dragged over a full display on a slow machine.

    python -m benchmarks.dragging

Chromium, its processor slowed down four times, shows a game with nineteen tiles; a finger or a
mouse drags the twentieth to and fro. What is counted are the milliseconds between two frames. The
exit code is 1 when a limit is missed.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import UNLIMITED, serving
from tests.web.conftest import FLAGS, system_chromium
from tests.web.hand import Hand
from tests.web.visitor import DESK, PHONE, Visit

SLOWED = 4
MEDIAN_MS = 17
DRAGS, STEPS = 8, 40

# Only while the tile is dragged: looking for it from outside takes the slowed page long, too.
NOTE_FRAMES = """() => {
  window.noted = [];
  let last = 0;
  const note = (now) => {
    if (last) window.noted.push(now - last);
    last = now;
    window.noting = requestAnimationFrame(note);
  };
  window.noting = requestAnimationFrame(note);
}"""
TELL_FRAMES = """() => {
  cancelAnimationFrame(window.noting);
  return window.noted;
}"""


class Setting(NamedTuple):
    """A screen, and the longest that a frame may take there."""

    name: str
    viewport: dict[str, int]
    has_touch: bool
    longest: float


SETTINGS = [Setting("phone", PHONE, True, 100), Setting("desk", DESK, False, 60)]


def frames(browser: Browser, address: str, setting: Setting) -> list[float]:
    """Return the milliseconds between frames while tiles are dragged."""
    visit = Visit(
        browser,
        address,
        viewport=setting.viewport,
        has_touch=setting.has_touch,
        is_mobile=setting.has_touch,
        reduced_motion="no-preference",
    )
    hand = Hand(visit, has_touch=setting.has_touch)
    visit.start_alone()
    visit.play_all_but_one()
    devtools = visit.context.new_cdp_session(visit.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    visit.page.wait_for_timeout(1500)
    found: list[float] = []
    for number in range(DRAGS):
        x, y = hand.grip()
        away = (-120 if number % 2 else 120, -200 if number % 4 < 2 else 200)
        visit.page.evaluate(NOTE_FRAMES)
        hand.drag((x, y), (x + away[0], y + away[1]), steps=STEPS)
        found += visit.page.evaluate(TELL_FRAMES)
    visit.context.close()
    return found


def main() -> None:
    path = system_chromium()
    kept = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        database = f"sqlite:///{Path(name, 'games.sqlite3')}"
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with serving(database, Path(name), **UNLIMITED) as server:
            for setting in SETTINGS:
                found = frames(browser, server.address, setting)
                typical, longest = median(found), max(found)
                is_kept = typical <= MEDIAN_MS and longest <= setting.longest
                kept.append(is_kept)
                print(
                    f"{setting.name}: {len(found)} frames, median {typical:.1f} ms (at most "
                    f"{MEDIAN_MS}), longest {longest:.1f} ms (at most {setting.longest:g})"
                    + ("" if is_kept else "  MISSED")
                )
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f}")
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
