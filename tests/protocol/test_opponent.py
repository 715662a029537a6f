"""Who plays about as well as a player."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from nmbr9.protocol.requests.house import BotLine
from nmbr9.protocol.requests.opponent import MODULES, nearest

SCORES = {"low": (40.0, 55.0), "middle": (60.0, 90.0), "high": (80.0, 125.0)}
BOTS = [
    BotLine("plain", 1, "", is_ours=True, scores=None),
    *(
        BotLine(name, 1, "", is_ours=True, scores={"basic": both, "level-to-level": (1.0, 1.0)})
        for name, both in SCORES.items()
    ),
]


def game(score: int, modules: tuple[str, ...] = ()) -> Any:
    used = {module: module in modules for module in MODULES}
    return SimpleNamespace(score=score, setup={"options": {"variant": "basic", **used}})


@pytest.mark.parametrize(
    ("scores", "bot"),
    [([12], "low"), ([52, 47], "low"), ([40, 79], "middle"), ([69], "middle"), ([99, 45], "high")],
)
def test_it_is_the_one_with_the_nearest_mean(scores: list[int], bot: str) -> None:
    assert nearest(BOTS, [game(score) for score in scores]) == bot


@pytest.mark.parametrize(
    ("modules", "bot"),
    [((), "high"), (("starting_tiles",), "middle"), (MODULES, "middle")],
)
def test_with_modules_bots_make_more(modules: tuple[str, ...], bot: str) -> None:
    """With one of three modules a third of what all of them bring."""
    assert nearest(BOTS, [game(76, modules)]) == bot


def test_nobody_is_known_before_the_first_game() -> None:
    assert nearest(BOTS, []) is None
