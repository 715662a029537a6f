"""A game of each variant and module against a bot, each with its own control."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest

TOKENS = ["Move", "Gap", "Black side", "Apart", "Single", "Reserve"]


def set_up(visit: Visit, *, variant: str = "Classic", modules: tuple[str, ...] = ()) -> Page:
    """A table with one bot."""
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option("random")
    page.get_by_role("radio", name=variant).check()
    for module in modules:
        if module not in TOKENS:
            page.get_by_role("switch", name=module).click()
    tokens = [module for module in modules if module in TOKENS]
    if tokens:
        page.get_by_role("switch", name="Special tokens").click()
        page.get_by_role("button", name="Choose", exact=True).click()
        for token in TOKENS:
            button = page.locator(".token", has_text=token)
            is_on = button.get_attribute("aria-pressed") == "true"
            if (token in tokens) and not is_on:
                button.click()
        for token in TOKENS:
            button = page.locator(".token", has_text=token)
            if token not in tokens and button.get_attribute("aria-pressed") == "true":
                button.click()
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.locator(".game .actions .btn").first.wait_for()
    return page


def take_turns(visit: Visit, most: int = 200) -> None:
    """Do whatever is asked for, to the end of the game."""
    page = visit.page
    for _ in range(most):
        page.wait_for_function(
            """() => document.querySelector('.result')
                 || document.querySelector('.game .actions .btn:not(:disabled)')
                 || document.querySelector('.game .actions .place')"""
        )
        if visit.is_over:
            return
        do_something(visit)
    raise AssertionError("expected the game to end")


def do_something(visit: Visit) -> None:
    page = visit.page
    before = page.locator("body").get_attribute("data-revision")
    place = page.locator(".place")
    done = page.get_by_role("button", name="Done")
    if place.count():
        page.keyboard.press("Tab")
        visit.press_place()
    elif done.count():
        done.click()
    else:
        page.locator(".game .actions .btn").first.click()
    page.wait_for_function(
        """before => document.querySelector('.result')
             || document.body.dataset.revision !== before""",
        arg=before,
    )


@pytest.mark.parametrize("variant", ["2 out of 3", "Level to Level"])
def test_a_game_of_a_variant(visit: Visit, variant: str) -> None:
    page = set_up(visit, variant=variant)
    # Nothing is tried before it is taken.
    assert page.locator(".place").count() == 0
    assert page.locator(".art-ghost").is_hidden()
    take_turns(visit)
    expect(page.locator(".result h1")).to_be_visible()


@pytest.mark.parametrize(
    "modules", [("Starting tiles", "Gap fillers"), ("Gap", "Single", "Apart", "Black side")]
)
def test_a_game_with_modules(visit: Visit, modules: tuple[str, ...]) -> None:
    page = set_up(visit, modules=modules)
    if "Starting tiles" in modules:
        expect(page.locator(".art-still .tiles .ts")).not_to_have_count(0)
    take_turns(visit)
    expect(page.locator(".result h1")).to_be_visible()


def test_take_and_refuse(visit: Visit) -> None:
    page = set_up(visit, variant="2 out of 3")
    note = page.locator(".note")
    expect(note).to_have_text("Card 1 of 3. None refused yet.")
    page.get_by_role("button", name=re.compile("Refuse the")).click()
    expect(note).to_have_text("Card 2 of 3. You have refused one.")
    page.get_by_role("button", name=re.compile("Take the")).wait_for()
    expect(page.get_by_role("button", name=re.compile("Refuse the"))).to_have_count(0)
    page.get_by_role("button", name=re.compile("Take the")).click()
    expect(page.locator(".place")).to_be_enabled()


def test_the_limit_of_a_taken_card_stays_in_sight(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, variant="Level to Level")
    assert page.locator(".note").is_hidden()
    page.get_by_role("button", name=re.compile("Take the")).click()
    expect(page.locator(".note")).to_have_text("On the table only")
    expect(page.locator(".note")).to_be_in_viewport()


def test_a_filler_goes_where_the_player_puts_it(visit: Visit) -> None:
    page = set_up(visit, modules=("Gap fillers",))
    visit.press_place()  # the turn goes on: fillers are in hand
    page.get_by_role("button", name="Done").wait_for()
    filler = page.get_by_role("button", name="2 squares")
    filler.click()
    expect(filler).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("e")
    page.keyboard.press("Tab")
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("2 squares"))
    expect(page.locator(".art-still .tiles .tf")).not_to_have_count(0)
    page.get_by_role("button", name="Done").click()


def test_a_tile_is_reserved_and_built_later(visit: Visit) -> None:
    page = set_up(visit, modules=("Reserve",))
    before = visit.round
    visit.press_place()
    visit.wait_for_change(before)
    before = visit.round
    page.get_by_role("button", name="Reserve").click()
    visit.wait_for_change(before)
    expect(page.locator(".extra.used")).to_have_text(re.compile("Reserve"))
    reserved = page.get_by_role("button", name=re.compile(r"Reserved: \d"))
    reserved.click()
    page.keyboard.press("Tab")
    visit.press_place()
    expect(reserved).to_have_count(0)


def test_a_tile_is_lifted_and_moved_by_keys_alone(visit: Visit) -> None:
    page = set_up(visit, modules=("Move",))
    for _ in range(2):
        do_something(visit)
        page.locator(".place, .done").first.wait_for()
    live = page.locator("#live")
    # Whatever the bot does is said before: it would be heard instead of what follows.
    expect(live).to_contain_text("Round 2")
    move = page.get_by_role("button", name="Move")
    move.focus()
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Tab walks through them")
    expect(page.locator(".table")).to_be_focused()
    page.keyboard.press("Tab")
    expect(live).to_contain_text("1 of ")
    expect(page.locator(".art-mark")).to_have_text("1")
    page.keyboard.press("Escape")
    expect(page.locator(".art-mark")).to_have_count(0)
    expect(move).to_have_attribute("aria-pressed", "false")
    move.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    expect(live).to_contain_text(re.compile(r"(\d) of \1\."))
    page.keyboard.press("Enter")
    expect(page.locator(".panel-tile h2")).to_have_text("Moving a tile")
    page.keyboard.press("Tab")
    expect(live).to_contain_text("Fits.")
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("Move"))


def test_a_tile_is_lifted_and_moved(visit: Visit) -> None:
    page = set_up(visit, modules=("Move",))
    visit.place_at_first_spot()  # Nothing lay there before it, so the turn is over (8.1).
    page.keyboard.press("Tab")
    visit.press_place()
    page.get_by_role("button", name="Done").click()
    page.locator(".place").wait_for()
    move = page.get_by_role("button", name="Move", exact=True)
    move.click()
    expect(page.locator(".toast")).to_have_text("Choose a tile with nothing on top.")
    tile = page.locator(".art-still .tiles .dg").last.bounding_box()
    assert tile is not None
    page.mouse.click(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    expect(page.locator(".panel-tile .cap")).to_have_text("Moving a tile")
    page.keyboard.press("Tab")
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("Move"))


def test_a_tile_is_turned_over(visit: Visit) -> None:
    page = set_up(visit, modules=("Black side",))
    before = visit.round
    for _ in range(20):
        if page.get_by_role("button", name="Turn it over").count():
            break
        visit.press_place()
        visit.wait_for_change(before)
        before = visit.round
    page.keyboard.press("x")
    expect(page.get_by_role("button", name="Turn it over")).to_have_attribute(
        "aria-pressed", "true"
    )
    # The first tile has one place; elsewhere the next spot is found among those turned over.
    for _ in range(400):
        if re.search("use Black side", page.locator(".place").inner_text()):
            break
        page.keyboard.press("Shift+Tab")
    expect(page.locator(".place")).to_have_text(
        re.compile(r"Place \+0 on level \d, use Black side")
    )
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("Black side"))


def test_a_card_is_chosen_under_its_marker(visit: Visit) -> None:
    page = set_up(visit, variant="Level to Level")
    choice = page.locator(".pile-choice")
    expect(choice).to_have_count(1)
    expect(choice).to_have_text("×0")  # noqa: RUF001 - the factor of the level
    choice.click()
    expect(page.locator(".place")).to_be_enabled()


def test_what_does_not_go_together_cannot_be_chosen(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Friends").click()
    six = page.get_by_role("button", name="6", exact=True)
    six.click()
    expect(six).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="2 out of 3").check()
    expect(six).to_be_disabled()
    expect(page.get_by_role("button", name="4", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator(".dialog-foot")).to_contain_text("2 out of 3")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Bots").click()
    for _ in range(4):
        page.get_by_role("button", name="One more").click()
    expect(page.get_by_role("button", name="One more")).to_have_count(0)
    page.get_by_role("radio", name="Level to Level").check()
    expect(page.locator(".bot-row")).to_have_count(3)
    page.get_by_role("switch", name="Special tokens").click()
    expect(page.locator(".dialog-foot")).to_contain_text("Level to Level with 2 tokens")
