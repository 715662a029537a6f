"""Chromium, by Playwright."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Error

from tests.web.visitor import Visit
from tests.web.windows.window import Window, WindowError


class ChromiumWindow(Window):
    """A context of its own in a browser that many tests share."""

    def __init__(self, browser: Browser, address: str) -> None:
        super().__init__()
        self._visit = Visit(browser, address)
        self._page = self._visit.page
        self.problems = self._visit.problems

    def go(self, address: str) -> None:
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def press(self, *keys: str) -> None:
        for key in keys:
            self._page.keyboard.press(key)

    def close(self) -> None:
        self._visit.context.close()

    def _click(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def _value(self, expression: str) -> Any:
        try:
            return self._page.evaluate(expression)
        except Error as error:
            raise WindowError(str(error)) from error
