"""Small things that are noticed only where they are missing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_modules import set_up
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest

LONG_NAME = "W" * 24


def overflow(page: Page) -> int:
    """How far the page can be scrolled sideways."""
    return int(
        page.evaluate(
            """() => {
                 const inside = document.querySelectorAll('dialog, .dialog-body');
                 const all = [document.scrollingElement, ...inside];
                 return Math.max(...all.map((one) => one.scrollWidth - one.clientWidth));
               }"""
        )
    )


def test_the_same_message_is_shown_once_and_not_over_the_table(visit: Visit) -> None:
    page = visit.start_alone()
    page.locator(".place:enabled").wait_for()
    for _ in range(2):
        page.keyboard.press("s")
        page.keyboard.press("s")
        expect(page.locator(".toast")).to_have_count(1)
    table, toast = page.locator(".table").bounding_box(), page.locator(".toast").bounding_box()
    assert table is not None
    assert toast is not None
    assert toast["y"] + toast["height"] <= table["y"]


def test_a_typed_name_is_kept_whatever_is_pressed_next(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    page = host.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_label("Your name").fill("Ada")
    guest.go(page.url.removeprefix(host.address))
    guest.page.get_by_label("Your name").fill("Ben")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(guest.page.locator(".player-name")).to_have_text("Ada")


def test_a_name_typed_into_the_settings_is_kept_when_they_are_closed(visit: Visit) -> None:
    page = visit.go()
    who = page.locator(".who")
    who.click()
    page.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Escape")
    expect(who).to_have_text("Ada")


def test_the_dialog_of_bots_fits_a_phone(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_role("button", name="One more").click()
    assert overflow(page) <= 0


def test_on_the_smallest_screen_dialogs_and_displays_have_room(visitors: Visitors) -> None:
    """A page of 1280 by 1024 at 400 %."""
    visit = visitors.new(viewport={"width": 320, "height": 256})
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    dialog = page.get_by_role("dialog")
    play = dialog.get_by_role("button", name="Play", exact=True)
    for part in (dialog.get_by_label("Strength of bot 1"), play):
        part.scroll_into_view_if_needed()
        expect(part).to_be_in_viewport(ratio=0.99)
    play.click()
    expect(page.locator(".place")).to_be_enabled()
    for _ in range(2):
        visit.place_at_first_spot()
    expect(page.locator(".art-pill")).to_be_hidden()
    expect(page.locator(".place")).to_be_enabled()
    while page.locator(".place").is_enabled():
        page.keyboard.press("ArrowRight")
    expect(page.locator(".panel-why b")).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize("size", [(568, 320), (667, 375)])
def test_on_a_phone_on_its_side_no_tool_lies_over_the_table(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    visit = visitors.new(viewport={"width": size[0], "height": size[1]})
    page = visit.start_alone()
    tools = page.locator(".toolbar .tool:visible")
    while tools.count() < 6:  # those for raised tiles come with the first of them
        visit.place_at_first_spot()
        expect(page.locator(".place")).to_be_enabled()
    table, place = page.locator(".table").bounding_box(), page.locator(".place").bounding_box()
    assert table is not None
    assert place is not None
    for tool in tools.all():
        expect(tool).to_be_in_viewport(ratio=0.99)
        box = tool.bounding_box()
        assert box is not None
        assert box["x"] >= table["x"] + table["width"]
        assert box["y"] + box["height"] <= place["y"]


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (320, 256),
        pytest.param(844, 390, marks=pytest.mark.long),
        pytest.param(390, 844, marks=pytest.mark.long),
        pytest.param(667, 375, marks=pytest.mark.long),
    ],
)
def test_long_names_and_small_screens(visitors: Visitors, width: int, height: int) -> None:
    visit = visitors.new(viewport={"width": width, "height": height})
    page = visit.go()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill(LONG_NAME)
    page.keyboard.press("Escape")
    expect(page.locator(".who")).to_have_text(LONG_NAME)
    assert overflow(page) <= 0
    page.get_by_role("button", name="Bots").click()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".place")).to_be_enabled()
    assert overflow(page) <= 0
    for part in (".place", ".table", ".game .bar > .icon:last-child"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    tools = page.locator(".toolbar > :visible")
    assert tools.count() >= 3
    for tool in tools.all():
        expect(tool).to_be_in_viewport(ratio=0.99)
    table = page.locator(".table").bounding_box()
    assert table is not None
    assert min(table["width"], table["height"]) >= 90
    onlooker = visitors.new(viewport={"width": width, "height": height})
    onlooker.go(page.url.removeprefix(visit.address))
    expect(onlooker.page.locator(".player-name").first).to_have_text(LONG_NAME)
    # Among bots nobody is told apart by a picture, and none leaves room for it.
    expect(onlooker.page.locator(".portrait")).to_have_count(0)
    assert overflow(onlooker.page) <= 0


def test_the_longest_name_fits_a_table_on_a_phone(visitors: Visitors) -> None:
    host, guest = visitors.new(viewport=PHONE), visitors.new(viewport=PHONE)
    page = host.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Change options").wait_for()
    guest.go(page.url.removeprefix(host.address))
    guest.page.get_by_label("Your name").fill(LONG_NAME)
    guest.page.get_by_role("button", name="Sit down").click()
    remove = page.get_by_role("button", name=f"Remove {LONG_NAME}")
    expect(remove).to_be_visible()
    assert overflow(page) <= 0
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".place")).to_be_enabled()
    page.keyboard.press("Enter")
    waiting = page.get_by_text(f"Waiting for {LONG_NAME}")
    expect(waiting).to_be_in_viewport(ratio=0.99)
    # The coach of a first game stands below the words of the minute, which are read first.
    nudge = page.locator("[data-key=nudge-1]")  # comes after a while
    nudge.evaluate("button => { button.hidden = false; }")
    nudge.click()
    banner, coach = guest.page.locator(".banner"), guest.page.locator(".coach")
    expect(banner).to_contain_text("Your time")
    expect(coach).to_be_visible()
    over, under = banner.bounding_box(), coach.bounding_box()
    assert over is not None
    assert under is not None
    assert under["y"] >= over["y"] + over["height"]


def test_the_longest_name_fits_what_comes_after_a_game(visitors: Visitors) -> None:
    visit, other = visitors.new(), visitors.new(viewport={"width": 320, "height": 640})
    page = visit.go()
    page.locator(".who").click()
    page.get_by_label("Your name").fill(LONG_NAME)
    page.keyboard.press("Escape")
    expect(page.locator(".who")).to_have_text(LONG_NAME)
    set_up(visit)
    visit.finish()
    expect(page.locator(".result h1")).to_be_visible()
    match = page.url.split("/m/")[1]
    for path in (f"/m/{match}", f"/replay/{match}", f"/analysis/{match}"):
        other.go(path)
        expect(other.page.get_by_text(LONG_NAME).first).to_be_attached()
        assert overflow(other.page) <= 0, path
    other.go(f"/m/{match}")
    frame = other.page.locator(".table-frame")
    expect(frame).to_be_visible()
    assert frame.evaluate("frame => frame.scrollWidth - frame.clientWidth") <= 0


def test_a_game_alone_is_started_again_given_up_and_deleted(visit: Visit) -> None:
    page = visit.start_alone()
    first = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("button", name=re.compile("Press again")).click()
    page.wait_for_function("before => location.href !== before", arg=first)
    page.locator(".place:enabled").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name=re.compile("Press again")).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    visit.go("/history")
    expect(page.get_by_text("No games yet.")).to_be_visible()
    visit.start_alone()
    visit.go("/history")
    expect(page.locator(".games li")).to_have_count(1)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name=re.compile("Press again")).click()
    expect(page.locator(".games li")).to_have_count(0)


def test_all_keys_are_listed(visit: Visit) -> None:
    page = visit.start_alone()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="All keys")
    for words in ("Turn left", "Move by one square", "Show everything", "Mouse wheel"):
        expect(dialog.get_by_text(words)).to_be_visible()
    # The game has no tile with a black side.
    expect(dialog.get_by_text("Turn it over")).to_have_count(0)


def test_back_of_a_lesson_leads_to_the_one_before(visit: Visit) -> None:
    page = visit.go("/learn/touch")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Turn and place")
    page.locator(".lesson-foot").get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn to play")


def test_the_rule_behind_a_refusal_opens_beside_the_game(visit: Visit) -> None:
    page = visit.start_alone()
    expect(page.locator(".place")).to_be_enabled()
    visit.place_at_first_spot()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        if page.locator(".panel-why a").is_visible():
            break
    expect(page.locator(".panel-why a")).to_have_attribute("target", "_blank")


def test_a_page_whose_texts_do_not_come_says_so(visit: Visit) -> None:
    page = visit.go()
    page.route("**/locales/contests/*", lambda route: route.abort())
    page.get_by_role("link", name="Daily").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.unroute("**/locales/contests/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="The deck of the day")).to_be_visible()
    visit.problems = [one for one in visit.problems if "ERR_FAILED" not in one]


def test_without_the_line_a_page_says_so(visit: Visit) -> None:
    page = visit.go()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    visit.context.set_offline(True)
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    visit.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Learn to play")).to_be_visible()
    visit.start_alone()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="To the start", exact=True).click()
    page.get_by_role("link", name="Continue your game").wait_for()
    visit.context.set_offline(True)
    page.get_by_role("link", name="Continue your game").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    visit.context.set_offline(False)
    expect(page.locator(".place")).to_be_enabled()
    cut = ("WebSocket connection", "DISCONNECTED", "console: An unknown error")
    visit.problems = [one for one in visit.problems if not any(c in one for c in cut)]
