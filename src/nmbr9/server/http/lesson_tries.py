"""HTTP for learning: lessons, and what the rules say to a learner's tries."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from nmbr9.lessons.lessons import all_lessons, outlines
from nmbr9.protocol.lesson_tries import tried
from nmbr9.server.errors import Denied
from nmbr9.server.http.schemas import Body

router = APIRouter(prefix="/api")

LessonId = Annotated[str, Path(max_length=40, pattern=r"^[a-z-]+$")]

MOST_ACTIONS = 20
"""No lesson takes so long."""


class LessonBody(Body):
    """What the learner did so far, and what they only ask about."""

    actions: list[dict[str, Any]] = Field(default_factory=list, max_length=MOST_ACTIONS)
    explain: dict[str, Any] | None = None
    text: str | None = Field(default=None, max_length=100)
    """The same as `explain`, as typed."""


@router.get("/lessons")
async def list_lessons() -> list[dict[str, Any]]:
    """Return all lessons in the order they are taught."""
    return outlines()


@router.post("/lessons/{lesson}")
async def try_lesson(lesson: LessonId, body: LessonBody) -> dict[str, Any]:
    """Return the position after some actions, and how many of the lesson's goals they reach.

    `explain` is an action that is not done: `violations` are the rules that it would break. An
    illegal action is not an error here but what a lesson is about: `violations` are its own, and
    the position is the one before it.
    """
    chosen = all_lessons().get(lesson)
    if chosen is None:
        known = ", ".join(all_lessons())
        raise Denied(404, "lesson/not-found", f"expected one of {known}, got {lesson}")
    return tried(chosen, body.actions, body.explain, body.text)
