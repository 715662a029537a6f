"""From IR to a WebAssembly module: linked and optimised by LLVM, finished by its linker.

The module is a library that works in the memory of another program: it imports that memory, the
pointer to that program's stack, and the address of the room for its own constants.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

from nmbr9.host.build.errors import CannotBuild

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser has had since 2023."""
OPTIMISATION = 3
ROWS_AT_ONCE = 4
"""The loops of the kernel run over rows in multiples of four. LLVM would take as many as a vector
has, which are two here, and spend as much on the loop as on what it does."""
_OF_KERNEL = "_ZN5nmbr96kernel"
"""How the names of functions of ``nmbr9.kernel`` begin. Loops of others have other kinds of
numbers, for which LLVM chooses better."""
_LABEL = r'("?[\w.$-]+"?)'


def module_of(texts: Iterable[str], names: Sequence[str], folder: Path) -> bytes:
    """Return a module with the functions of these names, out of texts in IR for 64 bits.

    Files on the way are written to a folder.
    Raises: CannotBuild.
    """
    machine = _machine()
    module = _linked(texts, names, machine)
    _optimise(module, machine)
    unknown = sorted(
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    )
    if unknown:
        raise CannotBuild(
            "expected functions that need nothing but their arguments, got calls of "
            + ", ".join(unknown)
        )
    return _finished(machine.emit_object(module), names, folder)


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=OPTIMISATION, reloc="pic"
    )


def _linked(texts: Iterable[str], names: Sequence[str], machine: Any) -> Any:
    """Return one module of all texts, in which only the functions of these names are kept."""
    start = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    module = llvm.parse_assembly(start)
    for text in texts:
        module.link_in(llvm.parse_assembly(start + _with_wide_loops(_without_target(text))))
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = llvm.Linkage.internal
    module.verify()
    return module


def _without_target(text: str) -> str:
    """Return a text that says nothing of a processor.

    WebAssembly has no common symbols either, with which Numba points to the Python around it.
    """
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    return text.replace("= common global", "= internal global")


def _with_wide_loops(text: str) -> str:
    """Return a text that says of every loop of the kernel how many values to take at once.

    It is said at the branch that leads back: to a label that was there before.
    """
    lines, said = [], [f'!900000 = !{{!"llvm.loop.vectorize.width", i32 {ROWS_AT_ONCE}}}']
    is_inside, before = False, set[str]()
    for line in text.splitlines():
        if line.startswith("define "):
            is_inside, before = _OF_KERNEL in line.partition("(")[0], set()
        elif is_inside and (label := re.match(f"{_LABEL}:", line)):
            before.add(label[1])
        branch = is_inside and line.lstrip().startswith("br ")
        if branch and not before.isdisjoint(re.findall(f"label %{_LABEL}", line)):
            number = 900000 + len(said)
            said.append(f"!{number} = distinct !{{!{number}, !900000}}")
            lines.append(f"{line}, !llvm.loop !{number}")
        else:
            lines.append(line)
    return "\n".join(lines + said)


def _optimise(module: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=OPTIMISATION)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _finished(compiled: bytes, names: Sequence[str], folder: Path) -> bytes:
    parts, whole = folder / "parts.o", folder / "whole.wasm"
    parts.write_bytes(compiled)
    command = [
        *(sys.executable, "-m", "ziglang", "wasm-ld"),
        *("-shared", "--experimental-pic", "--unresolved-symbols=report-all"),
        *("--gc-sections", "--strip-all", "-O2"),
        *(f"--export={name}" for name in names),
        *(str(parts), "-o", str(whole)),
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise CannotBuild(f"expected the linker to make a module, got: {run.stderr.strip()}")
    module = whole.read_bytes()
    if b"__wasm_apply_data_relocs" in module:
        raise CannotBuild("expected constants that are plain numbers, got some that are addresses")
    return module
