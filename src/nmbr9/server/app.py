"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from importlib.metadata import version

from fastapi import FastAPI, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse

from nmbr9.protocol.requests.denials import Denied
from nmbr9.server import errors
from nmbr9.server.guard import Guard
from nmbr9.server.health import Health
from nmbr9.server.http import codes, contests, invitations, open_tables, sessions, statistics
from nmbr9.server.http.shared_routes import shared_routes
from nmbr9.server.live.client import Clients
from nmbr9.server.live.hub import Hub
from nmbr9.server.metrics import METRICS
from nmbr9.server.page_files import Site
from nmbr9.server.settings import Settings
from nmbr9.server.starting.sole_server import identity_of
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.database import open_database
from nmbr9.storage.errors import StorageError

LOG = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Return the application for these settings; it opens the database when it starts."""
    site, identity = Site.of_this_copy(settings.base), identity_of(settings.database)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = await asyncio.to_thread(open_database, settings.database)
        app.state.hub = hub = Hub(settings, database)
        app.state.clients = Clients(hub)
        app.state.tries = codes.new_tries()
        app.state.health = Health(database.check)
        # Beside the first requests: clients of a server that was restarted wait for nothing.
        compressing = asyncio.create_task(asyncio.to_thread(site.compress))
        if not site.is_for_offline:
            LOG.info("this copy cannot play offline: make host makes what browsers need for it")
        LOG.info("ready")
        try:
            yield
        finally:
            LOG.info("stopping")
            await compressing
            await hub.close()
            await asyncio.to_thread(database.close)

    app = FastAPI(
        title="nmbr9",
        version=version("nmbr9"),
        description="NMBR 9 with others: an unofficial fan project.",
        lifespan=lifespan,
        # What asks below the base finds the same routes; a proxy may have taken it away, too.
        root_path=settings.base[:-1],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    errors.install(app)

    # First, because each connection tries one route after the other.
    @app.websocket("/ws/{match}")
    @app.websocket("/ws")  # Without the match, as pages asked that were loaded before.
    async def socket(websocket: WebSocket) -> None:
        clients: Clients = websocket.app.state.clients
        await clients.serve(websocket)

    app.include_router(shared_routes())
    app.include_router(invitations.router)
    app.include_router(codes.router)
    app.include_router(open_tables.router)
    app.include_router(contests.router)
    app.include_router(statistics.router)
    app.include_router(sessions.router)
    app.add_middleware(Guard, settings=settings, site=site)

    @app.get("/healthz")
    async def healthz(request: Request) -> JSONResponse:
        """Whether the server can do its work."""
        health: Health = request.app.state.health
        try:
            await health.check()
        except StorageError as error:
            return errors.error_response(503, "storage/unavailable", str(error))
        return JSONResponse({"status": "ok", "database": identity})

    @app.get("/metrics")
    async def metrics(request: Request) -> PlainTextResponse:
        """What the server counts, for Prometheus."""
        said = request.headers.get("authorization", "")
        wanted = f"Bearer {settings.metrics_token}"
        # Compared as bytes: a header may hold what is no ASCII.
        if settings.metrics_token and not compare_digest(said.encode(), wanted.encode()):
            raise Denied(401, "request/refused", "expected the token of the metrics")
        hub: Hub = request.app.state.hub
        matches, connections = hub.watched
        METRICS.matches.set(matches)
        METRICS.connections.set(connections)
        METRICS.damaged.set(DAMAGE.count)
        METRICS.commits.set(hub.host.journal.batches)
        METRICS.batch_seconds.set(hub.host.journal.last_batch_seconds)
        return PlainTextResponse(METRICS.text(), media_type="text/plain; version=0.0.4")

    return app
