"""What it costs to play without a server: bytes and times of a first and of a second visit.

    python -m benchmarks.offline

A file server sends the site at 9 Mbit/s, 85 ms away, packed by Brotli. Chromium presses Play as
soon as it is there and places the first tile as soon as that can be. Then the same with a browser
slowed five times: its renderers are stopped four fifths of the time, in slices of 10 ms. The exit
code is 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.first_visit import is_kept
from benchmarks.slow_file_server import SlowFileServer
from nmbr9.host import artefacts
from nmbr9.site.export import static_site, write_site
from tests.web.conftest import FLAGS, system_chromium
from tests.web.tour import API

FIRST_BYTES, REFEREE_BYTES, BOTS_BYTES = 130_000, 3_800_000, 700_000
FIRST_TILE, SECOND_CARD, SECOND_VISIT, SLOWED = 1.6, 5.0, 1.5, 6.0
FRAME_MILLISECONDS = 100
SLICE = 0.01
STOPPED = 0.8
TURNS = 3
"""So many turns of a bot are watched for frames."""

LONGEST_FRAME = """() => {
  let last = performance.now();
  window.longestFrame = 0;
  const look = (now) => {
    window.longestFrame = Math.max(window.longestFrame, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


AGAINST_STRONG = f"""async () => {{
  const {{ newMatch, plainOptions }} = {API};
  return (await newMatch(plainOptions(2), ['strong'])).match;
}}"""
"""A game that the page can play, and does not offer."""


class Visit(NamedTuple):
    """When what was there, in seconds since the address was asked for."""

    tile: float
    card: float


def visited(page: Page, address: str, at_tile: Callable[[], None] = lambda: None) -> Visit:
    """Press Play, place the first tile; the second card has to be there then."""
    begin = time.monotonic()
    page.goto(address, wait_until="commit")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game .place").wait_for()
    tile = time.monotonic() - begin
    at_tile()
    expect(page.locator(".place")).to_be_enabled()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".round")).to_have_text("Round 2 of 20", timeout=60_000)
    return Visit(tile, time.monotonic() - begin)


def renderers() -> list[int]:
    """The processes of pages and workers that this program has begun."""
    parents: dict[int, int] = {}
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        with suppress(OSError):
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(")")[2].split()[1]
            )
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))

    def is_ours(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return [process for process in found if is_ours(process)]


@contextmanager
def slowed() -> Iterator[None]:
    """Let renderers run a fifth of the time."""
    ended = Event()

    def all_of_them(how: signal.Signals) -> None:
        for process in renderers():
            with suppress(ProcessLookupError):
                os.kill(process, how)

    def slow() -> None:
        while not ended.is_set():
            all_of_them(signal.SIGSTOP)
            time.sleep(STOPPED * SLICE)
            all_of_them(signal.SIGCONT)
            time.sleep((1 - STOPPED) * SLICE)

    thread = Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        all_of_them(signal.SIGCONT)


def longest_frame(page: Page, address: str) -> float:
    """Return the longest time between two frames while `strong` thinks, in milliseconds."""
    page.goto(address)
    page.goto(f"{address}/m/{page.evaluate(AGAINST_STRONG)}")
    longest = 0.0
    for turn in range(1, TURNS + 1):
        expect(page.locator(".place")).to_be_enabled(timeout=60_000)
        expect(page.locator(".round")).to_have_text(f"Round {turn} of 20")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.evaluate(LONGEST_FRAME)
        expect(page.locator(".round")).to_have_text(f"Round {turn + 1} of 20", timeout=60_000)
        longest = max(longest, page.evaluate("window.longestFrame"))
    return longest


class Measured(NamedTuple):
    first: Visit
    second: Visit
    bytes_to_tile: int


def measured(browser: Browser, server: SlowFileServer) -> Measured:
    """A first visit, with nothing kept, and a second one when everything is."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    server.wire.bytes.clear()
    to_tile: list[int] = []

    def count() -> None:
        sent = server.wire.bytes.items()
        to_tile.append(sum(size for path, size in sent if is_for_first_tile(path)))

    first = visited(page, server.address, count)
    page.wait_for_selector("html[data-offline=ready]", state="attached", timeout=60_000)
    page.close()
    second = visited(context.new_page(), server.address)
    context.close()
    return Measured(first, second, to_tile[0])


def is_for_first_tile(path: str) -> bool:
    """What comes for the referee comes behind the first tile."""
    return "/h/" not in path and "/host/" not in path


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=3, help="visits of which the median counts")
    times = parser.parse_args().times
    made = artefacts()
    if made is None:
        sys.exit("expected what plays in a browser, got none: make host")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        write_site(static_site(made, "/"), Path(name), lambda _: None)
        server = SlowFileServer(Path(name))
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=FLAGS)
        found = [measured(browser, server) for _ in range(times)]
        server.wire.is_slow = False
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        visited(page, server.address)
        page.wait_for_selector("html[data-offline=ready]", state="attached", timeout=60_000)
        page.close()
        with slowed():
            slow = []
            for _ in range(times):
                page = context.new_page()
                slow.append(visited(page, server.address).card)
                page.close()  # One page at a time has the games.
            frame = longest_frame(context.new_page(), server.address)
        browser.close()
        server.close()
    packed = {path.name: path.stat().st_size for path in made.glob("*.br")}
    bots = packed["bots.zip.br"]
    print(f"load {os.getloadavg()[0]:.1f}")
    kept = [
        is_kept("bytes to the first tile", found[0].bytes_to_tile / 1000, FIRST_BYTES / 1000, "kB"),
        is_kept("the referee", (sum(packed.values()) - bots) / 1e6, REFEREE_BYTES / 1e6, "MB"),
        is_kept("bots and kernel", bots / 1e6, BOTS_BYTES / 1e6, "MB"),
        is_kept("first tile", median(one.first.tile for one in found), FIRST_TILE, "s"),
        is_kept("second card", median(one.first.card for one in found), SECOND_CARD, "s"),
        is_kept("second visit", median(one.second.card for one in found), SECOND_VISIT, "s"),
        is_kept("second visit, slowed", median(slow), SLOWED, "s"),
        is_kept("longest frame, strong, slowed", frame, FRAME_MILLISECONDS, "ms"),
    ]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
