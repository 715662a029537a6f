"""Write the tile shapes for the browser: `python -m scripts.web_shapes`.

The browser draws tiles before it has heard from the server, so it carries the shapes. They are
copied from the data of the rules, never written by hand.
"""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/nmbr9/rules/pieces/tiles.json"
TARGET = ROOT / "src/nmbr9/web/js/art/tile-shapes.js"


def module_text() -> str:
    """Return the module that holds the shapes."""
    shapes = json.loads(SOURCE.read_text("utf-8"))
    written = [
        "// Written by scripts/web_shapes.py from rules/pieces/tiles.json: change that instead.",
        "",
        "/** Rows of squares, upright, by number. */",
        f"export const NUMBERS = {_rows(shapes['numbers'])};",
        "/** Rows of squares by the index of the starting tile. */",
        f"export const STARTING = {_rows(shapes['starting'])};",
        "/** Rows of squares by the size of the gap filler, 1 and 2. */",
        f"export const FILLERS = {_rows([[], shapes['fillers']['1'], shapes['fillers']['2']])};",
    ]
    return "\n".join(written) + "\n"


def _rows(shapes: list[list[str]]) -> str:
    texts = [f"'{' '.join(rows)}'" for rows in shapes]
    # As the formatter of the browser's code wants it: on one line when it fits there.
    line = f"[{', '.join(texts)}]"
    return line if len(line) < 70 else "[\n" + "".join(f"  {text},\n" for text in texts) + "]"


if __name__ == "__main__":
    TARGET.write_text(module_text(), "utf-8")
    print(TARGET.relative_to(ROOT))
