"""The page of a server when the line is cut: after the first game it goes on without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nmbr9.host import artefacts
from tests.machine import HOST, leave_out
from tests.server.serving import Server, serving_without_error
from tests.web.test_static_site import play_bot, wait_until_kept
from tests.web.visitor import Visit

pytestmark = [pytest.mark.rest, pytest.mark.long]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    if artefacts() is None:
        leave_out(HOST)
    with serving_without_error(tmp_path, NMBR9_ANALYSIS_SECONDS="0.5") as server:
        yield server


def after_one_game(browser: Browser, server: Server) -> Visit:
    """Somebody who has played a game and keeps what plays without a line."""
    visit = Visit(browser, server.address)
    page = visit.start_alone()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit.finish()
    expect(page.locator(".result h1")).to_be_visible()
    assert [url for url in asked if "/h/" in url] == [], "nothing of it before the end of the game"
    wait_until_kept(page)
    is_remembered = """async (match) => {
      const name = (await caches.keys()).find((name) => name.includes('played'));
      if (!name) return false;
      const played = await caches.open(name);
      return (await played.keys()).some(({ url }) => url.includes(match));
    }"""
    page.wait_for_function(is_remembered, arg=page.url.split("/m/")[1])
    assert visit.problems == []
    return visit


def say_that_it_is_back(page: Page) -> None:
    """What a system tells its browsers when there is a network again."""
    page.evaluate("dispatchEvent(new Event('online'))")


def test_games_go_on_without_the_server_and_are_found_with_it(
    browser: Browser, own_server: Server
) -> None:
    visit = after_one_game(browser, own_server)
    page = visit.page
    served = page.url
    own_server.stop()
    page.goto(visit.address)
    expect(page.get_by_text("What you play now is kept on this device.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("2")
    alone = page.url
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint-words")).to_contain_text(re.compile("level", re.IGNORECASE))
    page.goto(visit.address)
    play_bot(page, "mole")
    visit.place_at_first_spot()
    page.goto(f"{visit.address}/rules")
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{visit.address}/learn")
    page.locator("a[href*='/learn/']").first.click()
    expect(page.locator(".game")).to_be_visible()
    page.goto(f"{visit.address}/daily")
    expect(page.get_by_text("This needs other people, and so the server").first).to_be_visible()
    page.goto(served)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("This game is on the server")).to_be_visible()

    # The one of the server is remembered, with the two that are played here.
    page.goto(f"{visit.address}/history")
    expect(page.locator(".games a")).to_have_count(3)
    page.goto(served.replace("/m/", "/replay/"))
    expect(page.locator("input[type=range]")).to_be_visible()
    page.goto(served)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()

    own_server.start()
    say_that_it_is_back(page)
    # That page had nothing to lose: it is the server's again by itself.
    expect(page.locator(".result h1")).to_be_visible()
    page.goto(f"{visit.address}/history")
    expect(page.locator(".games a")).to_have_count(1)
    page.get_by_role("button", name="Show 2 games kept on this device").click()
    expect(page.locator(".games a")).to_have_count(3)
    page.goto(alone)
    expect(page.locator(".round")).to_contain_text("2")
    visit.play_to_the_end()
    expect(page.locator(".result h1")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile("/replay/"))
    expect(page.locator("h1")).to_be_visible()
    visit.context.close()


def test_a_press_on_play_that_finds_no_server_begins_a_game_here(
    browser: Browser, own_server: Server
) -> None:
    visit = after_one_game(browser, own_server)
    page = visit.page
    page.goto(visit.address)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    own_server.stop()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".game .place").wait_for()
    expect(page.get_by_text("What you play now is kept on this device.")).to_be_visible()
    visit.place_at_first_spot()
    own_server.start()
    say_that_it_is_back(page)
    expect(page.get_by_text("The server is there again.")).to_be_visible()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("3")
    page.get_by_role("button", name="Go to it").click()
    expect(page.locator(".continue")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.line") == "served"
    visit.context.close()


def test_nothing_is_fetched_where_every_byte_is_paid_for(
    browser: Browser, own_server: Server
) -> None:
    visit = Visit(browser, own_server.address)
    visit.context.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    )
    page = visit.start_alone()
    # What keeps it asks first of all.
    with page.expect_response(re.compile("js/cut/keeping.js")):
        visit.finish()
    assert (
        page.evaluate(
            """async () => {
          const { FILES } = await import(
            document.querySelector('script[type=module]').src.replace('main', 'net/base'));
          const { keepAfterGame } = await import(`${FILES}js/cut/keeping.js`);
          await keepAfterGame('abc234');
          return localStorage.getItem('nmbr9-kept');
        }"""
        )
        is None
    )
    assert visit.problems == []
    visit.context.close()


def test_who_is_forgotten_leaves_no_game_on_the_device(
    browser: Browser, own_server: Server
) -> None:
    visit = after_one_game(browser, own_server)
    page = visit.page
    own_server.stop()
    page.goto(visit.address)
    page.get_by_role("button", name="Play", exact=True).click()
    visit.place_at_first_spot()
    own_server.start()
    page.goto(f"{visit.address}/history")
    expect(page.get_by_role("button", name="Show 1 game kept on this device")).to_be_visible()
    page.evaluate(
        """async () => {
          const main = document.querySelector('script[src$="/js/main.js"]').src;
          await (await import(main.replace('main.js', 'net/api.js'))).forgetMe();
        }"""
    )
    assert page.evaluate("indexedDB.databases()") == []
    assert [one for one in page.evaluate("caches.keys()") if "played" in one] == []
    page.reload()
    expect(page.get_by_text("No games yet")).to_be_visible()
    expect(page.get_by_role("button", name="kept on this device")).to_have_count(0)
    visit.context.close()
