"""The coach of the first game ever: a few hints at the right moment, each once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.hand import Hand
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest


def test_a_first_game_is_coached_and_the_next_is_not(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE, has_touch=True, is_mobile=True)
    hand = Hand(visit, has_touch=True)
    page, card = visit.start_alone(), visit.page.locator(".coach p")
    expect(card).to_have_text("The first tile lies ready. Press Place.")
    # In a place that was there before: only then it is heard by everybody.
    expect(page.locator("[role=status] > .coach")).to_have_count(1)
    hand.place()
    expect(card).to_contain_text("Drag the tile")
    x, y = hand.grip()
    hand.drag((x, y), (x, y - 60))
    expect(card).to_contain_text("Red squares")
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_be_hidden()
    hand.place()
    expect(card).to_contain_text("Tap the tile to turn it")
    told = {"turn"}
    was_over = False
    while not visit.is_over:
        page.keyboard.press("e")
        visit.place_at_first_spot()
        words = card.text_content() if page.locator(".coach").count() else ""
        told |= {word for word in ("go up", "Big numbers", "That is all") if word in (words or "")}
        assert not (was_over and words), "the last words go with the next tile"
        was_over = "That is all" in (words or "")
    assert told >= {"turn", "go up", "Big numbers", "That is all"}
    page.get_by_role("button", name="Play again").tap()
    page.locator(".game .place").wait_for()
    visit.place_at_first_spot()
    expect(page.locator(".coach")).to_have_count(0)


def test_what_the_coach_says_late_hides_nothing(visitors: Visitors) -> None:
    visit = visitors.new(viewport={"width": 760, "height": 640})  # low: a display fills its height
    page = visit.start_alone()
    page.get_by_role("button", name="No more hints").click()
    for _ in range(9):
        visit.place_at_first_spot()
    known = '{"coached": ["place", "pick-up", "red", "turn", "step-up"]}'
    page.evaluate(f"localStorage.setItem('nmbr9', '{known}')")
    page.reload()
    expect(page.locator(".coach")).to_contain_text("Big numbers")
    boxes = [page.locator(name).bounding_box() for name in (".coach", ".tiles", ".art-ghost .face")]
    told, tiles, ghost = (box for box in boxes if box)
    assert min(tiles["y"], ghost["y"]) >= told["y"] + told["height"]


def test_the_coach_can_be_sent_away_and_called_back(visit: Visit) -> None:
    page = visit.start_alone()
    page.get_by_role("button", name="No more hints").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    page.locator(".game .place").wait_for()
    visit.place_at_first_spot()
    expect(page.locator(".coach")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show me how").click()
    expect(page.locator(".coach")).to_contain_text("Drag the tile")
