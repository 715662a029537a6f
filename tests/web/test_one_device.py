"""Several people at one device: the cover between them, coming back, the end; a name asked once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Locator, Page, expect

from tests.server.client import Viewer, run
from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

FAMILY = ("Ada", "Ben", "Cy")
ANYTHING_LAID = ".art-still, .mini, .card, .points, .player"
"""What tells something of anybody's display."""


def set_up(visit: Visit, *, is_secret: bool, variant: str = "Classic") -> Page:
    """Begin a game of three at one device."""
    page = visit.go()
    page.get_by_role("button", name="One device").click()
    for number, name in enumerate(FAMILY, 1):
        if number > 2:
            page.get_by_role("button", name="One more").click()
        page.get_by_label(f"Name of person {number}").fill(name)
    page.get_by_role("radio", name=variant).check()
    page.get_by_role("switch", name="Place in secret").set_checked(is_secret)
    page.get_by_role("button", name="Play", exact=True).last.click()
    return page


def cover_for(page: Page, name: str) -> Locator:
    """The button that ends the cover for somebody, once it is there."""
    expect(page.get_by_role("heading", name=f"Hand it to {name}", exact=True)).to_be_focused()
    return page.locator(".cover").get_by_role("button")


def uncover(page: Page, name: str) -> None:
    cover_for(page, name).click()
    expect(page.locator(".panel-score h2")).to_have_text(name)


def place(visit: Visit) -> None:
    visit.page.locator(".table").focus()  # where a menu was open, its button has the focus
    visit.page.keyboard.press("Tab")
    visit.press_place()


def table_of(page: Page) -> dict[str, Any]:
    """What the browser keeps of the game."""
    tables = page.evaluate("JSON.parse(localStorage['nmbr9-at-device']).tables")
    return dict(tables[0])


def play_elsewhere(visit: Visit, *, until_round: int) -> None:
    """Let the tokens of this device be played by a program: that is much quicker."""
    table = table_of(visit.page)

    async def play() -> None:
        viewers = [Viewer(visit.address, table["match"], token) for token in table["tokens"]]
        for viewer in viewers:
            await viewer.connect()

        async def take_turns(viewer: Viewer) -> None:
            for number in range(1, until_round):
                await viewer.until(lambda parts: parts["table"]["round"] == number)  # noqa: B023
                if viewer.first_action():
                    await viewer.take_turn()

        async with asyncio.TaskGroup() as group:
            for viewer in viewers:
                group.create_task(take_turns(viewer))
        for viewer in viewers:
            await viewer.close()

    # In a thread of its own: Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: run(play())).result()


def test_nothing_is_seen_between_two_people_and_no_press_falls_through(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, is_secret=True)
    uncover(page, "Ada")
    place(visit)
    page.keyboard.press("Enter")  # once too often
    button = cover_for(page, "Ben")
    expect(page.locator(ANYTHING_LAID)).to_have_count(0)
    expect(page.locator("#live, .toast")).to_have_text("")
    # The key that uncovers is held down: it places nothing.
    expect(button).to_be_enabled()
    button.focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    expect(page.locator(".panel-score h2")).to_have_text("Ben")
    page.keyboard.down("Enter")
    expect(page.locator(".place")).to_be_enabled()
    page.keyboard.up("Enter")
    expect(page.locator("#live")).to_contain_text("Ben, it is your turn.")
    # Ada has placed; what, nobody sees before they have placed, too.
    ada = page.locator(".player[data-seat='0']")
    expect(ada).to_contain_text("Placed")
    expect(ada.locator(".face")).to_have_count(0)
    expect(page.locator(".table")).to_be_focused()
    place(visit)
    uncover(page, "Cy")
    place(visit)
    # Who places last begins with the next card.
    expect(page.locator(".round")).to_have_text("Round 2 of 20")
    expect(page.locator(".panel-score h2")).to_have_text("Cy")
    # Whoever loads the page again may be somebody else.
    page.reload()
    uncover(page, "Cy")


@pytest.mark.rest
def test_a_minute_goes_on_under_the_cover_and_is_seen_there(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, is_secret=True)
    uncover(page, "Ada")
    place(visit)
    button = cover_for(page, "Ben")
    expect(page.get_by_text("Your time: ")).to_have_count(0)
    button.click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="One minute for Ben").click()
    expect(page.locator(".banner")).to_contain_text("Your time: ")
    page.reload()
    cover_for(page, "Ben")
    running = page.locator(".banner:visible")
    expect(running).to_contain_text("Your time: 0:")
    first = running.inner_text()
    expect(running).not_to_have_text(first)
    uncover(page, "Ben")
    place(visit)
    cover_for(page, "Cy")
    expect(running).to_have_count(0)


