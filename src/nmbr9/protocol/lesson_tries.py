"""What the rules say to a learner's tries. Nothing is stored: a page sends all that was done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nmbr9.lessons.lessons import LEARNER, Lesson, view_of
from nmbr9.protocol.questions import judged
from nmbr9.rules.errors import IllegalAction, Violation
from nmbr9.rules.record import read_action


def tried(
    lesson: Lesson,
    actions: Sequence[object],
    explain: Mapping[str, Any] | None = None,
    text: str | None = None,
) -> dict[str, Any]:
    """Return the position after some actions, and how many of the lesson's goals they reach.

    `explain` or `text` is an action that is not done: `violations` are the rules that it would
    break. An illegal action is not an error here but what a lesson is about: `violations` are its
    own, and the position is the one before it.

    Raises: RecordError.
    """
    game = lesson.start()
    done = []
    found: tuple[Violation, ...] = ()
    asked = None
    for index, item in enumerate(actions):
        action = read_action(f"actions[{index}]", item)
        try:
            game = game.apply(LEARNER, action)
        except IllegalAction as error:
            found = error.violations
            break
        done.append(action)
    if not found and (explain is not None or text is not None):
        asked, found = judged(game, LEARNER, explain, text)
    reached = lesson.reached(done)
    return {
        "parts": view_of(lesson, game, len(done)),
        "done": len(done),
        "reached": reached,
        "is_solved": reached == len(lesson.goals),
        "action": asked,
        "violations": [violation.to_dict() for violation in found],
    }
