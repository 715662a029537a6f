"""Everything that the book allows can be chosen, and the page says which boxes it needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.visitor import PHONE, Visitors

pytestmark = pytest.mark.rest


def test_any_number_of_tokens_can_be_drawn(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    foot = page.locator(".dialog-foot")
    expect(foot).to_contain_text("base box, or the ++ box alone")
    page.get_by_role("switch", name="Special tokens").click()
    expect(foot).to_contain_text("the ++ box alone is enough")
    how_many = page.get_by_role("group", name="How many")
    expect(how_many.get_by_role("button")).to_have_text(["1", "2", "3", "4", "5", "6"])
    expect(how_many.get_by_role("button", pressed=True)).to_have_text("2")
    how_many.get_by_role("button", name="5").click()
    expect(how_many.get_by_role("button", pressed=True)).to_have_text("5")
    expect(how_many.get_by_role("button", name="5")).to_be_focused()
    expect(foot).to_contain_text("Classic with 5 tokens")
    page.get_by_role("button", name="One more").click()
    expect(foot).to_contain_text("both boxes")
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .actions .btn").first.wait_for()
    expect(page.locator(".game .extra .coin")).to_have_count(5)
