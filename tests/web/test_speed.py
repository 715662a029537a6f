"""How quick the page is, measured in the browser itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import Server
from tests.web.visitor import Visit
from tests.web.wire import (
    FIRST_VISIT_BYTES,
    SECOND_VISIT_BYTES,
    seconds_to_first_tile,
    wire_to,
)

pytestmark = pytest.mark.rest

MOST_SECONDS = 1
"""From opening the page to a tile that can be placed."""
LONGEST_TASK = 50_000
"""In microseconds: the browser calls longer tasks long."""
FRAME = 16_700
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


def test_the_first_tile_and_a_second_visit_cost_few_bytes(browser: Browser, server: Server) -> None:
    with wire_to(server.port) as wire:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        seconds_to_first_tile(page, wire.address)
        first = wire.since(0)
        page.goto("about:blank")
        again = context.new_page()
        again.goto(wire.address)
        again.locator(".continue").wait_for()
        second = wire.since(first)
        context.close()
    print(f"{first} bytes to the first tile, {second} bytes to see it again")
    assert 50_000 < first <= FIRST_VISIT_BYTES
    assert 500 < second <= SECOND_VISIT_BYTES


@pytest.mark.long  # by itself: other tests beside it would be measured too
def test_the_first_tile_can_be_placed_within_a_second(browser: Browser, server: Server) -> None:
    # No Visit, which listens to every request: its share of the two cores would be measured.
    context = browser.new_context()
    took = seconds_to_first_tile(context.new_page(), server.address)
    context.close()
    print(f"first placement possible after {took:.2f} s")
    assert took < MOST_SECONDS


@pytest.mark.long
def test_dragging_with_twenty_tiles_keeps_up_with_the_pointer(
    browser: Browser, visit: Visit, tmp_path: Path
) -> None:
    page = visit.go()
    page.get_by_role("button", name="Choose options").click()
    page.get_by_role("switch", name="Starting tiles").click()
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".place").wait_for()
    for _ in range(19):
        visit.place_at_first_spot()
    expect(page.locator(".place")).to_be_visible()
    box = page.locator(".table").bounding_box()
    assert box is not None
    left, top = box["x"] + 40, box["y"] + 60
    page.mouse.move(left, top)
    page.mouse.move(*visit.ghost())
    page.mouse.down()
    trace = tmp_path / "trace.json"
    browser.start_tracing(page=page, path=trace, categories=["devtools.timeline", "toplevel"])
    for step in range(120):
        page.mouse.move(left + 6 * step, top + 4 * (step % 60))
    browser.stop_tracing()
    page.mouse.up()
    events = json.loads(trace.read_text())["traceEvents"]
    moves = [event["dur"] for event in _dispatched(events, "pointermove")]
    tasks = [event["dur"] for event in _on_main_thread(events) if event["name"] in TASKS]
    print(
        f"{len(moves)} moves, longest {max(moves) / 1000:.1f} ms, "
        f"longest task {max(tasks, default=0) / 1000:.1f} ms"
    )
    assert len(moves) > 60
    assert max(moves) < FRAME
    assert max(tasks, default=0) < LONGEST_TASK


def _on_main_thread(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the thread of the page did, as a whole: other threads may take their time."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    assert threads
    own = [event for event in events if (event["pid"], event["tid"]) in threads]
    return [event for event in own if "dur" in event]


def _dispatched(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [
        event
        for event in events
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == kind
    ]


def test_the_page_is_installable_and_opens_without_the_server(visit: Visit, server: Server) -> None:
    page = visit.go()
    link = page.locator("link[rel=manifest]").evaluate("link => link.href")
    manifest = page.evaluate("link => fetch(link).then((answer) => answer.json())", link)
    assert urljoin(link, manifest["start_url"]) == f"{server.address}/"
    for icon in manifest["icons"]:
        address = urljoin(link, icon["src"])
        assert page.evaluate("path => fetch(path).then((it) => it.status)", address) == 200
    visit.open_without_line()
    kept = page.evaluate(
        """async () => Promise.all((await caches.keys()).map(async (name) =>
             [name, (await (await caches.open(name)).keys()).map(({url}) => url)]))"""
    )
    [(name, addresses)] = kept
    version = name.split()[-1]
    assert f"{server.address}/v/{version}/js/pages/match.js" in addresses
    assert all(f"/v/{version}/" in one for one in addresses if urlsplit(one).path != "/")
