"""What can go wrong."""

from __future__ import annotations


class CannotBuild(RuntimeError):
    """A part of the referee for browsers cannot be made.

    The message says what was expected and what came.
    """
