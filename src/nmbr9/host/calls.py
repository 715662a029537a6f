"""Calls that one worker sends to another, as bytes: both have loaded the same code."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any


class CallFailed(RuntimeError):
    """A call that ended in an error over there."""


def as_call(work: Callable[..., Any], *args: object) -> bytes:
    """Return a call of a function of a module as bytes."""
    return pickle.dumps((work, args))


def carried_out(call: bytes) -> bytes:
    """Carry out a call, and return what it gives, or what went wrong, as bytes."""
    try:
        work, args = pickle.loads(call)
        return pickle.dumps((work(*args), None))
    except Exception as error:
        return pickle.dumps((None, f"{type(error).__name__}: {error}"))


def result_of(answer: Any) -> Any:
    """Return what a call gave: bytes, or what JavaScript has for them.

    Raises: CallFailed.
    """
    told = answer if isinstance(answer, bytes) else answer.to_bytes()
    result, failed = pickle.loads(told)
    if failed is not None:
        raise CallFailed(failed)
    return result
