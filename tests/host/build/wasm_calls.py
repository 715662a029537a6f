"""Calls of functions in kernel.wasm, carried out by Deno in a memory that is laid out here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tests.deno import deno

SCRIPT = Path(__file__).with_name("call_kernel.js")
STACK = 1 << 16
"""Bytes at the beginning of the memory that are left to the stack."""


class Call(NamedTuple):
    name: str
    arguments: Sequence[Any]
    """Arrays are overwritten with what they are afterwards."""


class Memory:
    """Arrays, one after the other, as a module will find them."""

    def __init__(self) -> None:
        self.content = bytearray(STACK)
        self.arrays: list[tuple[int, npt.NDArray[Any]]] = []
        self._constant: dict[int, int] = {}

    def add(self, part: bytes) -> int:
        """Where a part begins: at a multiple of 16."""
        self.content += bytes(-len(self.content) % 16)
        self.content += part
        return len(self.content) - len(part)

    def words_of(self, value: Any) -> list[Any]:
        """What is handed over for an argument, or within a tuple."""
        if not isinstance(value, np.ndarray):
            return [value]
        assert value.flags.c_contiguous
        if value.flags.writeable:
            start = self.add(value.tobytes())
            self.arrays.append((start, value))
        else:
            start = self._constant.get(id(value)) or self.add(value.tobytes())
            self._constant[id(value)] = start
        return [start, *value.shape]

    def handed_over(self, argument: Any) -> list[Any]:
        """The same for a tuple: the address of a list."""
        if not isinstance(argument, tuple):
            return self.words_of(argument)
        words = [word for leaf in leaves(argument) for word in self.words_of(leaf)]
        return [self.add(np.array(words, np.int64).astype(np.uint32).tobytes())]


def leaves(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        yield from leaves(value) if isinstance(value, tuple) else [value]


def answers(kernel: Path, calls: Sequence[Call], scratch: Path) -> list[Any]:
    """What the functions of a kernel return."""
    memory = Memory()
    told = [
        [call.name, [word for value in call.arguments for word in memory.handed_over(value)]]
        for call in calls
    ]
    before, after = scratch / "before", scratch / "after"
    before.write_bytes(memory.content)
    (scratch / "calls.json").write_text(json.dumps(told), "utf-8")
    run = deno(
        "run",
        *(f"--allow-read={kernel},{scratch}", f"--allow-write={scratch}"),
        *(str(SCRIPT), str(kernel / "kernel.wasm"), str(scratch)),
    )
    assert run.returncode == 0, run.stderr
    content = after.read_bytes()
    for start, array in memory.arrays:
        part = content[start : start + array.nbytes]
        array[...] = np.frombuffer(part, array.dtype).reshape(array.shape)
    returned: list[Any] = json.loads(run.stdout)
    return returned