@pytest.mark.long
def test_a_family_comes_back_plays_to_the_end_and_once_more(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, is_secret=True)
    cover_for(page, "Ada")
    visit.go()
    play_elsewhere(visit, until_round=20)
    # From the start page back into the game, by the button of the browser, too.
    page.get_by_role("link", name="Continue").click()
    uncover(page, "Ada")
    page.go_back()
    page.go_forward()
    uncover(page, "Ada")
    place(visit)
    for name in ("Ben", "Cy"):
        uncover(page, name)
        place(visit)
    # All have the same tiles at the same places.
    title = page.get_by_role("heading", name="Ada, Ben, and Cy share the win")
    expect(title).to_be_visible()
    for name in FAMILY:
        expect(page.locator(".sums th", has_text=name).locator(".portrait")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    uncover(page, "Ada")
    expect(page.locator(".player-name")).to_have_text(["Ben", "Cy"])
    visit.go("/history")
    expect(page.locator(".games li")).to_have_count(2)
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("button", name="again").click()
    expect(page.locator(".games li")).to_have_count(1)
    # The names stay for the next time.
    visit.go()
    page.get_by_role("button", name="One device").click()
    expect(page.get_by_label("Name of person 3")).to_have_value("Cy")


@pytest.mark.rest
def test_in_open_mode_the_view_turns_to_the_next_and_a_second_tab_follows(
    visitors: Visitors,
) -> None:
    visit = visitors.new()
    page = set_up(visit, is_secret=False)
    whose = page.locator(".panel-score h2")
    expect(whose).to_have_text("Ada")
    second = visit.context.new_page()
    second.goto(page.url)
    place(visit)
    for tab in (page, second):
        expect(tab.locator(".panel-score h2")).to_have_text("Ben")
        # Nothing is hidden from anybody.
        expect(tab.locator(".player[data-seat='0'] .face")).not_to_have_count(0)
    expect(page.locator("#live")).to_contain_text("Ben, it is your turn.")
    # Ada waits: the minute is asked for over her seat.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="One minute for Ben").click()
    expect(page.locator(".banner")).to_contain_text("Your time: ")
    page.locator(".table").focus()
    place(visit)
    expect(whose).to_have_text("Cy")
    expect(page.locator(".banner")).to_be_hidden()
    # The whole table goes to another device.
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Leave")).to_have_count(0)
    link = visit.copy(page.get_by_role("button", name="Continue on another device"))
    tablet = visitors.new()
    tablet.go(link.removeprefix(tablet.address))
    expect(tablet.page.locator(".panel-score h2")).to_have_text("Cy")
    place(tablet)
    for tab in (page, second, tablet.page):
        expect(tab.locator(".round")).to_have_text("Round 2 of 20")


@pytest.mark.rest
def test_a_name_is_asked_once_and_everything_is_deleted(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new(viewport=SMALLEST)
    page = host.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    name = page.get_by_label("Your name")
    expect(name).to_have_value("Guest")
    name.fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".seat .portrait")).to_have_count(1)
    expect(page.locator(".seat")).to_contain_text(["Ada", "Open seat"])
    path = page.url.removeprefix(host.address)
    # It can be left as it is, and is not asked again.
    asked = guest.go(path).get_by_label("Your name")
    expect(asked).to_be_visible()
    guest.page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat .portrait")).to_have_count(2)
    expect(asked).to_have_count(0)
    guest.go()
    guest.page.get_by_role("button", name="Friends").click()
    guest.page.get_by_role("button", name="Create table").click()
    expect(guest.page.locator(".seat .portrait")).to_have_count(1)
    expect(asked).to_have_count(0)
    set_up(host, is_secret=True)
    cover_for(page, "Ada")
    host.go()
    page.locator(".page-bar .btn").last.click()
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="Press again").click()
    expect(page.locator(".who")).to_have_text("Guest")
    kept = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('nmbr9-'))")
    assert kept == []


@pytest.mark.long
@pytest.mark.parametrize("variant", ["Classic", "2 out of 3", "Level to Level"])
@pytest.mark.parametrize("is_secret", [True, False])
def test_a_whole_game_on_one_phone(visitors: Visitors, variant: str, is_secret: bool) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, is_secret=is_secret, variant=variant)
    hurdles = page.locator(".cover .btn, .actions .btn:enabled, .result h1")
    covers = turns = 0
    while not visit.is_over:
        hurdles.first.wait_for()
        if page.locator(".result").count():
            break
        if page.locator(".cover").count():
            covers += 1
            page.locator(".cover .btn").click()
            page.locator(".game").wait_for()
        elif page.locator(".actions .place:enabled").count():
            turns += 1
            before = page.locator("body").get_attribute("data-revision"), table_of(page)["seat"]
            place(visit)
            page.wait_for_function(
                """([revision, seat]) => document.querySelector('.cover, .result')
                     || document.body.dataset.revision !== revision
                     || JSON.parse(localStorage['nmbr9-at-device']).tables[0].seat !== seat""",
                arg=before,
            )
        else:
            page.locator(".actions .btn:enabled").first.click()
    assert turns >= 20
    assert (covers >= 20) == is_secret
    expect(page.locator(".sums th .portrait")).to_have_count(3)


@pytest.mark.long
@pytest.mark.parametrize("locale", ["en-GB", "de", "pt-BR"])
@pytest.mark.parametrize("size", [SMALLEST, PHONE, DESK])
def test_everybody_can_read_it(visitors: Visitors, locale: str, size: dict[str, int]) -> None:
    visit = visitors.new(viewport=size, locale=locale)
    page = visit.go()

    def check() -> None:
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]

    page.locator(".mode").nth(2).click()
    page.locator("[data-key=name-0]").fill("Bartholomäus Wolkenstein")
    check()
    page.locator(".dialog .btn.primary").click()
    page.locator(".cover .btn:enabled").wait_for()
    check()
    page.locator(".cover .btn").click()
    page.locator(".place:enabled").wait_for()
    check()
