"""The page as static files in Chromium: whole games with a file server, and then without it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nmbr9.host import artefacts
from nmbr9.server.page_files import Page as Files
from nmbr9.site.export import static_site, write_site
from tests.machine import HOST, leave_out
from tests.web.static_server import StaticServer
from tests.web.visitor import Visit

pytestmark = [pytest.mark.rest, pytest.mark.long]

Serve = Callable[[str], StaticServer]
"""Serves the site at a base; the address is that of the whole server."""


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    made = artefacts()
    if made is None:
        leave_out(HOST)
    servers = []

    def serve(base: str) -> StaticServer:
        folder = tmp_path / base.strip("/")
        folder.mkdir(parents=True, exist_ok=True)
        write_site(static_site(made, base), folder, lambda _: None, is_packed=False)
        servers.append(StaticServer(tmp_path))
        return servers[-1]

    yield serve
    for server in servers:
        server.stop()


def wait_until_kept(page: Page) -> None:
    """Wait until the page says that it needs the line no more."""
    page.wait_for_selector("html[data-offline=ready]", state="attached")


def kept_visit(browser: Browser, address: str) -> Visit:
    visit = Visit(browser, address)
    visit.go()
    return visit


@pytest.mark.parametrize("base", ["/", "/games/nmbr9/"])
def test_a_game_alone_is_played_kept_and_found_without_a_line(
    browser: Browser, serve: Serve, base: str
) -> None:
    server = serve(base)
    visit = Visit(browser, server.address + base[:-1])
    visit.go()
    expect(visit.page.get_by_role("button", name="Friends")).to_contain_text("Needs a server")
    page = visit.start_alone()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("2")
    wait_until_kept(page)
    page.reload()
    expect(page.locator(".round")).to_contain_text("2")
    visit.place_at_first_spot()
    server.stop()
    page.reload()
    expect(page.locator(".round")).to_contain_text("3")
    visit.play_to_the_end()
    expect(page.locator(".result h1")).to_be_visible()
    page.goto(f"{visit.address}/history")
    row = page.locator(".games a").first
    expect(row).to_be_visible()
    row.click()
    expect(page).to_have_url(re.compile("/replay/"))
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{visit.address}/learn")
    expect(page.locator("h1")).to_be_visible()
    visit.context.close()


def play_bot(page: Page, bot: str) -> None:
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option(bot)
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .place").wait_for()


@pytest.mark.parametrize("bot", ["mole", "owl"])
def test_a_game_against_a_bot(browser: Browser, serve: Serve, bot: str) -> None:
    visit = kept_visit(browser, serve("/").address)
    play_bot(visit.page, bot)
    visit.play_to_the_end()
    expect(visit.page.locator(".result h1")).to_be_visible()
    assert visit.problems == []
    visit.context.close()


def test_hints_and_analyses_are_found_out_here(browser: Browser, serve: Serve) -> None:
    visit = Visit(browser, serve("/").address)
    page = visit.start_alone()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hint-words")).to_contain_text(re.compile("level", re.IGNORECASE))
    page.locator(".table").focus()  # Tab led away from the button otherwise
    visit.play_to_the_end()
    match = page.url.split("/m/")[1]
    told = page.evaluate(
        """async (match) => {
          const { get, post } = await import(
            document.querySelector('script[type=module]').src.replace('host/begin', 'net/api'));
          let told = await post(`/matches/${match}/analysis`);
          while (!told.is_complete && told.state !== 'failed') {
            await new Promise((resolve) => setTimeout(resolve, 200));
            told = await get(`/matches/${match}/analysis`);
          }
          return told;
        }""",
        match,
    )
    assert told["state"] == "complete"
    assert len(told["players"][0]["moves"]) == 20
    assert told["best_found"] >= told["scores"][0], told["best_found"]
    visit.context.close()


def test_games_are_taken_to_another_browser_as_a_file(
    browser: Browser, serve: Serve, tmp_path: Path
) -> None:
    address = serve("/").address
    visit = Visit(browser, address)
    page = visit.start_alone()
    visit.place_at_first_spot()
    expect(page.locator(".round")).to_contain_text("2")
    wait_until_kept(page)
    page.goto(f"{address}/history")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save all games as a file").click()
    file = tmp_path / "games.json"
    saving.value.save_as(file)
    visit.context.close()

    other = kept_visit(browser, address)
    page = other.page
    page.locator(".nav-games").click()
    chooser, said = page.locator("input[type=file]"), page.get_by_role("status")
    chooser.set_input_files({"name": "x.json", "mimeType": "text/plain", "buffer": b"hello"})
    expect(page.get_by_text("Expected a file of games that this page has saved")).to_be_visible()
    expect(page.locator(".games a")).to_have_count(0)
    chooser.set_input_files(file)
    expect(said.filter(has_text="1 game has come in.")).to_be_visible()
    chooser.set_input_files(file)
    expect(said.filter(has_text="1 was here already")).to_be_visible()
    expect(page.locator(".games a")).to_have_count(1)
    page.locator(".games a").click()
    expect(page.locator(".round")).to_contain_text("2")
    other.play_to_the_end()
    expect(page.locator(".result h1")).to_be_visible()
    assert other.problems == []
    other.context.close()


def test_what_needs_others_says_so(browser: Browser, serve: Serve) -> None:
    visit = kept_visit(browser, serve("/").address)
    page = visit.page
    page.get_by_role("button", name="Friends").click()
    # Before a table is set up at which nobody could sit down.
    expect(page.locator(".toast")).to_contain_text("needs other people")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator(".start-tables").scroll_into_view_if_needed()
    expect(page.locator(".start-tables")).to_contain_text("needs other people")
    page.locator("a[href='/daily']").click()
    expect(page.get_by_text("needs other people").first).to_be_visible()
    visit.context.close()


def test_one_tab_has_the_games(browser: Browser, serve: Serve) -> None:
    visit = Visit(browser, serve("/").address)
    first = visit.start_alone()
    visit.place_at_first_spot()
    wait_until_kept(first)
    second = visit.context.new_page()
    second.goto(first.url)
    second.get_by_role("button", name="Play here").click()
    expect(second.locator(".round")).to_contain_text("2")
    expect(first.get_by_role("button", name="Play here")).to_be_visible()
    visit.context.close()


def test_a_browser_that_keeps_nothing_is_told(browser: Browser, serve: Serve) -> None:
    visit = Visit(browser, serve("/").address)
    # As browsers do in some private windows; workers have their own, so their script is changed.
    visit.context.route(
        "**/js/host/shelf.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="export const openShelf = () => Promise.reject(new Error('refused'));",
        ),
    )
    visit.go()
    expect(visit.page.get_by_text("This browser keeps nothing here")).to_be_visible()
    visit.context.close()


def test_a_new_version_is_taken_over_whole(browser: Browser, serve: Serve, tmp_path: Path) -> None:
    server = serve("/")
    visit = Visit(browser, server.address)
    page = visit.start_alone()
    visit.place_at_first_spot()
    wait_until_kept(page)
    made = artefacts()
    assert made is not None
    site = static_site(made, "/")
    files = Files.read()
    newer = static_site(made, "/", Files("", {**files.files, "css/newer.css": b"/* newer */\n"}))
    assert newer.version != site.version
    write_site(newer, tmp_path, lambda _: None, is_packed=False)
    page.reload()
    # Nobody has touched the page since: it takes the new version over by itself.
    page.wait_for_function(
        "version => document.querySelector('script[type=module]').src.includes(version)",
        arg=newer.version,
    )
    expect(page.locator(".round")).to_contain_text("2")
    visit.context.close()
