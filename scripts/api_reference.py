"""Write docs/reference.md, which names all that is stable: python -m scripts.api_reference."""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"

PUBLIC = {
    "nmbr9": "The game: what `import nmbr9` gives, without any other package.",
    "nmbr9.rules.record": "Records as text and as data.",
    "nmbr9.rules.notation": "The short notation of actions and games.",
    "nmbr9.bots": "Bots, and games between them.",
    "nmbr9.bots.guests.host": "A bot in Python as a program of its own, with a process of its own.",
    "nmbr9.draw.svg": "Pictures as SVG.",
    "nmbr9.draw.png": "Pictures as PNG.",
    "nmbr9.draw.text": "Pictures in characters, for a terminal.",
    "nmbr9.solver.known_deck.solve": "The best display for a known order of cards.",
    "nmbr9.solver.analysis.analyst": "What each decision of a game lost.",
    "nmbr9.solver.analysis.findings": "What an analysis tells.",
    "nmbr9.kernel.api": "Search code of one's own, compiled; [its page](kernel.md) explains it.",
}
"""The modules whose `__all__` is a promise, and what each is for."""

HEAD = """# Reference

This page is written by `make docs` from the program itself. What it names is stable: it changes
only with a new version and a line in the changelog. Everything else may change at any time.
"""


def reference() -> str:
    """Return the page."""
    parts = [HEAD]
    for module, purpose in PUBLIC.items():
        parts.append(f"\n## {module}\n\n{purpose}\n")
        for name in import_module(module).__all__:
            parts.append(f"\n::: {module}.{name}\n")
            value = getattr(import_module(module), name)
            if isinstance(value, type) and issubclass(value, Enum):
                parts.append(members(value))
    return "".join(parts)


def members(kind: type[Enum]) -> str:
    """Return a table of the members of an enumeration: they have no docstrings of their own."""
    rows = "".join(f"| `{name}` | `{one.value!r}` |\n" for name, one in kind.__members__.items())
    return f"\n| name | value |\n|---|---|\n{rows}"


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
