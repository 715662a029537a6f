"""Questions of learners: lessons, and what the rules say to their tries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nmbr9.lessons.lessons import all_lessons, outlines
from nmbr9.protocol.lesson_tries import tried
from nmbr9.protocol.requests.denials import Denied
from nmbr9.protocol.requests.house import Visit


async def lessons(visit: Visit) -> list[dict[str, Any]]:
    """Return all lessons in the order they are taught."""
    return outlines()


async def try_lesson(
    visit: Visit,
    lesson: str,
    actions: Sequence[object],
    explain: Mapping[str, Any] | None,
    text: str | None,
) -> dict[str, Any]:
    """Return the position after some actions, and how many of the lesson's goals they reach.

    `explain` is an action that is not done, `text` the same as typed: `violations` are the rules
    that it would break. An illegal action is not an error here but what a lesson is about:
    `violations` are its own, and the position is the one before it.
    """
    chosen = all_lessons().get(lesson)
    if chosen is None:
        known = ", ".join(all_lessons())
        raise Denied(404, "lesson/not-found", f"expected one of {known}, got {lesson}")
    return tried(chosen, actions, explain, text)
