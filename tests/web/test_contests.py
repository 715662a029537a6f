"""The deck of the day, arenas, challenges, history and records."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.visitor import Visit, Visitors

pytestmark = pytest.mark.rest


def play_to_the_end(visit: Visit) -> int:
    page = visit.page
    page.locator(".place").wait_for()
    visit.finish()
    return int(page.evaluate("document.querySelector('.result').textContent.match(/\\d+/)[0]"))


@pytest.mark.usefixtures("within_one_day")
def test_the_deck_of_the_day_counts_once(visit: Visit) -> None:
    page = visit.go("/daily")
    page.get_by_role("button", name="Play this deck").click()
    play_to_the_end(visit)
    visit.go("/daily")
    expect(page.locator(".board .you")).to_contain_text("Guest (you)")
    expect(page.get_by_role("button", name="Play this deck")).to_have_count(0)
    expect(page.get_by_role("link", name="Look again")).to_be_visible()


@pytest.mark.usefixtures("within_one_day")
def test_a_deck_that_is_closed_is_practice(visit: Visit) -> None:
    """As the server tells of yesterday, which is over before anybody in this test could play."""

    def closed(route: Route) -> None:
        told = route.fetch().json()
        line = {"name": "Ada", "score": 90, "rounds": 20, "is_finished": True, "match": None}
        late = {**line, "rank": None, "is_practice": True, "is_you": False}
        route.fulfill(json={**told, "is_open": False, "board": [late]})

    visit.page.route("**/api/daily/*", closed)
    page = visit.go("/daily")
    expect(page.get_by_text("a game now is practice")).to_be_visible()
    expect(page.get_by_role("row", name="Ada")).to_contain_text("practice")


def test_an_arena_shows_who_is_where(visitors: Visitors) -> None:
    host, guest = visitors.new(), visitors.new()
    page = host.go("/arena")
    page.get_by_role("button", name="Open an arena").click()
    page.get_by_role("radio", name="10 minutes").check(force=True)
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Nobody has played yet")).to_be_visible()
    link = host.copy(page.get_by_role("button", name="Copy link"))
    other = guest.go("/arena")
    other.get_by_label("Code or link").fill(link)
    other.get_by_role("button", name="Go there").click()
    other.get_by_role("button", name="Play this deck").click()
    other.locator(".place").wait_for()
    before = guest.round
    guest.press_place()
    guest.wait_for_change(before)
    expect(page.locator(".board")).to_contain_text("round 2")
    # Whoever has not finished does not see the cards of others.
    expect(page.locator(".board a")).to_have_count(0)


def test_a_challenge_with_a_variant(visit: Visit) -> None:
    page = visit.go("/arena")
    page.get_by_role("button", name="New challenge").click()
    page.get_by_role("radio", name="2 out of 3").check()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Challenge", level=1)).to_be_visible()
    expect(page.locator("main")).to_contain_text("2 out of 3")
    page.get_by_role("button", name="Play this deck").click()
    expect(page.get_by_role("button", name=re.compile("Take the"))).to_be_visible()


def test_history_and_records(visit: Visit) -> None:
    page = visit.start_alone()
    score = play_to_the_end(visit)
    visit.go("/history")
    expect(page.locator(".record-list b")).to_have_text(str(score))
    expect(page.locator(".games .number")).to_have_text(str(score))
    # The server has the games: what a page without one does with them is not even loaded.
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Save all games as a file")).to_have_count(0)
    visit.go("/")
    expect(page.get_by_text(f"your record is {score}")).to_be_visible()


def test_a_name_is_taken_and_everything_forgotten(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Guest").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".page-bar .who")).to_have_text("Ada")
    page.keyboard.press("Escape")
    visit.go("/history")
    page.get_by_role("button", name="Ada").click()
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name=re.compile("Press again")).click()
    expect(page.get_by_role("button", name="Guest")).to_be_visible()


def test_an_unknown_game_is_told_in_words(visit: Visit) -> None:
    page = visit.go("/m/nosuchgame22")
    expect(page.get_by_text("There is no such game.")).to_be_visible()
