"""Asking the database from the event loop, which must not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from starlette.requests import HTTPConnection

from nmbr9.server.access.identity import player_of
from nmbr9.server.settings import Settings
from nmbr9.storage.database import Database
from nmbr9.storage.players import PlayerRow

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class HasDatabase(Protocol):
    """A hub, or the host of its matches."""

    database: Database


class HasPlayers(HasDatabase, Protocol):
    """A hub."""

    settings: Settings


async def ask(
    hub: HasDatabase,
    question: Callable[Concatenate[Database, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """Return what a function of `storage` answers, called in a thread with the hub's database."""
    return await asyncio.to_thread(question, hub.database, *arguments, **named)


async def player_asking(hub: HasPlayers, connection: HTTPConnection) -> PlayerRow | None:
    """Return the player whom the cookie of a request names."""
    return await player_of(connection, hub.database, hub.settings)
