"""All questions that every host answers, and finding the one that is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote

from nmbr9.protocol.fields import Field, flag, mapping, nullable, number_text, sequence, text, whole
from nmbr9.protocol.fields import whole_text as count
from nmbr9.protocol.frames import Json
from nmbr9.protocol.requests import (
    analysis_answers,
    lesson_answers,
    match_answers,
    player_answers,
)
from nmbr9.protocol.requests.denials import EXPECTED, Denied, denial
from nmbr9.protocol.requests.house import Visit
from nmbr9.protocol.requests.route import Route
from nmbr9.protocol.seating import WantedOptions, options_check

MOST_ACTIONS = 20
"""No lesson takes so long."""

_NAME = text(most=200)
_MATCH = (Field("match", text(1, 40, "^[A-Za-z0-9-]+$")),)
_ANALYSIS = (Field("id", text(64, 64, "^[0-9a-f]{64}$")),)
_LESSON = (Field("lesson", text(1, 40, "^[a-z-]+$")),)
_NAME_BODY = (Field("name", _NAME),)
_PAGE = (Field("before", number_text, None), Field("limit", count(1, 200), 50))
_NEW_MATCH = (
    Field("options", options_check, WantedOptions()),
    Field("bots", sequence(text(most=40), most=5), ()),
    # The names of others who play at the same device.
    Field("people", sequence(_NAME, most=5), ()),
    Field("is_hidden", flag, True),
    Field("is_listed", flag, False),
    # By which somebody becomes a player who is none yet; others keep theirs.
    Field("name", nullable(_NAME), None),
)
_JOIN = (Field("seat", nullable(whole(0, 5)), None), Field("name", nullable(_NAME), None))
_TRY = (
    Field("actions", sequence(mapping, MOST_ACTIONS), ()),
    Field("explain", nullable(mapping), None),
    Field("text", nullable(text(most=100)), None),
)

ROUTES = (
    Route("POST", "/players", player_answers.create_player, body=_NAME_BODY, status=201),
    Route("GET", "/me", player_answers.me),
    Route("PATCH", "/me", player_answers.rename, body=_NAME_BODY),
    Route("DELETE", "/me", player_answers.forget, status=204),
    Route("GET", "/me/history", player_answers.history, query=_PAGE),
    Route("DELETE", "/me/history/{match}", player_answers.forget_match, _MATCH, status=204),
    Route("GET", "/me/records", player_answers.records),
    Route("GET", "/bots", match_answers.bots),
    Route("POST", "/matches", match_answers.create_match, body=_NEW_MATCH, status=201),
    Route("GET", "/matches/{match}", match_answers.show_match, _MATCH),
    Route("POST", "/matches/{match}/join", match_answers.join_match, _MATCH, body=_JOIN),
    Route("GET", "/matches/{match}/record", match_answers.record, _MATCH),
    Route("GET", "/matches/{match}/replay", match_answers.replay_match, _MATCH),
    Route("POST", "/replay", match_answers.replay_record, is_record=True),
    Route("POST", "/matches/{match}/analysis", analysis_answers.begin_match, _MATCH),
    Route("GET", "/matches/{match}/analysis", analysis_answers.follow_match, _MATCH),
    Route("POST", "/analysis", analysis_answers.begin_record, is_record=True),
    Route("GET", "/analysis/{id}", analysis_answers.follow_record, _ANALYSIS),
    Route("GET", "/analysis/{id}/replay", analysis_answers.replay_opened, _ANALYSIS),
    Route("GET", "/lessons", lesson_answers.lessons),
    Route("POST", "/lessons/{lesson}", lesson_answers.try_lesson, _LESSON, body=_TRY),
)


class Answered(NamedTuple):
    """What is said to a question."""

    status: int
    data: Any
    """JSON-ready, None for nothing."""


async def answered(
    visit: Visit,
    method: str,
    address: str,
    content: bytes,
    json: Json,
    own: Sequence[Route] = (),
) -> Answered:
    """Answer a question asked at an address below ``/api``, as a server would over HTTP.

    `own` are questions that only this host answers.
    """
    path, _, query = address.partition("?")
    try:
        route, words = _asked(method, unquote(path), (*ROUTES, *own))
        told = route.read(words, dict(parse_qsl(query)), content, json)
        return Answered(route.status, await route.answer(visit, **told))
    except EXPECTED as error:
        status, code, message = denial(error)
        return Answered(status, {"code": code, "message": message})


def _asked(method: str, path: str, routes: Sequence[Route]) -> tuple[Route, dict[str, str]]:
    """Return which question is asked, and the words in its path.

    Raises: Denied.
    """
    for route in routes:
        if route.method == method and (words := route.found_in(path)) is not None:
            return route, words
    raise Denied(501, "request/needs-server", "expected a question that needs no other people")
