"""The application: everything put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, WebSocket

from nmbr9.server import errors
from nmbr9.server.guard import Guard
from nmbr9.server.health import Health
from nmbr9.server.http import (
    codes,
    contests,
    invitations,
    open_tables,
    operator,
    sessions,
    statistics,
)
from nmbr9.server.http.shared_routes import shared_routes
from nmbr9.server.live.client import Clients
from nmbr9.server.live.hub import Hub
from nmbr9.server.page_files import Site
from nmbr9.server.settings import Settings
from nmbr9.server.starting.sole_server import identity_of
from nmbr9.storage.database import open_database

LOG = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    """Return the application for these settings; it opens the database when it starts."""
    site = Site.of_this_copy(settings.base)
    app = FastAPI(
        title="nmbr9",
        version=version("nmbr9"),
        description="NMBR 9 with others: an unofficial fan project.",
        lifespan=_lifespan(settings, site, identity_of(settings.database)),
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
    app.include_router(operator.router)
    app.add_middleware(Guard, settings=settings, site=site)
    return app


def _lifespan(
    settings: Settings, site: Site, identity: str
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return what is done before the first request and after the last one."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = await asyncio.to_thread(open_database, settings.database)
        app.state.hub = hub = Hub(settings, database)
        app.state.clients = Clients(hub)
        app.state.tries = codes.new_tries(settings.workers)
        app.state.health, app.state.identity = Health(database.check), identity
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

    return lifespan
