"""A window of a browser with as much as somebody needs to play in it, whatever the browser."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from typing import Any

SECONDS = 300
"""So long something may take; a thinking bot is among it."""

IN_PAGE = """async (condition, given) => {
  const end = performance.now() + 2000;
  while (performance.now() < end) {
    const found = await condition(...given);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return null;
}"""

MIDDLE = """async (selector, text) => {
  const said = (one) => one.getAttribute('aria-label') ?? one.textContent;
  const found = [...document.querySelectorAll(selector)].find((one) =>
    said(one).includes(text) && !one.disabled && one.checkVisibility());
  if (!found) return null;
  const box = () => JSON.stringify(found.getBoundingClientRect());
  const isSeen = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return found.contains(hit) ? [left + width / 2, top + height / 2] : null;
  };
  if (!isSeen()) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = box();
  await new Promise((resolve) => setTimeout(resolve, 60));
  return box() === before ? isSeen() : null;
}"""
"""The middle of what can be pressed, once it lies still and nothing covers it."""


class WindowError(Exception):
    """What the browser has not done: often because a page was being left."""


class Window(ABC):
    """What a player does there; every browser has a class of its own, for a few of these."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        """What a visitor should never see in the console, as far as the browser tells."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Open an address."""

    @abstractmethod
    def reload(self) -> None:
        """Open the same address again."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys one after the other: letters, or names such as Tab."""

    @abstractmethod
    def close(self) -> None:
        """End it, with all that it has kept."""

    @abstractmethod
    def _click(self, x: float, y: float) -> None:
        """Press the mouse there."""

    @abstractmethod
    def _value(self, expression: str) -> Any:
        """Return the text that a promise gives.

        Raises: WindowError.
        """

    def told(self, function: str, *given: Any) -> Any:
        """What a function of JavaScript returns there."""
        arguments = ", ".join(map(json.dumps, given))
        answer = self._value(f"(async () => JSON.stringify(await ({function})({arguments})))()")
        return None if answer is None else json.loads(answer)

    def wait(self, condition: str, *given: Any, why: str = "") -> Any:
        """The first true value that a function of JavaScript returns."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                arguments = ", ".join(map(json.dumps, given))
                if found := self.told(f"() => ({IN_PAGE})({condition}, [{arguments}])"):
                    return found
                last = "not yet"
            except WindowError as error:  # It was being left.
                last = str(error)
                time.sleep(0.1)
            assert time.monotonic() < deadline, f"{why or condition}: {last}; {self.seen()}"

    def seen(self) -> str:
        """The address and the beginning of what can be read."""
        try:
            return str(self.told("() => [location.href, document.body.innerText.slice(0, 600)]"))
        except WindowError as error:
            return str(error)

    def see(self, selector: str, text: str = "") -> str:
        """Wait until something can be seen and says so; return all that it says."""
        found = self.wait(
            """(selector, text) => [...document.querySelectorAll(selector)].map((one) =>
              one.checkVisibility() && one.textContent.includes(text) && ['', one.textContent]
            ).find(Boolean)""",
            selector,
            text,
            why=f"{selector} with {text!r}",
        )
        return str(found[1])

    def click(self, selector: str, text: str = "") -> None:
        """Press what says so, once it can be pressed."""
        x, y = self.wait(MIDDLE, selector, text, why=f"click {selector} with {text!r}")
        self._click(x, y)

    def choose(self, selector: str, value: str) -> None:
        """Choose one of a list, which every system draws in its own way."""
        self.wait(
            """(selector, value) => {
              const list = document.querySelector(selector);
              if (!list) return false;
              list.value = value;
              list.dispatchEvent(new Event('change', { bubbles: true }));
              return list.value === value;
            }""",
            selector,
            value,
        )

    def focus(self, selector: str) -> None:
        """Let the keys go to something."""
        self.wait(
            """(selector) => {
              document.querySelector(selector)?.focus();
              return document.activeElement?.matches(selector);
            }""",
            selector,
        )
