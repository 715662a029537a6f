"""Every page in three languages, widths and themes: nothing missing, cut off or unreadable."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, expect

from tests.web import cardboard
from tests.web.visitor import DESK, SMALLEST, TABLET, Visit, Visitors

pytestmark = pytest.mark.rest

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
WIDTHS = {"320": SMALLEST, "768": TABLET, "1440": DESK}
PLAY = {"en": "Play", "de": "Spielen", "pt": "Jogar"}


def settled(visitors: Visitors, settings: dict[str, Any], **context: Any) -> Visit:
    """A visitor who has chosen these settings before."""
    visit = visitors.new(**context)
    kept = json.dumps(json.dumps(settings))
    visit.context.add_init_script(
        f"localStorage.getItem('nmbr9') ?? localStorage.setItem('nmbr9', {kept})"
    )
    return visit


Way = Callable[[Visit, Any], None]
"""Through pages and dialogs, each of which is shown."""


def walk(visit: Visit, look: Any) -> None:
    """Show every page and every dialog to `look`, which is told where it is."""
    page = visit.page
    lessons = ("/learn/support", "/learn/gap-fillers", "/learn/level-to-level")
    for path in (
        "/",
        "/daily",
        "/arena",
        "/learn",
        *lessons,
        "/rules",
        "/replay",
        "/caller",
        "/score",
    ):
        visit.go(path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        look(page, path)
    visit.go("/")
    for mode in range(2):
        page.locator("button.mode").nth(mode).click()
        page.locator(".toggle-row .switch").nth(2).click()
        page.locator(".segment-button").last.click()
        look(page, f"dialog {mode}")
        page.keyboard.press("Escape")
    page.locator(".page-bar .btn").last.click()
    page.locator("dialog[open]").wait_for()
    look(page, "settings")
    page.keyboard.press("Escape")
    page.locator(".btn.huge").click()
    page.locator(".place").wait_for()
    look(page, "game, first card")
    for _ in range(6):
        visit.place_at_first_spot()
    look(page, "game")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("s")
    page.wait_for_timeout(200)
    look(page, "game, a spot that does not fit")
    visit.finish()
    page.wait_for_load_state("networkidle")
    look(page, "result")
    page.locator(".result .ways-on button").last.click()
    look(page, "share")
    page.keyboard.press("Escape")
    visit.go("/history")
    page.locator(".games a").first.wait_for()
    look(page, "/history")
    page.locator(".games a").first.click()
    page.wait_for_load_state("networkidle")
    look(page, "replay")


CUT_OFF = """() => {
  const found = [];
  const isScrolled = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      // Many modules are all in sight, whether their panel could be scrolled or not.
      const isScrolling = /auto|scroll/.test(style.overflowX) && !one.querySelector('.extras.many');
      if (isScrolling || style.clipPath !== 'none') return true;
      if (one.matches('.table, .art-view, [aria-hidden=true], .look, .hero-scene')) return true;
    }
    return false;
  };
  const scrolling = document.scrollingElement;
  if (scrolling.scrollWidth > innerWidth + 1) found.push(`page is ${scrolling.scrollWidth} wide`);
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent.trim())
      .join('');
    if (!text || !element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || isScrolled(element)) continue;
    const isWide = element.scrollWidth > element.clientWidth + 1
      && getComputedStyle(element).display !== 'inline'
      && getComputedStyle(element).overflowX !== 'visible';
    const isOutside = box.right > innerWidth + 1 || box.left < -1;
    const parent = element.closest('button, .btn, .pill, .mode, .panel, .seat, .extra');
    const around = parent?.getBoundingClientRect();
    const isOver = around && (box.right > around.right + 1 || box.left < around.left - 1);
    if (isWide || isOutside || isOver) found.push(`${element.className}: ${text}`);
  }
  return found;
}"""


LONG = pytest.mark.long
SOONER = [("320", "de")]
"""The longest words where there is least room."""
EVERYWHERE = [
    pytest.param(width, language, marks=() if (width, language) in SOONER else LONG)
    for width in WIDTHS
    for language in PLAY
]


WAYS = pytest.mark.parametrize(
    "way", [walk, pytest.param(cardboard.walk, marks=LONG)], ids=["online", "cardboard"]
)


@WAYS
@pytest.mark.parametrize(("width", "language"), EVERYWHERE)
def test_no_text_is_missing_or_cut_off(
    visitors: Visitors, width: str, language: str, way: Way
) -> None:
    visit = settled(visitors, {"language": language}, viewport=WIDTHS[width])
    found: list[str] = []

    def look(page: Page, where: str) -> None:
        assert page.evaluate("document.documentElement.lang") == language
        found.extend(f"{where}: {one}" for one in page.evaluate(CUT_OFF))

    way(visit, look)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "theme", ["light", pytest.param("dark", marks=LONG), pytest.param("contrast", marks=LONG)]
)
@WAYS
def test_axe_finds_nothing_serious(visitors: Visitors, theme: str, way: Way) -> None:
    visit = settled(visitors, {"theme": theme})
    found: list[str] = []
    source = AXE.read_text()

    def look(page: Page, where: str) -> None:
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        page.evaluate(source)
        answer = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        for violation in answer["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:200] + node["failureSummary"] for node in violation["nodes"]]
                found.append(f"{where}: {violation['id']}: {nodes[:3]}")

    way(visit, look)
    assert not found, "\n".join(found)


def test_the_language_is_remembered(visitors: Visitors) -> None:
    visit = visitors.new(locale="pt-BR")
    page = visit.go()
    expect(page.get_by_role("button", name="Jogar", exact=True)).to_be_visible()
    page.locator(".page-bar .btn").last.click()
    page.get_by_role("radio", name="Deutsch").click()
    expect(page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()


def test_the_theme_follows_the_system_until_it_is_chosen(visitors: Visitors) -> None:
    visit = visitors.new(color_scheme="dark")
    page = visit.go()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Change the colours").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "contrast"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "contrast"
