"""A hand that places tiles by mouse or touch, where it wants them, and counts every press."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import WebSocket, expect

from nmbr9 import Game, Options
from nmbr9.bots.base import play_turns
from nmbr9.bots.registry import load_bot
from nmbr9.match.views import Part, merged
from nmbr9.rules.actions.kinds import Place
from nmbr9.rules.pieces.piece import Piece
from nmbr9.rules.pieces.tiles import NumberTile, orientations
from tests.spots import listed_spots
from tests.web.visitor import SECONDS, Visit

SQUARE = 48
"""World units a square, as in js/art/tile.js."""
THUMB = 48
"""So far above a finger the tile is held, in pixels."""

INSIDE = """() => {
  const face = document.querySelector('.art-ghost .face');
  const { left, top, width, height } = face.getBoundingClientRect();
  const toFace = face.getScreenCTM().inverse();
  const middle = [left + width / 2, top + height / 2];
  const far = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]);
  const points = Array.from({ length: 400 }, (_, at) =>
    [left + (at % 20 + 0.5) * width / 20, top + (Math.floor(at / 20) + 0.5) * height / 20]);
  return points.filter(([x, y]) => face.isPointInFill(new DOMPoint(x, y).matrixTransform(toFace)))
    .sort((one, other) => far(one) - far(other))[0];
}"""

Aim = Place | Piece


def lying(aim: Aim) -> Piece:
    """A tile as it lies when it has been placed."""
    if isinstance(aim, Piece):
        return aim
    tile = NumberTile(aim.number)
    return Piece(tile, aim.x, aim.y, aim.level, aim.rotation, aim.flipped)


@dataclass(frozen=True)
class Frame:
    """Where the grid lies on the screen."""

    square: float
    x: float
    y: float
    """The pixel of the corner of cell 0, 0."""


class Hand:
    """Somebody who plays the basic game alone, in a page that was just opened."""

    def __init__(self, visit: Visit, *, has_touch: bool = False) -> None:
        self.visit, self.page, self.has_touch = visit, visit.page, has_touch
        self.presses = 0
        """Presses and notches of the wheel so far."""
        self.turns = 0
        """Quarters that tiles had to be turned."""
        self.parts: dict[str, Part] = {}
        self._game: Game | None = None
        self._bot = load_bot("steady")
        self._devtools = visit.context.new_cdp_session(visit.page)
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._take(json.loads(text)))

    def _take(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "state":
            self.parts = frame["parts"]
        elif frame["type"] == "changed":
            self.parts = merged(self.parts, frame["parts"])

    # What the server tells may be seen on the page a little earlier than it is heard of here.

    def wait_for_round(self, number: int) -> None:
        self.wait_until(lambda: self.parts["table"]["round"] == number)

    def wait_for_page(self) -> None:
        """Wait until everything is known that the page shows of the own turn."""
        shown = self.page.locator("body").get_attribute("data-revision")
        self.wait_until(lambda: str(self.parts["you"]["revision"]) == shown)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        deadline = time.monotonic() + SECONDS
        while not is_so():
            assert time.monotonic() < deadline
            self.page.wait_for_timeout(10)

    # --- what is wanted ----------------------------------------------------------------------

    def wanted(self) -> Place:
        """Where `steady` would place the tile."""
        table = self.parts["table"]
        rest = [number for number, left in enumerate(table["cards_left"]) for _ in range(left)]
        placed = [] if self._game is None else [*self._game.deck[: table["round"] - 1]]
        deck = (*placed, *table["revealed"], *rest)
        actions = () if self._game is None else self._game.actions
        game = Game.new(Options(players=1), deck=deck)
        for action in actions:
            game = game.apply(0, action)
        self._game = play_turns(game, 0, self._bot, Random(0), 0.01)
        action = self._game.actions[-1]
        assert isinstance(action, Place)
        return action

    # --- where things are --------------------------------------------------------------------

    def frame(self) -> Frame:
        text = self.page.locator(".table .art-still .world").first.get_attribute("transform")
        x, y, scale = map(float, re.findall(r"-?[\d.]+", text or ""))
        box = self.page.locator(".table").bounding_box()
        assert box is not None
        return Frame(scale * SQUARE, box["x"] + x, box["y"] + y)

    def middle(self, aim: Aim) -> tuple[float, float]:
        """The pixel of the middle of a tile that lies at a place."""
        frame, piece = self.frame(), lying(aim)
        return (
            frame.x + (piece.x + piece.outline.width / 2) * frame.square,
            frame.y + (piece.y + piece.outline.height / 2) * frame.square,
        )

    def grip(self) -> tuple[float, float]:
        """A pixel of the tile in hand: its middle may be a hole."""
        self.page.locator(".art-ghost .face").first.wait_for()
        digit = self.page.locator(".art-ghost .dg").first
        if not digit.count():  # Turned over, or a filler.
            x, y = self.page.evaluate(INSIDE)
            return x, y
        box = digit.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # --- what it does ------------------------------------------------------------------------

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        shown = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": shown})

    def mouse(self, kind: str, point: tuple[float, float]) -> None:
        """As the touch, without what Playwright runs in the page for a mouse with a button down."""
        event = {"type": kind, "x": point[0], "y": point[1], "button": "left", "buttons": 1}
        self._devtools.send("Input.dispatchMouseEvent", {**event, "clickCount": 1})

    def press(self, selector: str) -> None:
        self.presses += 1
        found = self.page.locator(selector)
        if self.has_touch:
            found.tap()
        else:
            found.click()

    def turn_to(self, aim: Aim, at: tuple[float, float] | None = None) -> None:
        """Turn the tile as it is to lie, the shorter way; a mouse that carries it stays there."""
        place = lying(aim)
        count = len(orientations(place.tile, place.flipped))
        shown = self.page.locator(".art-ghost").get_attribute("data-rotation")
        quarters = (place.rotation - int(shown or 0)) % count
        way = 1 if quarters <= count - quarters else -1
        for _ in range(min(quarters, count - quarters)):
            self.turns += 1
            if self.has_touch:
                self.press(f".turn >> nth={0 if way < 0 else 1}")
            else:
                self.presses += 1
                self.page.mouse.move(*(at or self.grip()))
                self.page.mouse.wheel(0, 100 * way)
                self.page.wait_for_timeout(160)  # a flick of the wheel is one turn

    def drag_to(self, aim: Aim, *, steps: int = 6) -> None:
        """Take the tile there, in one go."""
        self.presses += 1
        grip, ghost, end = self.grip(), self.visit.ghost(), self.middle(aim)
        x, y = end[0] + grip[0] - ghost[0], end[1] + grip[1] - ghost[1]
        self.drag(grip, (x, y + (THUMB if self.has_touch else 0)), steps=steps)

    def drag(self, start: tuple[float, float], end: tuple[float, float], *, steps: int = 6) -> None:
        way = [
            (
                start[0] + (end[0] - start[0]) * at / steps,
                start[1] + (end[1] - start[1]) * at / steps,
            )
            for at in range(1, steps + 1)
        ]
        # Whoever ends where they began has dragged, too: a click would turn the tile.
        aside = start[0] + 12, start[1]
        if self.has_touch:
            self.touch("touchStart", start)
            self.touch("touchMove", aside)
            for point in way:
                self.touch("touchMove", point)
            self.touch("touchEnd")
        else:
            self.page.mouse.move(*start)
            self.mouse("mousePressed", start)
            self.mouse("mouseMoved", aside)
            for point in way:
                self.mouse("mouseMoved", point)
            self.mouse("mouseReleased", way[-1])

    def place_somewhere(self) -> None:
        """Take the tile to the highest spot that costs nothing, and place it."""
        self.wait_for_page()
        offers = [
            offer
            for offer in self.parts["you"]["legal"]
            if offer["do"] == "place" and not offer.get("tokens") and not offer.get("flipped")
        ]
        if offers:
            spot = max(listed_spots(offers[0]["at"]), key=lambda spot: spot["level"])
            rotation, x, y, level = (spot[name] for name in ("rotation", "x", "y", "level"))
            place = Place(0, offers[0]["number"], False, rotation, x, y, level)
            self.turn_to(place)
            self.drag_to(place)
        expect(self.page.locator(".place")).to_be_enabled()
        self.press(".place")

    def place(self) -> None:
        """Press Place, and wait for the next card."""
        before = self.visit.round
        expect(self.page.locator(".place")).to_be_enabled()
        self.press(".place")
        self.visit.wait_for_change(before)
