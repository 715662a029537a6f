"""What can go wrong with the database, in the words of `match.store`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from nmbr9.match.store import Conflict, NotFound, StorageError, Unavailable

__all__ = ["Conflict", "NotFound", "StorageError", "Unavailable", "plain_errors", "reason"]


def _of_psycopg(*names: str) -> tuple[type[Exception], ...]:
    """Errors of the driver for PostgreSQL; none where the extra `postgres` is not installed."""
    try:
        import psycopg
    except ImportError:
        return ()
    return tuple(getattr(psycopg, name) for name in names)


Errors = tuple[type[Exception], ...]

PSYCOPG_ERRORS = _of_psycopg("Error")
DOES_NOT_FIT: Errors = (IntegrityError, sqlite3.IntegrityError, *_of_psycopg("IntegrityError"))
UNANSWERED: Errors = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    sqlite3.OperationalError,
    sqlite3.InterfaceError,
    *_of_psycopg("OperationalError", "InterfaceError"),
)
REFUSED: Errors = (
    SQLAlchemyError,
    sqlite3.Error,
    *PSYCOPG_ERRORS,
    UnicodeEncodeError,
    OverflowError,
)


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turn the errors of drivers and SQLAlchemy into ours, which say in one sentence what came."""
    try:
        yield
    except DOES_NOT_FIT as error:
        raise StorageError(
            f"expected data that fits what is stored, got {reason(error)}"
        ) from error
    except UNANSWERED as error:
        raise Unavailable(f"expected the database to answer, got {reason(error)}") from error
    except REFUSED as error:
        kind = StorageError
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            kind = Unavailable
        raise kind(f"expected what a database can store, got {reason(error)}") from error


def reason(error: BaseException) -> str:
    """Return the first line of what a driver says, without the SQL that SQLAlchemy adds."""
    said = error.orig if isinstance(error, DBAPIError) else error
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(said).__name__
