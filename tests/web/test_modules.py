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
    page.get_by_label("Strength of bot 1").select_option("mole")
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


def finish_turns_oneself(visit: Visit) -> None:
    """Choose that before the page is opened."""
    visit.context.add_init_script(
        "localStorage.setItem('nmbr9', JSON.stringify({ finishes: 'never' }))"
    )


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


def do_something(visit: Visit, key: str = "Tab") -> None:
    """Do what is asked for; a tile goes to the spot that the key leads to."""
    page = visit.page
    before = page.locator("body").get_attribute("data-revision")
    place = page.locator(".place")
    done = page.get_by_role("button", name="Done")
    if place.count():
        page.keyboard.press(key)
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


@pytest.mark.parametrize(
    "variant", ["2 out of 3", pytest.param("Level to Level", marks=pytest.mark.long)]
)
def test_a_game_of_a_variant(visit: Visit, variant: str) -> None:
    page = set_up(visit, variant=variant)
    if variant == "2 out of 3":
        # Nothing is tried before it is taken.
        assert page.locator(".place").count() == 0
        assert page.locator(".art-ghost").is_hidden()
    take_turns(visit)
    expect(page.locator(".result h1")).to_be_visible()


@pytest.mark.long
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
    whose = page.locator(".panel-tile h2")
    expect(whose).to_have_text("Open card")
    page.get_by_role("button", name=re.compile("Refuse the")).click()
    # Whoever has refused takes the rest: that is told, not asked.
    expect(note).to_have_text("Card 2 of 3. You have refused one.")
    expect(page.locator(".toast")).to_have_text(
        re.compile(r"You have refused one: the \d is yours")
    )
    expect(page.locator(".place")).to_be_enabled()
    expect(page.get_by_role("button", name=re.compile("Take the"))).to_have_count(0)
    expect(whose).to_have_text("Your tile")


def test_cards_to_decide_about_show_their_tiles(visit: Visit) -> None:
    page = set_up(visit, variant="2 out of 3")
    for name in ("Take the", "Refuse the"):
        shape = page.get_by_role("button", name=re.compile(name)).locator(".tile-picture svg")
        expect(shape).to_have_count(1)


@pytest.mark.parametrize("variant", ["2 out of 3", "Level to Level"])
def test_the_table_is_as_large_while_one_chooses(visitors: Visitors, variant: str) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, variant=variant)
    choices, place = page.locator(".choice, button.pile-choice"), page.locator(".place")
    while not choices.count():  # in Level to Level there are no two piles at first
        do_something(visit)
        page.locator(".place:enabled, .choice, button.pile-choice").first.wait_for()
    choosing = page.locator(".table").bounding_box()
    choices.first.click()
    expect(place).to_be_visible()
    assert page.locator(".table").bounding_box() == choosing


@pytest.mark.parametrize("variant", ["2 out of 3", "Level to Level"])
def test_a_filler_is_placed_before_a_card_is_chosen(visit: Visit, variant: str) -> None:
    page = set_up(visit, variant=variant, modules=("Gap fillers",))
    filler, place = page.get_by_role("button", name="1 square"), page.locator(".place")
    choices = page.locator(".choice, button.pile-choice")
    while not (choices.count() and filler.count()):
        do_something(visit)
        page.locator(".place:enabled, .choice, button.pile-choice").first.wait_for()
    filler.click()
    expect(choices).to_have_count(0)
    expect(page.locator(".note")).not_to_contain_text("Choose")
    page.get_by_role("button", name="Cancel").click()
    expect(choices).not_to_have_count(0)
    filler.click()
    expect(place).to_be_enabled()
    place.click()
    expect(choices).not_to_have_count(0)
    expect(filler).to_have_count(0)


@pytest.mark.long
def test_ten_rounds_of_two_out_of_three_take_at_most_fifty_actions(visit: Visit) -> None:
    page = set_up(visit, variant="2 out of 3", modules=("Gap fillers", "Move", "Reserve"))
    asked = page.locator(".result, .place:enabled, .choice, .actions .done")
    actions = 0
    while not visit.is_over:
        asked.first.wait_for()
        # The last decision of the game has no choice either: it is made while one looks.
        if asked.count() and not visit.is_over:
            do_something(visit)
            actions += 1
    assert 30 <= actions <= 50


