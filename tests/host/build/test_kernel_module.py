"""The kernel as WebAssembly does what it does natively, bit by bit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from nmbr9.host.build.errors import CannotBuild
from nmbr9.host.build.kernel_functions import kernel_functions
from nmbr9.host.build.kernel_module import room_for_constants
from nmbr9.host.build.wasm import module_of
from tests.host.build.kernel_questions import QUESTIONS
from tests.host.build.wasm_calls import Call, answers, leaves

FUNCTIONS = {exported.name: exported for exported in kernel_functions()}
CASES = 40
HEAVY = tuple(f"nmbr9.judge.{name}" for name in ("lookahead", "network", "ledger", "rollouts"))
"""What takes a megabyte of weights."""


def copied(value: Any) -> Any:
    """The same with arrays of its own, but for those that nobody may write."""
    if isinstance(value, tuple):
        parts = [copied(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value.copy() if isinstance(value, np.ndarray) and value.flags.writeable else value


def test_there_are_questions_for_every_function() -> None:
    assert set(QUESTIONS) == set(FUNCTIONS)


def test_every_function_does_what_it_does_natively(kernel: Path, tmp_path: Path) -> None:
    rng = Random(22)
    asked = [
        Call(name, QUESTIONS[name](rng))
        for name in FUNCTIONS
        for _ in range(CASES // 8 if name.startswith(HEAVY) else CASES)
    ]
    native = [Call(name, copied(arguments)) for name, arguments in asked]
    expected = [FUNCTIONS[name].function(*arguments) for name, arguments in native]
    found = answers(kernel, asked, tmp_path)
    for call, twin, answer, right in zip(asked, native, found, expected, strict=True):
        assert answer == right, call.name
        parts = zip(leaves(tuple(call.arguments)), leaves(tuple(twin.arguments)), strict=True)
        for ours, theirs in parts:
            assert np.array_equal(ours, theirs), call.name


def test_the_description_says_what_each_function_takes_and_gives(kernel: Path) -> None:
    told = json.loads((kernel / "kernel.json").read_text("utf-8"))
    assert set(told["functions"]) == set(FUNCTIONS)
    assert told["functions"]["nmbr9.kernel.codes.list_codes"] == {
        "takes": [["uint64[1]", "uint64[1]", "int64[2]"], "int", "int", "int64[1]"],
        "gives": "int",
    }


def test_a_module_that_needs_more_than_its_arguments_is_refused(tmp_path: Path) -> None:
    text = """
    declare i32 @PyErr_Occurred()
    define i32 @ours() {
      %1 = call i32 @PyErr_Occurred()
      ret i32 %1
    }
    """
    with pytest.raises(CannotBuild, match="nothing but their arguments, got calls of PyErr_Occ"):
        module_of([text], ["ours"], tmp_path)


def test_room_for_constants_is_read_from_the_module(tmp_path: Path) -> None:
    numbers = ", ".join(f"i64 {number * number}" for number in range(40))
    text = (
        f"@table = internal constant [40 x i64] [{numbers}], align 16"
        + """
    define i64 @ours(i32 %which) {
      %1 = getelementptr [40 x i64], ptr @table, i32 0, i32 %which
      %2 = load i64, ptr %1
      ret i64 %2
    }
    """
    )
    assert room_for_constants(module_of([text], ["ours"], tmp_path)) == (320, 16)


def test_another_numba_is_named(kernel: Path) -> None:
    """Whatever is different inside of it, there is a sentence and no kernel."""
    script = """
import sys
from pathlib import Path
import numba.np.arrayobj
from nmbr9.host.build import kernel_module
from nmbr9.host.build.errors import CannotBuild
del numba.np.arrayobj.populate_array
numba.__version__ = "9.9"
try:
    kernel_module.main(Path("."), Path("."))
except CannotBuild as problem:
    sys.exit(str(problem))
"""
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=kernel
    )
    assert run.stderr.startswith("expected the insides of Numba 0.68, got Numba 9.9")
