"""What it costs to open the page for the first time and to get the first tile, and to come back.

    python -m benchmarks.first_visit

Chromium presses Play as soon as it is there. Bytes are counted as they come over the wire, headers
included; a kilobyte has 1000 of them. The exit code is 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import UNLIMITED, serving
from tests.web.conftest import FLAGS, system_chromium
from tests.web.wire import (
    FIRST_VISIT_BYTES,
    SECOND_VISIT_BYTES,
    seconds_to_first_tile,
    wire_to,
)

LOCAL_SECONDS = 1.0
SLOW_SECONDS = 1.6
SLOW_LINE = {
    "offline": False,
    "latency": 85,
    "downloadThroughput": 9_000_000 / 8,
    "uploadThroughput": 9_000_000 / 8,
}
"""A line over 4G: milliseconds, and bytes a second."""
WORKER_SECONDS = 5
"""After so long a page has its service worker, and that has what it keeps."""


def kilobytes(browser: Browser, port: int) -> tuple[float, float]:
    """Return what the first tile and a second visit cost."""
    with wire_to(port) as wire:
        context = browser.new_context()
        seconds_to_first_tile(context.new_page(), wire.address)
        first = wire.since(0)
        context.close()
    with wire_to(port) as wire:
        context = browser.new_context()
        page = context.new_page()
        before = 0
        for _ in range(2):
            before = wire.bytes
            page.goto(wire.address)
            page.wait_for_timeout(1000 * WORKER_SECONDS)
            page.goto("about:blank")
        second = wire.since(before)
        context.close()
    return first / 1000, second / 1000


def seconds(browser: Browser, address: str, *, is_slow: bool) -> float:
    """Return when the first tile is there, to be turned and dragged."""
    context = browser.new_context()
    page = context.new_page()
    if is_slow:
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", SLOW_LINE)
    took = seconds_to_first_tile(page, address)
    context.close()
    return took


def is_kept(name: str, value: float, most: float, unit: str) -> bool:
    """Print a figure beside its limit, and return whether it keeps it."""
    end = "" if value <= most else "  MISSED"
    print(f"{name:<32} {value:7.2f} {unit:<2}  at most {most:g} {unit}{end}", flush=True)
    return value <= most


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=5, help="visits of which the median counts")
    times = range(parser.parse_args().times)
    path = system_chromium()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        database = f"sqlite:///{Path(name, 'games.sqlite3')}"
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with serving(database, Path(name), **UNLIMITED) as server:
            first, second = kilobytes(browser, server.port)
            local = [seconds(browser, server.address, is_slow=False) for _ in times]
            slow = [seconds(browser, server.address, is_slow=True) for _ in times]
        browser.close()
    # What else the machine does is measured, too: the quickest visit is the least disturbed one.
    print(f"load {os.getloadavg()[0]:.1f}; quickest {min(local):.2f} s, over 4G {min(slow):.2f} s")
    kept = [
        is_kept("first visit, to the first tile", first, FIRST_VISIT_BYTES / 1000, "kB"),
        is_kept("second visit", second, SECOND_VISIT_BYTES / 1000, "kB"),
        is_kept("first tile on this machine", median(local), LOCAL_SECONDS, "s"),
        is_kept("first tile over 4G", median(slow), SLOW_SECONDS, "s"),
    ]
    sys.exit(not all(kept))


if __name__ == "__main__":
    main()
