"""From our errors to answers over HTTP: a code, a sentence, never a traceback."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from nmbr9.match.errors import EventError, Refused
from nmbr9.rules.errors import OptionsError, RecordError
from nmbr9.rules.names import NameRefused
from nmbr9.storage.errors import NotFound, StorageError

LOG = logging.getLogger(__name__)


DAMAGED = "expected a match that follows the rules, got one that does not: it cannot go on"


class Denied(Exception):
    """A request that is understood and not granted."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class TooLong(HTTPException):
    """A body without end; of this kind, because others are lost where the framework reads it."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"expected at most {most} bytes")


def error_response(status: int, code: str, message: str) -> JSONResponse:
    """Return an answer that says what is wrong."""
    return JSONResponse({"code": code, "message": message}, status)


def install(app: FastAPI) -> None:
    """Let an app answer our errors."""

    @app.exception_handler(Denied)
    async def denied(_: Request, error: Denied) -> JSONResponse:
        return error_response(error.status, error.code, str(error))

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        return error_response(409, str(error.code), str(error))

    @app.exception_handler(OptionsError)
    async def options(_: Request, error: OptionsError) -> JSONResponse:
        return error_response(422, "options/impossible", str(error))

    @app.exception_handler(RecordError)
    async def record(_: Request, error: RecordError) -> JSONResponse:
        return error_response(422, "record/refused", str(error))

    @app.exception_handler(NameRefused)
    async def name(_: Request, error: NameRefused) -> JSONResponse:
        return error_response(422, "player/name", str(error))

    @app.exception_handler(EventError)
    async def damaged(_: Request, error: EventError) -> JSONResponse:
        return error_response(409, "match/damaged", DAMAGED)

    @app.exception_handler(NotFound)
    async def not_found(_: Request, error: NotFound) -> JSONResponse:
        return error_response(404, "match/not-found", str(error))

    @app.exception_handler(StorageError)
    async def unavailable(_: Request, error: StorageError) -> JSONResponse:
        LOG.warning("the database failed: %s", error)
        return error_response(
            503, "storage/unavailable", "the database cannot be reached: try again"
        )

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return error_response(422, "request/malformed", f"{where}: {first['msg']}")

    @app.exception_handler(TooLong)
    async def too_long(_: Request, error: TooLong) -> JSONResponse:
        return error_response(error.status_code, "request/too-long", error.detail)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        return error_response(error.status_code, "request/refused", str(error.detail))
