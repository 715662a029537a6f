"""How quick the page is, measured in the browser itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from nmbr9.cli.browser import wait_for_page
from nmbr9.server.pages import FIRST_SCRIPT, FIRST_STYLE, FOLDER, find, first_scripts
from tests.server.serving import Server
from tests.web.visitor import Visit

pytestmark = pytest.mark.rest

MOST_BYTES = 200_000
"""As they are sent, without comments and spaces and with short names, but not compressed."""
MOST_MILLISECONDS = 1000
"""From opening the page to a tile that can be placed."""
LONGEST_TASK = 50_000
"""In microseconds: the browser calls longer tasks long."""
FRAME = 16_700
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")


def test_scripts_and_styles_are_small() -> None:
    scripts = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.js")}
    sent = [FIRST_STYLE, FIRST_SCRIPT, *(scripts - set(first_scripts()))]
    files = [file for path in sent if (file := find(path)) is not None]
    assert len(files) == len(sent)
    assert sum(len(file.content) for file in files) < MOST_BYTES


@pytest.mark.long  # by itself: other tests beside it would be measured too
def test_the_first_tile_can_be_placed_within_a_second(browser: Browser, server: Server) -> None:
    # The click comes as soon as there is something to click on: a person is not that quick.
    script = """
      const look = () => {
        const play = document.querySelector('.btn.huge');
        if (play && !window.clicked) { window.clicked = performance.now(); play.click(); }
        const place = document.querySelector('.place:not(:disabled)');
        if (place) window.placeable = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    """
    # No Visit, which listens to every request: its share of the two cores would be measured.
    context = browser.new_context()
    context.add_init_script(script)
    page = context.new_page()
    wait_for_page(server.address)  # As `nmbr9 play` does before it opens the page.
    page.goto(server.address)
    page.wait_for_function("() => window.placeable")
    took = page.evaluate("window.placeable")
    context.close()
    print(f"first placement possible after {took:.0f} ms")
    assert took < MOST_MILLISECONDS


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
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert page.evaluate("path => fetch(path).then((it) => it.status)", icon["src"]) == 200
    page.reload()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => caches.open('nmbr9').then((cache) => cache.keys()).then((keys) => keys.length > 30)"
    )
    visit.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    visit.context.set_offline(False)
    # A browser complains of a dead line, and that it cannot install a page then: no fault of ours.
    cut = ("DISCONNECTED", "console: An unknown error")
    visit.problems = [one for one in visit.problems if not any(c in one for c in cut)]
