"""Whoever is waited for is called, and whoever loses the line reads what that means."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.test_together import join, place, set_up_table
from tests.web.visitor import Visit, Visitors

pytestmark = pytest.mark.rest

# A page that is hidden, with all that can call somebody from outside; what was called is kept.
LOOKED_AWAY = """
  window.called = [];
  Object.defineProperty(document, 'hidden', { get: () => true });
  navigator.vibrate = (length) => window.called.push(`buzz ${length}`);
  window.Notification = class {
    static permission = 'granted';
    constructor(title, { body }) { window.called.push(`${title}: ${body}`); }
    close() { window.called.push('closed'); }
  };
"""


def start(host: Visit, guest: Visit) -> None:
    join(guest, set_up_table(host), "Ben")
    host.page.get_by_role("button", name="Start", exact=True).click()
    for visit in (host, guest):
        visit.page.locator(".place:enabled").wait_for()


def icon_of(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def test_the_tab_says_whose_turn_it_is(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    start(host, guest)
    expect(host.page).to_have_title("Your turn · nmbr9")
    assert icon_of(host.page).endswith("icon-turn.svg")
    place(host)
    expect(host.page).to_have_title("Game · nmbr9")
    assert icon_of(host.page).endswith("icon.svg")
    place(guest)
    expect(host.page).to_have_title("Your turn · nmbr9")
    host.page.goto(host.address)
    expect(host.page).to_have_title("nmbr9")


def test_alone_nobody_is_called(visit: Visit) -> None:
    page = visit.start_alone()
    expect(page).to_have_title("Game · nmbr9")


def test_whoever_wants_it_is_called_while_looking_away(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    for visit in (host, guest):
        visit.page.add_init_script(LOOKED_AWAY)
    host.page.add_init_script("localStorage.setItem('nmbr9', '{\"calls\": true}')")
    start(host, guest)
    # Whoever waits in the lobby has looked away, too.
    host.page.wait_for_function("called.length > 1")
    assert host.page.evaluate("called") == ["buzz 120", "Your turn: Round 1 of 20"]
    # Nobody is called who does not want it.
    place(guest)
    place(host)
    expect(guest.page.locator(".round")).to_have_text("Round 2 of 20")
    assert guest.page.evaluate("called") == []
    guest.page.get_by_role("button", name="Menu").click()
    switch = guest.page.get_by_role("switch", name="Call me")
    switch.click()
    expect(switch).to_be_checked()
    guest.page.keyboard.press("Escape")
    guest.page.locator(".table").focus()
    place(guest)
    place(host)
    expect(guest.page.locator(".round")).to_have_text("Round 3 of 20")
    guest.page.wait_for_function("called.length > 1")
    assert guest.page.evaluate("called") == ["buzz 120", "Your turn: Round 3 of 20"]
    place(guest)
    expect(guest.page.locator(".waiting")).to_be_visible()
    guest.page.wait_for_function("called.at(-1) === 'closed'")


def test_a_cut_line_says_what_becomes_of_the_tile(visit: Visit) -> None:
    page = visit.start_alone()
    page.locator(".place:enabled").wait_for()
    banner = page.locator(".banner")
    visit.context.set_offline(True)
    expect(banner).to_have_text(re.compile("Your tile stays in your hand"))
    page.keyboard.press("Enter")
    expect(banner).to_have_text(re.compile("Your move is sent as soon as it is back"))
    visit.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.locator(".toast")).to_have_text("The line is back. Play on.")
    expect(page.locator(".round")).to_have_text("Round 2 of 20")
    cut = ("WebSocket connection", "DISCONNECTED", "console: An unknown error")
    visit.problems = [one for one in visit.problems if not any(c in one for c in cut)]


def test_a_press_that_is_not_answered_is_told(visit: Visit) -> None:
    """The line seems to be there, but what is sent gets lost, and nobody says so."""
    lines: list[WebSocketRoute] = []

    def listen(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)
        is_deaf = len(lines) == 1

        def from_page(text: str | bytes) -> None:
            if not (is_deaf and '"command"' in str(text)):
                server.send(text)

        line.on_message(from_page)

    visit.page.route_web_socket("**/ws/*", listen)
    page = visit.start_alone()
    page.locator(".place:enabled").wait_for()
    page.keyboard.press("Enter")
    expect(page.locator(".banner")).to_have_text(re.compile("Your move is sent"))
    # Another line is taken by and by, and the tile is placed over it.
    expect(page.locator(".round")).to_have_text("Round 2 of 20")
    expect(page.locator(".banner")).to_be_hidden()
    assert len(lines) == 2
