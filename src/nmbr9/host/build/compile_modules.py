"""Runs in Pyodide: makes bytecode of our modules and of what they need of the standard library.

Bytecode belongs to one version of Python, so that very Python writes it. It has no line numbers, a
fifth of its size: a traceback in a browser names functions. /input.zip holds the sources of our
modules in folders of the bundles, and ``bundles.json``: for each bundle, which modules of the
standard library are imported there. /output.zip has the same folders.
"""

import importlib
import importlib.util
import json
import marshal
import sys
import zipfile
from contextlib import suppress
from types import CodeType

STANDARD_LIBRARY = "/lib/python314.zip"
NOT_CHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The head of bytecode that is never compared with a source."""
ALWAYS = ("encodings/ascii.py", "encodings/latin_1.py")
"""What Python loads by itself, by name."""
WHOLE = ("_pyodide/", "pyodide/")
"""The bridge to JavaScript, which loads its parts as they are needed."""


def bytecode(source: bytes, name: str, optimize: int) -> bytes:
    """Return the content of a .pyc file."""
    code = _lean(compile(source, name, "exec", dont_inherit=True, optimize=optimize))
    return importlib.util.MAGIC_NUMBER + NOT_CHECKED + marshal.dumps(code)


def _lean(code: CodeType) -> CodeType:
    constants = (_lean(item) if isinstance(item, CodeType) else item for item in code.co_consts)
    return code.replace(co_linetable=_no_lines(code), co_consts=tuple(constants))


def _no_lines(code: CodeType) -> bytes:
    """Return a table that knows no place for any instruction; each entry is for up to eight."""
    eights, rest = divmod(len(code.co_code) // 2, 8)
    return b"\xff" * eights + (bytes([0xF8 + rest - 1]) if rest else b"")


def loaded(library: zipfile.ZipFile) -> set[str]:
    """Return which files of the standard library have been imported."""
    listed = set(library.namelist())
    found: set[str] = set()
    for module in sys.modules:
        path = module.replace(".", "/")
        found |= {f"{path}.py", f"{path}/__init__.py"} & listed
    return found


def main() -> None:
    """Write /output.zip."""
    with (
        zipfile.ZipFile("/input.zip") as given,
        zipfile.ZipFile(STANDARD_LIBRARY) as library,
        zipfile.ZipFile("/output.zip", "w") as made,
    ):
        had: set[str] = set()
        for bundle, modules in json.loads(given.read("bundles.json")).items():
            for module in modules:
                with suppress(ModuleNotFoundError):  # `from a import b` asks for a.b as well.
                    importlib.import_module(module)
            needed = loaded(library) | set(ALWAYS)
            needed |= {name for name in library.namelist() if name.startswith(WHOLE)}
            for name in sorted(needed - had):
                if name.endswith(".py"):
                    made.writestr(f"{bundle}/{name}c", bytecode(library.read(name), name, 2))
            had |= needed
        for path in given.namelist():
            if path.endswith(".py"):
                bundle, name = path.split("/", 1)
                made.writestr(f"{path}c", bytecode(given.read(path), name, 0))


main()
