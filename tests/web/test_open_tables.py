"""Strangers: open tables on the start page, Play now, watching; options that the host changes."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

pytestmark = pytest.mark.rest


def named(visit: Visit, name: str) -> Page:
    """A visitor who has told their name: tests share a server, and find each other by names."""
    page = visit.go()
    page.locator(".page-bar .btn").last.click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Enter")
    expect(page.locator(".who")).to_have_text(name)
    page.keyboard.press("Escape")
    return page


def open_table(page: Page) -> str:
    """Set up a table that strangers find; return its path."""
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("switch", name="Anybody may join").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("heading", name="Your table", exact=True).wait_for()
    return "/m/" + page.url.split("/m/")[1]


def scrolled(page: Page) -> Page:
    """The start page with its tables on the screen: they are fetched when they are scrolled to."""
    page.locator(".start-tables").evaluate("section => section.scrollIntoView()")
    return page


def table_of(page: Page, name: str) -> Locator:
    return page.locator(".games a", has_text=f"The table of {name}")


def test_an_open_table_is_joined_by_a_stranger_and_watched_by_another(visitors: Visitors) -> None:
    host, stranger, onlooker = visitors.new(), visitors.new(), visitors.new(viewport=SMALLEST)
    path = open_table(named(host, "Ilse"))
    page = scrolled(stranger.go())
    line = table_of(page, "Ilse")
    expect(line).to_contain_text("Classic · 1 of 2 seats open · waiting for 1 min")
    line.click()
    page.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".place").wait_for()
    watching = scrolled(onlooker.go())
    running = watching.get_by_role("list", name="Games to watch").get_by_role("link")
    running.filter(has_text="The table of Ilse").click()
    expect(watching.get_by_text("You are looking on.")).to_be_visible()
    assert watching.url.endswith(path)
    # Who looks on says nothing: gestures are for those who play.
    watching.get_by_role("button", name="Menu").click()
    expect(watching.get_by_role("button", name="Wow!")).to_have_count(0)


def test_play_now_opens_a_table_and_offers_a_bot_meanwhile(visitors: Visitors) -> None:
    # A table of another kind than anybody's waits perhaps: who plays now sits down there or opens.
    visit = visitors.new(viewport=PHONE)
    page = named(visit, "Karl")
    page.route(re.compile("/api/tables$"), lambda route: route.fulfill(json=NOBODY))
    scrolled(page)
    page.get_by_role("button", name="Play now").dblclick()
    page.get_by_role("heading", name="Your table", exact=True).wait_for()
    expect(page.get_by_text("Anybody may join")).to_be_visible()
    page.get_by_role("button", name="Play a bot now").click()
    page.locator(".place").wait_for()
    expect(page.locator(".player")).to_have_count(1)
    expect(page.locator(".player")).to_contain_text("Swallow")


NOBODY: dict[str, list[object]] = {"open": [], "running": []}


@pytest.mark.long
def test_play_now_sits_down_where_somebody_waits(visitors: Visitors) -> None:
    host, stranger = visitors.new(), visitors.new()
    path = open_table(named(host, "Lena"))
    page = scrolled(stranger.go())

    def only_hers(tables: dict[str, list[dict[str, object]]]) -> dict[str, object]:
        hers = [line for line in tables["open"] if line["host"] == "Lena"]
        gone = {**hers[0], "match": "gone-before", "open": 0}
        return {"open": [gone, *hers], "running": []}

    page.route(
        re.compile("/api/tables$"),
        lambda route: route.fulfill(json=only_hers(route.fetch().json())),
    )
    # The first of them was full by the time that the press came.
    page.route(
        re.compile("/api/matches/gone-before/join$"),
        lambda route: route.fulfill(status=409, json={"code": "seat/taken", "message": ""}),
    )
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="The table of Lena")).to_be_visible()
    assert page.url.endswith(path)
    expect(host.page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    stranger.problems = [one for one in stranger.problems if "409" not in one]


def test_the_host_changes_the_options_and_guests_read_it_at_once(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new(viewport=SMALLEST)
    page = named(host, "Otto")
    path = open_table(page)
    guest.go(path).get_by_role("button", name="Sit down").click()
    told = guest.page.locator("main")
    expect(told).to_contain_text("Classic · Place in secret · Anybody may join")
    expect(guest.page.get_by_role("button", name="Change options")).to_have_count(0)
    page.get_by_role("button", name="Change options").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="4", exact=True).click()
    dialog.get_by_role("radio", name="2 out of 3").click()
    dialog.get_by_role("switch", name="Gap fillers").click()
    dialog.get_by_role("switch", name="Place in secret").click()
    dialog.get_by_role("switch", name="Anybody may join").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(guest.page.locator(".toast")).to_contain_text("New options: 2 out of 3 with")
    expect(told).not_to_contain_text("Anybody may join")
    expect(guest.page.locator(".seat")).to_have_count(4)
    expect(page.locator(".seat")).to_have_count(4)
    # Nobody is left without a seat, and what is chosen comes back to be changed again.
    page.get_by_role("button", name="Change options").click()
    expect(dialog.get_by_role("radio", name="2 out of 3")).to_be_checked()
    expect(dialog.get_by_role("button", name="6", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start with 2").click()
    guest.page.locator(".game").wait_for()
    # What is told afterwards is what was played, not what was planned.
    history = guest.go("/history")
    expect(history.locator(".games a").first).to_contain_text("2 out of 3 with")
    expect(history.locator(".games a").first).to_contain_text("2 players")


def test_the_longest_name_fits_at_a_table_and_where_strangers_find_it(visitors: Visitors) -> None:
    page = named(visitors.new(viewport=SMALLEST), "W" * 24)
    open_table(page)
    expect(page.locator(".seat").first).to_contain_text("WWW")
    found = scrolled(visitors.new(viewport=SMALLEST).go())
    expect(table_of(found, "WWW")).to_be_visible()
    for seen in (page, found):
        assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("language", ["en", "de", "pt"])
def test_it_fits_and_can_be_read_by_everybody(
    visitors: Visitors, language: str, theme: str
) -> None:
    visit = visitors.new(locale=language, viewport=SMALLEST)
    visit.context.add_init_script(
        f"localStorage.setItem('nmbr9', JSON.stringify({{theme: '{theme}'}}))"
    )
    page = scrolled(visit.go())
    page.locator(".tables-lists > *").first.wait_for()
    # A table of one's own: who plays now may sit down at one that another test has left.
    page.locator(".mode").nth(1).click()
    page.locator("dialog .switch").last.click()
    page.locator("dialog .btn.primary").click()
    page.locator(".lobby-foot .btn").first.wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator(".head-row .btn").click()
    page.get_by_role("dialog").wait_for()
    other = visitors.new(locale=language, viewport=SMALLEST)
    watching = scrolled(other.go())
    watching.locator(".tables-lists > *").first.wait_for()
    for seen in (page, watching):
        found = Axe().run(seen)
        assert found.violations_count == 0, found.generate_report()
        for size in (SMALLEST, PHONE, DESK):
            seen.set_viewport_size(size)  # type: ignore[arg-type]
            assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
