"""Somebody who plays whole games as a bot would, by hand, and looks at the page meanwhile.

What they want is worked out from the stored match, so that it is the same in every variant and with
every module; what they do about it are drags, taps and presses.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

from nmbr9.bots.registry import load_bot
from nmbr9.match.views import bot_view
from nmbr9.protocol.live_match import loaded
from nmbr9.rules.actions.kinds import (
    Action,
    Build,
    Done,
    Fill,
    Move,
    Pass,
    Place,
    Reject,
    Reserve,
    Take,
)
from nmbr9.rules.knowledge import View
from nmbr9.rules.pieces.piece import Piece
from nmbr9.server.page_files import FOLDER
from nmbr9.storage.database import Database
from nmbr9.storage.matches import load_match
from tests.web.hand import Frame, Hand
from tests.web.test_look import CUT_OFF
from tests.web.test_screens import ARE_COVERED, IS_CUT

WHIM = 0.2
"""How often they do something optional, if they can, that their bot would not do."""

SMALL = 24
"""Smaller squares leave no room for the whole of a tile at the end of a long display, in pixels."""
LOW = 300
"""Over a lower table hardly a part of it may be left, in pixels."""

# Below 1100 pixels a tile lies over the tools and over the words beside them, not under them.
IN_THE_WAY = """([squares, most, isNew]) => {
  const isWide = matchMedia('(min-width: 1100px)').matches;
  const names = isWide
    ? '.note, .coach, .toolbar .tool, .game .actions, .typed, .toast, .banner'
    : isNew ? '.toast, .coach' : '.toast';
  const table = document.querySelector('.table').getBoundingClientRect();
  const found = [];
  for (const one of document.querySelectorAll(names)) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility({ checkVisibilityCSS: true }) || !box.width) continue;
    const covered = squares.filter(([left, top, right, bottom]) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top);
    if (covered.length > most) {
      found.push(`${one.className} "${one.textContent}" is over the tile in hand`);
    }
  }
  const out = squares.filter(([left, top, right, bottom]) =>
    left < table.left || right > table.right || top < table.top || bottom > table.bottom);
  if (out.length > most) found.push(`${out.length} squares in hand are not on the screen`);
  const place = document.querySelector('.place').getBoundingClientRect();
  if (place.top < 0 || place.bottom > innerHeight || place.right > innerWidth) {
    found.push('Place is not all on the screen');
  }
  return found;
}"""


class Stranger:
    """Plays until the game is over; `faults` tells what was wrong on the way."""

    def __init__(
        self,
        hand: Hand,
        database: Database,
        shots: Path,
        name: str,
        *,
        carries: bool = False,
        confirms: bool = True,
    ) -> None:
        self.hand, self.visit, self.page = hand, hand.visit, hand.page
        self._carries, self._confirms = carries, confirms
        self.placed = 0
        self.faults: list[str] = []
        self._database = database
        self._shots, self._name = shots, name
        self._bot = load_bot("steady")
        self._random = Random(name)
        self._match = self.page.url.split("/m/")[1].split("#")[0]
        language = self.page.evaluate("document.documentElement.lang")
        self._texts = json.loads((FOLDER / "locales" / f"{language}.json").read_text())

    def play(self) -> None:
        asked = self.page.locator(
            ".result, .place:enabled, .choice, button.pile-choice, .actions .done, .actions .big"
        )
        while True:
            asked.first.wait_for()
            if self.visit.is_over:
                break
            before = self.page.locator("body").get_attribute("data-revision")
            self.hand.wait_for_page()
            action = self._wanted()
            if action is None:
                continue  # The page has done what had no choice.
            self._do(action)
            self.page.wait_for_function(
                """before => document.querySelector('.result')
                     || document.body.dataset.revision !== before""",
                arg=before,
            )
        self._picture("end")

    # --- what is wanted ----------------------------------------------------------------------

    def _view(self) -> View:
        row, events, _ = load_match(self._database, self._match)
        return bot_view(loaded(self._match, row.setup, events), self._seat)

    @property
    def _seat(self) -> int:
        return int(self.hand.parts["you"]["seat"])

    def _wanted(self) -> Action | None:
        view = self._view()
        legal = view.legal_actions()
        if not legal:
            return None
        if self._random.random() < WHIM:
            kinds = Reserve, Move, Fill, Build
            whims = [one for one in legal if isinstance(one, kinds) or _costs(one)]
            if whims:
                kind = self._random.choice(sorted({_what(one) for one in whims}))
                return self._random.choice([one for one in whims if _what(one) == kind])
        return self._bot.choose(view, self._random, 0.01)

    # --- what is done ------------------------------------------------------------------------

    def _do(self, action: Action) -> None:
        press = self.hand.press
        match action:
            case Take(pile=None):
                self._choose(".choice.primary")
            case Take(pile=pile):
                words = self._words("take.pile", level=pile)
                self._choose(f"button.pile-choice[aria-label$='{words}']")
            case Reject():
                self._choose(".choice:not(.primary)")
            case Pass():
                press(".actions .big")
            case Done():
                press(".actions .done")
            case Reserve():
                press(f".extras button:has-text('{self._texts['token.reserve']}')")
                self._picture("reserve")
                press("dialog[open] .btn.primary")
            case _:
                self._lay(action)

    def _words(self, key: str, **values: object) -> str:
        """The end of a text, from behind its number on."""
        return str(self._texts[key]).split("{number}")[1].format(**values)

    def _choose(self, selector: str) -> None:
        if self._random.random() < WHIM:
            self._picture("choice")
        self._look_at_words()
        self.hand.press(selector)

    def _take_up(self, action: Place | Build | Fill | Move) -> None:
        """Hold what is to be laid."""
        press = self.hand.press
        match action:
            case Build():
                press(".extras button:has(.card)")
            case Fill(size=size):
                press(f".extras li:nth-child({size}) button")
            case Move():
                press(f".extras button:has-text('{self._texts['token.move']}')")
                expect(self.page.locator(".art-mark").first).to_be_visible()
                self._picture("move")
                self._tap_on(action.piece)
            case Place():
                if action.flipped:
                    press(".toolbar [data-key=flip]")

    def _tap_on(self, index: int) -> None:
        """Tap on a square of a tile that can be seen."""
        pieces = self._view().state.display.pieces
        above = {cell for one in pieces if one.level > pieces[index].level for cell in one.cells}
        x, y = next(cell for cell in pieces[index].cells if cell not in above)
        frame = self.hand.frame()
        at = frame.x + (x + 0.5) * frame.square, frame.y + (y + 0.5) * frame.square
        self.hand.presses += 1
        if self.hand.has_touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)
        expect(self.page.locator(".place")).to_be_visible()

    def _lay(self, action: Place | Build | Fill | Move) -> None:
        hand, place = self.hand, self.page.locator(".place")
        view = self._view()
        self._take_up(action)
        place.wait_for()
        aim = view.state.piece(action)
        frame = hand.frame()
        self._look_at_tile(aim, frame, is_new=True)
        if self._carries:
            self._carry(aim, frame)
        else:
            hand.turn_to(aim)
            self._look_at_tile(aim, frame)
            if len({(one.x, one.y) for one in _same(view.legal_actions(), action)}) > 1:
                hand.drag_to(aim)
        self._look_at_tile(aim, frame)
        if self._confirms:
            self._go_to_place()
        words = self.page.locator(".place-words").inner_text()
        costs = action.tokens if isinstance(action, Place) else ()
        for token in costs:
            if self._texts[f"token.{token}"] not in words:
                self._complain(f"{words} does not tell that it costs {token}")
        if isinstance(action, Place):
            self.placed += 1
            if self.placed in (3, 10, 16) or costs:
                self._picture(f"{self.placed:02}")
        elif not isinstance(action, Move):
            self._picture(action.do)
        if self._confirms:
            hand.press(".place")
        else:
            self._click()
        expected = view.state_after(action).display.pieces
        hand.wait_until(lambda: len(self._pieces()) >= len(expected))
        hand.wait_until(lambda: self._pieces()[: len(expected)] == expected)

    def _carry(self, aim: Piece, frame: Frame) -> None:
        """Let the mouse carry the tile there; with a setting a click then lays it down."""
        box = self.page.locator(".table").bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.wait_for_timeout(450)  # until the card can be meant
        self.hand.turn_to(aim, at=middle)
        self.page.mouse.move(*self.hand.middle(aim), steps=6)
        if self._confirms:
            self._look_at_tile(aim, frame)
            self._click()

    def _click(self) -> None:
        self.hand.presses += 1
        self.page.mouse.down()
        self.page.mouse.up()

    def _pieces(self) -> tuple[Piece, ...]:
        return tuple(self._view().state.display.pieces)

    def _go_to_place(self) -> None:
        """Place is lit on arrival."""
        place = self.page.locator(".place")
        if not self.hand.has_touch:
            box = place.bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        if not place.is_enabled():
            self._complain("Place is dark on arrival")
            expect(place).to_be_enabled()

    # --- what is looked at -------------------------------------------------------------------

    def _look_at_tile(self, aim: Piece, frame: Frame, *, is_new: bool = False) -> None:
        """Nothing has moved, and nothing is over the tile or cut off."""
        if self.hand.frame() != frame:
            self._complain(f"the table moved: {frame} is {self.hand.frame()}")
        squares = self._squares(aim)
        box = self.page.locator(".table").bounding_box()
        assert box is not None
        most = len(squares) if box["height"] < LOW else len(squares) // 2
        if frame.square > SMALL:
            most = 0
        for fault in self.page.evaluate(IN_THE_WAY, [squares, most, is_new]):
            self._complain(fault)
        self._look_at_words()

    def _look_at_words(self) -> None:
        page = self.page
        for fault in [*page.evaluate(CUT_OFF), *page.evaluate(ARE_COVERED)]:
            self._complain(fault)
        if page.locator(".place").count() and page.evaluate(IS_CUT):
            self._complain(f"cut off: {page.locator('.place').inner_text()}")

    def _squares(self, aim: Piece) -> list[tuple[float, float, float, float]]:
        """Where the squares of the tile in hand are, as it is turned now, a little smaller."""
        style = self.page.locator(".art-ghost").get_attribute("style") or ""
        left, top = map(float, re.findall(r"(-?[\d.]+)px", style)[:2])
        box = self.page.locator(".table").bounding_box()
        assert box is not None
        square = self.hand.frame().square
        rotation = int(self.page.locator(".art-ghost").get_attribute("data-rotation") or 0)
        return [
            (
                box["x"] + left + x * square + 2,
                box["y"] + top + y * square + 2,
                box["x"] + left + (x + 1) * square - 2,
                box["y"] + top + (y + 1) * square - 2,
            )
            for x, y in Piece(aim.tile, 0, 0, 0, rotation, aim.flipped).cells
        ]

    def _complain(self, fault: str) -> None:
        told = f"{self._name}, after {self.placed} tiles: {fault}"
        if not any(one.endswith(fault) for one in self.faults):
            self._picture(f"fault-{len(self.faults)}")
        self.faults.append(told)

    def _picture(self, when: str) -> None:
        self.page.screenshot(path=self._shots / f"{self._name}-{when}.png")


def _costs(action: Action) -> bool:
    return isinstance(action, Place) and bool(action.tokens)


def _what(action: Action) -> str:
    tokens = "".join(action.tokens) if isinstance(action, Place) else ""
    return f"{action.do} {tokens}"


def _same(legal: list[Action], action: Place | Build | Fill | Move) -> list[Any]:
    """All that could be done with what is held."""
    return [
        one
        for one in legal
        if one.do == action.do
        and getattr(one, "size", None) == getattr(action, "size", None)
        and getattr(one, "piece", None) == getattr(action, "piece", None)
    ]
