"""Starting tiles of one's own: drawn in the browser, kept there, played and replayed anywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nmbr9.rules.record import loads
from tests.server.serving import Server, serving_without_error
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest

CORNER = ["XX", "X."]
LINE = ["XXX"]
STEP = ["X.", "XX", ".X"]


def open_editor(visit: Visit, mode: str = "Bots") -> Page:
    page = visit.go()
    page.get_by_role("button", name=mode).click()
    page.get_by_role("switch", name="Starting tiles").click()
    page.get_by_role("button", name="Enter my own tiles").click()
    return page


def cell(page: Page, x: int, y: int) -> tuple[float, float]:
    box = page.get_by_role("gridcell", name=f"Column {x}, row {y}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drawn(page: Page) -> list[tuple[int, int]]:
    """The squares of the tile that is shown, counted from 1."""
    cells = page.get_by_role("gridcell").all()
    return [
        (1 + index % 6, 1 + index // 6)
        for index, one in enumerate(cells)
        if one.get_attribute("aria-selected") == "true"
    ]


def draw_three(page: Page) -> None:
    """A by mouse, B by keys, C with one stroke."""
    said = page.locator(".shape-said")
    expect(said).to_contain_text("Draw tile A")
    for x, y in ((2, 2), (3, 2), (2, 3)):
        page.mouse.click(*cell(page, x, y))
    expect(said).to_have_text("Tile A: 3 squares")
    page.get_by_role("button", name="Tile B").click()
    page.get_by_role("gridcell").first.focus()
    for key in ("ArrowDown", "Space", "ArrowRight", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(said).to_have_text("Tile B: 3 squares")
    assert drawn(page) == [(1, 2), (2, 2), (3, 2)]
    page.get_by_role("button", name="Tile C").click()
    page.mouse.move(*cell(page, 1, 1))
    page.mouse.down()
    for x, y in ((1, 2), (2, 2), (2, 3)):
        page.mouse.move(*cell(page, x, y))
    page.mouse.up()
    expect(said).to_have_text("Tile C: 4 squares")


def kept(page: Page) -> object:
    return json.loads(page.evaluate("localStorage.getItem('nmbr9-starting-tiles')"))


def test_tiles_are_drawn_checked_and_kept(visit: Visit) -> None:
    page = open_editor(visit)
    draw_three(page)
    said, save = page.locator(".shape-said"), page.get_by_role("button", name="Save", exact=True)
    # Checked while drawing.
    page.mouse.click(*cell(page, 6, 6))
    expect(said).to_have_text("The squares of tile C must hang together by their edges.")
    expect(page.locator(".shape-cell.loose")).to_have_count(1)
    expect(save).to_be_disabled()
    page.mouse.click(*cell(page, 6, 6))
    page.get_by_role("button", name="Tile D").click()
    for x in (4, 5, 6):
        page.mouse.click(*cell(page, x, 6))
    expect(said).to_have_text("Tiles B and D are the same.")
    page.get_by_role("button", name="Clear").click()
    save.click()
    assert kept(page) == [CORNER, LINE, STEP]
    foot = page.locator(".dialog-foot")
    expect(foot).to_have_count(1)  # the editor is closed
    expect(foot).to_contain_text("Classic with own starting tiles")
    expect(page.locator(".own-tiles svg")).to_have_count(3)
    # Three are too few for four.
    for _ in range(2):
        page.get_by_role("button", name="One more").click()
    expect(page.get_by_text("You have entered 3: too few for 4 players.")).to_be_visible()
    expect(foot).to_contain_text("Classic with starting tiles")
    # They are still there after a reload, wherever the module is switched on.
    page.reload()
    page.get_by_role("button", name="Choose options").click()
    page.get_by_role("switch", name="Starting tiles").click()
    expect(page.get_by_role("button", name="My own")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Those of this page").click()
    expect(foot).to_contain_text("Classic with starting tiles")


def test_a_finger_draws_and_a_file_is_opened_and_saved(visitors: Visitors, tmp_path: Path) -> None:
    visit = visitors.new(viewport=PHONE, has_touch=True, is_mobile=True)
    page = open_editor(visit)
    page.touchscreen.tap(*cell(page, 3, 3))
    page.touchscreen.tap(*cell(page, 3, 4))
    said = page.locator(".shape-said")
    expect(said).to_have_text("Tile A: 2 squares")
    file = tmp_path / "tiles.json"
    field = page.locator(".dialog input[type=file]")
    for content, words in (
        ("{", "This is no file of starting tiles"),
        (json.dumps([["X"]] * 7), "A set has 1 to 6 starting tiles, this one has 7."),
        (json.dumps([CORNER, ["X" * 7]]), "Tile B is too large: at most 6 by 6 squares, not 7 by"),
        (json.dumps([["..."]]), "Tile A has no square."),
        (json.dumps([["X.X"]]), "The squares of tile A must hang together"),
        (json.dumps([["XO"]]), "Tile A is not drawn as rows of X and dots."),
    ):
        file.write_text(content)
        field.set_input_files(file)
        expect(said).to_contain_text(words)
    file.write_text(json.dumps([CORNER, ["....", ".XXX"]]))
    field.set_input_files(file)
    expect(said).to_have_text("2 tiles read.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert json.loads(Path(download.value.path()).read_text()) == [CORNER, LINE]
    assert download.value.suggested_filename == "nmbr9-starting-tiles.json"


@pytest.mark.long
def test_two_browsers_and_a_bot_play_with_them(
    browser: Browser, visitors: Visitors, server: Server, tmp_path: Path
) -> None:
    ada, ben = visitors.new(), visitors.new()
    page = open_editor(ada, "Friends")
    draw_three(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Create table").click()
    page.locator(".seat").first.wait_for()
    expect(page.get_by_role("main")).to_contain_text("Classic with own starting tiles")
    other = ben.go(page.url.removeprefix(ada.address))
    other.get_by_role("button", name="Sit down").click()
    expect(page.get_by_label("Strength")).to_have_count(1)
    page.get_by_label("Strength").select_option("hamster")
    page.get_by_role("button", name="Seat a bot").click()
    page.get_by_role("button", name="Start", exact=True).click()
    for visit in (ada, ben):
        visit.page.locator(".game .place").wait_for()
        visit.page.reload()
        visit.page.locator(".game .place").wait_for()
        # That of the player and, small, those of the two others.
        expect(visit.page.locator(".art-still .tile.ts")).to_have_count(3)
    while not ada.is_over:
        before = ada.round
        for visit in (ada, ben):
            expect(visit.page.locator(".place")).to_be_enabled()
            visit.page.keyboard.press("Tab")
            visit.press_place()
        for visit in (ada, ben):
            visit.wait_for_change(before)
    page.locator(".result").wait_for()
    match = page.url.split("/m/")[1].split("#")[0]
    record = page.request.get(f"{server.address}/api/matches/{match}/record").text()
    shapes = json.loads(record)["starting_tiles"]
    assert sorted(shapes) == sorted([CORNER, LINE, STEP])
    assert loads(record).is_over
    file = tmp_path / "game.json"
    file.write_text(record)
    # A server that has never seen them.
    with serving_without_error(tmp_path, NMBR9_ANALYSIS_SECONDS="0.5") as elsewhere:
        others = Visitors(browser, elsewhere.address)
        away = others.new().go("/replay")
        away.locator("input[type=file]").set_input_files(file)
        expect(away.locator(".tile.ts").first).to_be_visible()
        away.get_by_role("button", name="Share").click()
        with away.expect_download() as download:
            away.get_by_role("button", name="Drawing (SVG)").click()
        assert "<svg" in Path(download.value.path()).read_text()
        away.keyboard.press("Escape")
        away.get_by_role("button", name="Analysis").click()
        expect(away.get_by_role("heading", name="Analysis")).to_be_visible()
        expect(away.locator(".tile.ts").first).to_be_visible()
        others.close()
