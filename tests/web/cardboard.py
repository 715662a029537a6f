"""A table of cardboard in a test: the caller with a voice that can be read, and the score pad."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.visitor import Visit

VOICE = """
window.heard = [];
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => ['fr-FR', 'en-GB', 'de-DE', 'pt-BR'].map((lang) => ({lang, localService: true})),
  speak: (utterance) => window.heard.push([utterance.lang, utterance.text]),
  cancel() {}, addEventListener() {}, removeEventListener() {},
}});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
LONG_ENOUGH = 1000
"""Milliseconds after which a tap means another card."""


class Table:
    """Somebody who has the box on the table, and a phone beside it."""

    def __init__(self, visit: Visit, *, has_voice: bool = True) -> None:
        self.visit, self.page = visit, visit.page
        self.asked: list[str] = []
        """What the server was asked for beyond the files of the page."""
        self.page.on("request", lambda request: self.asked.append(request.url))
        if has_voice:
            self.page.add_init_script(VOICE)
        # Nobody waits for the second tap of two to be over.
        self.page.clock.install()

    def prepare(self, variant: str = "basic", *names: str, modules: tuple[int, ...] = ()) -> Page:
        """Open the caller and answer its questions."""
        page = self.visit.go("/caller")
        page.locator(f".variant input[value={variant}]").check()
        fields = page.locator(".table-person input")
        while fields.count() < len(names):
            page.locator(".table-people [data-key=add]").click()
        while fields.count() > len(names) > 0:
            page.locator(".table-person button").last.click()
        for index, name in enumerate(names):
            fields.nth(index).fill(name)
        for module in modules:
            page.locator(".toggle-row .switch").nth(module).check()
        page.locator(".table-setup [type=submit]").click()
        page.locator(".caller").wait_for()
        return page

    @property
    def next(self) -> Locator:
        return self.page.locator(".caller-actions .primary")

    def step(self) -> list[int]:
        """Go on to the next card, and return what is open then."""
        self.page.clock.run_for(LONG_ENOUGH)
        self.next.click()
        return self.open_cards()

    def back(self) -> list[int]:
        self.page.clock.run_for(LONG_ENOUGH)
        self.page.locator(".caller-actions .icon").click()
        return self.open_cards()

    def open_cards(self) -> list[int]:
        return [
            int(text) for text in self.page.locator(".caller-card .only-heard").all_inner_texts()
        ]

    def called(self) -> list[int]:
        """All cards in the row of those that came."""
        texts = self.page.locator(".caller-strip .only-heard").all_inner_texts()
        return [int(number) for text in texts for number in text.split(", ")]

    def heard(self) -> tuple[str, str]:
        """The language and the words of what was said last."""
        language, text = self.page.evaluate("window.heard.at(-1)")
        return str(language), str(text)

    def count(self, *levels: tuple[int, ...]) -> int:
        """Count a display, its levels from the top down; return how often that took a tap."""
        keys = self.page.locator(".pad-key")
        keys.nth(len(levels)).click()
        taps = 1
        for level in levels:
            for number in level:
                keys.nth(number).click()
                taps += 1
            self.page.locator("[data-key=on]").click()
            taps += 1
        return taps


def walk(visit: Visit, look: Any) -> None:
    """Show everything beside the cardboard to `look`."""
    table = Table(visit, has_voice=False)
    page = table.prepare("level-to-level", "Ada", "Ben", modules=(0, 1, 2))
    look(page, "caller, getting ready")
    table.step()
    for _ in range(4):
        page.locator(".caller-turn").click()
        table.step()
    page.locator(".caller-more .btn").first.click()
    look(page, "caller, five cards and the minute")
    while page.locator(".caller-end").count() == 0:
        table.step()
    look(page, "caller, end")
    page.locator(".caller-end .primary").click()
    page.locator(".pad").wait_for()
    look(page, "score pad, highest level")
    table.count((9,), (9, 9, 9, 9, 9), (1, 2, 3, 4, 5, 6, 7, 8))
    table.page.locator(".pad-key").nth(2).click()
    page.locator("[data-key=player-0]").click()
    page.locator("[data-key=level-1]").click()
    look(page, "score pad, corrected")
    page.locator("[data-key=player-1]").click()
    for _ in range(2):
        page.locator("[data-key=on]").click()
    page.locator("[data-key=on]").click()
    expect(page.locator(".pad-result")).to_be_visible()
    look(page, "score pad, result")
