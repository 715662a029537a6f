"""Learning: every lesson solved in the browser, mistakes explained, hints, the rules."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from nmbr9.lessons.lessons import LEARNER, all_lessons, matches
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.server.page_files import FOLDER
from tests.server.client import COMPILING
from tests.server.serving import Server
from tests.spots import listed_spots
from tests.web.test_modules import finish_turns_oneself, set_up
from tests.web.visitor import PHONE, Visit, Visitors

pytestmark = pytest.mark.rest


def _wanted(game: Game, goal: object) -> Action:
    found = [one for one in game.legal_actions(LEARNER) if matches(goal, one)]  # type: ignore[arg-type]
    return found[0]


def _do(page: Page, action: Action) -> None:
    """Do what an action says, with the typed field where there is no button for it."""
    page.keyboard.press("Escape")
    pile = action.to_dict().get("pile")
    if pile is not None:
        page.locator(".pile-choice").nth(int(str(pile))).click()
    elif action.do in {"take", "reject"}:
        kind = ".primary" if action.do == "take" else ":not(.primary)"
        page.locator(f".choice{kind}").click()
    else:
        field = page.locator(".typed input")
        field.fill(str(action))
        field.press("Enter")


SOONER = ("support", "gap-fillers", "reserve", "two-out-of-three", "level-to-level")


@pytest.mark.parametrize(
    "lesson",
    [pytest.param(one, marks=() if one in SOONER else pytest.mark.long) for one in all_lessons()],
)
def test_every_lesson_can_be_solved_on_the_page(visitors: Visitors, lesson: str) -> None:
    visit = visitors.new()
    visit.page.add_init_script(
        "localStorage.setItem('nmbr9', JSON.stringify({commandField: true}))"
    )
    page = visit.go(f"/learn/{lesson}")
    taught = all_lessons()[lesson]
    game = taught.start()
    expect(page.locator(".next")).to_be_disabled()
    for number, goal in enumerate(taught.goals, 1):
        expect(page.locator(".task")).to_contain_text("Your turn")
        action = _wanted(game, goal)
        before = page.locator(".task").inner_text()
        _do(page, action)
        page.wait_for_function(
            "before => document.querySelector('.task').innerText !== before", arg=before
        )
        game = game.apply(LEARNER, action)
        if number < len(taught.goals):
            expect(page.locator(".next")).to_be_disabled()
    expect(page.locator(".task")).to_contain_text("Well done")
    expect(page.locator(".next")).to_be_focused()


def test_a_mistake_is_explained_with_its_rule_and_is_not_kept(visit: Visit) -> None:
    page = visit.go("/learn/two-tiles")
    page.locator(".lesson-table .table").focus()
    # From below the display up onto the 5 alone.
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(page.locator(".lesson-table .art-pill.bad")).to_be_visible()
    expect(page.locator(".panel-why a")).to_have_attribute("href", re.compile(r"/rules#r2\.\d"))
    expect(page.locator(".next")).to_be_disabled()


def test_what_is_allowed_but_not_the_task_is_not_kept(visit: Visit) -> None:
    page = visit.go("/learn/two-tiles")
    visit.press_place()
    expect(page.locator(".toast")).to_contain_text("here the task is another")
    expect(page.locator(".task")).to_contain_text("Your turn")


def test_a_lesson_goes_on_after_the_line_was_cut(visit: Visit) -> None:
    page = visit.go("/learn/two-tiles")
    page.locator(".place").wait_for()
    page.route("**/api/lessons/*", lambda route: route.abort())
    visit.press_place()
    expect(page.locator(".toast")).to_contain_text("The server cannot be reached")
    page.unroute("**/api/lessons/*")
    visit.press_place()
    expect(page.locator(".toast", has_text="here the task is another")).to_be_visible()
    visit.problems = [one for one in visit.problems if "ERR_FAILED" not in one]


def test_the_tour_leads_from_lesson_to_lesson_and_remembers(visitors: Visitors) -> None:
    visit = visitors.new(viewport=PHONE)
    page = visit.go("/learn")
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.locator(".lesson-words h1")).to_have_text("Turn and place")
    page.get_by_role("button", name="Turn right").click()
    page.locator(".place").click()
    page.locator(".next").click()
    expect(page).to_have_url(re.compile("/learn/touch$"))
    visit.go("/learn")
    expect(page.get_by_text("Solved")).to_have_count(1)
    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", "/learn/touch")


def test_a_lesson_that_does_not_exist_shows_the_others(visit: Visit) -> None:
    page = visit.go("/learn/flying")
    expect(page.get_by_text("There is no such lesson.")).to_be_visible()
    expect(page.locator(".lessons a")).to_have_count(len(all_lessons()))


@pytest.mark.long
def test_hints_about_a_filler_come_in_three_strengths_as_well(visit: Visit) -> None:
    """What the strongest bot says is put in its mouth: here it wants to use a filler."""
    legal: list[dict[str, Any]] = []

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_page(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] != "hint":
                return server.send(text)
            offer = next(one for one in legal if one["do"] == "fill" and one["size"] == 2)
            action = {"player": 0, "do": "fill", "size": 2, **listed_spots(offer["at"])[0]}
            told = {"type": "hinted", "id": frame["id"], "revision": 0, "action": action}
            return socket.send(json.dumps(told))

        def from_server(text: str | bytes) -> None:
            you = json.loads(text).get("parts", {}).get("you")
            if you:
                legal[:] = you["legal"]
            socket.send(text)

        socket.on_message(from_page)
        server.on_message(from_server)

    visit.page.route_web_socket("**/ws/*", listen)
    finish_turns_oneself(visit)
    page = set_up(visit, modules=("Gap fillers",))
    visit.press_place()
    page.get_by_role("button", name="Done").wait_for()
    words = page.locator(".hint-words")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(words).to_have_text("Use a gap filler first, on level 0.")
    page.get_by_role("button", name="Where about?").click()
    expect(words).to_contain_text("Look at the ")
    page.get_by_role("button", name="Show me").click()
    expect(words).to_have_text("Here. The tile is held there for you.")
    expect(page.locator(".panel-tile h2")).to_have_text("Gap filler")
    visit.press_place()
    expect(page.locator(".extra.used")).to_have_text(re.compile("2 squares"))


@pytest.mark.long
def test_hints_come_in_three_strengths(visit: Visit) -> None:
    page = visit.start_alone()
    for _ in range(4):
        visit.place_at_first_spot()
    words = page.locator(".hint-words")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(words).to_have_text(
        re.compile(r"A good place is on level \d\."), timeout=COMPILING * 1000
    )
    page.get_by_role("button", name="Where about?").click()
    expect(words).to_have_text(re.compile("^Look at the"))
    page.get_by_role("button", name="Show me").click()
    expect(words).to_contain_text("Here.")
    expect(page.locator(".place")).to_be_enabled()
    page.locator(".place").click()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
    expect(words).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "edge to edge"), ("de", "mit einer Kante"), ("pt", "lado com lado")],
)
def test_the_rules_are_there_in_three_languages(
    visitors: Visitors, server: Server, language: str, words: str
) -> None:
    visit = visitors.new(locale=language)
    page = visit.go("/rules#r2.5")
    aimed = page.locator(".rule.aimed")
    expect(aimed).to_contain_text(words)
    expect(aimed).to_be_in_viewport()
    told = json.loads((FOLDER / "locales" / "rules" / f"{language}.json").read_text())
    assert page.locator(".rule").count() == sum(len(section["items"]) for section in told)
    aimed.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/learn/touch$"))
