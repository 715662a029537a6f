"""The analysis of a game: from its end to the worst placement and the better spot."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from nmbr9 import Game, Options
from tests.server.client import COMPILING, Person, Viewer, run
from tests.server.serving import Server
from tests.web.test_look import AXE, CUT_OFF, LONG
from tests.web.visitor import DESK, PHONE, SMALLEST, Visit, Visitors

pytestmark = pytest.mark.rest

TITLES = {"en": "Analysis", "de": "Analyse", "pt": "Análise"}
SPOTS = {"en": "Best", "de": "Am besten", "pt": "Melhor"}


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """A game that somebody has played well at first, and then carelessly: there is much to lose."""
    made = {}

    async def story() -> None:
        async with Person(server.address, "Ada") as ada:
            made.update(await ada.post("/api/matches", options={"players": 1}))
            async with Viewer(server.address, made["match"], made["token"]) as viewer:
                for turn in range(20):
                    await viewer.until(lambda _: viewer.first_action())
                    action = viewer.first_action(None if turn < 13 else Random(turn))
                    assert action is not None
                    await viewer.until_revision((await viewer.act(action))["revision"])

    # In a thread of its own: Playwright's loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: run(story())).result()
    return str(made["match"])


def _wait_until_complete(page: Page) -> None:
    bar = page.locator("progress")
    bar.wait_for(state="attached")  # One that is not there yet is hidden, too.
    expect(bar).to_be_hidden(timeout=COMPILING * 1000)


@pytest.mark.parametrize("language", [pytest.param(one, marks=LONG) for one in TITLES])
def test_two_clicks_lead_to_the_worst_placement_and_its_better_spot(
    visitors: Visitors, match: str, language: str
) -> None:
    visit = visitors.new(viewport=PHONE, locale=language, has_touch=True)
    page = visit.go(f"/m/{match}")
    page.get_by_role("link", name=TITLES[language], exact=True).click()
    expect(page).to_have_url(re.compile(f"/analysis/{match}$"))
    page.locator(".turning").first.click(timeout=COMPILING * 1000)
    _wait_until_complete(page)
    losses = [int(text) for text in page.locator(".loss b").all_inner_texts()]
    assert len(page.locator(".loss").all()) == 20
    worst = max(losses)
    expect(page.locator(".own-score")).to_have_text(f"\N{MINUS SIGN}{worst}")
    expect(page.locator(".loss[aria-pressed=true] b")).to_have_text(str(worst))
    expect(page.locator(".art-mark.own")).to_contain_text("Ada")
    expect(page.locator(".art-mark.best")).to_contain_text(SPOTS[language])
    expect(page.locator(".mark-best")).to_have_count(1)
    expect(page.locator(".spot").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_reload_finds_what_was_found(visitors: Visitors, match: str) -> None:
    visit = visitors.new()
    page = visit.go(f"/analysis/{match}")
    _wait_until_complete(page)
    told = page.locator(".boxes").inner_text()
    visit.go("/")
    page.go_back()
    _wait_until_complete(page)
    page.reload()
    _wait_until_complete(page)
    assert page.locator(".boxes").inner_text() == told
    assert re.fullmatch(r"Ada\s\d+\sPar\s\d+\sBest found\s\d+", told), told


def test_it_is_used_by_keyboard_alone(visitors: Visitors, match: str) -> None:
    visit = visitors.new()
    page = visit.go(f"/analysis/{match}")
    _wait_until_complete(page)
    first = page.locator(".loss").first
    first.focus()
    page.keyboard.press("Enter")
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".where")).to_contain_text("Round 1")
    turn = page.locator(".turning").first
    turn.focus()
    page.keyboard.press("Enter")
    expect(turn).to_be_focused()
    # Last of all, unless the same deck made it one of the best.
    own = page.locator(".spot:has(.grow > b)")
    own.focus()
    page.keyboard.press("Space")
    expect(own).to_be_focused()
    expect(page.locator(".mark-best")).to_have_count(0)


@pytest.mark.parametrize(
    ("theme", "viewport"),
    [
        ("light", SMALLEST),
        pytest.param("dark", DESK, marks=LONG),
        pytest.param("contrast", SMALLEST, marks=LONG),
        pytest.param("contrast", DESK, marks=LONG),
        pytest.param("dark", SMALLEST, marks=LONG),
        pytest.param("light", DESK, marks=LONG),
    ],
)
def test_nothing_is_cut_off_or_unreadable(
    visitors: Visitors, match: str, theme: str, viewport: dict[str, int]
) -> None:
    visit = visitors.new(viewport=viewport)
    kept = json.dumps(json.dumps({"theme": theme}))
    visit.context.add_init_script(f"localStorage.setItem('nmbr9', {kept})")
    page = visit.go(f"/analysis/{match}")
    _wait_until_complete(page)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.evaluate(AXE.read_text("utf-8"))
    answer = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [one for one in answer["violations"] if one["impact"] in ("serious", "critical")]
    assert not serious, json.dumps(serious, indent=1)


@pytest.mark.long
def test_an_opened_record_is_analysed_and_found_again(visit: Visit, tmp_path: Path) -> None:
    game, random = Game.new(Options(players=2), seed=3, names=["Ada", "Ben"]), Random(3)
    while not game.is_over:
        seat = game.waiting_for[0]
        game = game.apply(seat, random.choice(game.legal_actions(seat)))
    page = visit.go("/replay")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_record()), "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Analysis").click()
    expect(page).to_have_url(re.compile(r"/analysis/[0-9a-f]{64}$"))
    _wait_until_complete(page)
    other = page.locator(".seat-choice").filter(has_text="Player 2")
    other.click()
    expect(other).to_be_focused()
    expect(page.locator(".boxes dd").first).to_have_text(str(game.scores[1]))
    page.reload()
    _wait_until_complete(page)


def test_an_analysis_that_is_not_there_says_so(visitors: Visitors) -> None:
    visit = visitors.new()
    page = visit.go(f"/analysis/{'0' * 64}")
    expect(page.get_by_role("alert")).not_to_be_empty()
    assert all("404" in problem for problem in visit.problems)
    visit.problems.clear()
