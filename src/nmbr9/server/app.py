"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from nmbr9.server import (
    analysis_api,
    contests_api,
    errors,
    lessons_api,
    matches_api,
    pages,
    records_api,
)
from nmbr9.server.hub import Hub
from nmbr9.server.limits import Buckets
from nmbr9.server.metrics import METRICS
from nmbr9.server.people import address_of, is_allowed_origin
from nmbr9.server.settings import Settings
from nmbr9.server.socket import Sockets
from nmbr9.storage.database import open_database
from nmbr9.storage.errors import StorageError
from nmbr9.storage.players import statistics

LOG = logging.getLogger(__name__)

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
MOST_BODY_BYTES = 16_384
UNSAFE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}

Next = Callable[[Request], Awaitable[Response]]


def create_app(settings: Settings) -> FastAPI:
    """Return the application for these settings; it opens the database when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = await asyncio.to_thread(open_database, settings.database)
        app.state.hub = hub = Hub(settings, database)
        app.state.sockets = Sockets(hub)
        LOG.info("ready")
        try:
            yield
        finally:
            LOG.info("stopping")
            await hub.close()
            await asyncio.to_thread(database.close)

    app = FastAPI(
        title="nmbr9",
        version=version("nmbr9"),
        description="NMBR 9 with others: an unofficial fan project.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    errors.install(app)
    app.include_router(matches_api.router)
    app.include_router(contests_api.router)
    app.include_router(records_api.router)
    app.include_router(analysis_api.router)
    app.include_router(lessons_api.router)
    buckets = Buckets(settings.requests_per_second, 5 * settings.requests_per_second)

    @app.middleware("http")
    async def guard(request: Request, call_next: Next) -> Response:
        response = _refusal(request, settings, buckets) or await call_next(request)
        for name, value in SECURITY_HEADERS.items():
            response.headers[name] = value
        return response

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        sockets: Sockets = websocket.app.state.sockets
        await sockets.serve(websocket)

    @app.get("/healthz")
    async def healthz(request: Request) -> JSONResponse:
        """Whether the server can do its work."""
        hub: Hub = request.app.state.hub
        try:
            await asyncio.to_thread(statistics, hub.database)
        except StorageError as error:
            return errors.told(503, "storage/unavailable", str(error))
        return JSONResponse({"status": "ok"})

    @app.get("/metrics")
    async def metrics(request: Request) -> PlainTextResponse:
        """What the server counts, for Prometheus."""
        hub: Hub = request.app.state.hub
        matches, connections = hub.watched
        METRICS.matches.set(matches)
        METRICS.connections.set(connections)
        METRICS.batch_seconds.set(hub.journal.last_batch_seconds)
        return PlainTextResponse(METRICS.text(), media_type="text/plain; version=0.0.4")

    # Last, because it answers whatever nothing else does.
    app.include_router(pages.router)
    return app


def _refusal(request: Request, settings: Settings, buckets: Buckets) -> Response | None:
    """Return the answer to a request that goes no further."""
    # A page is some fifty files, which are in memory; what costs something is asked under /api.
    is_file = request.method in ("GET", "HEAD") and pages.find(request.url.path[1:]) is not None
    if not is_file and not buckets.take(address_of(request, settings)):
        return errors.told(429, "request/too-many", "expected fewer requests a second")
    if request.method in UNSAFE_METHODS:
        if not is_allowed_origin(request, settings):
            return errors.told(403, "request/origin", "this page may not do that")
        length = request.headers.get("content-length", "0")
        most = records_api.MOST_BYTES_BY_PATH.get(request.url.path, MOST_BODY_BYTES)
        if not length.isdecimal() or int(length) > most:
            return errors.told(413, "request/too-long", f"expected at most {most} bytes")
    return None
