"""HTTP for the questions that every host answers: each route of `protocol.requests`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from nmbr9.protocol.fields import REQUIRED, Field, object_schema
from nmbr9.protocol.requests.route import Route
from nmbr9.protocol.requests.routes import ROUTES
from nmbr9.server.http.asking import HubOf
from nmbr9.server.http.house import WebVisit
from nmbr9.server.http.schemas import (
    BestLine,
    BotLine,
    HistoryLine,
    MadeMatch,
    PlayerAnswer,
    TakenSeat,
)

ANSWERS: dict[str, Any] = {
    "create_player": PlayerAnswer,
    "me": PlayerAnswer,
    "rename": PlayerAnswer,
    "forget": None,
    "history": list[HistoryLine],
    "forget_match": None,
    "records": list[BestLine],
    "bots": list[BotLine],
    "create_match": MadeMatch,
    "join_match": TakenSeat,
    "lessons": list[dict[str, Any]],
}
"""What is answered, by the names of the functions; elsewhere an object of many parts."""

MOST_RECORD_BYTES = 131_072
"""Room for the longest game of four with all modules, written with spaces and line breaks."""
MOST_BYTES_BY_PATH = {f"/api{route.path}": MOST_RECORD_BYTES for route in ROUTES if route.is_record}


def shared_routes() -> APIRouter:
    """Return a router with all of them."""
    router = APIRouter(prefix="/api")
    for route in ROUTES:
        name = route.answer.__name__
        router.add_api_route(
            route.path,
            _endpoint(route),
            methods=[route.method],
            status_code=route.status,
            response_model=ANSWERS.get(name, dict[str, Any]),
            name=name,
            description=route.answer.__doc__,
            openapi_extra=_described(route),
        )
    return router


def _endpoint(route: Route) -> Callable[..., Awaitable[Any]]:
    async def endpoint(request: Request, response: Response, hub: HubOf) -> Any:
        content = await request.body()
        words = {name: str(word) for name, word in request.path_params.items()}
        told = route.read(words, request.query_params, content, hub.host.json)
        answer = await route.answer(WebVisit(request, response, hub), **told)
        if isinstance(answer, bytes):
            return Response(answer, media_type="application/json")
        return answer

    return endpoint


def _described(route: Route) -> dict[str, Any]:
    """Return what OpenAPI says of a question."""
    told: dict[str, Any] = {}
    asked = [_parameter("path", field) for field in route.words]
    asked += [_parameter("query", field) for field in route.query]
    if asked:
        told["parameters"] = asked
    if route.body is not None or route.is_record:
        schema = {"type": "object"} if route.body is None else object_schema(route.body)
        content = {"application/json": {"schema": schema}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _parameter(where: str, field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "in": where,
        "required": field.default is REQUIRED,
        "schema": field.check.schema,
    }
