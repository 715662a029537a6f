"""A bot that the operator named, in another language, chosen and beaten or not in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.bots.guests.programs import TOWER
from tests.server.serving import Server, serving_without_error
from tests.web.visitor import Visit, Visitors

pytestmark = pytest.mark.rest


@pytest.fixture(scope="module")
def with_tower(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tower")
    with serving_without_error(folder, NMBR9_BOTS=TOWER, NMBR9_ANALYSIS_SECONDS="0.5") as it:
        yield it
        assert "forfeits" not in it.logs()


@pytest.fixture
def visit(browser: Browser, with_tower: Server) -> Iterator[Visit]:
    visitors = Visitors(browser, with_tower.address)
    yield visitors.new()
    visitors.close()


def test_a_game_against_a_bot_in_another_language(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    strength = page.get_by_label("Strength of bot 1")
    expect(strength.locator("option")).to_have_count(9)
    words = "tower: builds high, close to the middle; written in JavaScript"
    expect(strength.locator("option").last).to_have_text(words)
    strength.select_option("tower")
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .place").wait_for()
    expect(page.get_by_role("button", name="Look at the display of tower")).to_be_visible()
    visit.finish()
    expect(page.locator(".result")).to_contain_text("tower")


def test_a_host_seats_it_at_a_table(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Friends").click()
    page.get_by_role("button", name="Create table").click()
    choice = page.get_by_label("Strength", exact=True)
    expect(choice.locator("option")).to_have_count(9)
    choice.select_option("tower")
    page.get_by_role("button", name="Seat a bot").click()
    expect(page.locator(".seats")).to_contain_text("tower")
