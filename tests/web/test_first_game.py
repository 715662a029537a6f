"""One whole game in the browser; every other test of the page is run by `make test-rest`."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.visitor import Visit

ROUNDS = 20


def test_by_keys_alone(visit: Visit) -> None:
    page = visit.go()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent") != "Play":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".game .place").wait_for()
    total = 0
    for index in range(ROUNDS):
        before = visit.round
        page.keyboard.press("e")
        page.keyboard.press("q")
        if index % 3 == 2:
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Tab")  # the best spot of now
        expect(page.locator(".place")).to_be_enabled()
        most = promised(visit)
        page.keyboard.press("Tab")
        assert promised(visit) <= most, "Tab walks from most points to least"
        page.keyboard.press("Shift+Tab")
        assert promised(visit) == most, "Shift and Tab walk back"
        visit.press_place()
        visit.wait_for_change(before)
        if not visit.is_over:
            total += most
            expect(page.locator(".points b")).to_have_text(str(total))
    expect(page.locator(".result h1")).to_be_visible()


def promised(visit: Visit) -> int:
    """The points that the button for placing promises."""
    words = visit.page.locator(".place-words").inner_text()
    return int(words.removeprefix("Place +").split()[0])


def test_a_refused_spot_is_told_in_words_with_its_rule(visit: Visit) -> None:
    page = visit.start_alone()
    before = visit.round
    visit.press_place()
    visit.wait_for_change(before)
    for _ in range(12):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".art-pill")).to_have_text("Must touch a tile")
    expect(page.locator(".panel-why")).to_contain_text("Rule 2.5")
    expect(page.locator("#live")).to_contain_text("Must touch a tile")
    expect(page.locator(".place")).to_be_disabled()
    before = visit.round
    page.keyboard.press("Enter")
    assert visit.round == before
    while page.locator(".art-pill").inner_text() == "Must touch a tile":
        page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".art-pill")).to_have_text(
        re.compile("Overhangs|Needs two tiles|Covers|[+]")
    )
    page.keyboard.press("Escape")
    expect(page.locator("#live")).to_contain_text("Fits.")
