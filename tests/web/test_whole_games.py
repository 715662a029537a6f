"""Whole games as a stranger plays them, on every kind of screen, by finger or mouse."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

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


class Habit(NamedTuple):
    """What somebody plays, and the settings that differ from the usual ones."""

    variant: str
    modules: tuple[str, ...] = ()
    settings: Mapping[str, object] = MappingProxyType({})


QUICK = {"confirms": False}
GAMES = {
    "classic": Habit("Classic"),
    "classic-modules": Habit("Classic", MODULES, {"theme": "dark"}),
    "two-out-of-three": Habit("2 out of 3", (), {"theme": "contrast"}),
    "two-out-of-three-modules": Habit("2 out of 3", MODULES, {"digitsUpright": False}),
    "level-to-level": Habit("Level to Level", (), {"theme": "dark", "magnet": False}),
    "level-to-level-modules": Habit("Level to Level", MODULES),
    "classic-quick": Habit("Classic", (), {**QUICK, "theme": "dark"}),
    "classic-modules-quick": Habit("Classic", MODULES, {**QUICK, "finishes": "never"}),
    "two-out-of-three-modules-carried": Habit(
        "2 out of 3", MODULES, {"followsMouse": True, "theme": "dark", "finishes": "always"}
    ),
    "level-to-level-modules-quick": Habit("Level to Level", MODULES, {**QUICK, "magnet": False}),
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
    variant, modules, settings = GAMES[game]
    set_up(visit, variant=variant, modules=modules)
    speak(visit.page, language, **settings)
    database = Database.at(server.database)
    try:
        stranger = Stranger(
            hand,
            database,
            shots,
            f"{size[0]}x{size[1]}-{game}-{language}",
            carries=not has_touch and bool({"followsMouse", "confirms"} & settings.keys()),
            confirms=has_touch or bool(settings.get("confirms", True)),
        )
        stranger.play()
    finally:
        database.close()
    each = hand.presses / max(1, stranger.placed)
    print(f"{size[0]}x{size[1]} {game}: {stranger.placed} tiles, {each:.2f} presses each")
    assert not stranger.faults, "\n".join(stranger.faults)
