"""The only place that talks to the compiler: a typed decorator and two machine instructions.

Everything else in this package is Python that also runs, slowly, with ``NUMBA_DISABLE_JIT=1``.
Two habits keep both ways of running equal:

- A number that is shifted, or that indexes a row in a hot loop, is unsigned (``np.uint64``, or a
  plain ``int``); mixing it with a signed array element would make a float of both. Unsigned
  indices also spare the check for negative ones, without which no loop becomes vector code.
- Nothing unsigned is negated or runs below zero: a machine word would wrap round silently, a NumPy
  scalar would warn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, njit, types
from numba.extending import intrinsic, overload, register_jitable

from nmbr9.kernel import cache_folder

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

COMPILER_IS_ON = not getattr(config, "DISABLE_JIT", False)
"""False with ``NUMBA_DISABLE_JIT=1``."""


def _kept_in() -> str:
    """Return the folder for compiled code, empty if there is none; say so once if it will not last.

    Numba would look beside the sources, which a user may not write either, and then refuse to work.
    """
    try:
        return str(cache_folder.prepared(cache_folder.root(), *cache_folder.SOURCES))
    except OSError as error:
        folder = cache_folder.temporary()
        logging.getLogger("nmbr9").warning(
            "expected to keep compiled code in %s, got %s: it is compiled anew by every command; "
            "NUMBA_CACHE_DIR chooses another folder",
            cache_folder.root(),
            error.strerror,
        )
        return "" if folder is None else str(folder)


if COMPILER_IS_ON and not getattr(config, "CACHE_DIR", ""):
    setattr(config, "CACHE_DIR", _kept_in())  # noqa: B010 - Numba's stubs do not know it

_OPTIONS: dict[str, Any] = {
    "cache": bool(getattr(config, "CACHE_DIR", "")),
    "error_model": "numpy",
    # Compiled functions make no arrays. Without the count of references to arrays, which only
    # those who make some need, search takes three quarters of the time.
    "_nrt": False,
}


def compiled(function: AnyFunction) -> AnyFunction:
    """Return the function compiled at its first call with new types, and cached on disk.

    It must not make arrays, only use those it is given.
    """
    wrapped: AnyFunction = njit(**_OPTIONS)(function)
    return wrapped


def inlined(function: AnyFunction) -> AnyFunction:
    """Do the same for a short function of a hot loop: its machine code is copied to the caller.

    Handing over a few arrays, each as seven words or more, can take longer than using them.
    """
    wrapped: AnyFunction = njit(**_OPTIONS, forceinline=True)(function)
    return wrapped


def shared(function: AnyFunction) -> AnyFunction:
    """Return the function as it is, for Python and whole arrays; compiled code may call it too."""
    wrapped: AnyFunction = register_jitable(**_OPTIONS)(function)
    return wrapped


def count_bits(word: Any) -> int:
    """Return how many bits of an unsigned word are set."""
    return int(word).bit_count()


def lowest_bit(word: Any) -> int:
    """Return the number of the lowest set bit of an unsigned word, which must not be 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


# Compiled code calls these instead of the two functions above: one machine instruction each.


def _emit_count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _emit_lowest(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def _type_count(_typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), _emit_count


def _type_lowest(_typing: Any, word: Any) -> Any:
    return types.int64(types.uint64), _emit_lowest


_count_instruction: Any = intrinsic(_type_count)
_lowest_instruction: Any = intrinsic(_type_lowest)


@overload(count_bits)
def _compiled_count_bits(word: Any) -> Any:
    def instruction(word: Any) -> Any:
        return _count_instruction(np.uint64(word))

    return instruction


@overload(lowest_bit)
def _compiled_lowest_bit(word: Any) -> Any:
    def instruction(word: Any) -> Any:
        return _lowest_instruction(np.uint64(word))

    return instruction
