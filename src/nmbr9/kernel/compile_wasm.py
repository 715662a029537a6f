"""Calling what was compiled beforehand, in a browser; ``compile`` chooses this.

``nmbr9.host.build`` compiles the functions that Python calls to ``kernel.wasm``, which lies beside
this file there, and describes them in ``kernel.json``. They work in the memory of this very Python:
an array is handed over as its address and lengths. Of a tuple only the address of a list is handed
over, 32 bits for each address, length and number in it; it is made once for each tuple.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import Any, TypeVar

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

COMPILER_IS_ON = True

MOST_LISTED = 500
"""Tuples whose lists are kept, about."""

_FOLDER = Path(__file__).parent
_KERNEL: dict[str, Any] = json.loads((_FOLDER / "kernel.json").read_text("utf-8"))
_GIVES: dict[str, Callable[[Any], Any]] = {
    "nothing": lambda _: None,
    "int": int,
    "float": float,
    "bool": bool,
}


def _connected() -> Any:
    """Return the functions of the module, at work in the memory of this Python."""
    import js  # type: ignore[import-not-found]
    import pyodide_js  # type: ignore[import-not-found]
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    def plain(**fields: Any) -> Any:
        return to_js(fields, dict_converter=js.Object.fromEntries)

    python, wasm = pyodide_js._module, js.WebAssembly
    room, step = _KERNEL["constants"]["bytes"], _KERNEL["constants"]["step"]
    start = (python._malloc(room + step) + step - 1) // step * step
    i32 = plain(value="i32", mutable=False)
    environment = plain(
        memory=python.memory,
        __stack_pointer=python.___stack_pointer,
        __memory_base=wasm.Global.new(i32, start),
        __table_base=wasm.Global.new(i32, 0),
    )
    module = wasm.Module.new(to_js((_FOLDER / "kernel.wasm").read_bytes()))
    return wasm.Instance.new(module, plain(env=environment)).exports


_EXPORTS = _connected()


def compiled(function: AnyFunction) -> AnyFunction:
    """Return a function that calls what was compiled."""
    name = f"{function.__module__}.{function.__name__}"
    known = _KERNEL["functions"].get(name)
    wrapped: Any = _missing(name) if known is None else _caller(name, known)
    wrapped.py_func = function
    return wrapped  # type: ignore[no-any-return]


def inlined(function: AnyFunction) -> AnyFunction:
    """Return the function: compiled ones have their own copies of it."""
    return function


def shared(function: AnyFunction) -> AnyFunction:
    """Return the function: compiled ones have their own copies of it."""
    return function


def use_instructions(count_bits: Callable[[Any], int], lowest_bit: Callable[[Any], int]) -> None:
    """Do nothing: compiled code has the instructions already."""


def use_sums(*_: Any) -> None:
    """Do nothing, likewise."""


def _missing(name: str) -> Callable[..., Any]:
    def missing(*_: Any) -> Any:
        raise NotImplementedError(
            f"expected a function of kernel.wasm, got {name}: "
            "only those listed in nmbr9.host.build.kernel_functions are there"
        )

    return missing


def _caller(name: str, known: dict[str, Any]) -> Callable[..., Any]:
    export, gives = getattr(_EXPORTS, name), _GIVES[known["gives"]]
    hand_over = [_handing(item) for item in known["takes"]]

    def call(*arguments: Any) -> Any:
        if len(_lists) > MOST_LISTED:
            _lists.clear()  # Not later: what is handed over has to stay until the function is done.
        flat: list[Any] = []
        for hand, argument in zip(hand_over, arguments, strict=True):
            hand(argument, flat)
        return gives(export(*flat))

    return call


def _handing(item: Any) -> Callable[[Any, list[Any]], None]:
    """Return what appends an argument to those that JavaScript is given."""
    if isinstance(item, list):
        return lambda argument, flat: flat.append(_address_of_list(argument, item))
    if "[" in item:
        return lambda argument, flat: flat.extend(_place_of(argument, item))
    return lambda argument, flat: flat.append(argument)


_lists: dict[int, tuple[tuple[Any, ...], array[int]]] = {}


def _address_of_list(values: tuple[Any, ...], kinds: list[str]) -> int:
    """Return where the list of what is in a tuple lies; it stays there as long as the tuple."""
    known = _lists.get(id(values))
    if known is None:
        words: array[int] = array("I")
        for value, kind in zip(_leaves(values), kinds, strict=True):
            parts = _place_of(value, kind) if "[" in kind else repeat(value, 1)
            words.extend(part & 0xFFFF_FFFF for part in parts)
        known = _lists[id(values)] = values, words
    return known[1].buffer_info()[0]


def _leaves(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from _leaves(value)
        else:
            yield value


def _place_of(value: Any, kind: str) -> tuple[int, ...]:
    """Return address and lengths of an array, which compiled code would not check."""
    if f"{value.dtype}[{value.ndim}]" != kind or not value.flags.c_contiguous:
        lies = "" if value.flags.c_contiguous else ", which has gaps"
        raise TypeError(f"expected an array {kind}, got {value.dtype}[{value.ndim}]{lies}")
    return value.ctypes.data, *value.shape
