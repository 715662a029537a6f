"""Whole games as a person plays them, on every kind of screen, by finger or mouse."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from nmbr9.rules.actions.kinds import Place
from tests.spots import listed_spots
from tests.web.hand import Hand
from tests.web.test_modules import TOKENS, set_up
from tests.web.visitor import Visit, Visitors

pytestmark = [pytest.mark.rest, pytest.mark.long]

SIZES = [(390, 844), (360, 640), (820, 1180), (1024, 768), (1280, 720), (1440, 900)]
MODULES = ("Starting tiles", "Gap fillers", *TOKENS)
GAMES = {
    "classic": ("Classic", ()),
    "modules": ("Classic", MODULES),
    "two-out-of-three": ("2 out of 3", ()),
    "two-out-of-three-modules": ("2 out of 3", MODULES),
    "level-to-level": ("Level to Level", ()),
}

SEEN = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const [tile, place] = [box('.art-ghost svg > g'), box('.place')];
  const covers = ({ left, right, top, bottom }) =>
    tile && left < tile.right && right > tile.left && top < tile.bottom && bottom > tile.top;
  return {
    scrolls: document.scrollingElement.scrollWidth > innerWidth,
    placeIsIn: place.top >= 0 && place.bottom <= innerHeight && place.right <= innerWidth,
    covered: [...document.querySelectorAll('.toast, .banner:not([hidden])')]
      .filter((one) => covers(one.getBoundingClientRect())).map((one) => one.textContent),
  };
}"""


class Player:
    """Somebody who does what the page asks for, and looks at it."""

    def __init__(self, hand: Hand, shots: Path, name: str) -> None:
        self.hand, self.visit, self.page = hand, hand.visit, hand.page
        self.shots, self.name = shots, name
        self.placed = 0
        self.has_moved = self.has_reserved = False

    def play(self) -> None:
        asked = self.page.locator(".result, .place:enabled, .choice, .pile-choice, .actions .done")
        while True:
            asked.first.wait_for()
            if self.visit.is_over:
                break
            before = self.page.locator("body").get_attribute("data-revision")
            if not self._answer():
                continue
            self.page.wait_for_function(
                """before => document.querySelector('.result')
                     || document.body.dataset.revision !== before""",
                arg=before,
            )
        self._picture("end")

    def _answer(self) -> bool:
        """Do what is asked for; whether there was something to do."""
        page = self.page
        if page.locator(".place").count():
            self._look()
            if not self.has_moved and self.placed >= 6 and self._can("move"):
                self._move()
            elif not self.has_reserved and self.placed >= 9 and self._can("reserve"):
                self._reserve()
            else:
                self._place()
        elif page.locator(".choice, button.pile-choice").count():
            self.hand.press(
                ".choice >> nth=0"
                if page.locator(".choice").count()
                else "button.pile-choice >> nth=-1"
            )
        elif page.locator(".actions .done").count():
            self.hand.press(".actions .done")
        else:
            return False
        return True

    def _can(self, action: str) -> bool:
        self.hand.wait_for_page()
        return any(offer["do"] == action for offer in self.hand.parts["you"]["legal"])

    def _look(self) -> None:
        expect(self.page.locator(".place")).to_be_enabled()
        seen = self.page.evaluate(SEEN)
        assert not seen["scrolls"]
        assert seen["placeIsIn"]
        assert not seen["covered"]

    def _pieces(self) -> list[dict[str, Any]]:
        pieces: list[dict[str, Any]] = self.hand.parts[
            f"displays/{self.hand.parts['you']['seat']}"
        ]["pieces"]
        return pieces

    def _spot(self) -> tuple[int, dict[str, Any]] | None:
        """The highest spot that costs nothing, of those the one nearest to the middle."""
        offers = [
            offer
            for offer in self.hand.parts["you"]["legal"]
            if offer["do"] == "place" and not offer.get("tokens") and not offer.get("flipped")
        ]
        spots = [(offer["number"], spot) for offer in offers for spot in listed_spots(offer["at"])]
        lying = self._pieces() or [{"x": 0, "y": 0}]
        x = sum(one["x"] for one in lying) / len(lying)
        y = sum(one["y"] for one in lying) / len(lying)

        def worth(found: tuple[int, dict[str, Any]]) -> tuple[float, float]:
            spot = found[1]
            return spot["level"], -abs(spot["x"] - x) - abs(spot["y"] - y)

        return max(spots, key=worth, default=None)

    def _place(self) -> None:
        hand = self.hand
        hand.wait_for_page()
        count = len(self._pieces())
        found = self._spot()
        if found is None:  # Only with a token: where the tile lies already.
            hand.press(".place")
            return
        number, spot = found
        place = Place(0, number, False, *(spot[part] for part in ("rotation", "x", "y", "level")))
        hand.turn_to(place)
        if len({(one["x"], one["y"]) for one in self._all_spots()}) > 1:
            before = hand.frame()
            hand.drag_to(place)
            assert hand.frame() == before, "nothing moves under a finger"
        expect(self.page.locator(".place")).to_be_enabled()
        expect(self.page.locator(".place-words")).to_contain_text(f"on level {spot['level']}")
        self.placed += 1
        if self.placed in (3, 10, 16):
            self._picture(f"{self.placed:02}")
        hand.press(".place")
        hand.wait_until(lambda: len(self._pieces()) > count)
        laid = self._pieces()[count]
        assert {part: laid[part] for part in ("rotation", "x", "y", "level")} == {
            part: spot[part] for part in ("rotation", "x", "y", "level")
        }

    def _all_spots(self) -> list[dict[str, Any]]:
        return [
            spot
            for offer in self.hand.parts["you"]["legal"]
            if offer["do"] == "place"
            for spot in listed_spots(offer["at"])
        ]

    def _move(self) -> None:
        """Ask for it, see which tiles can be lifted, and think better of it."""
        page, hand = self.page, self.hand
        self.has_moved = True
        hand.press(".extras button:has-text('Move')")
        expect(page.locator(".art-mark").first).to_be_visible()
        expect(page.locator(".actions .cancel")).to_be_visible()
        self._picture("move")
        hand.press(".actions .cancel")
        expect(page.locator(".art-mark")).to_have_count(0)
        self._place()

    def _reserve(self) -> None:
        """Ask for it, read what it means, do it."""
        page, hand = self.page, self.hand
        self.has_reserved = True
        hand.press(".extras button:has-text('Reserve')")
        dialog = page.get_by_role("dialog", name=re.compile(r"Reserve the \d\?"))
        expect(dialog).to_be_visible()
        self._picture("reserve")
        hand.press("dialog[open] .btn.primary, [role=dialog] .btn.primary")

    def _picture(self, when: str) -> None:
        self.page.screenshot(path=self.shots / f"{self.name}-{when}.png")


def visitor_at(visitors: Visitors, size: tuple[int, int]) -> tuple[Visit, bool]:
    has_touch = size[0] < 1100
    visit = visitors.new(
        viewport={"width": size[0], "height": size[1]}, has_touch=has_touch, is_mobile=has_touch
    )
    return visit, has_touch


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_whole_game(visitors: Visitors, shots: Path, size: tuple[int, int], game: str) -> None:
    visit, has_touch = visitor_at(visitors, size)
    hand = Hand(visit, has_touch=has_touch)
    variant, modules = GAMES[game]
    set_up(visit, variant=variant, modules=modules)
    player = Player(hand, shots, f"{size[0]}x{size[1]}-{game}")
    player.play()
    print(f"{player.placed} tiles, {hand.presses / max(1, player.placed):.2f} presses each")
