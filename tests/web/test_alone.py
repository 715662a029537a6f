"""A whole game alone, by mouse, by touch and by keys alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.server.serving import UNLIMITED, serving
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest

ROUNDS = 20


@pytest.mark.long
def test_by_mouse(visit: Visit) -> None:
    page = visit.start_alone()
    place = page.locator(".place")
    for index in range(ROUNDS):
        before = visit.round
        expect(place).to_be_enabled()
        if index % 4 == 3:
            _pick_raised_spot(visit)
        elif index:
            # A click beside the tile takes it into the hand, the next one puts it down.
            x, y = visit.ghost()
            page.mouse.click(300, 120)
            page.mouse.move(x, y)
            page.mouse.click(*_hover_where_it_fits(visit, x, y))
        expect(place).to_have_text(re.compile(r"Place \+\d+ on level \d"))
        place.click()
        visit.wait_for_change(before)
    expect(page.locator(".result h1")).to_be_visible()


def _hover_where_it_fits(visit: Visit, x: float, y: float) -> tuple[float, float]:
    """Take the tile along with the mouse until its place is green, as a player does."""
    page, fits = visit.page, visit.page.locator(".art-ghost .fits")
    for dy in (0, 15, -15, 30, -30, 60, 90, -60):
        for dx in (0, 15, -15, 30, -30, 60, -60, 120, -120):
            page.mouse.move(x + dx, y + dy)
            if fits.count():
                return x + dx, y + dy
    raise AssertionError("expected a place where the tile fits")


def _pick_raised_spot(visit: Visit) -> bool:
    page = visit.page
    page.get_by_role("button", name="Show all spots").click()
    chips = page.locator(".art-chip")
    found = chips.count() > 0
    if found:
        chips.first.dispatch_event("click")
    page.get_by_role("button", name="Show all spots").click()
    return found


def test_turning_is_said_by_keys_and_by_buttons(visit: Visit) -> None:
    page = visit.start_alone()
    live = page.locator("#live")
    page.keyboard.press("e")
    expect(live).to_contain_text("Top to the right, at ")
    page.get_by_role("button", name="Turn left").click()
    expect(live).to_contain_text("Upright, at ")


def test_the_display_is_there_in_words_for_those_who_listen(visit: Visit) -> None:
    page = visit.start_alone()
    display = page.get_by_role("list", name="What lies in the display")
    expect(display).to_have_text("Nothing yet.")
    before = visit.round
    visit.press_place()
    visit.wait_for_change(before)
    expect(display).to_have_text(re.compile(r"Level 0\s*\d\. Upright, at 0, 0\."))


def test_tab_leaves_the_table_after_escape(visit: Visit) -> None:
    page = visit.start_alone()
    page.locator(".table").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("table")
    page.keyboard.press("Escape")
    page.keyboard.press("e")  # Whoever turns it has it in hand again.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("table")
    page.keyboard.press("Escape")
    visit.press_place()
    expect(page.locator(".round")).to_have_text("Round 2 of 20")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className").startswith("table")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.className").startswith("table")


@pytest.mark.long
def test_by_touch(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visit.go()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator(".game .place").wait_for()
    for index in range(ROUNDS):
        before = visit.round
        x, y = visit.ghost()
        if index % 3 == 1:
            # A tap elsewhere leaves the tile in the hand, a tap on it turns it.
            page.touchscreen.tap(60, 200)
            assert visit.ghost() == (x, y)
            turned = page.locator(".art-ghost svg > g").inner_html()
            mid = visit.ghost()
            page.touchscreen.tap(*_on_tile(visit, mid))
            if "t0" not in turned:
                page.wait_for_function(
                    "was => document.querySelector('.art-ghost svg > g').innerHTML !== was",
                    arg=turned,
                )
        elif index % 3 == 2:
            _drag(visit, (x, y), (x + 40, y + 10), (x, y))
        expect(page.locator(".place")).to_be_visible()
        if page.locator(".place").is_disabled():
            page.reload()  # the tile is back where it began, on a spot where it fits
            page.locator(".game .place").wait_for()
        page.locator(".place").tap()
        visit.wait_for_change(before)
    expect(page.locator(".result h1")).to_be_visible()


def _on_tile(visit: Visit, near: tuple[float, float]) -> tuple[float, float]:
    """A point on the tile in hand: its middle may be a hole."""
    box = visit.page.locator(".art-ghost .dg").first.bounding_box()
    assert box is not None, near
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(visit: Visit, *way: tuple[float, float]) -> None:
    """One finger that takes the tile along a way."""
    session = visit.context.new_cdp_session(visit.page)

    def touch(kind: str, points: list[dict[str, Any]]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    (x, y), *rest = way
    touch("touchStart", [{"x": x, "y": y, "id": 1}])
    for x, y in rest:
        touch("touchMove", [{"x": x, "y": y, "id": 1}])
        visit.page.wait_for_timeout(60)  # no flick, which would swallow the next tap
    touch("touchEnd", [])


def test_a_second_finger_turns_the_tile_and_two_fingers_zoom(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visit.go()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator(".game .place").wait_for()
    session = visit.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        shown = [{"x": x, "y": y, "id": id} for id, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

    def drawn() -> str:
        return page.locator(".art-ghost svg > g").inner_html()

    x, y = _on_tile(visit, (0, 0))
    before = drawn()
    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y + 20))
    touch("touchStart", (x + 20, y + 20), (x + 90, y + 120))
    assert drawn() != before or "t0" in before
    touch("touchEnd", (x + 20, y + 20))
    touch("touchEnd")
    world = page.locator(".art-still .world")
    seen = world.get_attribute("transform")
    touch("touchStart", (60, 600))
    touch("touchStart", (60, 600), (160, 600))
    touch("touchMove", (60, 600), (260, 600))
    touch("touchEnd")
    assert world.get_attribute("transform") != seen


def test_a_tap_turns_a_new_tile_and_never_places_it(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE, has_touch=True, is_mobile=True)
    page = visit.go()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator(".game .place").wait_for()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("switch", name="Confirm each spot").tap()
    page.keyboard.press("Escape")
    drawn = page.locator(".art-ghost svg > g").inner_html()
    page.touchscreen.tap(*_on_tile(visit, (0, 0)))
    page.wait_for_function(
        "was => document.querySelector('.art-ghost svg > g').innerHTML !== was", arg=drawn
    )
    assert visit.round == "Round 1 of 20"


@pytest.mark.parametrize("size", [(568, 320), (740, 360), (720, 450)])
def test_on_a_low_screen_the_pile_and_the_reasons_are_there(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    """A phone on its side, or a page at 200 %."""
    visit = visitors.new(viewport={"width": size[0], "height": size[1]})
    page = visit.start_alone()
    visit.place_at_first_spot()
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".panel-why")).to_be_in_viewport(ratio=1)
    expect(page.locator(".pile li").last).to_be_in_viewport(ratio=1)
    expect(page.locator(".place")).to_be_in_viewport(ratio=1)


def test_without_the_confirming_step_a_click_places(visit: Visit) -> None:
    page = visit.start_alone()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Confirm each spot").click()
    page.keyboard.press("Escape")
    before, (x, y) = visit.round, visit.ghost()
    page.mouse.move(x, y)
    page.wait_for_timeout(450)  # until the card can be meant
    page.mouse.click(x, y)
    visit.wait_for_change(before)


def test_a_typed_command_is_read_by_the_server(visit: Visit) -> None:
    page = visit.start_alone()
    page.keyboard.press("/")
    number = page.locator(".panel-tile .card").get_attribute("class")
    assert number is not None
    digit = number.rsplit("t", 1)[1]
    field = page.get_by_label("Move in the text notation")
    field.fill("somewhere up")
    page.keyboard.press("Enter")
    expect(page.locator(".toast.bad")).to_have_text("This is no move that I know")
    before = visit.round
    field.fill(f"{digit}u@0,0")
    visit.press_place()
    visit.wait_for_change(before)


def test_one_level_alone_the_tilted_view_and_heights(visit: Visit) -> None:
    page = visit.start_alone()
    for _ in range(8):
        visit.place_at_first_spot()
    page.get_by_role("button", name="Tilted view").click()
    expect(page.locator(".art-view.is-tilted")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    expect(page.locator(".art-view.is-tilted")).to_have_count(0)
    page.keyboard.down("h")
    expect(page.locator(".with-heights")).to_be_visible()
    page.keyboard.up("h")
    expect(page.locator(".with-heights")).to_have_count(0)
    if page.get_by_role("button", name="One level alone").count():
        page.keyboard.press("l")
        expect(page.locator(".tool-number")).to_be_visible()


def test_every_page_has_its_title_and_is_heard_from_its_heading(visit: Visit) -> None:
    page = visit.go()
    expect(page).to_have_title("nmbr9")
    page.get_by_role("link", name="My games").first.click()
    expect(page).to_have_title("My games · nmbr9")
    expect(page.get_by_role("heading", name="My games")).to_be_focused()
    page.go_back()
    expect(page).to_have_title("nmbr9")
    expect(page.locator("h1")).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_title("Game · nmbr9")
    expect(page.locator(".table")).to_be_focused()
    visit.finish()
    expect(page).to_have_title(re.compile(r"\d+ points? · nmbr9"))
    expect(page.locator("h1")).to_be_focused()


def test_a_line_cut_while_the_page_installs_itself_is_no_error(visit: Visit) -> None:
    visit.page.add_init_script(
        """ServiceWorkerContainer.prototype.register = () => {
             window.hasTried = true;
             return Promise.reject(new Error('the line is cut'));
           };"""
    )
    visit.go().wait_for_function("() => window.hasTried")
    visit.page.wait_for_timeout(100)  # for the complaint, which fails every test


def test_continue_where_i_left_off(visit: Visit) -> None:
    page = visit.start_alone()
    before = visit.round
    visit.press_place()
    visit.wait_for_change(before)
    path = page.url
    page.get_by_role("link", name="nmbr9, to the start").click()
    page.get_by_role("link", name="Continue your game").click()
    page.locator(".game .place").wait_for()
    assert page.url == path
    assert visit.round == "Round 2 of 20"


@pytest.mark.long
def test_whoever_is_too_fast_for_the_server_hears_the_reason_all_the_same(
    browser: Browser, tmp_path: Path
) -> None:
    limits = {**UNLIMITED, "NMBR9_FRAMES_PER_SECOND": "3"}
    with serving(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, **limits) as server:
        visitors = Visitors(browser, server.address)
        visit = visitors.new()
        heard: list[str] = []
        visit.page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda text: heard.append(str(text))),
        )
        page = visit.start_alone()
        visit.place_at_first_spot()
        for _ in range(200):
            if any("frame/too-many" in text for text in heard):
                break
            page.keyboard.press("ArrowRight")  # Each place is a question of its own.
            page.wait_for_timeout(130)
        assert any("frame/too-many" in text for text in heard)
        expect(page.locator(".panel-why")).to_be_visible()
        # Nor is a tile lost on the way.
        visit.place_at_first_spot()
        assert visit.round == "Round 3 of 20"
        visitors.close()


def test_what_a_press_opens_is_loaded_with_it_and_opens_once(visit: Visit) -> None:
    page = visit.go()
    page.route("**/settings-dialog.js", lambda route: route.abort("connectionfailed"))
    person = page.locator(".page-bar .btn").last
    person.click()
    expect(page.locator(".toast.bad")).to_contain_text("The line is cut")
    page.unroute("**/settings-dialog.js")
    visit.problems.clear()
    visit.go()
    page.route("**/settings-dialog.js", lambda route: route.continue_())
    person.dblclick()
    expect(page.locator("dialog[open]")).to_have_count(1)
