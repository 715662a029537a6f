"""Lessons: every position exists, every task can be solved, every example is what it seems."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from nmbr9.lessons.lessons import LEARNER, Lesson, all_lessons, matches, outline
from nmbr9.rules.actions.kinds import Action
from nmbr9.rules.game import Game
from nmbr9.rules.options import Token, Variant
from tests.server.serving import Server

LESSONS = list(all_lessons().values())


def _solve(lesson: Lesson, game: Game, goals: int, most: int) -> list[Action] | None:
    """Return actions that reach the goals that are left: what the learner has to find."""
    if goals == len(lesson.goals):
        return []
    if most == 0:
        return None
    legal = game.legal_actions(LEARNER)
    wanted = [action for action in legal if matches(lesson.goals[goals], action)]
    for action in wanted:
        rest = _solve(lesson, game.apply(LEARNER, action), goals + 1, most - 1)
        if rest is not None:
            return [action, *rest]
    return None


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_lesson_can_be_solved(lesson: Lesson) -> None:
    solution = _solve(lesson, lesson.start(), 0, len(lesson.goals))
    assert solution is not None
    assert lesson.reached(solution) == len(lesson.goals)
    assert lesson.reached([]) == 0


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_that_shows_mistakes_shows_those_of_its_paragraph(lesson: Lesson) -> None:
    broken = {
        violation["paragraph"]
        for example in outline(lesson)["examples"]
        for violation in example["violations"]
    }
    rule_of_token = {"gap": "2.6", "apart": "2.5", "single": "2.7"}
    taught = {*lesson.paragraphs, rule_of_token.get(lesson.id, "")}
    assert not broken or broken & taught


def test_there_is_a_lesson_for_each_rule_of_placing_each_module_token_and_variant() -> None:
    taught = {paragraph for lesson in LESSONS for paragraph in lesson.paragraphs}
    assert {"2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.11", "3.1", "4.1"} <= taught
    ids = set(all_lessons())
    assert {str(token) for token in Token} <= ids
    assert {str(variant) for variant in Variant} - {"basic"} <= ids


def test_all_lessons_are_told_in_order(server: Server) -> None:
    told = httpx.get(f"{server.address}/api/lessons").json()
    assert [lesson["id"] for lesson in told] == list(all_lessons())
    first = told[0]
    assert first["parts"]["you"]["number"] == 1
    assert first["parts"]["displays/0"] == {"pieces": []}


def _try(server: Server, lesson: str, **body: Any) -> Any:
    answer = httpx.post(f"{server.address}/api/lessons/{lesson}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _place(rotation: int, x: int, y: int, level: int) -> dict[str, Any]:
    spot = {"rotation": rotation, "x": x, "y": y, "level": level}
    return {"player": 0, "do": "place", "number": 1, "flipped": False, **spot, "tokens": []}


def test_a_try_is_explained_and_changes_nothing(server: Server) -> None:
    told = _try(server, "two-tiles", explain=_place(0, 1, 0, 1))
    assert [one["code"] for one in told["violations"]] == ["placement/one-tile-below"]
    assert (told["reached"], told["is_solved"]) == (0, False)
    assert len(told["parts"]["displays/0"]["pieces"]) == 2
    typed = _try(server, "two-tiles", text="1 r @ 1,2 ^1")
    assert (typed["action"], typed["violations"]) == (_place(1, 1, 2, 1), [])
    unread = _try(server, "two-tiles", text="up there")
    assert (unread["action"], unread["violations"][0]["code"]) == (None, "action/malformed")


def test_the_task_is_solved_by_its_action_only(server: Server) -> None:
    low = _try(server, "two-tiles", actions=[_place(0, -2, 0, 0)])
    assert (low["reached"], low["is_solved"], low["violations"]) == (0, False, [])
    high = _try(server, "two-tiles", actions=[_place(1, 1, 2, 1)])
    assert (high["is_solved"], high["parts"]["seats/0"]["points"]) == (True, 1)
    illegal = _try(server, "two-tiles", actions=[_place(0, 1, 0, 1)])
    assert (illegal["done"], illegal["violations"][0]["paragraph"]) == (0, "2.7")


def test_wrong_requests_are_refused_in_words(server: Server) -> None:
    url = f"{server.address}/api/lessons"
    unknown = httpx.post(f"{url}/flying", json={})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "lesson/not-found")
    malformed = httpx.post(f"{url}/turn", json={"actions": [{"do": "fly"}]})
    assert (malformed.status_code, malformed.json()["code"]) == (422, "record/refused")
    assert "actions[0].do" in malformed.json()["message"]
    assert httpx.post(f"{url}/turn", json={"more": 1}).status_code == 422
