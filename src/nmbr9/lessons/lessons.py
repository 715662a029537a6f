"""Lessons: prepared positions in which a learner solves small tasks; the rules judge every try.

`lessons.json` holds them in the words of the notation (docs/notation.md). Nothing is stored: a
client sends what the learner did so far, and is told what is there now.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from nmbr9.match.match import Match, Seat
from nmbr9.match.setup import Setup
from nmbr9.match.views import parts
from nmbr9.rules.actions.kinds import Action, Fill, Place, spot
from nmbr9.rules.game import Game
from nmbr9.rules.notation import parse_action
from nmbr9.rules.options import COPIES, Options
from nmbr9.rules.pieces.starting_shapes import StartingShape

LEARNER = 0


@dataclass(frozen=True)
class Lesson:
    """One lesson."""

    id: str
    chapter: str
    """`basic`, `modules`, `tokens` or `variants`."""
    paragraphs: tuple[str, ...]
    """The paragraphs of docs/rules.md that it teaches."""
    cards: tuple[int, ...]
    """The first cards; the rest of the deck follows in ascending order."""
    before: tuple[str, ...]
    """What was done already."""
    goals: tuple[Mapping[str, Any], ...]
    """What to do, one after the other: fields of an action, with all values that are allowed."""
    examples: tuple[str, ...]
    """Actions to show, legal or not."""
    options: Mapping[str, Any] = field(default_factory=dict)
    starting_tiles: tuple[StartingShape, ...] = ()

    def start(self) -> Game:
        """Return the position in which the learner begins."""
        options = Options(
            **{**self.options, "special_tokens": tuple(self.options.get("special_tokens", ()))}
        )
        copies = COPIES[options.variant]
        rest = [n for n in range(10) for _ in range(copies - self.cards.count(n))]
        game = Game.new(options, deck=[*self.cards, *rest], starting_tiles=self.starting_tiles)
        for text in self.before:
            game = game.apply(LEARNER, parse_action(text, LEARNER))
        return game

    def reached(self, actions: Sequence[Action]) -> int:
        """Return how many of the goals were reached by these actions, one after the other."""
        count = 0
        for action in actions:
            if count < len(self.goals) and matches(self.goals[count], action):
                count += 1
        return count


def matches(goal: Mapping[str, Any], action: Action) -> bool:
    """Whether an action is what a goal asks for."""
    told = action.to_dict()
    for name, wanted in goal.items():
        if name == "at":
            if not _is_at(action, wanted):
                return False
        elif name in {"do", "tokens"}:
            if told.get(name) != wanted:
                return False
        elif told.get(name) not in wanted:
            return False
    return True


def _is_at(action: Action, wanted: Sequence[str]) -> bool:
    if not isinstance(action, Place | Fill):
        return False
    return spot(action.rotation, action.x, action.y, action.level) in wanted


@cache
def all_lessons() -> dict[str, Lesson]:
    """Return the lessons by their ids, in the order they are taught."""
    told = json.loads(resources.files(__package__).joinpath("lessons.json").read_text("utf-8"))
    return {item["id"]: _lesson(item) for item in told}


def _lesson(item: dict[str, Any]) -> Lesson:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in item.items()
    }
    return Lesson(**values)


@cache
def outlines() -> list[dict[str, Any]]:
    """Return the outlines of all lessons: always the same, so made once."""
    return [outline(lesson) for lesson in all_lessons().values()]


def outline(lesson: Lesson) -> dict[str, Any]:
    """Return what a page needs to show a lesson before anything is done."""
    game = lesson.start()
    return {
        "id": lesson.id,
        "chapter": lesson.chapter,
        "paragraphs": list(lesson.paragraphs),
        "goals": len(lesson.goals),
        "examples": [_example(game, text) for text in lesson.examples],
        "parts": view_of(lesson, game, 0),
    }


def view_of(lesson: Lesson, game: Game, done: int) -> dict[str, Any]:
    """Return the position in the parts of a match, so that a page shows it like one."""
    setup = Setup(game.options, game.deck, game.starting_tiles, salt=lesson.id)
    seat = Seat(player=lesson.id, is_person=True, revision=1 + done)
    match = Match(f"lesson-{lesson.id}", setup, (seat,), game=game, host=LEARNER)
    return parts(match, LEARNER, {})


def _example(game: Game, text: str) -> dict[str, Any]:
    action = parse_action(text, LEARNER)
    assert isinstance(action, Place | Fill), "examples show a piece"
    found = game.violations(LEARNER, action)
    return {
        "piece": game.players[LEARNER].piece(action).to_dict(),
        "violations": [violation.to_dict() for violation in found],
    }