def test_the_limit_of_a_taken_card_stays_in_sight(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, variant="Level to Level")
    expect(page.locator(".note")).to_have_text("On the table only")
    expect(page.locator(".note")).to_be_in_viewport()


def test_a_filler_goes_where_the_player_puts_it(visit: Visit) -> None:
    finish_turns_oneself(visit)
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
    before = visit.round
    page.wait_for_timeout(500)  # a press right after the last one would mean that one
    page.locator(".table").focus()
    page.keyboard.press("Space")
    visit.wait_for_change(before)


def test_among_bots_a_turn_ends_with_its_tile(visit: Visit) -> None:
    page = set_up(visit, modules=("Gap fillers",))
    expect(page.locator(".place")).to_be_enabled()
    before = visit.round
    page.keyboard.press("Enter")
    visit.wait_for_change(before)
    expect(page.locator(".extra.used")).to_have_count(0)


def test_a_tile_is_reserved_and_built_later(visit: Visit) -> None:
    page = set_up(visit, modules=("Reserve",))
    before = visit.round
    visit.press_place()
    visit.wait_for_change(before)
    before = visit.round
    expect(page.locator(".place")).to_be_enabled()
    # Nothing is spent before it is read what that means.
    page.get_by_role("button", name="Reserve").click()
    dialog = page.get_by_role("dialog", name=re.compile(r"Reserve the \d\?"))
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(".extra.used")).to_have_count(0)
    page.get_by_role("button", name="Reserve").click()
    dialog.get_by_role("button", name="Reserve").click()
    visit.wait_for_change(before)
    reserved = page.get_by_role("button", name=re.compile(r"Reserved \d"))
    expect(reserved).to_be_visible()
    expect(page.locator(".extra")).to_have_count(1)  # in the place of its token
    reserved.click()
    page.keyboard.press("Tab")
    visit.press_place()
    expect(reserved).to_have_count(0)
    expect(page.locator(".extra.used")).to_have_text(re.compile("Reserve"))


def test_a_tile_is_lifted_and_moved_by_keys_alone(visit: Visit) -> None:
    page = set_up(visit, modules=("Move",))
    for _ in range(2):
        do_something(visit)
        page.locator(".place, .done").first.wait_for()
    live = page.locator("#live")
    # Whatever the bot does is said before: it would be heard instead of what follows.
    expect(page.locator(".round")).to_have_text("Round 3 of 20")
    move = page.get_by_role("button", name="Move")
    move.focus()
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Tab walks through them")
    expect(page.locator(".table")).to_be_focused()
    page.keyboard.press("Tab")
    expect(live).to_contain_text("1 of ")
    expect(page.locator(".art-mark.best")).to_have_text("1")
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
    visit.place_at_first_spot()  # Among bots nobody is asked whether that was all.
    page.locator(".place").wait_for()
    move = page.get_by_role("button", name="Move", exact=True)
    move.click()
    expect(page.locator(".art-mark")).to_have_count(2)
    bar = page.locator(".actions")
    expect(bar).to_contain_text("Choose a tile with nothing on top.")
    bar.get_by_role("button", name="Cancel").click()
    expect(page.locator(".art-mark")).to_have_count(0)
    move.click()
    tile = page.locator(".art-still .tiles .dg").last.bounding_box()
    assert tile is not None
    page.mouse.click(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    expect(page.locator(".panel-tile .cap")).to_have_text("Moving a tile")
    page.keyboard.press("Tab")
    expect(page.locator(".place")).to_have_text(re.compile("Move here, uses Move"))
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("Move"))


