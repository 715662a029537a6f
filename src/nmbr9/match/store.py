"""What becomes of events that are to be stored.

StorageError
├── Conflict      another process appended first
├── Unavailable   the store cannot be reached, or the write failed
└── NotFound      nothing is stored under that id
"""

from __future__ import annotations

from concurrent.futures import Future

from nmbr9.rules.errors import Nmbr9Error


class StorageError(Nmbr9Error, Exception):
    """Something that the store cannot do or does not accept."""


class Conflict(StorageError):
    """Somebody else changed the same match first: read it again."""


class Unavailable(StorageError):
    """The store did not answer or could not write.

    Nothing was acknowledged. When the connection broke during the commit itself, the write may be
    stored nevertheless: read again before trying again.
    """


class NotFound(StorageError):
    """Nothing is stored under that id, or in that file."""


Receipt = Future[None]
"""For one append: done when it is durable, or when a StorageError says that it is not."""
