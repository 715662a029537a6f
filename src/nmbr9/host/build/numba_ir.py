"""What Numba makes of a function before it knows the processor, and a way into it from outside.

Numba hands LLVM what it has typed and lowered as text, IR. With its own optimisation switched off
(`NUMBA_OPT=0`) that text, which contains all functions that are called, is the same for every
processor with 64 bits; ``wasm`` optimises it for another one.

Numba's functions take an array as seven values and more. The *way in* takes what JavaScript can
say: an array as its address and lengths, a tuple as the address of a list of such words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.np.arrayobj import populate_array

from nmbr9.host.build.kernel_functions import Exported

_WORD = ir.IntType(32)


class Lowered(NamedTuple):
    """A function in IR."""

    name: str
    takes: tuple[str | tuple[str, ...], ...]
    """By parameter: `int`, `float`, `bool`, or an array as `int64[2]`; for a tuple, what is in it
    and in tuples in it."""
    gives: str
    """What it returns, likewise or `nothing`."""
    body: str
    """Numba's own text, of this function and all that it calls."""
    way_in: str
    """A function of that name, which calls it."""


def lowered(exported: Exported) -> Lowered:
    """Return a function in IR, compiled for the types it is called with."""
    function, arguments = exported.function, exported.arguments
    function.compile(arguments)
    overload = function.overloads[arguments]
    return Lowered(
        exported.name,
        tuple(_described(type_) for type_ in arguments),
        _GIVEN[overload.signature.return_type][0],
        overload.library.get_llvm_str(),
        _way_in(overload.target_context, exported.name, overload.fndesc),
    )


def _described(type_: Any) -> str | tuple[str, ...]:
    if isinstance(type_, types.BaseTuple):
        return tuple(_named(leaf) for leaf in _leaves(type_))
    return _named(type_)


def _named(type_: Any) -> str:
    if isinstance(type_, types.Array):
        return f"{type_.dtype}[{type_.ndim}]"
    return _TAKEN[type_]


def _leaves(type_: Any) -> Iterator[Any]:
    """Yield what is in a tuple and in the tuples in it."""
    for part in type_.types:
        if isinstance(part, types.BaseTuple):
            yield from _leaves(part)
        else:
            yield part


_TAKEN = {types.int64: "int", types.float64: "float", types.boolean: "bool"}


def _way_in(context: Any, name: str, callee: Any) -> str:
    """Return a function that calls another one of Numba's, and stops at once if that one raises."""
    module = context.create_module(name)
    calling = context.call_conv
    called = ir.Function(
        module,
        calling.get_function_type(callee.restype, callee.argtypes),
        callee.llvm_func_name,
    )
    _, gives, returned = _GIVEN[callee.restype]
    taken = [word for type_ in callee.argtypes for word in _words_of(type_)]
    entry = ir.Function(module, ir.FunctionType(gives, taken), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    words = iter(entry.args)
    values = [_argument(context, builder, type_, words) for type_ in callee.argtypes]
    status, answer = calling.call_function(builder, called, callee.restype, callee.argtypes, values)
    with builder.if_then(status.is_error, likely=False):
        builder.call(
            module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ()
        )
    returned(builder, answer)
    text: str = cgutils.normalize_ir_text(str(module))  # type: ignore[no-untyped-call]
    return text


# By type: its name, what JavaScript gets, and how. JavaScript has no integers of 64 bits that
# Python's would become, but every integer of 53 bits as a float.
_GIVEN: dict[Any, tuple[str, Any, Any]] = {
    types.none: ("nothing", ir.VoidType(), lambda builder, _: builder.ret_void()),
    types.int64: (
        "int",
        ir.DoubleType(),
        lambda builder, value: builder.ret(builder.sitofp(value, ir.DoubleType())),
    ),
    types.float64: ("float", ir.DoubleType(), lambda builder, value: builder.ret(value)),
    types.boolean: (
        "bool",
        _WORD,
        lambda builder, value: builder.ret(builder.zext(value, _WORD)),
    ),
}


def _words_of(type_: Any) -> list[Any]:
    """Return what is handed over for a parameter."""
    if isinstance(type_, types.Array):
        return [_WORD] * (1 + type_.ndim)
    return [ir.DoubleType() if type_ == types.float64 else _WORD]


def _argument(context: Any, builder: Any, type_: Any, words: Iterator[Any]) -> Any:
    """Return a value as Numba has it, of words that were handed over."""
    if isinstance(type_, types.BaseTuple):
        listed = builder.inttoptr(next(words), _WORD.as_pointer())
        return _tuple(context, builder, type_, _entries(builder, listed))
    if isinstance(type_, types.Array):
        return _array(context, builder, type_, words)
    if type_ == types.float64:
        return next(words)
    if type_ == types.boolean:
        return builder.trunc(next(words), ir.IntType(1))
    return builder.sext(next(words), context.get_value_type(type_))


def _entries(builder: Any, listed: Any) -> Iterator[Any]:
    """Yield the words of a list, one after the other."""
    index = 0
    while True:
        yield builder.load(builder.gep(listed, [_WORD(index)]))
        index += 1


def _tuple(context: Any, builder: Any, type_: Any, words: Iterator[Any]) -> Any:
    values = [
        _tuple(context, builder, part, words)
        if isinstance(part, types.BaseTuple)
        else _argument(context, builder, part, words)
        for part in type_.types
    ]
    return context.make_tuple(builder, type_, values)


def _array(context: Any, builder: Any, type_: Any, words: Iterator[Any]) -> Any:
    """Return an array whose rows lie one after the other."""
    array = context.make_array(type_)(context, builder)
    number = context.get_value_type(types.intp)
    data = builder.inttoptr(next(words), array.data.type)
    lengths = [builder.zext(next(words), number) for _ in range(type_.ndim)]
    size = context.get_abi_sizeof(context.get_data_type(type_.dtype))
    strides = [number(size)]
    for length in lengths[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    populate_array(array, data, lengths, strides, size, None)  # type: ignore[no-untyped-call]
    return array._getvalue()
