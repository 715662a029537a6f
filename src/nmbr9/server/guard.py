"""What stands before the application: the files of the page, and refusals.

It speaks ASGI itself, because a page is some eighty files: a middleware of the framework and its
routes would cost each of them more than sending it.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nmbr9.rules.errors import shown
from nmbr9.server import errors
from nmbr9.server.access.identity import (
    Header,
    host_of,
    is_allowed_host,
    is_allowed_origin,
    renewed_cookie,
)
from nmbr9.server.access.limits import Buckets
from nmbr9.server.access.networks import Crowds, counted_as
from nmbr9.server.http.shared_routes import MOST_BYTES_BY_PATH
from nmbr9.server.page_files import Site
from nmbr9.server.settings import Settings

MOST_BODY_BYTES = 16_384
FILES = 20
"""So many times as often as anything else files may be asked for: a page is some eighty of them."""
UNSAFE_METHODS = {"POST", "PUT", "PATCH", "DELETE"}


class Guard:
    """Answers what needs no application and lets the rest through."""

    def __init__(self, app: ASGIApp, settings: Settings, site: Site) -> None:
        self._app, self._settings, self._site = app, settings, site
        self._crowds = Crowds(settings.crowds)
        rate = settings.requests_per_second
        self._buckets = Buckets(rate, 5 * rate)
        self._files = Buckets(FILES * rate, 5 * FILES * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; sockets guard themselves."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        path, base = scope["path"], self._settings.base
        if path.startswith(base):
            path = path[len(base) - 1 :]
        most = MOST_BYTES_BY_PATH.get(path, MOST_BODY_BYTES)
        answer = (
            self._misled(request)
            or self._file(request, path)
            or self._refusal(request, most)
            or self._app
        )
        if path.startswith("/api/"):
            send = _renewing(send, renewed_cookie(request, path, self._settings))
        await answer(scope, _counted(receive, most), send)

    def _misled(self, request: Request) -> Response | None:
        """Return the answer to a request that came under a name that is not ours."""
        if is_allowed_host(request, self._settings):
            return None
        expected = "expected an address of this machine or its name"
        return errors.error_response(
            421, "request/host", f"{expected}, got {shown(host_of(request))}"
        )

    def _file(self, request: Request, path: str) -> Response | None:
        """Return a file; they are in memory and cost next to nothing, so there is room for many."""
        if not self._site.is_asked(request, path):
            return None
        # Before it is looked for: what is refused costs nothing.
        if not self._files.take(self._sender(request)):
            return self._too_many()
        return self._site.answer(request, path)

    def _sender(self, request: Request) -> str:
        return counted_as(request, self._settings, self._crowds)

    def _too_many(self) -> Response:
        return errors.error_response(429, "request/too-many", "expected fewer requests a second")

    def _refusal(self, request: Request, most: int) -> Response | None:
        """Return the answer to a request that goes no further."""
        if not self._buckets.take(self._sender(request)):
            return self._too_many()
        if request.method in UNSAFE_METHODS:
            if not is_allowed_origin(request, self._settings):
                return errors.error_response(403, "request/origin", "this page may not do that")
            length = request.headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > most:
                return errors.error_response(
                    413, "request/too-long", f"expected at most {most} bytes"
                )
        return None


def _renewing(send: Send, cookies: list[Header]) -> Send:
    """Return what sends cookies with an answer that is no refusal and sets none itself."""
    if not cookies:
        return send

    async def send_all(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < 400:
            headers = list(message.get("headers", ()))
            if not any(name == b"set-cookie" for name, _ in headers):
                message = {**message, "headers": [*headers, *cookies]}
        await send(message)

    return send_all


def _counted(receive: Receive, most: int) -> Receive:
    """Return what receives no more than that: not every request tells its length beforehand."""
    count = 0

    async def receive_some() -> Message:
        nonlocal count
        message = await receive()
        count += len(message.get("body", b""))
        if count > most:
            raise errors.TooLong(most)
        return message

    return receive_some
