"""The ladder for people: eight characters, each some points stronger than the one before.

They are weak as people are: they do not look far, and overlook ways of turning a tile that they
did not try. Nothing is laid at random. `character` plays them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nmbr9.rules.options import Variant


class Step(NamedTuple):
    """A character, and what they see."""

    name: str
    summary: str
    overlooked: float
    """Which share of the ways to turn a tile, on each level, they do not try."""
    cards: int | None
    """So many cards they look ahead with the learned value; None: they go by the tuned evaluation.
    """
    future: float
    """How much what can be built on later counts for them beside the points of now, if they go by
    the tuned evaluation."""
    scores: Mapping[str, tuple[float, float]] | None = None
    """What they make alone, on average, by variant: plain, and with all modules; None while that
    is not known."""
    version: int = 1


def _by_variant(*means: tuple[float, float]) -> Mapping[str, tuple[float, float]]:
    return dict(zip(map(str, Variant), means, strict=True))


LADDER = (
    Step(
        "mole",
        "hardly turns a tile, and likes the points of now",
        0.72,
        None,
        0.3,
        _by_variant((40.0, 49.8), (46.1, 60.3), (29.3, 37.7)),
    ),
    Step(
        "hamster",
        "grabs the points of now",
        0.5,
        None,
        0.3,
        _by_variant((49.3, 62.2), (57.0, 73.2), (37.5, 46.8)),
    ),
    Step(
        "magpie",
        "eager for points and easily distracted",
        0.38,
        None,
        0.6,
        _by_variant((57.5, 75.6), (67.1, 84.0), (46.7, 56.6)),
    ),
    Step(
        "squirrel",
        "builds for later but forgets many a spot",
        0.3,
        None,
        1.0,
        _by_variant((65.2, 81.9), (73.9, 97.5), (52.1, 61.7)),
    ),
    Step(
        "swallow",
        "builds neatly, by experience",
        0.35,
        0,
        1.0,
        _by_variant((73.8, 87.7), (85.7, 103.3), (58.7, 69.9)),
    ),
    Step(
        "beaver",
        "plans a card ahead and overlooks some spots",
        0.25,
        1,
        1.0,
        _by_variant((84.9, 102.9), (100.5, 121.6), (69.0, 76.5)),
    ),
    Step(
        "spider",
        "plans two cards ahead and overlooks little",
        0.17,
        2,
        1.0,
        _by_variant((92.3, 108.6), (111.2, 131.8), (71.5, 79.4)),
    ),
    Step("owl", "misses nothing and plays on in thought", 0.0, 3, 1.0),
)
"""Weakest first; docs/bots.md says how their scores were measured."""


def typical_scores(name: str) -> Mapping[str, tuple[float, float]] | None:
    """Return what a step of that name makes alone, on average; None if there is none."""
    return next((step.scores for step in LADDER if step.name == name), None)
