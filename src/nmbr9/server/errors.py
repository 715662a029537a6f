"""From our errors to answers over HTTP: a code, a sentence, never a traceback."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from nmbr9.match.store import NotFound, StorageError
from nmbr9.protocol.requests.denials import EXPECTED, denial

LOG = logging.getLogger(__name__)


class TooLong(HTTPException):
    """A body without end; of this kind, because others are lost where the framework reads it."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"expected at most {most} bytes")


def error_response(status: int, code: str, message: str) -> JSONResponse:
    """Return an answer that says what is wrong."""
    return JSONResponse({"code": code, "message": message}, status)


def install(app: FastAPI) -> None:
    """Let an app answer our errors."""

    async def denied(_: Request, error: Exception) -> JSONResponse:
        said = denial(error)
        if isinstance(error, StorageError) and not isinstance(error, NotFound):
            LOG.warning("the database failed: %s", error)
        return error_response(*said)

    for kind in EXPECTED:
        app.add_exception_handler(kind, denied)

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

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        """Whoever left in the middle of a question hears nothing, and it is no error of ours."""
        return Response(status_code=400)