def test_a_token_lights_up_where_the_tile_would_use_it(visit: Visit) -> None:
    page = set_up(visit, modules=("Apart", "Single", "Gap"))
    tokens, lit = page.locator(".by-spot"), page.locator(".by-spot.lit")
    expect(tokens).to_have_count(3)
    # They are no switches; a tap tells what they do.
    expect(page.locator(".panel-extras [aria-pressed]")).to_have_count(0)
    tokens.first.click()
    expect(page.locator(".toast")).to_contain_text("Lights up where your tile would use it.")
    page.locator(".table").focus()
    place = page.locator(".place")
    # Which tile is the first to find such a spot is up to the cards.
    while True:
        expect(place).to_be_enabled()
        expect(lit).to_have_count(0)
        page.keyboard.press("Shift+Tab")  # what costs tokens comes last
        if "use" in place.inner_text():
            break
        before = visit.round
        visit.press_place()
        visit.wait_for_change(before)
    expect(lit).not_to_have_count(0)
    # Whoever listens hears what it costs before they press.
    name = place.inner_text().split("use ")[1].split(",")[0].split("\n")[0]
    expect(page.locator("#live")).to_contain_text(f"Uses {name}")


def test_all_extras_can_be_reached_on_a_phone(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = set_up(visit, modules=("Gap fillers", *TOKENS))
    extras = page.locator(".extras > li")
    expect(extras).to_have_count(8)
    for extra in extras.all():
        expect(extra).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_on_a_small_phone_words_move_nothing_and_tools_cover_no_extra(visitors: Visitors) -> None:
    visit = visitors.new(viewport={"width": 360, "height": 640})
    page = set_up(visit, modules=("Gap fillers", *TOKENS))
    table, place = page.locator(".table"), page.locator(".place")
    expect(place).to_be_enabled()
    before = table.bounding_box()
    # As on the dearest spot there is.
    page.locator(".place-words").evaluate(
        """words => {
          words.textContent = 'Place +16 on level 2, use Gap, Single, loses the reserved 7';
          words.parentElement.classList.add('wordy');
        }"""
    )
    assert table.bounding_box() == before
    assert place.evaluate("button => button.scrollHeight <= button.clientHeight")
    assert before is not None
    for tool in page.locator(".toolbar .tool").all():
        box = tool.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= before["y"] + before["height"]


def test_hint_and_rules_stay_on_a_small_screen(visitors: Visitors) -> None:
    visit = visitors.new(viewport={"width": 1280, "height": 720})
    page = set_up(visit, modules=("Gap fillers", *TOKENS))
    for name in ("Hint", "Rules"):
        expect(page.locator(".panel-foot").get_by_text(name)).to_be_in_viewport(ratio=1)


def test_four_players_see_their_own_supply(visit: Visit) -> None:
    page = visit.go()
    page.get_by_role("button", name="Bots").click()
    page.get_by_label("Strength of bot 1").select_option("mole")
    for _ in range(2):
        page.get_by_role("button", name="One more").click()
    page.get_by_role("radio", name="Level to Level").check()
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page.locator(".place")).to_be_enabled()
    names = page.locator(".player-name")
    expect(names).to_contain_text(["Mole 1", "Mole 2", "Mole 3"])
    left = page.locator(".supply [aria-hidden]")
    expect(left).to_have_text(["3"] * 10)
    before = visit.round
    page.keyboard.press("Enter")
    visit.wait_for_change(before)
    assert sorted(left.all_inner_texts()) == ["2"] + ["3"] * 9


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
    choice, place = page.locator(".pile-choice"), page.locator(".place")
    # While one card is open, there is nothing to choose.
    expect(place).to_be_enabled()
    while not choice.count():
        if place.count():
            do_something(visit)
        page.locator(".place, .pile-choice").first.wait_for()
    expect(page.locator(".note")).to_have_text(re.compile("marker says how high the tile may go"))
    expect(choice).to_have_count(2)
    expect(choice.first).to_have_text("×0")  # noqa: RUF001 - the factor of the level
    expect(choice.first.locator(".tile-picture svg")).to_have_count(1)
    choice.last.click()
    expect(place).to_be_enabled()


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
