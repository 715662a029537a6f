"""The only place that talks to a compiler: typed decorators, machine instructions, sums of rows.

There are three ways to run what is decorated, all from this one source:

- compiled by Numba (``compile_numba``), wherever there is a processor to compile for;
- compiled beforehand to WebAssembly (``compile_wasm``), in a browser;
- as the Python that it is, slowly, with ``NUMBA_DISABLE_JIT=1``.

Two habits keep them equal:

- A number that is shifted, or that indexes a row in a hot loop, is unsigned (``np.uint64``, or a
  plain ``int``); mixing it with a signed array element would make a float of both. Unsigned
  indices also spare the check for negative ones, without which no loop becomes vector code.
- Nothing unsigned is negated or runs below zero: a machine word would wrap round silently, a NumPy
  scalar would warn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

if sys.platform == "emscripten":
    from nmbr9.kernel import compile_wasm as compiler
else:
    from nmbr9.kernel import compile_numba as compiler

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

COMPILER_IS_ON = compiler.COMPILER_IS_ON
"""Whether anything is compiled: false with ``NUMBA_DISABLE_JIT=1``."""


def compiled(function: AnyFunction) -> AnyFunction:
    """Return the function compiled.

    It must not make arrays, only use those it is given, and must raise nothing.
    """
    return compiler.compiled(function)


def inlined(function: AnyFunction) -> AnyFunction:
    """Do the same for a short function of a hot loop: its machine code is copied to the caller.

    Handing over a few arrays, each as seven words or more, can take longer than using them.
    """
    return compiler.inlined(function)


def shared(function: AnyFunction) -> AnyFunction:
    """Return the function as it is, for Python and whole arrays; compiled code may call it too."""
    return compiler.shared(function)


def count_bits(word: Any) -> int:
    """Return how many bits of an unsigned word are set."""
    return int(word).bit_count()


def lowest_bit(word: Any) -> int:
    """Return the number of the lowest set bit of an unsigned word, which must not be 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


WIDE, NARROW = 128, 32
"""Columns of the rows that are summed. Their sum stays in registers because this is known."""


def sum_changes(sums: Any, rows: Any, gone: Any, come: Any, count: int) -> None:
    """Overwrite `sums` with the sum of rows `come[i]` without rows `gone[i]`, for i below count.

    `sums` is int16[WIDE] and `rows` int16[n, WIDE]; what does not fit wraps round.
    """
    sums[:] = 0
    for entry in range(count):
        sums += rows[come[entry]]
        sums -= rows[gone[entry]]


def add_rows(sums: Any, rows: Any, which: Any, amounts: Any, count: int) -> None:
    """Add rows `which[i]` times `amounts[i]` to `sums`, one after another, for i below count.

    `sums` and `rows` are float32 like `amounts`, WIDE.
    """
    for entry in range(count):
        sums += rows[which[entry]] * amounts[entry]


def add_positive(sums: Any, rows: Any, amounts: Any) -> None:
    """Add row i times `amounts[i]` to `sums` for all amounts that are positive; all is float32.

    `sums` and `rows` are NARROW; there are a multiple of four amounts. Every fourth row goes to the
    same sum, because every addition waits for the one before.
    """
    quarters = [
        sum((rows[i] * max(amounts[i], 0) for i in range(first, len(amounts), 4)), 0 * rows[0])
        for first in range(4)
    ]
    sums += (quarters[0] + quarters[1]) + (quarters[2] + quarters[3])


compiler.use_instructions(count_bits, lowest_bit)
compiler.use_sums(sum_changes, add_rows, add_positive, WIDE, NARROW)
