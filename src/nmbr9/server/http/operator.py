"""What the operator of a server asks: whether it can do its work, and what it counts."""

from __future__ import annotations

from hmac import compare_digest

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse

from nmbr9.protocol.requests.denials import Denied
from nmbr9.server import errors
from nmbr9.server.health import Health
from nmbr9.server.http.asking import HubOf
from nmbr9.server.metrics import METRICS
from nmbr9.storage.damage import DAMAGE
from nmbr9.storage.errors import StorageError

router = APIRouter()


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """Whether the server can do its work."""
    health: Health = request.app.state.health
    try:
        await health.check()
    except StorageError as error:
        return errors.error_response(503, "storage/unavailable", str(error))
    return JSONResponse({"status": "ok", "database": request.app.state.identity})


@router.get("/metrics")
async def metrics(request: Request, hub: HubOf) -> PlainTextResponse:
    """What the server counts, for Prometheus."""
    said, token = request.headers.get("authorization", ""), hub.settings.metrics_token
    # Compared as bytes: a header may hold what is no ASCII.
    if token and not compare_digest(said.encode(), f"Bearer {token}".encode()):
        raise Denied(401, "request/refused", "expected the token of the metrics")
    matches, connections = hub.watched
    METRICS.matches.set(matches)
    METRICS.connections.set(connections)
    METRICS.damaged.set(DAMAGE.count)
    METRICS.commits.set(hub.host.journal.batches)
    METRICS.batch_seconds.set(hub.host.journal.last_batch_seconds)
    return PlainTextResponse(METRICS.text(), media_type="text/plain; version=0.0.4")
