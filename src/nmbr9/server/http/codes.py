"""HTTP for codes: six characters that people say to each other lead to a match that waits."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from nmbr9.protocol.ids import CODE_LENGTH
from nmbr9.protocol.requests.denials import Denied
from nmbr9.server.access.identity import address_of
from nmbr9.server.access.limits import Buckets
from nmbr9.server.access.networks import network_of
from nmbr9.server.http.asking import HubOf
from nmbr9.server.http.schemas import CodeAnswer

router = APIRouter(prefix="/api")

TRIES_PER_SECOND = 5 / 60
TRIES_AT_ONCE = 10
"""Wrong codes that an address may try; docs/deploy.md computes what a guesser can hope for."""

Code = Annotated[str, Path(pattern=f"^[0-9a-z]{{{CODE_LENGTH}}}$")]
"""Also with characters that no code has: who mishears one is told that nothing was found."""


def new_tries(processes: int) -> Buckets:
    """Return what counts the wrong codes of each address in one of so many processes.

    Who guesses can ask each of them: so they share what an address may try.
    """
    return Buckets(TRIES_PER_SECOND / processes, max(1.0, TRIES_AT_ONCE / processes))


@router.get("/codes/{code}")
async def match_of_code(code: Code, request: Request, hub: HubOf) -> CodeAnswer:
    """Return the match that waits for players under a code."""
    tries: Buckets = request.app.state.tries
    network = network_of(address_of(request, hub.settings))
    # Counted before it is looked up: many at once would all be too early to be too late.
    if not tries.take(network):
        raise Denied(429, "code/too-many", "expected fewer wrong codes: wait a minute")
    match = await hub.waiting_match(code)
    if match is None:
        raise Denied(404, "code/not-found", f"expected the code of a match that waits, got {code}")
    # A school behind one address comes in by one code.
    tries.give_back(network)
    return CodeAnswer(match=match.id)
