"""What a game needs is whole on every screen and in every language, with all modules as well."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from nmbr9.server.page_files import FOLDER
from tests.web.test_look import CUT_OFF
from tests.web.test_modules import TOKENS, do_something, set_up
from tests.web.visitor import Visitors

pytestmark = pytest.mark.rest

ALL = ("Gap fillers", *TOKENS)
SCREENS = [(1280, 720), (1024, 768), (820, 1180), (390, 844), (360, 640), (844, 390), (667, 375)]

SAY = """words => {
  const place = document.querySelector('.place');
  place.querySelector('.place-words').textContent = words;
  place.classList.toggle('wordy', words.length > 30);
}"""
IS_CUT = """() => {
  const button = document.querySelector('.place').getBoundingClientRect();
  const words = document.querySelector('.place-words').getBoundingClientRect();
  return words.top < button.top || words.bottom > button.bottom
    || words.left < button.left || words.right > button.right;
}"""


ARE_COVERED = """() => {
  const table = document.querySelector('.table').getBoundingClientRect();
  return [...document.querySelectorAll('.toolbar .tool')]
    .filter((tool) => tool.checkVisibility())
    .filter((tool) => tool.getBoundingClientRect().bottom > table.bottom)
    .map((tool) => `${tool.title} stands over the panel below the table`);
}"""


def longest_words(language: str) -> list[str]:
    """What Place says at most without a cost, and with every cost that there is."""
    texts = json.loads((FOLDER / "locales" / f"{language}.json").read_text())
    points = texts["place.points"].format(points=16, level=2)
    tokens = ", ".join((texts["token.gap"], texts["token.single"]))
    dear = texts["place.token"].format(points=points, tokens=tokens)
    return [points, texts["place.loses"].format(place=dear, number=7)]


def speak(page: Page, language: str, **settings: object) -> None:
    """Go on in a language, and with other settings."""
    page.evaluate(
        """changes => localStorage.setItem('nmbr9', JSON.stringify(
             { ...JSON.parse(localStorage.getItem('nmbr9') ?? '{}'), ...changes }))""",
        {"language": language, **settings},
    )
    page.reload()
    page.locator(".game .actions .btn").first.wait_for()


@pytest.mark.parametrize(
    "language",
    ["de", pytest.param("en", marks=pytest.mark.long), pytest.param("pt", marks=pytest.mark.long)],
)
def test_words_of_the_modules_and_of_place_are_not_cut_off(
    visitors: Visitors, language: str
) -> None:
    page = set_up(visitors.new(), modules=ALL)
    speak(page, language)
    expect(page.locator(".place")).to_be_enabled()
    cut = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        found = [*page.evaluate(CUT_OFF), *page.evaluate(ARE_COVERED)]
        cut += [f"{width}x{height}: {one}" for one in found]
        for words in longest_words(language):
            page.evaluate(SAY, words)
            if page.evaluate(IS_CUT):
                cut.append(f"{width}x{height}: {words}")
    assert not cut, "\n".join(cut)


def test_every_tile_is_seen_below_the_words_of_a_variant(visitors: Visitors) -> None:
    visit = visitors.new(viewport={"width": 360, "height": 640})
    page = set_up(visit, variant="2 out of 3")
    for _ in range(16):
        page.locator(".place:enabled, .choice").first.wait_for()
        do_something(visit, key="Shift+Tab")  # where it touches least: a display of great length
    note, table = page.locator(".note"), page.locator(".table")
    expect(note).to_be_visible()
    over, around = note.bounding_box(), table.bounding_box()
    tiles = page.locator(".table .tiles").bounding_box()
    assert over is not None
    assert around is not None
    assert tiles is not None
    assert tiles["y"] >= over["y"] + over["height"]
    assert tiles["y"] + tiles["height"] <= around["y"] + around["height"]


def test_all_tools_can_be_reached_where_there_is_hardly_room(visitors: Visitors) -> None:
    page = set_up(visitors.new(viewport={"width": 320, "height": 256}), modules=ALL)
    tools = page.locator(".toolbar .tool:visible")
    expect(tools.first).to_be_visible()
    for tool in tools.all():
        tool.scroll_into_view_if_needed()
        expect(tool).to_be_in_viewport(ratio=0.99)
        box = tool.bounding_box()
        assert box is not None
        assert box["height"] <= 48, "the table is seen below them"
