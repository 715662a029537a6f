"""Which functions of the page one placement goes through, as Chromium runs them.

    python -m scripts.placement_path_page

Somebody presses *Place* in a game alone. Counted are the functions of ours on the stack when the
frame is handed to the socket, and those on the stack when the tile is put into the display after
the frame that tells of it: the way there and the way back, without what each of them calls aside.
`scripts.placement_path` follows the same placement through the server.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.server.serving import serving_without_error
from tests.web.conftest import FLAGS, system_chromium
from tests.web.visitor import Visit

LIMIT = 16

# The page is asked by its own browser: a stack is what an error made there and then would show.
NOTE_STACKS = """
(() => {
  Error.stackTraceLimit = 100;
  window.stacks = { press: null, picture: null };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (window.isNoted && text.includes('"command"')) window.stacks.press ??= new Error().stack;
    return send.call(this, text);
  };
  const { set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  const note = (node) => {
    const isDisplay = node.closest?.('.art-display, .table') && window.stacks.press;
    if (isDisplay && String(new Error().stack).includes('setPieces')) {
      window.stacks.picture ??= new Error().stack;
    }
  };
  Object.defineProperty(Element.prototype, 'innerHTML', {
    set(markup) {
      note(this);
      set.call(this, markup);
    },
    configurable: true,
  });
  for (const name of ['append', 'replaceChildren', 'insertBefore', 'appendChild']) {
    const own = Element.prototype[name] ?? Node.prototype[name];
    Element.prototype[name] = function (...rest) {
      note(this);
      return own.apply(this, rest);
    };
  }
})();
"""
LINE = re.compile(r"at (?:(?P<name>.+?) \()?\S*/js/(?P<file>[\w/.-]+\.js):(?P<line>\d+):\d+")


class Step(NamedTuple):
    """A function of ours, and where in it the next one was called."""

    file: str
    name: str
    line: int


def steps(stack: str) -> list[Step]:
    """Return the functions of the page in a stack, the first called first."""
    found = [
        Step(one["file"], one["name"] or "(a listener)", int(one["line"]))
        for one in LINE.finditer(stack)
    ]
    return found[::-1]


def placement_path(browser: Browser, address: str) -> tuple[list[Step], list[Step]]:
    """Return the functions from the press to the frame, and from the frame to the picture."""
    visit = Visit(browser, address)
    visit.context.add_init_script(NOTE_STACKS)
    page = visit.start_alone()
    place = page.locator(".game .place")
    page.wait_for_function("() => !document.querySelector('.game .place').disabled")
    page.evaluate("window.isNoted = true")
    place.click()
    page.wait_for_function("() => window.stacks.picture")
    stacks = json.loads(page.evaluate("JSON.stringify(window.stacks)"))
    visit.context.close()
    return steps(stacks["press"]), steps(stacks["picture"])


def main() -> int:
    """Print the path and how many functions it has; 1 if they are more than the limit."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving_without_error(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=FLAGS)
        there, back = placement_path(browser, server.address)
        browser.close()
    for title, way in (("from the press to the frame", there), ("and to the picture", back)):
        print(title)
        for step in way:
            print(f"  {step.file}:{step.line}  {step.name}")
    count = len({(step.file, step.name) for step in [*there, *back]})
    print(f"{count} functions (limit {LIMIT})")
    return int(count > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
