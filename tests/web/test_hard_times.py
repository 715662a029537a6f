"""The static site when something fails: a sentence each, and nothing that was stored is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from nmbr9.host import artefacts
from nmbr9.server.page_files import FOLDER
from nmbr9.server.page_files import Page as Files
from nmbr9.site.export import static_site, write_site
from tests.web.test_static_site import Serve, serve, wait_until_kept
from tests.web.visitor import Visit

pytestmark = [pytest.mark.rest, pytest.mark.long]

__all__ = ["serve"]  # a fixture, which pytest looks for here


def publish_newer(folder: Path) -> str:
    """Write another version of the site over the one that is there; return its name."""
    made = artefacts()
    assert made is not None
    files = Files.read().files
    newer = static_site(made, "/", Files("", {**files, "css/newer.css": b"/* newer */\n"}))
    write_site(newer, folder, lambda _: None, is_packed=False)
    return newer.version


def version_of(page: Page) -> str:
    return str(page.evaluate("document.querySelector('script[type=module]').src.split('/v/')[1]"))


def in_mid_game(browser: Browser, address: str) -> Visit:
    """Somebody who has placed a tile, in a page that has all it needs."""
    visit = Visit(browser, address)
    page = visit.start_alone()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("2")
    wait_until_kept(page)
    return visit


def test_a_version_that_comes_in_mid_game_is_offered_and_goes_on_with_it(
    browser: Browser, serve: Serve, tmp_path: Path
) -> None:
    visit = in_mid_game(browser, serve("/").address)
    page = visit.page
    newer = publish_newer(tmp_path)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("There is a new version of this page.")).to_be_visible()
    # Whoever does not want it now plays on in the old one.
    page.locator(".table").focus()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("3")
    assert not version_of(page).startswith(newer)
    page.get_by_role("button", name="Load it").click()
    page.wait_for_function(
        "newer => document.querySelector('script[type=module]').src.includes(newer)", arg=newer
    )
    expect(page.locator(".round")).to_contain_text("3")
    page.locator(".table").focus()
    visit.play_to_the_end()
    expect(page.locator(".result h1")).to_be_visible()
    visit.context.close()


CHANGE_HEADER = """async ([match, change]) => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await done(indexedDB.open('nmbr9'));
  const store = database.transaction('headers', 'readwrite').objectStore('headers');
  const header = JSON.parse(await done(store.get(match)));
  await done(store.put(JSON.stringify({ ...header, ...change }), match));
  database.close();
}"""


def test_a_game_of_a_newer_page_is_left_alone_with_a_sentence(
    browser: Browser, serve: Serve
) -> None:
    visit = in_mid_game(browser, serve("/").address)
    page = visit.page
    page.evaluate(CHANGE_HEADER, [page.url.split("/m/")[1], {"format": 2, "news": True}])
    page.reload()
    expect(page.get_by_text("This game was played with a newer version")).to_be_visible()
    visit.context.close()


def test_games_that_a_newer_page_keeps_in_another_way_are_left_alone(
    browser: Browser, serve: Serve
) -> None:
    visit = in_mid_game(browser, serve("/").address)
    page = visit.page
    # The page that is open gives way: a newer one in another tab does not wait for it.
    assert page.evaluate(
        """() => new Promise((resolve, reject) => {
          const asking = indexedDB.open('nmbr9', 2);
          asking.onupgradeneeded = () => asking.result.createObjectStore('news');
          asking.onsuccess = () => { asking.result.close(); resolve(true); };
          asking.onerror = () => reject(asking.error);
        })"""
    )
    page.keyboard.press("Tab")
    visit.press_place()
    expect(page.get_by_text("or the browser keeps nothing any more")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The games here are kept by a newer version")).to_be_visible()
    visit.context.close()


def test_storage_that_is_full_in_mid_game_loses_nothing(browser: Browser, serve: Serve) -> None:
    """Room for four writings: the game, its token, and two tiles."""
    server = serve("/")
    shelf = (FOLDER / "js/host/shelf.js").read_text("utf-8")
    full = "new DOMException('full', 'QuotaExceededError')"
    begin = "put(entries) {"
    assert begin in shelf
    spoilt = shelf.replace(
        begin, f"{begin} if (globalThis.room-- < 1) return Promise.reject({full});"
    )
    visit = Visit(browser, server.address)

    def with_little_room(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=f"globalThis.room = 4;\n{spoilt}")

    visit.context.route("**/js/host/shelf.js", with_little_room)
    page = visit.start_alone()
    wait_until_kept(page)
    placed = 0
    while not page.get_by_text("There is no room here to keep the last move").is_visible():
        before = visit.round
        page.keyboard.press("Tab")
        visit.press_place()
        page.wait_for_function(
            """before => document.querySelector('.round').textContent !== before
              || document.getElementById('toasts').textContent.includes('no room')""",
            arg=before,
        )
        placed += visit.round != before
    assert placed >= 1
    visit.context.unroute("**/js/host/shelf.js")
    # Whatever the page has shown as placed is there, and the game goes on.
    page.reload()
    expect(page.locator(".round")).to_contain_text(f"Round {placed + 1} ")
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text(f"Round {placed + 2} ")
    visit.context.close()


def test_a_referee_that_stops_in_mid_game_is_begun_anew(browser: Browser, serve: Serve) -> None:
    visit = in_mid_game(browser, serve("/").address)
    page = visit.page
    [worker] = [one for one in page.workers if "referee-worker" in one.url]
    # As when a browser lacks memory: without a word.
    worker.evaluate("self.close()")
    page.keyboard.press("Tab")
    visit.press_place()
    expect(page.get_by_text("What plays here was interrupted and goes on.")).to_be_visible()
    # What was under way arrives all the same.
    expect(page.locator(".round")).to_contain_text("Round 3 ")
    visit.place_at_first_spot()
    page.reload()
    expect(page.locator(".round")).to_contain_text("Round 4 ")
    visit.context.close()


SPOIL = """async (name) => {
  let count = 0;
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    for (const { url } of await cache.keys()) {
      if (!url.endsWith(name)) continue;
      await cache.put(url, new Response('damaged'));
      count++;
    }
  }
  return count;
}"""


@pytest.mark.parametrize("name", ["/referee.zip", "/pyodide.asm.wasm"])
def test_what_was_kept_and_is_damaged_is_fetched_again(
    browser: Browser, serve: Serve, name: str
) -> None:
    server = serve("/")
    visit = in_mid_game(browser, server.address)
    page = visit.page
    assert page.evaluate(SPOIL, name) == 1
    page.reload()
    expect(page.locator(".round")).to_contain_text("Round 2 ")
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("Round 3 ")
    wait_until_kept(page)
    assert page.evaluate(SPOIL, name) == 1
    server.stop()
    page.reload()
    expect(page.get_by_text("What plays without a server could not be loaded.")).to_be_visible()
    visit.context.close()
