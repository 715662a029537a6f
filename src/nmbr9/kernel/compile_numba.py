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
from numba.core import cgutils
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


_alloca: Any = cgutils.alloca_once_value  # Numba does not say its types


def _emit_count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _emit_lowest(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


def use_sums(
    sum_changes: Callable[..., None],
    add_rows: Callable[..., None],
    add_positive: Callable[..., None],
    wide: int,
    narrow: int,
) -> None:
    """Let compiled code sum rows of so many columns in registers.

    A loop over the columns would ask in every row whether arrays overlap, which takes longer.
    """
    int16, float32 = ir.IntType(16), ir.FloatType()

    def emit_changes(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        row = ir.VectorType(int16, wide)
        sums, rows, gone, come = _addresses(context, builder, signature, given[:4])
        total = _alloca(builder, ir.Constant(row, None))
        with cgutils.for_range(builder, given[4]) as loop:
            now = _load(builder, rows, row, _item(builder, come, loop.index))
            was = _load(builder, rows, row, _item(builder, gone, loop.index))
            more = builder.sub(now, was)
            builder.store(builder.add(builder.load(total), more), total)
        _store(builder, builder.load(total), sums)
        return context.get_dummy_value()

    def emit_rows(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        row = ir.VectorType(float32, wide)
        sums, rows, which, amounts = _addresses(context, builder, signature, given[:4])
        total = _alloca(builder, _load(builder, sums, row))
        with cgutils.for_range(builder, given[4]) as loop:
            one = _load(builder, rows, row, _item(builder, which, loop.index))
            amount = _spread(builder, _item(builder, amounts, loop.index), wide)
            more = builder.fmul(one, amount)
            builder.store(builder.fadd(builder.load(total), more), total)
        _store(builder, builder.load(total), sums)
        return context.get_dummy_value()

    def emit_positive(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        row, zero = ir.VectorType(float32, narrow), ir.Constant(float32, 0.0)
        sums, rows, amounts = _addresses(context, builder, signature, given)
        size = context.make_array(signature.args[2])(context, builder, given[2]).nitems
        quarters = [_alloca(builder, ir.Constant(row, None)) for _ in range(4)]
        with cgutils.for_range_slice(
            builder, size.type(0), size, size.type(len(quarters)), size.type
        ) as (start, _):
            for index, quarter in enumerate(quarters):
                source = builder.add(start, size.type(index))
                amount = _item(builder, amounts, source)
                amount = builder.select(builder.fcmp_ordered(">", amount, zero), amount, zero)
                one = _load(builder, rows, row, source)
                more = builder.fmul(one, _spread(builder, amount, narrow))
                builder.store(builder.fadd(builder.load(quarter), more), quarter)
        a, b, c, d = (builder.load(quarter) for quarter in quarters)
        total = builder.fadd(builder.fadd(a, b), builder.fadd(c, d))
        _store(builder, builder.fadd(_load(builder, sums, row), total), sums)
        return context.get_dummy_value()

    def type_changes(_typing: Any, sums: Any, rows: Any, gone: Any, come: Any, count: Any) -> Any:
        return types.void(sums, rows, gone, come, types.int64), emit_changes

    def type_rows(_typing: Any, sums: Any, rows: Any, which: Any, amounts: Any, count: Any) -> Any:
        return types.void(sums, rows, which, amounts, types.int64), emit_rows

    def type_positive(_typing: Any, sums: Any, rows: Any, amounts: Any) -> Any:
        return types.void(sums, rows, amounts), emit_positive

    changes: Any = intrinsic(type_changes)
    weighted: Any = intrinsic(type_rows)
    positive: Any = intrinsic(type_positive)

    def compiled_changes(sums: Any, rows: Any, gone: Any, come: Any, count: Any) -> Any:
        def instruction(sums: Any, rows: Any, gone: Any, come: Any, count: Any) -> Any:
            return changes(sums, rows, gone, come, count)

        return instruction

    def compiled_rows(sums: Any, rows: Any, which: Any, amounts: Any, count: Any) -> Any:
        def instruction(sums: Any, rows: Any, which: Any, amounts: Any, count: Any) -> Any:
            return weighted(sums, rows, which, amounts, count)

        return instruction

    def compiled_positive(sums: Any, rows: Any, amounts: Any) -> Any:
        def instruction(sums: Any, rows: Any, amounts: Any) -> Any:
            return positive(sums, rows, amounts)

        return instruction

    at_hand: Any = {"forceinline": True}
    overload(sum_changes, jit_options=at_hand)(compiled_changes)
    overload(add_rows, jit_options=at_hand)(compiled_rows)
    overload(add_positive, jit_options=at_hand)(compiled_positive)


def _addresses(context: Any, builder: Any, signature: Any, given: Any) -> list[Any]:
    """Return where arrays begin; they must have no gaps."""
    kinds = signature.args[: len(given)]
    if any(kind.layout != "C" for kind in kinds):
        raise TypeError(f"expected arrays without gaps, got {kinds}")
    return [
        context.make_array(kind)(context, builder, item).data
        for kind, item in zip(kinds, given, strict=True)
    ]


def _item(builder: Any, address: Any, index: Any) -> Any:
    """Return an item of an array."""
    return builder.load(builder.gep(address, [index]))


def _place(builder: Any, address: Any, row: Any, index: Any = None) -> Any:
    """Return where a row of an array begins."""
    if index is not None:
        address = builder.gep(address, [builder.mul(index, index.type(row.count))])
    return builder.bitcast(address, row.as_pointer())


def _load(builder: Any, address: Any, row: Any, index: Any = None) -> Any:
    """Return a row of an array."""
    return builder.load(_place(builder, address, row, index), align=2)


def _store(builder: Any, vector: Any, address: Any) -> None:
    """Overwrite an array that is one row."""
    builder.store(vector, _place(builder, address, vector.type), align=2)


def _spread(builder: Any, item: Any, count: int) -> Any:
    """Return a vector with so many times the same item."""
    vector = ir.VectorType(item.type, count)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), item, ir.IntType(32)(0))
    indices = ir.Constant(ir.VectorType(ir.IntType(32), count), None)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), indices)


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
