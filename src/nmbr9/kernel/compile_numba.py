"""Compiling with Numba, as it is needed, for the processor at hand; ``compile`` chooses this.

With ``NUMBA_DISABLE_JIT=1`` Numba leaves every function as the Python it is.
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
    """Return the function compiled at its first call with new types, and cached on disk."""
    wrapped: AnyFunction = njit(**_OPTIONS)(function)
    return wrapped


def inlined(function: AnyFunction) -> AnyFunction:
    """Do the same with a function whose machine code is copied to the caller."""
    wrapped: AnyFunction = njit(**_OPTIONS, forceinline=True)(function)
    return wrapped


def shared(function: AnyFunction) -> AnyFunction:
    """Return the function as it is; compiled code may call it too."""
    wrapped: AnyFunction = register_jitable(**_OPTIONS)(function)
    return wrapped


def use_instructions(count_bits: Callable[[Any], int], lowest_bit: Callable[[Any], int]) -> None:
    """Have compiled code execute one machine instruction where it calls one of these functions."""
    overload(count_bits)(_compiled_count_bits)
    overload(lowest_bit)(_compiled_lowest_bit)


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


def _compiled_count_bits(word: Any) -> Any:
    def instruction(word: Any) -> Any:
        return _count_instruction(np.uint64(word))

    return instruction


def _compiled_lowest_bit(word: Any) -> Any:
    def instruction(word: Any) -> Any:
        return _lowest_instruction(np.uint64(word))

    return instruction
