"""Whole games as a stranger plays them, on every kind of screen, by finger or mouse."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from nmbr9.storage.database import Database
from tests.server.serving import Server
from tests.web.hand import Hand
from tests.web.stranger import Stranger
from tests.web.test_modules import TOKENS, set_up
from tests.web.test_screens import speak
from tests.web.visitor import Visitors

pytestmark = [pytest.mark.rest, pytest.mark.long]

SIZES = [(390, 844), (360, 640), (820, 1180), (1024, 768), (1280, 720), (1440, 900)]
MODULES = ("Starting tiles", "Gap fillers", *TOKENS)
GAMES = {
    "classic": ("Classic", ()),
    "classic-modules": ("Classic", MODULES),
    "two-out-of-three": ("2 out of 3", ()),
    "two-out-of-three-modules": ("2 out of 3", MODULES),
    "level-to-level": ("Level to Level", ()),
    "level-to-level-modules": ("Level to Level", MODULES),
}
LANGUAGES = cycle(["de", "pt", "en", "pt", "en", "de", "en"])
PLAYED = [
    pytest.param(size, game, language, id=f"{size[0]}x{size[1]}-{game}-{language}")
    for (size, game), language in zip(
        ((size, game) for size in SIZES for game in GAMES), LANGUAGES, strict=False
    )
]


@pytest.mark.parametrize(("size", "game", "language"), PLAYED)
def test_a_whole_game(
    visitors: Visitors, server: Server, shots: Path, size: tuple[int, int], game: str, language: str
) -> None:
    has_touch = size[0] < 1100
    visit = visitors.new(
        viewport={"width": size[0], "height": size[1]}, has_touch=has_touch, is_mobile=has_touch
    )
    hand = Hand(visit, has_touch=has_touch)
    variant, modules = GAMES[game]
    set_up(visit, variant=variant, modules=modules)
    speak(visit.page, language)
    database = Database.at(server.database)
    try:
        stranger = Stranger(hand, database, shots, f"{size[0]}x{size[1]}-{game}-{language}")
        stranger.play()
    finally:
        database.close()
    each = hand.presses / max(1, stranger.placed)
    print(f"{stranger.placed} tiles, {each:.2f} presses each")
    assert not stranger.faults, "\n".join(stranger.faults)
